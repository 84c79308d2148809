"""What a page shows: an experiment in one run, with its doubts and charts."""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.model import Experiment
from bench.report.charts import Chart
from bench.report.doubts import Doubt
from bench.report.findings import Findings


@dataclass(frozen=True, kw_only=True)
class Shown:
    """An experiment in one run, ready to be shown."""

    experiment: Experiment
    findings: Findings
    doubts: Sequence[Doubt]
    charts: Sequence[Chart]
    here: bool
    """Whether the run is from the machine that builds the report."""
