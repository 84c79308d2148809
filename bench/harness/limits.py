"""Lowers the limits of a trial's own process, so that what runs out there runs out for nobody else.

``processes``            the process and threads of its user, its own first one included; root has no such limit and
                         becomes a user who has nothing else
``address_space_bytes``  what the process has mapped, whether it uses it or not: each stack of a thread counts whole
``mappings``             how many further mappings of memory there can be; the limit itself belongs to the machine, so
                         all others are used up
``open_files``           files, pipes and sockets

Only the soft limits are lowered, so that the process can raise them again to tell what happened. No control group is
made for ``pids.max``: that would change the machine.
"""

import mmap
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bench.errors import LimitError
from bench.harness.counted import count_mappings, number_in, tasks

if sys.platform == "linux":
    import resource

MOST_MAPPINGS = 2**18
"""Where a machine allows more mappings, using them up would take its kernel hundreds of mebibytes."""


@dataclass(frozen=True)
class Lowered:
    """What was done to a process, and can be undone when it has to tell what happened."""

    soft: dict[int, int]
    """The soft limits as they were."""
    held: list[mmap.mmap]
    """What uses up a limit that belongs to the machine."""

    def raise_again(self) -> None:
        """Set the soft limits to what they were."""
        if sys.platform == "linux":
            for limit, before in self.soft.items():
                resource.setrlimit(limit, (before, resource.getrlimit(limit)[1]))

    def let_go(self) -> None:
        """Unmap what was mapped only to use up mappings."""
        while self.held:
            self.held.pop().close()


def lower(limits: Mapping[str, int]) -> Lowered:
    """Lower the limits that are named, or raise `LimitError` with the reason why one cannot be lowered here."""
    lowered = Lowered({}, [])
    for name, allowed in limits.items():
        if name not in WAYS:
            raise LimitError(f"{name} is no limit; known are {', '.join(WAYS)}")
        if sys.platform != "linux":
            raise LimitError(f"{name}: only Linux counts threads and memory so that a process can lower the limit")
        WAYS[name](allowed, lowered)
    return lowered


def lower_processes(allowed: int, lowered: Lowered) -> None:
    """Allow so many processes and threads beside those that the user has elsewhere."""
    me = os.getpid()
    if os.getuid() == 0:
        from bench.harness.privileges import become_limited  # noqa: PLC0415 – ctypes takes memory in all other trials.

        try:
            become_limited()
        except OSError as error:
            raise LimitError(f"processes: root has no such limit and cannot become another user: {error}") from error
    elsewhere = sum(task.threads for task in tasks() if task.user == os.getuid() and task.pid != me)
    lower_soft("processes", resource.RLIMIT_NPROC, allowed + elsewhere, lowered)


def lower_soft(name: str, limit: int, allowed: int, lowered: Lowered) -> None:
    """Lower one of the limits that the kernel keeps for each process."""
    soft, hard = resource.getrlimit(limit)
    if hard != resource.RLIM_INFINITY and allowed > hard:
        raise LimitError(f"{name}: {allowed:,} are asked for, but {hard:,} are allowed here")
    resource.setrlimit(limit, (allowed, hard))
    lowered.soft[limit] = soft


def use_up_mappings(left: int, lowered: Lowered) -> None:
    """Map single pages, each with another protection than its neighbour so that they stay apart, until `left`."""
    most = number_in("/proc/sys/vm/max_map_count")
    if most is None or most > MOST_MAPPINGS:
        raise LimitError(f"mappings: {most or 'an unknown number'} are allowed here, too many to use up")
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    for number in range(most - left - count_mappings()["mappings"]):
        protection = mmap.PROT_READ | (mmap.PROT_WRITE if number % 2 else 0)
        lowered.held.append(mmap.mmap(-1, mmap.PAGESIZE, flags=flags, prot=protection))


WAYS: Mapping[str, Callable[[int, Lowered], None]] = {
    "processes": lower_processes,
    "address_space_bytes": lambda n, lowered: lower_soft("address_space_bytes", resource.RLIMIT_AS, n, lowered),
    "mappings": use_up_mappings,
    "open_files": lambda n, lowered: lower_soft("open_files", resource.RLIMIT_NOFILE, n, lowered),
}
