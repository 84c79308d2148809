"""How does the time grow with the number of requests?"""

from msgspec.structs import replace

from bench.model import ClaimTest, Experiment, Fetching, Figure, Profile, Scenario

POST = "bobfang-async"
LIMIT = 100
MAIN = (100, 400, 1600)
"""Numbers of requests that are measured in every round; those between them are there for the shape."""
BETWEEN: dict[Profile, int] = {"standard": 1, "full": 6}
FIRST = (10, 25)
"""Those of a way that takes seconds for more."""
POKEMON_BYTES = 450_000
"""About what PokeAPI sends for a pokemon, before compression."""


def sizes(
    series: str,
    id_: str,
    implementation: str,
    workload: str,
    *numbers: int,
    limit: int | None = None,
    reuse: bool | None = True,
    warm: bool = False,
    often: tuple[int, ...] = MAIN,
) -> tuple[Scenario, ...]:
    """Return a scenario for each number of requests; all but those tried `often` have fewer rounds."""
    return tuple(
        Scenario(
            id=f"{id_}-{number}",
            title=f"{series}, N = {number:,}",
            tier="like for like",
            implementation=implementation,
            workload=workload,
            series=series,
            counts="warm" if warm else "cold",
            conditions=Fetching(
                requests=number,
                concurrency=min(limit or number, number),
                latency_s=0.05,
                batches=2 if warm else 1,
                reuse=reuse,
            ),
            headline=id_ in {"aiohttp", "go"} and number == MAIN[1],
            rounds={} if number in often else BETWEEN,
        )
        for number in numbers
    )


def published(
    series: str,
    id_: str,
    implementation: str,
    workload: str,
    *numbers: int,
    width: int | None = None,
    warm: bool = False,
) -> tuple[Scenario, ...]:
    """Return the series as the post has it: TLS, compressed answers of 450 KB, 10 ms away."""
    go = implementation.startswith("go")
    return tuple(
        Scenario(
            id=f"published-{id_}-{number}",
            title=f"{series}, N = {number}",
            tier="as published",
            implementation=implementation,
            workload=workload,
            series=series,
            counts="warm" if warm else "cold",
            conditions=Fetching(
                requests=number,
                concurrency=min(width or number, number),
                latency_s=0,
                batches=2 if warm else 1,
                body_bytes=POKEMON_BYTES,
                compressed=True,
                tls=True,
                http="HTTP/2.0" if go else "HTTP/1.1",
                distance_s=0.01,
                reuse=None,
            ),
        )
        for number in numbers
    )


HTTPX = (25, 50, 100)
"""The same for httpx, which takes seconds for 400 and more."""
LIMITED = (25, 100, 400)
"""The same for a way with a limit, where more requests are more of the same."""
SMALL = (5, 10, 25, 50)
LARGE = (10, 25, 50, 100, 200, 400, 800, 1600)

GET_8 = published("httpx.get in 8 threads", "get-8", "threads_httpx", "get_per_call", 8, 16, 32, width=8)
GO = published("Go, kept connections", "go", "go_published", "sharedTransport", 10, 100, 200, warm=True)
PUBLISHED = (
    *published("httpx.get in a loop", "get", "serial_httpx", "get_per_call", 3, 6, 12, width=1),
    *GET_8,
    *published("one httpx.AsyncClient", "httpx", "asyncio_httpx_batch", "client_per_batch", 10, 100, 200, width=100),
    *GO,
)
SHARED = replace(
    GET_8[-1],
    id="published-shared-32",
    title="httpx.get in 8 threads, one TLS context, N = 32",
    workload="get_shared_context",
    series="",
)
SMALL_ANSWERS = replace(
    GO[1],
    id="published-go-small",
    title="Go, kept connections, answers of 1 KiB, N = 100",
    series="",
    conditions=replace(GO[1].conditions, body_bytes=1024, compressed=False),
)

EXPERIMENT = Experiment(
    id="growth",
    kind="clients",
    order=5,
    title="More requests",
    question="How does the time grow with the number of requests?",
    answer=(
        "With aiohttp a line, with httpx more than that: 1,600 requests at once, each held for 50 ms, take aiohttp "
        "{time:aiohttp-1600} and Go {time:go-1600}; one `httpx.AsyncClient` takes {time:httpx-100} for 100 of them "
        "and {time:httpx-400} for 400. A loop waits for each: {slope:get-50}."
    ),
    reading=(
        "A client that waits for all requests at once takes the latency and then its own work: from some N on the time "
        "grows by the CPU time of a request, c, and nothing else. One with at most C in flight needs ceil(N / C) "
        "waves. Below, both are fitted for each client, and what they predict stands beside what was measured. "
        "A client whose work for one request grows with the others that wait takes a time that grows with the square "
        "of N. What takes seconds, and numbers that are there for the shape only, have one round in the profile "
        "standard, and no interval."
    ),
    reference="aiohttp-400",
    placebo="aiohttp-400",
    scenarios=(
        *sizes(
            "httpx.get in a loop", "get", "serial_httpx", "get_per_call", *SMALL, limit=1, reuse=False, often=(5, 10)
        ),
        *sizes(
            "httpx.get in 8 threads",
            "get-8",
            "threads_httpx",
            "get_per_call",
            *FIRST,
            50,
            limit=8,
            reuse=False,
            often=FIRST,
        ),
        *sizes(
            "one requests.Session in 100 threads",
            "session",
            "threads_requests",
            "one_session",
            *LIMITED,
            1600,
            limit=LIMIT,
            often=LIMITED,
        ),
        *sizes(
            "httpx.AsyncClient, 100 connections",
            "httpx",
            "asyncio_httpx",
            "one_client",
            *LARGE[:-2],
            limit=LIMIT,
            reuse=None,
            often=HTTPX,
        ),
        *sizes(
            "httpx.AsyncClient, no limit",
            "httpx-all",
            "asyncio_httpx",
            "one_client",
            *LARGE[:-2],
            reuse=None,
            often=HTTPX,
        ),
        *sizes(
            "httpx2.AsyncClient, 100 connections",
            "httpx2",
            "asyncio_httpx2",
            "one_client",
            *LIMITED,
            200,
            1600,
            limit=LIMIT,
            often=LIMITED,
        ),
        *sizes(
            "aiohttp, 100 connections",
            "aiohttp-limit",
            "asyncio_aiohttp",
            "one_session",
            *LIMITED,
            1600,
            limit=LIMIT,
            often=LIMITED,
        ),
        *sizes("aiohttp, no limit", "aiohttp", "asyncio_aiohttp", "one_session", *LARGE, 5000),
        *sizes("aiohttp on uvloop, no limit", "uvloop", "eventloop_aiohttp_uvloop", "one_session", *LIMITED, 1600),
        *sizes("Go, new connections", "go", "go_nethttp", "oneClient", *LARGE, 5000),
        *sizes("Go, kept connections", "go-warm", "go_nethttp", "oneClient", *LARGE, 5000, warm=True),
        *PUBLISHED,
        SHARED,
        SMALL_ANSWERS,
    ),
    figures=(
        Figure(
            id="time",
            form="lines",
            tier="like for like",
            title="400 requests take httpx {time:httpx-400}, aiohttp {time:aiohttp-400} and Go {time:go-400}",
            caption="Each request held for 50 ms by the mock server; plain HTTP; new connections but for one series.",
        ),
        Figure(
            id="published",
            form="lines",
            tier="as published",
            scenarios=tuple(s.id for s in PUBLISHED),
            title="As published, a loop takes {slope:published-get-6}, Go {slope:published-go-100}",
            caption=(
                "TLS, answers of 450 KB compressed on the wire, a round trip of 10 ms, which the post does not tell; "
                "a loop, 8 threads, asyncio and Go."
            ),
        ),
    ),
    claims=(
        ClaimTest(
            post=POST,
            claim="slope-sync",
            as_published="published-get-6",
            like_for_like="get-10",
            growth="slope",
            cause=(
                "Each `httpx.get` loads the certificates anew and opens a connection: three round trips and "
                "{cpu:published-get-12} of CPU. The post does not tell its distance; 10 ms is our guess."
            ),
        ),
        ClaimTest(
            post=POST,
            claim="slope-threads-8",
            as_published="published-get-8-8",
            like_for_like="get-8-10",
            growth="slope",
            see=("same-width",),
            cause=(
                "A TLS context for each call: {cpu:published-get-8-32} of CPU a request, for which 8 threads take "
                "turns. 32 requests with one context for all take {time:published-shared-32}, with one each "
                "{factor:published-get-8-32/published-shared-32} as long. How long it takes to load the certificates "
                "differs between versions of OpenSSL."
            ),
        ),
        ClaimTest(
            post=POST,
            claim="slope-asyncio",
            as_published="published-httpx-10",
            like_for_like="httpx-100",
            growth="slope",
            see=("why-linear",),
            cause="CPU time: {cpu:published-httpx-100} for each of 100 requests, {cpu:published-httpx-200} of 200.",
        ),
        ClaimTest(
            post=POST,
            claim="slope-go",
            as_published="published-go-10",
            like_for_like="go-warm-100",
            growth="slope",
            cause=(
                "The size of the answers: 450 KB to decompress for each request take {cpu:published-go-100} of CPU on "
                "the one core that Go has here. 100 of them take {factor:published-go-100/published-go-small} as long "
                "as answers of 1 KiB, all else the same."
            ),
        ),
        ClaimTest(
            post=POST,
            claim="asyncio-linear",
            as_published="published-httpx-100",
            like_for_like="aiohttp-400",
            growth="linear",
            see=("why-linear",),
            cause=(
                "With httpx 0.28 it grows faster than a line: its pool of connections looks through all of them, and "
                "through all that wait, for each request. At 200 requests httpx takes {factor:httpx-200/httpx2-200} as "
                "long as httpx2, which has another pool. Where it is a line, as with aiohttp, its slope is CPU time of "
                "one thread, {cpu:aiohttp-400} a request."
            ),
        ),
        ClaimTest(
            post=POST,
            claim="go-flat",
            as_published="published-go-100",
            like_for_like="go-warm-100",
            growth="flat",
            cause=(
                "Only as long as the latency hides it. With small answers of 50 ms Go's time grows by "
                "{slope:go-warm-100}. As published, 100 requests of 450 KB take "
                "{factor:published-go-100/published-go-small} as long as small ones."
            ),
        ),
        ClaimTest(
            post=POST,
            claim="go-vs-python",
            as_published="published-httpx-200",
            over="published-go-200",
            like_for_like="aiohttp-1600",
            fair_over="go-1600",
            at_least=5,
            see=("why-linear",),
            cause=(
                "As published httpx {versus:published-httpx-200/published-go-200}, 200 requests of 450 KB; much is "
                "taken to be 5 times. With 1,600 small answers and no limit aiohttp {versus:aiohttp-1600/go-1600}."
            ),
        ),
    ),
)
