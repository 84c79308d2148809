"""What scenarios are asked to do: only those that do the same job are in one race."""

from bench.model import Answering, Conditions, Fetching, Starting

Job = tuple[float | str, ...]


def job(conditions: Conditions) -> Job:
    """Return what a batch has to achieve, whichever way is taken; jobs sort from the least to the most.

    Threads, workers, processes and requests in flight belong to the way.
    """
    match conditions:
        case Fetching():
            return (conditions.requests, conditions.latency_s, conditions.distance_s)
        case Starting():
            return (conditions.units, round(conditions.sleeps * conditions.sleep_s, 9))
        case Answering():
            load = (conditions.connections, conditions.rate or 0.0)
            return (*load, conditions.wait_s, conditions.burn_s, conditions.path)


def named(conditions: Conditions) -> str:
    """Return what tells the jobs of a kind of work apart, in words."""
    match conditions:
        case Fetching():
            return "as many requests, held as long"
        case Starting():
            return "as many units, asleep as long"
        case Answering():
            return "the same load"
