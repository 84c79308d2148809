"""Kills what a run has started when the run itself was killed.

A process that only reads: ``+PID`` when the run starts a process, ``-PID`` when it has ended, and the end of the
pipe when the run is gone, however that came. Then every process group that is left, and every process that
descends from it, is killed. So not even ``kill -9`` of the harness leaves a trial or a server behind.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterable

import psutil

ENDING_S = 2
"""How long killed processes may take to end."""


class Reaper:
    """The run's end of the pipe."""

    def __init__(self) -> None:
        """Start the process, in a session of its own, where Ctrl-C does not reach it."""
        command = [sys.executable, "-m", "bench.harness.reaper"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)

    def started(self, pid: int) -> None:
        """Take `pid` and its process group into care."""
        self._tell(f"+{pid}\n")

    def ended(self, pid: int) -> None:
        """Forget `pid`, which has ended and been waited for."""
        self._tell(f"-{pid}\n")

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _tell(self, line: str) -> None:
        pipe = self._process.stdin
        if pipe:
            pipe.write(line.encode())
            pipe.flush()


def left_over(lines: Iterable[str]) -> set[int]:
    """Return the PIDs that were started and did not end, according to `lines`."""
    alive: set[int] = set()
    for line in lines:
        (alive.add if line[0] == "+" else alive.discard)(int(line[1:]))
    return alive


def kill_group(pid: int) -> None:
    """Kill the process group that `pid` leads, and what descends from `pid` in other groups."""
    with contextlib.suppress(psutil.NoSuchProcess):
        for child in psutil.Process(pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            os.kill(pid, signal.SIGTERM)
        else:
            os.killpg(pid, signal.SIGKILL)


def kill_children() -> None:
    """Kill what this process has started, and wait until it has ended: ended processes count until then."""
    children = psutil.Process().children(recursive=True)
    for child in children:
        with contextlib.suppress(psutil.NoSuchProcess):
            child.kill()
    psutil.wait_procs(children, timeout=ENDING_S)


if __name__ == "__main__":
    for orphan in left_over(sys.stdin):
        kill_group(orphan)
