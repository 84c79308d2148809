"""What became of each published figure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bench.catalog import all_experiments
from bench.model import ClaimTest, Experiment
from bench.report.claims import Claim, Post
from bench.report.findings import Finding, Findings
from bench.report.repeated import ratio, repeated, unit
from bench.report.sentences import fill
from bench.report.stats import Estimate

TOLERANCE = 1.25
"""A time on another machine counts as reproduced within this factor of the published one."""
SHAPES: Mapping[str | None, float] = {"linear": 0.1, "flat": 2.0}
"""A line may be off by this share of the largest time, and what is flat may rise to so many times."""
SHOWN = 2
"""A reason is shown by two scenarios that differ in it alone if one takes at least so many times as long."""
Verdict: TypeAlias = Literal[
    "reproduced", "not reproduced", "true for another reason", "cannot be tested here", "pending"
]


@dataclass(frozen=True, kw_only=True)
class Settled:
    """A claim with its verdict; `measured` and `fair` are times in the claim's own unit."""

    post: str
    claim: Claim
    verdict: Verdict
    cause: str
    experiment: str | None = None
    as_published: Finding | None = None
    like_for_like: Finding | None = None
    measured: Estimate | None = None
    fair: Estimate | None = None
    unit: str = "s"
    predicted: bool = False
    """Whether the time is that of less work, multiplied."""
    see: tuple[str, ...] = ()
    """Experiments that show the cause and have a page, the one that settles the claim first."""
    by_failure: bool = False
    """Whether the claim is that something fails, and not how long it takes."""


def tests() -> dict[tuple[str, str], tuple[Experiment, ClaimTest]]:
    """Return which experiment settles which claim."""
    return {(test.post, test.claim): (e, test) for e in all_experiments().values() for test in e.claims}


def settle(posts: dict[str, Post], found: dict[str, Findings]) -> list[Settled]:
    """Return every claim of `posts` with its verdict from the findings, by experiment."""
    known = tests()
    return [
        settled(name, claim, known.get((name, claim.id)), found) for name, post in posts.items() for claim in post.claim
    ]


def settled(post: str, claim: Claim, test: tuple[Experiment, ClaimTest] | None, found: dict[str, Findings]) -> Settled:
    """Return one claim with its verdict."""
    if test is None:
        return Settled(post=post, claim=claim, verdict="pending", cause="No experiment measures this yet.")
    experiment, how = test
    findings = found.get(experiment.id)
    published = findings.scenarios.get(how.as_published) if findings else None
    if findings is None or published is None or not (published.trials or published.failures):
        cause = "The run shown here did not measure this."
        return Settled(post=post, claim=claim, verdict="pending", cause=cause, experiment=experiment.id)
    fair = findings.scenarios.get(how.like_for_like) if how.like_for_like else None
    measured = repeated(how, findings)
    return Settled(
        post=post,
        claim=claim,
        verdict=with_reason(verdict(claim, how, published, measured), how, findings),
        cause=fill(how.cause, findings),
        experiment=experiment.id,
        as_published=published,
        like_for_like=fair,
        measured=measured,
        fair=repeated(how, findings, fair=True),
        unit=unit(how),
        see=tuple(name for name in (experiment.id, *how.see) if name in found),
        by_failure=how.refutes is not None or too_long(how, published),
        predicted=how.times != 1,
    )


def verdict(claim: Claim, how: ClaimTest, published: Finding, measured: Estimate | None) -> Verdict:
    """Judge a claim by the scenario that repeats it as published, and what was measured of it."""
    if how.refutes:
        holds = how.refutes in published.statuses
    elif measured is None and not too_long(how, published):
        return "cannot be tested here"
    elif measured is None:
        holds = True
    else:
        holds = fits(claim, how, measured.median)
    if not holds:
        return "not reproduced"
    return "true for another reason" if how.another_reason else "reproduced"


def with_reason(found: Verdict, how: ClaimTest, findings: Findings) -> Verdict:
    """Return a verdict without its other reason, where the scenarios that should show that one do not."""
    if found != "true for another reason" or how.shown_by is None:
        return found
    with_it, without = how.shown_by
    factor = ratio(with_it, without, findings, how.less)
    slow, fast = findings.scenarios.get(with_it), findings.scenarios.get(without)
    endless = slow and fast and fast.time and not slow.trials and set(slow.statuses) == {"timeout"}
    return found if endless or (factor and factor.median >= SHOWN) else "reproduced"


def too_long(how: ClaimTest, published: Finding) -> bool:
    """Tell whether a claim of a least ratio has no figure because trials were stopped: they took longer than that."""
    return how.at_least is not None and set(published.statuses) == {"timeout"}


def fits(claim: Claim, how: ClaimTest, measured: float) -> bool:
    """Tell whether what was measured is what the claim says."""
    if how.growth in SHAPES:
        return measured <= SHAPES[how.growth]
    if how.at_least is not None:
        return measured >= how.at_least
    return measured <= how.within if how.within is not None else agrees(claim, measured)


def agrees(claim: Claim, measured: float) -> bool:
    """Tell whether `measured` lies within the published range, widened by the tolerance at both ends."""
    low = claim.low if claim.low is not None else claim.value
    high = claim.high if claim.high is not None else claim.value
    above = low is None or measured >= low / TOLERANCE
    return above and (high is None or measured <= high * TOLERANCE)
