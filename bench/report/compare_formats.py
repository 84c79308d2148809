"""A comparison of two runs as Markdown and as JSON."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bench.report.compare import Change
from bench.report.compare_words import VERDICTS, about, as_text, notes, ordered, ratio, tally, took
from bench.report.escape import plain
from bench.report.findings import Finding
from bench.report.formats import as_json, bounds, number
from bench.results.store import Results

Form = Callable[[Results, Results, Sequence[Change]], str]


def as_markdown(before: Results, after: Results, changes: Sequence[Change]) -> str:
    """Return a comparison for a comment: what differs is open, the rest folded; nothing in it is trusted."""
    head = [f"- {plain(about(which, of))}" for which, of in (("before", before), ("after", after))]
    parts = [f"**{tally(changes)}**", "", *head, *[f"- {note}" for note in notes(before, after)], ""]
    for verdict in VERDICTS:
        own = [one for one in ordered(changes) if one.verdict == verdict]
        if own and verdict == "different":
            parts += [*table(own), ""]
        elif own:
            title = f"{verdict.capitalize()}: {len(own)}"
            parts += [f"<details><summary>{title}</summary>", "", *table(own), "", "</details>", ""]
    return "\n".join(parts)


def table(changes: Sequence[Change]) -> list[str]:
    """Return the lines of a table."""
    head = ["| Scenario | Verdict | Before | After | Time after, against before |", "|:--|:--|--:|--:|:--|"]
    rows = [
        (f"{one.experiment}/{one.scenario}: {one.title}", one.verdict, took(one.before), took(one.after), ratio(one))
        for one in changes
    ]
    return head + [f"| {' | '.join(map(plain, row))} |" for row in rows]


def as_document(before: Results, after: Results, changes: Sequence[Change]) -> str:
    """Return a comparison as JSON: seconds and ratios, `null` where there is no number."""
    return as_json(
        {
            "before": before.run.id,
            "after": after.run.id,
            "notes": notes(before, after),
            "scenarios": [record(one) for one in changes],
        }
    )


def record(one: Change) -> dict[str, Any]:
    """Return a scenario as data."""
    found = one.comparison
    return {
        "experiment": one.experiment,
        "scenario": one.scenario,
        "title": one.title,
        "verdict": one.verdict,
        "reasons": list(one.reasons),
        "before_s": time(one.before),
        "after_s": time(one.after),
        "ratio": bounded(found.ratio, found.low, found.high) if found else bounded(None, None, None),
    }


def time(finding: Finding | None) -> dict[str, float | None]:
    """Return the median and limits of a time."""
    return bounds(finding.time if finding else None)


def bounded(middle: float | None, low: float | None, high: float | None) -> dict[str, float | None]:
    """Return a ratio and its limits."""
    return {"median": number(middle), "low": number(low), "high": number(high)}


FORMATS: Mapping[str, Form] = {"text": as_text, "markdown": as_markdown, "json": as_document}
