"""The page of the newest results against those before: which runs are laid side by side, and how it is told."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from bench.catalog import all_experiments
from bench.harness import plan
from bench.model import Profile, Run, Trial
from bench.report.before import since
from bench.report.before_page import before_page
from bench.report.compare_words import VERDICTS
from bench.report.navigation import navigation
from bench.report.selection import load_all
from tests import made_up

NOTHING = "There is nothing older to compare with"


def run_of(  # noqa: PLR0913 - a run has many sides.
    seed: int,
    *,
    experiment: str = "waiting",
    profile: Profile = "quick",
    python: str = "3.11.7",
    cpu: str = "Imagined CPU",
    commit: str = "0" * 40,
) -> Run:
    """Return a run of the day that its seed is."""
    environment = msgspec.structs.replace(made_up.an_environment(python), commit=commit)
    machine = msgspec.structs.replace(made_up.MACHINE, cpu=cpu)
    return made_up.a_run(profile, seed=seed, day=seed, experiment=experiment, environment=environment, machine=machine)


def slow_aiohttp(run: Run) -> list[Trial]:
    """Return trials in which aiohttp takes half as long again."""
    scenario = next(s for s in run.experiments[0].scenarios if s.id == "aiohttp")
    return [
        made_up.with_outcome(t, made_up.measured(scenario, 0.32 + t.slot.round / 1e4))
        if t.slot.scenario == "aiohttp"
        else t
        for t in made_up.trials(run)
    ]


def pairs(data: Path) -> list[tuple[int, int, set[str]]]:
    """Return the seeds of the runs that are laid side by side, the newer one first, and the experiments."""
    return [
        (pair.after.run.seed, pair.before.run.seed, {one.experiment for one in pair.changes})
        for place in since([results for results in load_all(data) if not results.contributed])
        for pair in place.pairs
    ]


def page_of(data: Path) -> str:
    return before_page(load_all(data))


# ── Which runs ───────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_newest_run_is_laid_beside_the_one_before_it_and_no_older_one(tmp_path: Path) -> None:
    for seed in (3, 1, 2):
        made_up.stored(tmp_path, run_of(seed))
    assert pairs(tmp_path) == [(3, 2, {"waiting"})]


def test_each_experiment_has_the_two_runs_that_measured_it_last(tmp_path: Path) -> None:
    for seed, experiment in ((1, "waiting"), (2, "loops"), (3, "waiting"), (4, "loops"), (5, "traps")):
        made_up.stored(tmp_path, run_of(seed, experiment=experiment))
    assert sorted(pairs(tmp_path)) == [(3, 1, {"waiting"}), (4, 2, {"loops"})]
    (place,) = since(load_all(tmp_path))
    assert place.alone == ["traps"]


def test_what_a_newer_run_measured_again_is_told_of_that_run_only(tmp_path: Path) -> None:
    for seed in (1, 2):
        both = [run_of(seed, experiment=name) for name in ("waiting", "loops")]
        planned = tuple(e for run in both for e in run.experiments)
        order = plan.order(planned, "quick", seed)
        trials = {trial.slot: trial for run in both for trial in made_up.trials(run)}
        whole = msgspec.structs.replace(both[0], experiments=planned, order=order)
        made_up.stored(tmp_path, whole, [trials[slot] for slot in order])
    made_up.stored(tmp_path, run_of(3, experiment="loops"))
    assert sorted(pairs(tmp_path)) == [(2, 1, {"waiting"}), (3, 2, {"loops"})]


@pytest.mark.parametrize("elsewhere", [{"python": "3.12.1"}, {"cpu": "Other CPU"}, {"profile": "smoke"}])
def test_another_place_and_a_smoke_run_are_nothing_to_compare_with(tmp_path: Path, elsewhere: dict[str, str]) -> None:
    made_up.stored(tmp_path, run_of(1, **elsewhere))  # type: ignore[arg-type]
    made_up.stored(tmp_path, run_of(2))
    assert pairs(tmp_path) == []
    assert NOTHING in page_of(tmp_path)


def test_a_run_that_was_stopped_is_neither_now_nor_before(tmp_path: Path) -> None:
    for seed in (1, 2, 3, 4):
        run = run_of(seed)
        made_up.stored(tmp_path, run, made_up.trials(run)[: -1 if seed in {2, 4} else None])
    assert pairs(tmp_path) == [(3, 1, {"waiting"})]


def test_a_place_whose_only_run_was_stopped_is_not_named(tmp_path: Path) -> None:
    made_up.stored(tmp_path, run_of(1))
    stopped = run_of(2, cpu="Other CPU")
    made_up.stored(tmp_path, stopped, made_up.trials(stopped)[:-1])
    assert "Other CPU" not in page_of(tmp_path)


def test_a_run_of_others_is_neither_now_nor_before(tmp_path: Path) -> None:
    made_up.stored(tmp_path / "contributed", run_of(1))
    made_up.stored(tmp_path, run_of(2))
    made_up.stored(tmp_path / "contributed", run_of(3))
    assert NOTHING in page_of(tmp_path)


# ── How it is told ───────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A place whose aiohttp got slower, with an experiment that was measured once; and a place with one run."""
    data = tmp_path_factory.mktemp("data")
    made_up.stored(data, run_of(1, profile="standard", cpu="<b>CPU</b> | x", commit="a" * 40))
    after = run_of(2, profile="standard", cpu="<b>CPU</b> | x", commit="b" * 40)
    made_up.stored(data, after, slow_aiohttp(after))
    made_up.stored(data, run_of(3, cpu="<b>CPU</b> | x", experiment="loops"))
    made_up.stored(data, run_of(4, cpu="Other CPU"))
    return page_of(data)


def rows(text: str) -> list[list[str]]:
    """Return the cells of each row of the tables in a text, without their heads."""
    found = [
        [cell.strip() for cell in line.strip().strip("|").split(" | ")] for line in text.splitlines() if "| " in line
    ]
    return [cells for cells in found if cells[0].startswith("[")]


def test_the_whole_is_told_first_in_numbers_that_are_those_of_the_tables(page: str) -> None:
    answer, _, rest = page.partition("{: .answer }")
    each, *_ = rows(rest)
    counts = [int(cell) for cell in each[1:]]
    total = len(all_experiments()["waiting"].scenarios)
    assert (counts[0], sum(counts)) == (1, total)
    first, *others = (f"{number} {verdict}" for number, verdict in zip(counts, VERDICTS, strict=True))
    told = ", ".join([first.replace(" ", " are "), *others[:-1]])
    assert f"Of {total} scenarios with an older run at the same place, {told} and {others[-1]}." in answer


def test_both_runs_are_named_with_their_commits_and_lead_to_the_page_of_runs(page: str) -> None:
    now, before = re.findall(r"^- (?:now|before): (.*)$", page, re.MULTILINE)
    assert now.startswith("[run 3](runs.md#run-3) of 2026-11-03 ")
    assert now.endswith(", commit bbbbbbbbbb, profile standard")
    assert before.startswith("[run 4](runs.md#run-4) of 2026-11-02 ")
    assert before.endswith(", commit aaaaaaaaaa, profile standard")


def test_only_what_differs_is_open_and_the_rest_is_folded(page: str) -> None:
    different, *folded = page.split("**Different**")[1].split('??? note "')
    (row,) = rows(different)
    assert row[0].endswith("(clients/waiting.md)")
    assert re.fullmatch(r"1\.[45]\d times \(.*", row[-1])
    shown = rows("".join(folded).split("## Measured once")[0])
    assert len(shown) == len(all_experiments()["waiting"].scenarios) - 1
    assert all(line.startswith("    |") for part in folded for line in part.splitlines() if "| [" in line)


def test_what_was_measured_once_is_named_by_its_place_and_has_no_table(page: str) -> None:
    once = page.split("## Measured once")[1]
    assert rows(once) == []
    assert f"[{all_experiments()['loops'].title}](clients/loops.md)" in once
    assert "Other CPU" in once
    assert "Other CPU" not in page.partition("## Measured once")[0]


def test_a_strangers_text_is_shown_letter_by_letter(page: str) -> None:
    assert "<b>" not in page
    assert "## &#60;b&#62;CPU&#60;/b&#62; &#124; x" in page


def test_where_nothing_is_older_the_page_says_so_and_has_no_table(tmp_path: Path) -> None:
    made_up.stored(tmp_path, run_of(1))
    page = page_of(tmp_path)
    assert NOTHING in page.partition("{: .answer }")[0]
    assert "|" not in page


def test_where_nothing_differs_the_page_says_so(tmp_path: Path) -> None:
    for seed in (1, 2):
        made_up.stored(tmp_path, run_of(seed))
    page = page_of(tmp_path)
    assert "No difference was shown." in page
    assert "**Different**" not in page
    assert "Every experiment has an older run at the same place." in page


def test_a_way_is_said_to_be_as_published_once(tmp_path: Path) -> None:
    for seed in (1, 2):
        made_up.stored(tmp_path, run_of(seed, experiment="slow-threads", profile="standard"))
    titles = [row[1] for row in rows(page_of(tmp_path)) if "as published" in row[1]]
    assert titles
    assert {title.count("as published") for title in titles} == {1}


def test_why_something_cannot_be_compared_stands_in_its_row(tmp_path: Path) -> None:
    made_up.stored(tmp_path, run_of(1))
    run = run_of(2)
    newer = msgspec.structs.replace(run.environment, packages={"aiohttp": "4.0"})
    made_up.stored(tmp_path, msgspec.structs.replace(run, environment=newer))
    part = page_of(tmp_path).split('"Not comparable&#58; ')[1]
    assert all(row[-1] == "aiohttp&#58; 3.14.5, then 4.0" for row in rows(part))


def test_the_page_of_runs_and_the_menu_lead_to_it(pages: Path) -> None:
    assert "](before.md)" in (pages / "runs.md").read_text()
    found = json.loads(navigation(["index.md", "a.md", "before.md", "runs.md"], {}, []))["nav"]
    assert found == ["index.md", "runs.md", "before.md", "a.md"]


def test_the_same_data_gives_the_same_bytes(tmp_path: Path) -> None:
    for seed in (1, 2):
        made_up.stored(tmp_path, run_of(seed))
    assert page_of(tmp_path) == page_of(tmp_path)
