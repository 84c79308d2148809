"""The mock server as a real process, for all tests that talk to it."""

import contextlib
import http.client
import json
import ssl
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from bench.harness import golang
from bench.model import Served

MOCK = golang.MODULE / "reference" / "mock"
PATIENCE_S = 20


@dataclass
class Mock:
    """A mock that is ready."""

    process: subprocess.Popen[str]
    address: str
    resolver: str | None

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def stats(self) -> Served:
        return msgspec.json.decode(exchange(self.process, "stats"), type=Served)

    def get(self, path: str, context: ssl.SSLContext | None = None) -> tuple[int, bytes]:
        try:
            with urllib.request.urlopen(self.address + path, timeout=PATIENCE_S, context=context) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.address.removeprefix("http://"), timeout=PATIENCE_S)


def exchange(process: subprocess.Popen[str], line: str) -> str:
    assert process.stdin
    assert process.stdout
    process.stdin.write(line + "\n")
    process.stdin.flush()
    return process.stdout.readline()


@contextlib.contextmanager
def running(**document: Any) -> Iterator[Mock]:
    pipe = subprocess.PIPE
    with subprocess.Popen([golang.build(MOCK)], stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            ready = json.loads(exchange(process, json.dumps(document)))
            yield Mock(process, ready["address"], ready["resolver"])
        finally:
            process.kill()


def refusal(text: str) -> str:
    """Return what the mock says when it is given this on stdin; it must be one line and the exit code 2."""
    done = subprocess.run(
        [golang.build(MOCK)], input=text, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("mock: ")
    assert done.stderr.count("\n") == 1
    return done.stderr
