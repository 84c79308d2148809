"""What no program can beat."""

import math

from bench.model import Conditions


def floor_s(conditions: Conditions) -> float:
    """Return the shortest time, in seconds, in which the work can be done: ceil(N / C) waits of L.

    N requests of which at most C are in flight, C limited by the client or by the server, and each held for L.
    """
    width = min(conditions.concurrency, conditions.server_capacity or conditions.concurrency)
    return math.ceil(conditions.requests / width) * conditions.latency_s
