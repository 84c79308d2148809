"""Where the time of a batch goes: a sampling profiler around a workload's last batch.

Only a trial that is profiled imports this; one that is measured carries no profiler. The profiler sees the thread
that starts it and no other. It looks whenever a function begins or ends and the interval has passed, so a sample
stands for all the time since the one before, and a long wait is one sample.
"""

import contextlib
import functools
import inspect
import sys
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pyinstrument import Profiler
from pyinstrument.frame_info import parse_frame_info
from pyinstrument.stack_sampler import timing_overhead

from bench.workload import AsyncWork, Work

INTERVAL_S = 0.0005
TOP = 12
"""How many functions are kept, by the time in themselves."""
Record = tuple[Sequence[str], float]
"""A stack, outermost first, and the seconds that it stands for."""


def sampled(workload: Callable[..., Any], batches: int, profile: dict[str, Any]) -> Callable[..., Any]:
    """Return `workload` with a profiler around the last of its batches; its teardown fills `profile`.

    What it returns tells what it wraps, so that it runs on the event loop that the workload's module names.
    """
    profiler = ready()
    turns = iter([contextlib.nullcontext()] * (batches - 1) + [profiler])

    @functools.wraps(workload)
    async def later(**parameters: object) -> AsyncIterator[AsyncWork]:
        generator = workload(**parameters)
        work: AsyncWork = await anext(generator)

        async def watched(urls: list[str]) -> Sequence[bytes]:
            with next(turns):
                return await work(urls)

        yield watched
        profile.update(told(profiler))
        await anext(generator, None)

    @functools.wraps(workload)
    def at_once(**parameters: object) -> Iterator[Work]:
        generator = workload(**parameters)
        work: Work = next(generator)

        def watched(urls: list[str]) -> Sequence[bytes]:
            with next(turns):
                return work(urls)

        yield watched
        profile.update(told(profiler))
        next(generator, None)

    return later if inspect.isasyncgenfunction(workload) else at_once


def ready() -> Profiler:
    """Return a profiler; what it asks of the clock once, it would ask inside the batch."""
    timing_overhead()
    return Profiler(INTERVAL_S, async_mode="disabled")


def told(profiler: Profiler) -> dict[str, Any]:
    """Return what the profiler saw, as the parent reads it."""
    session = profiler.last_session
    records = session.frame_records if session else []
    return {"interval_s": INTERVAL_S, "samples": len(records), "functions": by_function(records)[:TOP]}


def by_function(records: Sequence[Record]) -> list[dict[str, Any]]:
    """Return each function with its share of the time, in itself and with what it calls; the largest first."""
    own, total, samples = defaultdict[str, float](float), defaultdict[str, float](float), Counter[str]()
    classes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for stack, span_s in records:
        frames = [parse_frame_info(frame) for frame in stack]
        for identifier, attributes in frames:
            classes[identifier].update(one[1:] for one in attributes if one.startswith("c"))
        for identifier in {identifier for identifier, _ in frames}:
            total[identifier] += span_s
        own[frames[-1][0]] += span_s
        samples[frames[-1][0]] += 1
    all_s = sum(own.values())
    return [
        named(identifier, classes[identifier])
        | {"samples": samples[identifier], "own": share(own_s, all_s), "total": share(total[identifier], all_s)}
        for identifier, own_s in sorted(own.items(), key=lambda item: (-item[1], item[0]))
    ]


def named(identifier: str, classes: Counter[str]) -> dict[str, Any]:
    """Return a function's name, with the class that it was called on most often, and where it stands."""
    name, path, line = identifier.split("\0")
    owner = f"{classes.most_common(1)[0][0]}." if classes else ""
    return {"function": owner + name, "file": short(path, sys.path), "line": int(line)}


def share(part_s: float, all_s: float) -> float:
    """Return a part of a whole, to four places."""
    return min(1.0, round(part_s / all_s, 4)) if all_s else 0.0


def short(path: str, roots: Iterable[str]) -> str:
    """Return a path as seen from the folder that it is imported from: no path of a machine leaves its trial."""
    for root in sorted(roots, key=len, reverse=True):
        if root and Path(path).is_relative_to(root):
            return Path(path).relative_to(root).as_posix()
    return path.strip("<>") if path.startswith("<") else Path(path).name
