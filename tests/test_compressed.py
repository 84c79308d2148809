"""Answers that are compressed: of what the mock sends, and of what a trial says of it."""

import contextlib
import gzip
import json
import zlib
from typing import Any

import pytest

from bench.harness import fetching, golang
from tests.mocks import Mock, running

SIZE = 450_000
BODIES = [(b'{"status":"ok","id":%d' % number).ljust(30) + b',"moves":[1]}' for number in range(2)]
needs_go = pytest.mark.skipif(golang.toolchain() is None, reason="no Go toolchain on this machine")


def fetch(mock: Mock, path: str, accepted: str = "gzip") -> tuple[int, str | None, bytes]:
    with contextlib.closing(mock.connection()) as connection:
        connection.request("GET", path, headers={"Accept-Encoding": accepted})
        answer = connection.getresponse()
        return answer.status, answer.headers["Content-Encoding"], answer.read()


@needs_go
@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/health?id=7", {"status": "ok", "id": 7}),
        ("/health?id=-9223372036854775808", {"status": "ok", "id": -(2**63)}),
        ("/health", {"status": "ok"}),
    ],
)
def test_a_compressed_answer_is_json_of_the_size_asked_for(path: str, said: dict[str, Any]) -> None:
    with running(compressed=True, body_bytes=SIZE) as mock:
        status, encoding, sent = fetch(mock, path)
    body = gzip.decompress(sent)
    assert (status, encoding, len(body)) == (200, "gzip", SIZE)
    assert body.startswith(json.dumps(said, separators=(",", ":")).encode().removesuffix(b"}"))
    assert json.loads(body).items() >= said.items()
    assert 8 * len(sent) < SIZE


@needs_go
@pytest.mark.parametrize("size", [100, 101, 1000, 70_000])
def test_a_compressed_answer_is_one_member_whose_checksum_is_right(size: int) -> None:
    with running(compressed=True, body_bytes=size) as mock:
        for number in range(20):
            _, _, sent = fetch(mock, f"/health?id={number * 12345}")
            decoder = zlib.decompressobj(zlib.MAX_WBITS | 16)
            body = decoder.decompress(sent)
            assert (len(body), decoder.eof, decoder.unused_data) == (size, True, b"")


@needs_go
def test_two_compressed_answers_differ_in_the_id_only_and_their_bytes_are_counted_as_sent() -> None:
    with running(compressed=True, body_bytes=SIZE) as mock:
        sent = [fetch(mock, f"/health?id={number}")[2] for number in (7, 10)]
        told = mock.stats()
    assert gzip.decompress(sent[0]).replace(b'"id":7 ', b'"id":10', 1) == gzip.decompress(sent[1])
    assert told.sent_bytes == sum(map(len, sent))


@needs_go
def test_a_client_that_does_not_take_gzip_is_refused_and_counted_as_failed() -> None:
    with running(compressed=True, body_bytes=SIZE) as mock:
        wanted = ["", "identity", "br, deflate", "gzip;q=0", "gzip; q=0.0", "br, GZIP;q=0.5", "gzip, deflate"]
        statuses = [fetch(mock, "/health", accepted)[0] for accepted in wanted]
        assert mock.stats().failed == 5
    assert statuses == [406, 406, 406, 406, 406, 200, 200]


@pytest.mark.parametrize(
    ("bodies", "changed", "reason"),
    [
        (BODIES, {}, None),
        (BODIES[::-1], {}, "answer 0 is "),
        (BODIES[:1], {}, "1 answers to 2 requests"),
        (BODIES, {"body_bytes": 44}, "in 43 bytes"),
        ([BODIES[0], BODIES[1].replace(b"[1]", b"[2]")], {}, "answer 1 is not filled up as answer 0 is"),
        ([BODIES[0], BODIES[1].replace(b"1 ", b"12")], {}, "answer 1 is not filled up as answer 0 is"),
        ([body.replace(b"]", b"[") for body in BODIES], {}, "answer 0 is not JSON"),
        ([b'{"status":"ok","x":1}'] * 2, {"echo": False, "body_bytes": 21}, None),
    ],
)
def test_every_compressed_answer_is_compared(bodies: list[bytes], changed: dict[str, Any], reason: str | None) -> None:
    document = {"requests": 2, "echo": True, "body_bytes": len(BODIES[0]), "compressed": True} | changed
    found = fetching.wrong(bodies, document)
    assert (found is None) if reason is None else (found is not None and reason in found)
