"""How many threads? From one to twice as many as there are requests."""

from bench.model import Experiment, Fetching, Figure, Profile, Scenario

SIZES = (1, 2, 5, 10, 20, 30, 40, 50, 64, 100, 200)
OFTEN = (30, 100, 200)
LONG: dict[Profile, int] = {"standard": 1, "full": 2}
FEW: dict[Profile, int] = {"standard": 1, "full": 6}
"""Rounds of what mostly waits: one for what takes seconds."""


def threads(size: int) -> Scenario:
    """Return 100 requests in `size` threads that share a Session."""
    return Scenario(
        id=f"threads-{size}",
        title=f"{size} thread{'s' * (size > 1)}",
        tier="like for like",
        implementation="threads_requests",
        workload="one_session",
        series="one Session",
        conditions=Fetching(requests=100, concurrency=size, latency_s=0.2),
        headline=size in {100, 200},
        rounds={} if size in OFTEN else FEW if size > 5 else LONG,  # noqa: PLR2004 – 5 threads take 4 s.
    )


EXPERIMENT = Experiment(
    id="pool-size",
    kind="clients",
    order=2,
    title="How many threads?",
    question="100 requests of 200 ms with a shared requests.Session: how many threads?",
    answer=(
        "100 requests take {time:threads-100} in 100 threads, {time:threads-30} in 30 and {time:threads-10} in 10. A "
        "pool of 200, twice as many as there are requests, {versus:threads-200/threads-100}."
    ),
    reading=(
        "W threads need ceil(100 / W) waves of 0.2 s: that law is the dashed line. It goes down in steps, so 64 "
        "threads need two waves as 50 do, and nothing between them can help. What a size takes beyond the law is the "
        "work of the threads themselves, on one core. Sizes that mostly wait have fewer rounds in the profile "
        "standard."
    ),
    reference="threads-100",
    placebo="threads-100",
    scenarios=tuple(threads(size) for size in SIZES),
    figures=(
        Figure(
            id="sizes",
            form="lines",
            tier="like for like",
            title="30 threads take {time:threads-30}, 100 take {time:threads-100}",
            caption="100 requests, each held for 0.2 s by the mock server; one Session; first batch, cold connections.",
        ),
    ),
)
