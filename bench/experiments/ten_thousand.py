"""10,000 requests: all in flight at once, or kept to 100."""

from bench.model import Experiment, Fetching, Figure, Profile, Scenario

REQUESTS = 10_000
ONCE: dict[Profile, int] = {"quick": 1, "standard": 1, "full": 4}
FEW: dict[Profile, int] = {"quick": 1, "standard": 2, "full": 6}


def all_at_once(id_: str, title: str, implementation: str, workload: str) -> Scenario:
    """Return 10,000 requests in flight at once, each held for 1 s."""
    return Scenario(
        id=id_,
        title=title,
        tier="like for like",
        implementation=implementation,
        workload=workload,
        conditions=Fetching(requests=REQUESTS, concurrency=REQUESTS, latency_s=1),
        may_fail="resource_limit",
        rounds=ONCE,
    )


def bounded(id_: str, title: str, workload: str, implementation: str = "asyncio_aiohttp_bounded") -> Scenario:
    """Return 10,000 requests of which 100 are in flight, each held for 10 ms."""
    return Scenario(
        id=id_,
        title=title,
        tier="like for like",
        implementation=implementation,
        workload=workload,
        conditions=Fetching(requests=REQUESTS, concurrency=100, latency_s=0.01),
        headline=True,
        rounds=FEW,
    )


ALL = (
    all_at_once("aiohttp", "asyncio: one aiohttp session", "asyncio_aiohttp", "one_session"),
    all_at_once("uvloop", "aiohttp on uvloop", "eventloop_aiohttp_uvloop", "one_session"),
    all_at_once("threads", "one requests.Session in 10,000 threads", "threads_requests", "one_session"),
    all_at_once("go", "Go: net/http, 10,000 goroutines", "go_nethttp", "oneClient"),
)
BOUNDED = (
    bounded("connector", "100 at a time by the connector's limit", "by_connector"),
    bounded("semaphore", "100 at a time by a semaphore", "by_semaphore"),
    bounded("workers", "100 workers", "by_workers", "asyncio_aiohttp_workers"),
)

EXPERIMENT = Experiment(
    id="ten-thousand",
    kind="clients",
    order=10,
    title="10,000 requests",
    question="10,000 requests in flight at once: time, memory, failures?",
    answer=(
        "10,000 requests of 1 s, all in flight, take {time:aiohttp} and {memory:aiohttp} with aiohttp, {time:threads} "
        "and {memory:threads} in as many threads, {time:go} and {memory:go} in Go."
    ),
    reading=(
        "Waiting alone takes 1 s; the rest is opening 10,000 connections and the work for each request, on one core. "
        "10,000 connections need 10,000 open files in the client and as many in the server: the harness raises the "
        "soft limit to the hard one, and a limit that is not enough is recorded as such. Kept to 100 in flight, there "
        "are ways to do it: the connector's own limit lets 10,000 tasks wait, a semaphore as well, workers have 100 "
        "tasks in all. These scenarios take seconds, and have one or two rounds in the profile standard."
    ),
    reference="aiohttp",
    placebo="semaphore",
    scenarios=(*ALL, *BOUNDED),
    figures=(
        Figure(
            id="all",
            form="dots",
            tier="like for like",
            scenarios=tuple(one.id for one in ALL),
            title="All 10,000 at once: aiohttp {time:aiohttp}, threads {time:threads}, Go {time:go}",
            caption="10,000 requests, each held for 1 s; first batch, new connections.",
        ),
        Figure(
            id="bounded",
            form="dots",
            tier="like for like",
            scenarios=tuple(one.id for one in BOUNDED),
            title="Kept to 100: a semaphore takes {time:semaphore}, workers {time:workers}",
            caption="10,000 requests, 100 in flight, each held for 10 ms; first batch, new connections; aiohttp.",
        ),
    ),
)
