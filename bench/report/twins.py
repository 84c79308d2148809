"""Tables that say what a figure shows, where the table of all scenarios does not."""

from collections.abc import Iterator
from typing import Any

from bench.model import Answering, Experiment
from bench.report.contest import contest_table
from bench.report.factors import factor_table
from bench.report.findings import Findings


def twins(experiment: Experiment, findings: Findings) -> Iterator[dict[str, Any]]:
    """Yield the twin of each map, and of each waterfall of servers."""
    for figure in experiment.figures:
        loaded = isinstance(experiment.scenarios[0].conditions, Answering)
        if figure.form == "map":
            table: dict[str, Any] | None = contest_table(figure, findings)
        else:
            table = factor_table(figure, findings) if figure.form == "waterfall" and loaded else None
        if table and table["rows"]:
            yield table
