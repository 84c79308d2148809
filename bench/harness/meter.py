"""What the machine does besides the trial, and whether it is quiet enough to begin.

A number that the system does not tell is `None`.
"""

from dataclasses import dataclass
from pathlib import Path

import psutil

from bench.harness.measure import now, own_cpu_s, pause
from bench.model import Surroundings

QUIET = 0.2
"""Share of all cores that may be busy when a trial begins."""
GATE_S = 5.0
"""The longest wait for quiet; a trial that begins without it carries the doubt in `others_busy`."""
SAMPLE_S = 0.05
"""One look at the machine: five of the kernel's clock ticks, which also lets the last trial's traces settle."""


@dataclass(frozen=True)
class Reading:
    """Counters of the machine at one moment."""

    at: float
    busy_s: float
    steal_s: float
    own_s: float
    listen_overflows: int | None
    retransmits: int | None


def read() -> Reading:
    """Read the counters now."""
    times = psutil.cpu_times()
    steal = getattr(times, "steal", 0.0)
    busy = sum(getattr(times, name, 0.0) for name in ("user", "system", "nice", "irq", "softirq"))
    network = kernel_counters()
    return Reading(
        at=now(),
        busy_s=busy,
        steal_s=steal,
        own_s=sum(own_cpu_s()),
        listen_overflows=network.get("TcpExt.ListenOverflows"),
        retransmits=resent(network),
    )


def between(before: Reading, after: Reading, ours_s: float) -> Surroundings:
    """Return what happened from `before` to `after`; `ours_s` is the CPU time of the trial and its server."""
    capacity_s = (after.at - before.at) * (psutil.cpu_count() or 1)
    others_s = after.busy_s - before.busy_s - ours_s - (after.own_s - before.own_s)
    return Surroundings(
        others_busy=share(others_s, capacity_s),
        steal=share(after.steal_s - before.steal_s, capacity_s),
        listen_overflows=difference(before.listen_overflows, after.listen_overflows),
        retransmits=difference(before.retransmits, after.retransmits),
    )


def wait_for_quiet() -> float:
    """Wait until the machine is quiet, at most `GATE_S`; return the seconds waited."""
    start = now()
    while True:
        before = read()
        pause(SAMPLE_S)
        after = read()
        busy = (after.busy_s - before.busy_s) / ((after.at - before.at) * (psutil.cpu_count() or 1))
        if busy <= QUIET or now() - start > GATE_S:
            return now() - start


def share(part: float, whole: float) -> float:
    """Return `part` of `whole`, between 0 and 1: clock ticks of 10 ms make small parts negative."""
    return min(1.0, max(0.0, part / whole))


def difference(before: int | None, after: int | None) -> int | None:
    """Return how much a counter grew."""
    return None if before is None or after is None else max(0, after - before)


def resent(counters: dict[str, int]) -> int | None:
    """Return the segments sent again because no answer came; a loss probe asks earlier, and delays nothing."""
    segments = counters.get("Tcp.RetransSegs")
    return None if segments is None else segments - counters.get("TcpExt.TCPLossProbes", 0)


def kernel_counters() -> dict[str, int]:
    """Return Linux's TCP counters, as ``Tcp.RetransSegs``; nothing elsewhere."""
    counters: dict[str, int] = {}
    for path in (Path("/proc/net/snmp"), Path("/proc/net/netstat")):
        if path.exists():
            lines = path.read_text().splitlines()
            for names, numbers in zip(lines[::2], lines[1::2], strict=True):
                group, *fields = names.split()
                values = map(int, numbers.split()[1:])
                counters |= {f"{group}{field}".replace(":", "."): n for field, n in zip(fields, values, strict=True)}
    return counters
