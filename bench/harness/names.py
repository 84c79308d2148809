"""The hosts of a trial, and how its process finds them: names that end with ".test" are asked of its resolver."""

import os
import socket
import struct
from typing import Any
from urllib.parse import urlsplit

PATIENCE_S = 5
FLAGS = 4
"""The place of the flags among the arguments of ``getaddrinfo`` behind the host."""
HEADER = struct.Struct("!6H")
QUESTION_FOR_A = struct.pack("!HH", 1, 1)
RECURSION_DESIRED = 0x0100


def urls_of(document: dict[str, Any]) -> list[str]:
    """Return the URL of each request: the hosts take turns, by name where there is a resolver."""
    address, hosts = document["address"], document.get("hosts", 1)
    bases = [address]
    if document.get("resolver") or hosts > 1:
        scheme, port = urlsplit(address).scheme, urlsplit(address).port
        host = "host-{}.test" if document.get("resolver") else "127.0.0.{}"
        bases = [f"{scheme}://{host.format(number)}:{port}" for number in range(1, hosts + 1)]
    return [f"{bases[i % len(bases)]}/health?id={i}" for i in range(document["requests"])]


def resolve_with(resolver: str) -> None:
    """Make ``socket.getaddrinfo``, which all libraries call, ask `resolver`, given as "address:port".

    The call blocks its thread and lets the others run, as the C library's does; nothing is remembered.
    """
    before = socket.getaddrinfo

    def getaddrinfo(host: Any, *rest: Any, **named: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        flags = named.get("flags", rest[FLAGS] if len(rest) > FLAGS else 0)
        if name and name.endswith(".test") and not flags & socket.AI_NUMERICHOST:
            host = lookup(name, resolver)
        return before(host, *rest, **named)

    vars(socket)["getaddrinfo"] = getaddrinfo


def lookup(name: str, resolver: str) -> str:
    """Return the IPv4 address of `name`; raise what ``getaddrinfo`` raises if there is none."""
    address, _, port = resolver.rpartition(":")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(PATIENCE_S)
        asking.connect((address, int(port)))
        asking.send(question(name))
        try:
            answer = asking.recv(512)
        except OSError as error:
            raise socket.gaierror(socket.EAI_AGAIN, f"{resolver} does not answer") from error
    if not HEADER.unpack_from(answer)[3]:
        raise socket.gaierror(socket.EAI_NONAME, f"{resolver} does not know {name}")
    return socket.inet_ntoa(answer[-4:])


def question(name: str) -> bytes:
    """Return the message that asks for the IPv4 address of `name`."""
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    number = int.from_bytes(os.urandom(2), "big")
    return HEADER.pack(number, RECURSION_DESIRED, 1, 0, 0, 0) + labels + b"\0" + QUESTION_FOR_A
