"""Limits are run into on purpose, in a process of its own: the one that stops it is named, and nobody else is hit."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from bench.catalog import ROOT
from bench.errors import LimitError
from bench.harness import counted, limited
from bench.harness.exhausted import WORDS
from bench.harness.limits import Lowered, lower
from bench.harness.privileges import NOBODY
from bench.harness.reaper import Reaper
from bench.harness.spawn import attempt
from bench.model import Failed, Measured, Scenario, Starting

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process lower these limits")
AS_ROOT = pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="this user has other processes")
THREADS = ("threads_threading", "start_and_join")
PROCESSES = ("processes_multiprocessing", "start_and_join")
TASKS = ("asyncio_tasks", "create_and_wait")
GIBIBYTE = 1 << 30
STOPPED = [
    (THREADS, "processes", 40),
    (THREADS, "address_space_bytes", GIBIBYTE),
    (THREADS, "mappings", 100),
    (PROCESSES, "processes", 20),
    (PROCESSES, "open_files", 40),
]


@pytest.fixture(scope="module")
def reaper() -> Iterator[Reaper]:
    kept = Reaper()
    yield kept
    kept.close()


def tried(code: tuple[str, str], limits: dict[str, int], reaper: Reaper, *, units: int = 150) -> Measured | Failed:
    """Start units that sleep for a second under limits; leave the test out where this system cannot lower one."""
    conditions = Starting(units=units, sleeps=1, sleep_s=1, limits=limits)
    scenario = Scenario(
        id="made-up",
        title="Made up",
        tier="like for like",
        implementation=code[0],
        workload=code[1],
        conditions=conditions,
    )
    outcome = attempt(scenario, reaper)
    if isinstance(outcome, Failed) and outcome.status == "skipped":
        pytest.skip(outcome.reason)
    return outcome


def output_of(text: str, *before: str) -> str:
    """Return what a Python program prints; `before` are words of the command before it."""
    command = [*before, sys.executable, "-c", text]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=20, check=True).stdout.strip()


# ── In a trial ───────────────────────────────────────────────────────────────────────────────────────────────────────
@LINUX
@pytest.mark.parametrize(("code", "name", "allowed"), STOPPED, ids=str)
def test_the_limit_that_stops_it_is_named_with_how_many_there_were(
    code: tuple[str, str], name: str, allowed: int, reaper: Reaper
) -> None:
    outcome = tried(code, {name: allowed}, reaper)
    assert isinstance(outcome, Failed)
    assert outcome.status == "resource_limit"
    assert WORDS[name] in outcome.reason
    assert "Error" in outcome.reason
    assert outcome.reached is not None
    assert 0 < outcome.reached < 150


@AS_ROOT
@pytest.mark.parametrize("code", [THREADS, PROCESSES], ids=str)
def test_as_many_start_as_are_allowed_beside_the_first(code: tuple[str, str], reaper: Reaper) -> None:
    outcome = tried(code, {"processes": 25}, reaper)
    assert isinstance(outcome, Failed)
    assert outcome.reached == 24


@LINUX
@pytest.mark.parametrize("limits", [{"processes": 40}, {"address_space_bytes": GIBIBYTE}, {"mappings": 100}], ids=str)
def test_coroutines_do_not_notice(limits: dict[str, int], reaper: Reaper) -> None:
    outcome = tried(TASKS, limits, reaper, units=2_000)
    assert isinstance(outcome, Measured)
    assert outcome.units
    assert outcome.units.ended == 2_000


@LINUX
def test_a_limit_that_is_not_reached_changes_nothing(reaper: Reaper) -> None:
    assert isinstance(tried(THREADS, {"processes": 40}, reaper, units=10), Measured)


@LINUX
def test_nobody_else_has_a_limit_lowered(reaper: Reaper) -> None:
    before = counted.limits_here()
    tried(THREADS, {"processes": 20, "address_space_bytes": GIBIBYTE, "open_files": 30}, reaper)
    assert counted.limits_here() == before
    threads = [threading.Thread(target=threading.Event().wait, args=(0.01,)) for _ in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@AS_ROOT
def test_the_processes_that_were_started_do_not_outlive_the_trial(reaper: Reaper) -> None:
    tried(PROCESSES, {"processes": 20}, reaper)
    assert [task for task in counted.tasks() if task.user == NOBODY] == []


@LINUX
def test_a_trial_whose_limit_cannot_be_lowered_is_skipped_with_the_reason(reaper: Reaper) -> None:
    conditions = Starting(units=1, limits={"unicorns": 3})
    outcome = attempt(
        Scenario(
            id="a",
            title="A",
            tier="like for like",
            implementation="asyncio_tasks",
            workload="create_and_wait",
            conditions=conditions,
        ),
        reaper,
    )
    assert isinstance(outcome, Failed)
    assert (outcome.status, outcome.reached) == ("skipped", None)
    assert "unicorns is no limit" in outcome.reason


# ── Lowering ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_a_system_without_such_limits_says_so(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert lower({}) == Lowered({}, [])
    with pytest.raises(LimitError, match="only Linux"):
        lower({"processes": 40})
    assert counted.usage_now() == counted.count_mappings() == {}


@LINUX
def test_a_user_who_is_not_root_is_allowed_so_many_beside_what_runs_already() -> None:
    text = """
import os, threading, time
from bench.harness import counted, limits
if os.getuid() == 0:
    os.setuid(65532)
limits.lower({"processes": 8})
started = 0
try:
    for _ in range(50):
        threading.Thread(target=time.sleep, args=(1,), daemon=True).start()
        started += 1
except RuntimeError:
    print(started)
"""
    assert 0 < int(output_of(text)) < 50


@LINUX
def test_a_limit_is_not_raised_by_lowering_it() -> None:
    text = """
import resource
from bench.errors import LimitError
from bench.harness.limits import lower
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
try:
    lower({"open_files": 100})
except LimitError as error:
    print(error)
"""
    assert output_of(text) == "open_files: 100 are asked for, but 64 are allowed here"


@LINUX
def test_a_program_of_another_language_keeps_the_limits() -> None:
    text = """
import threading, time
started = 0
try:
    for _ in range(50):
        threading.Thread(target=time.sleep, args=(1,), daemon=True).start()
        started += 1
except RuntimeError:
    print(started)
"""
    said = output_of(text, sys.executable, "-m", "bench.harness.limited", '{"processes": 12}')
    if said.startswith("{"):
        pytest.skip(json.loads(said)["reason"])
    assert 0 < int(said) < 50


def test_a_program_of_another_language_is_skipped_where_it_would_not_keep_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limited, "lower", lambda _: Lowered({}, [object()]))  # type: ignore[list-item]
    limited.main('{"mappings": 10}', "nothing")
    said = json.loads(capsys.readouterr().out)
    assert (said["is"], said["status"]) == ("failed", "skipped")
    assert "mappings" in said["reason"]
