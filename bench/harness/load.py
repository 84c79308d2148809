"""One trial of a server: start it, load it, ask both sides what they saw."""

from bench.harness.reaper import Reaper
from bench.model import Answering, Failed, Measured, Scenario


def load(scenario: Scenario, conditions: Answering, reaper: Reaper) -> Measured | Failed:
    """Measure a fresh server under load."""
    raise NotImplementedError
