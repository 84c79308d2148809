"""The model of a client: T(N) ≈ max(ceil(N / C) · L, N · c) + setup.

L is the latency, C the most requests in flight, c the CPU time of a request. C and c are what a reader can carry to
another machine.
"""

from dataclasses import dataclass

from bench.physics import floor_s, number_of
from bench.report.findings import Finding
from bench.report.series import Grown

TOLERANCE = 0.2
"""A measured time further from the predicted one than this share is a point where the model fails."""


@dataclass(frozen=True)
class Prediction:
    """One number of requests: seconds as the model has them and as they were."""

    requests: int
    predicted_s: float
    measured_s: float

    @property
    def off(self) -> float:
        """How much longer it took than predicted, as a share."""
        return self.measured_s / self.predicted_s - 1

    @property
    def fails(self) -> bool:
        """Whether the model fails here."""
        return abs(self.off) > TOLERANCE


@dataclass(frozen=True)
class Fit:
    """A series and its model: the CPU seconds of a request, the seconds of setup, and what they predict."""

    series: Grown
    cpu_s: float
    setup_s: float
    predictions: tuple[Prediction, ...]


def fit(series: Grown) -> Fit | None:
    """Fit the model to a series, or give `None` where nothing was measured.

    c is the slope of the CPU time over N, and the setup what the fewest requests take beyond the rest of the model.
    So every other point is predicted, not fitted.
    """
    if series.cpu is None or not series.findings:
        return None
    cpu_s = max(0.0, series.cpu.median)
    first, *_ = series.findings
    setup_s = max(0.0, measured_s(first) - without_setup_s(first, cpu_s))
    predictions = tuple(
        Prediction(number_of(f.scenario.conditions), without_setup_s(f, cpu_s) + setup_s, measured_s(f))
        for f in series.findings
    )
    return Fit(series, cpu_s, setup_s, predictions)


def without_setup_s(finding: Finding, cpu_s: float) -> float:
    """Return the longer of waiting and working."""
    return max(floor_s(finding.scenario.conditions, "warm"), number_of(finding.scenario.conditions) * cpu_s)


def measured_s(finding: Finding) -> float:
    """Return the median time of a scenario that has one."""
    if finding.time is None:
        raise ValueError(finding.scenario.id)
    return finding.time.median
