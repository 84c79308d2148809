"""100 requests of 200 ms: a loop, threads, asyncio or Go?"""

from typing import Literal

from bench.model import ClaimTest, Experiment, Fetching, Figure, Profile, Scenario

POST = "dev-health-checks"
LOOP_ROUNDS: dict[Profile, int] = {"quick": 1, "standard": 1, "full": 3}
FEW: dict[Profile, int] = {"standard": 2, "full": 6}
ONCE: dict[Profile, int] = {"standard": 1, "full": 6}
HEADLINE = {"threads-session", "aiohttp", "go", "published-threads-100", "published-aiohttp"}


def like(
    id_: str,
    title: str,
    implementation: str,
    workload: str,
    *,
    in_flight: int = 100,
    reuse: bool = True,
    batches: int = 2,
    counts: Literal["cold", "warm"] = "cold",
    rounds: dict[Profile, int] | None = None,
) -> Scenario:
    """Return a scenario against the mock server: once on cold connections, once on warm ones."""
    conditions = Fetching(requests=100, concurrency=in_flight, latency_s=0.2, batches=batches, reuse=reuse)
    return Scenario(
        id=id_,
        title=title,
        tier="like for like",
        implementation=implementation,
        workload=workload,
        counts=counts,
        conditions=conditions,
        headline=id_ in HEADLINE,
        rounds=rounds or {},
    )


def published(
    id_: str,
    title: str,
    implementation: str,
    workload: str,
    *,
    in_flight: int = 100,
    style: str = "async",
    rounds: dict[Profile, int] | None = None,
) -> Scenario:
    """Return a scenario as the post has it: FastAPI on uvicorn, one batch, `requests.get` without a session."""
    return Scenario(
        id=id_,
        title=title,
        tier="as published",
        implementation=implementation,
        workload=workload,
        conditions=Fetching(
            requests=100,
            concurrency=in_flight,
            latency_s=0.2,
            server=f"fastapi-{style}",
            server_capacity={"async": None, "def": 40, "blocking": 1}[style],
            reuse=workload != "get_per_call",
        ),
        headline=id_ in HEADLINE,
        rounds=rounds or {},
    )


LOOP = Scenario(
    id="loop",
    title="requests.get in a loop",
    tier="like for like",
    implementation="serial_requests",
    workload="get_per_call",
    conditions=Fetching(requests=100, concurrency=1, latency_s=0.2, reuse=False),
    headline=True,
    rounds=LOOP_ROUNDS,
)
THREADS, ASYNC = "threads_requests", "asyncio_aiohttp"

EXPERIMENT = Experiment(
    id="waiting",
    kind="clients",
    order=1,
    title="100 slow services",
    question="100 requests of 200 ms: how long, how much CPU, how much memory?",
    answer=(
        "100 services that each answer after 200 ms are checked in {time:aiohttp} by asyncio with aiohttp "
        "({interval:aiohttp}). Sharing a `requests.Session` between 100 threads {versus:threads-session/aiohttp}, "
        "{time:threads-session}; a loop takes {time:loop}. Nothing can take less than 0.2 s."
    ),
    reading=(
        "Every way asks the same 100 questions, each held by the server for 0.2 s, so the floor is 0.2 s for whoever "
        "asks all at once, 0.8 s for 30 at once, and 20 s for a loop. What a way takes beyond its floor is its own "
        "work. *Cold* is the first batch, on new connections and, for threads, with new threads; *warm* is the second "
        "batch of the same process. What mostly waits has fewer rounds in the profile standard. Client and server "
        "run on a core each where the system can pin them, so that neither slows the other.\n\n"
        "Connections that are open already should make warm faster than cold. Compare one `httpx.AsyncClient`: cold "
        "{time:httpx}, warm {time:httpx-warm}. Its pool asks every kept connection, for every request, whether it is "
        "idle: the page about why asyncio is linear has profiles of that."
    ),
    reference="aiohttp",
    placebo="aiohttp",
    scenarios=(
        LOOP,
        like(
            "threads-get-30",
            "requests.get in 30 threads",
            THREADS,
            "get_per_call",
            in_flight=30,
            reuse=False,
            rounds=FEW,
        ),
        like("threads-get-100", "requests.get in 100 threads", THREADS, "get_per_call", reuse=False),
        like("threads-session", "one requests.Session in 100 threads", THREADS, "one_session"),
        like("aiohttp", "asyncio: one aiohttp session", ASYNC, "one_session"),
        like("httpx", "asyncio: one httpx.AsyncClient", "asyncio_httpx", "one_client", batches=1),
        like(
            "httpx-warm",
            "the same, on connections kept from before",
            "asyncio_httpx",
            "one_client",
            counts="warm",
            rounds=ONCE,
        ),
        like("threads-own", "a requests.Session for each of 100 threads", "threads_requests_own", "session_per_thread"),
        like("urllib3", "one urllib3 pool in 100 threads", "threads_urllib3", "one_pool"),
        like("httpx-get", "httpx.get in 100 threads", "threads_httpx", "get_per_call", reuse=False, rounds=ONCE),
        like("httpx-threads", "one httpx.Client in 100 threads", "threads_httpx_client", "one_client"),
        like("httpx2", "asyncio: one httpx2.AsyncClient", "asyncio_httpx2", "one_client"),
        like("niquests-threads", "one niquests.Session in 100 threads", "threads_niquests", "one_session", rounds=FEW),
        like("niquests", "asyncio: one niquests.AsyncSession", "asyncio_niquests", "one_session", rounds=FEW),
        like("go", "Go: net/http, 100 goroutines", "go_nethttp", "oneClient"),
        published(
            "published-loop",
            "requests.get in a loop",
            "serial_requests",
            "get_per_call",
            in_flight=1,
            rounds=LOOP_ROUNDS,
        ),
        published("published-threads-100", "requests.get in 100 threads", THREADS, "get_per_call"),
        published(
            "published-threads-30", "requests.get in 30 threads", THREADS, "get_per_call", in_flight=30, rounds=FEW
        ),
        published("published-aiohttp", "asyncio: one aiohttp session", ASYNC, "one_session"),
        published(
            "def-threads-100",
            "requests.get in 100 threads, def endpoint",
            THREADS,
            "get_per_call",
            style="def",
            rounds=FEW,
        ),
        published(
            "def-aiohttp",
            "asyncio: one aiohttp session, def endpoint",
            ASYNC,
            "one_session",
            style="def",
            rounds=FEW,
        ),
    ),
    figures=(
        Figure(
            id="speed",
            form="dots",
            tier="like for like",
            scenarios=("loop", "threads-get-30", "threads-get-100", "threads-session", "aiohttp", "httpx", "go"),
            title=(
                "Against asyncio, one Session in 100 threads {versus:threads-session/aiohttp}; "
                "a loop takes {factor:loop/aiohttp} as long"
            ),
            caption="100 requests, each held for 0.2 s by the mock server; first batch, cold connections.",
        ),
        Figure(
            id="libraries",
            form="dots",
            tier="like for like",
            scenarios=(
                "threads-get-100",
                "threads-session",
                "threads-own",
                "urllib3",
                "httpx-get",
                "httpx-threads",
                "aiohttp",
                "httpx",
                "httpx-warm",
                "httpx2",
                "niquests-threads",
                "niquests",
                "go",
            ),
            title="All at once, urllib3 takes {time:urllib3}, httpx.get {time:httpx-get} and httpx2 {time:httpx2}",
            caption=(
                "100 requests at once with other libraries; cold connections unless the row says otherwise. Those in "
                "threads have 100 of them."
            ),
        ),
        Figure(
            id="published",
            form="dots",
            tier="as published",
            title="As published, 100 threads took {time:published-threads-100} and asyncio {time:published-aiohttp}",
            caption=(
                "The post's own server, FastAPI on uvicorn. Its endpoint is an `async def` unless the row says "
                "otherwise: a `def`, which FastAPI runs on 40 threads. One that blocks is tried in Slow threads."
            ),
        ),
    ),
    claims=(
        ClaimTest(
            post=POST,
            claim="sync-100",
            as_published="published-loop",
            like_for_like="loop",
            cause="A loop waits 100 times 0.2 s, one after another: 20 s is its floor, on every machine.",
        ),
        ClaimTest(
            post=POST,
            claim="threads-30",
            as_published="published-threads-30",
            like_for_like="threads-get-30",
            see=("slow-threads",),
            cause=(
                "Cause not found: 30 at once need ceil(100 / 30) = 4 waves of 0.2 s, so 0.8 s is the floor, and the "
                "rest is work. What could slow threads down is tried with 100 of them."
            ),
        ),
        ClaimTest(
            post=POST,
            claim="aiohttp-100",
            as_published="published-aiohttp",
            like_for_like="aiohttp",
            cause=(
                "The endpoint's style: with an `async def` asyncio takes {time:published-aiohttp}, with a `def`, whose "
                "40 threads need three waves of 0.2 s, {time:def-aiohttp}, which is "
                "{factor:def-aiohttp/published-aiohttp} as long. The post does not tell which it had."
            ),
        ),
        ClaimTest(
            post=POST,
            claim="sync-1000",
            as_published="published-loop",
            like_for_like="loop",
            times=10,
            cause="Predicted from 100 requests, times ten: a loop's time is its number of waits.",
        ),
        ClaimTest(
            post=POST,
            claim="deadline",
            as_published="published-aiohttp",
            like_for_like="aiohttp",
            within=5,
            cause="100 waits at once are one wait of 0.2 s. 30 threads take {time:published-threads-30}.",
        ),
        ClaimTest(
            post=POST,
            claim="connection-reset",
            as_published="published-threads-100",
            like_for_like="threads-get-100",
            refutes="failed_requests",
            cause=(
                "Cause not found: a reset needs a server that gives up a connection, and uvicorn queues up to 2,048 of "
                "them."
            ),
        ),
    ),
)
