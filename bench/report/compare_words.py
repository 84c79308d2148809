"""A comparison of two runs in words."""

from collections.abc import Sequence
from statistics import median
from typing import get_args

from bench.report.compare import Change, Verdict
from bench.report.comparisons import Verdict as Compared
from bench.report.escape import visible
from bench.report.findings import Finding
from bench.report.places import machine_words, python_words
from bench.report.words import seconds, significant
from bench.results.store import Results

VERDICTS: tuple[Verdict, ...] = ("different", "inconclusive", "equivalent", "not comparable")
"""In the order in which they are told: first what a reader has to look at."""


def ordered(changes: Sequence[Change]) -> list[Change]:
    """Return what differs first, the slowest after first."""
    return sorted(
        changes, key=lambda one: (VERDICTS.index(one.verdict), -one.comparison.ratio if one.comparison else 0)
    )


def tally(changes: Sequence[Change]) -> str:
    """Return how many scenarios have which verdict, and by how much all of them moved."""
    counts = {verdict: sum(one.verdict == verdict for one in changes) for verdict in VERDICTS}
    said = ", ".join(f"{often} {verdict}" for verdict, often in counts.items() if often)
    ratios = [one.comparison.ratio for one in changes if one.comparison and one.verdict in get_args(Compared)]
    moved = (
        f" The median of all ratios is {significant(median(ratios))}: what the machine may have done." if ratios else ""
    )
    return f"{len(changes)} scenarios: {said}.{moved}"


def about(which: str, results: Results) -> str:
    """Return a run in a line."""
    run = results.run
    commit = (run.environment.commit or "unknown")[:10] + (", changed" if run.environment.dirty else "")
    return f"{which}: {run.id} (commit {commit}; {python_words(run)}; {machine_words(run)})"


def notes(before: Results, after: Results) -> list[str]:
    """Return what else changed, without making anything incomparable: that is what the number of the method is for."""
    was, now = before.run.environment.sources, after.run.environment.sources
    parts = {"harness": "the harness", "reference": "what serves and loads"}
    changed = [words for part, words in parts.items() if was.get(part) != now.get(part)]
    return [f"The code of {' and of '.join(changed)} changed, under the same method."] if changed else []


def took(finding: Finding | None) -> str:
    """Return the time of a scenario in one run."""
    if finding is None or not (finding.trials or finding.failures):
        return "–"
    return seconds(finding.time.median) if finding.time else "failed"


def ratio(one: Change) -> str:
    """Return how many times as long a scenario takes after, or why that cannot be said."""
    found = one.comparison
    if one.reasons or found is None:
        return "; ".join(one.reasons) or "trials failed in both runs"
    if found.low is None or found.high is None:
        few = "1 trial" if found.n == 1 else f"{found.n} trials"
        return f"{significant(found.ratio)} times ({few}, no interval)"
    return f"{significant(found.ratio)} times ({significant(found.low)} to {significant(found.high)})"


def as_text(before: Results, after: Results, changes: Sequence[Change]) -> str:
    """Return a comparison for a terminal."""
    lines = [
        (one.verdict, f"{one.experiment}/{one.scenario}", f"{took(one.before)} → {took(one.after)}", ratio(one))
        for one in ordered(changes)
    ]
    widths = [max(map(len, column)) for column in list(zip(*lines, strict=True))[:3]]
    padded = ["  ".join([*(cell.ljust(w) for cell, w in zip(line, widths, strict=False)), line[3]]) for line in lines]
    head = [about("before", before), about("after", after), *notes(before, after), tally(changes), ""]
    return "\n".join(map(visible, [*head, *padded])) + "\n"
