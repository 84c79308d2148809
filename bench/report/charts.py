"""The figures of an experiment, drawn from what was found."""

from dataclasses import dataclass
from typing import Any

from bench.model import Experiment, Figure, Tier
from bench.report.drawing import DRAWN
from bench.report.drawing.shown import MEASURES, published, shown
from bench.report.drawing.steps import changes, signed
from bench.report.escape import Trusted
from bench.report.findings import Findings
from bench.report.sentences import fill
from bench.report.verdicts import Settled

KEYS = {
    "dots": "The dot is the median, the bar its 95 % interval, faint dots are the trials, and rows under one bracket "
    "are a tie.",
    "lines": "Each mark is a median with its 95 % interval.",
    "phases": "A bar is what a mean unit took beyond the sleep that was asked for, in the order in which it "
    "happened; the number over a part is that of its phase above. Phases are medians over rounds of means over units; "
    "their intervals are in a table below.",
    "waterfall": "From the top, each row makes one change on top of all those before: its bar goes from the median "
    "before to the one after, striped where it rises; the thin line below it is the 95 % interval of the change. "
    "The first bar and the last, from zero, are totals.",
    "quantiles": "Half of the answers came within p50, 99 of 100 within p99, each timed from when its request was "
    "due; a mark is the median over rounds, with its 95 % interval where there are enough. From the dotted line on "
    "the server gives fewer answers a second than are asked for.",
    "map": "A square has the colour of its winner and tells the winner's requests a second; one that is striped and "
    "grey has none, since no clear difference was found. With too few rounds for a 95 % interval a way wins only if "
    "it is ahead by a factor of 1.25 in each of two or more.",
}
WAITS = " A dashed line is what waiting alone takes."
DIAMOND = " A hollow diamond is the published figure."


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


def key(figure: Figure, findings: Findings, settled: list[Settled]) -> str:
    """Return how to read a figure."""
    diamonds = any(published(f, figure, settled) for f in shown(figure, findings))
    waits = WAITS if figure.form == "lines" and figure.measure == "time" else ""
    sum_ = adds_up(figure, findings) if figure.form == "waterfall" else ""
    return KEYS[figure.form] + waits + sum_ + (DIAMOND if diamonds else "")


def title(figure: Figure, experiment: Experiment, findings: Findings) -> str:
    """Return the finding as a title; a smoke run found nothing."""
    if findings.results.run.profile == "smoke":
        return "A smoke run: no result"
    return fill(figure.title, findings).removesuffix(".") or experiment.question


def adds_up(figure: Figure, findings: Findings) -> str:
    """Say what the changes of a waterfall sum to, and what the whole change is."""
    drawn = shown(figure, findings)
    whole = findings.change(drawn[-1].scenario.id, drawn[0].scenario.id, MEASURES[figure.measure].column)
    if whole is None:
        return ""
    parts = sum(change.median for _, change in changes(figure, findings))
    share = f"{100 * parts / whole.median:.1f}" if whole.median else "–"
    return f" The changes sum to {signed(parts)}; from first to last it is {signed(whole.median)} ({share} %)."


def html_code(text: str) -> str:
    """Return `text` with its code marks as HTML, since Markdown does not look into a figure."""
    parts = text.split("`")
    return "".join(f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts))
