"""A trial from outside, with real servers and processes: whatever happens is an outcome."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import msgspec
import pytest

from bench.catalog import ROOT, implementations
from bench.harness import serve, spawn
from bench.harness.process import Started, on_cores, split_cores, started
from bench.harness.reaper import Reaper
from bench.harness.told import document_of
from bench.model import Failed, Fetching, Measured, Scenario, Served, Slot
from bench.physics import mismatch
from tests import made_up
from tests.made_up import fetching, served_of

SLOT = Slot(experiment="waiting", scenario="tried", copy="main", round=1, position=1)


@pytest.fixture
def reaper() -> Iterator[Reaper]:
    kept = Reaper()
    yield kept
    kept.close()


def scenario(server: str = "mock", *, workload: str = "one_session") -> Scenario:
    return Scenario(
        id="tried",
        title="tried",
        tier="like for like",
        implementation="asyncio_aiohttp",
        workload=workload,
        conditions=Fetching(requests=30, concurrency=4, latency_s=0.01, server=server),
    )


def test_a_good_trial_carries_both_accounts(reaper: Reaper) -> None:
    trial = spawn.spawn(SLOT, scenario(), reaper)
    outcome = trial.outcome
    assert isinstance(outcome, Measured), outcome
    assert served_of(outcome).requests == 30
    assert served_of(outcome).connections == served_of(outcome).peak_in_flight == 4
    assert served_of(outcome).http_versions == {"HTTP/1.1": 30}
    assert outcome.usage.process_s > outcome.batches[0].work_s
    assert trial.slot == SLOT


@pytest.mark.parametrize(
    ("fault", "status", "reason"),
    [
        ("error", "failed_requests", "500"),
        ("short", "failed_requests", ""),
        ("die", "harness_error", "the server ended"),
    ],
)
def test_a_server_that_fails_requests_leaves_no_speed(reaper: Reaper, fault: str, status: str, reason: str) -> None:
    outcome = spawn.spawn(SLOT, scenario(f"mock-{fault}"), reaper).outcome
    assert isinstance(outcome, Failed)
    assert outcome.status == status
    assert reason in outcome.reason


def test_a_server_that_never_answers_is_a_timeout(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spawn, "time_limit_s", lambda _: 1.5)
    outcome = spawn.spawn(SLOT, scenario("mock-never"), reaper).outcome
    assert isinstance(outcome, Failed)
    assert (outcome.status, outcome.reason) == ("timeout", "> 2 s")


def test_an_implementation_that_cannot_be_imported_is_a_crash_with_its_reason(reaper: Reaper) -> None:
    outcome = spawn.spawn(SLOT, scenario(workload="no_such_workload"), reaper).outcome
    assert isinstance(outcome, Failed)
    assert outcome.status == "crash"
    assert "no_such_workload" in outcome.reason


def test_a_process_that_says_nothing_is_a_crash_with_its_last_words(
    reaper: Reaper, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [sys.executable, "-c", "import sys; sys.exit('out of luck')"]
    monkeypatch.setattr(spawn, "command_of", lambda _: words)
    outcome = spawn.spawn(SLOT, scenario(), reaper).outcome
    assert isinstance(outcome, Failed)
    assert outcome.status == "crash"
    assert "ended with 1 and no reply: out of luck" in outcome.reason


@pytest.mark.parametrize("reply", ["'fast!'", "{}", "[]", '{"is": "measured"}', "b'\\xff'.decode('latin1')"])
def test_a_reply_that_is_not_of_the_protocol_is_a_fault_of_the_harness(
    reaper: Reaper, monkeypatch: pytest.MonkeyPatch, reply: str
) -> None:
    text = f"import json; print(json.dumps({reply}))" if reply[0] in "{[" else f"print({reply})"
    monkeypatch.setattr(spawn, "command_of", lambda _: [sys.executable, "-c", text])
    outcome = spawn.spawn(SLOT, scenario(), reaper).outcome
    assert isinstance(outcome, Failed)
    assert outcome.status == "harness_error"


def test_a_server_that_does_not_start_says_why(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        serve, "command_of", lambda *_: ([sys.executable, "-c", "import sys; sys.exit('port taken')"], {})
    )
    outcome = spawn.spawn(SLOT, scenario(), reaper).outcome
    assert isinstance(outcome, Failed)
    assert outcome.status == "harness_error"
    assert "the server ended: port taken" in outcome.reason


@pytest.mark.parametrize(("style", "at_once"), [("async", 4), ("def", 4), ("blocking", 1)])
def test_the_posts_own_server_counts_like_the_mock(reaper: Reaper, style: str, at_once: int) -> None:
    outcome = spawn.spawn(SLOT, scenario(f"fastapi-{style}"), reaper).outcome
    assert isinstance(outcome, Measured), outcome
    assert (served_of(outcome).requests, served_of(outcome).connections, served_of(outcome).failed) == (30, 4, 0)
    assert served_of(outcome).peak_in_flight == at_once


def test_a_trial_over_tls_trusts_the_certificate_authority_that_was_made_for_it(reaper: Reaper) -> None:
    conditions = Fetching(requests=1, concurrency=1, latency_s=0, tls=True)
    with serve.serving(conditions, reaper) as server:
        assert server.address.startswith("https://127.0.0.1:")
        assert server.ca_file
        assert "BEGIN CERTIFICATE" in Path(server.ca_file).read_text()
    assert not Path(server.ca_file).exists()


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"failed": 3}, "3 of 30 requests failed"),
        ({"requests": 29}, "the server saw 29 requests, not 30"),
        ({"peak_in_flight": 5}, "5 requests were in flight, more than 4"),
        ({"connections": 7}, "7 connections, too many: they were not reused"),
    ],
)
def test_the_servers_account_can_refute_a_trial(changed: dict[str, int], reason: str) -> None:
    assert reason in str(mismatch(fetching(scenario()), served(**changed)))


@pytest.mark.parametrize(("client", "hidden"), [("asyncio_httpx", ["sniffio", "trio"]), ("eventloop_httpx_trio", [])])
def test_what_changes_clients_by_being_installed_is_hidden_from_others(client: str, hidden: list[str]) -> None:
    server = serve.Server("http://127.0.0.1:1", None, cast("Started", None))
    assert document_of(scenario(), implementations()[client], server)["hidden"] == hidden


def test_a_client_that_should_not_reuse_connections_must_not() -> None:
    conditions = Fetching(requests=30, concurrency=4, latency_s=0.01, reuse=False)
    assert mismatch(conditions, served(connections=30)) is None
    assert "4 connections for 30 requests" in str(mismatch(conditions, served(connections=4)))


def served(**changed: int) -> Served:
    counts = {"connections": 4, "requests": 30, "failed": 0, "peak_in_flight": 4, "sent_bytes": 1} | changed
    return msgspec.convert(counts | {"http_versions": {}, "cpu_s": 0.1}, Served)


def test_what_a_process_prints_to_stderr_is_kept_for_its_last_words(reaper: Reaper) -> None:
    with started([sys.executable, "-c", "import sys; print('a\\nb', file=sys.stderr)"], None, reaper) as running:
        running.process.communicate()
        assert running.last_words() == "a; b"


def test_a_process_sees_no_setting_of_the_users_environment(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    program = "import os; print('HTTP_PROXY' in os.environ, 'PATH' in os.environ)"
    with started([sys.executable, "-c", program], None, reaper) as running:
        assert running.process.communicate()[0].split() == [b"False", b"True"]


@pytest.mark.skipif(split_cores() is None, reason="this system cannot pin, or has one core")
def test_client_and_server_get_a_core_each(reaper: Reaper) -> None:
    cores = split_cores()
    assert cores
    assert not cores[0] & cores[1]
    program = "import os; print(sorted(os.sched_getaffinity(0)))"
    with started([sys.executable, "-c", program], cores[1], reaper) as running:
        assert running.process.communicate()[0].decode().strip() == str(sorted(cores[1]))


def test_without_cores_nothing_is_pinned() -> None:
    with on_cores(None):
        pass


def test_a_failed_trial_keeps_the_servers_account() -> None:
    said = {"usage": {"process_s": 1.0}}
    assert spawn.failed("failed_requests", "why", said) == made_up.failed(reason="why")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_too_few_file_descriptors_are_a_limit_and_not_a_failed_request(
    reaper: Reaper, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = f"import os, resource; resource.setrlimit(resource.RLIMIT_NOFILE, (9, 9)); os.execv({sys.executable!r}, "
    command = [sys.executable, "-c", few + f"[{sys.executable!r}, '-m', 'bench.harness.trial'])"]
    monkeypatch.setattr(spawn, "command_of", lambda _: command)
    outcome = spawn.spawn(SLOT, scenario(), reaper).outcome
    assert isinstance(outcome, Failed)
    assert outcome.status == "resource_limit"
    assert "Too many open files" in outcome.reason


def test_a_server_that_says_nothing_is_not_waited_for_for_ever(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "READY_WITHIN_S", 0.2)
    silent = [sys.executable, "-c", "import time; time.sleep(600)"]
    monkeypatch.setattr(serve, "command_of", lambda *_: (silent, {}))
    outcome = spawn.spawn(SLOT, scenario(), reaper).outcome
    assert isinstance(outcome, Failed)
    assert (outcome.status, "said nothing within" in outcome.reason) == ("harness_error", True)


def test_a_stranger_that_keeps_the_pipes_open_is_not_waited_for(
    reaper: Reaper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bench.harness.process.PIPES_S", 0.2)
    leaves = (
        "import subprocess, sys; child = 'import time; time.sleep(600)'; "
        "print(subprocess.Popen([sys.executable, '-c', child], start_new_session=True).pid, flush=True)"
    )
    with started([sys.executable, "-c", leaves], None, reaper) as running:
        assert running.process.stdout
        stranger = int(running.process.stdout.readline())
        running.process.wait()
    os.kill(stranger, signal.SIGKILL)


def test_last_words_name_no_folder_of_this_machine(reaper: Reaper) -> None:
    words = f"import sys; print({str(ROOT)!r} + '/bench/x.py', file=sys.stderr)"
    with started([sys.executable, "-c", words], None, reaper) as running:
        running.process.communicate()
        assert running.last_words() == "./bench/x.py"
