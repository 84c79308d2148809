"""How does the time grow with the number of requests?"""

from bench.model import ClaimTest, Conditions, Experiment, Figure, Profile, Scenario

POST = "bobfang-async"
LIMIT = 100
MAIN = (25, 100, 400, 1600)
"""Numbers of requests that are measured in every round; those between them are there for the shape."""
BETWEEN: dict[Profile, int] = {"standard": 1, "full": 6}
FIRST = (10, 25, 50)
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
            conditions=Conditions(
                requests=number,
                concurrency=min(limit or number, number),
                latency_s=0.05,
                batches=2 if warm else 1,
                reuse=reuse,
            ),
            headline=id_ in {"aiohttp", "go"} and number in {100, 400},
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
            conditions=Conditions(
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


HTTPX = (25, 50, 100, 200)
"""The same for httpx, which takes seconds for 400 and more."""
SMALL = (10, 25, 50, 100)
LARGE = (10, 25, 50, 100, 200, 400, 800, 1600)

EXPERIMENT = Experiment(
    id="growth",
    kind="clients",
    order=5,
    title="More requests",
    question="How does the time grow with the number of requests?",
    answer=(
        "Each further request takes {slope:go-100} with Go, {slope:aiohttp-100} with aiohttp without a limit, "
        "{slope:httpx-100} with one `httpx.AsyncClient` of 100 connections, and {slope:get-100} with `httpx.get` in a "
        "loop, when each is held for 50 ms. 1,600 at once take {time:aiohttp-1600} with aiohttp, {time:go-1600} with "
        "Go."
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
            "httpx.get in a loop", "get", "serial_httpx", "get_per_call", *SMALL, limit=1, reuse=False, often=(10, 25)
        ),
        *sizes(
            "httpx.get in 8 threads",
            "get-8",
            "threads_httpx",
            "get_per_call",
            *SMALL,
            200,
            limit=8,
            reuse=False,
            often=FIRST,
        ),
        *sizes(
            "one requests.Session in 100 threads", "session", "threads_requests", "one_session", *LARGE, limit=LIMIT
        ),
        *sizes(
            "httpx.AsyncClient, 100 connections",
            "httpx",
            "asyncio_httpx",
            "one_client",
            *LARGE[:-1],
            limit=LIMIT,
            reuse=None,
            often=HTTPX,
        ),
        *sizes(
            "httpx.AsyncClient, no limit",
            "httpx-all",
            "asyncio_httpx",
            "one_client",
            *LARGE[:-1],
            reuse=None,
            often=HTTPX,
        ),
        *sizes("httpx2.AsyncClient, 100 connections", "httpx2", "asyncio_httpx2", "one_client", *LARGE, limit=LIMIT),
        *sizes("aiohttp, 100 connections", "aiohttp-limit", "asyncio_aiohttp", "one_session", *LARGE, limit=LIMIT),
        *sizes("aiohttp, no limit", "aiohttp", "asyncio_aiohttp", "one_session", *LARGE, 5000),
        *sizes("aiohttp on uvloop, no limit", "uvloop", "eventloop_aiohttp_uvloop", "one_session", *LARGE, 5000),
        *sizes("Go, new connections", "go", "go_nethttp", "oneClient", *LARGE, 5000),
        *sizes("Go, kept connections", "go-warm", "go_nethttp", "oneClient", *LARGE, 5000, warm=True),
        *published("httpx.get in a loop", "get", "serial_httpx", "get_per_call", 5, 10, 20, width=1),
        *published("httpx.get in 8 threads", "get-8", "threads_httpx", "get_per_call", 10, 25, 50, width=8),
        *published(
            "one httpx.AsyncClient", "httpx", "asyncio_httpx_batch", "client_per_batch", 10, 100, 200, width=100
        ),
        *published("Go, kept connections", "go", "go_published", "sharedTransport", 10, 100, 200, warm=True),
    ),
    figures=(
        Figure(
            id="time",
            form="lines",
            tier="like for like",
            title="Each further request costs aiohttp {slope:aiohttp-100}, httpx {slope:httpx-100}, Go {slope:go-100}",
            caption="Each request held for 50 ms by the mock server; plain HTTP; new connections but for one series.",
        ),
        Figure(
            id="published",
            form="lines",
            tier="as published",
            title="As published: {slope:published-get-10}, {slope:published-get-8-10} and {slope:published-httpx-10}",
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
            as_published="published-get-10",
            like_for_like="get-10",
            growth="slope",
            cause=(
                "Each `httpx.get` loads the certificates anew and opens a connection: three round trips and "
                "{cpu:published-get-20} of CPU. The post's distance is not known; 10 ms is our guess."
            ),
        ),
        ClaimTest(
            post=POST,
            claim="slope-threads-8",
            as_published="published-get-8-10",
            like_for_like="get-8-10",
            growth="slope",
            cause=(
                "The {cpu:published-get-8-50} of CPU that each `httpx.get` spends, most of it to load certificates, "
                "is what 8 threads take turns at on one core."
            ),
        ),
        ClaimTest(
            post=POST,
            claim="slope-asyncio",
            as_published="published-httpx-10",
            like_for_like="httpx-100",
            growth="slope",
            cause="CPU: {cpu:published-httpx-200} a request with 450 KB to decrypt and to decompress for each.",
        ),
        ClaimTest(
            post=POST,
            claim="slope-go",
            as_published="published-go-10",
            like_for_like="go-warm-100",
            growth="slope",
            cause=(
                "Go too must decompress 450 KB for each request, which takes {cpu:published-go-200} of CPU on the one "
                "core it has here. With small answers it is {slope:go-warm-100}."
            ),
        ),
        ClaimTest(
            post=POST,
            claim="asyncio-linear",
            as_published="published-httpx-100",
            like_for_like="httpx-all-100",
            growth="linear",
            cause=(
                "It is CPU time: {cpu:published-httpx-200} for each request, and 100 connections at a time. Which part "
                "of the client takes it is asked in [why linear](why-linear.md)."
            ),
        ),
        ClaimTest(
            post=POST,
            claim="go-flat",
            as_published="published-go-100",
            like_for_like="go-warm-100",
            growth="flat",
            cause=(
                "Go's time grows too, by {slope:go-warm-100} with small answers: 50 ms of latency hide it up to "
                "some hundred requests. With 450 KB to decompress it grows by {slope:published-go-100}."
            ),
        ),
        ClaimTest(
            post=POST,
            claim="go-vs-python",
            as_published="published-httpx-200",
            over="published-go-200",
            like_for_like="aiohttp-1600",
            fair_over="go-1600",
            at_least=10,
            cause=(
                "As published httpx {versus:published-httpx-200/published-go-200}. With 1,600 small answers and no "
                "limit aiohttp {versus:aiohttp-1600/go-1600}."
            ),
        ),
    ),
)
