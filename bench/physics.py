"""What no program can beat, and what a server's account can refute."""

import math

from bench.model import Conditions, Served


def floor_s(conditions: Conditions) -> float:
    """Return the shortest time, in seconds, in which the work can be done: ceil(N / C) waits of L.

    N requests of which at most C are in flight, C limited by the client or by the server, and each held for L.
    """
    width = min(conditions.concurrency, conditions.server_capacity or conditions.concurrency)
    return math.ceil(conditions.requests / width) * conditions.latency_s


def mismatch(conditions: Conditions, served: Served) -> str | None:
    """Say what the server's account holds against the trial, or `None`."""
    sent = conditions.requests * conditions.batches
    if served.failed:
        return f"{served.failed} of {served.requests} requests failed at the server"
    if served.requests != sent:
        return f"the server saw {served.requests} requests, not {sent}"
    if served.peak_in_flight > conditions.concurrency:
        return f"{served.peak_in_flight} requests were in flight, more than {conditions.concurrency}"
    if conditions.reuse is False and served.connections != sent:
        return f"{served.connections} connections for {sent} requests, though none should be reused"
    if conditions.reuse and served.connections > conditions.concurrency:
        return f"{served.connections} connections, more than {conditions.concurrency}: they were not reused"
    return None
