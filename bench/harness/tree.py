"""A server and all its workers, seen from outside: who they are, what they cost, and whether they are gone."""

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass

import psutil

from bench.harness.measure import cpu_clock_s, now, pause

GONE_WITHIN_S = 2.0
"""How long what was killed may take to be gone."""


@dataclass(frozen=True)
class Costs:
    """What a tree of processes has taken so far: its CPU seconds, and how many of them in user and in system mode.

    The total is exact; the two parts come from clock ticks of 10 ms.
    """

    cpu_s: float
    user_s: float
    system_s: float


def members(pid: int) -> frozenset[psutil.Process]:
    """Return the process `pid` and all that descend from it."""
    try:
        root = psutil.Process(pid)
        return frozenset({root, *root.children(recursive=True)})
    except psutil.NoSuchProcess:
        return frozenset()


def is_there(process: psutil.Process) -> bool:
    """Tell whether a process runs; one that ended and was not waited for does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def costs(tree: Iterable[psutil.Process]) -> Costs:
    """Return what the processes of `tree` that are there have taken so far."""
    total = user = system = 0.0
    for process in tree:
        with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            times = process.cpu_times()
            exact = cpu_clock_s(process.pid)
            total += times.user + times.system if exact is None else exact
            user += times.user
            system += times.system
    return Costs(total, user, system)


def between(before: Costs, after: Costs) -> Costs:
    """Return what was taken from `before` to `after`, the parts scaled to the exact total."""
    total = max(0.0, after.cpu_s - before.cpu_s)
    user, system = after.user_s - before.user_s, after.system_s - before.system_s
    share = user / (user + system) if user + system > 0 else 1.0
    return Costs(total, total * share, total * (1 - share))


def memory_bytes(tree: Iterable[psutil.Process]) -> int | None:
    """Return the memory of all, each shared page counted once; `None` where the system does not tell."""
    total = 0
    for process in tree:
        with contextlib.suppress(psutil.NoSuchProcess):
            try:
                pss = getattr(process.memory_full_info(), "pss", None)
            except psutil.AccessDenied:
                return None
            if pss is None:
                return None
            total += pss
    return total


def threads(tree: Iterable[psutil.Process]) -> int:
    """Return how many threads all have together."""
    number = 0
    for process in tree:
        with contextlib.suppress(psutil.NoSuchProcess):
            number += process.num_threads()
    return number


def left_behind(seen: Iterable[psutil.Process]) -> list[int]:
    """Return the PIDs of those that are still there although all were killed, and kill them."""
    start = now()
    remaining = [process for process in seen if is_there(process)]
    while remaining and now() - start < GONE_WITHIN_S:
        pause(0.01)
        remaining = [process for process in remaining if is_there(process)]
    for process in remaining:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    return sorted(process.pid for process in remaining)
