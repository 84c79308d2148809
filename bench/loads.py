"""What the account of a load tells against the server, and what it tells against itself."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from bench.model import Answering, Load

LITTLE = 0.05
"""By which share throughput × mean latency may differ from the mean number of requests in flight."""


def failures(answers: int, statuses: Mapping[str, int], errors: Mapping[str, int]) -> Iterator[str]:
    """Yield what a server failed to do: each status that is not 200, each error, each wrong body."""
    asked = sum(statuses.values()) + sum(errors.values())
    for status, number in sorted(statuses.items()):
        if status != "200":
            yield f"{number} of {asked} answers had the status {status}"
    for what, number in sorted(errors.items()):
        yield f"{number} of {asked} requests: {what}"
    if wrong := statuses.get("200", 0) - answers:
        yield f"{wrong} of {asked} answers had another body than they should"
    if not asked:
        yield "nothing was answered"


def contradictions(conditions: Answering, load: Load) -> Iterator[str]:
    """Yield everything in the account that cannot be true, or is not what was asked for."""
    if conditions.requests not in {None, load.answers}:
        yield f"{load.answers} answers to {conditions.requests} requests"
    known = [(name, value) for name in ("p50_s", "p90_s", "p99_s", "max_s") if (value := getattr(load.latency, name))]
    for (low, shorter), (high, longer) in pairwise(known):
        if shorter > longer:
            yield f"{low} is {shorter:g} and {high} is only {longer:g}"
    if conditions.loader == "loader":
        yield from own_contradictions(conditions, load)


def own_contradictions(conditions: Answering, load: Load) -> Iterator[str]:
    """Yield what can be said of the project's own loader alone.

    `ab` reckons its mean from the throughput, so that Little's law tells nothing there; `wrk` adds answers that it
    thinks it missed. Neither tells how many connections it opened.
    """
    opened, kept = load.connections or 0, load.kept or 0
    if load.latency.mean_s > load.latency.max_s:
        yield f"the mean latency is {load.latency.mean_s:g} s, more than the longest"
    if not conditions.keep_alive and opened != load.answers:
        yield f"{opened} connections for {load.answers} answers, though none should be kept"
    if conditions.rate is None and opened > conditions.connections + load.answers - kept:
        yield f"{opened} connections, too many: {kept} of {load.answers} answers left theirs open"
    if sum(load.workers.values()) > load.answers:
        yield f"workers gave {sum(load.workers.values())} answers, and the loader had {load.answers}"
    if conditions.rate is None:
        yield from against_little(load)


def against_little(load: Load) -> Iterator[str]:
    """Yield that throughput × mean latency is not the mean number of requests in flight.

    That number is the time for which connections were in use, by the duration: while the last answer of a load is
    awaited the other connections have nothing more to send. So the law finds samples that were lost, or counted twice.
    """
    if load.in_use_s is None:
        return
    share = load.answers * load.latency.mean_s / load.in_use_s
    if abs(share - 1) > LITTLE:
        in_flight = load.in_use_s / load.duration_s
        by_latency = f"{share * in_flight:.1f} requests in flight by their latency"
        yield f"Little's law: {by_latency}, {in_flight:.1f} by the time that connections were in use"
