"""The published curve: units that sleep ten times, from one to a hundred thousand of them."""

from bench.model import Experiment, Figure, Scenario, Starting

THREADS = (1, 10, 100, 1_000, 2_000)
COROUTINES = (*THREADS, 5_000, 10_000)


def units(id_: str, title: str, code: tuple[str, str], number: int) -> Scenario:
    """Return `number` units that sleep ten times for 0.1 s; `code` is an implementation and its workload."""
    return Scenario(
        id=f"{id_}-{number}",
        title=f"{number:,} {title}",
        tier="as published",
        implementation=code[0],
        workload=code[1],
        series=title,
        conditions=Starting(units=number, sleeps=10, sleep_s=0.1),
        headline=number in {1, 100, 1_000},
    )


EXPERIMENT = Experiment(
    id="starting",
    kind="creation",
    order=1,
    title="Threads or coroutines: the published curve",
    question="N units sleep 10 times for 0.1 s: how long do they take, in threads and in coroutines?",
    answer="1,000 units that sleep for 1 s take {time:threads-1000} in threads, {time:coroutines-1000} in coroutines.",
    reading="Each unit sleeps 10 times for 0.1 s, so that whatever is above 1 s is overhead.",
    reference="coroutines-1000",
    placebo="coroutines-1000",
    scenarios=(
        *(units("threads", "threads", ("threads_threading", "start_and_join"), number) for number in THREADS),
        *(units("coroutines", "coroutines", ("asyncio_tasks", "create_and_wait"), number) for number in COROUTINES),
    ),
    figures=(
        Figure(
            id="curve",
            form="lines",
            tier="as published",
            title="1,000 threads take {time:threads-1000}, 1,000 coroutines {time:coroutines-1000}",
            caption="Each unit sleeps 10 times for 0.1 s.",
        ),
    ),
)
