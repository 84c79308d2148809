"""What does a waiting unit weigh? The memory of up to 10,000 of them, while all wait."""

from bench.model import Experiment, Figure, Profile, Scenario, Starting

TOUCHED_BYTES = 16 * 1024
WAYS = {
    "thread": ("thread", "threads_parked", 0),
    "thread-touched": ("thread, 16 KiB of its stack used", "threads_parked", TOUCHED_BYTES),
    "task": ("asyncio task", "asyncio_parked", 0),
    "trio": ("trio task", "eventloop_trio_parked", 0),
    "greenlet": ("gevent greenlet", "pool_gevent_parked", 0),
    "goroutine": ("goroutine", "go_parked", 0),
    "goroutine-touched": ("goroutine, 16 KiB of its stack used", "go_parked", TOUCHED_BYTES),
}
"""The title of each way, its implementation, and how much of its stack a unit writes to."""
FOR_A_SLOPE = (0, 1_000, 5_000)
MANY = 10_000
OFTEN = ("thread", "task", "goroutine")
FEW: dict[Profile, int] = {"standard": 1, "full": 6}
ONCE: dict[Profile, int] = {"standard": 1, "full": 2}
QUICK: dict[Profile, int] = {"quick": 1}


def waiting(way: str, number: int) -> Scenario:
    """Return so many units that all wait at the same time."""
    title, implementation, touched_bytes = WAYS[way]
    return Scenario(
        id=f"{way}-{number}",
        title=f"{title}, {number:,}",
        tier="like for like",
        implementation=implementation,
        workload="park",
        series=title if number < MANY else "",
        conditions=Starting(units=number, touched_bytes=touched_bytes),
        headline=way in OFTEN and number < MANY,
        rounds=ONCE if number == MANY else QUICK if way in OFTEN else FEW,
    )


EXPERIMENT = Experiment(
    id="parked",
    kind="creation",
    order=6,
    title="Parked",
    question="What does a thread, a task, a greenlet or a goroutine weigh while it waits?",
    answer=(
        "A thread that waits weighs {parked:thread-5000}, an asyncio task {parked:task-5000} and a goroutine "
        "{parked:goroutine-5000}, though a stack of 8 MiB is reserved for each thread."
    ),
    reading=(
        "All units wait at once when the memory of the process is read from `/proc`: what is resident, not what is "
        "reserved. The weight of one is a slope over 0, 1,000 and 5,000 units, so that the memory of an empty process "
        "is subtracted; 10,000 threads weigh {weight:thread-10000} in all. A stack takes only the pages that were once "
        "written to: with 16 KiB of it used, a thread and a goroutine weigh {parked:thread-touched-5000} and "
        "{parked:goroutine-touched-5000}. A task has no stack; what its coroutine holds is on the heap. Page tables "
        "and the kernel's own part of a thread are not counted by what is resident."
    ),
    reference="task-5000",
    placebo="task-1000",
    measure="parked_bytes",
    scenarios=(
        *(waiting(way, number) for way in WAYS for number in FOR_A_SLOPE),
        *(waiting(way, MANY) for way in WAYS if way != "thread-touched"),
    ),
    figures=(
        Figure(
            id="weight",
            form="dots",
            tier="like for like",
            measure="parked",
            scenarios=tuple(f"{way}-5000" for way in WAYS),
            title="A waiting thread weighs {parked:thread-5000}, a task {parked:task-5000}",
            caption="Resident memory of one more unit while all wait, a slope over 0, 1,000 and 5,000 units.",
        ),
    ),
)
