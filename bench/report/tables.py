"""Findings as the cells of tables, in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bench.model import Answering, Kind, Tier
from bench.report.columns import COLUMNS, Column, needed
from bench.report.escape import Trusted
from bench.report.findings import Finding, Findings
from bench.report.jobs import job, named

TIERS: tuple[Tier, ...] = ("like for like", "as published")
ALIKE: Mapping[Kind, str] = {
    "clients": "same server, same answers, a core each, unless a row names another",
    "creation": "same sleeps, same cores, unless a row names another",
    "servers": "same answers",
    "instrument": "same answers, a core each",
}
"""What is the same for all that is like for like."""
PUBLISHED = "the post's own settings, faults included; not to be compared with another table"
LAYOUTS = {
    "split": "one core for the server and all its workers, another for the loader",
    "free": "server and loader share all cores",
}


def tables(findings: Findings) -> Iterator[dict[str, Any]]:
    """Yield a table for each tier that has scenarios, those that do the same job together, the fastest first.

    What could not be measured stands in it with its reason.
    """
    for tier in TIERS:
        if chosen := findings.of_tier(tier):
            chosen.sort(key=lambda finding: job(finding.scenario.conditions))
            columns = needed(COLUMNS[type(findings.planned.scenarios[0].conditions)], chosen)
            yield {
                "name": tier.capitalize(),
                "about": described(findings.planned.kind, chosen, tier),
                "head": [column.head for column in columns],
                "rules": [Trusted(column.rule) for column in columns],
                "rows": [line(finding, findings, columns) for finding in chosen],
            }


def described(kind: Kind, chosen: Sequence[Finding], tier: Tier) -> str:
    """Return what is alike in a table, and who is ranked among whom."""
    layouts = {f.scenario.conditions.layout for f in chosen if isinstance(f.scenario.conditions, Answering)}
    alike = PUBLISHED if tier == "as published" else ALIKE[kind]
    several = len({job(finding.scenario.conditions) for finding in chosen}) > 1
    ranked = several and any(finding.rank for finding in chosen)
    among = f"ranks are among rows with {named(chosen[0].scenario.conditions)}"
    return "; ".join([alike, *(LAYOUTS[name] for name in sorted(layouts)), *[among] * ranked])


def line(finding: Finding, findings: Findings, columns: Sequence[Column]) -> list[str | int]:
    """Return a scenario's cells; where it cannot be measured here, the reason stands for its interval."""
    unavailable = findings.planned.unavailable.get(finding.scenario.id)
    return [unavailable if unavailable and c.head == "Interval" else c.cell(finding) for c in columns]
