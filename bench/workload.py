"""The shape of a workload: a generator that yields once; for a server, a function that returns its command line.

Above the ``yield`` is setup, below it is teardown, and what is yielded is what the clock times. All three are
timed, apart from each other. A reader of an implementation sees at once what stood inside the clock.

Each public generator function of a file in ``clients/`` or ``creation/`` is a workload. In ``servers/`` it is each
public function, a plain one: it returns a command line that a reader could type in the repository's folder, and the
server that this starts listens on 127.0.0.1 only. Parameters are a choice from those of the kind, by name; the
harness passes what the function asks for:

========  =================  =============================================================
kind      parameter          meaning
========  =================  =============================================================
clients   ``concurrency``    the most requests in flight at any time
clients   ``ca_file``        path of certifi's authorities and the server's, or ``None``
clients   ``resolver``       "address:port" that tells the hosts' addresses, or ``None``
creation  ``sleeps``         how often each unit sleeps before it ends
creation  ``sleep_s``        seconds of each sleep
creation  ``spread_s``       seconds over which the first wake-ups are spread
creation  ``touched_bytes``  how much of its stack each unit writes to before it waits
creation  ``parked``         to be called once, when all units wait: notes their memory
creation  ``counted``        to be called with a name and a number of whatever the file counts
creation  ``seen``           to be told what each unit does, see `Seen`
servers   ``port``           the port of 127.0.0.1 to listen on
servers   ``workers``        how many processes answer; a server without this has one
servers   ``threads``        threads of each process; ``None`` leaves the server's own default
servers   ``log``            path of a file for the access log, or ``None`` for no access log
========  =================  =============================================================

A server in Go is a program that is started with ``-port N``; its workload is the function that takes ``port int``.

What a file declares as constants:

================  ==================================================================================
constant          meaning
================  ==================================================================================
``CONCURRENCY``   how it does many things at once; it gives the colour in charts
``PYTHON``        the least version of Python, as "3.12", where the project's own is not enough
``LOOP_FACTORY``  makes the event loop of its asynchronous workloads, if not asyncio's own
``PACKAGES``      the distributions that a server's command needs, as nothing imports them
``APPLICATION``   path of the application that a server serves, from the repository's folder
================  ==================================================================================

Only ``CONCURRENCY`` must be there. All but ``LOOP_FACTORY`` are read and not imported, and have to be literals.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, Protocol, TypeAlias

Concurrency: TypeAlias = Literal["serial", "threads", "pool", "asyncio", "event loop", "processes", "go"]
"""How many things are done at once; one colour each in every chart."""

Work: TypeAlias = Callable[[list[str]], Sequence[bytes]]
"""Fetches every URL and returns the bodies in the order of the URLs."""

AsyncWork: TypeAlias = Callable[[list[str]], Awaitable[Sequence[bytes]]]
"""The same as a coroutine function: the clock runs from the call to the end of the await."""

Start: TypeAlias = Callable[[int], int]
"""Starts so many units, waits for all of them, and returns how many came to their end."""

AsyncStart: TypeAlias = Callable[[int], Awaitable[int]]
"""The same as a coroutine function."""

Command: TypeAlias = list[str]
"""The command line that starts a server."""


def stdout_to(file: str, command: Command) -> Command:
    """Return `command` with its output in `file`, for a server that can write its access log nowhere else."""
    return ["sh", "-c", 'exec "$@" >"$0"', file, *command]


class Seen(Protocol):
    """What observes units: each method notes the moment. Units and sleeps are counted from 0."""

    def begun(self) -> None:
        """Note that a batch begins."""

    def creating(self, unit: int) -> None:
        """Note that a unit is about to be created."""

    def created(self, unit: int) -> None:
        """Note that whoever creates it is done with it."""

    def running(self, unit: int) -> None:
        """Note that it runs for the first time."""

    def woke(self, unit: int, sleep: int) -> None:
        """Note that it woke up."""

    def ended(self, unit: int) -> None:
        """Note that it is at its end."""

    def joined(self, unit: int) -> None:
        """Note that whoever waits for it knows that it ended; not called where all are waited for at once."""

    def over(self) -> None:
        """Note that all have been waited for."""
