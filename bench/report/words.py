"""Numbers in words. They are rounded here and nowhere else."""

from math import floor, isfinite, log10

from bench.report.comparisons import MARGIN, Comparison
from bench.report.stats import Estimate

NBSP = "\u00a0"
"""A number and its unit stay on one line."""
FAR = 1.25
"""With too few rounds for an interval, a way is clearly ahead by this factor."""
NOBODY = "no clear difference"


def significant(value: float, digits: int = 3) -> str:
    """Return `value` rounded to `digits` significant digits, never with an exponent."""
    if value == 0 or not isfinite(value):
        return "0" if value == 0 else "no limit"
    places = digits - 1 - floor(log10(abs(float(f"{value:.{digits - 1}e}"))))
    return f"{round(value, places):,.{max(0, places)}f}"


def seconds(value: float, digits: int = 3) -> str:
    """Return a time in the unit that a person would use."""
    if not isfinite(value):
        return "no limit"
    if value < 1e-3:  # noqa: PLR2004
        return f"{significant(value * 1e6, digits)}{NBSP}µs"
    in_ms = value < 0.1  # noqa: PLR2004
    return f"{significant(value * 1e3, digits)}{NBSP}ms" if in_ms else f"{significant(value, digits)}{NBSP}s"


def rate(per_s: float) -> str:
    """Return how many in a second."""
    return f"{significant(per_s)} a second"


def kibibytes_each(value: float) -> str:
    """Return how much memory each further unit takes."""
    return f"{significant(value / 2**10)}{NBSP}KiB"


def exactly(value: float) -> str:
    """Return how many there were, to the last one."""
    return f"{value:,.0f}"


def number(value: float) -> str:
    """Return how often something happened."""
    return significant(value) if value >= 100 else f"{value:.0f}"  # noqa: PLR2004 – three digits.


def percent(share: float) -> str:
    """Return a share in percent, without decimals."""
    return f"{share * 100:.0f}{NBSP}%"


def milliseconds_each(value_s: float) -> str:
    """Return how much more each request takes."""
    return f"{significant(value_s * 1e3)}{NBSP}ms a request"


def median(estimate: Estimate) -> str:
    """Return the median of a time."""
    return seconds(estimate.median)


def mebibytes(value: float) -> str:
    """Return a size of memory."""
    return f"{significant(value / 2**20)}{NBSP}MiB"


def interval(estimate: Estimate) -> str:
    """Return the interval of a time, or how few trials there are."""
    if estimate.low is None or estimate.high is None:
        return "1 trial, no interval" if estimate.n == 1 else f"{estimate.n} trials, no interval"
    return f"95{NBSP}% interval {between(estimate)}"


def between(estimate: Estimate) -> str:
    """Return the limits of a time's interval, or an empty text."""
    if estimate.low is None or estimate.high is None:
        return ""
    return limits(estimate.low, estimate.high)


def limits(low: float, high: float) -> str:
    """Return the limits of an interval, with as many digits as tell them apart."""
    digits = next((n for n in (3, 4, 5) if significant(low, n) != significant(high, n)), 5)
    one, other = seconds(low, digits), seconds(high, digits)
    same_unit = one.split()[-1] == other.split()[-1]
    return f"{one.rpartition(NBSP)[0] if same_unit else one} to {other}"


def factor(comparison: Comparison) -> str:
    """Return a ratio as "93 times"."""
    return f"{significant(comparison.ratio)} times"


def versus(comparison: Comparison) -> str:
    """Return a comparison as the rest of a sentence whose subject is the scenario."""
    if comparison.low is None or comparison.high is None:
        rounds = "1 trial" if comparison.n == 1 else f"{comparison.n} trials"
        return f"takes {factor(comparison)} the time ({rounds}, too few for an interval)"
    limits = f"95{NBSP}% interval {significant(comparison.low)} to {significant(comparison.high)}"
    if comparison.verdict == "different":
        return f"takes {factor(comparison)} the time ({limits})"
    if comparison.verdict == "equivalent":
        return f"takes the same time within {MARGIN * 100:.0f}{NBSP}% (ratio {limits})"
    return f"shows no clear difference (ratio {limits})"


def versus_rate(comparison: Comparison) -> str:
    """Return a comparison of rates, not of times, as the rest of a sentence whose subject is the scenario."""
    if comparison.low is None or comparison.high is None:
        rounds = "1 trial" if comparison.n == 1 else f"{comparison.n} trials"
        return f"answers {factor(comparison)} as many ({rounds}, too few for an interval)"
    limits = f"95{NBSP}% interval {significant(comparison.low)} to {significant(comparison.high)}"
    if comparison.verdict == "different":
        return f"answers {factor(comparison)} as many ({limits})"
    if comparison.verdict == "equivalent":
        return f"answers as many within {MARGIN * 100:.0f}{NBSP}% (ratio {limits})"
    return f"shows no clear difference (ratio {limits})"


def clearly(comparison: Comparison) -> str:
    """Return a comparison as a factor where it is a clear one, else as none.

    With too few trials for an interval, what is `FAR` off is clear.
    """
    few = comparison.low is None
    clear = not 1 / FAR < comparison.ratio < FAR if few else comparison.verdict == "different"
    return factor(comparison) if clear else NOBODY
