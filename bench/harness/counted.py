"""What there is of what is limited, and the limits themselves, as the kernel tells them.

Outside of Linux nothing is known but the threads of the process itself.
"""

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

if sys.platform == "linux":
    import resource

STACK_BYTES = 8 << 20
"""A thread's stack where the system has no limit for it that could be read."""


@dataclass(frozen=True)
class Task:
    """A process of this machine."""

    pid: int
    parent: int
    user: int
    threads: int


def units_now() -> int:
    """Return how many threads and processes this one has started that have not ended."""
    return threading.active_count() - 1 + sum(task.parent == os.getpid() for task in tasks())


def limits_here() -> dict[str, int]:
    """Return the limits of this process and of the machine, where there are some and they can be read."""
    paths = {"mappings": "vm/max_map_count", "threads": "kernel/threads-max", "pids": "kernel/pid_max"}
    found = {name: number_in(f"/proc/sys/{path}") for name, path in paths.items()}
    if sys.platform == "linux":
        own = {"address_space_bytes": resource.RLIMIT_AS, "open_files": resource.RLIMIT_NOFILE}
        own |= {"processes": resource.RLIMIT_NPROC} if os.getuid() else {}
        soft = {name: resource.getrlimit(limit)[0] for name, limit in own.items()}
        found |= {name: limit for name, limit in soft.items() if limit != resource.RLIM_INFINITY}
    if group := cgroup():
        found["cgroup"] = group[1]
    return {name: limit for name, limit in found.items() if limit is not None}


def usage_now() -> dict[str, int]:
    """Return what this process, its user, its control group and the machine have of what is limited."""
    if sys.platform != "linux":
        return {}
    found = count_mappings() | {"address_space_bytes": own_bytes()}
    machine = int(Path("/proc/loadavg").read_text().split()[3].partition("/")[2])
    found |= {"threads": machine, "pids": machine}
    found["processes"] = sum(task.threads for task in tasks() if task.user == os.getuid())
    with contextlib.suppress(PermissionError):
        found["open_files"] = sum(1 for _ in Path("/proc/self/fd").iterdir()) - 1
    if group := cgroup():
        found["cgroup"] = group[0]
    return found


def needs_of_one_more() -> dict[str, int]:
    """Return what a further thread or process takes of each limit: of most of them one, of memory a stack."""
    stack = STACK_BYTES
    if sys.platform == "linux" and resource.getrlimit(resource.RLIMIT_STACK)[0] != resource.RLIM_INFINITY:
        stack = resource.getrlimit(resource.RLIMIT_STACK)[0]
    return {"mappings": 3, "address_space_bytes": threading.stack_size() or stack, "open_files": 4}


def tasks() -> Iterator[Task]:
    """Yield the processes that can be seen."""
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            lines = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines() if ":" in line)
            user = int(lines["Uid"].split()[0])
            yield Task(int(folder.name), int(lines["PPid"]), user, int(lines.get("Threads", 1)))


def own_bytes() -> int:
    """Return the address space of this process."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def count_mappings() -> dict[str, int]:
    """Return the mappings of this process, read in pieces: where mappings have run out, there is no room for all."""
    if sys.platform != "linux":
        return {}
    with Path("/proc/self/maps").open("rb", buffering=0) as stream:
        return {"mappings": sum(piece.count(b"\n") for piece in iter(lambda: stream.read(4096), b""))}


def cgroup() -> tuple[int, int] | None:
    """Return tasks and their limit of that group around this process which has the least room, or `None`."""
    rooms: list[tuple[int, int]] = []
    for line in (text_of("/proc/self/cgroup") or "").splitlines():
        _, names, path = line.split(":", 2)
        if names in {"", "pids"}:
            own = Path("/sys/fs/cgroup") / names / path.strip("/")
            for folder in (own, *own.parents):
                most, there = number_in(str(folder / "pids.max")), number_in(str(folder / "pids.current"))
                rooms += [(there, most)] if most is not None and there is not None else []
    return min(rooms, key=lambda room: room[1] - room[0], default=None)


def number_in(path: str) -> int | None:
    """Return the number that a file of the kernel holds, `None` where there is no such file, or no number in it."""
    text = text_of(path)
    return int(text) if text and text.isdecimal() else None


def text_of(path: str) -> str | None:
    """Return the text of a file of the kernel, or `None` where there is none."""
    with contextlib.suppress(OSError):
        return Path(path).read_text().strip() or None
    return None
