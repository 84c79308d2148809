"""The process of a trial, inside: what it says of a workload that works, fails, or lies."""

import asyncio
import errno
import io
import json
import os
import sys
import types
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

import pytest

from bench.harness import fetching, measure, trial

LOG: list[str] = []
GOOD = [b'{"status":"ok","id":0}', b'{"status":"ok","id":1}']


def document(**changed: Any) -> dict[str, Any]:
    good = {
        "of": "fetching",
        "module": "made_up_client",
        "workload": "works",
        "address": "http://127.0.0.1:1",
        "requests": 2,
        "concurrency": 2,
        "batches": 2,
        "echo": True,
        "body_bytes": 0,
        "ca_file": None,
    }
    return good | changed


@pytest.fixture(autouse=True)
def client(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("made_up_client")
    for function in (works, works_later, fails, lies, imports_trio, runs_out):
        setattr(module, function.__name__, function)
    monkeypatch.setitem(sys.modules, "made_up_client", module)
    LOG.clear()


def works(concurrency: int) -> Iterator[Callable[[list[str]], list[bytes]]]:
    LOG.append(f"setup for {concurrency}")

    def work(urls: list[str]) -> list[bytes]:
        LOG.append(" ".join(url.rpartition("/")[2] for url in urls))
        return GOOD

    yield work
    LOG.append("teardown")


async def works_later() -> AsyncIterator[Callable[[list[str]], Any]]:
    async def work(urls: list[str]) -> Sequence[bytes]:
        await asyncio.sleep(0)
        LOG.append(f"{len(urls)} later")
        return GOOD

    yield work
    LOG.append("teardown later")


def fails() -> Iterator[Callable[[list[str]], list[bytes]]]:
    def work(_: list[str]) -> list[bytes]:
        try:
            raise ConnectionResetError(errno.ECONNRESET, "reset by peer")
        except OSError as error:
            raise ValueError("could not fetch") from error

    yield work


def lies() -> Iterator[Callable[[list[str]], list[bytes]]]:
    yield lambda urls: [b'{"status":"ok","id":7}' for _ in urls]


def imports_trio() -> Iterator[Callable[[list[str]], list[bytes]]]:
    import trio  # noqa: PLC0415

    LOG.append(trio.__name__)
    yield lambda _: GOOD


def runs_out() -> Iterator[Callable[[list[str]], list[bytes]]]:
    def work(_: list[str]) -> list[bytes]:
        raise OSError(errno.EMFILE, "Too many open files")

    yield work


def test_setup_every_batch_and_teardown_happen_once_and_in_order() -> None:
    outcome = trial.run(document())
    assert LOG == ["setup for 2", "health?id=0 health?id=1", "health?id=0 health?id=1", "teardown"]
    assert outcome["is"] == "measured"
    assert len(outcome["batches"]) == 2
    assert outcome["gil"] is True
    assert set(outcome["batches"][0]) == {"work_s", "user_s", "system_s"}


def test_a_workload_of_coroutines_runs_on_one_event_loop() -> None:
    assert trial.run(document(workload="works_later", batches=1))["is"] == "measured"
    assert LOG == ["2 later", "teardown later"]


def test_a_package_that_is_hidden_is_not_there_for_the_workload(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "trio", types.ModuleType("trio"))
    assert trial.run(document(workload="imports_trio"))["is"] == "measured"
    outcome = trial.run(document(workload="imports_trio", hidden=["trio"]))
    assert (outcome["status"], "import of trio halted" in outcome["reason"]) == ("failed_requests", True)


def test_what_the_work_raises_is_told_with_its_first_cause() -> None:
    outcome = trial.run(document(workload="fails"))
    assert outcome["status"] == "failed_requests"
    assert outcome["reason"].startswith("ValueError: could not fetch (first: ConnectionResetError: ")


def test_answers_that_are_wrong_are_not_a_speed() -> None:
    outcome = trial.run(document(workload="lies"))
    assert outcome["status"] == "wrong_answer"
    assert 'answer 0 is b\'{"status":"ok","id":7}\'' in outcome["reason"]


def test_running_out_of_something_is_not_a_failed_request() -> None:
    assert trial.run(document(workload="runs_out"))["status"] == "resource_limit"
    assert trial.status_of(MemoryError()) == "resource_limit"
    assert trial.status_of(RuntimeError("can't start new thread")) == "resource_limit"
    assert trial.status_of(RuntimeError("anything else")) == "failed_requests"


def test_a_module_that_cannot_be_imported_is_a_crash() -> None:
    outcome = trial.run(document(module="bench.clients.no_such"))
    assert outcome["status"] == "crash"
    assert "importing bench.clients.no_such: ModuleNotFoundError" in outcome["reason"]


@pytest.mark.parametrize(
    ("bodies", "changed", "reason"),
    [
        (GOOD, {}, None),
        (GOOD[:1], {}, "1 answers to 2 requests"),
        (GOOD[::-1], {}, "answer 0 is "),
        ([b'{"status":"ok"}'] * 2, {"echo": False}, None),
        ([body.ljust(30) for body in GOOD], {"body_bytes": 30}, None),
        (GOOD, {"body_bytes": 30}, "in 30 bytes"),
        ([b""] * 2, {}, "answer 0 is b''"),
    ],
)
def test_every_answer_is_compared_with_what_the_server_must_send(
    bodies: list[bytes], changed: dict[str, Any], reason: str | None
) -> None:
    found = fetching.wrong(bodies, document(**changed))
    assert (found is None) if reason is None else (found is not None and reason in found)


def test_what_an_implementation_prints_does_not_mix_with_the_reply(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def talks(given: dict[str, Any]) -> dict[str, Any]:
        os.write(1, b"chatter")
        return {"is": "measured", "workload": given["workload"]}

    kept = os.dup(1)
    monkeypatch.setattr(trial, "run", talks)
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(document()) + "\n"))
    try:
        trial.main()
    finally:
        os.dup2(kept, 1)
        os.close(kept)
    captured = capfd.readouterr()
    assert json.loads(captured.out) == {"is": "measured", "workload": "works"}
    assert captured.err == "chatter"


def test_the_process_knows_its_peak_memory_and_threads_or_says_that_it_does_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    assert set(measure.own_status()) == {"peak_memory_bytes", "threads"}
    status = tmp_path / "status"
    status.write_text("Name:\tpython\nVmHWM:\t  2048 kB\nThreads:\t3\n")
    monkeypatch.setattr(measure, "Path", lambda _: status)
    assert measure.own_status() == {"peak_memory_bytes": 2 * 2**20, "threads": 3}
    status.unlink()
    assert measure.own_status() == {"peak_memory_bytes": None, "threads": None}


def test_the_clock_runs_from_the_call_of_the_work_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reading of the clock is one second later; each step of the workload takes ten."""
    passed = [0.0]

    def tick() -> float:
        passed[0] += 1
        return passed[0]

    def slow(urls: list[str]) -> list[bytes]:
        passed[0] += 10
        return [b""] * len(urls)

    def workload() -> Iterator[Callable[[list[str]], list[bytes]]]:
        passed[0] += 100
        yield slow
        passed[0] += 1000

    async def later() -> AsyncIterator[Callable[[list[str]], Any]]:
        async def work(urls: list[str]) -> Sequence[bytes]:
            return slow(urls)

        passed[0] += 100
        yield work
        passed[0] += 1000

    monkeypatch.setattr(measure, "now", tick)
    monkeypatch.setattr(measure, "cpu_s", lambda: (passed[0] / 2, passed[0] / 4))
    for function in (workload, later):
        timings = measure.measure(function, ["a", "b"], 2)
        assert timings.setup_s == 101
        assert [batch["work_s"] for batch in timings.batches] == [11, 11]
        assert timings.teardown_s == 1001
        assert [(batch["user_s"], batch["system_s"]) for batch in timings.batches] == [(5.5, 2.75), (5.5, 2.75)]
