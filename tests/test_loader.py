"""The loader, as a real process that loads servers on loopback."""

import hashlib
import json
import socket
import threading
from typing import Any

import pytest

from bench.harness import golang
from tests.loaders import PLAIN, Reply, crafted, load, refusal
from tests.mocks import running

pytestmark = pytest.mark.skipif(golang.toolchain() is None, reason="no Go toolchain on this machine")
WRONG = b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 3\r\n\r\nbad"
CLOSING = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"


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
    rate = told["answers"] / told["duration_s"]
    assert told["little"] == pytest.approx(rate * told["latency"]["mean_s"] / 4)


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


def test_each_tenth_answer_with_500_is_wrong_and_keeps_its_connection() -> None:
    with crafted(lambda number: Reply(WRONG) if number % 10 == 0 else Reply()) as server:
        told = load(server.url, connections=4, requests=100)
    assert (told["answers"], told["wrong"], told["errors"]) == (90, 10, {})
    assert told["statuses"] == {"200": 90, "500": 10}
    assert (told["connections"], told["kept"]) == (4, 100)


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


def test_an_answer_that_is_cut_short_is_an_error() -> None:
    cut = b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nok"
    with crafted(lambda number: Reply(cut, stays=False) if number == 5 else Reply()) as server:
        told = load(server.url, requests=10)
    assert (told["answers"], told["wrong"]) == (9, 0)
    assert told["errors"] == {"connection closed before the end of the answer": 1}


def test_a_server_that_says_that_it_closes_is_asked_over_a_new_connection() -> None:
    with crafted(lambda _: Reply(CLOSING, stays=False)) as server:
        told = load(server.url, requests=10)
    assert (told["answers"], told["connections"], told["kept"], told["errors"]) == (10, 10, 0, {})


def test_a_server_that_closes_without_notice_is_asked_again_and_its_connections_are_not_kept() -> None:
    with crafted(lambda _: Reply(stays=False)) as server:
        told = load(server.url, requests=10)
        assert server.connections == 10
    assert (told["answers"], told["connections"], told["errors"]) == (10, 10, {})
    assert told["kept"] == 1, "what became of the connection after the last answer, nobody asked"


def test_a_server_that_closes_new_connections_too_is_an_error() -> None:
    with crafted(lambda _: Reply(b"", stays=False)) as server:
        told = load(server.url, requests=10)
    assert (told["answers"], told["connections"]) == (0, 10)
    assert sum(told["errors"].values()) == 10


def test_a_server_that_does_not_speak_http_is_an_error() -> None:
    with crafted(lambda _: Reply(b"hello\r\n\r\n", stays=False)) as server:
        assert load(server.url, requests=3)["errors"] == {"the answer is not HTTP": 3}


def test_a_server_that_never_answers_ends_a_closed_loop_after_the_patience() -> None:
    with running(fault="never") as mock:
        told = load(mock.address + "/health", connections=3, requests=100, patience_s=0.3)
    assert (told["answers"], told["errors"]) == (0, {"no answer within 0.3 s": 3})
    assert (told["duration_s"], told["latency"]["mean_s"], told["little"]) == (0, None, None)


def test_a_server_that_is_not_there_ends_a_closed_loop() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    told = load(f"http://127.0.0.1:{port}/", connections=3, duration_s=60)
    assert told["errors"] == {"connection refused": 3}


def test_an_open_loop_sends_at_its_rate_whatever_the_answers_do() -> None:
    with running(latency_s=0.05) as mock:
        told = load(mock.address + "/health", connections=50, rate=200, duration_s=1.5)
        seen = mock.stats()
    assert (told["answers"], seen.requests) == (300, 300)
    assert told["late_p99_s"] is None, "300 samples are too few"


def stalling(at: int, seconds: float) -> Any:
    """Return a way to answer that holds up all requests for so long when one number comes."""
    gate = threading.Lock()

    def reply(number: int) -> Reply:
        with gate:
            if number == at:
                threading.Event().wait(seconds)
        return Reply()

    return reply


def test_a_stall_of_a_second_is_in_the_tail_of_an_open_loop_and_hidden_by_a_closed_one() -> None:
    """Of 4 s, the requests due in that of the stall are a quarter, and wait 0.5 s on average."""
    with crafted(stalling(at=500, seconds=1)) as server:
        opened = load(server.url, connections=20, rate=500, duration_s=4)
    with crafted(stalling(at=500, seconds=1)) as server:
        closed = load(server.url, connections=2, requests=2000)
    assert opened["answers"] == 2000
    assert opened["latency"]["p99_s"] > 0.8
    assert opened["latency"]["p90_s"] > 0.4
    assert closed["latency"]["max_s"] > 0.9
    assert closed["latency"]["p99_s"] < 0.8
    assert opened["late_p99_s"] < opened["latency"]["p90_s"]


def test_what_waits_for_a_connection_in_an_open_loop_waits_within_its_latency() -> None:
    """One connection that answers 10 times a second is asked 20 times: the last answer comes a second too late."""
    with running(latency_s=0.1) as mock:
        told = load(mock.address + "/health", connections=1, rate=20, duration_s=1)
    assert told["answers"] == 20
    assert told["latency"]["max_s"] > 0.95
    assert told["latency"]["p50_s"] > 0.5


def test_to_wait_for_a_connection_is_no_lateness_of_the_loader() -> None:
    with running(latency_s=0.002) as mock:
        told = load(mock.address + "/health", connections=1, rate=1000, duration_s=1.2)
    assert told["answers"] == 1200
    assert told["late_p99_s"] is None, "hardly a request found its connection free when it was due"


def test_what_an_open_loop_is_owed_when_its_patience_ends_is_an_error_each() -> None:
    with running(fault="never") as mock:
        told = load(mock.address + "/health", connections=2, rate=100, duration_s=0.5, patience_s=0.3)
    assert (told["answers"], told["errors"]) == (0, {"no answer within 0.3 s": 50})


def test_an_open_loop_goes_on_where_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    told = load(f"http://127.0.0.1:{port}/", connections=3, rate=100, duration_s=0.5)
    assert told["errors"] == {"connection refused": 50}


def test_a_server_that_was_not_harmed_recovers_and_probes_are_no_part_of_the_load() -> None:
    with running(latency_s=0.02) as mock:
        told = load(mock.address + "/health", connections=5, requests=50, probe_s=5)
        seen = mock.stats()
    assert told["recovery_s"] > 0
    assert told["answers"] == 50
    assert sum(told["statuses"].values()) == 50
    assert seen.requests >= 50 + 6


def test_a_server_that_stays_slow_has_no_recovery() -> None:
    def reply(number: int) -> Reply:
        threading.Event().wait(0.01 if number <= 5 else 0.1)
        return Reply()

    with crafted(reply) as server:
        told = load(server.url, requests=5, probe_s=0.5)
    assert told["recovery_s"] is None


def test_a_server_that_failed_before_the_load_cannot_recover() -> None:
    with crafted(lambda number: Reply(WRONG) if number == 1 else Reply()) as server:
        told = load(server.url, requests=5, probe_s=5)
    assert (told["answers"], told["recovery_s"]) == (5, None)


URL = "http://127.0.0.1:1/"


@pytest.mark.parametrize(
    ("document", "found"),
    [
        ({"url": "https://127.0.0.1:1/"}, "url is"),
        ({"url": "127.0.0.1:1"}, "url is"),
        ({"url": "http://127.0.0.1/"}, "url is"),
        ({"connections": 0}, "connections is 0"),
        ({"connections": 10_001}, "connections is 10001"),
        ({}, "give one of requests and duration_s"),
        ({"requests": 1, "duration_s": 1}, "give one of requests and duration_s"),
        ({"requests": 0}, "requests is 0"),
        ({"duration_s": 0}, "duration_s is 0"),
        ({"duration_s": 1, "rate": 0}, "rate is 0"),
        ({"requests": 1, "rate": 1}, "rate is given without duration_s"),
        ({"requests": 1, "patience_s": 0}, "patience_s is 0"),
        ({"requests": 1, "probe_s": 0}, "probe_s is 0"),
        ({"requests": 1, "expect_bytes": -1}, "expect_bytes is -1"),
        ({"requests": 1, "expect_sha256": "abc"}, "expect_sha256 is"),
        ({"requests": 1, "colour": "red"}, "colour"),
    ],
)
def test_what_cannot_be_done_is_refused_with_what_to_ask_for(document: dict[str, Any], found: str) -> None:
    assert found in refusal(json.dumps(PLAIN | {"url": URL} | document))


@pytest.mark.parametrize("text", ["", "nothing", "[]", '{"url": 1}', '{"requests": 1} {}'])
def test_what_is_no_document_is_refused(text: str) -> None:
    assert "write one" in refusal(text)
