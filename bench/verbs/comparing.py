"""The verb compare; it returns the exit code."""

import sys
from pathlib import Path

from bench.report.compare import changes
from bench.report.compare_formats import FORMATS
from bench.results.store import load


def compare(before: Path, after: Path, form: str) -> int:
    """Print what changed from one run to another; 0 whatever it is, for a verdict is no fault."""
    runs = load(before), load(after)
    sys.stdout.write(FORMATS[form](*runs, changes(*runs)))
    return 0
