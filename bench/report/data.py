"""The figures of a page as data: what a program reads instead of the table."""

import csv
import io
import json
from math import isfinite
from typing import Any

import msgspec
import pandas as pd

from bench.model import Answering, Scenario, Starting
from bench.report.claims import Post
from bench.report.doubts import Doubt
from bench.report.findings import Finding, Findings
from bench.report.stats import Estimate
from bench.report.verdicts import Settled

MEASURED = {
    "work_s": "time",
    "warm_s": "warm",
    "cpu_s": "cpu",
    "cpu_per_request_s": "cpu_per_request",
    "setup_s": "setup",
    "process_s": "process",
}
UNDER_LOAD = {"mean_s": "mean", "p50_s": "p50", "p90_s": "p90", "p99_s": "p99", "recovery_s": "recovery"}
"""Measured of servers besides."""
SHARES = ("busy", "loader_busy", "kept", "busiest")
SORTED_BY = {
    "fetching": ("requests", "concurrency", "latency_s", "server"),
    "starting": ("units", "sleeps", "sleep_s", "layout"),
    "answering": ("connections", "requests", "duration_s", "rate", "keep_alive", "workers", "layout"),
}
COUNTED = {"peak_memory_bytes": "peak_memory_bytes", "threads": "threads", "connections": "connections"}
OF_UNITS = {"parked_bytes": "parked_bytes", "switches": "switches"}
"""What is counted of units alone."""


def rows(findings: Findings, doubts: list[Doubt]) -> list[dict[str, Any]]:
    """Return one row per scenario; times are seconds, `None` is "no number", with the failures beside it."""
    family = findings.family(findings.planned.reference)
    result = []
    for tier in ("like for like", "as published"):
        for finding in findings.of_tier(tier):
            name = finding.scenario.id
            compared = family.get(name)
            result.append(
                about(finding)
                | medians(finding)
                | {
                    "reference": findings.planned.reference if compared else None,
                    "ratio": number(compared.ratio if compared else None),
                    "ratio_low": number(compared.low if compared else None),
                    "ratio_high": number(compared.high if compared else None),
                    "verdict": compared.verdict if compared else None,
                    "failures": list(finding.failures),
                    "doubts": [doubt.text for doubt in doubts if doubt.scenario == name],
                }
            )
    return result


def about(finding: Finding) -> dict[str, Any]:
    """Return what a scenario is."""
    scenario = finding.scenario
    return {
        "scenario": scenario.id,
        "title": scenario.title,
        "tier": scenario.tier,
        "implementation": scenario.implementation,
        "workload": scenario.workload,
        **conditions(scenario),
        "rank": finding.rank,
        "n": finding.estimates["work_s"].n if "work_s" in finding.estimates else 0,
        "floor_s": finding.floor_s,
    }


def conditions(scenario: Scenario) -> dict[str, Any]:
    """Return what a scenario fixes and a reader would sort by."""
    found = msgspec.to_builtins(scenario.conditions)
    return {name: found[name] for name in SORTED_BY[found["of"]]}


def medians(finding: Finding) -> dict[str, Any]:
    """Return each measure's median and limits."""
    result: dict[str, Any] = {}
    loaded = isinstance(finding.scenario.conditions, Answering)
    for measure, short in (MEASURED | (UNDER_LOAD if loaded else {})).items():
        limits = bounds(finding.estimates.get(measure))
        result |= {f"{short}_{name}_s": value for name, value in limits.items()}
    units = isinstance(finding.scenario.conditions, Starting)
    shares = {share: share for share in SHARES} if loaded else {}
    for measure, name in (COUNTED | (OF_UNITS if units else {}) | shares).items():
        result[name] = bounds(finding.estimates.get(measure))["median"]
    return result | ({"phases": {name: found.median for name, found in finding.phases.items()}} if units else {})


def bounds(estimate: Estimate | None) -> dict[str, float | None]:
    """Return an estimate's median and limits, `None` where there is no number."""
    if estimate is None:
        return {"median": None, "low": None, "high": None}
    return {"median": number(estimate.median), "low": number(estimate.low), "high": number(estimate.high)}


def number(value: float | None) -> float | None:
    """Return `value` if JSON can hold it."""
    return value if value is not None and isfinite(value) else None


def claim_rows(posts: dict[str, Post], settled: list[Settled]) -> list[dict[str, Any]]:
    """Return one row per claim."""
    return [
        {
            "post": one.post,
            "url": posts[one.post].url,
            "id": one.claim.id,
            "text": one.claim.text,
            "workload": one.claim.workload,
            "published": one.claim.published,
            "unit": one.claim.unit,
            "measured_unit": one.unit,
            "verdict": one.verdict,
            "cause": one.cause,
            "experiment": one.experiment,
            "scenario": one.as_published.scenario.id if one.as_published else None,
            "measured": bounds(one.measured),
            "predicted": one.predicted,
            "like_for_like_scenario": one.like_for_like.scenario.id if one.like_for_like else None,
            "like_for_like": bounds(one.fair),
        }
        for one in settled
    ]


def trial_rows(trials: pd.DataFrame) -> list[dict[str, Any]]:
    """Return one row per trial; what is not known, or not finite, is `None`."""
    known = trials.astype(object).where(trials.notna(), None)
    rows_ = known.to_dict("records")
    return [
        {str(name): None if isinstance(value, float) and not isfinite(value) else value for name, value in row.items()}
        for row in rows_
    ]


def as_json(document: Any) -> str:
    """Return a document as text that is the same for the same data."""
    return json.dumps(document, indent=1, sort_keys=True, allow_nan=False, ensure_ascii=False) + "\n"


def as_csv(table: list[dict[str, Any]]) -> str:
    """Return rows as CSV; lists and tables are joined, and no cell begins like a formula."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(table[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: cell(value) for name, value in row.items()} for row in table)
    return stream.getvalue()


def cell(value: Any) -> Any:
    """Return a value for CSV; spreadsheets run what begins with a sign, so such text is quoted."""
    parts = [f"{name}: {number}" for name, number in value.items()] if isinstance(value, dict) else value
    text = "; ".join(parts) if isinstance(parts, list) else value
    return f"'{text}" if isinstance(text, str) and text.startswith(("=", "+", "-", "@")) else text
