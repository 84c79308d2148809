"""What is asked: experiments, their scenarios and figures, and the claims that they settle."""

from typing import Annotated, Literal

from msgspec import Meta

from bench.model.conditions import Conditions
from bench.model.types import Judged, Kind, Name, Natural, Number, Profile, Record, Seconds, Status, Text, Tier


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
    form: Literal["dots", "lines", "phases", "waterfall", "quantiles", "map"]
    tier: Tier
    measure: Literal["time", "cpu", "asking", "rate", "interval", "p50", "p90", "p99", "each", "parked", "reached"] = (
        "time"
    )
    """What is drawn: the seconds of the batch that counts, or its CPU seconds per request; of a server, its answers
    a second, the time from answer to answer, a quantile of how long answers take, or the loader's CPU seconds each.

    Or the slope of a scenario's series: the seconds that each further unit takes, or its memory while it waits.
    Or how many units there were when a limit stopped them, all of them where none did.
    """
    over: Name = ""
    """The condition along the horizontal axis of lines; none named: requests or units, or else their width."""
    across: Name = ""
    """The condition down the vertical axis of a map."""
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
    measure: Literal["work_s", "warm_s", "process_s", "rate"] = "work_s"
    """The time that the post took: of the requests, of a later batch, or of the process as `time` shows it; or how
    many answers there were in a second."""
    over: Name | None = None
    """The claim is a ratio: the time, or rate, of `as_published` in times that of this scenario."""
    fair_over: Name | None = None
    """The same for `like_for_like`."""
    at_least: Annotated[float, Meta(gt=1)] | None = None
    """The least ratio with which such a claim holds, where the post gives no figure."""
    less: Seconds = 0
    """Subtracted from both times of a ratio, which then is one of what they take beyond that."""
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
    shown_by: tuple[Name, Name] | None = None
    """Two scenarios that differ in that other reason alone: it is one only if the first takes twice the other's time.

    Of both times `less` is subtracted. The first may also have been stopped because it took too long.
    """


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
    measure: Judged = "work_s"
    """What ranks and the placebo are judged by."""
    figures: tuple[Figure, ...]
    claims: tuple[ClaimTest, ...] = ()
