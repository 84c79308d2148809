"""A server on trial: what it is asked for, and every process of it that was seen."""

import contextlib
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode, urlsplit

import psutil

from bench.harness import tree
from bench.harness.measure import now
from bench.harness.process import Started
from bench.model import Answering, Failed, Load, Status


@dataclass(frozen=True)
class Subject:
    """A server on trial, and every process of it that was seen."""

    conditions: Answering
    running: Started
    port: int
    start: float
    seen: set[psutil.Process] = field(default_factory=set)

    @property
    def path(self) -> str:
        """What is asked for, with how long each answer is to wait and to compute."""
        asked = {name: value for name in ("wait_s", "burn_s") if (value := getattr(self.conditions, name))}
        path = self.conditions.path
        return f"{path}{'&' if '?' in path else '?'}{urlencode(asked)}" if asked else path

    @property
    def changes(self) -> bool:
        """Whether answers differ from moment to moment, as the place of a planet does now."""
        asked = urlsplit(self.path)
        return asked.path.startswith("/planets/") and "at" not in parse_qs(asked.query)

    def has_ended(self) -> bool:
        """Tell whether the process that was started is over."""
        return self.running.process.poll() is not None

    def failed(self, status: Status, reason: str, load: Load | None = None) -> Failed:
        """Return the outcome of a trial that has no speed, with what the server said last."""
        return Failed(status=status, reason=reason[:2000], after_s=now() - self.start, load=load)

    def last_words(self) -> str:
        """Return the last lines that the server wrote."""
        return self.running.last_words() or "it said nothing"

    def processes(self, workers: set[int]) -> frozenset[psutil.Process]:
        """Return all of the server: what descends from it, and its `workers` wherever they went.

        Who is older than the server is none of its workers, whatever an answer says.
        """
        found = set(tree.members(self.running.process.pid))
        with contextlib.suppress(psutil.NoSuchProcess):
            born = psutil.Process(self.running.process.pid).create_time()
            for worker in workers:
                with contextlib.suppress(psutil.NoSuchProcess):
                    found |= {one} if (one := psutil.Process(worker)).create_time() >= born else set()
        self.seen.update(found)
        return frozenset(found)
