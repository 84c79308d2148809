"""What no program can beat, and what a server's account can refute."""

import math
from collections.abc import Iterator
from typing import Literal

from bench.model import Conditions, Served

TLS_TRIPS = {"1.2": 2, "1.3": 1}
"""Round trips of a full handshake, beside the one of TCP."""


def floor_s(conditions: Conditions, counts: Literal["cold", "warm"] = "cold") -> float:
    """Return the shortest time, in seconds, in which a batch can be done: ceil(N / C) waits of L and a round trip.

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


def mismatch(conditions: Conditions, served: Served) -> str | None:
    """Say what the server's account holds against the trial, or `None`."""
    return next(mismatches(conditions, served), None)


def mismatches(conditions: Conditions, served: Served) -> Iterator[str]:
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
