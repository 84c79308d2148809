"""Creation alone: units that do nothing, so that starting them and waiting for them is all there is."""

from bench.model import Experiment, Figure, Profile, Scenario, Starting

WAYS = {
    "thread": ("threading.Thread", "threads_threading", "start_and_join", 500),
    "task": ("asyncio: create_task and wait", "asyncio_tasks", "create_and_wait", 2_500),
    "goroutine": ("Go: a goroutine", "go_goroutines", "goroutines", 20_000),
    "thread-one": ("threading.Thread, one core", "threads_threading", "start_and_join", 500),
    "goroutine-one": ("Go: a goroutine, one core", "go_goroutines", "goroutines", 20_000),
    "coroutine": ("a bare coroutine, no event loop", "asyncio_coroutines", "drive", 25_000),
    "gather": ("asyncio.gather", "asyncio_tasks", "gather", 5_000),
    "group": ("asyncio.TaskGroup", "asyncio_task_group", "task_group", 5_000),
    "eager": ("asyncio: eager tasks", "asyncio_tasks_eager", "create_and_wait", 5_000),
    "uvloop": ("uvloop: create_task and wait", "eventloop_tasks_uvloop", "create_and_wait", 5_000),
    "trio": ("trio: a nursery", "eventloop_trio", "nursery", 2_000),
    "greenlet": ("gevent: spawn and join", "pool_gevent", "spawn_and_join", 2_500),
    "pool": ("ThreadPoolExecutor: submit", "threads_executor", "submit_all", 1_000),
    "to-thread": ("asyncio.to_thread", "asyncio_to_thread", "gather", 1_000),
    "process": ("multiprocessing: fork", "processes_multiprocessing", "start_and_join", 25),
}
"""The title of each way, its implementation and workload, and the fewest of its units."""
ONE_CORE = ("thread-one", "goroutine-one")
OFTEN = ("thread", "task", "goroutine", *ONE_CORE)
FEW: dict[Profile, int] = {"standard": 1, "full": 6}
QUICK: dict[Profile, int] = {"quick": 1}
BATCHES = {"thread": 10, "thread-one": 10, "task": 10, "goroutine": 12, "goroutine-one": 8}
USUAL = 4
"""How often a process starts all its units: one of them takes so little, and threads differ so much, that one time
says little."""


def started(way: str, number: int, *, quick: bool) -> Scenario:
    """Return so many units that end at once, several times in one process, of which the first does not count."""
    title, implementation, workload, _ = WAYS[way]
    return Scenario(
        id=f"{way}-{number}",
        title=f"{title}, {number:,}",
        tier="like for like",
        implementation=implementation,
        workload=workload,
        counts="warm",
        series=title,
        conditions=Starting(units=number, batches=BATCHES.get(way, USUAL), layout="one" if way in ONE_CORE else "free"),
        headline=quick and way in {"thread", "task", "goroutine"},
        rounds=QUICK if way in OFTEN else FEW,
    )


def sizes(way: str) -> tuple[Scenario, ...]:
    """Return a way with three numbers of units, for a slope."""
    least = WAYS[way][-1]
    return tuple(started(way, least * times, quick=True) for times in (1, 2, 4))


def named(way: str) -> str:
    """Return the scenario that stands for a way: the one with the most units."""
    return f"{way}-{WAYS[way][-1] * 4}"


EXPERIMENT = Experiment(
    id="creating",
    kind="creation",
    order=2,
    title="Creating",
    question="What does it cost to start one more thread, task or goroutine, and to wait for its end?",
    answer=(
        "One more thread takes {each:thread-2000}, one more asyncio task {each:task-10000} and one more goroutine "
        "{each:goroutine-80000}, from its creation to its end, if it does nothing. On one core a thread takes "
        "{each:thread-one-2000} and a goroutine {each:goroutine-one-80000}."
    ),
    reading=(
        "The units end at once, so that all the time is creating them, switching to them and waiting for their end. "
        "What one costs is a slope over three numbers of units, so that what a process pays once is no part of it. "
        "Each process starts all its units several times, four at the least, and the first time does not count: "
        "then memory is asked from "
        "the system, which later times find there. On two cores a thread takes longer than on one, since the new "
        "thread "
        "and the one that started it contend for the lock of the interpreter; goroutines gain from the second core. A "
        "thread that ends at once leaves its stack to the next; what it "
        "takes while it waits is in *Parked*. `ThreadPoolExecutor` and `asyncio.to_thread` start few threads and hand "
        "each of them many units. A bare coroutine has no event loop and could not wait for anything."
    ),
    reference="thread-1000",
    placebo="thread-1000",
    scenarios=tuple(scenario for way in WAYS for scenario in sizes(way)),
    figures=(
        Figure(
            id="each",
            form="dots",
            tier="like for like",
            measure="each",
            scenarios=tuple(named(way) for way in WAYS),
            title="One more thread costs {each:thread-2000}, one more task {each:task-10000}",
            caption="Units that do nothing, started and waited for; time of one more unit, a slope over three numbers.",
        ),
    ),
)
