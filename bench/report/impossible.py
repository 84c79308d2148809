"""What cannot be true at all, and stops the build."""

from bench.errors import PhysicsError
from bench.model import Measured
from bench.physics import floor_s, refuted
from bench.report.findings import Finding, Findings
from bench.report.words import seconds

TIMER_S = 0.001
"""What timers of both sides may together be early."""


def check_physics(finding: Finding, findings: Findings) -> None:
    """Raise `PhysicsError` where a trial was faster than waiting allows, or its server saw something else."""
    conditions = finding.scenario.conditions
    where = f"{findings.results.folder}: {findings.planned.id}/{finding.scenario.id}"
    for trial in findings.results.trials:
        its_own = (trial.slot.experiment, trial.slot.scenario) == (findings.planned.id, finding.scenario.id)
        if not its_own or not isinstance(trial.outcome, Measured):
            continue
        cold, *warm = (batch.work_s for batch in trial.outcome.batches)
        for took, floor in [(cold, floor_s(conditions)), *((one, floor_s(conditions, "warm")) for one in warm)]:
            if took >= floor - TIMER_S:
                continue
            least = f"{seconds(took)}, but its waits alone take {seconds(floor)}"
            raise PhysicsError(f"{where} took {least}; this result is not true, remove the run")
        if why := refuted(conditions, trial.outcome):
            raise PhysicsError(f"{where}, round {trial.slot.round}: {why}; this result is not true, remove the run")
