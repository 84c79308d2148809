"""The only clock of the project.

``measure`` runs in the trial's process and times a workload; the parent takes ``now`` from here for what it times
from outside. All times are seconds of a monotonic clock.
"""

import asyncio
import datetime
import inspect
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

if sys.platform != "win32":
    import resource

now = time.perf_counter
pause = time.sleep


def date() -> datetime.datetime:
    """Return the date and time in UTC: a label, never a duration."""
    return datetime.datetime.now(datetime.UTC)


@dataclass
class Timings:
    """What the clock saw of one workload."""

    setup_s: float = 0.0
    batches: list[dict[str, float]] = field(default_factory=list)
    teardown_s: float = 0.0
    results: list[Any] = field(default_factory=list)
    """What each batch returned."""
    status: dict[str, int | None] = field(default_factory=dict)
    """`own_status` right after the last batch."""


def measure(workload: Callable[..., Any], task: Any, batches: int, **parameters: object) -> Timings:
    """Time setup, each batch and teardown of `workload`; whatever it raises passes through.

    The event loop is asyncio's own, unless the workload's module names another one as ``LOOP_FACTORY``.
    """
    timings = Timings()
    start = now()
    if inspect.isasyncgenfunction(workload):
        loop_factory = inspect.unwrap(workload).__globals__.get("LOOP_FACTORY")
        with asyncio.Runner(loop_factory=loop_factory) as runner:
            end = runner.run(_measure_async(workload(**parameters), task, batches, timings, start))
    else:
        end = _measure_sync(workload(**parameters), task, batches, timings, start)
    timings.teardown_s = now() - end
    return timings


def _measure_sync(
    generator: Iterator[Callable[[Any], Any]], task: Any, batches: int, timings: Timings, start: float
) -> float:
    work = next(generator)
    timings.setup_s = now() - start
    for _ in range(batches):
        before, cpu = now(), cpu_s()
        result = work(task)
        _note(timings, before, cpu, result)
    timings.status = own_status()
    end = now()
    next(generator, None)
    return end


async def _measure_async(
    generator: AsyncIterator[Callable[[Any], Awaitable[Any]]], task: Any, batches: int, timings: Timings, start: float
) -> float:
    work = await anext(generator)
    timings.setup_s = now() - start
    for _ in range(batches):
        before, cpu = now(), cpu_s()
        result = await work(task)
        _note(timings, before, cpu, result)
    timings.status = own_status()
    end = now()
    await anext(generator, None)
    return end


def _note(timings: Timings, before: float, cpu: tuple[float, float], result: object) -> None:
    work_s = now() - before
    user_s, system_s = cpu_s()
    timings.batches.append({"work_s": work_s, "user_s": user_s - cpu[0], "system_s": system_s - cpu[1]})
    timings.results.append(result)


def cpu_s() -> tuple[float, float]:
    """Return the user and system CPU seconds so far, of this process and of those that it has waited for."""
    user_s, system_s = own_cpu_s()
    children = children_usage()
    return (user_s + children[0], system_s + children[1]) if children else (user_s, system_s)


def own_cpu_s() -> tuple[float, float]:
    """Return the user and system CPU seconds of this process so far."""
    if sys.platform == "win32":
        times = os.times()
        return times.user, times.system
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime, usage.ru_stime


def cpu_clock_s(pid: int) -> float | None:
    """Return the exact CPU seconds so far of any process and its threads, dead ones too; `None` if nothing tells.

    Linux numbers the clock of a process by its complement; the C library does the same for `clock_getcpuclockid`.
    """
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return None


def children_usage() -> tuple[float, float, int, int] | None:
    """Return user and system CPU seconds, voluntary and involuntary context switches of all ended children."""
    if sys.platform == "win32":
        return None
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime, usage.ru_stime, usage.ru_nvcsw, usage.ru_nivcsw


def resident_bytes(process: int | None = None) -> int | None:
    """Return the memory of a process, or of this one, that is in RAM; `None` where the system hides it."""
    rollup = Path(f"/proc/{process or 'self'}/smaps_rollup")
    lines = dict(line.split(":", 1) for line in rollup.read_text().splitlines()[1:]) if rollup.exists() else {}
    return int(lines["Rss"].split()[0]) * 1024 if "Rss" in lines else None


def own_status() -> dict[str, int | None]:
    """Return peak memory in bytes and the number of threads of this process, `None` where the system hides it.

    The peak is ``VmHWM``: ``ru_maxrss`` of a child starts at its parent's peak on Linux.
    """
    status = Path("/proc/self/status")
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines()) if status.exists() else {}
    peak, threads = lines.get("VmHWM"), lines.get("Threads")
    return {
        "peak_memory_bytes": int(peak.split()[0]) * 1024 if peak else None,
        "threads": int(threads) if threads else None,
    }
