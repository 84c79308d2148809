"""What sends the requests of a trial: the command of each loader, what it is told, and what it tells."""

import hashlib
import json
import math
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.catalog import ROOT
from bench.harness import golang
from bench.harness.known_loaders import read_ab, read_wrk
from bench.harness.measure import children_usage, now
from bench.harness.process import started
from bench.harness.reaper import Reaper
from bench.harness.told import time_limit_s
from bench.model import Answering, Failed, Load, Status

LOADER = ROOT / "bench" / "reference" / "loader"
PATIENCE_S = 10.0
"""How long an answer is waited for; who waits longer at a real server has gone."""
PROBE_S = 10.0
"""How long a server may take to recover, after a load at a rate."""
PERCENTAGES = "percentages.csv"


def sent(
    conditions: Answering, url: str, body: bytes | None, cores: set[int] | None, reaper: Reaper
) -> dict[str, Any] | Failed:
    """Load the server at `url` from `cores`, and return what the loader tells, as fields of `model.Load`.

    `body` is what each answer must be, if that is known.
    """
    start, before = now(), children_usage()
    limit_s = time_limit_s(conditions) + PATIENCE_S
    with TemporaryDirectory() as folder:
        command = command_of(conditions, url, Path(folder))
        with started(command, cores, reaper) as running:
            try:
                reply, _ = running.process.communicate(document_of(conditions, url, body), limit_s)
            except subprocess.TimeoutExpired:
                return Failed(status="timeout", reason=f"the load took > {limit_s:.0f} s", after_s=now() - start)
            code, words = running.process.returncode, running.last_words()
        try:
            told = read(conditions, reply.decode(), Path(folder))
        except (ValueError, OSError) as error:
            reason = f"{conditions.loader} ended with {code} and no account: {words or error}"[:2000]
            status: Status = "harness_error" if conditions.loader == "loader" else "failed_requests"
            return Failed(status=status, reason=reason, after_s=now() - start)
    after = children_usage()
    own_s = sum(after[:2]) - sum(before[:2]) if before and after else 0.0
    return {"loader_cpu_s": own_s} | {name: value for name, value in told.items() if name in Load.__struct_fields__}


def command_of(conditions: Answering, url: str, folder: Path) -> list[str]:
    """Return the command of the loader that `conditions` name; what it writes goes into `folder`."""
    connections = str(conditions.connections)
    match conditions.loader:
        case "loader":
            return [str(golang.build(LOADER))]
        case "ab" | "ab-l" if conditions.requests:
            options = (["-k"] if conditions.keep_alive else []) + (["-l"] if conditions.loader == "ab-l" else [])
            ends = ["-n", str(conditions.requests), "-e", str(folder / PERCENTAGES)]
            return ["ab", *options, "-c", connections, *ends, url]
        case "wrk" if conditions.duration_s:
            closing = [] if conditions.keep_alive else ["-H", "Connection: close"]
            lasts = str(math.ceil(conditions.duration_s))
            return ["wrk", "-t1", "-c", connections, "-d", lasts, "--latency", *closing, url]
    raise ValueError("ab wants a number of requests, and wrk a duration")


def document_of(conditions: Answering, url: str, body: bytes | None) -> bytes:
    """Return the line that the project's loader reads; others do not read what they are told."""
    document = {
        "url": url,
        "connections": conditions.connections,
        "requests": conditions.requests,
        "duration_s": conditions.duration_s,
        "rate": conditions.rate,
        "keep_alive": conditions.keep_alive,
        "expect_bytes": None if body is None else len(body),
        "expect_sha256": None if body is None else hashlib.sha256(body).hexdigest(),
        "patience_s": PATIENCE_S,
        "probe_s": PROBE_S if conditions.rate else None,
    }
    return json.dumps(document).encode() + b"\n"


def read(conditions: Answering, reply: str, folder: Path) -> dict[str, Any]:
    """Return what a loader wrote, as fields of an account; raise `ValueError` or `OSError` where it is none."""
    match conditions.loader:
        case "loader":
            told: dict[str, Any] = json.loads(reply)
            return told
        case "wrk":
            return read_wrk(reply)
        case _:
            return read_ab(reply, (folder / PERCENTAGES).read_text("utf-8"))
