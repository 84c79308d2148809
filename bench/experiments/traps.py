"""What ruins it? Mistakes that run without an error, each beside the same code without it."""

from bench.model import ClaimTest, Experiment, Fetching, Figure, Profile, Scenario

LONG: dict[Profile, int] = {"quick": 1, "standard": 1, "full": 4}
FEW: dict[Profile, int] = {"quick": 1, "standard": 3, "full": 6}


def trap(
    id_: str,
    title: str,
    implementation: str,
    workload: str,
    *,
    requests: int = 100,
    in_flight: int = 100,
    reuse: bool | None = True,
    tls: bool = False,
    rounds: dict[Profile, int] | None = None,
) -> Scenario:
    """Return requests of 50 ms; those over TLS are on connections kept from a first batch."""
    return Scenario(
        id=id_,
        title=title,
        tier="like for like",
        implementation=implementation,
        workload=workload,
        counts="warm" if tls else "cold",
        conditions=Fetching(
            requests=requests,
            concurrency=in_flight,
            latency_s=0.05,
            batches=2 if tls else 1,
            reuse=reuse,
            tls=tls,
        ),
        headline=id_ in {"aiohttp", "blocking"},
        rounds=LONG if id_ == "timeout" else rounds or {},
        may_fail="failed_requests" if id_ == "timeout" else None,
    )


HUNDRED = (
    trap("aiohttp", "one aiohttp session", "asyncio_aiohttp", "one_session"),
    trap(
        "blocking",
        "requests.get inside a coroutine",
        "asyncio_requests",
        "blocking_get",
        in_flight=1,
        reuse=False,
        rounds=LONG,
    ),
    trap(
        "to-thread",
        "requests.get through asyncio.to_thread",
        "asyncio_requests_threads",
        "to_thread",
        reuse=False,
        rounds=FEW,
    ),
    trap("per-request", "an aiohttp session for each request", "asyncio_aiohttp", "session_per_request", reuse=False),
    trap("httpx", "one httpx.AsyncClient", "asyncio_httpx", "one_client"),
    trap(
        "httpx-each",
        "an httpx.AsyncClient for each request",
        "asyncio_httpx_traps",
        "client_per_request",
        reuse=False,
        rounds=LONG,
    ),
    trap("pool", "ThreadPoolExecutor(100)", "threads_requests", "get_per_call", reuse=False),
    trap("default-size", "ThreadPoolExecutor()", "threads_requests_defaults", "default_size", reuse=None, rounds=FEW),
)
SESSIONS = (
    trap("session", "a Session that keeps 30", "threads_requests", "one_session", in_flight=30, tls=True, rounds=FEW),
    trap(
        "session-10",
        "a Session as it is: it keeps 10",
        "threads_requests_defaults",
        "default_pool",
        in_flight=30,
        reuse=None,
        tls=True,
        rounds=FEW,
    ),
)
MANY = (
    trap("limit", "aiohttp: 100 connections, its default", "asyncio_aiohttp", "one_session", requests=700),
    trap("lifted", "aiohttp: no limit", "asyncio_aiohttp", "one_session", requests=700, in_flight=700),
    trap("timeout", "httpx: its timeouts of 5 s", "asyncio_httpx_traps", "default_timeouts", requests=700, reuse=None),
)

EXPERIMENT = Experiment(
    id="traps",
    kind="clients",
    order=8,
    title="Traps",
    question="What ruins it, without an error?",
    answer=(
        "One call that blocks, `requests.get` inside a coroutine, makes {time:aiohttp} into {time:blocking} for 100 "
        "requests of 50 ms: asyncio then is a loop. Through `asyncio.to_thread` it is {time:to-thread}, since the "
        "default pool has few threads."
    ),
    reading=(
        "Each trap stands beside the same code without it. A blocking call holds the event loop, so requests run one "
        "after another. The default pool of threads, `asyncio.to_thread`'s too, has min(32, CPUs + 4) of them. A "
        "client for each request opens a connection for each, and httpx loads its TLS certificates for each, even for "
        "plain HTTP: {time:httpx-each} instead of {time:httpx}. A `requests.Session` keeps 10 connections; of 30 "
        "threads on it 20 connect again in each batch, and over TLS each new connection loads the certificates: "
        "{time:session-10} instead of {time:session}. aiohttp and httpx open 100 connections at most, so 700 "
        "requests take seven waves. httpx waits 5 s for a free one, then raises PoolTimeout: its own work for 700 "
        "takes longer than that ({failed:timeout}). What takes seconds has fewer rounds in the profile standard."
    ),
    reference="aiohttp",
    placebo="aiohttp",
    scenarios=(*HUNDRED, *SESSIONS, *MANY),
    figures=(
        Figure(
            id="hundred",
            form="dots",
            tier="like for like",
            scenarios=tuple(one.id for one in HUNDRED),
            title="A blocking call takes {factor:blocking/aiohttp} as long as none",
            caption="100 requests, each held for 50 ms; first batch, plain HTTP.",
        ),
        Figure(
            id="sessions",
            form="dots",
            tier="like for like",
            scenarios=tuple(one.id for one in SESSIONS),
            title="30 threads on a Session that keeps 10 connections take {time:session-10}, not {time:session}",
            caption="100 requests over TLS in 30 threads, each held for 50 ms; second batch, kept connections.",
        ),
        Figure(
            id="many",
            form="dots",
            tier="like for like",
            scenarios=tuple(one.id for one in MANY),
            title="700 requests: {time:limit} with aiohttp's limit of 100, {time:lifted} without",
            caption="700 requests, each held for 50 ms; a way that failed has no time and is not drawn.",
        ),
    ),
    claims=(
        ClaimTest(
            post="dev-health-checks",
            claim="blocking-in-coroutine",
            as_published="blocking",
            over="aiohttp",
            at_least=2,
            cause=(
                "`requests.get` holds the event loop while it waits, so 100 requests take 100 waits: {time:blocking} "
                "instead of {time:aiohttp}. Through `asyncio.to_thread` they take {time:to-thread}."
            ),
        ),
    ),
)
