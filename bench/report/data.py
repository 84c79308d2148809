"""The figures of a page as data: what a program reads instead of the table."""

from typing import Any

import msgspec

from bench.model import Answering, Scenario, Starting
from bench.report.claims import Post
from bench.report.doubts import Doubt
from bench.report.findings import Finding, Findings
from bench.report.formats import bounds, number
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
