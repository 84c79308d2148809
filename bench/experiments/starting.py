"""The published curve: units that sleep ten times, from one to a hundred thousand of them."""

from bench.model import ClaimTest, Experiment, Figure, Profile, Scenario, Starting

POST = "superfastpython-start"
THREADS = (1, 10, 100, 1_000, 2_000, 5_000, 10_000)
COROUTINES = (*THREADS, 50_000, 100_000)
SLEEP_S = 1.0
"""What the ten sleeps of a unit take: the rest of a time is overhead."""
CODES = {
    "threads": ("threads_threading", "start_and_join"),
    "coroutines": ("asyncio_tasks", "create_and_wait"),
    "pool": ("threads_executor", "submit_all"),
    "uvloop": ("eventloop_tasks_uvloop", "create_and_wait"),
    "greenlets": ("pool_gevent", "spawn_and_join"),
    "goroutines": ("go_goroutines", "goroutines"),
}
SERIES = {"pool": "ThreadPoolExecutor", "uvloop": "tasks on uvloop"}
OFTEN = {"threads-1000", "coroutines-1000"}
FEW: dict[Profile, int] = {"quick": 2, "standard": 3}
ONCE: dict[Profile, int] = {"standard": 1, "full": 2}


def units(way: str, number: int, *, published: bool = True) -> Scenario:
    """Return `number` units that sleep ten times for 0.1 s."""
    id_ = f"{way}-{number}"
    name = SERIES.get(way, way)
    unit = name.removesuffix("s") if number == 1 else name
    return Scenario(
        id=id_,
        title=f"{number:,} {unit}" if way not in SERIES else f"{number:,} units, {name}",
        tier="as published" if published else "like for like",
        implementation=CODES[way][0],
        workload=CODES[way][1],
        series=name,
        conditions=Starting(units=number, sleeps=10, sleep_s=SLEEP_S / 10),
        headline=id_ in OFTEN,
        may_fail="timeout" if way == "threads" and number > 2_000 else None,  # noqa: PLR2004 – beyond the cliff.
        rounds=FEW if id_ in OFTEN else ONCE,
    )


def time(way: str, number: int) -> ClaimTest:
    """Return the claim that so many units took as long as the post says."""
    beyond = {"threads": CLIFF, "coroutines": KNEE} if number > EASY[way] else {}
    cause = beyond.get(way, "Nearly all of it is the sleep that was asked for.").replace("N", str(number))
    name = f"{way}-{number}"
    return ClaimTest(post=POST, claim=name, as_published=name, cause=cause, see=SHOWN_BY[way] if beyond else ())


def overhead(number: int) -> ClaimTest:
    """Return the claim of how many times as much overhead threads have."""
    few = number <= 100  # noqa: PLR2004 – where the post's own overheads are hundredths of a second.
    return ClaimTest(
        post=POST,
        claim=f"overhead-{number}",
        as_published=f"threads-{number}",
        over=f"coroutines-{number}",
        less=SLEEP_S,
        cause=(
            "What so few units take beyond their sleeps is how late timers are and what a process does once."
            if few
            else f"{{overhead:threads-{number}}} against {{overhead:coroutines-{number}}} beyond the sleeps."
        ),
        see=() if few else ("creating", "phases"),
    )


EASY = {"threads": 2_000, "coroutines": 10_000}
"""The most units whose work fits between their wake-ups."""
CLIFF = (
    "Beyond the cliff a time says little: trials of the same code differ several times over, because the time feeds on "
    "itself. A longer switch interval takes most of it away."
)
KNEE = (
    "The one thread is busy all the time, {cpu:coroutines-N} for each coroutine here: the time is that of the "
    "machine's CPU."
)
SHOWN_BY = {"threads": ("thread-cliff",), "coroutines": ("coroutine-knee",)}
CAPTION = "Each unit sleeps 10 times for 0.1 s; all are created, started and waited for in the time shown."

EXPERIMENT = Experiment(
    id="starting",
    kind="creation",
    order=1,
    title="Threads or coroutines: the published curve",
    question="N units sleep 10 times for 0.1 s: how long do they take, as threads and as coroutines?",
    answer=(
        "1,000 units that sleep for 1 s take {overhead:threads-1000} more than that as threads and "
        "{overhead:coroutines-1000} as coroutines. As coroutines 10,000 take {time:coroutines-10000} in all. As "
        "threads "
        "they take {time:threads-10000} in one trial, and another one may take several times as long. With 10,000 "
        "threads {failed:threads-10000}, stopped after 30 s."
    ),
    reading=(
        "Each unit sleeps 10 times for 0.1 s, so that whatever is above 1 s is overhead. It mixes what a unit costs "
        "to create with ten wake-ups of each: creation alone is in *Creating*, its parts are in *Phases*. Where N "
        "units need more work than fits between two wake-ups, the curve turns up, for threads and for coroutines. A "
        "trial is stopped after 30 s. With 5,000 threads {failed:threads-5000}. In the profile "
        "standard 1,000 threads and coroutines have three rounds and all others one: most of it is sleep."
    ),
    reference="coroutines-1000",
    placebo="coroutines-1000",
    scenarios=(
        *(units("threads", number) for number in THREADS),
        *(units("coroutines", number) for number in COROUTINES),
        *(units("pool", number, published=False) for number in (1_000,)),
        units("uvloop", 10_000, published=False),
        units("greenlets", 10_000, published=False),
        *(units("goroutines", number, published=False) for number in (10_000, 100_000)),
    ),
    figures=(
        Figure(
            id="curve",
            form="lines",
            tier="as published",
            title="1,000 threads take {overhead:threads-1000} over their sleeps, coroutines {overhead:coroutines-1000}",
            caption=CAPTION,
        ),
        Figure(
            id="others",
            form="lines",
            tier="like for like",
            title="100,000 goroutines take {time:goroutines-100000}, 10,000 greenlets {time:greenlets-10000}",
            caption=CAPTION + " Ways that the post does not have.",
        ),
    ),
    claims=(
        *(time("threads", number) for number in THREADS),
        *(time("coroutines", number) for number in COROUTINES),
        *(overhead(number) for number in THREADS),
        ClaimTest(
            post=POST,
            claim="faster-to-start",
            as_published="threads-1000",
            over="coroutines-1000",
            less=SLEEP_S,
            at_least=1.25,
            cause="The overhead of 1,000 units; the ratios that the post gives for each N are judged apart.",
            see=("creating",),
        ),
    ),
)
