"""Figures as tables: each row or point of a figure, with its interval and its number of trials."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from bench.model import Figure
from bench.report.drawing.phases import phased
from bench.report.drawing.quantiles import NAMES, rate_of
from bench.report.drawing.shown import MEASURES, axis_of, median_of, shown, value
from bench.report.drawing.steps import changes, signed
from bench.report.escape import Trusted
from bench.report.findings import Finding, Findings
from bench.report.jobs import job
from bench.report.stats import Estimate
from bench.report.words import NBSP, between, seconds

INTERVAL = f"95{NBSP}% interval"
Table = dict[str, Any]
Rows = Sequence[Sequence[str | int]]


def value_table(figure: Figure, findings: Findings) -> Table:
    """Return what a figure draws of each scenario that none of the numbers' own tables tells with its interval."""
    found = shown(figure, findings)
    if figure.form == "lines":
        found.sort(key=lambda one: (one.scenario.series, job(one.scenario.conditions)))
    else:
        found.sort(key=lambda one: median_of(one, figure, findings))
    known = [(one, estimate) for one in found if (estimate := value(one, figure, findings))]
    words = MEASURES[figure.measure].words
    rows: Rows = [[one.scenario.title, words(e.median), limits(e, words), e.n] for one, e in known]
    return table("the median over rounds", ["Way", counted(figure, found[0]), INTERVAL, "n"], rows, texts=(0, 2))


def counted(figure: Figure, finding: Finding) -> str:
    """Return the name of what a figure draws, without the unit, which each value brings along."""
    axis = axis_of(figure, finding)
    return axis.rpartition(",")[0] or axis


def limits(estimate: Estimate, words: Callable[[float], str]) -> str:
    """Return the limits of an interval, or a dash where there is none."""
    if words is seconds or estimate.low is None or estimate.high is None:
        return between(estimate) or "–"
    return f"{words(estimate.low)} to {words(estimate.high)}"


def quantile_table(figure: Figure, findings: Findings) -> Table:
    """Return the quantiles of how long answers take, at each rate that was asked for."""
    found = sorted(shown(figure, findings), key=rate_of)
    measures = {name: replace(figure, measure=name) for name in NAMES}
    rows: Rows = [
        [
            f"{rate_of(one):,.0f}",
            *(with_limits(value(one, own, findings)) for own in measures.values()),
            len(one.trials),
        ]
        for one in found
    ]
    return table(
        "the median over rounds, and its interval where there are enough",
        ["Requests a second asked for", *measures, "n"],
        rows,
    )


def phase_table(figure: Figure, findings: Findings) -> Table:
    """Return each phase of each way, in the order in which they happen."""
    rows = [row for one in shown(figure, findings) for row in phase_rows(one)]
    return table("medians over rounds of means over units", ["Way", "Phase", "Time", INTERVAL, "n"], rows, (0, 1, 3))


def phase_rows(finding: Finding) -> Iterator[list[str | int]]:
    """Yield the phases of one way that its figure draws."""
    for number, one in enumerate(phased(finding).phases, start=1):
        found = finding.phases[one.name]
        yield [finding.scenario.title, f"{number} {one.name}", one.words, between(found) or "–", found.n]


def change_table(figure: Figure, findings: Findings) -> Table:
    """Return what is left after each change of a waterfall, and what the change is."""
    changed = dict(changes(figure, findings))
    rows = [
        [one.scenario.title, seconds(left.median), *change_cells(changed.get(one.scenario.id))]
        for one in shown(figure, findings)
        if (left := value(one, figure, findings))
    ]
    name = counted(figure, shown(figure, findings)[0])
    return table(
        "each change is on top of all before; its interval is of the difference in the same round",
        ["Change", name, "Changed by", INTERVAL, "n"],
        rows,
        texts=(0, 3),
    )


def change_cells(change: Estimate | None) -> list[str | int]:
    """Return a change with its interval and its number of rounds; the first scenario has none."""
    if change is None:
        return ["", "", ""]
    known = change.low is not None and change.high is not None
    limits = f"{signed(change.low or 0)} to {signed(change.high or 0)}" if known else "–"
    return [signed(change.median), limits, change.n]


def with_limits(estimate: Estimate | None) -> str:
    """Return a time with its interval in brackets, or without one where there is none."""
    if estimate is None:
        return "–"
    limits = between(estimate)
    return f"{seconds(estimate.median)} ({limits})" if limits else seconds(estimate.median)


def table(about: str, head: Sequence[str], rows: Rows, texts: Sequence[int] = ()) -> Table:
    """Return a table without a name; columns that are `texts` begin on the left."""
    rules = [Trusted(":----" if number in texts else "-----:") for number in range(len(head))]
    return {"about": about, "head": list(head), "rules": rules, "rows": list(rows)}
