"""How to read a figure: only what is in it is explained."""

from collections.abc import Callable, Mapping

from bench.model import Figure
from bench.report.doubts import FEWEST
from bench.report.drawing.quantiles import saturated
from bench.report.drawing.rows import places_of
from bench.report.drawing.shown import MEASURES, median_of, published, shown, value
from bench.report.drawing.steps import changes, signed
from bench.report.findings import Finding, Findings
from bench.report.verdicts import Settled
from bench.report.words import NBSP

INTERVAL = f"95{NBSP}% interval"
ENOUGH = f" where there are {FEWEST} trials or more"
PHASES = (
    "A bar is what a mean unit took beyond the sleep that was asked for, in the order in which it happened; the number "
    "over a part is that of its phase above. Phases are medians over rounds of means over units; their intervals are "
    "in a table below."
)
STEPS = (
    "From the top, each row makes one change on top of all those before: its bar goes from the median before to the "
    f"one after, striped where it rises; the thin line below it is the {INTERVAL} of the change. The first bar and the "
    "last, from zero, are totals."
)
QUANTILES = (
    "Half of the answers came within p50, 99 of 100 within p99, each timed from when its request was due; a mark is "
    f"the median over rounds, with its {INTERVAL}{ENOUGH}."
)
SATURATED = " From the dotted line on the server gives fewer answers a second than are asked for."
MAP = (
    "A square has the colour of its winner and tells the winner's requests a second; one that is striped and grey has "
    f"none, since no clear difference was found. With too few rounds for a {INTERVAL} a way wins only if it is ahead "
    "by a factor of 1.25 in each of two or more."
)
WAITS = " A dashed line is what waiting alone takes."
DIAMOND = " A hollow diamond is the published figure."


def key(figure: Figure, findings: Findings, settled: list[Settled]) -> str:
    """Return how to read a figure."""
    diamonds = any(published(f, figure, settled) for f in shown(figure, findings))
    return OF_FORM[figure.form](figure, findings) + (DIAMOND if diamonds else "")


def of_dots(figure: Figure, findings: Findings) -> str:
    """Explain a dot plot, and its brackets if there are any."""
    found = sorted(shown(figure, findings), key=lambda one: median_of(one, figure, findings))
    places = list(places_of(found, figure, findings).values())
    bar = {True: f"the bar its {INTERVAL}, ", None: f"the bar its {INTERVAL}{ENOUGH}, ", False: ""}
    tie = "; rows under one bracket are a tie" if len(set(places)) < len(places) else ""
    none = "" if known(found, figure, findings) is not False else f"; there are too few trials for a {INTERVAL}"
    return f"The dot is the median, {bar[known(found, figure, findings)]}faint dots are the trials{none}{tie}."


def of_lines(figure: Figure, findings: Findings) -> str:
    """Explain a line chart, and the line of what waiting takes if there is one."""
    found = shown(figure, findings)
    bar = {True: f" with its {INTERVAL}", None: f" with its {INTERVAL}{ENOUGH}"}
    none = f"; there are too few trials for a {INTERVAL}"
    waits = figure.measure == "time" and any(finding.floor_s for finding in found)
    return f"Each mark is a median{bar.get(known(found, figure, findings), none)}." + WAITS * waits


def of_quantiles(figure: Figure, findings: Findings) -> str:
    """Explain lines of quantiles, and where the server is saturated if it is."""
    series = [finding.scenario.series for finding in shown(figure, findings)]
    return QUANTILES + SATURATED * (saturated(findings, series) is not None)


def of_waterfall(figure: Figure, findings: Findings) -> str:
    """Explain a waterfall, what its changes sum to, and what the whole change is."""
    drawn = shown(figure, findings)
    whole = findings.change(drawn[-1].scenario.id, drawn[0].scenario.id, MEASURES[figure.measure].column)
    if whole is None:
        return STEPS
    parts = sum(change.median for _, change in changes(figure, findings))
    share = f"{100 * parts / whole.median:.1f}" if whole.median else "–"
    sum_ = f"The changes sum to {signed(parts)}; from first to last it is {signed(whole.median)} ({share}{NBSP}%)."
    return f"{STEPS} {sum_}"


def known(found: list[Finding], figure: Figure, findings: Findings) -> bool | None:
    """Tell whether all that is drawn has an interval, or nothing has; `None`: some of it."""
    has = {bool(estimate and estimate.low is not None) for one in found if (estimate := value(one, figure, findings))}
    return None if len(has) > 1 else has.pop()


OF_FORM: Mapping[str, Callable[[Figure, Findings], str]] = {
    "dots": of_dots,
    "lines": of_lines,
    "phases": lambda *_: PHASES,
    "waterfall": of_waterfall,
    "quantiles": of_quantiles,
    "map": lambda *_: MAP,
}
