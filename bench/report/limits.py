"""The measures of a trial from which on it is a doubt."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import pandas as pd

from bench.model import Answering, Conditions, Fetching

GATE_S = 5.0
"""From this wait on, a trial began although the machine was not quiet."""
LOADER_BUSY = 0.7
"""From this share of a core on, the loader may be what limits a server's answers."""
ANSWERS_EACH = 10
"""The least answers for each connection of a closed loop: with fewer, its begin and end are a part of the result."""
LOADER_LATE_S = 0.005
"""By how much the loader may be late with 1 % of its requests in an open loop."""
KEPT = 0.5
"""The least share of connections that are kept where a server is asked to keep them."""

Trials: TypeAlias = pd.DataFrame
Hits: TypeAlias = "pd.Series[bool]"


@dataclass(frozen=True)
class Limit:
    """A measure of a trial, and from where on it is a doubt; `of` are the conditions that it concerns."""

    code: str
    exceeds: Callable[[Trials], Hits]
    text: str
    of: Callable[[Conditions], bool] = lambda _: True


def serves(conditions: Conditions) -> bool:
    """Tell whether a server is measured."""
    return isinstance(conditions, Answering)


def asks(conditions: Conditions) -> bool:
    """Tell whether a client is measured."""
    return isinstance(conditions, Fetching)


def closed(conditions: Conditions) -> bool:
    """Tell whether a server is measured in a closed loop by a loader that times each answer."""
    return isinstance(conditions, Answering) and conditions.rate is None and conditions.loader == "loader"


def keeps(conditions: Conditions) -> bool:
    """Tell whether a server is asked to keep connections."""
    return isinstance(conditions, Answering) and conditions.keep_alive


def number(trials: Trials, measure: str) -> "pd.Series[float]":
    """Return a measure in which what is not known is not a number."""
    return trials[measure].astype(float)


LIMITS = (
    Limit(
        "restless",
        lambda t: t["gate_s"] > GATE_S,
        f"The machine was not quiet within {GATE_S:.0f} s, and the trial began anyway",
    ),
    Limit("busy", lambda t: t["others_busy"] > 0.1, "Other processes took over 10 % of the machine"),  # noqa: PLR2004
    Limit("steal", lambda t: t["steal"] > 0.02, "The hypervisor took over 2 % of the machine"),  # noqa: PLR2004
    Limit(
        "tainted",
        lambda t: t["listen_overflows"] > 0,
        "The server's listen queue overflowed, which fakes 1 s steps",
    ),
    Limit("gil", lambda t: t["gil_changed"].astype(bool), "An extension switched Python's lock on again"),
    Limit("retransmits", lambda t: t["retransmits"] > 0, "TCP sent segments again, which adds 0.2 s or more"),
    Limit(
        "server-bound",
        lambda t: t["server_cpu_s"] > t["all_work_s"] / 3,
        "The server was busy for over a third of the time; the result may be the server's",
        asks,
    ),
    Limit(
        "loader-bound",
        lambda t: number(t, "loader_busy") > LOADER_BUSY,
        f"The loader was busy for over {LOADER_BUSY * 100:.0f} % of a core; the result may be the loader's",
        serves,
    ),
    Limit(
        "loader-late",
        lambda t: number(t, "loader_late_p99_s") > LOADER_LATE_S,
        f"The loader sent 1 % of its requests over {LOADER_LATE_S * 1e3:.0f} ms after they were due",
        serves,
    ),
    Limit(
        "short-load",
        lambda t: number(t, "requests") < ANSWERS_EACH * number(t, "asked_connections"),
        f"The load was short, with under {ANSWERS_EACH} answers for each connection; its begin and end are part of it",
        closed,
    ),
    Limit(
        "not-kept",
        lambda t: number(t, "kept") < KEPT,
        "The server closed connections that it was asked to keep, so setting them up is part of the result",
        keeps,
    ),
    Limit(
        "lengths",
        lambda t: number(t, "lengths_differing") > 0,
        "ab calls answers failed whose length is not that of its first one; here they count as answers",
        serves,
    ),
)
