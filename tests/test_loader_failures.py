"""The loader against servers that misbehave, and documents that ask for what cannot be done."""

import json
import socket
from typing import Any

import pytest

from bench.harness import golang
from tests.loaders import PLAIN, WRONG, Reply, crafted, load, refusal
from tests.mocks import running

pytestmark = pytest.mark.skipif(golang.toolchain() is None, reason="no Go toolchain on this machine")
CLOSING = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"


def test_each_tenth_answer_with_500_is_wrong_and_keeps_its_connection() -> None:
    with crafted(lambda number: Reply(WRONG) if number % 10 == 0 else Reply()) as server:
        told = load(server.url, connections=4, requests=100)
    assert (told["answers"], told["wrong"], told["errors"]) == (90, 10, {})
    assert told["statuses"] == {"200": 90, "500": 10}
    assert (told["connections"], told["kept"]) == (4, 100)


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
