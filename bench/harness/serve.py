"""Starts the server of a trial, and asks it afterwards what it saw."""

import contextlib
import json
import select
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

import certifi
import msgspec
import trustme

from bench.catalog import ROOT
from bench.harness import golang
from bench.harness.process import Started, cores_of, started
from bench.harness.reaper import Reaper
from bench.model import Fetching, Served

MOCK = ROOT / "bench" / "reference" / "mock"
STYLES = {"fastapi-async": "async", "fastapi-def": "def", "fastapi-blocking": "blocking"}
MOCK_ONLY = ("body_bytes", "compressed", "distance_s", "hosts", "lookup_s")
READY_WITHIN_S = 30


class ServerError(Exception):
    """The server did not start, or did not answer; the trial has no result."""


@dataclass(frozen=True)
class Server:
    """A server that is ready."""

    address: str
    ca_file: str | None
    running: Started
    resolver: str | None = None
    """Where names of hosts are looked up, as "address:port"; `None`: there are only addresses."""

    def served(self) -> Served:
        """Return the server's own account of the trial."""
        return msgspec.convert(exchange(self.running, "stats"), Served)


@contextlib.contextmanager
def serving(conditions: Fetching, reaper: Reaper) -> Iterator[Server]:
    """Run the server that `conditions` name until the end of the block."""
    cores = cores_of(conditions)[1]
    with TemporaryDirectory() as folder:
        certificates = make_certificates(Path(folder), conditions.hosts) if conditions.tls else {}
        command, document = command_of(conditions, certificates)
        with started(command, cores, reaper) as running:
            ready = exchange(running, json.dumps(document))
            address = ready["address"].replace("127.0.0.1", conditions.host)
            yield Server(address, certificates.get("ca_file"), running, ready.get("resolver"))


def command_of(conditions: Fetching, certificates: dict[str, str]) -> tuple[list[str], dict[str, Any]]:
    """Return the command of the server and the document that it wants first."""
    latency = {"latency_s": conditions.latency_s}
    if conditions.server in STYLES:
        refuse_what_only_the_mock_can(conditions)
        command = [sys.executable, "-m", "bench.reference.health_fastapi"]
        return command, latency | {"style": STYLES[conditions.server], "backlog": conditions.backlog or 2048}
    fault = conditions.server.partition("mock-")[2] or None
    files = {name: certificates.get(name) for name in ("cert_file", "key_file")}
    asked = {name: getattr(conditions, name) for name in (*MOCK_ONLY, "tls_version")}
    return [str(golang.build(MOCK))], latency | files | asked | {"fault": fault}


def refuse_what_only_the_mock_can(conditions: Fetching) -> None:
    """Raise an error that names the conditions that the server would ignore."""
    plain = Fetching(requests=1, concurrency=1, latency_s=0)
    ignored = [name for name in (*MOCK_ONLY, "tls") if getattr(conditions, name) != getattr(plain, name)]
    if ignored:
        raise ServerError(f"{conditions.server} knows nothing of {', '.join(ignored)}; ask for the mock instead")


def make_certificates(folder: Path, hosts: int = 1) -> dict[str, str]:
    """Write a certificate for the addresses and names of all hosts, and the authorities that a client is to trust.

    Those are certifi's and, last, the one that signed. A client that trusts this file loads as many as it would by
    default: what that costs belongs to the way that is measured.
    """
    authority = trustme.CA()
    named = [name for host in range(1, hosts + 1) for name in (f"127.0.0.{host}", f"host-{host}.test")]
    server = authority.issue_cert("localhost", *named)
    files = {name: str(folder / f"{name}.pem") for name in ("ca_file", "cert_file", "key_file")}
    shutil.copyfile(certifi.where(), files["ca_file"])
    authority.cert_pem.write_to_path(files["ca_file"], append=True)
    server.private_key_pem.write_to_path(files["key_file"])
    server.cert_chain_pems[0].write_to_path(files["cert_file"])
    return files


def can_read(pipe: IO[bytes]) -> bool:
    """Wait for an answer, where the system can wait for a pipe; nobody waits for ever."""
    if sys.platform == "win32":
        return True
    return bool(select.select([pipe], [], [], READY_WITHIN_S)[0])


def exchange(running: Started, line: str) -> dict[str, Any]:
    """Send a line to the server and return the JSON document that it answers."""
    process = running.process
    if not process.stdin or not process.stdout:  # pragma: no cover
        raise ServerError("the server has no pipes")
    try:
        process.stdin.write(line.encode() + b"\n")
        process.stdin.flush()
        if not can_read(process.stdout):
            raise ServerError(f"the server said nothing within {READY_WITHIN_S} s: {running.last_words()}")
        answer = process.stdout.readline()
    except BrokenPipeError:
        answer = b""
    if not answer:
        raise ServerError(f"the server ended: {running.last_words() or 'it said nothing'}")
    document: dict[str, Any] = json.loads(answer)
    return document
