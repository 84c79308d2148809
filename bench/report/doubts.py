"""Every doubt about a number, as data. What cannot be true at all stops the build."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pandas as pd

from bench.model import Fetching
from bench.report.comparisons import MARGIN
from bench.report.findings import Finding, Findings
from bench.report.impossible import TIMER_S, check_physics
from bench.report.limits import LIMITS
from bench.report.words import seconds

NAMED = 5
"""How many scenarios a doubt names on a page."""
FEWEST = 6
"""Trials that an exact 95 % interval of the median needs."""
LATE = 0.05
"""Share of the latency by which the server may be late."""


@dataclass(frozen=True)
class Doubt:
    """Why a number may be wrong; `scenario` is `None` where it concerns the whole experiment."""

    code: str
    what: str
    """A sentence without its full stop."""
    scenario: str | None = None
    where: str = ""
    """The scenario's title, and in how many of its trials."""

    @property
    def text(self) -> str:
        """The doubt as one sentence."""
        return f"{self.what}: {self.where}." if self.where else f"{self.what}."


def doubts(findings: Findings) -> list[Doubt]:
    """Return every doubt about an experiment in a run; raise `PhysicsError` at what cannot be."""
    found = list(of_run(findings))
    for finding in findings.scenarios.values():
        own = findings.trials[findings.trials["scenario"] == finding.scenario.id]
        check_physics(finding, findings)
        found += of_scenario(finding, own[own["status"] == "ok"], findings)
    return found


def of_run(findings: Findings) -> Iterator[Doubt]:
    """Yield what concerns the experiment as a whole."""
    results, run = findings.results, findings.results.run
    planned = sum(slot.experiment == findings.planned.id for slot in run.order)
    if run.profile == "smoke":
        yield Doubt("smoke", "A smoke run: tiny sizes, to see that everything works. None of this is a result")
    if len(findings.trials) < planned:
        yield Doubt("incomplete", f"The run was stopped: {len(findings.trials)} of {planned} trials are there")
    if results.torn:
        yield Doubt("torn", "The last line of the results was cut off; its trial is lost")
    if not run.environment.pinned:
        yield Doubt("unpinned", "Client and server could not be kept on cores of their own, so each may slow the other")
    if run.environment.dirty is None:
        yield Doubt("dirty", "It is not known which code measured")
    elif run.environment.dirty:
        yield Doubt("dirty", "The code that measured was not committed; the commit named here does not hold all of it")
    if findings.noise is None:
        yield Doubt("no-placebo", "No placebo was measured, so the noise of this run is not known")
    elif findings.noise > MARGIN:
        text = f"Two copies of the same code differed by up to {findings.noise:.1%}; smaller differences say nothing"
        yield Doubt("noisy", text.replace("%", " %"))


def of_scenario(finding: Finding, ok: pd.DataFrame, findings: Findings) -> Iterator[Doubt]:
    """Yield what concerns one scenario; `ok` are its trials that succeeded."""
    name, title = finding.scenario.id, finding.scenario.title
    title += ", as published" if finding.scenario.tier == "as published" else ""
    if name in findings.planned.unavailable:
        yield Doubt("unavailable", "Not measured here", name, f"{title}: {findings.planned.unavailable[name]}")
        return
    for failure, status in zip(finding.failures, finding.statuses, strict=True):
        if status != finding.scenario.may_fail:
            yield Doubt("failed", "A trial failed", name, f"{title}, {failure}")
    if 0 < len(finding.trials) < FEWEST:
        trials = "1 trial" if len(finding.trials) == 1 else f"{len(finding.trials)} trials"
        yield Doubt("few", "Too few trials for an interval", name, f"{title} ({trials})")
    conditions = finding.scenario.conditions
    for limit in LIMITS:
        if limit.of(conditions) and (hits := int(limit.exceeds(ok).sum())):
            yield Doubt(limit.code, limit.text, name, f"{title} ({hits} of {len(ok)} trials)")
    if isinstance(conditions, Fetching):
        yield from too_late(ok, "late", conditions.latency_s, name, title)
        yield from too_late(ok, "relay-late", conditions.distance_s / 2, name, title)


LATENESS = {
    "late": ("late_p99_s", "The server held 1 % of its answers too long"),
    "relay-late": ("relay_late_p99_s", "What stands for the network delivered 1 % of all bytes too late"),
}


def too_late(ok: pd.DataFrame, code: str, asked_s: float, name: str, title: str) -> Iterator[Doubt]:
    """Yield the doubt that something was later than asked by more than its share, and than timers are."""
    measure, what = LATENESS[code]
    late = ok[measure].astype(float).median() if len(ok) else 0.0
    if late > max(LATE * asked_s, TIMER_S):
        yield Doubt(code, what, name, f"{title} (by {seconds(late)} or more)")


def grouped(found: Sequence[Doubt]) -> list[str]:
    """Return doubts as sentences, one for each code that concerns scenarios, with all of them in it."""
    texts: dict[tuple[str, str], list[str]] = {}
    for doubt in found:
        texts.setdefault((doubt.code, doubt.what), []).append(doubt.where)
    return [f"{what}: {places(where)}." if where[0] else f"{what}." for (_, what), where in texts.items()]


def places(where: Sequence[str]) -> str:
    """Return where a doubt is: the first few places, and how many more there are, which the CSV names."""
    rest = len(where) - NAMED
    return "; ".join(where) if rest <= 1 else f"{'; '.join(where[:NAMED])}; and {rest} more, which the CSV names"
