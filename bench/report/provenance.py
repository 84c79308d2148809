"""Where numbers come from: machine, software, code, and the run's own controls, in words."""

import hashlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench.catalog import ROOT, implementations
from bench.model import Measured
from bench.report.ages import aged, published
from bench.report.escape import Trusted
from bench.report.findings import Findings
from bench.report.places import machine_words, python_words
from bench.report.words import mebibytes, significant


def provenance(findings: Findings, *, here: bool) -> str:
    """Return where the numbers come from, in a sentence."""
    run = findings.results.run
    each = sorted(set(findings.trials.groupby(["scenario", "copy"]).size()))
    least, most = (each[0], each[-1]) if each else (0, 0)
    rounds = "1 round" if most == 1 else f"{most} rounds" if least == most else f"{least} to {most} rounds"
    whose = "the newest run of this machine" if here else "the newest run of its machine"
    if findings.results.contributed:
        whose = "contributed, and not measured again by this project; the newest such run of its machine"
    python = python_words(run)
    return (
        f"Measured on {run.started:%Y-%m-%d} in {rounds} (profile {run.profile}) with {python} on "
        f"{machine_words(run)}; {whose} with this Python."
    )


def code(findings: Findings) -> Iterator[dict[str, Any]]:
    """Yield each file that was measured, with its text only if it is still the one that was.

    An application follows the first of the servers that serve it.
    """
    digests = findings.results.run.environment.sources
    names = dict.fromkeys(scenario.implementation for scenario in findings.planned.scenarios)
    known = {name: found for name in names if (found := implementations().get(name))}
    measured = {name for name, found in known.items() if found.digest == digests.get(name)}
    served = [(found.source.application, name in measured) for name, found in known.items()]
    unchanged = {application: (application, True) in served for application, _ in served if application}
    for name in names:
        found = known.get(name)
        path, language = (found.path, found.source.language) if found else (None, "")
        yield listing(name, path, language, shown=name in measured)
        if found and (application := found.source.application) in unchanged:
            yield listing(Path(application).stem, ROOT / application, "python", shown=unchanged.pop(application))


def listing(name: str, path: Path | None, language: str, *, shown: bool) -> dict[str, Any]:
    """Return a file for a page, without its text if that is not to be `shown`."""
    text = path.read_text() if path and shown else ""
    return {
        "name": Trusted(name),
        "path": Trusted(path.relative_to(ROOT).as_posix() if path else name),
        "digest": Trusted(hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path else ""),
        "language": Trusted(language),
        "text": Trusted("\n".join(f"    {part}" if part else "" for part in text.rstrip().splitlines())),
    }


def checks(findings: Findings) -> str:
    """Return what the run's own controls say."""
    inside = f" The run spent {share_inside(findings):.0%} of its time inside trials.".replace("%", " %")
    if findings.noise is None:
        return f"There was no placebo.{inside}"
    return (
        f"Placebo: two copies of the same scenario differed by at most {significant(findings.noise * 100, 2)} % of the "
        f"{JUDGED[findings.planned.measure]}; a difference under {significant(findings.band * 100, 2)} % is not "
        f"called one.{inside}"
    )


JUDGED = {"work_s": "time", "parked_bytes": "memory"}
GIL = {True: "on", False: "off", None: "unknown"}
PAUSE_S = 60
"""A longer gap between two trials is a run that was stopped and resumed."""


def share_inside(findings: Findings) -> float:
    """Return which part of the run's wall time its trials' own processes took."""
    trials = findings.results.trials
    spans = [t.outcome.usage.process_s if isinstance(t.outcome, Measured) else t.outcome.after_s for t in trials]
    starts = [(after.started - before.started).total_seconds() for before, after in pairwise(trials)]
    between = [start - span for start, span in zip(starts, spans, strict=False)]
    whole = sum(spans) + sum(max(0.0, gap) for gap in between if gap < PAUSE_S)
    return sum(spans) / whole if whole else 0.0


def facts(findings: Findings) -> Iterator[tuple[str, str]]:
    """Yield what the run recorded of its machine and software."""
    run = findings.results.run
    machine, environment = run.machine, run.environment
    yield "run", run.id
    yield (
        "CPU",
        f"{machine.cpu}; {machine.cores} cores; threads per core: {machine.threads_per_core or 'unknown'}",
    )
    yield (
        "frequency",
        f"{machine.frequency_mhz or 'hidden'} MHz, governor {machine.governor or 'hidden by the hypervisor'}",
    )
    yield "memory", mebibytes(machine.memory_bytes)
    yield (
        "system",
        f"{machine.system} {machine.kernel}, {machine.architecture}, {machine.virtualisation or 'hypervisor unknown'}",
    )
    yield (
        "limits",
        ", ".join(f"{name} {'none' if n is None else n}" for name, n in sorted(machine.limits.items())),
    )
    yield (
        "Python",
        f"{environment.python}, {environment.python_build}, GIL {GIL[environment.gil]}",
    )
    yield "Go", environment.go or "none"
    known, measured = published(), run.started.date()
    versions = (
        f"{name} {aged(name, number, measured, known)}" for name, number in sorted(environment.packages.items())
    )
    yield "packages", "; ".join(versions)
    yield "commit", f"{environment.commit or 'unknown'}{', changed' if environment.dirty else ''}"
