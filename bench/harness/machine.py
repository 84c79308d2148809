"""The machine and the software on it, captured; never a name, address or path of anybody's."""

import contextlib
import hashlib
import os
import platform
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from pathlib import Path

import psutil

from bench import tool
from bench.catalog import ROOT, Implementation, version
from bench.harness import golang
from bench.harness.process import split_cores
from bench.model import Environment, Machine

LIMITS = {
    "threads-max": "/proc/sys/kernel/threads-max",
    "pid-max": "/proc/sys/kernel/pid_max",
    "max-map-count": "/proc/sys/vm/max_map_count",
    "somaxconn": "/proc/sys/net/core/somaxconn",
}
CODE = ("harness", "planets", "reference")
"""The parts of the project beside an implementation that a result depends on."""
INSTRUMENTS = ("uvicorn", "fastapi", "psutil")


def machine() -> Machine:
    """Return what this machine is."""
    frequency = psutil.cpu_freq() if hasattr(psutil, "cpu_freq") else None
    return Machine(
        cpu=cpu_model(),
        cores=psutil.cpu_count() or 1,
        threads_per_core=threads_per_core(),
        governor=text_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        frequency_mhz=round(frequency.current) if frequency and frequency.current else None,
        memory_bytes=psutil.virtual_memory().total,
        system=platform.system(),
        kernel=platform.release(),
        architecture=platform.machine(),
        virtualisation=virtualisation(),
        limits=limits(),
    )


def cpu_model() -> str:
    """Return the name that the CPU gives itself."""
    for line in (text_of("/proc/cpuinfo") or "").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def threads_per_core() -> int | None:
    """Return how many hardware threads share a core."""
    physical = psutil.cpu_count(logical=False)
    return (psutil.cpu_count() or physical) // physical if physical else None


def virtualisation() -> str | None:
    """Return the hypervisor's kind where Linux tells of one."""
    flags = (text_of("/proc/cpuinfo") or "").partition("flags")[2].partition("\n")[0].split()
    product = text_of("/sys/class/dmi/id/product_name")
    return (product or "virtual machine") if "hypervisor" in flags else None


def limits() -> dict[str, int | None]:
    """Return the limits that a run can meet; `None` is "no limit"."""
    found: dict[str, int | None] = {name: int(text) for name, path in LIMITS.items() if (text := text_of(path))}
    if text := text_of("/proc/sys/net/ipv4/ip_local_port_range"):
        low, high = map(int, text.split())
        found["ports"] = high - low + 1
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 – Windows has none.

        for name, which in (("open-files", resource.RLIMIT_NOFILE), ("processes", resource.RLIMIT_NPROC)):
            soft = resource.getrlimit(which)[0]
            found[name] = None if soft == resource.RLIM_INFINITY else soft
    return found


def raise_open_files() -> None:
    """Let this process and those it starts open as many files as the system allows; connections are files."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 – Windows has none.

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def environment(measured: Iterable[Implementation], loaders: Mapping[str, str]) -> Environment:
    """Return what the implementations `measured` run with; `loaders` are the versions of programs that load them."""
    chosen = list(measured)
    packages = {name for one in chosen for name in one.source.packages} | set(INSTRUMENTS)
    commit, dirty = git_state()
    return Environment(
        python=platform.python_version(),
        python_build=f"{platform.python_implementation()}, {sysconfig.get_config_var('CC') or 'unknown'}"[:200],
        gil=not sysconfig.get_config_var("Py_GIL_DISABLED"),
        pinned=split_cores() is not None,
        go=golang.version(),
        packages={name: found for name in sorted(packages) if (found := version(name))} | dict(loaders),
        commit=commit,
        dirty=dirty,
        sources={one.name: one.digest for one in chosen} | {part: digest_of(part) for part in CODE},
    )


def digest_of(part: str) -> str:
    """Return the sha256 of all code under ``bench/<part>``: what measures, what is served, or what serves and loads."""
    digest = hashlib.sha256()
    for path in sorted((ROOT / "bench" / part).rglob("*")):
        if path.suffix in {".py", ".go"}:
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def git_state() -> tuple[str | None, bool | None]:
    """Return the commit, and whether what measures differs from it; ``data/`` does not count."""
    found, commit, _ = git("rev-parse", "HEAD")
    known, changed, _ = git("status", "--porcelain", "--", "bench", "pyproject.toml", "requirements")
    return (None, None) if found or known else (commit.strip(), bool(changed.strip()))


def git(*arguments: str) -> tuple[int, str, str]:
    """Return the exit code of git in the project's folder, and what it says."""
    return tool.ask(["git", *arguments], cwd=ROOT, env=os.environ)


def text_of(path: str) -> str | None:
    """Return the text of a file of the kernel, or `None` where there is none."""
    with contextlib.suppress(OSError):
        return Path(path).read_text().strip() or None
    return None
