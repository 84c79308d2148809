"""The figures of an experiment, drawn from what was found."""

from dataclasses import dataclass
from typing import Any

from bench.model import Experiment, Figure
from bench.report.escape import Trusted
from bench.report.figures import Row, dots
from bench.report.findings import Finding, Findings
from bench.report.verdicts import Settled
from bench.report.words import fill, seconds, significant

KEY = Trusted(
    "The dot is the median, the bar its 95 % interval, faint dots are the trials, and rows under one bracket are a tie."
)
DIAMOND = Trusted(" A hollow diamond is the published figure.")


@dataclass(frozen=True, kw_only=True)
class Chart:
    """A figure of a page: its texts, and the document for its file."""

    id: str
    file: str
    title: str
    caption: str
    key: str
    document: dict[str, Any]


def charts(experiment: Experiment, findings: Findings, settled: list[Settled]) -> list[Chart]:
    """Return every figure of the experiment that has something to show."""
    return [
        Chart(
            id=figure.id,
            file=f"charts/{experiment.id}-{figure.id}.json",
            title=fill(figure.title, findings),
            caption=Trusted(html_code(fill(figure.caption, findings))),
            key=Trusted(KEY + (DIAMOND if any(row.published for row in rows) else "")),
            document=dots(rows, floor=floor, floor_label=f"{seconds(floor)}: one wait", axis="Time, s"),
        )
        for figure in experiment.figures
        if (rows := rows_of(figure, findings, settled)) and (floor := lowest_floor(figure, findings))
    ]


def rows_of(figure: Figure, findings: Findings, settled: list[Settled]) -> list[Row]:
    """Return a row for each scenario that has a time."""
    timed = [finding for finding in findings.of_tier(figure.tier) if finding.time and finding.concurrency]
    unranked = len(timed) + 1
    return [row(finding, finding.rank or unranked + place, settled) for place, finding in enumerate(timed)]


def row(finding: Finding, rank: int, settled: list[Settled]) -> Row:
    """Return one scenario as a row; `rank` is a place of its own where it has none."""
    time = finding.time
    if time is None or finding.concurrency is None:
        raise ValueError(finding.scenario.id)
    return Row(
        label=finding.scenario.title,
        colour=finding.concurrency,
        rank=rank,
        median=time.median,
        low=time.low,
        high=time.high,
        trials=finding.trials,
        published=published(finding, settled),
        words=f"{seconds(time.median)}, {significant(time.median / finding.floor_s)} × its floor",
    )


def published(finding: Finding, settled: list[Settled]) -> tuple[float, float] | None:
    """Return the published time that a scenario repeats as it was published."""
    for one in settled:
        measured = one.as_published and one.as_published.scenario.id == finding.scenario.id
        if measured and one.claim.value_is_time and one.measured == finding.time:
            return one.claim.published
    return None


def lowest_floor(figure: Figure, findings: Findings) -> float:
    """Return the least time in which any of the figure's scenarios can end."""
    return min(finding.floor_s for finding in findings.of_tier(figure.tier) if finding.time)


def html_code(text: str) -> str:
    """Return `text` with its code marks as HTML, since Markdown does not look into a figure."""
    parts = text.split("`")
    return "".join(f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts))
