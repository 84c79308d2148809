"""What a scenario fixes besides its workload: one record for each kind of work."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from bench.model.types import Name, Natural, Number, Record, Seconds, Text


class Fetching(Record, frozen=True, kw_only=True, tag_field="of", tag="fetching"):
    """Many requests to a server: what is measured is the client."""

    requests: Natural
    concurrency: Natural
    latency_s: Seconds
    batches: Natural = 1
    """How often the same work is done in one trial: the first on cold connections, the rest on warm ones."""
    server: Name = "mock"
    server_capacity: Natural | None = None
    """How many requests this server works on at once, where that is a property of the server; `None`: any."""
    body_bytes: Number = 0
    """Size of an answer's body, filled up with spaces; 0 sends what the answer needs."""
    compressed: bool = False
    """Whether the body is filled up with JSON instead of spaces, and compressed on the wire."""
    tls: bool = False
    tls_version: Literal["1.2", "1.3"] = "1.3"
    """The newest version of TLS that the server speaks, where there is TLS."""
    http: Literal["HTTP/1.1", "HTTP/2.0"] = "HTTP/1.1"
    """The version in which every request must come."""
    distance_s: Seconds = 0
    """Round trip between client and server: setting up a connection takes it too, as a request does."""
    hosts: Natural = 1
    """How many hosts take the requests in turn, each with a name and a loopback address of its own."""
    lookup_s: Seconds | None = None
    """How long it takes to find the address of a host's name; `None`: the client is given addresses."""
    reuse: bool | None = True
    """Whether connections are kept; `None`: either will do. If not, each request must come on a new one."""
    layout: Literal["split", "free", "shared"] = "split"
    """Split: a core for the client, another for the server. Free: all cores for both. Shared: one core for both."""
    host: Literal["127.0.0.1", "localhost"] = "127.0.0.1"
    """The name under which the client knows the server; the server listens on 127.0.0.1 in any case."""
    backlog: Natural | None = None
    """Length of the server's listen queue, where it is not the server's own choice."""
    competitors: Number = 0
    """Busy loops on the client's core, each in a session of its own, so that Linux gives each an equal share."""


class Starting(Record, frozen=True, kw_only=True, tag_field="of", tag="starting"):
    """Many units, as threads or coroutines are, started and waited for: what is measured is what they cost."""

    units: Number
    """How many are started; none at all tells what the rest of the process takes."""
    sleeps: Number = 0
    """How often each unit sleeps before it ends."""
    sleep_s: Seconds = 0
    spread_s: Seconds = 0
    """Over how long the first wake-ups are spread: unit i of N sleeps i / N of it longer, once."""
    batches: Natural = 1
    """How often all units are started and waited for in one trial."""
    layout: Literal["free", "one"] = "free"
    """Free: all cores. One: the process has one core."""
    switch_interval_s: Annotated[float, Meta(gt=0)] | None = None
    """How long a thread of Python may keep the lock of the interpreter while another waits; `None`: as it is."""
    stack_bytes: Natural | None = None
    """The size of a thread's stack; `None`: as the system has it."""
    touched_bytes: Number = 0
    """How much of its stack each unit writes to before it waits."""
    limits: dict[Name, Natural] = {}
    """What the trial's process lowers its own limits to before it starts anything, see ``harness.limits``."""


class Answering(Record, frozen=True, kw_only=True, tag_field="of", tag="answering"):
    """Many requests from a loader: what is measured is the server."""

    connections: Natural
    """The most requests in flight: each connection of the loader sends its next one when it has its answer."""
    requests: Natural | None = None
    """How many are sent, or `None` for as many as fit into `duration_s`."""
    duration_s: Annotated[float, Meta(gt=0)] | None = None
    rate: Annotated[float, Meta(gt=0)] | None = None
    """Requests a second, sent when they are due whatever became of those before; `None`: a closed loop."""
    path: Text = "/planets/mars?lon=145.051&lat=-39.754&elevation=0"
    wait_s: Seconds = 0
    """How long each answer waits, where the path asks for that."""
    burn_s: Seconds = 0
    """How much CPU time each answer takes, where the path asks for that."""
    loader: Literal["loader", "ab", "ab-l", "wrk"] = "loader"
    """What sends: the project's own, or a known one; `ab-l` admits answers that differ in their length."""
    keep_alive: bool = True
    """Whether the loader asks to keep connections."""
    workers: Natural = 1
    """Processes that answer, where the server has such."""
    threads: Natural | None = None
    """Threads of each worker, where the server has such; `None`: the server's default."""
    access_log: bool = True
    """Whether the server writes a line for each request, into a file."""
    layout: Literal["split", "free"] = "split"
    """Split: a core for the whole server, another for the loader. Free: all cores for both."""
    batches: Natural = 1


Conditions: TypeAlias = Fetching | Starting | Answering
