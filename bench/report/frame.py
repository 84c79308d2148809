"""Results as a table: one row per trial. Seconds and bytes; a failed trial's time is infinite, never a number."""

from math import inf, nan
from statistics import median
from typing import Any

import pandas as pd

from bench.model import Failed, Measured, Scenario, Trial
from bench.physics import number_of
from bench.report.accounts import account
from bench.report.measures import COLUMNS, COUNT, PHASE
from bench.results.store import Results


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
