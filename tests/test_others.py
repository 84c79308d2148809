"""Runs of several machines and Pythons: which is shown first, and whether its conclusion holds in the others."""

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from bench.catalog import all_experiments
from bench.errors import DataError
from bench.model import Machine, Run, Slot
from bench.report import contents
from bench.report.conclusion import agreement, conclusion
from bench.report.evaluation import find
from bench.report.findings import Findings
from bench.report.places import interpreter, place
from bench.report.selection import chosen, load_all
from bench.results.store import Results
from tests import made_up

ELSEWHERE = msgspec.structs.replace(made_up.MACHINE, cpu="Other CPU", cores=8)


def run_of(
    python: str = "3.11.7",
    *,
    gil: bool = True,
    machine: Machine = made_up.MACHINE,
    seed: int = 1,
    experiment: str = "waiting",
) -> Run:
    environment = made_up.an_environment(python, gil=gil)
    return made_up.a_run("quick", seed=seed, machine=machine, environment=environment, experiment=experiment)


def shown(folder: Path, here: Machine | None = None, experiment: str = "waiting") -> list[tuple[str, str, bool | None]]:
    """Return machine, Python and lock of the runs on a page, in their order."""
    return [
        (r.run.machine.cpu, r.run.environment.python, r.run.environment.gil)
        for r in chosen(load_all(folder), experiment, here)
    ]


def found(run: Run, times: Callable[[Slot], float] | None = None) -> Findings:
    """Return what a run says, with the times that `times` gives to its trials."""
    trials = made_up.trials(run)
    if times:
        scenarios = {s.id: s for s in run.experiments[0].scenarios}
        trials = [made_up.with_outcome(t, made_up.measured(scenarios[t.slot.scenario], times(t.slot))) for t in trials]
    return find(Results(Path(run.id), run, tuple(trials)), run.experiments[0].id)


def faster_than_aiohttp(slot: Slot) -> float:
    """Let threads take less than aiohttp, which is the reference."""
    return 5 + slot.round / 1e4 + (0 if slot.scenario == "threads-session" else 4)


# ── Which is shown ───────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_patch_of_python_is_the_same_python_and_a_build_without_the_lock_is_another() -> None:
    names = [("3.13.0", True), ("3.13.9", True), ("3.13.0", False), ("3.14.0", True)]
    found_ = [interpreter(made_up.an_environment(python, gil=gil)) for python, gil in names]
    assert found_[0] == found_[1]
    assert len(set(found_)) == 3


def test_the_python_that_measured_most_experiments_is_shown_first(tmp_path: Path) -> None:
    made_up.stored(tmp_path, run_of("3.11.7", seed=1))
    made_up.stored(tmp_path, run_of("3.11.7", seed=2, experiment="loops"))
    made_up.stored(tmp_path, run_of("3.13.0", seed=3, gil=False))
    made_up.stored(tmp_path, run_of("3.12.1", seed=4))
    pythons = [(python, gil) for _, python, gil in shown(tmp_path)]
    assert pythons == [("3.11.7", True), ("3.12.1", True), ("3.13.0", False)]


def test_of_pythons_that_measured_as_much_the_newest_with_a_lock_is_first(tmp_path: Path) -> None:
    for seed, (python, gil) in enumerate([("3.9.1", True), ("3.13.0", True), ("3.14.0", False), ("3.12.1", True)]):
        made_up.stored(tmp_path, run_of(python, gil=gil, seed=seed))
    assert [python for _, python, _ in shown(tmp_path)] == ["3.13.0", "3.9.1", "3.12.1", "3.14.0"]


def test_the_machine_that_builds_is_first_and_else_the_one_that_measured_most(tmp_path: Path) -> None:
    made_up.stored(tmp_path, run_of(seed=1, machine=ELSEWHERE))
    made_up.stored(tmp_path, run_of(seed=2))
    made_up.stored(tmp_path, run_of(seed=3, experiment="loops"))
    assert [cpu for cpu, *_ in shown(tmp_path)] == ["Imagined CPU", "Other CPU"]
    assert [cpu for cpu, *_ in shown(tmp_path, ELSEWHERE)] == ["Other CPU", "Imagined CPU"]


def test_two_runs_of_one_name_are_refused(tmp_path: Path) -> None:
    made_up.stored(tmp_path / "a", run_of())
    made_up.stored(tmp_path / "b", run_of())
    for name in ("a", "b"):
        (folder,) = (tmp_path / name).iterdir()
        folder.rename(tmp_path / f"run-{name}")
    with pytest.raises(DataError, match="2 runs call themselves made-up-quick-1; keep one"):
        load_all(tmp_path)


# ── Whether the conclusion holds ─────────────────────────────────────────────────────────────────────────────────────
def test_the_conclusion_names_the_headline_scenarios_that_are_decided() -> None:
    first = found(run_of())
    said = conclusion(first)
    headlines = {s.id for s in first.planned.scenarios if s.headline and s.tier == "like for like"}
    assert first.planned.reference not in said
    assert set(said) <= headlines
    assert said["threads-session"] == "slower"


def test_a_conclusion_holds_where_all_is_decided_alike_however_much_slower() -> None:
    first = found(run_of())
    slow = {name: 100 + 5 * one.time.median for name, one in first.scenarios.items() if one.time}
    other = found(run_of("3.13.0", seed=9), lambda slot: slow[slot.scenario] + slot.round / 1e5)
    said = conclusion(first)
    assert (
        agreement({name: said[name] for name in ("threads-session", "loop") if name in said}, other).answer != "holds"
    )
    much = found(run_of("3.13.0", seed=9), lambda slot: 5 * slow[slot.scenario] - 499 + slot.round / 1e5)
    assert agreement(said, much).answer == "holds"


def test_one_comparison_that_is_decided_otherwise_refutes_it_and_is_named() -> None:
    said = agreement(conclusion(found(run_of())), found(run_of("3.13.0", seed=9), faster_than_aiohttp))
    assert said.answer == "does not hold"
    assert "threads-session" in said.otherwise


def test_what_is_left_open_cannot_be_told() -> None:
    run = run_of("3.13.0", seed=9)
    trials = tuple(t for t in made_up.trials(run) if t.slot.scenario != "threads-session")
    other = find(Results(Path(run.id), run, trials), "waiting")
    said = agreement(conclusion(found(run_of())), other)
    assert (said.answer, said.otherwise) == ("cannot be told", ("threads-session",))


# ── Pages ────────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("data")
    for seed, python in enumerate(["3.11.7", "3.12.1", "3.13.0"]):
        made_up.stored(folder, run_of(python, seed=seed))
    made_up.stored(folder, run_of("3.11.9", seed=5, machine=ELSEWHERE))
    made_up.stored(folder, run_of("3.11.7", seed=6, experiment="loops"))
    return contents.site_files(load_all(folder), made_up.MACHINE)


def test_a_page_puts_pythons_and_machines_side_by_side_and_says_whether_the_conclusion_holds(
    files: dict[str, str],
) -> None:
    page = files["clients/waiting.md"]
    pythons, machines = page.split("## Other Pythons")[1].split("## Other machines")
    assert "**The conclusion holds on 3 of 3 runs**, the one above included" in pythons
    assert "**The conclusion holds on 2 of 2 runs**, the one above included" in machines
    assert "| Way | Python 3.11.7 | Python 3.12.1 | Python 3.13.0 |" in pythons
    assert "Other CPU" not in pythons
    assert "Other CPU, 8 cores, Linux, Python 3.11.9" in machines


def test_each_run_beside_has_a_figure_of_its_own(files: dict[str, str]) -> None:
    linked = re.findall(r'data-chart="\.\./\.\./([^"]+)"', files["clients/waiting.md"].split("## Other Pythons")[1])
    assert len(linked) == 5
    assert len(set(linked)) == 4
    assert set(linked) <= set(files)


def test_the_page_of_runs_has_a_row_for_each_and_leads_to_what_shows_it(files: dict[str, str]) -> None:
    page = files["runs.md"]
    rows = re.findall(r"^\| \[(\d+)\]", page, re.MULTILINE)
    assert rows == ["1", "2", "3", "4", "5"]
    assert page.count("(clients/waiting.md)") == 4
    assert f"[{all_experiments()['loops'].title}](clients/loops.md)" in page
    assert "| aiohttp | 3.14.5, " in page


def test_the_place_of_a_run_is_its_machine_and_its_python() -> None:
    assert place(run_of()) == place(run_of("3.11.9"))
    assert place(run_of()) != place(run_of("3.12.0"))
    assert place(run_of()) != place(run_of(machine=ELSEWHERE))
