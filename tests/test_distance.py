"""The distance that the mock puts between itself and its clients."""

import contextlib
import gzip
import http.client
import json
import socket
import time

import pytest

from bench.harness import golang
from tests.mocks import PATIENCE_S, running

pytestmark = pytest.mark.skipif(golang.toolchain() is None, reason="no Go toolchain on this machine")
DISTANCE_S = 0.1


def test_a_request_takes_a_round_trip_and_on_a_new_connection_two() -> None:
    took = []
    with running(distance_s=DISTANCE_S) as mock, contextlib.closing(mock.connection()) as connection:
        for _ in range(2):
            before = time.perf_counter()
            connection.request("GET", "/health?id=1")
            assert connection.getresponse().read() == b'{"status":"ok","id":1}'
            took.append(time.perf_counter() - before)
        told = mock.stats()
    assert took[0] >= 2 * DISTANCE_S
    assert took[1] >= DISTANCE_S
    assert (told.connections, told.requests) == (1, 2)


def test_how_late_it_delivered_is_told_and_without_distance_there_is_nothing_to_tell() -> None:
    with running(distance_s=0.02) as far, running() as near:
        for mock in (far, near):
            mock.get("/health")
        late = far.stats().relay_lateness
        assert near.stats().relay_lateness is None
    assert late
    assert 0 <= late.p50_s <= late.p99_s <= late.max_s


def test_what_is_long_arrives_whole_and_in_order() -> None:
    far = running(distance_s=0.02, compressed=True, body_bytes=5_000_000)
    with far as mock, contextlib.closing(mock.connection()) as connection:
        connection.request("GET", "/health?id=1", headers={"Accept-Encoding": "gzip"})
        body = gzip.decompress(connection.getresponse().read())
    assert (len(body), json.loads(body)["id"]) == (5_000_000, 1)


def test_chunks_do_not_wait_for_each_other() -> None:
    """A body of many chunks would need half an hour if each had to arrive before the next is sent."""
    with running(distance_s=2, body_bytes=50_000_000) as mock:
        assert len(mock.get("/health")[1]) == 50_000_000


def test_the_end_of_a_connection_comes_behind_all_that_was_sent() -> None:
    with (
        running(distance_s=0.02, body_bytes=1000) as mock,
        socket.create_connection(("127.0.0.1", mock.port), timeout=PATIENCE_S) as plain,
        plain.makefile("rb") as answer,
    ):
        plain.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert answer.read().endswith(b'{"status":"ok"}'.ljust(1000))


def test_a_client_that_gives_up_is_noticed_far_away() -> None:
    with running(distance_s=0.02, fault="never") as mock:
        with contextlib.closing(mock.connection()) as connection:
            connection.timeout = 0.5
            connection.request("GET", "/health")
            with pytest.raises(TimeoutError):
                connection.getresponse()
        for _ in range(PATIENCE_S * 100):
            if (told := mock.stats()).failed:
                break
            time.sleep(0.01)
    assert (told.requests, told.failed) == (1, 1)


def test_a_server_that_goes_away_is_noticed_by_its_client() -> None:
    with running(distance_s=0.02, fault="short") as mock, pytest.raises(http.client.IncompleteRead):
        mock.get("/health?id=1")


def test_a_thousand_connections_are_carried_at_once() -> None:
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limits[1] < 4000:
        pytest.skip("needs 4,000 open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (4000, limits[1]))
    try:
        with running(distance_s=0.5, latency_s=2) as mock, contextlib.ExitStack() as opened:
            where = ("127.0.0.1", mock.port)
            sockets = [opened.enter_context(socket.create_connection(where, PATIENCE_S)) for _ in range(1000)]
            for plain in sockets:
                plain.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            assert all(plain.recv(4096).startswith(b"HTTP/1.1 200 OK") for plain in sockets)
            told = mock.stats()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert (told.connections, told.requests, told.failed) == (1000, 1000, 0)
