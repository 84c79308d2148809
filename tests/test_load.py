"""A trial of a server, with real servers, loaders and processes: whatever happens is an outcome."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from bench.harness import installed, load, loaders, meter, ready, spawn, tree, under_load
from bench.harness.process import started
from bench.harness.reaper import Reaper
from bench.harness.subject import Subject
from bench.model import Answering, Failed, Load, Measured, Scenario, Slot
from bench.physics import refuted

SLOT = Slot(experiment="tried", scenario="tried", copy="main", round=1, position=1)
FAULTY = Path(__file__).with_name("faulty_server.py")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the servers fork")


@pytest.fixture(autouse=True)
def _restless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin at once, however busy the machine is: nothing here is a result."""
    monkeypatch.setattr(meter, "GATE_S", 0.0)


@pytest.fixture
def reaper() -> Iterator[Reaper]:
    kept = Reaper()
    yield kept
    kept.close()


def scenario(implementation: str = "asyncio_aiohttp_server", **conditions: Any) -> Scenario:
    fixed: dict[str, Any] = {"connections": 4, "path": "/job"} | conditions
    fixed |= {} if fixed.keys() & {"requests", "duration_s"} else {"requests": 300}
    return Scenario(
        id="tried",
        title="tried",
        tier="like for like",
        implementation=implementation,
        workload="serve",
        conditions=Answering(**fixed),
    )


def open_loop(rate: float | None) -> Answering:
    return Answering(connections=4, duration_s=0.5, rate=rate)


def tried(reaper: Reaper, monkeypatch: pytest.MonkeyPatch, fault: str, **conditions: Any) -> Measured | Failed:
    """Return the outcome of a trial of the faulty server."""
    monkeypatch.setattr(load, "server_of", lambda _, c, port, __: (command(port, c.workers, fault), None))
    return spawn.spawn(SLOT, scenario(**conditions), reaper).outcome


def command(port: int, workers: int, fault: str) -> list[str]:
    return [sys.executable, str(FAULTY), str(port), str(workers), fault]


def load_of(outcome: Measured | Failed) -> Load:
    assert outcome.load, outcome
    return outcome.load


def failed(outcome: Measured | Failed) -> Failed:
    assert isinstance(outcome, Failed)
    return outcome


def running() -> set[int]:
    """Return the faulty servers that run on, whoever their parent is; what was killed is given time to go."""
    named = {one: one.info["cmdline"] or [] for one in psutil.process_iter(["cmdline"])}
    found = [one for one, words in named.items() if str(FAULTY) in words and tree.is_there(one)]
    _, alive = psutil.wait_procs(found, timeout=10)
    return {one.pid for one in alive if tree.is_there(one)}


# ── A good server ────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_good_trial_carries_the_accounts_of_both_sides(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = tried(reaper, monkeypatch, "none")
    assert isinstance(outcome, Measured), outcome
    account = load_of(outcome)
    assert (account.answers, account.statuses, account.connections, account.kept) == (300, {"200": 300}, 4, 300)
    assert sum(account.workers.values()) == 300
    assert account.server_cpu_s > 0
    assert account.loader_cpu_s > 0
    assert account.server_memory_bytes is None or account.server_memory_bytes > 2**20
    assert outcome.batches[0].work_s == account.duration_s
    assert running() == set()


def test_every_worker_has_answered_before_the_load_and_is_gone_after_it(
    reaper: Reaper, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[set[int]] = []
    greet = ready.greet

    def noted(*arguments: Any) -> bool:
        done = greet(*arguments)
        seen.append(arguments[-1].workers)
        return done

    monkeypatch.setattr(under_load, "greet", noted)
    outcome = tried(reaper, monkeypatch, "none", workers=3)
    assert isinstance(outcome, Measured), outcome
    assert len(seen[0]) == 3
    assert running() == set()


def test_without_keep_alive_each_answer_has_a_connection_of_its_own(
    reaper: Reaper, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = load_of(tried(reaper, monkeypatch, "none", keep_alive=False))
    assert (account.connections, account.kept) == (300, 0)


def test_an_open_loop_sends_what_is_due_and_looks_for_recovery(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_of(tried(reaper, monkeypatch, "none", rate=300.0, duration_s=0.5)).answers == 150
    looks = [json.loads(loaders.document_of(one, "", None))["probe_s"] for one in (open_loop(300.0), open_loop(None))]
    assert looks == [loaders.PROBE_S, None]


def test_a_server_of_the_project_is_started_by_the_process_that_imports_it(reaper: Reaper) -> None:
    outcome = spawn.spawn(SLOT, scenario(workers=1, wait_s=0.001), reaper).outcome
    assert load_of(outcome).answers == 300


def test_a_server_that_cannot_have_workers_is_not_asked_for_them(reaper: Reaper) -> None:
    outcome = failed(spawn.spawn(SLOT, scenario(workers=2), reaper).outcome)
    assert (outcome.status, "cannot have 2 workers" in outcome.reason) == ("harness_error", True)


@pytest.mark.parametrize(
    ("loader", "amount"), [("ab", {"requests": 300}), ("ab-l", {"requests": 300}), ("wrk", {"duration_s": 0.5})]
)
def test_known_loaders_load_a_server_too(reaper: Reaper, loader: str, amount: dict[str, Any]) -> None:
    if loader in installed.missing():
        pytest.skip(installed.missing()[loader])
    account = load_of(spawn.spawn(SLOT, scenario(loader=loader, **amount), reaper).outcome)
    assert account.answers == account.statuses["200"] >= 300
    assert account.loader_cpu_s > 0


# ── A bad one ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_server_that_does_not_start_says_why(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = failed(tried(reaper, monkeypatch, "refuse"))
    assert (outcome.status, "no such application" in outcome.reason) == ("crash", True)


def test_an_implementation_of_a_server_that_cannot_be_imported_is_a_crash(
    reaper: Reaper, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = {"module": "bench.servers.nothing", "workload": "serve", "parameters": {}}
    command = [sys.executable, "-m", "bench.harness.command"]
    monkeypatch.setattr(load, "server_of", lambda *_: (command, document))
    outcome = failed(spawn.spawn(SLOT, scenario(), reaper).outcome)
    assert (outcome.status, "bench.servers.nothing" in outcome.reason) == ("crash", True)


def test_a_server_whose_port_is_taken_gets_another_one(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    ports: list[int] = []

    def server_of(_: object, __: object, port: int, ___: object) -> tuple[list[str], None]:
        ports.append(port)
        taken = [sys.executable, "-c", "raise OSError(98, 'Address already in use')"]
        return taken if len(ports) == 1 else command(port, 1, "none"), None

    monkeypatch.setattr(load, "server_of", server_of)
    assert load_of(spawn.spawn(SLOT, scenario(), reaper).outcome).answers == 300
    assert len(ports) == 2


def test_a_server_that_never_gets_ready_is_a_timeout(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "READY_WITHIN_S", 0.3)
    outcome = failed(tried(reaper, monkeypatch, "silent"))
    assert (outcome.status, "0 of 1 workers have answered" in outcome.reason) == ("timeout", True)
    assert running() == set()


def test_a_server_that_refuses_from_the_start_is_not_loaded(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = failed(tried(reaper, monkeypatch, "gone"))
    assert (outcome.status, "refused before it was loaded: status 500" in outcome.reason) == ("failed_requests", True)


def test_workers_that_answer_differently_are_wrong(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = failed(tried(reaper, monkeypatch, "differ", workers=2))
    assert outcome.status == "wrong_answer"


def test_one_answer_of_500_among_many_leaves_no_speed(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = failed(tried(reaper, monkeypatch, "error", requests=1000))
    assert (outcome.status, outcome.reason) == ("failed_requests", "1 of 1000 answers had the status 500")
    assert load_of(outcome).answers == 999


def test_one_wrong_body_among_many_leaves_no_speed(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = failed(tried(reaper, monkeypatch, "wrong", requests=1000))
    assert outcome.status == "failed_requests"
    assert outcome.reason == "1 of 1000 answers had another body than they should"


@pytest.mark.parametrize(("workers", "ended"), [(1, "1 of"), (2, "of")])
def test_a_server_that_dies_under_load_is_a_crash(
    reaper: Reaper, monkeypatch: pytest.MonkeyPatch, workers: int, ended: str
) -> None:
    outcome = failed(tried(reaper, monkeypatch, "die", workers=workers, requests=1000))
    assert (outcome.status, f"{ended} the server's processes ended" in outcome.reason) == ("crash", True)
    assert running() == set()


def test_a_server_that_stops_reading_has_failed_its_requests(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaders, "PATIENCE_S", 0.3)
    outcome = failed(tried(reaper, monkeypatch, "hang"))
    assert (outcome.status, "no answer within 0.3 s" in outcome.reason) == ("failed_requests", True)
    assert running() == set()


def test_a_loader_that_does_not_end_is_a_timeout(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaders, "time_limit_s", lambda _: 0.5 - loaders.PATIENCE_S)
    outcome = failed(tried(reaper, monkeypatch, "hang"))
    assert (outcome.status, "the load took >" in outcome.reason) == ("timeout", True)


def test_a_loader_that_gives_no_account_is_a_fault_of_the_harness(
    reaper: Reaper, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [sys.executable, "-c", "import sys; sys.exit('out of luck')"]
    monkeypatch.setattr(loaders, "command_of", lambda *_: words)
    outcome = failed(tried(reaper, monkeypatch, "none"))
    assert (outcome.status, "out of luck" in outcome.reason) == ("harness_error", True)


def test_a_worker_that_is_left_behind_is_killed_and_told(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "GONE_WITHIN_S", 0.2)
    outcome = failed(tried(reaper, monkeypatch, "escape"))
    assert (outcome.status, outcome.reason) == ("crash", "the server left 1 of its processes behind")
    assert running() == set()


def test_who_is_older_than_the_server_is_none_of_its_workers(reaper: Reaper) -> None:
    with started([sys.executable, "-c", "input()"], None, reaper) as old, started(["cat"], None, reaper) as young:
        subject = Subject(open_loop(None), old, 0, 0.0)
        pids = {process.pid for process in subject.processes({1, os.getpid(), young.process.pid})}
    assert pids == {old.process.pid, young.process.pid}


# ── What the account says against itself ─────────────────────────────────────────────────────────────────────────────
def test_a_trial_that_was_measured_is_not_refuted_later(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = tried(reaper, monkeypatch, "none")
    assert isinstance(outcome, Measured), outcome
    assert refuted(scenario().conditions, outcome) is None
