"""Every generated file of the site by its name: pure, but for what the harness keeps of itself."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bench.catalog import ROOT, all_experiments
from bench.model import Kind, Machine
from bench.report import data as documents
from bench.report import formats, instrument, pages
from bench.report.before_page import before_page
from bench.report.beside import beside
from bench.report.charts import Chart
from bench.report.claims import Post, read_posts
from bench.report.evaluation import find
from bench.report.findings import Findings
from bench.report.noise import placebos
from bench.report.runs import runs_page
from bench.report.selection import chosen
from bench.report.shown import Shown, show
from bench.report.verdicts import Settled, settle
from bench.results.store import Results

KINDS: Mapping[Kind, tuple[str, str]] = {
    "clients": ("Clients", "Ways of asking many servers, when what takes time is waiting for them."),
    "creation": ("Creation", "What a thread, a coroutine and a goroutine cost before they do anything."),
    "servers": ("Servers", "Ways of answering many clients."),
    "instrument": ("Instrument", "What the suite measures with, measured: how far its numbers can be trusted."),
}
SELF = ("simulation.json", "overhead.json", "parked.json", "branch.json")
"""What the harness keeps of itself, of which all but the first may be absent."""


def site_files(runs: list[Results], here: Machine | None) -> dict[str, str]:
    """Return every generated file of the site by its name: the same for the same runs."""
    ours, sent = ([r for r in runs if r.contributed is other] for other in (False, True))
    found = evaluated(ours, sent, here)
    posts = read_posts()
    settled = settle(posts, {name: f[0] for name, f in found.items() if f[0].results.run.profile != "smoke"})
    shown = {name: [show(f, settled, here, first=f is those[0]) for f in those] for name, those in found.items()}
    files = {
        "index.md": pages.index_page(next(iter(shown.values()))[0], settled),
        "claims.md": pages.claims_page(posts, settled),
        "claims.json": formats.as_json(documents.claim_rows(posts, settled)),
        "runs.md": runs_page([*ours, *sent], [one for those in shown.values() for one in those]),
        "before.md": before_page([*ours, *sent]),
    }
    files["method/self.md"] = instrument.self_page(*map(kept, SELF))
    files |= kind_files([those[0] for those in shown.values()])
    for first, *others in shown.values():
        files |= experiment_files(first, others, posts, settled)
    return files


def evaluated(ours: list[Results], sent: list[Results], here: Machine | None) -> dict[str, list[Findings]]:
    """Return what was found of each experiment that was measured, the run that its page tells of first."""
    selected = {
        name: those + chosen(beside(those[0], sent, name), name, here)
        for name in all_experiments()
        if (those := chosen(ours, name, here))
    }
    return {name: [find(results, name) for results in those] for name, those in selected.items()}


def kind_files(shown: Sequence[Shown]) -> dict[str, str]:
    """Return the pages that lead to the experiments of each kind, and that of the placebos of them all."""
    files = {}
    nothing = placebos(one.findings for one in shown if one.findings.results.run.profile != "smoke")
    if nothing:
        files["instrument/noise.md"] = instrument.noise_page(nothing)
    for kind, (title, about) in KINDS.items():
        own = [one for one in shown if one.experiment.kind == kind]
        also = instrument.NOISE if nothing and kind == "instrument" else None
        if own or also:
            files[f"{kind}/index.md"] = pages.kind_page(title, about, own, also)
    return files


def experiment_files(
    first: Shown, others: Sequence[Shown], posts: dict[str, Post], settled: list[Settled]
) -> dict[str, str]:
    """Return the page of an experiment, with the data and the charts of it."""
    name = first.experiment.id
    page = {f"{first.experiment.kind}/{name}.md": pages.experiment_page(first, others, posts, settled)}
    beside = {one.charts[0].file: drawn(one.charts[0]) for one in others if one.charts}
    return page | data_files(name, first) | beside


def kept(name: str) -> Any:
    """Return a document that the harness keeps of itself under ``data/``, or `None`."""
    path = ROOT / "data" / name
    return json.loads(path.read_text()) if path.exists() else None


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
        f"data/{name}.json": formats.as_json(document),
        f"data/{name}.csv": formats.as_csv(table),
        f"data/{name}-trials.csv": formats.as_csv(formats.trial_rows(shown.findings.trials)),
    }


def drawn(chart: Chart) -> str:
    """Return the file of a chart."""
    return json.dumps(chart.document, sort_keys=True, allow_nan=False) + "\n"
