"""Nothing that a run started outlives it."""

import functools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from bench.catalog import ROOT
from bench.harness.process import started
from bench.harness.reaper import Reaper, kill_group, left_over
from tests import made_up

PLANNED = len(made_up.a_run("smoke").order)
SLEEP = "import time; time.sleep(600)"
PARENT = f"""
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", {SLEEP!r}], start_new_session=True)
print(child.pid, flush=True)
time.sleep(600)
"""
HARNESS = f"""
import sys, time
from bench.harness.process import started
from bench.harness.reaper import Reaper
with started([sys.executable, "-c", {PARENT!r}], None, Reaper()) as running:
    print(running.process.pid, int(running.process.stdout.readline()), flush=True)
    time.sleep(600)
"""


def gone(pid: int) -> bool:
    """Wait until a process has ended; a test that hangs here has failed."""
    for _ in range(200):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False


def test_what_started_and_did_not_end_is_left_over() -> None:
    assert left_over(["+1\n", "+2\n", "-1\n"]) == {2}


def test_the_end_of_a_block_kills_grandchildren_too_even_in_a_session_of_their_own() -> None:
    reaper = Reaper()
    with started([sys.executable, "-c", PARENT], None, reaper) as running:
        assert running.process.stdout
        grandchild = int(running.process.stdout.readline())
        assert psutil.pid_exists(grandchild)
    assert gone(grandchild)
    reaper.close()


def test_killing_the_harness_kills_all_that_it_started() -> None:
    harness = subprocess.Popen([sys.executable, "-c", HARNESS], stdout=subprocess.PIPE, cwd=ROOT)
    assert harness.stdout
    pids = [int(word) for word in harness.stdout.readline().split()]
    assert len(pids) == 2
    harness.send_signal(signal.SIGKILL)
    harness.communicate()
    assert [gone(pid) for pid in pids] == [True, True]


def test_a_process_that_is_gone_already_is_no_error() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""], start_new_session=True)
    process.wait()
    kill_group(process.pid)


def test_killing_a_run_at_any_moment_leaves_one_that_resumes(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "bench", "run", "waiting", "--profile", "smoke", "--output", str(folder)]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, start_new_session=True)
    assert run.stdout
    while b"2/%d " % PLANNED not in (line := run.stdout.readline()):
        assert line, "the run ended before it was killed"
    os.kill(run.pid, signal.SIGKILL)
    run.communicate()
    before = (folder / "trials.jsonl").read_bytes()
    assert before.count(b"\n") >= 2
    resume = [sys.executable, "-m", "bench", "run", "--resume", str(folder)]
    again = subprocess.run(resume, capture_output=True, text=True, cwd=ROOT, check=False)
    assert again.returncode == 0, again.stderr
    after = (folder / "trials.jsonl").read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == PLANNED


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "bench", "run", "waiting", "--profile", "smoke", "--output", str(folder)]
    # Who started the tests may have told its children to ignore Ctrl-C, as a shell does to those in the background.
    heard = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    run = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, preexec_fn=heard)  # noqa: PLW1509
    assert run.stdout
    while f"1/{PLANNED} " not in (line := run.stdout.readline()):
        assert line, "the run ended before it was stopped"
    run.send_signal(signal.SIGINT)
    said, _ = run.communicate()
    assert run.returncode == 130
    assert f"stopped; go on with: nox -s bench -- --resume {folder}" in said


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "bench", "run", "waiting", "--profile", "smoke", "--output"]
    first = subprocess.Popen([*command, str(folder)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert first.stdout
        assert first.stdout.readline()
        second = subprocess.run(
            [*command, str(tmp_path / "other")], capture_output=True, text=True, cwd=ROOT, check=False
        )
        assert second.returncode == 2
        assert "another run is measuring on this machine" in second.stderr
        assert not (tmp_path / "other").exists()
    finally:
        first.send_signal(signal.SIGINT)
        first.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups")
def test_a_group_is_killed_with_its_leader() -> None:
    process = subprocess.Popen([sys.executable, "-c", SLEEP], start_new_session=True)
    kill_group(process.pid)
    assert process.wait() == -signal.SIGKILL
