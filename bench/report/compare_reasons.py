"""What keeps a scenario from being compared in two runs: something else than time may have changed."""

from collections.abc import Iterator

from bench.catalog import implementations
from bench.model import Fetching, Run, Scenario
from bench.report.places import identity, python_words

SERVED_BY = ("fastapi", "uvicorn")
"""Packages of the servers in Python that answer clients."""


def differing(one: Scenario, other: Scenario, before: Run, after: Run) -> Iterator[str]:
    """Yield what is another thing in the two runs: method, machine, software, code, conditions."""
    was, now = before.environment, after.environment
    facts = {
        "method": (str(before.method), str(after.method)),
        "Python": (python_words(before), python_words(after)),
        "build of Python": (was.python_build, now.python_build),
        "Go": (was.go or "none", now.go or "none"),
    } | {name: (was.packages.get(name, "none"), now.packages.get(name, "none")) for name in packages(one)}
    yield from (f"{name}: {old}, then {new}" for name, (old, new) in facts.items() if old != new)
    if identity(before.machine) != identity(after.machine):
        yield "another machine"
    if was.pinned != now.pinned:
        yield "cores were given out otherwise"
    same_code = one.implementation == other.implementation and one.workload == other.workload
    if not same_code or was.sources.get(one.implementation) != now.sources.get(other.implementation):
        yield "the code that is measured changed"
    if (one.conditions, one.counts, one.tier) != (other.conditions, other.counts, other.tier):
        yield "the conditions changed"


def packages(scenario: Scenario) -> list[str]:
    """Return the packages on which a scenario's time depends."""
    found = implementations().get(scenario.implementation)
    own = found.source.packages if found else ()
    conditions = scenario.conditions
    asks_python = isinstance(conditions, Fetching) and not conditions.server.startswith("mock")
    return sorted({*own, *(SERVED_BY if asks_python else ())})
