"""What a page shows: an experiment in one run, with its doubts and charts."""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.catalog import all_experiments
from bench.model import Experiment, Machine
from bench.report.charts import Chart, charts
from bench.report.doubts import Doubt, doubts
from bench.report.findings import Findings
from bench.report.places import identity
from bench.report.verdicts import Settled


@dataclass(frozen=True, kw_only=True)
class Shown:
    """An experiment in one run, ready to be shown."""

    experiment: Experiment
    findings: Findings
    doubts: Sequence[Doubt]
    charts: Sequence[Chart]
    here: bool
    """Whether the run is from the machine that builds the report."""


def show(findings: Findings, settled: list[Settled], here: Machine | None, *, first: bool) -> Shown:
    """Return an experiment in a run with its doubts and charts; the files of the `first` run have short names."""
    experiment = all_experiments()[findings.planned.id]
    suffix = "" if first else f"-{findings.results.run.id}"
    return Shown(
        experiment=experiment,
        findings=findings,
        doubts=doubts(findings),
        charts=charts(experiment, findings, settled, suffix),
        here=here is not None
        and not findings.results.contributed
        and identity(here) == identity(findings.results.run.machine),
    )
