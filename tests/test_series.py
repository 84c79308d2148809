"""How ways grow with the number of requests: slopes, squares, the model, and claims about them."""

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from bench.model import ClaimTest, Fetching, Measured, PlannedExperiment, Scenario, Slot, Trial
from bench.report.claims import Claim
from bench.report.evaluation import find
from bench.report.findings import Findings
from bench.report.grown import growth
from bench.report.growth import square
from bench.report.prediction import fit
from bench.report.repeated import repeated
from bench.report.sentences import fill
from bench.report.series import alike, all_series, series_of
from bench.report.verdicts import settled
from bench.results.store import Results
from tests import made_up

SIZES = (10, 100, 400, 1600)
EACH_S = {"line": 1e-3, "twice": 2e-3, "square": 1e-3}
SQUARE_S = 5e-6


def scenario(series: str, requests: int) -> Scenario:
    return Scenario(
        id=f"{series}-{requests}",
        title=f"{series} {requests}",
        tier="like for like",
        implementation="asyncio_aiohttp",
        workload="one_session",
        series=series,
        conditions=Fetching(requests=requests, concurrency=requests, latency_s=0.05),
    )


def work_s(series: str, requests: int) -> float:
    """Return CPU seconds: a millisecond for each request, and for `square` some for each pair of them."""
    return EACH_S[series] * requests + (SQUARE_S * requests**2 if series == "square" else 0)


def outcome(one: Scenario, noise: float) -> Measured:
    busy_s = work_s(one.series, made_up.fetching(one).requests) * noise
    told = made_up.measured(one, max(busy_s, 0.05) + 0.01)
    batch = replace(told.batches[0], user_s=busy_s, system_s=0.0)
    return replace(told, batches=(batch,))


@pytest.fixture(scope="module")
def findings() -> Findings:
    scenarios = tuple(scenario(series, size) for series in EACH_S for size in SIZES)
    first = scenarios[0].id
    planned = PlannedExperiment(id="made", kind="clients", reference=first, placebo=first, scenarios=scenarios)
    slots = [
        Slot(experiment="made", scenario=one.id, copy="main", round=number, position=position)
        for number in range(1, 7)
        for position, one in enumerate(scenarios, start=1)
    ]
    run = replace(made_up.a_run(), experiments=(planned,), order=tuple(slots))
    rng, by_id = random.Random(5), {one.id: one for one in scenarios}
    trials = tuple(
        Trial(
            slot=slot,
            started=run.started,
            gate_s=0.05,
            outcome=outcome(by_id[slot.scenario], rng.lognormvariate(0, 0.01)),
        )
        for slot in slots
    )
    return find(Results(Path(run.id), run, trials), "made")


def test_the_slope_of_a_series_is_what_each_request_takes(findings: Findings) -> None:
    by_name = {series.name: series for series in all_series(findings)}
    assert list(by_name) == list(EACH_S)
    for name in ("line", "twice"):
        cpu = by_name[name].cpu
        assert cpu
        assert cpu.low
        assert cpu.high
        assert cpu.low <= EACH_S[name] <= cpu.high
        assert cpu.median == pytest.approx(EACH_S[name], rel=0.02)


def test_a_square_is_named_with_the_number_from_which_it_is_steep(findings: Findings) -> None:
    by_name = {series.name: series for series in all_series(findings)}
    assert by_name["line"].square is None
    # Between 100 and 400 the square takes over; from 10 to 100 the line is most of it.
    assert by_name["square"].square == 100


def test_a_curve_that_is_nowhere_steep_is_no_square() -> None:
    bent = {10: 0.01, 100: 0.1, 1000: 1.5, 4000: 10.0}
    assert square([bent]) is None
    assert square([bent | {1000: 1.0, 4000: 14.0}]) == 1000


def test_three_points_are_too_few_for_a_square() -> None:
    assert square([{1: 1.0, 10: 100.0, 100: 10_000.0}]) is None
    assert square([{1: 1.0, 10: 100.0, 100: 10_000.0, 1000: 1_000_000.0}])


def test_the_model_predicts_a_line_and_names_where_a_square_leaves_it(findings: Findings) -> None:
    fits = {series.name: fit(series) for series in all_series(findings)}
    line, bent = fits["line"], fits["square"]
    assert line
    assert [one.requests for one in line.predictions] == list(SIZES)
    assert not any(one.fails for one in line.predictions)
    assert bent
    assert any(one.fails for one in bent.predictions)


def test_the_page_names_the_points_where_the_model_holds_and_where_it_fails(findings: Findings) -> None:
    shown = growth(findings)
    assert shown
    line, _, bent = shown["predictions"]
    assert [line["name"], bent["name"]] == ["line", "square"]
    assert line["fails"] == "–"
    assert [part.split(":")[0] for part in line["holds"].split("; ")] == ["100", "400", "1,600"]
    assert "1,600: " in bent["fails"]


def test_a_scenario_without_fellows_has_no_slope() -> None:
    run = made_up.a_run()
    lone = find(Results(Path(run.id), run, tuple(made_up.trials(run))), "waiting")
    assert series_of(lone.scenarios["aiohttp"], lone) is None
    assert growth(lone) is None
    assert fill("It grows by {slope:aiohttp}.", lone) == ""


def test_sentences_name_slopes_and_the_cost_of_a_request(findings: Findings) -> None:
    assert fill("{slope:line-10}", findings).endswith("ms a request")
    assert fill("{cpu:twice-400}", findings).endswith("ms")
    assert float(fill("{cpu:twice-400}", findings).split()[0]) == pytest.approx(2, rel=0.05)
    assert float(fill("{rate:line-1600}", findings).split()[0]) == pytest.approx(1600 / 1.61, rel=0.05)


def claim(value: float | None, unit: str = "ratio") -> Claim:
    return Claim(id="made", unit=unit, value=value)


def settle(value: float | None, unit: str, findings: Findings, **how: object) -> tuple[str, float | None]:
    experiment = next(iter([findings.planned]))
    test = ClaimTest(post="made", claim="made", **how)  # type: ignore[arg-type]
    found = settled("made", claim(value, unit), (experiment, test), {"made": findings})  # type: ignore[arg-type]
    return found.verdict, found.measured.median if found.measured else None


def test_a_claimed_ratio_is_held_against_the_ratio_of_two_scenarios(findings: Findings) -> None:
    verdict, measured = settle(2.0, "ratio", findings, as_published="twice-1600", over="line-1600")
    assert verdict == "reproduced"
    assert measured == pytest.approx(2, rel=0.05)
    assert settle(3.5, "ratio", findings, as_published="twice-1600", over="line-1600")[0] == "not reproduced"
    least = {"as_published": "twice-1600", "over": "line-1600"}
    assert settle(None, "ratio", findings, **least, at_least=1.5)[0] == "reproduced"
    assert settle(None, "ratio", findings, **least, at_least=3)[0] == "not reproduced"


def test_a_ratio_that_holds_for_another_reason_says_so(findings: Findings) -> None:
    how = {"as_published": "twice-1600", "over": "line-1600", "another_reason": True}
    assert settle(2.0, "ratio", findings, **how)[0] == "true for another reason"
    assert settle(9.0, "ratio", findings, **how)[0] == "not reproduced"


def test_a_claimed_slope_is_in_milliseconds_a_request(findings: Findings) -> None:
    verdict, measured = settle(1.0, "ms/request", findings, as_published="line-10", growth="slope")
    assert verdict == "reproduced"
    assert measured == pytest.approx(1, rel=0.05)
    assert settle(7.8, "ms/request", findings, as_published="line-10", growth="slope")[0] == "not reproduced"


def test_a_claimed_shape_is_told_by_how_far_off_a_line_it_is_and_how_much_it_rises(findings: Findings) -> None:
    bent = settle(None, "s", findings, as_published="square-10", growth="linear")
    assert bent[0] == "not reproduced"
    assert bent[1]
    assert bent[1] > 0.1
    verdict, off = settle(None, "s", findings, as_published="twice-10", growth="linear")
    assert verdict == "reproduced"
    assert off is not None
    assert off <= 0.1
    verdict, rises = settle(None, "s", findings, as_published="twice-10", growth="flat")
    assert verdict == "not reproduced"
    assert rises == pytest.approx(3.21 / 0.06, rel=0.05)


def test_rounds_with_other_numbers_give_their_slope_at_those_that_all_have() -> None:
    assert alike([{10: 1.0, 100: 2.0, 800: 99.0}, {10: 1.1, 100: 2.1}]) == [{10: 1.0, 100: 2.0}, {10: 1.1, 100: 2.1}]
    assert alike([{10: 1.0}, {10: 1.1, 100: 2.1}]) == [{10: 1.0}, {10: 1.1, 100: 2.1}]


def test_a_claim_without_its_other_scenario_cannot_be_tested(findings: Findings) -> None:
    how = ClaimTest(post="made", claim="made", as_published="line-10", over="absent")
    assert repeated(how, findings) is None
    assert settle(2.0, "ratio", findings, as_published="line-10", over="absent")[0] == "cannot be tested here"
