"""Checks results and claims without making a page."""

from pathlib import Path

from bench.errors import DataError
from bench.report.claims import read_posts
from bench.report.doubts import doubts
from bench.report.evaluation import find
from bench.report.verdicts import tests
from bench.results.consistency import check_sequence
from bench.results.files import LARGEST_BYTES, RUN, TRIALS
from bench.results.store import Results, load


def validated(folder: Path) -> str:
    """Check a run folder, its physics included; return what it holds, or raise `DataError`.

    A run that others measured has to be fit to be published too, since nobody here can look up what it does not tell.
    """
    results = load(folder)
    check_content(folder)
    check_sequence(results.run, results.trials, folder / TRIALS)
    if results.contributed:
        refuse_unfit(results)
    return described(results, sum(len(doubts(find(results, e.id))) for e in results.run.experiments))


def refuse_unfit(results: Results) -> None:
    """Raise `DataError` unless a run may be published: of code that was committed, and more than a smoke run."""
    if results.run.profile == "smoke":
        raise DataError(f"{results.folder}: a smoke run is no result")
    if results.run.environment.dirty is not False:
        raise DataError(f"{results.folder}: the code that measured was not committed; measure again from a commit")


def described(results: Results, number: int) -> str:
    """Return what a run holds, with so many doubts."""
    whose = "contributed, " if results.contributed else ""
    torn = ", the last line torn" if results.torn else ""
    dirty = "" if results.run.environment.dirty is False else ", of code that was not committed"
    trials = f"{len(results.trials)} of {len(results.run.order)} trials"
    return f"{whose}{results.run.profile}, {trials}{torn}{dirty}, {number} doubts"


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
