"""How ways grow with the number of requests or units, as the cells of tables."""

from typing import Any

from bench.model import Starting
from bench.report.findings import Findings
from bench.report.prediction import TOLERANCE, Fit, Prediction, fit
from bench.report.series import Grown, all_series
from bench.report.stats import Estimate
from bench.report.words import seconds, significant


def growth(findings: Findings) -> dict[str, Any] | None:
    """Return the slopes of every series and what the model makes of them, or `None` where nothing grows."""
    fits = [found for series in all_series(findings) if steady(series) and (found := fit(series))]
    if not fits:
        return None
    units = isinstance(findings.planned.scenarios[0].conditions, Starting)
    return {
        "units": units,
        "parked": any(found.series.parked for found in fits),
        "waits": any(finding.floor_s for found in fits for finding in found.series.findings),
        "lines": [line(found) for found in fits],
        "predictions": [predictions(found) for found in fits],
        "tolerance": f"{TOLERANCE:.0%}".replace("%", " %"),
    }


def steady(series: Grown) -> bool:
    """Tell whether a series has a slope: of units, only if all their numbers were tried in the same rounds."""
    scenarios = [finding.scenario for finding in series.findings]
    units = any(isinstance(scenario.conditions, Starting) for scenario in scenarios)
    return not units or all(scenario.rounds == scenarios[0].rounds for scenario in scenarios)


def line(found: Fit) -> dict[str, Any]:
    """Return the slopes of a series."""
    series = found.series
    return {
        "name": named(series),
        "wall": with_limits(series.wall, 1e3),
        "wall_us": with_limits(series.wall, 1e6),
        "memory": with_limits(series.memory, 2**-10),
        "parked": with_limits(series.parked, 2**-10),
        "cpu": with_limits(series.cpu, 1e6),
        "exponent": with_limits(series.exponent, 1),
        "square": f"with the square of N, from {series.square:,} on" if series.square else "in a line",
        "setup": seconds(found.setup_s),
    }


def named(series: Grown) -> str:
    """Return the name of a series, with its tier where that is not the usual one."""
    published = series.findings and series.findings[0].scenario.tier == "as published"
    return f"{series.name}, as published" if published else series.name


def with_limits(estimate: Estimate | None, times: float) -> str:
    """Return an estimate, times so much, with its interval."""
    if estimate is None:
        return "–"
    words = significant(estimate.median * times)
    if estimate.low is None or estimate.high is None:
        return f"{words} (n = {estimate.n})"
    return f"{words} ({significant(estimate.low * times)} to {significant(estimate.high * times)})"


def predictions(found: Fit) -> dict[str, Any]:
    """Return at which numbers of requests the model holds for a series, and at which it does not."""
    _, *predicted = found.predictions
    return {
        "name": named(found.series),
        "holds": "; ".join(words(one) for one in predicted if not one.fails) or "–",
        "fails": "; ".join(words(one) for one in predicted if one.fails) or "–",
    }


def words(one: Prediction) -> str:
    """Return a predicted and a measured time."""
    return f"{one.requests:,}: {seconds(one.predicted_s)} / {seconds(one.measured_s)}"
