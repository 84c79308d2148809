"""Every figure has a twin: a table that tells each of its values, with its interval and its number of trials."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bench.catalog import all_experiments
from bench.model import Figure
from bench.report.drawing.phases import phased
from bench.report.drawing.shown import MEASURES, shown, value
from bench.report.drawing.steps import changes, signed
from bench.report.evaluation import find
from bench.report.findings import Findings
from bench.report.grown import growth
from bench.report.tables import tables
from bench.report.twins import twins
from bench.report.words import between, seconds, significant
from bench.results.store import Results
from tests import made_up

FIGURES = [
    pytest.param(name, figure, id=f"{name}-{figure.id}")
    for name, experiment in all_experiments().items()
    for figure in experiment.figures
]


@cache
def found(name: str) -> Findings:
    run = made_up.a_run(experiment=name)
    return find(Results(Path(run.id), run, tuple(made_up.trials(run))), name)


@cache
def cells(name: str) -> list[set[str]]:
    """Return the cells of each row of each table of a page."""
    findings = found(name)
    grown = growth(findings) or {"lines": []}
    rows = [row for table in (*tables(findings), *twins(all_experiments()[name], findings)) for row in table["rows"]]
    return [set(map(str, row)) for row in rows] + [set(line.values()) for line in grown["lines"]]


def texts(name: str, figure: Figure) -> list[tuple[str, str]]:
    """Return what a figure draws of each scenario: what it is called, and its value in words."""
    findings = found(name)
    result = []
    for one in shown(figure, findings):
        estimate = value(one, figure, findings)
        assert estimate
        measure = MEASURES[figure.measure]
        if measure.slope:
            continue
        told = (
            significant(1 / estimate.median)
            if figure.measure in {"rate", "interval"}
            else measure.words(estimate.median)
        )
        result.append((one.scenario.title, told))
    return result


@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_every_value_of_a_figure_is_in_a_row_of_a_table(name: str, figure: Figure) -> None:
    for title, told in texts(name, figure):
        rows = [row for row in cells(name) if title in row]
        assert any(told in row for row in rows), (title, told, rows)


@pytest.mark.parametrize(
    ("name", "figure"), [each for each in FIGURES if "each" in str(each.values) or "parked" in str(each.values)]
)
def test_every_slope_that_is_drawn_is_in_the_table_of_growth(name: str, figure: Figure) -> None:
    if not MEASURES[figure.measure].slope:
        return
    names = {line["name"] for line in (growth(found(name)) or {"lines": []})["lines"]}
    assert {one.scenario.series for one in shown(figure, found(name))} <= names


def twin(name: str, figure_id: str) -> dict[str, Any]:
    experiment = all_experiments()[name]
    at = [figure.id for figure in experiment.figures].index(figure_id)
    return list(twins(experiment, found(name)))[at]


@pytest.mark.parametrize("figure", all_experiments()["phases"].figures, ids=lambda figure: figure.id)
def test_the_twin_of_phases_tells_each_with_its_interval(figure: Figure) -> None:
    findings = found("phases")
    rows = [tuple(row) for row in twin("phases", figure.id)["rows"]]
    drawn = [
        (one, number, part) for one in shown(figure, findings) for number, part in enumerate(phased(one).phases, 1)
    ]
    assert len(rows) == len(drawn) > 0
    for (one, number, part), row in zip(drawn, rows, strict=True):
        estimate = one.phases[part.name]
        assert row == (
            one.scenario.title,
            f"{number} {part.name}",
            seconds(part.length),
            between(estimate) or "–",
            estimate.n,
        )


def test_the_twin_of_a_waterfall_tells_each_change() -> None:
    (figure, *_) = all_experiments()["why-linear"].figures
    rows = twin("why-linear", figure.id)["rows"]
    changed = [signed(change.median) for _, change in changes(figure, found("why-linear"))]
    assert [row[2] for row in rows] == ["", *changed]
    assert all(" to " in str(row[3]) for row in rows[1:])


def test_what_the_numbers_tell_with_their_interval_has_no_second_table() -> None:
    assert list(twins(all_experiments()["waiting"], found("waiting"))) == []


def test_a_figure_of_cpu_time_tells_its_intervals_and_trials() -> None:
    table = next(iter(twins(all_experiments()["loaders"], found("loaders"))))
    assert table["head"][1] == "CPU time of the loader for a request"
    assert all(row[3] == 6 for row in table["rows"])
