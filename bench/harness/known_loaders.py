"""What `ab` and `wrk` print, read; pure.

`ab` counts an answer as failed whose length is not that of the first one, and counts those of any status in its rate.
Here an answer counts if it came whole and with a status of 2xx, whatever its length; how many lengths differed is
kept beside. `ab` reckons its mean latency from time and connections, so it is no second opinion on either; its
quantiles are taken from the file that `-e` writes, because its report rounds to whole milliseconds.
"""

import re
from collections.abc import Mapping
from typing import Any

UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0, "B": 1, "KB": 2**10, "MB": 2**20, "GB": 2**30}
"""What stands behind the numbers of `wrk`."""
OTHER = "not 2xx"
"""The status of answers of which a loader only tells that they were no success."""
QUANTILES = (50, 90, 99)
ABOVE = 10
"""A quantile is given only if so many answers took longer."""


def read_ab(report: str, percentages: str) -> dict[str, Any]:
    """Return the account in a report of `ab`, and in what it wrote for `-e`; `ValueError` if it is none."""
    complete = int(one(report, r"Complete requests: +(\d+)"))
    kinds = {name: int(number) for name, number in re.findall(r"(\w+): (\d+)", some(report, r"\((Connect: .+)\)"))}
    errors = {name.lower(): kinds[name] for name in ("Connect", "Receive", "Exceptions") if kinds.get(name)}
    others = int(some(report, r"Non-2xx responses: +(\d+)") or 0)
    right = complete - others - sum(errors.values())
    kept = some(report, r"Keep-Alive requests: +(\d+)")
    times = {int(share): float(ms) / 1e3 for share, ms in re.findall(r"^(\d+),([\d.]+)$", percentages, re.MULTILINE)}
    mean_s = float(one(report, r"Time per request: +([\d.]+) \[ms\] \(mean\)")) / 1e3
    is_exact = "Document Length:        Variable" not in report
    return {
        "answers": right,
        "statuses": statuses(right, others),
        "errors": errors,
        "lengths_differing": kinds.get("Length", 0) if is_exact else None,
        "duration_s": float(one(report, r"Time taken for tests: +([\d.]+) seconds")),
        "latency": latency(mean_s, {share: times[share] for share in QUANTILES}, complete) | {"max_s": times[100]},
        "connections": None if kept else complete,
        "kept": int(kept) if kept else 0,
        "received_bytes": int(one(report, r"Total transferred: +(\d+) bytes")),
    }


def read_wrk(report: str) -> dict[str, Any]:
    """Return the account in a report of `wrk --latency`; `ValueError` if it is none."""
    complete = int(one(report, r"([1-9]\d*) requests in "))
    others = int(some(report, r"Non-2xx or 3xx responses: (\d+)") or 0)
    counts = re.findall(r"(connect|read|write|timeout) (\d+)", some(report, r"Socket errors: (.+)"))
    mean, _, longest = (in_units(text) for text in one(report, r"Latency +(\S+ +\S+ +\S+)").split())
    quantiles = {share: in_units(one(report, rf"^ +{share}% +(\S+)")) for share in QUANTILES}
    return {
        "answers": complete - others,
        "statuses": statuses(complete - others, others),
        "errors": {name: int(number) for name, number in counts if int(number)},
        "duration_s": complete / float(one(report, r"Requests/sec: +([\d.]+)")),
        "latency": latency(mean, quantiles, complete) | {"max_s": longest},
        "connections": None,
        "received_bytes": int(in_units(one(report, r"requests in \S+, (\S+) read"))),
    }


def latency(mean_s: float, quantiles: Mapping[int, float], answers: int) -> dict[str, float | None]:
    """Return the mean, and the quantiles above which enough answers lie."""
    kept = {f"p{share}_s": s if answers * (100 - share) >= 100 * ABOVE else None for share, s in quantiles.items()}
    return {"mean_s": mean_s} | kept


def statuses(right: int, others: int) -> dict[str, int]:
    """Return answers by status, as far as it is told."""
    return {status: number for status, number in (("200", right), (OTHER, others)) if number}


def in_units(text: str) -> float:
    """Return a number of `wrk`, such as 209.00us or 3.67MB, in seconds or bytes."""
    number = text.rstrip("BKMGTmush")
    return float(number) * UNITS[text.removeprefix(number)]


def one(report: str, pattern: str) -> str:
    """Return what `pattern` finds, which has to be there."""
    found = re.search(pattern, report, re.MULTILINE)
    if not found:
        raise ValueError(f"the report has nothing like {pattern!r}: {report[:200]!r}")
    return found[1]


def some(report: str, pattern: str) -> str:
    """Return what `pattern` finds, or nothing."""
    found = re.search(pattern, report, re.MULTILINE)
    return found[1] if found else ""
