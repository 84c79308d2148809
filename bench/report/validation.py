"""Checks results and claims without making a page."""

from pathlib import Path

from bench.errors import DataError
from bench.report.claims import read_posts
from bench.report.doubts import doubts
from bench.report.findings import find
from bench.report.verdicts import tests
from bench.results.store import LARGEST_BYTES, RUN, TRIALS, load


def validated(folder: Path) -> str:
    """Check a run folder, its physics included; return what it holds, or raise `DataError`."""
    results = load(folder)
    check_content(folder)
    found = [find(results, e.id) for e in results.run.experiments]
    number = sum(len(doubts(findings)) for findings in found)
    torn = ", the last line torn" if results.torn else ""
    planned = len(results.run.order)
    return f"{results.run.profile}, {len(results.trials)} of {planned} trials{torn}, {number} doubts"


def check_content(folder: Path) -> None:
    """Raise `DataError` if a run folder holds more than its two files, or more than a run can be."""
    if strange := sorted(path.name for path in folder.iterdir() if path.name not in {RUN, TRIALS}):
        raise DataError(f"{folder}: holds {strange[0]!r}; a run folder holds {RUN} and {TRIALS}, and nothing else")
    size = sum(path.stat().st_size for path in folder.iterdir())
    if size > LARGEST_BYTES:
        raise DataError(f"{folder}: {size:,} bytes; a run has at most {LARGEST_BYTES:,}")


def validated_claims() -> str:
    """Check the claims file, and that every test of a claim names one; return how many there are."""
    posts = read_posts()
    known = {(name, claim.id) for name, post in posts.items() for claim in post.claim}
    if unknown := set(tests()) - known:
        raise DataError(f"claims.toml: experiments test claims that are not in it: {sorted(unknown)}")
    for (_, claim), (experiment, test) in tests().items():
        names = {scenario.id for scenario in experiment.scenarios}
        if missing := {test.as_published, test.like_for_like, test.over, test.fair_over} - names - {None}:
            raise DataError(f"{experiment.id}: claim {claim} is settled by scenarios that do not exist: {missing}")
    return f"claims.toml: {len(known)} claims of {len(posts)} posts, {len(tests())} with an experiment"
