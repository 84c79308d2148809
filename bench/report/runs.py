"""The page of all runs: where each was measured, with what, when, and what there is to doubt."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bench.model import Failed, Run
from bench.report.ages import aged, published
from bench.report.comparisons import MARGIN
from bench.report.doubts import Doubt
from bench.report.escape import Trusted, plain
from bench.report.pages import TEMPLATES
from bench.report.places import machine_words, python_words
from bench.report.provenance import GIL
from bench.report.shown import Shown
from bench.results.store import CONTRIBUTED, Results

SHORT = 10
"""Characters of a commit that tell it apart."""
OF_SEVERAL = {
    "incomplete": "The run was stopped before all trials of an experiment were measured",
    "noisy": f"Two copies of the same code differed by more than {MARGIN * 100:.0f} %",
}
"""Doubts whose words have a number in them, which is another one in each experiment."""


def runs_page(runs: Sequence[Results], shown: Sequence[Shown]) -> str:
    """Return the page of `runs`, of which `shown` has every experiment that some page shows."""
    pages = {
        results.run.id: [one for one in shown if one.findings.results.run.id == results.run.id] for results in runs
    }
    rows = [(r.contributed, row(number, r, pages[r.run.id])) for number, r in enumerate(runs, start=1)]
    return TEMPLATES.get_template("runs.md.j2").render(
        part=table([cells for contributed, cells in rows if not contributed]),
        contributed=table(sent) if (sent := [cells for contributed, cells in rows if contributed]) else None,
        versions=versions(runs),
        runs=[about(number, results, pages[results.run.id]) for number, results in enumerate(runs, start=1)],
    )


def table(rows: Sequence[Sequence[str]]) -> dict[str, Any]:
    """Return a table of runs, one in each row."""
    return {
        "head": ["Run", "Date", "Machine", "Python", "Lock", "Profile", "Trials", "Doubts", "Commit"],
        "rules": [Trusted(":----")] * 6 + [Trusted("-----:"), Trusted("-----:"), Trusted(":----")],
        "rows": rows,
    }


def row(number: int, results: Results, pages: Sequence[Shown]) -> list[str]:
    """Return the cells of a run."""
    run, environment = results.run, results.run.environment
    return [
        Trusted(f"[{number}](#run-{number})"),
        f"{run.started:%Y-%m-%d %H:%M}",
        machine_words(run),
        python_words(run),
        GIL[environment.gil],
        run.profile,
        trials(results),
        f"{sum(len(one.doubts) for one in pages):,}" if pages else "–",
        commit_words(run),
    ]


def commit_words(run: Run) -> str:
    """Return of which commit the code was that measured."""
    return (run.environment.commit or "unknown")[:SHORT] + (", changed" if run.environment.dirty else "")


def trials(results: Results) -> str:
    """Return how many trials there are, of how many, and how many failed."""
    failures = sum(isinstance(trial.outcome, Failed) for trial in results.trials)
    done, planned = len(results.trials), len(results.run.order)
    whole = f"{done:,}" if done == planned else f"{done:,} of {planned:,}"
    return f"{whole}, {failures:,} failed" if failures else whole


def about(number: int, results: Results, pages: Sequence[Shown]) -> dict[str, Any]:
    """Return what the page says of a run besides its row."""
    links = [Trusted(f"[{plain(one.experiment.title)}]({one.experiment.kind}/{one.experiment.id}.md)") for one in pages]
    return {
        "number": Trusted(number),
        "id": results.run.id,
        "folder": f"{CONTRIBUTED}/{results.folder.name}" if results.contributed else results.folder.name,
        "pages": Trusted(", ".join(links)),
        "doubts": doubt_words([doubt for one in pages for doubt in one.doubts]),
        "go": results.run.environment.go or "none",
        "kernel": f"{results.run.machine.system} {results.run.machine.kernel}",
    }


def doubt_words(found: Sequence[Doubt]) -> list[str]:
    """Return each kind of doubt in the words of the pages, and how often it was raised; the most frequent first."""
    often = Counter(doubt.code for doubt in found)
    said = {doubt.code: doubt.what for doubt in found} | OF_SEVERAL
    return [
        f"{said[code]}: {how_often(number)}"
        for code, number in sorted(often.items(), key=lambda one: (-one[1], one[0]))
    ]


def how_often(number: int) -> str:
    """Return how often, in words."""
    return "once" if number == 1 else f"{number:,} times"


def versions(runs: Sequence[Results]) -> Mapping[str, Any]:
    """Return the version of each measured package in each run, and how old it was then, as a table."""
    packages = sorted({name for results in runs for name in results.run.environment.packages})
    return {
        "head": ["Package", *[f"Run {number}" for number in range(1, len(runs) + 1)]],
        "rules": [Trusted(":----")] * (len(runs) + 1),
        "rows": [[name, *[version(name, results) for results in runs]] for name in packages],
    }


def version(package: str, results: Results) -> str:
    """Return which version of a package a run measured, and how old it was."""
    found = results.run.environment.packages.get(package)
    return aged(package, found, results.run.started.date(), published()) if found else "–"
