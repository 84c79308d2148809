"""The loader in a closed loop: what it asks, and what it counts."""

import hashlib
from typing import Any

import pytest

from bench.harness import golang
from tests.loaders import Reply, crafted, load
from tests.mocks import running

pytestmark = pytest.mark.skipif(golang.toolchain() is None, reason="no Go toolchain on this machine")


def test_both_sides_count_the_same_requests_and_connections() -> None:
    with running() as mock:
        told = load(mock.address + "/health", connections=20, requests=1000)
        seen = mock.stats()
    assert (told["answers"], told["wrong"], told["errors"]) == (1000, 0, {})
    assert told["statuses"] == {"200": 1000}
    assert (told["connections"], told["kept"]) == (20, 1000)
    assert (seen.requests, seen.connections) == (1000, 20)
    assert 1 <= seen.peak_in_flight <= 20


def test_without_keep_alive_each_request_has_a_connection_of_its_own() -> None:
    with running() as mock:
        told = load(mock.address + "/health", connections=5, requests=50, keep_alive=False)
        seen = mock.stats()
    assert (told["answers"], told["connections"], told["kept"]) == (50, 50, 0)
    assert (seen.requests, seen.connections) == (50, 50)


@pytest.mark.parametrize(("keep_alive", "said"), [(True, b""), (False, b"Connection: close\r\n")])
def test_a_request_is_a_plain_one_that_says_if_its_connection_ends(keep_alive: object, said: bytes) -> None:
    with crafted() as server:
        load(server.url + "planets/mars?lon=1.5", requests=1, keep_alive=keep_alive)
        host = server.url.removeprefix("http://").strip("/").encode()
    head = b"GET /planets/mars?lon=1.5 HTTP/1.1\r\nUser-Agent: loader\r\nHost: " + host + b"\r\n"
    assert server.asked == head + said + b"\r\n"


def test_a_closed_loop_by_time_sends_until_the_time_is_up() -> None:
    with running(latency_s=0.1) as mock:
        told = load(mock.address + "/health", connections=10, duration_s=1)
        seen = mock.stats()
    assert told["answers"] == seen.requests
    assert 10 <= told["answers"] <= 100
    assert seen.peak_in_flight == 10


def test_requests_in_flight_are_rate_times_latency_in_a_closed_loop() -> None:
    with running(latency_s=0.02) as mock:
        told = load(mock.address + "/health", connections=4, duration_s=2)
    assert told["little"] == pytest.approx(1, abs=0.05)
    assert told["in_use_s"] == pytest.approx(4 * told["duration_s"], rel=0.05)
    assert told["little"] == pytest.approx(told["answers"] * told["latency"]["mean_s"] / told["in_use_s"])


def test_a_closed_loop_is_never_late() -> None:
    with crafted() as server:
        told = load(server.url, requests=2000)
    assert told["late_p99_s"] is None
    assert told["recovery_s"] is None
    assert told["loader_cpu_s"] > 0


def test_bytes_are_those_of_heads_and_bodies() -> None:
    with crafted() as server:
        assert load(server.url, requests=10)["received_bytes"] == 10 * len(Reply().text)


@pytest.mark.parametrize(("requests", "known"), [(19, []), (20, [50]), (100, [50, 90]), (1000, [50, 90, 99])])
def test_a_quantile_is_told_only_if_ten_samples_lie_above_it(requests: int, known: list[int]) -> None:
    with crafted() as server:
        latency = load(server.url, requests=requests)["latency"]
    assert [percent for percent in (50, 90, 99) if latency[f"p{percent}_s"] is not None] == known
    told = [latency[f"p{percent}_s"] for percent in known]
    assert told == sorted(told)
    assert latency["mean_s"] <= latency["max_s"]


@pytest.mark.parametrize(
    ("expected", "answers"),
    [
        ({"expect_bytes": 2}, 10),
        ({"expect_bytes": 3}, 0),
        ({"expect_sha256": hashlib.sha256(b"ok").hexdigest()}, 10),
        ({"expect_sha256": hashlib.sha256(b"ok").hexdigest().upper()}, 10),
        ({"expect_sha256": hashlib.sha256(b"no").hexdigest()}, 0),
    ],
)
def test_a_body_must_be_the_expected_one(expected: dict[str, Any], answers: int) -> None:
    with crafted() as server:
        told = load(server.url, requests=10, **expected)
    assert (told["answers"], told["wrong"]) == (answers, 10 - answers)
    assert told["statuses"] == {"200": 10}


def test_a_body_in_chunks_has_the_length_of_its_content() -> None:
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\n\r\n"
    with crafted(lambda _: Reply(chunked)) as server:
        told = load(server.url, requests=10, expect_bytes=2)
    assert (told["answers"], told["kept"]) == (10, 10)


def test_a_body_may_end_with_its_connection() -> None:
    with crafted(lambda _: Reply(b"HTTP/1.0 200 OK\r\n\r\nok", stays=False)) as server:
        told = load(server.url, requests=10, expect_bytes=2)
    assert (told["answers"], told["connections"], told["kept"]) == (10, 10, 0)


def test_workers_are_counted_by_what_they_call_themselves_with_the_busiest_first() -> None:
    def reply(number: int) -> Reply:
        worker = b"8" if number % 3 else b"7"
        return Reply(b"HTTP/1.1 200 OK\r\nWorker: " + worker + b"\r\nContent-Length: 2\r\n\r\nok")

    with crafted(reply) as server:
        told = load(server.url, requests=9)
    assert list(told["workers"].items()) == [("8", 6), ("7", 3)]
