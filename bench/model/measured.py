"""What is measured: the outcome of a trial."""

from typing import Annotated

from msgspec import Meta

from bench.model.planned import Slot
from bench.model.types import Moment, Name, Number, Record, Seconds, Share, Status, Text


class Batch(Record, frozen=True, kw_only=True):
    """The work done once, and the CPU time that the process spent on it."""

    work_s: Annotated[float, Meta(gt=0, lt=1e7)]
    user_s: Seconds
    system_s: Seconds


class Usage(Record, frozen=True, kw_only=True):
    """What the trial's process and its children took, seen from outside."""

    process_s: Seconds
    user_s: Seconds | None
    system_s: Seconds | None
    voluntary_switches: Number | None
    involuntary_switches: Number | None
    peak_memory_bytes: Number | None
    threads: Number | None
    """Threads alive when the work ended, before teardown."""
    gil: bool | None = None
    """Whether Python's lock was on when all was done; `None`: not known, or not Python."""


class Lateness(Record, frozen=True, kw_only=True):
    """How much longer than asked something was held."""

    p50_s: Seconds
    p99_s: Seconds
    max_s: Seconds


class Served(Record, frozen=True, kw_only=True):
    """The server's own account of a trial, which the client cannot influence."""

    connections: Number
    requests: Number
    failed: Number
    peak_in_flight: Number
    sent_bytes: Number
    http_versions: dict[Text, Number]
    cpu_s: Seconds
    lateness: Lateness | None = None
    """Of the answers."""
    relay_lateness: Lateness | None = None
    """Of what was on its way between client and server, where there is a distance."""


class Units(Record, frozen=True, kw_only=True):
    """What the trial's process says of the units that it started."""

    ended: Number
    """How many ran to their end, in all batches."""
    before_bytes: Number | None = None
    """Resident memory before the first unit was started."""
    parked_bytes: Number | None = None
    """The same while all units waited, where the workload tells when that is."""
    phases: dict[Text, Seconds] = {}
    """Means over units, in the order in which the phases happen; they add up to the time of a batch."""
    counts: dict[Name, Number] = {}
    """What else the workload counted, by name."""


class Latency(Record, frozen=True, kw_only=True):
    """How long answers took; a quantile is there only if ten answers or more took longer."""

    mean_s: Seconds
    p50_s: Seconds | None
    p90_s: Seconds | None
    p99_s: Seconds | None
    max_s: Seconds


class Load(Record, frozen=True, kw_only=True):
    """What the loader, and the harness beside it, say of a server under load."""

    answers: Number
    """Answers of status 200 with the right body."""
    statuses: dict[Text, Number]
    errors: dict[Text, Number] = {}
    """Requests without an answer, by what happened."""
    lengths_differing: Number | None = None
    """Answers that `ab` calls failed because they are not as long as its first one: its verdict and not ours."""
    duration_s: Seconds
    """From the first request to the last answer."""
    latency: Latency
    connections: Number | None
    """How many the loader opened; `None` where a loader does not tell, as in all that follows."""
    in_use_s: Seconds | None = None
    """Over all connections of a closed loop, from the first request of each to its last answer."""
    kept: Number | None = None
    """Answers after which the connection stayed open."""
    received_bytes: Number | None = None
    late_p99_s: Seconds | None = None
    """By how much the loader itself was late with 1 % of its requests, in an open loop."""
    recovery_s: Seconds | None = None
    """How long after the load a single request took as little as before it."""
    loader_cpu_s: Seconds
    server_cpu_s: Seconds
    """Of the server and all its workers, while under load."""
    server_memory_bytes: Number | None = None
    """Of the server and all its workers at the end, pages that they share counted once."""
    workers: dict[Text, Number] = {}
    """How many answers came from each worker, most first."""


class Surroundings(Record, frozen=True, kw_only=True):
    """What else the machine did between the trial's start and its end."""

    others_busy: Share | None
    """Share of all cores taken by processes that are not ours."""
    steal: Share | None
    listen_overflows: Number | None
    retransmits: Number | None


class Measured(Record, frozen=True, kw_only=True, tag_field="is", tag="measured"):
    """A trial that did all it was asked to do, and rightly; with the account that its kind of work gives."""

    setup_s: Seconds
    batches: Annotated[tuple[Batch, ...], Meta(min_length=1)]
    teardown_s: Seconds
    usage: Usage
    served: Served | None = None
    units: Units | None = None
    load: Load | None = None
    surroundings: Surroundings


class Failed(Record, frozen=True, kw_only=True, tag_field="is", tag="failed"):
    """A trial that has no speed, and why."""

    status: Status
    reason: Text
    after_s: Seconds
    served: Served | None = None
    load: Load | None = None
    """What the loader saw of a server that failed under load."""
    reached: Number | None = None
    """How many units there were when a limit stopped them."""


class Trial(Record, frozen=True, kw_only=True):
    """One line of ``trials.jsonl``: one execution of one scenario in a fresh process."""

    slot: Slot
    started: Moment
    gate_s: Seconds
    """How long the trial waited for the machine to become quiet."""
    outcome: Measured | Failed
