"""What is the cliff of many threads? One change at a time, and the post's own explanation among them."""

from typing import Any

from msgspec.structs import replace

from bench.model import ClaimTest, Experiment, Figure, Profile, Scenario, Starting

NUMBER = 10_000
BASE = Starting(units=NUMBER, sleeps=10, sleep_s=0.1)
ONCE: dict[Profile, int] = {"quick": 1, "standard": 1, "full": 3}
FEW: dict[Profile, int] = {"quick": 1, "standard": 2, "full": 6}


def threads(id_: str, title: str, **changed: Any) -> Scenario:
    """Return 10,000 threads that sleep ten times for 0.1 s, with one condition changed."""
    return Scenario(
        id=id_,
        title=title,
        tier="like for like",
        implementation="threads_threading",
        workload="start_and_join",
        conditions=replace(BASE, **changed),
        rounds=ONCE,
    )


def published(number: int) -> Scenario:
    """Return the post's own threads on both sides of its cliff."""
    return replace(
        threads(f"published-{number}", f"{number:,} threads", units=number),
        tier="as published",
        headline=True,
        rounds=FEW,
    )


CHANGED = (
    threads("base", f"{NUMBER:,} threads, nothing changed"),
    threads("interval-100ms", "switch interval 100 ms for 5 ms", switch_interval_s=0.1),
    threads("one-wake-up", "one sleep of 1 s for ten of 0.1 s", sleeps=1, sleep_s=1),
    threads("spread", "first wake-ups spread over 0.1 s", spread_s=0.1),
    threads("one-core", "one core for two", layout="one"),
    threads("stack-64k", "stacks of 64 KiB for 8 MiB", stack_bytes=64 * 1024),
)
FEWER = (
    threads("fewer", "5,000 threads, nothing changed", units=5_000),
    threads("interval-100us", "5,000 threads, switch interval 0.1 ms for 5 ms", units=5_000, switch_interval_s=0.0001),
)

EXPERIMENT = Experiment(
    id="thread-cliff",
    kind="creation",
    order=4,
    title="The cliff of many threads",
    question="Why do many threads take so much longer than their sleeps: memory, or the lock of the interpreter?",
    answer=(
        "10,000 threads take {overhead:base} more than their sleeps and switch {switches:base} times; with a switch "
        "interval of 100 ms for the default 5 ms they take {overhead:interval-100ms} more, and with one wake-up each "
        "for ten {overhead:one-wake-up}. With stacks of 64 KiB for 8 MiB they take {overhead:stack-64k} more, and the "
        "memory in use is {memory:base} in all."
    ),
    reading=(
        "Each row changes one thing. Threads that were started wake up while others are still being started, and each "
        "needs the lock of the interpreter (GIL) to go on. A thread that waits for the lock wakes up once in every "
        "switch interval to ask for it; with thousands that wait, asking is what the machine does, and the thread "
        "that starts the others gets its turn less and less often. Fewer wake-ups, or a longer interval, take that "
        "away; smaller stacks do not, as they would if memory was the cause. The other way round, 5,000 threads take "
        "{time:fewer} with the default of 5 ms and {time:interval-100us} with 0.1 ms. Each has one round in the "
        "profile standard, since each takes seconds."
    ),
    reference="base",
    placebo="published-2000",
    scenarios=(*CHANGED, *FEWER, published(2_000), published(5_000)),
    figures=(
        Figure(
            id="causes",
            form="dots",
            tier="like for like",
            scenarios=tuple(one.id for one in CHANGED),
            title="With a longer switch interval 10,000 threads take {time:interval-100ms}, without {time:base}",
            caption="10,000 threads that sleep 10 times for 0.1 s; each row differs from nothing changed in one thing.",
        ),
        Figure(
            id="shorter",
            form="dots",
            tier="like for like",
            scenarios=tuple(one.id for one in FEWER),
            title="With a shorter switch interval 5,000 threads take {time:interval-100us}, without {time:fewer}",
            caption="5,000 threads, each sleeps 10 times for 0.1 s; the rows differ in the switch interval alone.",
        ),
    ),
    claims=(
        ClaimTest(
            post="superfastpython-start",
            claim="thread-cliff",
            as_published="published-5000",
            over="published-2000",
            less=1,
            at_least=5,
            another_reason=True,
            cause=(
                "A jump is overhead that grows at least twice as steeply as the number of threads. What makes many "
                "threads slow here is the handing over of the lock of the interpreter: 10,000 take {overhead:base} "
                "beyond their sleeps, with a switch interval of 100 ms {overhead:interval-100ms}, with one wake-up "
                "each {overhead:one-wake-up}. Memory is not it: they use {memory:base}, and with stacks of 64 KiB take "
                "{overhead:stack-64k}."
            ),
        ),
    ),
)
