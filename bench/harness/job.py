"""What the process of a trial is to do, and how it judges what came of it."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any


def nothing() -> dict[str, Any]:
    """Return the account of a job whose account somebody else keeps."""
    return {}


def not_by_a_limit(_: Exception) -> dict[str, Any]:
    """Return nothing that would replace what is said of any error."""
    return {}


def nothing_to_begin(_: Collection[str]) -> None:
    """Do nothing."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """One kind of work: what a workload is given, and what its results must be."""

    task: Any
    """What the work is called with, in each batch."""
    parameters: Mapping[str, Any]
    """What a workload may ask for, by name."""
    begin: Callable[[Collection[str]], None] = nothing_to_begin
    """Called with the parameters that the workload asks for, once it is imported and before it sets up."""
    wrong: Callable[[Any], str | None]
    """Says what is wrong with the result of a batch."""
    account: Callable[[], dict[str, Any]] = nothing
    """What the trial tells besides its timings."""
    stopped: Callable[[Exception], dict[str, Any]] = not_by_a_limit
    """Tells of an error that came of a limit how the trial failed, instead of what is said of any error."""
