"""The loader in an open loop, where a server that stalls cannot hide it, and how soon a server recovers."""

import socket
import threading
from typing import Any

import pytest

from bench.harness import golang
from tests.loaders import WRONG, Reply, crafted, load
from tests.mocks import running

pytestmark = pytest.mark.skipif(golang.toolchain() is None, reason="no Go toolchain on this machine")


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
