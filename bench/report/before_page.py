"""The page that lays the newest results beside those before, experiment by experiment."""

from collections.abc import Mapping, Sequence
from typing import Any

from bench.catalog import all_experiments
from bench.report.before import Pair, Since, since
from bench.report.compare import Change, Verdict
from bench.report.compare_words import VERDICTS, notes, ordered, ratio, tally, took
from bench.report.escape import Trusted, plain
from bench.report.pages import TEMPLATES
from bench.report.places import machine_words, python_words
from bench.report.runs import commit_words
from bench.results.store import Results

TITLE = "Newest against before"


def before_page(runs: Sequence[Results]) -> str:
    """Return the page; `runs` are in the order in which the page of runs counts them."""
    places = list(since([results for results in runs if not results.contributed]))
    numbers = {results.run.id: number for number, results in enumerate(runs, start=1)}
    return TEMPLATES.get_template("before.md.j2").render(
        title=TITLE,
        answer=answer([one for place in places for pair in place.pairs for one in pair.changes]),
        places=[about(place, numbers) for place in places if place.pairs],
        once=[(where(place), titles(place.alone)) for place in places if place.alone],
    )


def answer(changes: Sequence[Change]) -> str:
    """Return the whole in a sentence."""
    if not changes:
        return (
            "There is nothing older to compare with: no experiment was measured twice on the same machine with the "
            "same Python."
        )
    counts = count(changes)
    first, *most, last = (f"{counts[verdict]:,} {verdict}" for verdict in VERDICTS)
    said = ", ".join([first.replace(" ", " are ", 1), *most])
    return f"Of {len(changes):,} scenarios with an older run at the same place, {said} and {last}."


def count(changes: Sequence[Change]) -> dict[Verdict, int]:
    """Return how many scenarios have which verdict."""
    return {verdict: sum(one.verdict == verdict for one in changes) for verdict in VERDICTS}


def where(place: Since) -> str:
    """Return a place in words."""
    return f"{machine_words(place.newest.run)}, {python_words(place.newest.run)}"


def titles(experiments: Sequence[str]) -> Trusted:
    """Return links to experiments."""
    return Trusted("; ".join(map(link, experiments)))


def link(experiment: str) -> Trusted:
    """Return a link to an experiment's page, which is there since a run of this project has it."""
    known = all_experiments()[experiment]
    return Trusted(f"[{plain(known.title)}]({known.kind}/{known.id}.md)")


def about(place: Since, numbers: Mapping[str, int]) -> dict[str, Any]:
    """Return what the template says of a place."""
    return {"name": where(place), "pairs": [of_pair(pair, numbers) for pair in place.pairs]}


def of_pair(pair: Pair, numbers: Mapping[str, int]) -> dict[str, Any]:
    """Return what the template says of two runs."""
    groups = {verdict: [one for one in ordered(pair.changes) if one.verdict == verdict] for verdict in VERDICTS}
    different = groups.pop("different")
    return {
        "after": run_words(pair.after, numbers),
        "before": run_words(pair.before, numbers),
        "numbers": (Trusted(numbers[pair.after.run.id]), Trusted(numbers[pair.before.run.id])),
        "notes": notes(pair.before, pair.after),
        "tally": tally(pair.changes),
        "each": each(pair.changes),
        "different": table(different) if different else None,
        "others": [(f"{verdict.capitalize()}: {len(own):,}", table(own)) for verdict, own in groups.items() if own],
    }


def run_words(results: Results, numbers: Mapping[str, int]) -> Trusted:
    """Return which run it is, and of which commit."""
    run, number = results.run, numbers[results.run.id]
    said = plain(f"of {run.started:%Y-%m-%d %H:%M}, commit {commit_words(run)}, profile {run.profile}")
    return Trusted(f"[run {number}](runs.md#run-{number}) {said}")


def each(changes: Sequence[Change]) -> dict[str, Any]:
    """Return a row for each experiment, with the number of its scenarios of each verdict."""
    names = dict.fromkeys(one.experiment for one in changes)
    counts = {name: count([one for one in changes if one.experiment == name]) for name in names}
    return {
        "head": ["Experiment", *(verdict.capitalize() for verdict in VERDICTS)],
        "rules": [Trusted(":----")] + [Trusted("----:")] * len(VERDICTS),
        "rows": [[link(name), *(f"{found[verdict]:,}" for verdict in VERDICTS)] for name, found in counts.items()],
    }


def table(changes: Sequence[Change]) -> dict[str, Any]:
    """Return a row for each scenario."""
    return {
        "head": ["Experiment", "Way", "Before", "After", "Time after, against before"],
        "rules": [Trusted(rule) for rule in (":----", ":----", "----:", "----:", ":----")],
        "rows": [[link(one.experiment), way(one), took(one.before), took(one.after), ratio(one)] for one in changes],
    }


def way(one: Change) -> str:
    """Return the title of a scenario, and whether it repeats what was published."""
    known = one.after or one.before
    tier = known.scenario.tier if known else ""
    return f"{one.title}, {tier}" if tier == "as published" and tier not in one.title else one.title
