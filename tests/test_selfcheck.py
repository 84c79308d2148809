"""The programs with which the harness measures itself, and the posts' server, inside this process."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from bench.errors import ToolError
from bench.harness.measure import children_usage
from bench.harness.process import started
from bench.harness.reaper import Reaper
from bench.harness.serve import ServerError, serving
from bench.model import Fetching
from bench.reference.health_fastapi import Counts, application
from bench.report.instrument import self_page
from bench.selfcheck import by_hand, overhead, parked
from tests import made_up


@pytest.fixture
def reaper() -> Iterator[Reaper]:
    kept = Reaper()
    yield kept
    kept.close()


def test_the_program_by_hand_asks_the_server_as_often_as_told(reaper: Reaper) -> None:
    with serving(Fetching(requests=7, concurrency=7, latency_s=0.01), reaper) as server:
        assert asyncio.run(by_hand.main(server.address, 7)) > 0
        assert server.served().requests == 7


def test_overhead_compares_both_in_pairs() -> None:
    found = overhead.overhead(rounds=2, programs=overhead.PROGRAMS[1:])
    assert found["rounds"] == 2
    assert [one["program"][:7] for one in found["programs"]] == ["aiohttp", "Go, net"]
    for one in found["programs"]:
        assert one["ratio"] > 0
        assert one["ratio_low"] is None


def test_overhead_of_a_trial_that_failed_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overhead, "attempt", lambda *_: made_up.failed(reason="no answer"))
    with pytest.raises(ServerError, match="no answer"):
        overhead.overhead(rounds=1)


def test_a_waiting_unit_weighs_from_outside_what_the_harness_says() -> None:
    found = parked.parked(rounds=2, units=(200, 2_000))
    assert [one["program"] for one in found["programs"]] == ["threads", "asyncio tasks", "goroutines"]
    for one in found["programs"]:
        assert one["ratio"] == pytest.approx(1, abs=0.15), one
        assert one["by_hand_bytes"] > 500


def test_what_does_not_wait_has_no_weight(reaper: Reaper) -> None:
    with pytest.raises(ToolError, match="no such way"):
        parked.by_hand([sys.executable, "-c", "import sys; sys.exit('no such way')"], reaper)


def test_a_trial_that_failed_has_no_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parked, "attempt", lambda *_: made_up.failed(reason="no thread"))
    with pytest.raises(ServerError, match="no thread"):
        parked.parked(rounds=1)


def test_the_page_shows_weights_once_they_are_kept() -> None:
    simulation = {"worlds": {}, "repetitions": 1, "seed": 1, "family": 1}
    line = {"program": "threads", "harness_bytes": 16_384.0, "by_hand_bytes": 16_000.0}
    line |= {"ratio": 1.024, "ratio_low": 1.01, "ratio_high": 1.03}
    document = {"rounds": 6, "units": [500, 4_000], "date": "2026-01-01", "cpu": "a CPU", "programs": [line]}
    assert "from outside" not in self_page(simulation, None, None).lower()
    page = self_page(simulation, None, document)
    assert "differ by at most 2.4 %, for threads" in page
    assert "16.0\N{NO-BREAK SPACE}KiB" in page


def test_a_burned_cpu_second_is_a_cpu_second(reaper: Reaper) -> None:
    """A known answer about CPU time, which other processes cannot lengthen; no test asserts how long something took."""
    burn = "import time\nwhile time.process_time() < 2: pass"
    before = children_usage()
    with started([sys.executable, "-c", burn], None, reaper) as running:
        running.process.communicate()
    after = children_usage()
    assert before
    assert after
    assert after[0] + after[1] - before[0] - before[1] == pytest.approx(2.0, abs=0.2)


def test_the_peak_of_a_child_is_its_own_and_not_its_parents() -> None:
    program = (
        "import subprocess, sys; ballast = bytearray(300 << 20); "
        "child = 'touched = bytearray(64 << 20); "
        'from bench.harness.measure import own_status; print(own_status()["peak_memory_bytes"])\'; '
        "subprocess.run([sys.executable, '-c', child], check=True)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert 64 * 2**20 < int(done.stdout) < 128 * 2**20


@pytest.mark.parametrize("style", ["async", "def", "blocking"])
def test_the_posts_server_answers_as_the_post_says_and_counts(style: str) -> None:
    async def ask() -> tuple[list[httpx.Response], dict[str, object]]:
        counts = Counts(application(style, 0.01))
        transport = httpx.ASGITransport(app=counts)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            answers = [await client.get(path) for path in ("/health?id=3", "/nowhere")]
        return answers, counts.served()

    (good, bad), served = asyncio.run(ask())
    assert (good.status_code, good.text, bad.status_code) == (200, '{"status":"ok"}', 404)
    assert (served["requests"], served["failed"], served["peak_in_flight"]) == (2, 1, 1)


def test_what_is_not_http_passes_the_counts_by() -> None:
    passed: list[str] = []

    async def app(scope: dict[str, str], *_: object) -> None:
        passed.append(scope["type"])

    asyncio.run(Counts(app)({"type": "lifespan"}, None, None))
    assert passed == ["lifespan"]
