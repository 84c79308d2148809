"""What the report makes of servers under load: rates, factors, winners, saturation and doubts."""

import itertools
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bench.catalog import all_experiments
from bench.model import Answering, Figure, Measured, Scenario, Trial
from bench.report.charts import charts
from bench.report.claim_tables import claims_by_post
from bench.report.claims import read_posts
from bench.report.columns import COLUMNS
from bench.report.contest import Cell, cells, contest_table
from bench.report.data import rows
from bench.report.doubts import doubts
from bench.report.drawing.quantiles import saturated
from bench.report.evaluation import find
from bench.report.factors import factor_table, factors, product, whole
from bench.report.findings import Findings
from bench.report.sentences import fill
from bench.report.tables import tables
from bench.report.twins import twins
from bench.report.verdicts import settle
from bench.results.store import Results
from tests import made_up

Each = Callable[[Scenario, int], float]


def answering(scenario: Scenario) -> Answering:
    assert isinstance(scenario.conditions, Answering)
    return scenario.conditions


def found(experiment: str, each_s: Each, **change: Any) -> Findings:
    """Return an experiment in which a scenario takes so many seconds from answer to answer in a round."""
    run = made_up.a_run(experiment=experiment)
    scenarios = {s.id: s for e in run.experiments for s in e.scenarios}

    def trial(one: Trial) -> Trial:
        scenario = scenarios[one.slot.scenario]
        time_s = each_s(scenario, one.slot.round)
        measured = made_up.measured(scenario, time_s)
        assert measured.load
        load = replace(made_up.load(answering(scenario), time_s), **change)
        return made_up.with_outcome(one, replace(measured, load=load))

    return find(Results(Path(run.id), run, tuple(trial(one) for one in made_up.trials(run))), experiment)


def by_name(table: dict[str, float], usual: float = 0.001) -> Each:
    """Return times by the beginning of a scenario's name, a little other in each round."""

    def each_s(scenario: Scenario, number: int) -> float:
        time_s = next((value for name, value in table.items() if scenario.id.startswith(name)), usual)
        return time_s * (1 + 0.001 * number)

    return each_s


PLANETS = {"aiohttp-dev": 0.0005, "flask-dev": 0.0014, "aiohttp-1": 0.0004, "flask-1": 0.001}


def test_a_rate_is_one_in_the_time_from_answer_to_answer() -> None:
    findings = found("planets", lambda *_: 0.0005)
    assert fill("It gives {rate:flask-dev}.", findings) == "It gives 2,000 a second."


def test_a_comparison_of_servers_is_one_of_rates_in_words_and_as_a_factor() -> None:
    findings = found("planets", by_name(PLANETS))
    assert fill("{versus:aiohttp-dev/flask-dev}", findings).startswith("answers 2.80 times as many (95")
    assert fill("{versus:flask-dev/aiohttp-dev}", findings).startswith("answers 0.357 times as many")
    assert fill("{factor:aiohttp-dev/flask-dev}", findings) == "2.80 times"


def test_servers_that_are_alike_are_said_to_answer_as_many() -> None:
    assert "as many within 3" in fill("{versus:aiohttp-dev/flask-dev}", found("planets", lambda *_: 0.001))


@pytest.mark.parametrize(
    ("word", "said"),
    [("kept", "50\u00a0%"), ("busy", "20\u00a0%"), ("loader", "10\u00a0%"), ("busiest", "70\u00a0%")],
)
def test_shares_are_told_in_percent(word: str, said: str) -> None:
    change = {"kept": 500, "server_cpu_s": 0.1, "loader_cpu_s": 0.05, "workers": {"1": 700, "2": 300}}
    findings = found("planets", lambda *_: 0.0005, **change)
    assert fill(f"{{{word}:aiohttp-dev}}", findings) == said


def test_the_ceiling_of_a_loader_is_what_its_cpu_time_allows() -> None:
    findings = found("loaders", lambda *_: 0.0005, loader_cpu_s=0.2)
    assert fill("{asking:ab} {ceiling:ab}", findings) == "10.0\u00a0µs 100,000 a second"


def test_a_published_rate_is_judged_by_the_measured_one_and_a_ratio_by_that_of_two_rates() -> None:
    findings = found("planets", by_name(PLANETS))
    settled = {one.claim.id: one for one in settle(read_posts(), {"planets": findings}) if one.as_published}
    assert settled["aiohttp-dev"].verdict == "reproduced"
    assert settled["flask-dev"].measured
    assert settled["flask-dev"].measured.median == pytest.approx(714, rel=0.01)
    ratio = settled["aiohttp-vs-flask-gunicorn-1"].measured
    assert ratio
    assert ratio.median == pytest.approx(PLANETS["flask-1"] / PLANETS["aiohttp-1"], rel=0.02)
    assert settled["aiohttp-gunicorn-4"].verdict == "not reproduced"
    (post,) = claims_by_post(read_posts(), list(settled.values()))
    measured = {line["what"]: line["measured"] for line in post["claims"]}
    assert measured["Flask development server"].startswith("712 a second<br>(710 to 7")


def test_a_published_rate_is_drawn_where_it_is_repeated() -> None:
    findings = found("planets", by_name(PLANETS))
    settled = settle(read_posts(), {"planets": findings})
    drawn = {chart.id: chart for chart in charts(all_experiments()["planets"], findings, settled)}
    marks = drawn["published"].document["data"]
    diamonds = [trace["x"] for trace in marks if "diamond" in str(trace.get("marker", {}).get("symbol"))]
    assert sorted(diamonds) == [[721.92], [1041.3], [1729.17], [2023.08], [2396.24], [2541.97]]
    assert "diamond" in drawn["published"].key
    assert "diamond" not in drawn["alike"].key


def test_the_most_answers_stand_at_the_top_even_within_a_rank() -> None:
    findings = found("planets", lambda scenario, _: 0.001 if "aiohttp" in scenario.id else 0.00101)
    (chart, *_) = charts(all_experiments()["planets"], findings, [])
    dots = [t for t in chart.document["data"] if t.get("hoverinfo") == "text"]
    assert [dot["x"][0] for dot in dots] == sorted((dot["x"][0] for dot in dots), reverse=True)
    assert max(dot["x"][0] for dot in dots) == pytest.approx(1000)


def test_the_interval_of_a_rate_has_its_ends_in_order() -> None:
    findings = found("planets", lambda _, number: 0.001 * (1 + 0.1 * number))
    heads = [column.head for column in COLUMNS[Answering]]
    row = next(iter(tables(findings)))["rows"][0]
    assert row[heads.index("Interval")] == "625 to 909"
    (chart, *_) = charts(all_experiments()["planets"], findings, [])
    bars = [t["error_x"] for t in chart.document["data"] if "error_x" in t]
    assert all(bar["array"][0] > 0 and bar["arrayminus"][0] > 0 for bar in bars)


def test_a_table_of_servers_says_which_cores_they_have() -> None:
    alike, published = tables(found("planets", by_name(PLANETS)))
    assert "one core for the server" in alike["about"]
    assert "share all cores" in published["about"]


def test_the_share_of_the_busiest_worker_is_told_only_where_there_are_several() -> None:
    findings = found("workers", lambda *_: 0.005, workers={"1": 144, "2": 16})
    table = next(iter(tables(findings)))
    way, share = (table["head"].index(name) for name in ("Way", "Busiest worker"))
    cells_ = {row[way]: row[share] for row in table["rows"]}
    assert cells_["Flask, 1 worker, waits"] == ""
    assert cells_["Flask, 2 workers, waits"] == "90\u00a0%"


def test_data_of_servers_holds_their_latency_and_shares() -> None:
    row = rows(found("planets", by_name(PLANETS)), [])[0]
    assert row["p99_median_s"] > row["p50_median_s"] > 0
    assert row["kept"] == 1


# ── Factors ──────────────────────────────────────────────────────────────────────────────────────────────────────────
STEPS = tuple(scenario.id for scenario in all_experiments()["fair"].scenarios)


def falling(scenario: Scenario, number: int) -> float:
    return 0.002 * 0.9 ** STEPS.index(scenario.id) * (1 + 0.001 * number)


def test_the_product_of_the_factors_is_the_ratio_of_the_ends() -> None:
    findings = found("fair", falling)
    changes, ends = factors(STEPS, findings), whole(STEPS, findings)
    assert [one.scenario for one in changes] == list(STEPS[1:])
    assert ends
    assert product(changes) == pytest.approx(ends.ratio) == pytest.approx(0.9 ** -(len(STEPS) - 1))


def test_the_table_of_factors_ends_with_how_far_the_product_is_off() -> None:
    *_, table = twins(all_experiments()["fair"], found("fair", falling))
    assert table["rows"][1][2:5] == ["1.11", "1.11 to 1.11", "6"]
    assert table["rows"][-1][-1].endswith("0.0 % off")
    assert next(row for row in table["rows"] if row[4] == "2")[3] == "too few trials"


def test_without_one_of_the_changes_there_is_no_table_of_factors() -> None:
    findings = found("fair", lambda scenario, n: inf if scenario.id == "kept" else falling(scenario, n))
    (figure, *_) = all_experiments()["fair"].figures
    assert factor_table(figure, findings) is None


def test_each_change_of_the_way_from_flask_to_aiohttp_is_one() -> None:
    steps = all_experiments()["fair"].scenarios
    for before, after in itertools.pairwise(steps):
        changed = {
            name
            for name in Answering.__struct_fields__
            if getattr(before.conditions, name) != getattr(after.conditions, name)
        }
        if before.implementation != after.implementation:
            changed = {"server"} | changed - {"threads"}
        if changed == {"loader", "keep_alive"}:
            assert not answering(after).keep_alive  # This server closes connections whatever is asked.
            changed = {"loader"}
        assert len(changed) == 1 or changed == {"requests", "duration_s"}, after.id


def test_the_way_from_flask_to_aiohttp_begins_and_ends_as_published() -> None:
    published = {scenario.id: scenario for scenario in all_experiments()["planets"].scenarios}
    first, *_, last = all_experiments()["fair"].scenarios
    for end in (first, last):
        same = published[end.id]
        assert (end.conditions, end.implementation) == (same.conditions, same.implementation)


# ── The map ──────────────────────────────────────────────────────────────────────────────────────────────────────────
MAP = all_experiments()["when-async"].figures[0]


def at(findings: Findings, wait_s: float, burn_s: float, figure: Figure = MAP) -> Cell:
    return next(cell for cell in cells(figure, findings) if (cell.over, cell.across) == (wait_s, burn_s))


def test_who_answers_a_quarter_more_in_each_of_few_rounds_wins() -> None:
    cell = at(found("when-async", by_name({"asyncio": 0.001, "threads": 0.0014, "sync": 0.003})), 0.01, 0)
    assert cell.winner
    assert cell.winner.scenario.series == "aiohttp"


def test_a_smaller_lead_in_few_rounds_is_none() -> None:
    findings = found("when-async", by_name({"asyncio": 0.001, "threads": 0.0011, "sync": 0.003}))
    cell = at(findings, 0.01, 0)
    assert cell.winner is None
    assert [finding.scenario.series for finding in cell.level] == ["aiohttp", "Flask, threads"]


def test_a_lead_that_turns_from_round_to_round_is_none() -> None:
    def each_s(scenario: Scenario, number: int) -> float:
        return 0.001 * (2 if ("asyncio" in scenario.id) == (number % 2 == 0) else 1)

    assert at(found("when-async", each_s), 0.05, 0.001).winner is None


def test_the_map_and_its_table_have_the_same_winners() -> None:
    findings = found("when-async", by_name({"asyncio-0": 0.001, "asyncio": 0.004, "threads": 0.002, "sync": 0.01}))
    table = contest_table(MAP, findings)
    assert table["head"] == [
        "Wait of the handler",
        "CPU time of the handler",
        "Winner",
        "Flask, sync workers",
        "Flask, threads",
        "aiohttp",
    ]
    winners = {(row[0], row[1]): row[2] for row in table["rows"]}
    assert winners["0\u00a0ms", "0\u00a0ms"] == "aiohttp, 2.00 times"
    assert winners["50\u00a0ms", "1\u00a0ms"] == "Flask, threads, 2.00 times"
    (chart, *_) = charts(all_experiments()["when-async"], findings, [])
    colours = [trace["meta"]["colour"] for trace in chart.document["data"] if trace["type"] == "bar"]
    assert colours == ["asyncio"] * 3 + ["threads"] * 12


# ── Latency under load ───────────────────────────────────────────────────────────────────────────────────────────────
def kept_up(rate: float) -> Each:
    """Return a server that gives at most so many answers a second."""
    return lambda scenario, _: max(1 / rate, 1 / (answering(scenario).rate or rate))


def test_the_point_of_saturation_is_the_least_load_that_is_not_answered_in_time() -> None:
    findings = found("tail", kept_up(2_900))
    assert saturated(findings, ["Flask on gunicorn, gthread"]) == 3_300
    assert saturated(found("tail", kept_up(1e6)), ["Flask on gunicorn, gthread"]) is None


def test_a_server_that_fails_under_a_load_is_past_its_capacity() -> None:
    run = made_up.a_run(experiment="tail")
    trials = [
        made_up.with_outcome(trial, made_up.failed()) if trial.slot.scenario == "flask-90" else trial
        for trial in found("tail", kept_up(1e6)).results.trials
    ]
    findings = find(Results(Path(run.id), run, tuple(trials)), "tail")
    assert saturated(findings, ["Flask on gunicorn, gthread"]) == 2_700


def test_quantiles_are_lines_over_the_load_with_the_point_of_saturation_in_both_drawings() -> None:
    (chart, *_) = charts(all_experiments()["tail"], found("tail", kept_up(2_900)), [])
    for drawing in (chart.document, chart.document["narrow"]):
        lines = [trace for trace in drawing["data"] if trace["mode"] == "lines+markers"]
        assert len(lines) == 3
        assert all(line["x"] == [750, 1500, 2250, 2700, 3300, 6000] for line in lines)
        (limit,) = [trace for trace in drawing["data"] if trace["mode"] == "lines+text"]
        assert limit["x"] == [3_300, 3_300]
        assert limit["text"][0].strip("\u00a0") == "saturated"
    assert "dotted" in chart.key
    (kept, *_) = charts(all_experiments()["tail"], found("tail", kept_up(1e6)), [])
    assert "dotted" not in kept.key


# ── Doubts ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def codes(findings: Findings) -> set[str]:
    return {doubt.code for doubt in doubts(findings)}


def test_a_load_in_which_all_is_well_is_not_doubted() -> None:
    assert codes(found("planets", by_name(PLANETS), loader_cpu_s=0.001)) <= {"few"}


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("loader-bound", {"loader_cpu_s": 0.8}),
        ("not-kept", {"kept": 0, "connections": 1000}),
        ("lengths", {"lengths_differing": 3}),
        ("loader-late", {"late_p99_s": 0.02}),
    ],
)
def test_what_makes_the_rate_of_a_server_doubtful_is_told(code: str, change: dict[str, Any]) -> None:
    assert code in codes(found("fair", lambda *_: 0.001, **change))


@pytest.mark.parametrize(("answers", "doubted"), [(199, True), (200, False)])
def test_a_load_with_few_answers_for_each_connection_is_doubted(answers: int, *, doubted: bool) -> None:
    few = {"answers": answers, "statuses": {"200": answers}, "kept": answers, "workers": {}, "duration_s": 0.2}
    findings = found("stack", lambda *_: 0.001, **few)
    assert ("short-load" in codes(findings)) == doubted


def test_a_busy_server_is_no_doubt_for_it_is_what_is_measured() -> None:
    findings = found("planets", lambda *_: 0.001, server_cpu_s=0.99)
    assert all(isinstance(trial.outcome, Measured) for trial in findings.results.trials)
    assert "server-bound" not in codes(findings)


def test_a_tier_of_servers_has_one_layout_so_that_no_figure_mixes_them() -> None:
    for experiment in all_experiments().values():
        for tier in ("like for like", "as published"):
            own = [s.conditions for s in experiment.scenarios if s.tier == tier]
            assert len({conditions.layout for conditions in own if isinstance(conditions, Answering)}) <= 1
