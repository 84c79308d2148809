"""Which limit stopped a process from starting one more thread or process.

The system says only "try again" (``EAGAIN``), and Python only "can't start new thread". So what is there is counted
and compared with every limit that is known.
"""

import errno
import threading
from collections.abc import Callable, Mapping
from typing import Any

from bench.harness.counted import count_mappings, limits_here, needs_of_one_more, units_now, usage_now
from bench.harness.limits import Lowered

WORDS = {
    "processes": "processes and threads of a user (RLIMIT_NPROC)",
    "address_space_bytes": "bytes of address space of a process (RLIMIT_AS)",
    "mappings": "mappings of memory of a process (vm.max_map_count)",
    "open_files": "open files of a process (RLIMIT_NOFILE)",
    "cgroup": "processes and threads of a control group (pids.max)",
    "threads": "threads of the machine (kernel.threads-max)",
    "pids": "process numbers of the machine (kernel.pid_max)",
}
"""What each limit is of, with the name under which a user finds it."""
OUT_OF = {errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE}


def which(usage: Mapping[str, int], limits: Mapping[str, int], one_more: Mapping[str, int]) -> str | None:
    """Return the limit that has no room for what one more unit needs, the fullest of them if there are several."""
    full = [name for name in usage if name in limits and usage[name] + one_more.get(name, 1) > limits[name]]
    return max(full, key=lambda name: usage[name] / max(1, limits[name]), default=None)


def reason(usage: Mapping[str, int], limits: Mapping[str, int], one_more: Mapping[str, int]) -> str:
    """Return in words which limit was reached, with its value, and how much was in use."""
    name = which(usage, limits, one_more)
    if name is None:
        return "no limit that is known was reached"
    return f"the limit is {limits[name]:,} {WORDS[name]}, and {usage[name]:,} were in use"


def watching(lowered: Lowered) -> Callable[[Exception], dict[str, Any]]:
    """Return what tells of an error, if it came of a limit, how many units there were and which limit that was.

    It must be asked while the units that were started are still there.
    """
    limits, before = limits_here(), threading.active_count() - 1

    def stopped(error: Exception) -> dict[str, Any]:
        if not came_of_a_limit(error):
            return {}
        lowered.raise_again()
        mappings = count_mappings()
        lowered.let_go()
        reached = max(0, units_now() - before)
        why = reason(usage_now() | mappings, limits, needs_of_one_more())
        kill_children()
        said = f"{type(error).__name__}: {error}"
        return {"status": "resource_limit", "reason": f"{why}; Python says: {said}"[:2000], "reached": reached}

    return stopped


def kill_children() -> None:
    """Kill the processes among the units, so that they are not in the way of the next trial."""
    from bench.harness import reaper  # noqa: PLC0415 – what it needs takes memory, which other trials measure.

    reaper.kill_children()


def came_of_a_limit(error: BaseException) -> bool:
    """Tell whether something ran out: what threads, processes, and memory say then."""
    no_thread = isinstance(error, RuntimeError) and "start new thread" in str(error)
    return no_thread or isinstance(error, MemoryError) or getattr(error, "errno", None) in OUT_OF
