"""Many hosts: where the mock listens, how their names are looked up, and which request goes where."""

import socket
import struct
import sys
from typing import Any

import pytest

from bench.harness import golang, names
from tests.mocks import PATIENCE_S, refusal, running

needs_go = pytest.mark.skipif(golang.toolchain() is None, reason="no Go toolchain on this machine")
needs_hosts = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has many loopback addresses")


def ask(resolver: str, message: bytes) -> bytes:
    """Return the answer to a message, which must be for it."""
    address, _, port = resolver.rpartition(":")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(PATIENCE_S)
        asking.sendto(message, (address, int(port)))
        answer = asking.recv(512)
    assert answer[:2] == message[:2]
    return answer


@needs_go
@needs_hosts
def test_every_host_answers_on_the_same_port_and_is_counted_together() -> None:
    with running(hosts=3) as mock:
        assert (mock.address, mock.resolver) == (f"http://127.0.0.1:{mock.port}", None)
        for host in ("127.0.0.1", "127.0.0.2", "127.0.0.3"):
            mock.address = f"http://{host}:{mock.port}"
            assert mock.get("/health?id=1") == (200, b'{"status":"ok","id":1}')
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.4", mock.port))
        assert (mock.stats().connections, mock.stats().requests) == (3, 3)


@needs_go
@needs_hosts
def test_hosts_can_be_far_away_too() -> None:
    with running(hosts=2, distance_s=0.02) as mock:
        mock.address = f"http://127.0.0.2:{mock.port}"
        assert mock.get("/health")[0] == 200
        assert mock.stats().relay_lateness


@needs_go
@needs_hosts
def test_a_port_that_one_host_has_taken_is_taken_nowhere() -> None:
    with socket.create_server(("127.0.0.2", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"cannot listen on port {port}" in refusal(f'{{"hosts": 2, "port": {port}}}\n')


@needs_go
@pytest.mark.skipif(sys.platform == "linux", reason="Linux can")
def test_elsewhere_many_hosts_are_refused() -> None:
    assert "only Linux has more than one loopback address" in refusal('{"hosts": 2}\n')


@needs_go
@needs_hosts
def test_the_name_of_a_host_is_looked_up_and_another_one_is_unknown() -> None:
    with running(hosts=3, lookup_s=0.01) as mock:
        assert mock.resolver
        assert names.lookup("host-1.test", mock.resolver) == "127.0.0.1"
        assert names.lookup("HOST-3.test", mock.resolver) == "127.0.0.3"
        for unknown in ("host-4.test", "host-0.test", "host.test", "test"):
            with pytest.raises(socket.gaierror, match=f"does not know {unknown}"):
                names.lookup(unknown, mock.resolver)


@needs_go
def test_a_host_has_no_ipv6_address_and_what_is_no_question_has_no_answer() -> None:
    with running(lookup_s=0) as mock:
        assert mock.resolver
        address, _, port = mock.resolver.rpartition(":")
        for garbage in (b"", b"x", b"\0" * 12, b"\0" * 12 + b"\x40abc", b"\0" * 12 + b"\4host"):
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
                asking.sendto(garbage, (address, int(port)))
        for_aaaa = names.question("host-1.test")[:-4] + struct.pack("!HH", 28, 1)
        unknown = names.question("host-2.test")
        header = names.HEADER
        assert header.unpack_from(ask(mock.resolver, for_aaaa))[1:] == (0x8180, 1, 0, 0, 0)
        assert header.unpack_from(ask(mock.resolver, unknown))[1:] == (0x8183, 1, 0, 0, 0)
        assert header.unpack_from(ask(mock.resolver, names.question("host-1.test")))[1:] == (0x8180, 1, 1, 0, 0)


@needs_go
def test_only_names_that_end_with_test_are_asked_of_the_resolver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", socket.getaddrinfo)
    with running(lookup_s=0) as mock:
        assert mock.resolver
        names.resolve_with(mock.resolver)
        for host in ("host-1.test", b"host-1.test"):
            found = socket.getaddrinfo(host, 80, type=socket.SOCK_STREAM)
            assert [where for *_, where in found] == [("127.0.0.1", 80)]
        assert socket.getaddrinfo("127.0.0.9", 80)[0][4] == ("127.0.0.9", 80)
        assert socket.getaddrinfo(None, 80)
        with pytest.raises(socket.gaierror):
            socket.getaddrinfo("host-1.test", 80, 0, 0, 0, socket.AI_NUMERICHOST)


def test_a_resolver_that_says_nothing_is_an_error_of_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "PATIENCE_S", 0.05)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 0))
        with pytest.raises(socket.gaierror, match="does not answer"):
            names.lookup("host-1.test", f"127.0.0.1:{silent.getsockname()[1]}")


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, ["http://127.0.0.1:8/health?id=0", "http://127.0.0.1:8/health?id=1", "http://127.0.0.1:8/health?id=2"]),
        (
            {"hosts": 2},
            ["http://127.0.0.1:8/health?id=0", "http://127.0.0.2:8/health?id=1", "http://127.0.0.1:8/health?id=2"],
        ),
        (
            {"hosts": 2, "resolver": "127.0.0.1:9", "address": "https://127.0.0.1:8"},
            [
                "https://host-1.test:8/health?id=0",
                "https://host-2.test:8/health?id=1",
                "https://host-1.test:8/health?id=2",
            ],
        ),
        ({"address": "http://localhost:8", "requests": 1}, ["http://localhost:8/health?id=0"]),
    ],
)
def test_hosts_take_turns(changed: dict[str, Any], expected: list[str]) -> None:
    document = {"address": "http://127.0.0.1:8", "requests": 3, "hosts": 1, "resolver": None} | changed
    assert names.urls_of(document) == expected
