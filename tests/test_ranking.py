"""Who is in one race, who has a rank in it, and how a table and a figure show that."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from bench.model import Conditions, Fetching, Figure, PlannedExperiment, Scenario, Slot, Trial
from bench.report.drawing.rows import drawn_dots
from bench.report.evaluation import find
from bench.report.findings import Findings
from bench.report.jobs import job
from bench.report.ranking import places
from bench.report.tables import tables
from bench.results.store import Results
from tests import made_up

TOOK_S = {"fast-10": 0.1, "twin-10": 0.1, "slow-10": 0.3, "fast-20": 0.2, "slow-20": 0.4, "alone-40": 0.1}
ONCE = {"once-20": 0.15}
"""Faster than all others of its job, but measured only once."""


def conditions(name: str) -> Fetching:
    requests = int(name.partition("-")[2])
    return Fetching(requests=requests, concurrency=requests, latency_s=0.05)


def found(took_s: Mapping[str, float]) -> Findings:
    """Return what is found where each way takes so long, with a little noise that is not the same for any two."""
    scenarios = {
        name: Scenario(
            id=name,
            title=name,
            tier="like for like",
            implementation="asyncio_aiohttp",
            workload="one_session",
            series=name,
            conditions=conditions(name),
        )
        for name in took_s
    }
    planned = PlannedExperiment(
        id="made", kind="clients", reference="fast-10", placebo="fast-10", scenarios=tuple(scenarios.values())
    )
    slots = [
        Slot(experiment="made", scenario=name, copy="main", round=number, position=position)
        for number in range(1, 7)
        for position, name in enumerate(took_s, start=1)
        if number == 1 or name not in ONCE
    ]
    run = replace(made_up.a_run(), experiments=(planned,), order=tuple(slots))
    noise = {slot: 1 + 0.001 * (slot.round * slot.position % 5) for slot in slots}
    trials = tuple(
        Trial(
            slot=slot,
            started=run.started,
            gate_s=0.05,
            outcome=made_up.measured(scenarios[slot.scenario], took_s[slot.scenario] * noise[slot]),
        )
        for slot in slots
    )
    return find(Results(Path(run.id), run, trials), "made")


@pytest.fixture(scope="module")
def findings() -> Findings:
    return found(TOOK_S)


def test_only_those_who_do_the_same_job_are_in_one_race(findings: Findings) -> None:
    ranks = {name: finding.rank for name, finding in findings.scenarios.items()}
    assert ranks["fast-10"] == ranks["twin-10"] == 1
    assert ranks["slow-10"] == 3
    assert (ranks["fast-20"], ranks["slow-20"]) == (1, 2)


def test_who_has_nobody_to_race_with_has_no_rank(findings: Findings) -> None:
    assert findings.scenarios["alone-40"].rank is None


def test_who_is_slower_than_one_measured_once_is_not_the_first() -> None:
    scenarios = found(TOOK_S | ONCE).scenarios
    assert scenarios["once-20"].rank is None
    assert (scenarios["fast-20"].rank, scenarios["slow-20"].rank) == (2, 3)
    assert scenarios["fast-10"].rank == 1


def test_a_tie_has_the_place_of_its_first() -> None:
    assert places({"b": 1, "c": 1, "d": 3}, {"a": 0.1, "b": 0.2, "c": 0.3, "d": 0.4}) == {"b": 2, "c": 2, "d": 4}


def test_a_table_keeps_a_race_together_and_says_who_is_in_it(findings: Findings) -> None:
    (table,) = tables(findings)
    at = [table["head"].index(name) for name in ("Rank", "Way")]
    rows = [tuple(row[place] for place in at) for row in table["rows"]]
    assert rows == [(1, "fast-10"), (1, "twin-10"), (3, "slow-10"), (1, "fast-20"), (2, "slow-20"), ("–", "alone-40")]
    assert "ranks are among rows with as many requests, held as long" in table["about"]


def test_a_table_of_one_race_has_nothing_to_say_of_it() -> None:
    (table,) = tables(found({name: took for name, took in TOOK_S.items() if name.endswith("-10")}))
    assert "ranks" not in table["about"]


def test_a_figure_ties_nobody_with_another_race(findings: Findings) -> None:
    figure = Figure(id="speed", form="dots", tier="like for like", title="", caption="")
    (bracket,) = drawn_dots(figure, findings, [])["layout"]["shapes"]
    # alone-40 takes as long as the two that are a tie, but has more to do.
    assert bracket["path"].startswith("M")
    alike = found({name: took for name, took in TOOK_S.items() if name != "twin-10"})
    assert "shapes" not in drawn_dots(figure, alike, [])["layout"]


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"concurrency": 5}, True),
        ({"tls": True}, True),
        ({"requests": 11}, False),
        ({"latency_s": 0.1}, False),
        ({"distance_s": 0.02}, False),
    ],
)
def test_a_way_may_differ_in_width_but_not_in_what_it_has_to_wait_for(change: dict[str, float], same: bool) -> None:  # noqa: FBT001 - it is a case.
    one: Conditions = conditions("fast-10")
    assert (job(one) == job(replace(one, **change))) is same
