"""Tables that say what a figure shows, where the table of all scenarios does not."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bench.model import Answering, Experiment, Figure
from bench.report.charts import title
from bench.report.contest import contest_table
from bench.report.drawing.shown import shown
from bench.report.factors import factor_table
from bench.report.figure_tables import change_table, phase_table, quantile_table, value_table
from bench.report.findings import Findings

OF_FORM: Mapping[str, Callable[[Figure, Findings], dict[str, Any]]] = {
    "phases": phase_table,
    "quantiles": quantile_table,
    "waterfall": change_table,
}
TOLD_BY_ALL = ("time", "rate", "interval", "each", "parked")
"""Measures that the table of all scenarios has with their intervals, or that of growth."""


def twins(experiment: Experiment, findings: Findings) -> Iterator[dict[str, Any]]:
    """Yield the twin of each figure that needs one, named as the figure is, and the factors of a chain of servers."""
    for figure in experiment.figures:
        if not shown(figure, findings):
            continue
        if figure.form == "map":
            found = contest_table(figure, findings)
        elif figure.form in OF_FORM or figure.measure not in TOLD_BY_ALL:
            found = {"name": title(figure, experiment, findings)}
            found |= OF_FORM.get(figure.form, value_table)(figure, findings)
        else:
            continue
        if found["rows"]:
            yield found
        loaded = isinstance(experiment.scenarios[0].conditions, Answering)
        factors = factor_table(figure, findings) if figure.form == "waterfall" and loaded else None
        if factors and factors["rows"]:
            yield factors
