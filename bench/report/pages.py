"""Pages as text: findings in, Markdown out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jinja2

from bench.catalog import ROOT, implementations
from bench.model import Experiment, Scenario, Tier
from bench.report.charts import Chart
from bench.report.claims import TOLERANCE, Post, Settled
from bench.report.doubts import Doubt
from bench.report.escape import Trusted, plain
from bench.report.findings import Finding, Findings
from bench.report.stats import Estimate
from bench.report.words import between, fill, interval, mebibytes, seconds, significant

TEMPLATES = jinja2.Environment(
    loader=jinja2.PackageLoader("bench.report"),
    undefined=jinja2.StrictUndefined,
    finalize=plain,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,  # noqa: S701 – `plain` escapes for Markdown and HTML.
)
TIERS: dict[Tier, str] = {
    "like for like": "same server, same answers, same reuse of connections; only the way differs",
    "as published": "the post's own settings, faults included; not to be compared with the table above",
}


@dataclass(frozen=True, kw_only=True)
class Shown:
    """An experiment in one run, ready to be shown."""

    experiment: Experiment
    findings: Findings
    doubts: Sequence[Doubt]
    charts: Sequence[Chart]
    here: bool
    """Whether the run is from the machine that builds the report."""


def experiment_page(shown: Shown, others: Sequence[Shown], posts: dict[str, Post], settled: list[Settled]) -> str:
    """Return the page of an experiment; `shown` is the run it tells of, `others` are of other machines."""
    own = [one for one in settled if one.experiment == shown.experiment.id]
    return TEMPLATES.get_template("experiment.md.j2").render(
        id=Trusted(shown.experiment.id),
        title=shown.experiment.title,
        reading=Trusted(shown.experiment.reading),
        shown=context(shown),
        claims=claims_by_post(posts, own),
        tolerance=TOLERANCE,
        others=[context(other) | {"machine": machine_words(other.findings)} for other in others],
    )


def index_page(shown: Shown, settled: list[Settled]) -> str:
    """Return the start page: the answer, its figure, three links."""
    return TEMPLATES.get_template("index.md.j2").render(
        shown=context(shown),
        first=Trusted(f"{shown.experiment.kind}/index.md"),
        verdicts=tally(settled),
    )


def claims_page(posts: dict[str, Post], settled: list[Settled]) -> str:
    """Return the page of all claims."""
    return TEMPLATES.get_template("claims.md.j2").render(
        posts=claims_by_post(posts, settled), tolerance=TOLERANCE, summary=tally(settled)
    )


def kind_page(title: str, about: str, experiments: Sequence[Shown]) -> str:
    """Return the page that leads to the experiments of a kind."""
    entries = [
        {
            "id": Trusted(one.experiment.id),
            "title": one.experiment.title,
            "question": one.experiment.question,
            "answer": Trusted(fill(one.experiment.answer, one.findings)),
        }
        for one in experiments
    ]
    return TEMPLATES.get_template("kind.md.j2").render(title=title, about=about, experiments=entries)


def context(shown: Shown) -> dict[str, Any]:
    """Return what the templates say of an experiment in a run."""
    run = shown.findings.results.run
    return {
        "answer": Trusted(fill(shown.experiment.answer, shown.findings)),
        "provenance": provenance(shown),
        "figures": shown.charts,
        "tables": list(tables(shown.findings)),
        "code": list(code(shown.findings)),
        "command": Trusted(f"nox -s bench -- {shown.experiment.id} --profile {run.profile} --seed {run.seed}"),
        "doubts": shown.doubts,
        "checks": checks(shown.findings),
        "citation": f"Concurrency, measured: {shown.experiment.title}; run {run.id}, commit {run.environment.commit}.",
        "facts": list(facts(shown.findings)),
    }


def provenance(shown: Shown) -> str:
    """Return where the numbers come from, in a sentence."""
    run = shown.findings.results.run
    most = max((slot.round for slot in run.order), default=0)
    rounds = "1 round" if most == 1 else f"{most} rounds"
    whose = "the newest run of this machine" if shown.here else "the newest run of its machine"
    return (
        f"Measured on {run.started:%Y-%m-%d} in {rounds} (profile {run.profile}) with Python "
        f"{run.environment.python} on {machine_words(shown.findings)}; {whose}."
    )


def machine_words(findings: Findings) -> str:
    """Return a machine in a few words."""
    machine = findings.results.run.machine
    virtual = ", virtual" if machine.virtualisation else ""
    cores = "1 core" if machine.cores == 1 else f"{machine.cores} cores"
    return f"{machine.cpu}, {cores}, {machine.system}{virtual}"


def tables(findings: Findings) -> Iterator[dict[str, Any]]:
    """Yield a table for each tier that has scenarios; what could not be measured stands in it with its reason."""
    for tier, about in TIERS.items():
        if chosen := findings.of_tier(tier):
            yield {
                "name": tier.capitalize(),
                "about": about,
                "rows": [line(finding, findings) for finding in chosen],
            }


def line(finding: Finding, findings: Findings) -> dict[str, Any]:
    """Return a scenario's cells."""
    time = finding.time
    unavailable = findings.planned.unavailable.get(finding.scenario.id)
    none = unavailable or (f"failed: {finding.failures[0]}" if finding.failures else "not measured")
    return {
        "rank": finding.rank,
        "title": finding.scenario.title,
        "time": seconds(time.median) if time else none,
        "interval": (between(time) or interval(time)) if time else "",
        "times_floor": significant(time.median / finding.floor_s) if time else "",
        "warm": shown_as(finding.estimates.get("warm_s"), seconds),
        "cpu": shown_as(finding.estimates.get("cpu_s"), seconds),
        "memory": shown_as(finding.estimates.get("peak_memory_bytes"), mebibytes),
        "connections": shown_as(finding.estimates.get("connections"), lambda value: f"{value:,.0f}"),
        "n": finding.estimates["work_s"].n if "work_s" in finding.estimates else 0,
    }


def shown_as(estimate: Estimate | None, words: Any) -> str:
    """Return a median in words, or a dash where there is none."""
    return words(estimate.median) if estimate else "–"


def code(findings: Findings) -> Iterator[dict[str, Any]]:
    """Yield each file that was measured, with its text only if it is still the one that was."""
    digests = findings.results.run.environment.sources
    used: Mapping[str, Scenario] = {s.implementation: s for s in findings.planned.scenarios}
    for name in used:
        found = implementations().get(name)
        same = found is not None and found.digest == digests.get(name)
        text = found.path.read_text() if found and same else ""
        yield {
            "name": Trusted(name),
            "path": Trusted(found.path.relative_to(ROOT).as_posix() if found else name),
            "digest": Trusted(found.digest[:16] if found else ""),
            "language": Trusted(found.source.language if found else ""),
            "text": Trusted("\n".join(f"    {part}" if part else "" for part in text.rstrip().splitlines())),
        }


def checks(findings: Findings) -> str:
    """Return what the run's own controls say."""
    if findings.noise is None:
        return "There was no placebo."
    return (
        f"Placebo: two copies of the same scenario differed by at most {significant(findings.noise * 100, 2)} % of the "
        f"time; a difference under {significant(findings.band * 100, 2)} % is not called one."
    )


def facts(findings: Findings) -> Iterator[tuple[str, str]]:
    """Yield what the run recorded of its machine and software."""
    run = findings.results.run
    machine, environment = run.machine, run.environment
    yield "run", run.id
    yield (
        "CPU",
        f"{machine.cpu}; {machine.cores} cores; {machine.threads_per_core or 'unknown'} threads per core",
    )
    yield (
        "frequency",
        f"{machine.frequency_mhz or 'hidden'} MHz, governor {machine.governor or 'hidden by the hypervisor'}",
    )
    yield "memory", mebibytes(machine.memory_bytes)
    yield (
        "system",
        f"{machine.system} {machine.kernel}, {machine.architecture}, {machine.virtualisation or 'no hypervisor'}",
    )
    yield (
        "limits",
        ", ".join(f"{name} {'none' if n is None else n}" for name, n in sorted(machine.limits.items())),
    )
    yield (
        "Python",
        f"{environment.python}, {environment.python_build}, GIL {'on' if environment.gil else 'off'}",
    )
    yield "Go", environment.go or "none"
    yield "packages", ", ".join(f"{name} {number}" for name, number in sorted(environment.packages.items()))
    yield "commit", f"{environment.commit or 'unknown'}{', changed' if environment.dirty else ''}"


def claims_by_post(posts: dict[str, Post], settled: list[Settled]) -> list[dict[str, Any]]:
    """Return the claims of each post that has some in `settled`, in words."""
    return [
        {
            "title": post.title,
            "url": Trusted(post.url),
            "setup": post.setup,
            "when": f" ({post.date})" if post.date else "",
            "unknown": ", ".join(post.unknown) or "nothing that matters here",
            "claims": [claim_line(one) for one in settled if one.post == name],
        }
        for name, post in posts.items()
        if any(one.post == name for one in settled)
    ]


def claim_line(one: Settled) -> dict[str, Any]:
    """Return a claim's cells."""
    name = one.verdict.replace(" ", "-")
    return {
        "what": one.claim.text or one.claim.workload or one.claim.id,
        "published": published_words(one),
        "measured": with_interval(one.measured),
        "fair": with_interval(one.fair),
        "badge": Trusted(f'<span class="verdict verdict-{name}">{one.verdict}</span>'),
        "cause": Trusted(one.cause),
    }


def published_words(one: Settled) -> str:
    """Return a published figure with its unit."""
    claim = one.claim
    if claim.published is None:
        return "–"
    low, high = claim.published
    words = seconds if claim.unit == "s" else lambda value: f"{significant(value, 4)} {claim.unit}"
    if claim.value is None and claim.high is None:
        return f"{words(low)} or more"
    return words(low) if low == high else f"{words(low)} to {words(high)}"


def with_interval(estimate: Estimate | None) -> str:
    """Return a time and its interval."""
    return f"{seconds(estimate.median)} ({interval(estimate)})" if estimate else "–"


def tally(settled: list[Settled]) -> str:
    """Return how many claims have which verdict, in a sentence."""
    verdicts = [one.verdict for one in settled]
    order = ("reproduced", "not reproduced", "true for another reason", "cannot be tested here", "pending")
    counts = [f"{verdicts.count(name)} {name}" for name in order if name in verdicts]
    return f"Of {len(settled)} published claims: {', '.join(counts)}."
