"""Writes the pages, and the data and charts beside them: the only module that does."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.catalog import ROOT, all_experiments
from bench.errors import AskedError, StoreError
from bench.model import Kind, Machine
from bench.report import data as documents
from bench.report import instrument, pages
from bench.report.before_page import before_page
from bench.report.charts import Chart, charts
from bench.report.claims import read_posts
from bench.report.doubts import doubts
from bench.report.evaluation import find
from bench.report.findings import Findings
from bench.report.navigation import navigation
from bench.report.noise import placebos
from bench.report.places import identity
from bench.report.runs import runs_page
from bench.report.selection import chosen, load_all
from bench.report.shown import Shown
from bench.report.verdicts import Settled, settle
from bench.results.store import Results

DOCS = ROOT / "docs"
ASSETS = DOCS / "assets"
MARK = ".made-by-bench-report"
"""Tells a folder that may be replaced from one that holds something else."""
KINDS: Mapping[Kind, tuple[str, str]] = {
    "clients": ("Clients", "Ways of asking many servers, when what takes time is waiting for them."),
    "creation": ("Creation", "What a thread, a coroutine and a goroutine cost before they do anything."),
    "servers": ("Servers", "Ways of answering many clients."),
    "instrument": ("Instrument", "What the suite measures with, measured: how far its numbers can be trusted."),
}


def write(data: Path, output: Path, here: Machine | None) -> int:
    """Make the site's pages in `output` from the runs under `data`; return how many.

    `here` is the machine that builds, whose run is shown first. `output` is replaced as a whole.
    """
    files = site_files(load_all(data), here)
    files["nav.yml"] = menu(files)
    if output.exists() and any(output.iterdir()) and not (output / MARK).exists():
        raise AskedError(f"{output} holds files that are not the report's; name another --output")
    try:
        replace(output, files)
    except OSError as error:
        raise StoreError(f"{output}: {error.strerror}; name another --output") from error
    return sum(path.suffix == ".md" for path in output.rglob("*"))


def menu(files: Mapping[str, str]) -> str:
    """Return the menu of the generated pages in `files` and of those written by hand."""
    by_hand = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md") if not path.is_relative_to(ASSETS)]
    pages_ = {*by_hand, *(name for name in files if name.endswith(".md"))}
    return navigation(pages_, {kind: title for kind, (title, _) in KINDS.items()}, list(all_experiments()))


def replace(output: Path, files: Mapping[str, str]) -> None:
    """Put the hand-written pages and `files` in the place of what was in `output`."""
    if output.exists():
        shutil.rmtree(output)
    shutil.copytree(DOCS, output)
    (output / MARK).touch()
    for name, text in files.items():
        path = output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def site_files(runs: list[Results], here: Machine | None) -> dict[str, str]:
    """Return every generated file of the site by its name: pure, and the same for the same runs."""
    ours, sent = ([r for r in runs if r.contributed is other] for other in (False, True))
    selected = {
        name: those + chosen(sent, name, here) for name in all_experiments() if (those := chosen(ours, name, here))
    }
    found = {name: [find(results, name) for results in those] for name, those in selected.items()}
    posts = read_posts()
    settled = settle(posts, {name: f[0] for name, f in found.items() if f[0].results.run.profile != "smoke"})
    shown = {name: [show(f, settled, here, first=f is those[0]) for f in those] for name, those in found.items()}
    files = {
        "index.md": pages.index_page(next(iter(shown.values()))[0], settled),
        "claims.md": pages.claims_page(posts, settled),
        "claims.json": documents.as_json(documents.claim_rows(posts, settled)),
        "runs.md": runs_page([*ours, *sent], [one for those in shown.values() for one in those]),
        "before.md": before_page([*ours, *sent]),
    }
    files["method/self.md"] = instrument.self_page(*map(kept, ("simulation.json", "overhead.json", "parked.json")))
    nothing = placebos(those[0] for those in found.values() if those[0].results.run.profile != "smoke")
    if nothing:
        files["instrument/noise.md"] = instrument.noise_page(nothing)
    for kind, (title, about) in KINDS.items():
        own = [those[0] for those in shown.values() if those[0].experiment.kind == kind]
        also = instrument.NOISE if nothing and kind == "instrument" else None
        if own or also:
            files[f"{kind}/index.md"] = pages.kind_page(title, about, own, also)
    for first, *others in shown.values():
        name = first.experiment.id
        files[f"{first.experiment.kind}/{name}.md"] = pages.experiment_page(first, others, posts, settled)
        files |= data_files(name, first)
        files |= {one.charts[0].file: drawn(one.charts[0]) for one in others if one.charts}
    return files


def kept(name: str) -> Any:
    """Return a document that the harness keeps of itself under ``data/``, or `None`."""
    path = ROOT / "data" / name
    return json.loads(path.read_text()) if path.exists() else None


def show(findings: Findings, settled: list[Settled], here: Machine | None, *, first: bool) -> Shown:
    """Return an experiment in a run with its doubts and charts; the files of the `first` run have short names."""
    experiment = all_experiments()[findings.planned.id]
    suffix = "" if first else f"-{findings.results.run.id}"
    return Shown(
        experiment=experiment,
        findings=findings,
        doubts=doubts(findings),
        charts=charts(experiment, findings, settled, suffix),
        here=here is not None
        and not findings.results.contributed
        and identity(here) == identity(findings.results.run.machine),
    )


def data_files(name: str, shown: Shown) -> dict[str, str]:
    """Return an experiment's figures as data, and its charts."""
    run = shown.findings.results.run
    table = documents.rows(shown.findings, list(shown.doubts))
    document = {
        "experiment": name,
        "run": run.id,
        "started": run.started.isoformat(),
        "profile": run.profile,
        "noise": shown.findings.noise,
        "doubts": [doubt.text for doubt in shown.doubts],
        "rows": table,
    }
    return {chart.file: drawn(chart) for chart in shown.charts} | {
        f"data/{name}.json": documents.as_json(document),
        f"data/{name}.csv": documents.as_csv(table),
        f"data/{name}-trials.csv": documents.as_csv(documents.trial_rows(shown.findings.trials)),
    }


def drawn(chart: Chart) -> str:
    """Return the file of a chart."""
    return json.dumps(chart.document, sort_keys=True, allow_nan=False) + "\n"
