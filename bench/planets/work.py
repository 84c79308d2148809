"""A request that waits and computes as long as it is told, and who answered it."""

import os
import time
from collections.abc import Mapping


def asked(query: Mapping[str, str]) -> tuple[float, float]:
    """Return for how many seconds a request wants to wait, and how many it wants to compute.

    Raises `ValueError` for what is no number of seconds up to a minute.
    """
    seconds = float(query.get("wait_s", 0)), float(query.get("burn_s", 0))
    if not all(0 <= number <= 60 for number in seconds):  # noqa: PLR2004
        raise ValueError(f"wait_s and burn_s are {seconds}; they must be from 0 to 60")
    return seconds


def burn(burn_s: float) -> None:
    """Compute until the calling thread has used `burn_s` seconds of CPU time."""
    end = time.thread_time() + burn_s
    while time.thread_time() < end:
        pass


def worker() -> dict[str, str]:
    """Return the header that every answer carries: which process answered."""
    return {"Worker": str(os.getpid())}
