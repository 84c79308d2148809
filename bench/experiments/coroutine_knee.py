"""What is the knee of many coroutines? The loop, its timers, or simply more work than fits between wake-ups?"""

from typing import Any

from msgspec.structs import replace

from bench.model import ClaimTest, Experiment, Figure, Profile, Scenario, Starting

BASE = Starting(units=10_000, sleeps=10, sleep_s=0.1)
CODES = {
    "asyncio": ("asyncio", "asyncio_tasks", "create_and_wait"),
    "uvloop": ("uvloop", "eventloop_tasks_uvloop", "create_and_wait"),
    "trio": ("trio", "eventloop_trio", "nursery"),
    "together": ("asyncio, all woken by one timer", "asyncio_tasks_together", "one_wake_up"),
    "counted": ("asyncio, comparisons of timers counted", "asyncio_tasks_counted", "count_comparisons"),
}
ONCE: dict[Profile, int] = {"quick": 1, "standard": 1, "full": 3}
OFTEN: dict[Profile, int] = {"quick": 1, "standard": 1}
PLACEBO = ("asyncio", 1_000)
HEADLINE = {PLACEBO, ("asyncio", 10_000), ("asyncio", 50_000)}


def units(way: str, number: int, *, id_: str = "", title: str = "", **changed: Any) -> Scenario:
    """Return so many units that sleep ten times for 0.1 s, with one condition changed."""
    series, implementation, workload = CODES[way]
    return Scenario(
        id=id_ or f"{way}-{number}",
        title=title or f"{number:,} on {series}",
        tier="like for like",
        implementation=implementation,
        workload=workload,
        series="" if id_ else series,
        conditions=replace(BASE, units=number, **changed),
        headline=id_ == "one-sleep" or (way, number) in HEADLINE,
        rounds=OFTEN if (way, number) == PLACEBO else ONCE,
    )


ONE_SLEEP = units(
    "asyncio", 50_000, id_="one-sleep", title="50,000 on asyncio, one sleep of 1 s for ten", sleeps=1, sleep_s=1
)
CURVES = (
    *(units("asyncio", number) for number in (1_000, 5_000, 10_000, 20_000, 50_000)),
    *(units("uvloop", number) for number in (1_000, 10_000, 50_000)),
    *(units("trio", number) for number in (1_000, 5_000, 10_000)),
    *(units("together", number) for number in (1_000, 10_000, 50_000)),
)

EXPERIMENT = Experiment(
    id="coroutine-knee",
    kind="creation",
    order=5,
    title="The knee of many coroutines",
    question="Why do 50,000 coroutines take so much longer than 10,000: the event loop's timers, or its one thread?",
    answer=(
        "One thread runs all coroutines: 10,000 that sleep ten times cost {cpu:asyncio-10000} of CPU each, which fits "
        "into their sleeps; 50,000 do not, and take {overhead:asyncio-50000} more than their sleeps. With one sleep "
        "for ten they take {overhead:one-sleep} more, and with one timer that wakes them all {overhead:together-50000}."
    ),
    reading=(
        "N coroutines need about max(1 s, N · c), where c is the CPU time of one with its ten wake-ups: up to the "
        "knee the work is hidden in the sleeps, beyond it the work is all there is. Other loops have a knee too, "
        "where their own c puts it. *All woken by one timer* has ten timers for all coroutines instead of ten for "
        "each, so what it saves is the timers; with a timer each, asyncio compared them {comparisons:counted-10000} "
        "times for 10,000 coroutines. Most have one round in the profile standard."
    ),
    reference="asyncio-10000",
    placebo="asyncio-1000",
    scenarios=(
        *CURVES,
        ONE_SLEEP,
        units("counted", 10_000),
    ),
    figures=(
        Figure(
            id="loops",
            form="lines",
            tier="like for like",
            scenarios=tuple(one.id for one in CURVES),
            title="uvloop has the knee too: 50,000 coroutines take {time:uvloop-50000}, on asyncio "
            "{time:asyncio-50000}",
            caption="Each unit sleeps 10 times for 0.1 s.",
        ),
        Figure(
            id="causes",
            form="dots",
            tier="like for like",
            scenarios=("asyncio-50000", "uvloop-50000", "together-50000", "one-sleep"),
            title="One sleep for ten: {time:one-sleep} for 50,000 coroutines instead of {time:asyncio-50000}",
            caption="50,000 coroutines that sleep for 1 s in all; each row differs from asyncio's in one thing.",
        ),
    ),
    claims=(
        ClaimTest(
            post="superfastpython-start",
            claim="coroutine-knee",
            as_published="asyncio-50000",
            over="asyncio-10000",
            less=1,
            at_least=10,
            cause=(
                "The rows of asyncio are the post's own. A jump is overhead that grows at least twice as steeply as "
                "the number of coroutines. It is the event "
                "loop, but nothing in it breaks: its one thread has {cpu:asyncio-50000} of work for each coroutine, "
                "and from some number on that is more than fits into the sleeps. With one sleep for ten 50,000 take "
                "{overhead:one-sleep} more than their sleeps, with ten {overhead:asyncio-50000}; uvloop has a knee "
                "too, and takes {overhead:uvloop-50000} more."
            ),
        ),
    ),
)
