"""Pages as text: findings in, Markdown out."""

from collections.abc import Mapping, Sequence
from typing import Any

import jinja2

from bench.model import Experiment
from bench.report.claim_tables import claims_by_post, tally
from bench.report.claims import Post
from bench.report.doubts import grouped
from bench.report.escape import Trusted, plain
from bench.report.grown import growth
from bench.report.others import Group, agreement_words, groups, table
from bench.report.profiles import profiles
from bench.report.provenance import checks, code, facts, provenance
from bench.report.sentences import fill
from bench.report.shown import Shown
from bench.report.tables import tables
from bench.report.twins import twins
from bench.report.verdicts import TOLERANCE, Settled

TEMPLATES = jinja2.Environment(
    loader=jinja2.PackageLoader("bench.report"),
    undefined=jinja2.StrictUndefined,
    finalize=plain,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,  # noqa: S701 – `plain` escapes for Markdown and HTML.
)


def experiment_page(shown: Shown, others: Sequence[Shown], posts: dict[str, Post], settled: list[Settled]) -> str:
    """Return the page of an experiment; `shown` is the run it tells of, `others` are of other machines or Pythons."""
    own = [one for one in settled if one.experiment == shown.experiment.id]
    return TEMPLATES.get_template("experiment.md.j2").render(
        id=Trusted(shown.experiment.id),
        title=shown.experiment.title,
        of=of(shown.experiment),
        reading=Trusted(fill(shown.experiment.reading, shown.findings)),
        shown=context(shown),
        claims=claims_by_post(posts, own, shown.experiment.id),
        tolerance=TOLERANCE,
        profiles=list(profiles(shown.experiment)),
        groups=[beside(group) for group in groups(shown, others)],
    )


def beside(group: Group) -> dict[str, Any]:
    """Return what the template says of runs side by side; of each, the first figure."""
    _, *others = group.runs.items()
    return {
        "name": group.name,
        "about": group.about,
        "agreement": agreement_words(group),
        "table": table(group),
        "figures": [(label, one.charts[0]) for label, one in group.runs.items() if one.charts],
        "runs": [context(one) | {"label": label} for label, one in others],
    }


def of(experiment: Experiment) -> Trusted:
    """Return of what the experiment's scenarios are, as the records call it."""
    return Trusted(str(type(experiment.scenarios[0].conditions).__struct_config__.tag))


def index_page(shown: Shown, settled: list[Settled]) -> str:
    """Return the start page: the answer, its figure, three links."""
    return TEMPLATES.get_template("index.md.j2").render(
        shown=context(shown),
        first=Trusted(f"{shown.experiment.kind}/index.md"),
        verdicts=tally(settled),
    )


def claims_page(posts: dict[str, Post], settled: list[Settled]) -> str:
    """Return the page of all claims."""
    return TEMPLATES.get_template("claims.md.j2").render(
        posts=claims_by_post(posts, settled), tolerance=TOLERANCE, summary=tally(settled)
    )


def kind_page(title: str, about: str, experiments: Sequence[Shown], also: Mapping[str, str] | None = None) -> str:
    """Return the page that leads to the experiments of a kind, and to one that is `also` there."""
    entries = [
        {
            "id": Trusted(one.experiment.id),
            "title": one.experiment.title,
            "question": one.experiment.question,
            "answer": answer(one),
        }
        for one in experiments
    ]
    return TEMPLATES.get_template("kind.md.j2").render(title=title, about=about, experiments=entries, also=also)


def answer(shown: Shown) -> Trusted:
    """Return the answer of an experiment in a sentence; a smoke run has none."""
    if shown.findings.results.run.profile == "smoke":
        return Trusted("This is a smoke run: tiny sizes, to see that everything works. It answers nothing.")
    return Trusted(fill(shown.experiment.answer, shown.findings))


def context(shown: Shown) -> dict[str, Any]:
    """Return what the templates say of an experiment in a run."""
    run = shown.findings.results.run
    return {
        "answer": answer(shown),
        "provenance": provenance(shown.findings, here=shown.here),
        "figures": shown.charts,
        "twins": list(twins(shown.experiment, shown.findings)),
        "tables": list(tables(shown.findings)),
        "growth": growth(shown.findings),
        "code": list(code(shown.findings)),
        "command": Trusted(f"nox -s bench -- {shown.experiment.id} --profile {run.profile} --seed {run.seed}"),
        "doubts": grouped(shown.doubts),
        "checks": checks(shown.findings),
        "citation": f"Concurrency, measured: {shown.experiment.title}; run {run.id}, commit {run.environment.commit}.",
        "facts": list(facts(shown.findings)),
    }
