"""The figures of an experiment, drawn from what was found."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from bench.model import Experiment, Figure
from bench.physics import floor_s
from bench.report.escape import Trusted
from bench.report.figures import Point, Row, Series, dots, lines
from bench.report.findings import Finding, Findings
from bench.report.verdicts import Settled
from bench.report.words import fill, seconds, significant

KEYS = {
    "dots": "The dot is the median, the bar its 95 % interval, faint dots are the trials, and rows under one bracket "
    "are a tie.",
    "lines": "Each mark is a median with its 95 % interval; the dashed line is what waiting alone takes.",
}
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
            title=title(figure, experiment, findings),
            caption=Trusted(html_code(fill(figure.caption, findings))),
            key=Trusted(KEYS[figure.form] + (DIAMOND if any(published(f, settled) for f in timed) else "")),
            document=DRAWN[figure.form](timed, settled),
        )
        for figure in experiment.figures
        if (timed := [f for f in findings.of_tier(figure.tier) if f.time and f.concurrency])
    ]


def title(figure: Figure, experiment: Experiment, findings: Findings) -> str:
    """Return the finding as a title; a smoke run found nothing."""
    if findings.results.run.profile == "smoke":
        return "A smoke run: no result"
    return fill(figure.title, findings) or experiment.question


def drawn_dots(timed: Sequence[Finding], settled: list[Settled]) -> dict[str, Any]:
    """Return a row for each scenario, the fastest first, with the least time in which any of them can end."""
    floor = min(finding.floor_s for finding in timed)
    rows = [row(finding, finding.rank or len(timed) + 1 + place, settled) for place, finding in enumerate(timed)]
    return dots(rows, floor=floor, floor_label=f"{seconds(floor)}: waiting alone", axis="Time, s")


def drawn_lines(timed: Sequence[Finding], settled: list[Settled]) -> dict[str, Any]:
    """Return a line for each series, over the number of threads or of requests, whichever is varied."""
    by_size = sorted(timed, key=varied(timed))
    series = [
        Series(
            label=name,
            colour=own[0].concurrency or "serial",
            points=tuple(point(finding, varied(timed)(finding)) for finding in own),
            published=tuple((varied(timed)(f), *at) for f in own if (at := published(f, settled))),
        )
        for name in dict.fromkeys(finding.scenario.series for finding in by_size)
        if (own := [finding for finding in by_size if finding.scenario.series == name])
    ]
    floor = law(by_size)
    axis = "Requests" if len({f.scenario.conditions.requests for f in timed}) > 1 else "Requests in flight at most"
    return lines(series, floor=floor, floor_label="waits alone", x_axis=axis, y_axis="Time, s")


def law(by_size: Sequence[Finding]) -> list[tuple[float, float]]:
    """Return what waiting alone takes, at every width from the least to the largest, or at each number of requests."""
    at = varied(by_size)
    if at(by_size[0]) == by_size[0].scenario.conditions.requests:
        return sorted({(at(finding), finding.floor_s) for finding in by_size})
    widths = range(round(at(by_size[0])), round(at(by_size[-1])) + 1)
    conditions = by_size[0].scenario.conditions
    return [(width, floor_s(replace(conditions, concurrency=width))) for width in widths]


def varied(timed: Sequence[Finding]) -> Callable[[Finding], float]:
    """Return what tells a scenario's place on the horizontal axis."""
    if len({finding.scenario.conditions.requests for finding in timed}) > 1:
        return lambda finding: finding.scenario.conditions.requests
    return lambda finding: finding.scenario.conditions.concurrency


def point(finding: Finding, at: float) -> Point:
    """Return one scenario as a point of a line."""
    time = finding.time
    if time is None:
        raise ValueError(finding.scenario.id)
    return Point(x=at, median=time.median, low=time.low, high=time.high)


DRAWN = {"dots": drawn_dots, "lines": drawn_lines}


def row(finding: Finding, rank: int, settled: list[Settled]) -> Row:
    """Return one scenario as a row; `rank` is a place of its own where it has none."""
    time = finding.time
    if time is None or finding.concurrency is None:
        raise ValueError(finding.scenario.id)
    times = time.median / finding.floor_s if finding.floor_s else 0
    return Row(
        label=finding.scenario.title,
        colour=finding.concurrency,
        rank=rank,
        median=time.median,
        low=time.low,
        high=time.high,
        trials=finding.trials,
        published=published(finding, settled),
        words=seconds(time.median) + (f", {significant(times)} × its floor" if times else ""),
    )


def published(finding: Finding, settled: list[Settled]) -> tuple[float, float] | None:
    """Return the published time that a scenario repeats as it was published."""
    for one in settled:
        measured = one.as_published and one.as_published.scenario.id == finding.scenario.id
        if measured and one.claim.value_is_time and one.measured == finding.time:
            return one.claim.published
    return None


def html_code(text: str) -> str:
    """Return `text` with its code marks as HTML, since Markdown does not look into a figure."""
    parts = text.split("`")
    return "".join(f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts))
