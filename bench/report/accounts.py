"""What the account of its kind of work adds to a trial: of a client's server, of units, or of a loader."""

from math import nan
from typing import Any

from bench.model import Load, Measured, Served, Units
from bench.report.measures import COUNT, PHASE


def account(outcome: Measured) -> dict[str, Any]:
    """Return what the account of its kind of work adds to a trial."""
    if outcome.served:
        return of_server(outcome.served)
    if outcome.units:
        return of_units(outcome.units)
    return of_load(outcome.load) if outcome.load else {}


def of_server(served: Served) -> dict[str, Any]:
    """Return what the server of a client says."""
    return {
        "connections": served.connections,
        "requests": served.requests,
        "peak_in_flight": served.peak_in_flight,
        "server_cpu_s": served.cpu_s,
        "late_p99_s": served.lateness.p99_s if served.lateness else nan,
        "relay_late_p99_s": served.relay_lateness.p99_s if served.relay_lateness else nan,
    }


def of_units(units: Units) -> dict[str, Any]:
    """Return what was counted of units."""
    known = units.parked_bytes is not None and units.before_bytes is not None
    return {
        "parked_bytes": (units.parked_bytes or 0) - (units.before_bytes or 0) if known else nan,
        **{f"{PHASE}{name.replace('-', ' ')}": value for name, value in units.phases.items()},
        **{f"{COUNT}{name}": value for name, value in units.counts.items()},
    }


def of_load(load: Load) -> dict[str, Any]:
    """Return what the loader says; the time is from answer to answer, the CPU time the server's for each.

    `busy` and `loader_busy` are CPU seconds a second, `kept` is the share of answers after which the connection
    stayed open, and `busiest` the share of answers that came from the busiest worker.
    """
    return {
        "work_s": load.duration_s / load.answers,
        "cpu_s": load.server_cpu_s / load.answers,
        "cpu_per_request_s": load.server_cpu_s / load.answers,
        "peak_memory_bytes": load.server_memory_bytes,
        "connections": load.connections,
        "requests": load.answers,
        "server_cpu_s": load.server_cpu_s,
        "loader_cpu_s": load.loader_cpu_s,
        "lasted_s": load.duration_s,
        "asking_s": load.loader_cpu_s / load.answers,
        "busy": load.server_cpu_s / load.duration_s,
        "loader_busy": load.loader_cpu_s / load.duration_s,
        "lengths_differing": load.lengths_differing,
        "kept": nan if load.kept is None else load.kept / load.answers,
        "busiest": max(load.workers.values()) / load.answers if load.workers else nan,
        "mean_s": load.latency.mean_s,
        "p50_s": load.latency.p50_s,
        "p90_s": load.latency.p90_s,
        "p99_s": load.latency.p99_s,
        "max_s": load.latency.max_s,
        "loader_late_p99_s": load.late_p99_s,
        "recovery_s": load.recovery_s,
    }
