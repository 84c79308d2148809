"""Results as a table: one row per trial. Seconds and bytes; a failed trial's time is infinite, never a number."""

from math import inf, nan
from statistics import median
from typing import Any

import pandas as pd

from bench.model import Failed, Load, Measured, Scenario, Served, Trial, Units
from bench.physics import number_of
from bench.results.store import Results

PHASE, COUNT = "phase: ", "count: "
"""What the names of columns begin with that only some workloads have; phases stand in their order."""


def frame(results: Results, experiment: str) -> pd.DataFrame:
    """Return the trials of `experiment` in `results`, in the order in which they were measured."""
    planned = next((one.scenarios for one in results.run.experiments if one.id == experiment), ())
    scenarios = {scenario.id: scenario for scenario in planned}
    trials = [trial for trial in results.trials if trial.slot.experiment == experiment]
    began = results.run.environment.gil
    rows = [row(t, scenarios[t.slot.scenario]) | {"gil_changed": gil_changed(t.outcome, began)} for t in trials]
    own = dict.fromkeys(name for row in rows for name in row if name.startswith((PHASE, COUNT)))
    return pd.DataFrame(rows, columns=[*COLUMNS, *own])


def gil_changed(outcome: Measured | Failed, began: bool | None) -> bool:  # noqa: FBT001 - it is a state.
    """Tell whether Python's lock was not at the end of a trial what it was at its start."""
    return isinstance(outcome, Measured) and None not in {outcome.usage.gil, began} and outcome.usage.gil != began


def row(trial: Trial, scenario: Scenario) -> dict[str, Any]:
    """Return one trial of `scenario`, flat."""
    slot, outcome = trial.slot, trial.outcome
    place = {
        "scenario": slot.scenario,
        "copy": slot.copy,
        "round": slot.round,
        "position": slot.position,
        "started": trial.started.isoformat(),
        "gate_s": trial.gate_s,
    }
    return place | (failed(outcome) if isinstance(outcome, Failed) else measured(outcome, scenario))


def failed(outcome: Failed) -> dict[str, Any]:
    """Return what a failed trial still tells."""
    reached = nan if outcome.reached is None else outcome.reached
    return {"status": outcome.status, "reason": outcome.reason, "work_s": inf, "warm_s": inf, "reached": reached}


def measured(outcome: Measured, scenario: Scenario) -> dict[str, Any]:
    """Return the figures of a trial; `work_s` and the CPU time are of the batch that counts."""
    first, *later = outcome.batches
    counted = later if scenario.counts == "warm" else [first]
    cpu_s = median(batch.user_s + batch.system_s for batch in counted)
    usage, around = outcome.usage, outcome.surroundings
    return {
        "status": "ok",
        "reason": "",
        "work_s": median(batch.work_s for batch in counted),
        "warm_s": median(batch.work_s for batch in later) if later else nan,
        "setup_s": outcome.setup_s,
        "teardown_s": outcome.teardown_s,
        "cpu_s": cpu_s,
        "cpu_per_request_s": cpu_s / max(1, number_of(scenario.conditions)),
        "asked_connections": getattr(scenario.conditions, "connections", nan),
        "process_s": usage.process_s,
        "process_cpu_s": (usage.user_s or 0) + (usage.system_s or 0),
        "switches": total(usage.voluntary_switches, usage.involuntary_switches),
        "voluntary_switches": usage.voluntary_switches,
        "involuntary_switches": usage.involuntary_switches,
        "peak_memory_bytes": usage.peak_memory_bytes,
        "threads": usage.threads,
        "all_work_s": sum(batch.work_s for batch in outcome.batches),
        "others_busy": around.others_busy,
        "steal": around.steal,
        "reached": number_of(scenario.conditions) if outcome.units else nan,
        "listen_overflows": around.listen_overflows,
        "retransmits": around.retransmits,
    } | account(outcome)


def total(*parts: int | None) -> float:
    """Return a sum, which is not known if a part of it is not."""
    return sum(part if part is not None else nan for part in parts)


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


COLUMNS = [
    "scenario",
    "copy",
    "round",
    "position",
    "started",
    "gate_s",
    "status",
    "reason",
    "work_s",
    "warm_s",
    "setup_s",
    "teardown_s",
    "cpu_s",
    "cpu_per_request_s",
    "process_s",
    "process_cpu_s",
    "switches",
    "voluntary_switches",
    "involuntary_switches",
    "peak_memory_bytes",
    "threads",
    "connections",
    "requests",
    "peak_in_flight",
    "server_cpu_s",
    "late_p99_s",
    "relay_late_p99_s",
    "all_work_s",
    "others_busy",
    "steal",
    "listen_overflows",
    "retransmits",
    "parked_bytes",
    "reached",
    "loader_cpu_s",
    "lasted_s",
    "asking_s",
    "busy",
    "loader_busy",
    "kept",
    "lengths_differing",
    "asked_connections",
    "busiest",
    "mean_s",
    "p50_s",
    "p90_s",
    "p99_s",
    "max_s",
    "loader_late_p99_s",
    "recovery_s",
    "gil_changed",
]
