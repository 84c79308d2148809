"""Data as text for programs: JSON and CSV."""

import csv
import io
import json
from math import isfinite
from typing import Any

import pandas as pd

from bench.report.stats import Estimate


def bounds(estimate: Estimate | None) -> dict[str, float | None]:
    """Return an estimate's median and limits, `None` where there is no number."""
    if estimate is None:
        return {"median": None, "low": None, "high": None}
    return {"median": number(estimate.median), "low": number(estimate.low), "high": number(estimate.high)}


def number(value: float | None) -> float | None:
    """Return `value` if JSON can hold it."""
    return value if value is not None and isfinite(value) else None


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
