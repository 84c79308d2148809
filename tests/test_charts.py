"""Charts made from findings: what is drawn is what was found."""

import json
from pathlib import Path
from typing import Any

import pytest

from bench.catalog import all_experiments
from bench.model import Figure, Tier
from bench.report.charts import charts
from bench.report.claims import read_posts
from bench.report.drawing.rows import row
from bench.report.drawing.shown import shown
from bench.report.evaluation import find
from bench.report.figures import Row
from bench.report.findings import Findings
from bench.report.verdicts import settle
from bench.report.words import seconds
from bench.results.store import Results
from tests import made_up


def found(experiment: str) -> Findings:
    run = made_up.a_run(experiment=experiment)
    return find(Results(Path(run.id), run, tuple(made_up.trials(run))), experiment)


@pytest.mark.parametrize("experiment", all_experiments())
def test_a_smoke_run_of_every_experiment_can_be_drawn(experiment: str) -> None:
    run = made_up.a_run("smoke", experiment=experiment)
    findings = find(Results(Path(run.id), run, tuple(made_up.trials(run))), experiment)
    for chart in charts(all_experiments()[experiment], findings, []):
        assert json.dumps(chart.document, allow_nan=False)


def drawn(experiment: str) -> dict[str, dict[str, Any]]:
    findings = found(experiment)
    settled = settle(read_posts(), {experiment: findings})
    return {chart.id: chart.document for chart in charts(all_experiments()[experiment], findings, settled)}


def places(document: dict[str, Any]) -> set[tuple[float, float]]:
    return {(x, y) for trace in document["data"] for x, y in zip(trace["x"], trace["y"], strict=True)}


def test_a_line_goes_through_every_median() -> None:
    shown = places(drawn("pool-size")["sizes"])
    for finding in found("pool-size").scenarios.values():
        assert finding.time
        assert (made_up.fetching(finding.scenario).concurrency, finding.time.median) in shown


def test_the_floor_of_a_pool_goes_down_in_steps() -> None:
    shown = {(x, round(y, 9)) for x, y in places(drawn("pool-size")["sizes"])}
    assert {(33, 0.8), (34, 0.6), (49, 0.6), (50, 0.4), (99, 0.4), (100, 0.2)} <= shown


def test_a_published_figure_stands_in_the_row_that_repeats_it_and_in_no_other() -> None:
    document = drawn("slow-threads")["causes"]
    diamonds = [trace for trace in document["data"] if "diamond" in str(trace.get("marker", {}).get("symbol"))]
    assert [trace["x"] for trace in diamonds] == [[8.5]]


def test_every_experiment_has_charts_a_title_and_a_key() -> None:
    for name, experiment in all_experiments().items():
        findings = found(name)
        shown = charts(experiment, findings, [])
        assert [chart.id for chart in shown] == [figure.id for figure in experiment.figures]
        assert all("{" not in chart.title + chart.caption and "interval" in chart.key for chart in shown)


def test_each_row_of_dots_holds_its_own_scenario() -> None:
    findings = found("waiting")
    for drawn_row in rows_of(findings, "like for like"):
        finding = next(one for one in findings.scenarios.values() if one.scenario.title == drawn_row.label and one.time)
        assert finding.scenario.tier == "like for like"
        assert finding.time
        assert (drawn_row.median, drawn_row.low, drawn_row.high) == (
            finding.time.median,
            finding.time.low,
            finding.time.high,
        )
        assert drawn_row.trials == finding.trials
        assert drawn_row.colour == finding.concurrency
        assert drawn_row.rank == finding.rank or finding.rank is None
        assert drawn_row.words.startswith(seconds(finding.time.median))


def test_rows_without_a_rank_stand_behind_all_others_each_in_its_own_place() -> None:
    rows = rows_of(found("waiting"), "as published")
    ranked = [row.rank for row in rows if row.low is not None]
    others = [row.rank for row in rows if row.low is None]
    assert ranked == [1, 1]
    assert len(set(others)) == len(others) == 4
    assert min(others) > max(ranked)


def test_rows_without_a_rank_stand_in_the_order_of_their_times_whatever_the_figure_names_first() -> None:
    findings = found("waiting")
    named = next(figure for figure in all_experiments()["waiting"].figures if figure.id == "speed")
    assert named.scenarios.index("loop") < named.scenarios.index("threads-get-30")
    places_of = {trace["hovertext"]: trace for trace in drawn("waiting")["speed"]["data"] if "hovertext" in trace}
    assert places_of
    order = [text["text"] for text in drawn("waiting")["speed"]["layout"]["annotations"]]
    titles = {name: findings.scenarios[name].scenario.title for name in ("loop", "threads-get-30")}
    at = {name: next(n for n, text in enumerate(order) if title in text) for name, title in titles.items()}
    assert at["threads-get-30"] < at["loop"]


def test_the_cpu_time_of_a_request_is_drawn_in_microseconds() -> None:
    findings = found("league")
    figure = next(one for one in all_experiments()["league"].figures if one.id == "plain")
    for finding in shown(figure, findings):
        drawn_row = row(finding, figure, findings, 1, [])
        cpu = finding.estimates["cpu_per_request_s"]
        assert drawn_row.median == cpu.median * 1e6
        assert drawn_row.words == seconds(cpu.median)
        assert drawn_row.published is None


def rows_of(findings: Findings, tier: Tier) -> list[Row]:
    figure = Figure(id="rows", form="dots", tier=tier, title="", caption="")
    timed = shown(figure, findings)
    return [row(one, figure, findings, one.rank or len(timed) + 1 + n, []) for n, one in enumerate(timed)]


FIGURES = [(name, figure) for name, one in all_experiments().items() for figure in one.figures]


@pytest.mark.parametrize(("name", "figure"), FIGURES, ids=lambda part: getattr(part, "id", part))
def test_a_key_explains_what_is_drawn_and_nothing_else(name: str, figure: Figure) -> None:
    chart = next(chart for chart in charts(all_experiments()[name], found(name), []) if chart.id == figure.id)
    traces = chart.document["data"]
    if figure.form in {"dots", "lines"}:
        drawn_parts = {
            "bracket": "shapes" in chart.document["layout"],
            "dashed line": any(trace.get("line", {}).get("dash") == "5px,3px" for trace in traces),
            "too few trials": not any({"error_x", "error_y"} & trace.keys() or "fill" in trace for trace in traces),
        }
        assert {part: part in chart.key for part in drawn_parts} == drawn_parts
    if figure.form == "quantiles":
        assert ("dotted line" in chart.key) == any(trace["mode"] == "lines+text" for trace in traces)
