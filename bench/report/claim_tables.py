"""Claims as the cells of tables, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from bench.catalog import all_experiments
from bench.report.claims import Post
from bench.report.escape import Trusted, plain
from bench.report.findings import Finding
from bench.report.stats import Estimate
from bench.report.verdicts import Settled
from bench.report.words import between, rate, seconds, significant

UNITS = {"ratio": "times", "ms/request": "ms each"}
WORDS: Mapping[str, Callable[[float], str]] = {
    "s": seconds,
    "requests/s": rate,
    "ratio": lambda value: f"{significant(value)} times",
    "ms/request": lambda value: f"{significant(value)} ms each",
    "off a line": lambda value: f"{significant(value * 100, 2)} % off a line",
    "rise": lambda value: f"rises to {significant(value, 2)} times",
}
"""What was measured for a claim, by its unit, in words."""


def claims_by_post(posts: dict[str, Post], settled: list[Settled], here: str | None = None) -> list[dict[str, Any]]:
    """Return the claims of each post that has some in `settled`, in words; `here` is the experiment that shows them."""
    return [
        {
            "title": post.title,
            "url": Trusted(post.url),
            "setup": post.setup,
            "when": f"({post.date})" if post.date else "",
            "unknown": ", ".join(post.unknown) or "nothing that matters here",
            "claims": [claim_line(one, here) for one in settled if one.post == name],
        }
        for name, post in posts.items()
        if any(one.post == name for one in settled)
    ]


def links(one: Settled, here: str | None) -> str:
    """Return links to the experiments that show a claim's cause, from the page of one of them or of all claims."""
    known = {name: all_experiments()[name] for name in one.see if name != here}
    up = "../" if here else ""
    return ", ".join(f"[{plain(e.title)}]({up}{e.kind}/{name}.md)" for name, e in known.items())


def claim_line(one: Settled, here: str | None) -> dict[str, Any]:
    """Return a claim's cells."""
    name = one.verdict.replace(" ", "-")
    return {
        "what": ": ".join(part for part in (one.claim.workload, one.claim.text) if part and part != "any")
        or one.claim.id,
        "published": published_words(one),
        "measured": failures(one.as_published) if one.by_failure else with_interval(one.measured, one),
        "fair": failures(one.like_for_like) if one.by_failure else with_interval(one.fair, one),
        "badge": Trusted(f'<span class="verdict verdict-{name}">{one.verdict}</span>'),
        "cause": Trusted(" ".join(part for part in (one.cause, links(one, here)) if part)),
    }


def failures(finding: Finding | None) -> str:
    """Return how many trials failed."""
    return f"{len(finding.failures)} of {len(finding.failures) + len(finding.trials)} trials failed" if finding else "–"


def published_words(one: Settled) -> str:
    """Return a published figure with its unit."""
    claim = one.claim
    if claim.published is None:
        return "–"
    low, high = claim.published
    if claim.unit == "s":
        text = seconds(low) if low == high else f"{seconds(low)} to {seconds(high)}"
    else:
        text = f"{low:,.10g}" + (f" to {high:,.10g}" if low != high else "")
        text += f" {UNITS.get(claim.unit, claim.unit)}"
    return f"{text} or more" if claim.value is None and claim.high is None else text


def with_interval(estimate: Estimate | None, one: Settled) -> str:
    """Return what was measured and, below it, its interval, and that it is multiplied from less work."""
    if estimate is None:
        return "–"
    few = "1 trial" if estimate.n == 1 else f"{estimate.n} trials"
    words, limits = WORDS[one.unit], few
    if estimate.low is not None and estimate.high is not None:
        times = 100 if one.unit == "off a line" else 1
        plain_limits = f"{significant(estimate.low * times)} to {significant(estimate.high * times)}"
        limits = between(estimate) if one.unit == "s" else plain_limits
    note = "<br>predicted" if one.predicted else ""
    return Trusted(f"{words(estimate.median)}<br>({limits}){note}")


def tally(settled: list[Settled]) -> str:
    """Return how many claims have which verdict, in a sentence."""
    verdicts = [one.verdict for one in settled]
    order = ("reproduced", "not reproduced", "true for another reason", "cannot be tested here", "pending")
    counts = [f"{verdicts.count(name)} {name}" for name in order if name in verdicts]
    return f"Of {len(settled)} published claims: {', '.join(counts)}."
