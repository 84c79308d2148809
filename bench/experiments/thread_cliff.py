"""What is the cliff of many threads? One change at a time, and the post's own explanation among them."""

from typing import Any

from msgspec.structs import replace

from bench.model import ClaimTest, Experiment, Figure, Profile, Scenario, Starting

BASE = Starting(units=4_000, sleeps=10, sleep_s=0.1)
ONCE: dict[Profile, int] = {"standard": 1, "full": 3}
TWICE: dict[Profile, int] = {"quick": 1, "standard": 2, "full": 6}


def threads(id_: str, title: str, *, rounds: dict[Profile, int] | None = None, **changed: Any) -> Scenario:
    """Return 4,000 threads that sleep ten times for 0.1 s, with one condition changed."""
    return Scenario(
        id=id_,
        title=title,
        tier="like for like",
        implementation="threads_threading",
        workload="start_and_join",
        conditions=replace(BASE, **changed),
        headline=id_ in {"base", "fewer", "interval-100ms"},
        may_fail="timeout",
        rounds=rounds or ONCE,
    )


CHANGED = (
    threads("base", "nothing changed", rounds=TWICE),
    threads("interval-100ms", "switch interval 100 ms for 5 ms", rounds=TWICE, switch_interval_s=0.1),
    threads("one-wake-up", "one sleep of 1 s for ten of 0.1 s", sleeps=1, sleep_s=1),
    threads("one-core", "one core for two", layout="one"),
    threads("spread", "first wake-ups spread over 0.1 s", spread_s=0.1),
    threads("stack-64k", "stacks of 64 KiB for 8 MiB", stack_bytes=64 * 1024),
)
OTHER = (
    threads("fewer", "2,000 threads, nothing changed", rounds=TWICE, units=2_000),
    threads("interval-100us", "2,000 threads, switch interval 0.1 ms for 5 ms", units=2_000, switch_interval_s=0.0001),
    threads("more", "10,000 threads, switch interval 100 ms for 5 ms", units=10_000, switch_interval_s=0.1),
)

EXPERIMENT = Experiment(
    id="thread-cliff",
    kind="creation",
    order=4,
    title="The cliff of many threads",
    question="Why do many threads take so much longer than their sleeps: memory, or the lock of the interpreter?",
    answer=(
        "Handing over the lock of the interpreter, where there is one: 4,000 threads that sleep for 1 s take "
        "{range:base} with the default switch interval of 5 ms, and {range:interval-100ms} with 100 ms. With the "
        "default {failed:base}, stopped after 30 s. It is not memory, of which they use {memory:interval-100ms} at "
        "the peak."
    ),
    reading=(
        "Each row changes one thing. Threads that were started wake up while others are still being started, and each"
        " needs the lock of the interpreter (GIL) to go on. A thread that waits for the lock wakes up once in every "
        "switch interval to ask for it; with thousands that wait, asking is what the machine does, and the thread "
        "that starts the others gets its turn less and less often. The later it is, the more threads are awake: the "
        "time feeds on itself, and two trials of the same code may differ several times over. With nothing changed "
        "{failed:base}, stopped after 30 s. A longer interval takes that away. One wake-up for ten leaves less to "
        "hand over: {time:one-wake-up}. On one core they take {time:one-core}: threads that run on two contend for the "
        "lock more. To spread the first wake-ups does not help: {time:spread}. If memory was the cause, smaller stacks "
        "would help. With 64 KiB for 8 MiB they take {time:stack-64k} in one trial, no less than with 8 MiB. With such "
        "stacks {failed:stack-64k} too. The other way round, 2,000 threads take"
        " {time:fewer} with an interval of 5 ms and {time:interval-100us} with 0.1 ms; and 10,000 end within "
        "{time:more} with 100 ms. In a free-threaded Python there is no such lock, so the interval should make no "
        "difference: where one was measured, it stands below, among the other Pythons. A trial is stopped after 30 s, "
        "and most have one or two rounds in the profile standard."
    ),
    reference="base",
    placebo="fewer",
    scenarios=(*CHANGED, *OTHER),
    figures=(
        Figure(
            id="causes",
            form="dots",
            tier="like for like",
            scenarios=tuple(one.id for one in CHANGED),
            title="4,000 threads take {range:interval-100ms} with a longer switch interval; without {range:base}.",
            caption=(
                "4,000 threads that sleep 10 times for 0.1 s; each row differs from nothing changed in one thing. With "
                "nothing changed {failed:base}, stopped after 30 s. With stacks of 64 KiB {failed:stack-64k}."
            ),
        ),
        Figure(
            id="shorter",
            form="dots",
            tier="like for like",
            scenarios=("fewer", "interval-100us"),
            title="With a shorter switch interval 2,000 threads take {time:interval-100us}, without {time:fewer}",
            caption="2,000 threads that sleep 10 times for 0.1 s; the rows differ in the switch interval alone.",
        ),
    ),
    claims=(
        ClaimTest(
            post="superfastpython-start",
            claim="thread-cliff",
            as_published="base",
            over="fewer",
            less=1,
            at_least=4,
            another_reason=True,
            shown_by=("base", "interval-100ms"),
            cause=(
                "The rows in which nothing is changed are the post's own program; 4,000 threads lie in the jump that "
                "it shows between 2,000 and 5,000. A jump is overhead that grows at least twice as steeply as the "
                "number of threads. What makes many threads slow is the handing over of the lock of the interpreter. "
                "With a switch interval of 100 ms "
                "4,000 take {range:interval-100ms}. With nothing changed they take {range:base}. With nothing changed "
                "{failed:base}, stopped after 30 s. Memory is not it: they use "
                "{memory:interval-100ms}."
            ),
        ),
    ),
)
