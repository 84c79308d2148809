"""The verbs, as a user types them."""

import shutil
import subprocess
import sys
from pathlib import Path

import filelock
import pytest

from bench import __main__, catalog
from bench.__main__ import main
from bench.errors import ToolError
from bench.harness import golang
from bench.harness import run as running
from bench.model import Failed, Scenario, Slot, Trial
from bench.results import store
from bench.verbs import measuring
from tests import made_up


@pytest.fixture(autouse=True)
def own_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let a run of the tests not wait for a real one."""
    monkeypatch.setattr(running, "LOCK", tmp_path / "lock")
    return tmp_path / "lock"


@pytest.fixture
def without_a_clock(monkeypatch: pytest.MonkeyPatch) -> list[Slot]:
    """Let trials be made up; returns the log of what was executed."""
    log: list[Slot] = []

    def execute(slot: Slot, scenario: Scenario, _: object) -> Trial:
        log.append(slot)
        outcome = made_up.measured(scenario, 1.0)
        return Trial(slot=slot, started=made_up.NOON, gate_s=0.0, outcome=outcome)

    monkeypatch.setattr(measuring, "spawn", execute)
    return log


def said(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    return captured.out + captured.err


def test_list_names_implementations_workloads_and_experiments(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    text = said(capsys)
    for name in ("clients/asyncio_aiohttp: ", "  one_session: ", "experiment waiting (clients): 100 requests"):
        assert name in text


def test_list_says_why_something_cannot_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(golang, "toolchain", lambda: None)
    monkeypatch.setattr(catalog, "version", lambda name: None if name == "httpx" else "1")
    assert main(["list"]) == 0
    text = said(capsys)
    assert "cannot run here: no Go toolchain" in text
    assert "cannot run here: not installed: httpx" in text


def test_plan_tells_the_order_and_how_long(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "waiting", "--profile", "quick", "--seed", "3"]) == 0
    text = said(capsys)
    assert "round 6: waiting/aiohttp (placebo)" in text
    assert " trials, about " in text


def test_plan_names_what_will_not_be_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(golang, "toolchain", lambda: None)
    assert main(["plan", "waiting"]) == 0
    assert "not measured: waiting/go: no Go toolchain" in said(capsys)


def test_run_measures_every_slot_of_the_plan_in_its_order(
    tmp_path: Path, without_a_clock: list[Slot], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    assert main(["run", "waiting", "--output", str(folder)]) == 0
    results = store.load(folder)
    assert results.run.profile == "quick"
    assert without_a_clock == list(results.run.order) == [trial.slot for trial in results.trials]
    assert "complete, 0 failed" in said(capsys)


def test_a_smoke_run_stays_out_of_data(
    tmp_path: Path, without_a_clock: list[Slot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", "--profile", "smoke"]) == 0
    assert without_a_clock
    (folder,) = store.folders(tmp_path / "build" / "runs")
    assert folder.name == store.load(folder).run.id


def test_resume_measures_only_what_is_missing(
    tmp_path: Path, without_a_clock: list[Slot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "check_unchanged", lambda _: None)
    run = made_up.a_run("smoke")
    folder = made_up.stored(tmp_path, run, made_up.trials(run)[:5])
    assert main(["run", "--resume", str(folder)]) == 0
    assert without_a_clock == list(run.order[5:])
    assert main(["run", "--resume", str(folder)]) == 0
    assert len(without_a_clock) == len(run.order) - 5


def test_resume_refuses_a_run_that_began_with_other_code(
    tmp_path: Path, without_a_clock: list[Slot], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    assert main(["run", "--profile", "smoke", "--output", str(folder)]) == 0
    path = folder / "run.json"
    path.write_text(path.read_text().replace('"aiohttp":"3.', '"aiohttp":"2.'))
    log = len(without_a_clock)
    assert main(["run", "--resume", str(folder)]) == 2
    assert "began with other packages; half a run of each is none: start a new one" in said(capsys)
    assert len(without_a_clock) == log


def test_a_trial_that_should_not_fail_makes_the_exit_code_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failure = Failed(status="crash", reason="broken", after_s=0.1)
    monkeypatch.setattr(
        measuring, "spawn", lambda slot, *_: Trial(slot=slot, started=made_up.NOON, gate_s=0.0, outcome=failure)
    )
    assert main(["run", "--profile", "smoke", "--output", str(tmp_path / "run")]) == 1
    assert "waiting/aiohttp: crash: broken" in said(capsys)


def test_ctrl_c_leaves_a_run_that_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> Trial:
        raise KeyboardInterrupt

    monkeypatch.setattr(measuring, "spawn", interrupted)
    folder = tmp_path / "run"
    assert main(["run", "--profile", "smoke", "--output", str(folder)]) == 130
    assert f"stopped; go on with: nox -s bench -- --resume {folder}" in said(capsys)
    assert store.load(folder).trials == ()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "wating"], "no experiment is called 'wating'; known are: "),
        (["run", "--profile", "fast"], "'smoke', 'quick', 'standard', 'full'"),
        (["measure"], "invalid choice: 'measure'"),
        ([], "the following arguments are required: VERB"),
        (["run", "--resume", "x", "--output", "y"], "--resume goes on with the plan of its folder"),
        (["run", "--resume", "nowhere"], "nowhere/run.json: No such file or directory"),
        (["run", "--seed", "few"], "invalid seed value: 'few'"),
        (["run", "--seed", "-1"], "seed -1 is negative"),
        (["report", "--data", "nowhere"], "nowhere: no run with a trial is there; measure one with: nox -s bench"),
    ],
)
def test_a_mistake_in_what_was_asked_is_one_line_and_exit_code_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    text = said(capsys)
    assert text.startswith("bench: ")
    assert message in text
    assert text.count("\n") == 1


def test_a_folder_that_exists_is_not_touched(
    tmp_path: Path, without_a_clock: list[Slot], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--output", str(tmp_path)]) == 2
    assert "exists; name another --output, or go on with it" in said(capsys)
    assert without_a_clock == []


def test_a_machine_that_measures_already_is_left_alone(own_lock: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with filelock.FileLock(own_lock):
        assert main(["run"]) == 2
    assert "another run is measuring on this machine" in said(capsys)


def test_a_program_that_cannot_be_built_stops_before_a_folder_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_: Path) -> Path:
        raise ToolError("go build failed: no space")

    monkeypatch.setattr(golang, "build", broken)
    assert main(["run", "--output", str(tmp_path / "run")]) == 2
    assert "go build failed: no space" in said(capsys)
    assert not (tmp_path / "run").exists()


def test_check_says_what_each_folder_holds_and_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = made_up.stored(tmp_path, made_up.a_run("standard"))
    bad = shutil.copytree(good, tmp_path / "bad")
    (bad / "trials.jsonl").write_text("rubbish\n")
    assert main(["check", str(good)]) == 0
    assert "standard, " in said(capsys)
    assert main(["check", str(tmp_path)]) == 2
    text = said(capsys)
    assert "bad/trials.jsonl:1: " in text
    assert "claims.toml: " in text


def test_check_of_a_folder_that_is_none_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == 2
    assert "run.json: No such file or directory" in said(capsys)


def test_report_writes_the_pages(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "docs"
    assert main(["report", "--data", str(data), "--output", str(output)]) == 0
    (output / "stale.md").touch()
    assert main(["report", "--data", str(data), "--output", str(output)]) == 0
    assert (output / "clients" / "waiting.md").exists()
    assert not (output / "stale.md").exists()
    assert " pages in " in said(capsys)


def test_report_never_replaces_a_folder_that_it_did_not_make(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    precious = tmp_path / "thesis.md"
    precious.touch()
    assert main(["report", "--data", str(data), "--output", str(tmp_path)]) == 2
    assert "holds files that are not the report's" in said(capsys)
    assert precious.exists()


def test_the_module_runs_as_a_program_and_every_verb_has_help() -> None:
    command = [sys.executable, "-m", "bench"]
    for words in (
        ["--help"],
        *[[verb, "--help"] for verb in ("list", "plan", "run", "profile", "report", "check", "compare")],
    ):
        done = subprocess.run([*command, *words], cwd=catalog.ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0
        assert "usage: python -m bench" in done.stdout


def test_every_profile_is_explained() -> None:
    assert set(__main__.PROFILES) == {"smoke", "quick", "standard", "full"}
