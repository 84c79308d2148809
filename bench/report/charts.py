"""The figures of an experiment, drawn from what was found."""

from dataclasses import dataclass
from typing import Any

from bench.model import Experiment, Figure, Tier
from bench.report.drawing import DRAWN
from bench.report.drawing.shown import shown
from bench.report.escape import Trusted
from bench.report.findings import Findings
from bench.report.keys import key
from bench.report.sentences import fill
from bench.report.verdicts import Settled


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A figure of a page: its texts, and the document for its file."""

    id: str
    tier: Tier
    file: str
    title: str
    caption: str
    key: str
    document: dict[str, Any]


def charts(experiment: Experiment, findings: Findings, settled: list[Settled], suffix: str = "") -> list[Chart]:
    """Return every figure of the experiment that has something to show; `suffix` tells the files of runs apart."""
    return [
        Chart(
            id=figure.id,
            tier=figure.tier,
            file=f"charts/{experiment.id}-{figure.id}{suffix}.json",
            title=title(figure, experiment, findings),
            caption=Trusted(html_code(fill(figure.caption, findings))),
            key=Trusted(key(figure, findings, settled)),
            document=DRAWN[figure.form](figure, findings, settled),
        )
        for figure in experiment.figures
        if shown(figure, findings)
    ]


def title(figure: Figure, experiment: Experiment, findings: Findings) -> str:
    """Return the finding as a title; a smoke run found nothing."""
    if findings.results.run.profile == "smoke":
        return "A smoke run: no result"
    return fill(figure.title, findings).removesuffix(".") or experiment.question


def html_code(text: str) -> str:
    """Return `text` with its code marks as HTML, since Markdown does not look into a figure."""
    parts = text.split("`")
    return "".join(f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts))
