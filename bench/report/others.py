"""The same experiment in other Pythons and on other machines: side by side with the first run, never pooled with it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from bench.report.columns import COLUMNS
from bench.report.conclusion import Direction, agreement, conclusion
from bench.report.escape import Trusted, plain
from bench.report.findings import Finding, Findings
from bench.report.places import identity, machine_words, python_words
from bench.report.shown import Shown

PYTHONS, MACHINES = "Other Pythons", "Other machines"
SENT = "Contributed, not measured again by this project"
ABOUT = {
    PYTHONS: "The same experiment on the same machine, with another Python.",
    MACHINES: "The newest run of each other machine and Python.",
    SENT: "Runs of others, beside the one above. Nothing outside this part of the page is from them.",
}
MOST_NAMED = 4
"""Scenarios that a sentence names; of more, it tells the number."""


@dataclass(frozen=True, kw_only=True)
class Group:
    """Runs that differ from the first one in the same way."""

    name: str
    runs: Mapping[str, Shown]
    """By a label; the first run is among them, as the first."""

    @property
    def about(self) -> str:
        """Return what the runs are, and what one may do with them."""
        return f"{ABOUT[self.name]} Each run stands for itself; none is averaged with another."


def groups(first: Shown, others: Sequence[Shown]) -> Iterator[Group]:
    """Yield the groups that have another run."""
    here = identity(first.findings.results.run.machine)
    sent = [one for one in others if one.findings.results.contributed]
    own = [one for one in others if one not in sent]
    same = [one for one in own if identity(one.findings.results.run.machine) == here]
    foreign = [one for one in own if one not in same]
    for name, runs in ((PYTHONS, same), (MACHINES, foreign), (SENT, sent)):
        if runs:
            yield Group(name=name, runs=labelled([first, *runs], machines=name != PYTHONS))


def labelled(runs: Sequence[Shown], *, machines: bool) -> dict[str, Shown]:
    """Return runs by what tells them apart in a few words; where that is not enough, the run's own name is added."""
    all_ = [one.findings.results.run for one in runs]
    names = [f"{machine_words(run)}, {python_words(run)}" if machines else python_words(run) for run in all_]
    often = Counter(names)
    unique = [f"{name}, run {run.id}" if often[name] > 1 else name for name, run in zip(names, all_, strict=True)]
    marked = [
        f"{name}, contributed" if one.findings.results.contributed else name
        for name, one in zip(unique, runs, strict=True)
    ]
    return dict(zip(marked, runs, strict=True))


def agreement_words(group: Group) -> Trusted | None:
    """Return whether the conclusion of the first run holds in the others; `None` if it has none, or nobody can tell."""
    (_, first), *others = group.runs.items()
    said = conclusion(first.findings)
    if not said or group.name == SENT:
        return None
    titles = {s.id: s.title for s in first.findings.planned.scenarios}
    found = {label: agreement(said, one.findings) for label, one in others}
    holds = 1 + sum(one.answer == "holds" for one in found.values())
    ways = {way: [titles[name] for name, one in said.items() if one == way] for way in get_args(Direction)}
    first_part = (
        f"**The conclusion holds on {holds} of {len(group.runs)} runs**, the one above included. Against "
        f"{plain(titles[first.findings.planned.reference])} it is: "
        f"{'. '.join(f'{way}: {listed(names)}' for way, names in ways.items() if names)}."
    )
    rest = [
        f"On {plain(label)} it {one.answer}: {listed([titles[name] for name in one.otherwise])} "
        f"{'came out otherwise' if one.answer == 'does not hold' else 'is not decided there'}."
        for label, one in found.items()
        if one.answer != "holds"
    ]
    return Trusted(" ".join([first_part, *rest]))


def listed(titles: Sequence[str]) -> str:
    """Return the first titles, and how many more there are."""
    more = len(titles) - MOST_NAMED
    return "; ".join(map(plain, titles[:MOST_NAMED])) + (f"; {more} more" if more > 0 else "")


def table(group: Group) -> dict[str, Any]:
    """Return the headline scenarios, a column for each run; all scenarios where none is a headline."""
    first, *_ = group.runs.values()
    _, _, figure, limits, *_ = COLUMNS[type(first.findings.planned.scenarios[0].conditions)]
    headlines = [s for s in first.findings.planned.scenarios if s.headline]
    chosen = headlines if len(headlines) > 1 else first.findings.planned.scenarios

    def cell(finding: Finding | None) -> str:
        return Trusted(f"{plain(figure.cell(finding))}<br>({plain(limits.cell(finding))})") if finding else "–"

    return {
        "head": ["Way", *group.runs],
        "rules": [Trusted(":----"), *[Trusted("-----:") for _ in group.runs]],
        "rows": [
            [scenario.title, *[cell(same(scenario.id, one.findings)) for one in group.runs.values()]]
            for scenario in chosen
        ],
    }


def same(scenario: str, findings: Findings) -> Finding | None:
    """Return what a run says of a scenario, if it planned it."""
    return findings.scenarios.get(scenario)
