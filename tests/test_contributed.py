"""Runs that others measured: how they are told apart, what is refused of them, and where the pages show them."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bench.__main__ import main
from bench.errors import BenchError, DataError
from bench.harness import plan
from bench.model import Run, Scenario, Slot, Trial
from bench.release.merged import merge
from bench.report.beside import beside
from bench.report.compare import changes
from bench.report.compare_formats import FORMATS
from bench.report.contents import site_files
from bench.report.doubts import doubts
from bench.report.evaluation import find
from bench.report.selection import load_all
from bench.results import consistency, store
from bench.results.schema import encode
from bench.results.store import Results
from bench.verbs.telling import order_checked
from tests import made_up

DATA = Path(__file__).parents[1] / "data"
ELSEWHERE = msgspec.structs.replace(made_up.MACHINE, cpu="Foreign CPU", cores=16)
HEADING = "## Contributed, not measured again by this project"
Spoil = Callable[[Run], Run]


def sent(data: Path, run: Run, trials: list[Trial] | None = None) -> Path:
    """Write a run where those of others lie."""
    return made_up.stored(data / "contributed", run, trials)


def checked(capsys: pytest.CaptureFixture[str], folder: Path) -> tuple[int, str]:
    """Return the exit code of the check of a folder, and what it says."""
    return main(["check", str(folder)]), capsys.readouterr().out


# ── Whose a run is ───────────────────────────────────────────────────────────────────────────────────────────────────
def test_where_a_run_lies_tells_whose_it_is_and_nothing_in_it_does(tmp_path: Path) -> None:
    own, other = made_up.stored(tmp_path, made_up.a_run(seed=1)), sent(tmp_path, made_up.a_run(seed=1))
    assert (own / "run.json").read_bytes() == (other / "run.json").read_bytes()
    assert (store.load(own).contributed, store.load(other).contributed) == (False, True)


def test_runs_of_others_are_found_with_all_and_by_themselves(tmp_path: Path) -> None:
    own, other = made_up.stored(tmp_path, made_up.a_run(seed=1)), sent(tmp_path, made_up.a_run(seed=2))
    assert set(store.folders(tmp_path)) == {own, other}
    assert store.folders(tmp_path / "contributed") == store.folders(other) == [other]


@pytest.mark.parametrize("stray", ["page.md", "run.json", "folder/trials.jsonl"])
def test_whatever_lies_among_the_runs_of_others_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], stray: str
) -> None:
    path = sent(tmp_path, made_up.a_run()).parent / stray
    path.parent.mkdir(exist_ok=True)
    path.write_text("{}")
    for folder in (tmp_path, tmp_path / "contributed"):
        code, said = checked(capsys, folder)
        assert code == 2
        assert "run.json" in said


def test_a_link_in_the_place_of_their_folder_would_make_them_ours_and_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made_up.stored(tmp_path / "elsewhere", made_up.a_run())
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "contributed").symlink_to(tmp_path / "elsewhere")
    for words in (["check", str(tmp_path / "data")], ["report", "--data", str(tmp_path / "data")]):
        assert main(words) == 2
        assert "contributed: a link; runs of others are in a folder" in capsys.readouterr().err


def test_a_run_that_is_a_link_out_of_their_folder_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = made_up.stored(tmp_path / "outside", made_up.a_run())
    (tmp_path / "data" / "contributed").mkdir(parents=True)
    (tmp_path / "data" / "contributed" / "run").symlink_to(outside)
    code, said = checked(capsys, tmp_path / "data")
    assert code == 2
    assert "contributed/run: a link; a run folder is one itself" in said


def test_a_release_never_takes_a_run_of_others_for_its_own(tmp_path: Path) -> None:
    sent(tmp_path / "results", made_up.a_run())
    with pytest.raises(DataError, match="measured by others; a release adds what this project measured itself"):
        merge(tmp_path / "results", tmp_path / "data")
    assert not (tmp_path / "data").exists()


# ── What is refused ──────────────────────────────────────────────────────────────────────────────────────────────────
def of_tree(dirty: bool | None) -> Run:  # noqa: FBT001 - it is a state.
    return made_up.a_run(environment=msgspec.structs.replace(made_up.an_environment(), dirty=dirty))


@pytest.mark.parametrize("dirty", [True, None])
def test_code_that_was_not_committed_is_refused_of_others_and_a_doubt_of_ours(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    dirty: bool | None,  # noqa: FBT001
) -> None:
    code, said = checked(capsys, sent(tmp_path, of_tree(dirty)))
    assert code == 2
    assert "the code that measured was not committed; measure again from a commit" in said
    code, said = checked(capsys, made_up.stored(tmp_path, of_tree(dirty)))
    assert code == 0
    assert ", of code that was not committed, " in said
    assert (
        ", of code that was not committed, " not in checked(capsys, made_up.stored(tmp_path, made_up.a_run("quick")))[1]
    )


@pytest.mark.parametrize(("dirty", "doubted"), [(True, True), (None, True), (False, False)])
def test_code_that_was_not_committed_or_is_not_known_is_doubted_on_its_pages(
    dirty: bool | None,  # noqa: FBT001
    doubted: bool,  # noqa: FBT001
) -> None:
    run = of_tree(dirty)
    found = doubts(find(Results(Path(run.id), run, tuple(made_up.trials(run))), "waiting"))
    assert ("dirty" in {doubt.code for doubt in found}) is doubted


def test_a_smoke_run_of_others_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = checked(capsys, sent(tmp_path, made_up.a_run("smoke")))
    assert code == 2
    assert "a smoke run is no result" in said


def exchanged(run: Run) -> Run:
    """Exchange the first two trials of the plan: still every trial once, but no order that chance gave."""
    first, second, *rest = run.order
    return msgspec.structs.replace(run, order=(second, first, *rest))


def shortened(run: Run) -> Run:
    """Leave out a scenario's last round, as one would whose time was bad."""
    return msgspec.structs.replace(run, order=run.order[:-1])


def reseeded(run: Run) -> Run:
    return msgspec.structs.replace(run, seed=run.seed + 1)


@pytest.mark.parametrize("spoil", [exchanged, shortened, reseeded])
def test_an_order_that_the_seed_does_not_give_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: Spoil
) -> None:
    run = spoil(made_up.a_run())
    code, said = checked(capsys, made_up.stored(tmp_path, run))
    assert code == 2
    assert f"run.json: the order is not the one that seed {run.seed} gives" in said


def test_every_committed_run_has_the_order_that_its_seed_gives() -> None:
    assert [order_checked(store.load(folder)) for folder in store.folders(DATA)] == [""] * len(store.folders(DATA))


def test_the_order_of_an_older_method_is_not_checked_and_of_a_newer_one_not_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made_up.stored(tmp_path, exchanged(made_up.a_run()))
    monkeypatch.setattr(plan, "METHOD", 2)
    code, said = checked(capsys, folder)
    assert code == 0
    assert "doubts; its order is of method 1 and was not checked" in said
    newer = made_up.stored(tmp_path, msgspec.structs.replace(made_up.a_run(seed=8), method=3))
    code, said = checked(capsys, newer)
    assert code == 2
    assert "run.json: method is 3; this version knows those up to 2" in said


def test_trials_in_another_order_than_the_plan_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = made_up.a_run()
    first, second, *rest = made_up.trials(run)
    code, said = checked(capsys, made_up.stored(tmp_path, run, [second, first, *rest]))
    assert code == 2
    assert "trials.jsonl:1: Slot" in said
    assert "where the plan of the run has Slot" in said


def test_a_gap_among_the_trials_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = made_up.a_run()
    first, _, *rest = made_up.trials(run)
    code, said = checked(capsys, made_up.stored(tmp_path, run, [first, *rest]))
    assert code == 2
    assert "trials.jsonl:2: Slot" in said


def test_more_scenarios_than_can_be_ordered_in_a_moment_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made_up.stored(tmp_path, made_up.a_run())
    number = len(made_up.a_run().experiments[0].scenarios)
    monkeypatch.setattr(consistency, "MOST_SCENARIOS", number - 1)
    with pytest.raises(DataError, match=f"waiting has {number} scenarios; at most {number - 1} are read"):
        store.load(folder)


@pytest.mark.parametrize("name", ["../outside", "/tmp/x", "a/b", "..", ".hidden", "<b>", "a b", "", "two\n"])
def test_a_run_whose_name_leads_out_of_its_folder_is_refused(tmp_path: Path, name: str) -> None:
    folder = made_up.stored(tmp_path, made_up.a_run())
    document = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps(document | {"id": name}))
    with pytest.raises(DataError, match=r"run.json: (.*at `\$.id`|the run 'two\\n' has a line break in its name)"):
        store.load(folder)


def test_a_folder_whose_name_a_terminal_would_obey_is_shown_letter_by_letter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = made_up.stored(tmp_path, made_up.a_run())
    assert "\x1b" not in checked(capsys, folder.rename(folder.with_name("\x1b[31mred")))[1]


# ── Markup in every string ───────────────────────────────────────────────────────────────────────────────────────────
EVIL = "</p><img src=x onerror=alert(7)> <script>alert(7)</script> [x](javascript:alert(7)) `{{ 7 * 7 }}` | \x1b[31m"


def leaves(document: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Yield where each string of a document is: its path without numbers, what holds it, and the key of it there."""
    pairs = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in list(pairs):
        place = (*path, key if isinstance(document, dict) else "")
        if isinstance(value, str):
            yield place, document, key
        elif isinstance(value, dict | list):
            yield from leaves(value, place)


def spoiled(record: Run | Trial) -> Any:
    """Return a record with markup in each kind of string in which its type lets it be."""
    document = json.loads(encode(record))
    for kind in dict.fromkeys(path for path, _, _ in leaves(document)):
        before = [(holder, key, holder[key]) for path, holder, key in leaves(document) if path == kind]
        for holder, key, _ in before:
            holder[key] = EVIL
        try:
            msgspec.convert(document, type(record), strict=False)
        except msgspec.ValidationError:
            for holder, key, value in before:
                holder[key] = value
    return msgspec.convert(document, type(record), strict=False)


def evil_run(seed: int) -> tuple[Run, list[Trial]]:
    """Return a run with markup wherever it can be; some of its trials failed, for a reason that is markup too."""
    plain = made_up.a_run(seed=seed, day=seed)
    run = spoiled(plain)
    failing = {"httpx", "loop"}
    trials = [
        made_up.with_outcome(t, made_up.failed()) if t.slot.scenario in failing else t for t in made_up.trials(plain)
    ]
    return run, [spoiled(t) for t in trials]


def test_markup_in_every_string_of_a_run_is_refused_or_shown_letter_by_letter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (first, trials), (second, others) = evil_run(1), evil_run(2)
    assert encode(first).count(b"onerror") > 100, "the strings that may hold anything do"
    made_up.stored(tmp_path, first, trials)
    made_up.stored(tmp_path, second, others)
    third, foreign = evil_run(3)
    machine = msgspec.structs.replace(third.machine, cores=99)
    made_up.stored(tmp_path, msgspec.structs.replace(third, machine=machine), foreign)
    sent(tmp_path, *evil_run(4))
    code, said = checked(capsys, tmp_path)
    assert (code, "\x1b" in said) == (0, False)
    files = site_files(load_all(tmp_path), made_up.MACHINE)
    assert "Newest against before" in files["before.md"]
    for name, text in files.items():
        if name.endswith(".md"):
            for harm in ("<img", "<script", "</p><", "](javascript:", "{{ 7", "\x1b"):
                assert harm not in text, f"{harm} in {name}"
            assert "onerror" not in text or "&#60;img src=x onerror" in text
        if name.startswith("charts/"):
            assert "<img" not in text, name
    for form in FORMATS:
        runs = [results for results in load_all(tmp_path) if results.run.machine.cores == made_up.MACHINE.cores]
        text = FORMATS[form](runs[1], runs[0], changes(runs[1], runs[0]))
        assert "\x1b" not in text
        assert form != "markdown" or "<img" not in text


# ── How they are shown ───────────────────────────────────────────────────────────────────────────────────────────────
def ours(data: Path) -> Path:
    """Write two runs of this project, of two machines."""
    made_up.stored(data, made_up.a_run(seed=1))
    made_up.stored(data, made_up.a_run(seed=2, machine=msgspec.structs.replace(made_up.MACHINE, cores=8)))
    return data


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages of this project's runs alone."""
    return site_files(load_all(ours(tmp_path_factory.mktemp("data"))), made_up.MACHINE)


def slower(run: Run) -> list[Trial]:
    """Return trials that say the opposite of ours: what was fast takes long."""
    scenarios = {s.id: s for e in run.experiments for s in e.scenarios}

    def time(slot: Slot) -> float:
        return (900 if slot.scenario in {"aiohttp", "go"} else 100) + slot.round / 1e4

    return [
        made_up.with_outcome(t, made_up.measured(scenarios[t.slot.scenario], time(t.slot))) for t in made_up.trials(run)
    ]


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The same, with newer runs of others: of the machine that builds, of another one, of another experiment, and of
    conditions of their own.
    """
    data = ours(tmp_path_factory.mktemp("data"))
    for seed, machine in ((3, made_up.MACHINE), (4, ELSEWHERE)):
        run = made_up.a_run(seed=seed, day=seed, machine=machine)
        sent(data, run, slower(run))
    sent(data, made_up.a_run(seed=5, day=5, experiment="loops"))
    strange = made_up.a_run(seed=6, day=6, machine=msgspec.structs.replace(ELSEWHERE, cpu="Strange CPU"))
    (planned,) = strange.experiments
    changed = msgspec.structs.replace(planned, scenarios=tuple(map(other_conditions, planned.scenarios)))
    sent(data, msgspec.structs.replace(strange, experiments=(changed,)), made_up.trials(strange))
    return site_files(load_all(data), made_up.MACHINE)


def test_outside_their_own_part_of_a_page_runs_of_others_change_nothing(
    without: dict[str, str], together: dict[str, str]
) -> None:
    for name, text in without.items():
        now = together[name]
        if name == "clients/waiting.md":
            now = now.partition(HEADING)[0]
        if name != "runs.md":
            assert now.rstrip() == text.rstrip(), name
    more = set(together) - set(without)
    assert {name.partition("/")[0] for name in more} == {"charts"}


def test_an_experiment_shows_them_last_in_a_part_of_their_own_that_decides_nothing(together: dict[str, str]) -> None:
    page, part = together["clients/waiting.md"].split(HEADING)
    assert "Foreign CPU" not in page
    assert "The conclusion holds on 2 of 2 runs" in page
    assert "Foreign CPU, 16 cores, Linux, Python 3.11.7, contributed |" in part
    assert "Strange CPU" not in part
    assert "## " not in part.replace("### ", "")
    assert "The conclusion holds" not in part
    assert part.count("contributed, and not measured again by this project") == 2
    assert "made-up-standard-3" in part


def other_conditions(scenario: Scenario) -> Scenario:
    return msgspec.structs.replace(
        scenario, conditions=msgspec.structs.replace(made_up.fetching(scenario), concurrency=2**59)
    )


def another_series(scenario: Scenario) -> Scenario:
    return msgspec.structs.replace(scenario, series="theirs")


def another_name(scenario: Scenario) -> Scenario:
    return msgspec.structs.replace(scenario, id=f"{scenario.id}-2")


def another_title(scenario: Scenario) -> Scenario:
    return msgspec.structs.replace(scenario, title="as they call it")


@pytest.mark.parametrize(
    ("change", "stands"),
    [(other_conditions, False), (another_series, False), (another_name, False), (another_title, True)],
)
def test_a_run_of_others_stands_beside_ours_only_if_it_asked_for_the_same(
    change: Callable[[Scenario], Scenario],
    stands: bool,  # noqa: FBT001
) -> None:
    mine, theirs = made_up.a_run("quick", seed=1), made_up.a_run("standard", seed=2)
    (planned,) = theirs.experiments
    *others, last = planned.scenarios
    changed = msgspec.structs.replace(planned, scenarios=(*others, change(last)))
    runs = [Results(Path(run.id), run, ()) for run in (mine, msgspec.structs.replace(theirs, experiments=(changed,)))]
    assert beside(runs[0], runs[1:], "waiting") == runs[1:] * stands
    assert beside(runs[0], [Results(Path(theirs.id), theirs, ())], "waiting") != []


def test_a_run_of_which_every_trial_failed_at_once_is_shown_too(tmp_path: Path) -> None:
    run = made_up.a_run("quick")
    failed = msgspec.structs.replace(made_up.failed(), after_s=0.0)
    made_up.stored(tmp_path, run, [made_up.with_outcome(trial, failed) for trial in made_up.trials(run)])
    assert "The run spent 0 % of its time inside trials" in site_files(load_all(tmp_path), None)["clients/waiting.md"]


def test_a_run_of_others_that_judges_by_something_else_does_not_stand_beside_ours() -> None:
    run = made_up.a_run()
    judged = msgspec.structs.replace(run.experiments[0], reference="loop")
    theirs = Results(Path(run.id), msgspec.structs.replace(run, experiments=(judged,)), ())
    assert beside(Results(Path(run.id), run, ()), [theirs], "waiting") == []


def test_an_experiment_that_only_others_measured_has_no_page(together: dict[str, str]) -> None:
    assert "clients/loops.md" not in together


def test_the_page_of_runs_lists_them_apart(together: dict[str, str]) -> None:
    own, part = together["runs.md"].split("## Versions")[0].split(HEADING)
    assert ("[1](#run-1)" in own, "[2](#run-2)" in own, "[3](#run-3)" in own) == (True, True, False)
    assert [f"[{n}](#run-{n})" in part for n in range(1, 7)] == [False, False, True, True, True, True]
    assert "in the folder contributed/made-up-standard-5 under `data/`" in together["runs.md"]
    assert "Strange CPU" in part
    assert together["runs.md"].count("shown by: no page") == 2


def test_where_nobody_sent_anything_no_page_speaks_of_it(without: dict[str, str]) -> None:
    assert HEADING not in without["runs.md"] + without["clients/waiting.md"]


def test_runs_of_others_alone_make_no_report(tmp_path: Path) -> None:
    sent(tmp_path, made_up.a_run())
    with pytest.raises(BenchError, match="no run with a trial is there"):
        load_all(tmp_path)


def test_doubts_are_told_in_words_with_how_often_they_were_raised(without: dict[str, str]) -> None:
    said = without["runs.md"].split("## Run 1 ")[1].split("## Run 2 ")[0]
    assert "    - Too few trials for an interval" in said
    assert "(few" not in said
    assert "few (" not in said
