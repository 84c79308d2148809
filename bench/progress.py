"""Tells a person how far a run is: a bar at a terminal, plain lines elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from bench.model import Failed, Trial


class Tell(Protocol):
    """Shows one more trial, and about how many seconds are left."""

    def __call__(self, trial: Trial, left_s: float) -> None: ...  # noqa: D102


@contextmanager
def telling(console: Console, total: int, done: int) -> Iterator[Tell]:
    """Show the progress of `total` trials, of which `done` were measured before.

    Nothing is drawn while a trial runs: the bar has no thread of its own.
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[left]}"),
    )
    with Progress(*columns, console=console, auto_refresh=False, disable=not console.is_terminal) as bar:
        task = bar.add_task("measuring", total=total, completed=done, left="")
        number = done

        def tell(trial: Trial, left_s: float) -> None:
            nonlocal number
            number += 1
            left = f"{in_words(left_s)} left"
            if not console.is_terminal:
                console.print(f"{number}/{total} {line(trial)}; {left}", markup=False, highlight=False, soft_wrap=True)
            elif isinstance(trial.outcome, Failed):
                bar.console.print(line(trial), markup=False)
            bar.update(task, advance=1, left=left, refresh=True)

        yield tell


def line(trial: Trial) -> str:
    """Return one trial in words."""
    slot, outcome = trial.slot, trial.outcome
    name = f"{slot.experiment}/{slot.scenario}" + (" (placebo)" if slot.copy == "placebo" else "")
    if isinstance(outcome, Failed):
        return f"round {slot.round} {name}: {outcome.status}: {outcome.reason}"
    return f"round {slot.round} {name}: {outcome.batches[0].work_s:.3f} s"


def in_words(seconds: float) -> str:
    """Return a duration as a person says it."""
    minutes, rest = divmod(max(0, round(seconds)), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
