"""Where does the time of a unit go? From the first creation to the last join, phase by phase."""

from bench.model import Experiment, Figure, Profile, Scenario, Starting

WAYS = {
    "threads": ("threads", "threads_threading", "start_and_join", "threads_observed"),
    "asyncio": ("asyncio tasks", "asyncio_tasks", "create_and_wait", "asyncio_observed"),
    "uvloop": ("tasks on uvloop", "eventloop_tasks_uvloop", "create_and_wait", "eventloop_observed_uvloop"),
    "go": ("goroutines", "go_goroutines", "goroutines", "go_observed"),
}
"""The units of a way, its implementation and workload, and the implementation that observes the same."""
ROUNDS: dict[str, dict[Profile, int]] = {"threads": {"quick": 1, "standard": 3}, "asyncio": {"quick": 1, "standard": 1}}
FEW: dict[Profile, int] = {"standard": 1, "full": 6}
ONCE: dict[Profile, int] = {"standard": 1, "full": 2}


def units(way: str, number: int = 1_000, *, observed: bool) -> Scenario:
    """Return so many units that sleep ten times for 0.1 s, observed or not."""
    name, plain, workload, observer = WAYS[way]
    many = number > 1_000  # noqa: PLR2004 – they take seconds.
    return Scenario(
        id=f"{way}{f'-{number}' * many}{'-observed' * observed}",
        title=f"{number:,} {name}{', observed' * observed}",
        tier="like for like",
        implementation=observer if observed else plain,
        workload="observe" if observed else workload,
        conditions=Starting(units=number, sleeps=10, sleep_s=0.1),
        headline=way in ROUNDS and not many,
        may_fail="timeout" if many else None,
        rounds=ONCE if many else ROUNDS.get(way, FEW),
    )


OBSERVED = tuple(units(way, observed=True) for way in WAYS)
MANY = units("threads", 3_000, observed=True)
CAPTION = "Each unit sleeps 10 times for 0.1 s; means over the units of a trial."

EXPERIMENT = Experiment(
    id="phases",
    kind="creation",
    order=3,
    title="Phases",
    question="Where does the time of a unit go: creating it, waiting for its turn, waking up too late, joining it?",
    answer=(
        "1,000 threads take {overhead:threads-observed} more than their sleeps, and the longest parts of it are "
        "{longest:threads-observed}. 1,000 tasks take {overhead:asyncio-observed} more: {longest:asyncio-observed}. Of "
        "3,000 threads it is {longest:threads-3000-observed}."
    ),
    reading=(
        "Each unit notes when it runs first, when each sleep ends and when it ends; whoever creates it notes when that "
        "begins and is done. The phases are means over units and add up to the time of the batch, "
        "{time:threads-observed} for 1,000 threads, whose phases sum to {phases:threads-observed}. *Waiting to be "
        "created* is the time in which units before it were created, *start lag* is from its creation to its first "
        "step, *sleep overshoot* is by how much its sleeps were longer than asked, *running* is what it does between "
        "them, *join tail* is from its end until whoever joins it knows, and *waiting for the others* from there to "
        "the "
        "end of all. Observing has a cost of its own. Against the same units unobserved, observing 1,000 threads "
        "{versus:threads-observed/threads}; observing 1,000 tasks {versus:asyncio-observed/asyncio}; observing 1,000 "
        "goroutines {versus:go-observed/go}. Most of that time is sleep, so the CPU time of a unit tells more: "
        "{cpu:threads-observed} observed and {cpu:threads} not for a thread, {cpu:asyncio-observed} and {cpu:asyncio} "
        "for a task, {cpu:go-observed} and {cpu:go} for a goroutine."
    ),
    reference="threads",
    placebo="asyncio",
    scenarios=(*OBSERVED, MANY, *(units(way, observed=False) for way in WAYS)),
    figures=(
        Figure(
            id="phases",
            form="phases",
            tier="like for like",
            scenarios=tuple(one.id for one in OBSERVED),
            title="The longest parts of what 1,000 threads take beyond their sleeps: {longest:threads-observed}",
            caption=CAPTION,
        ),
        Figure(
            id="many",
            form="phases",
            tier="like for like",
            scenarios=(MANY.id,),
            title="With 3,000 threads the longest parts are {longest:threads-3000-observed}",
            caption=CAPTION,
        ),
    ),
)
