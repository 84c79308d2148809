"""The data of the project, immutable, and nothing else. Seconds and bytes throughout.

``Run`` is one ``run.json`` and ``Trial`` one line of ``trials.jsonl``; their JSON Schemas in ``data/`` are made
from the types here, and both files are checked against them when written and when read.
"""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Name: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", max_length=80)]
Text: TypeAlias = Annotated[str, Meta(max_length=2000)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, lt=1e7)]
Number: TypeAlias = Annotated[int, Meta(ge=0, lt=2**60)]
Natural: TypeAlias = Annotated[int, Meta(ge=1, lt=2**60)]
Moment: TypeAlias = Annotated[datetime, Meta(tz=True)]
Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]

Kind: TypeAlias = Literal["clients", "creation", "servers", "instrument"]
Tier: TypeAlias = Literal["as published", "like for like"]
Profile: TypeAlias = Literal["smoke", "quick", "standard", "full"]
Copy: TypeAlias = Literal["main", "placebo"]
Status: TypeAlias = Literal[
    "failed_requests", "wrong_answer", "timeout", "crash", "resource_limit", "skipped", "harness_error"
]


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every record is: frozen, keyword-only, and strict about unknown fields."""


# ── What is asked ────────────────────────────────────────────────────────────────────────────────────────────
class Conditions(Record, frozen=True, kw_only=True):
    """All that a scenario fixes besides its workload."""

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


class Scenario(Record, frozen=True, kw_only=True):
    """A workload with its conditions fixed: the thing that has a number."""

    id: Name
    title: Text
    tier: Tier
    implementation: Name
    workload: Name
    conditions: Conditions
    counts: Literal["cold", "warm"] = "cold"
    """Which batch is the scenario's time: the first, on new connections, or the later ones."""
    series: Text = ""
    """The line to which it belongs, in a chart of lines."""
    headline: bool = False
    """Whether the quick profile measures it."""
    may_fail: Status | None = None
    """A failure that is the finding; any other one is a fault of the run."""
    rounds: dict[Profile, Natural] = {}
    """Rounds in a profile, where this scenario needs fewer than the others because it only waits, for long."""


class Figure(Record, frozen=True, kw_only=True):
    """A chart of an experiment; title and caption may hold figures in braces, see ``report.words``."""

    id: Name
    form: Literal["dots", "lines", "waterfall"]
    tier: Tier
    measure: Literal["time", "cpu"] = "time"
    """What is drawn: the seconds of the batch that counts, or its CPU seconds per request."""
    scenarios: tuple[Name, ...] = ()
    """Which scenarios are drawn, in the order of their changes in a waterfall; none named: all of the tier."""
    title: Text
    caption: Text


class ClaimTest(Record, frozen=True, kw_only=True):
    """Which scenario settles a published figure."""

    claim: Name
    post: Name
    as_published: Name
    like_for_like: Name | None = None
    times: Annotated[float, Meta(gt=0)] = 1
    """The measured time is multiplied by this to predict what would take too long to measure."""
    measure: Literal["work_s", "warm_s", "process_s"] = "work_s"
    """The time that the post took: of the requests, of a later batch, or of the process as `time` shows it."""
    over: Name | None = None
    """The claim is a ratio: the time of `as_published` in times that of this scenario."""
    fair_over: Name | None = None
    """The same for `like_for_like`."""
    at_least: Annotated[float, Meta(gt=1)] | None = None
    """The least ratio with which such a claim holds, where the post gives no figure."""
    growth: Literal["slope", "linear", "flat"] | None = None
    """The claim is of the series of `as_published`: its time per request more, or its shape."""
    within: Seconds | None = None
    """A limit in seconds, where the claim is one and not a time."""
    refutes: Status | None = None
    """A failure that the post saw, where the claim is one: it is reproduced if a trial fails so."""
    cause: Text = ""
    """Why the figure is what it is; may hold figures in braces."""
    see: tuple[Name, ...] = ()
    """Other experiments that show the cause."""
    another_reason: bool = False
    """Whether the figure, when reproduced, has another reason than the post gives."""


class Experiment(Record, frozen=True, kw_only=True):
    """A question, the scenarios that answer it, and how to read the answer."""

    id: Name
    kind: Kind
    order: Number
    """Place among the experiments of its kind."""
    title: Text
    question: Text
    answer: Text
    """One sentence with figures in braces, filled from the data."""
    reading: Text
    scenarios: tuple[Scenario, ...]
    reference: Name
    """The scenario that the others are compared with."""
    placebo: Name
    """The scenario that is measured twice, to see what a difference of nothing looks like."""
    figures: tuple[Figure, ...]
    claims: tuple[ClaimTest, ...] = ()


# ── What is planned ──────────────────────────────────────────────────────────────────────────────────────────
class Slot(Record, frozen=True, kw_only=True):
    """One place in the plan: this scenario, in this round, at this position."""

    experiment: Name
    scenario: Name
    copy: Copy
    round: Natural
    position: Natural


class Machine(Record, frozen=True, kw_only=True):
    """Captured, never typed. ``None`` is "this system does not tell"."""

    cpu: Text
    cores: Natural
    threads_per_core: Natural | None
    governor: Text | None
    frequency_mhz: Number | None
    memory_bytes: Natural
    system: Text
    kernel: Text
    architecture: Text
    virtualisation: Text | None
    limits: dict[Name, Number | None]


class Environment(Record, frozen=True, kw_only=True):
    """What was measured with what."""

    python: Text
    python_build: Text
    gil: bool | None
    pinned: bool
    """Whether client and server could be given a core each, where the layout is split."""
    go: Text | None
    packages: dict[Name, Text]
    commit: Text | None
    dirty: bool | None
    sources: dict[Name, Text]
    """sha256 of each measured implementation, of all code of the ``harness`` and of the ``reference`` servers."""


class PlannedExperiment(Record, frozen=True, kw_only=True):
    """An experiment as it was when the plan was made."""

    id: Name
    kind: Kind
    reference: Name
    placebo: Name
    scenarios: tuple[Scenario, ...]
    unavailable: dict[Name, Text] = {}
    """Scenarios that cannot run on this machine, each with the reason."""


class Run(Record, frozen=True, kw_only=True):
    """``run.json``: written before the first trial, and never changed."""

    schema: Literal[1]
    method: Natural
    id: Name
    started: Moment
    profile: Profile
    seed: Number
    machine: Machine
    environment: Environment
    experiments: tuple[PlannedExperiment, ...]
    order: tuple[Slot, ...]


# ── What is measured ─────────────────────────────────────────────────────────────────────────────────────────
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


class Surroundings(Record, frozen=True, kw_only=True):
    """What else the machine did between the trial's start and its end."""

    others_busy: Share | None
    """Share of all cores taken by processes that are not ours."""
    steal: Share | None
    listen_overflows: Number | None
    retransmits: Number | None


class Measured(Record, frozen=True, kw_only=True, tag_field="is", tag="measured"):
    """A trial whose every answer was right."""

    setup_s: Seconds
    batches: Annotated[tuple[Batch, ...], Meta(min_length=1)]
    teardown_s: Seconds
    usage: Usage
    served: Served
    surroundings: Surroundings


class Failed(Record, frozen=True, kw_only=True, tag_field="is", tag="failed"):
    """A trial that has no speed, and why."""

    status: Status
    reason: Text
    after_s: Seconds
    served: Served | None = None


class Trial(Record, frozen=True, kw_only=True):
    """One line of ``trials.jsonl``: one execution of one scenario in a fresh process."""

    slot: Slot
    started: Moment
    gate_s: Seconds
    """How long the trial waited for the machine to become quiet."""
    outcome: Measured | Failed
