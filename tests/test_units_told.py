"""What the report says of units: slopes, overheads, phases, and claims about them."""

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bench.catalog import all_experiments
from bench.model import ClaimTest, Figure, Starting, Trial
from bench.report.claims import CLAIMS, read_posts
from bench.report.drawing.rows import drawn_dots, in_order
from bench.report.drawing.shown import axis_of, shown
from bench.report.evaluation import find
from bench.report.findings import Findings
from bench.report.formats import trial_rows
from bench.report.grown import growth
from bench.report.repeated import repeated
from bench.report.sentences import fill
from bench.report.series import slopes
from bench.report.tables import tables
from bench.report.verdicts import settle, verdict
from bench.results.store import Results
from tests import made_up

POST = "superfastpython-start"


def found(experiment: str, took_s: Callable[[Trial, Starting], float] | None = None) -> Findings:
    """Return findings in which each trial took what `took_s` says beyond its sleeps."""
    run = made_up.a_run(experiment=experiment)
    trials = made_up.trials(run)
    if took_s:
        scenarios = {s.id: s for e in run.experiments for s in e.scenarios}
        trials = [retimed(trial, scenarios[trial.slot.scenario], took_s) for trial in trials]
    return find(Results(Path(run.id), run, tuple(trials)), experiment)


def retimed(trial: Trial, scenario: Any, took_s: Callable[[Trial, Starting], float]) -> Trial:
    conditions = scenario.conditions
    work_s = conditions.sleeps * conditions.sleep_s + took_s(trial, conditions)
    return made_up.with_outcome(trial, made_up.measured(scenario, work_s))


def each_10_us(trial: Trial, conditions: Starting) -> float:
    return 0.001 + 1e-5 * conditions.units * (1 + trial.slot.round / 100)


def timed_out(findings: Findings, *names: str) -> Findings:
    """Return the same run in which every trial of some scenarios was stopped."""
    trials = [
        made_up.with_outcome(one, made_up.failed("timeout", "> 30 s")) if one.slot.scenario in names else one
        for one in findings.results.trials
    ]
    return find(replace(findings.results, trials=tuple(trials)), findings.planned.id)


def test_a_unit_costs_the_slope_and_not_what_the_process_pays_once() -> None:
    findings = found("creating", each_10_us)
    assert fill("{each:task-10000}", findings) == "10.5\u00a0µs"
    rounds = slopes(findings.scenarios["task-10000"], findings, "work_s")
    assert list(rounds.values()) == pytest.approx([1.0201e-5 + number * 1.01e-7 for number in range(6)])


def test_a_waiting_unit_weighs_what_the_made_up_one_does() -> None:
    findings = found("parked")
    assert fill("{parked:task-5000}", findings) == f"{10_000 / 1024:.2f}\u00a0KiB"
    assert fill("{weight:thread-10000}", findings) == f"{10_000 * 10_000 / 2**20:.1f}\u00a0MiB"


def test_overhead_is_what_is_beyond_the_sleeps() -> None:
    assert fill("{overhead:threads-1000}", found("starting", lambda *_: 0.25)) == "0.250\u00a0s"


def test_where_trials_differ_much_the_shortest_and_the_longest_are_told() -> None:
    findings = found("thread-cliff", lambda trial, _: 0.2 * trial.slot.round)
    assert fill("{range:base}", findings) == "1.20\u00a0s to 1.40\u00a0s (2 trials)"
    assert fill("{range:more}", findings) == "1.20\u00a0s (1 trial)"


def test_the_phases_of_a_unit_keep_their_order_and_add_up_to_its_time() -> None:
    findings = found("phases", lambda *_: 0.1)
    phases = findings.scenarios["threads-observed"].phases
    assert list(phases) == ["being created", "asleep as asked", "sleep overshoot"]
    assert sum(one.median for one in phases.values()) == pytest.approx(1.1)
    longest = "sleep overshoot with 90.0\u00a0ms and being created with 10.0\u00a0ms"
    assert fill("{longest:threads-observed}", findings) == longest
    assert fill("{phases:threads-observed}", findings) == "1.10\u00a0s"
    assert fill("{longest:threads}", findings) == ""


def test_a_figure_of_phases_shows_only_what_was_observed() -> None:
    figure = Figure(id="all", form="phases", tier="like for like", title="", caption="")
    assert {f.scenario.workload for f in shown(figure, found("phases"))} == {"observe"}


def test_a_figure_of_slopes_has_a_dot_for_each_round_and_the_name_of_the_series() -> None:
    findings = found("creating", each_10_us)
    figure = all_experiments()["creating"].figures[0]
    assert axis_of(figure, findings.scenarios["task-10000"]) == "Time of one more unit, µs"
    document = drawn_dots(figure, findings, [])
    dots = next(trace for trace in document["data"] if len(trace["x"]) == 6)
    assert dots["x"] == pytest.approx([10.2, 10.3, 10.4, 10.5, 10.6, 10.7], abs=0.02)
    assert any(one["text"] == "asyncio: create_task and wait" for one in document["layout"]["annotations"])


def test_neighbours_that_are_tied_share_a_place_and_others_have_their_own() -> None:
    assert in_order(["a", "b", "c", "d"], {"a": 1, "b": 1, "d": 1}) == {"a": 1, "b": 1, "c": 3, "d": 4}


def test_growth_of_units_is_told_in_microseconds_and_kibibytes() -> None:
    known = growth(found("parked"))
    assert known is not None
    assert known["units"]
    assert not known["waits"]
    assert next(one for one in known["lines"] if one["name"] == "asyncio task")["parked"].startswith("9.77")


def test_a_series_whose_numbers_were_tried_in_different_rounds_has_no_slope() -> None:
    assert growth(found("starting")) is None
    assert growth(found("coroutine-knee")) is not None


def test_a_column_in_which_nothing_would_stand_is_left_out() -> None:
    heads = {name: next(iter(tables(found(name))))["head"] for name in ("starting", "creating", "parked", "phases")}
    assert "Overhead" in heads["starting"]
    assert "Overhead" not in heads["creating"]
    assert "Phases" in heads["phases"]
    assert "Phases" not in heads["starting"]
    assert "Comparisons" not in heads["parked"]


def test_what_is_alike_is_told_of_each_kind() -> None:
    (table,) = tables(found("creating"))
    assert "server" not in table["about"]
    assert "server" in next(tables(found("waiting")))["about"]


def test_trials_as_rows_hold_phases_and_counts_of_those_that_have_them() -> None:
    rows = trial_rows(found("coroutine-knee").trials)
    counts = {row["scenario"]: row["count: timer-comparisons"] for row in rows}
    assert counts["counted-10000"] == 10_000
    assert counts["asyncio-50000"] is None


def test_a_ratio_of_overheads_leaves_the_sleeps_out_of_both() -> None:
    how = ClaimTest(claim="x", post=POST, as_published="threads-1000", over="coroutines-1000", less=1)
    findings = found("starting", lambda trial, _: 0.3 if "threads" in trial.slot.scenario else 0.1)
    measured = repeated(how, findings)
    assert measured
    assert measured.median == pytest.approx(3)
    assert repeated(msgspec.structs.replace(how, less=1.2), findings) is None


def test_a_jump_that_was_stopped_is_a_jump_and_a_stopped_base_is_none() -> None:
    experiment = all_experiments()["thread-cliff"]
    claim = next(one for one in read_posts()[POST].claim if one.id == "thread-cliff")
    stopped = timed_out(found("thread-cliff"), "base")
    (settled,) = [one for one in settle(read_posts(), {"thread-cliff": stopped}) if one.claim == claim]
    assert (settled.verdict, settled.by_failure) == ("true for another reason", True)
    how = msgspec.structs.replace(experiment.claims[0], at_least=None)
    assert verdict(claim, how, stopped.scenarios["base"], None) == "cannot be tested here"
    base = timed_out(found("thread-cliff"), "fewer")
    (other,) = [one for one in settle(read_posts(), {"thread-cliff": base}) if one.claim == claim]
    assert other.verdict == "cannot be tested here"


@pytest.mark.parametrize(
    ("more_s", "helped_s", "expected"),
    [(10, 4, "true for another reason"), (10, 6, "reproduced"), (0.3, 0.1, "not reproduced")],
)
def test_the_cliff_is_a_jump_and_its_reason_must_be_shown(more_s: float, helped_s: float, expected: str) -> None:
    def took_s(_: Trial, conditions: Starting) -> float:
        many = helped_s if conditions.switch_interval_s == 0.1 else more_s
        return many if conditions.units > 2_000 else 0.1

    settled = settle(read_posts(), {"thread-cliff": found("thread-cliff", took_s)})
    assert [one.verdict for one in settled if one.claim.id == "thread-cliff"] == [expected]


def test_a_reason_is_shown_by_what_was_stopped_against_what_was_not() -> None:
    posts, findings = read_posts(), found("thread-cliff", lambda *_: 10)
    stopped = timed_out(findings, "base")
    (claim,) = [one for one in settle(posts, {"thread-cliff": stopped}) if one.claim.id == "thread-cliff"]
    assert claim.verdict == "true for another reason"
    both = timed_out(findings, "base", "interval-100ms")
    (claim,) = [one for one in settle(posts, {"thread-cliff": both}) if one.claim.id == "thread-cliff"]
    assert claim.verdict == "reproduced"


def test_the_published_times_are_those_of_the_posts_own_lists() -> None:
    post = tomllib.loads(CLAIMS.read_text())["post"][POST]
    values = {claim["id"]: claim.get("value") for claim in post["claim"]}
    for way in ("threads", "coroutines"):
        listed = dict(zip(post["units"], post[way], strict=False))
        assert {number: values[f"{way}-{number}"] for number in listed} == listed
    known = {number: values[f"overhead-{number}"] for number in post["units"][: len(post["threads"])]}
    for number, ratio in known.items():
        both = (values[f"{way}-{number}"] - 1 for way in ("threads", "coroutines"))
        threads, coroutines = both
        assert threads / coroutines == pytest.approx(ratio, rel=0.01)
