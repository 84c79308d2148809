"""Processes of the harness: each leads its own group, on its own cores, in a clean environment."""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psutil

from bench.catalog import ROOT
from bench.harness.reaper import Reaper, kill_group
from bench.model import Conditions, Fetching

PIPES_S = 5
"""How long the pipes of a killed process may stay open in other hands."""
LAST_BYTES = 20_000
"""How much of what it wrote is read for the last words of a process."""
KEPT_VARIABLES = ("PATH", "HOME", "TMPDIR", "LANG", "SYSTEMROOT", "USERPROFILE", "TEMP")
"""What a measured process may see of the environment: enough to start, nothing that is a setting."""


@dataclass(frozen=True)
class Started:
    """A running process and the file that takes its stderr, and its stdout where nobody listens to that."""

    process: subprocess.Popen[bytes]
    complaints: IO[bytes]

    def last_words(self) -> str:
        """Return the last lines it wrote; as it shares the file, it writes on where this stops reading, at the end."""
        self.complaints.seek(max(0, self.complaints.seek(0, os.SEEK_END) - LAST_BYTES))
        text = self.complaints.read().decode(errors="replace").replace(str(ROOT), ".").replace(str(Path.home()), "~")
        lines = text.splitlines()
        return "; ".join(line.strip() for line in lines[-4:] if line.strip())


@contextlib.contextmanager
def started(command: list[str], cores: set[int] | None, reaper: Reaper, *, listening: bool = True) -> Iterator[Started]:
    """Run `command` on `cores`; at the end, kill it and whatever is left of its group.

    Whoever does not read its stdout says that nobody is `listening`: a full pipe would hold it up.
    """
    with tempfile.TemporaryFile() as complaints:
        with on_cores(cores):
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE if listening else complaints,
                stderr=complaints,
                cwd=ROOT,
                env={name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ},
                start_new_session=True,
            )
        try:
            reaper.started(process.pid)
            yield Started(process, complaints)
        finally:
            end(process)
            reaper.ended(process.pid)


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill `process` and its group, and wait for it; a stranger that holds its pipes is not waited for."""
    kill_group(process.pid)
    with contextlib.suppress(BrokenPipeError, subprocess.TimeoutExpired):
        process.communicate(timeout=PIPES_S)
    for pipe in (process.stdin, process.stdout):
        if pipe:
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
    process.wait()


@contextlib.contextmanager
def competing(conditions: Conditions, reaper: Reaper) -> Iterator[Callable[[], float]]:
    """Keep the client's core busy with as many loops as the conditions name; yields what tells their CPU seconds."""
    cores, _ = cores_of(conditions)
    with contextlib.ExitStack() as stack:
        loops = [sys.executable, "-c", "while True: pass"]
        number = conditions.competitors if isinstance(conditions, Fetching) else 0
        rivals = [stack.enter_context(started(loops, cores, reaper)) for _ in range(number)]
        counts = [psutil.Process(rival.process.pid).cpu_times for rival in rivals]
        yield lambda: sum(times.user + times.system for times in (count() for count in counts))


@contextlib.contextmanager
def on_cores(cores: set[int] | None) -> Iterator[None]:
    """Let processes that are started inside inherit `cores`; does nothing where the system cannot pin."""
    if cores is None or sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def split_cores() -> tuple[set[int], set[int]] | None:
    """Return one core for the client and another one for the server, or `None` where that cannot be had."""
    if sys.platform != "linux":
        return None
    cores = sorted(os.sched_getaffinity(0))
    return ({cores[0]}, {cores[1]}) if len(cores) > 1 else None


def cores_of(conditions: Conditions) -> tuple[set[int] | None, set[int] | None]:
    """Return the cores of what is measured, or asks, and of the server that answers it; `None` for all of them."""
    split = split_cores()
    if split is None or conditions.layout == "free":
        return None, None
    return split if conditions.layout == "split" else (split[0], split[0])
