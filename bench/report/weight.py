"""What releases add to the branch of pages, in words."""

from itertools import pairwise
from typing import Any

from bench.report.words import NBSP, significant


def branch_words(document: dict[str, Any]) -> dict[str, str]:
    """Return what the branch weighs after the releases of ``data/branch.json``, of which there are two or more."""
    weights = document["releases"]
    first, last, versions = weights[0], weights[-1], len(weights)
    same = (last["files_bytes"] - last["distinct_bytes"]) / (versions - 1)
    return {
        "releases": str(versions),
        "runs": f"{document['runs']:,}",
        "trials": f"{document['trials']:,}",
        "first": megabytes(first["git_bytes"]),
        "most": megabytes(max(after["git_bytes"] - before["git_bytes"] for before, after in pairwise(weights))),
        "last": megabytes(last["git_bytes"]),
        "files": megabytes(last["files_bytes"]),
        "each": megabytes(last["files_bytes"] / versions),
        "same": megabytes(same),
    }


def megabytes(value: float) -> str:
    """Return how many millions of bytes."""
    return f"{significant(value / 1e6, 2)}{NBSP}MB"
