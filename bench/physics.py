"""What no program can beat, and what the account of a trial can refute."""

import math
from collections.abc import Iterator
from itertools import chain
from statistics import fmean
from typing import Literal

from bench.loads import contradictions, failures
from bench.model import Answering, Conditions, Fetching, Load, Measured, Served, Starting, Units

TLS_TRIPS = {"1.2": 2, "1.3": 1}
"""Round trips of a full handshake, beside the one of TCP."""
PHASES_WITHIN = 0.02
"""How much of a batch's time the phases of its units may miss: whatever is between two readings of the clock."""
PHASES_WITHIN_S = 0.0005
"""The same in seconds, for short batches: how long the process may be set aside between two readings."""


def number_of(conditions: Conditions) -> int:
    """Return of how many requests or units a batch consists; of a server under load, one answer is the measure."""
    match conditions:
        case Fetching():
            return conditions.requests
        case Starting():
            return conditions.units
        case Answering():
            return 1


def floor_s(conditions: Conditions, counts: Literal["cold", "warm"] = "cold") -> float:
    """Return the shortest time, in seconds, in which a batch can be done; of a server, from answer to answer."""
    match conditions:
        case Fetching():
            return fetching_floor_s(conditions, counts)
        case Starting():
            last = (conditions.units - 1) / conditions.units if conditions.units else 0.0
            return (conditions.sleeps * conditions.sleep_s + last * conditions.spread_s) * (conditions.units > 0)
        case Answering():
            return max(conditions.wait_s / conditions.connections, 1 / conditions.rate if conditions.rate else 0.0)


def fetching_floor_s(conditions: Fetching, counts: Literal["cold", "warm"]) -> float:
    """Return what waiting alone takes: ceil(N / C) waits of L and a round trip.

    N requests of which at most C are in flight, C limited by the client or by the server, and each held for L. To
    open a connection takes a round trip, and TLS one more, two before version 1.3: once, for all connections at the
    same time, or for every request where none is kept. So does finding the address of a host.
    """
    width = min(conditions.concurrency, conditions.server_capacity or conditions.concurrency)
    waves = math.ceil(conditions.requests / width)
    opening_s = conditions.distance_s * (1 + TLS_TRIPS[conditions.tls_version] * conditions.tls)
    openings = waves if conditions.reuse is False else counts == "cold"
    lookup_s = (conditions.lookup_s or 0.0) if counts == "cold" else 0.0
    return waves * (conditions.latency_s + conditions.distance_s) + openings * opening_s + lookup_s


def refuted(conditions: Conditions, measured: Measured) -> str | None:
    """Say what the account of a trial holds against it, or `None`."""
    match conditions:
        case Fetching():
            return mismatch(conditions, measured.served) if measured.served else "the server gave no account"
        case Starting():
            work_s = fmean(batch.work_s for batch in measured.batches)
            return miscount(conditions, measured.units, work_s) if measured.units else "nobody counted the units"
        case Answering():
            return doubtful(conditions, measured.load) if measured.load else "the loader gave no account"


def doubtful(conditions: Answering, load: Load) -> str | None:
    """Say what a load tells against the server, or against itself, or `None`."""
    return next(chain(failures(load.answers, load.statuses, load.errors), contradictions(conditions, load)), None)


def miscount(conditions: Starting, units: Units, work_s: float) -> str | None:
    """Say that not every unit ran to its end, or that its phases do not make the time of a batch, or `None`."""
    started = conditions.units * conditions.batches
    if units.ended != started:
        return f"{units.ended} units ran to their end, not {started}"
    told_s = sum(units.phases.values())
    if units.phases and abs(told_s - work_s) > max(PHASES_WITHIN * work_s, PHASES_WITHIN_S):
        return f"the phases of a unit add up to {told_s:.6f} s, while a batch took {work_s:.6f} s"
    return None


def mismatch(conditions: Fetching, served: Served) -> str | None:
    """Say what the server's account holds against the trial, or `None`."""
    return next(mismatches(conditions, served), None)


def mismatches(conditions: Fetching, served: Served) -> Iterator[str]:
    """Yield everything in which the server's account is not what the conditions demand."""
    sent = conditions.requests * conditions.batches
    if served.failed:
        yield f"{served.failed} of {served.requests} requests failed at the server"
    if served.requests != sent:
        yield f"the server saw {served.requests} requests, not {sent}"
    if set(served.http_versions) - {conditions.http}:
        yield f"requests came over {', '.join(sorted(served.http_versions))}, not {conditions.http}"
    if served.peak_in_flight > conditions.concurrency:
        yield f"{served.peak_in_flight} requests were in flight, more than {conditions.concurrency}"
    if conditions.reuse is False and served.connections != sent:
        yield f"{served.connections} connections for {sent} requests, though none should be reused"
    if conditions.reuse and served.connections > max(conditions.concurrency, conditions.hosts):
        yield f"{served.connections} connections, too many: they were not reused"
