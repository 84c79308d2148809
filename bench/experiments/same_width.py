"""Is asyncio 3.5 times as fast as threads, if both have as many requests in flight?"""

from bench.experiments.growth import POKEMON_BYTES
from bench.model import ClaimTest, Experiment, Fetching, Figure, Profile, Scenario

WIDTHS = (8, 32, 100)
ONCE: dict[Profile, int] = {"standard": 1, "full": 6}
"""Rounds of the width in the middle, and of what takes seconds and is not in the answer."""
OFTEN = {"httpx-shared-8", "httpx-client-8", "httpx-8", "httpx-client-100", "httpx-100", "aiohttp-100"}
WAYS = (
    ("httpx-get", "httpx.get in threads", "threads_httpx", "get_per_call", False),
    ("httpx-shared", "httpx.get, one TLS context for all", "threads_httpx", "get_shared_context", False),
    ("httpx-client", "one httpx.Client in threads", "threads_httpx_client", "one_client", True),
    ("get", "requests.get in threads", "threads_requests", "get_per_call", False),
    ("session", "one requests.Session in threads", "threads_requests", "one_session", True),
    ("urllib3", "one urllib3 pool in threads", "threads_urllib3", "one_pool", True),
    ("httpx", "one httpx.AsyncClient", "asyncio_httpx", "one_client", True),
    ("aiohttp", "one aiohttp session", "asyncio_aiohttp", "one_session", True),
)


def at_width(width: int) -> tuple[Scenario, ...]:
    """Return every way with `width` requests in flight: 100 over TLS, each held for 50 ms."""
    return tuple(
        Scenario(
            id=f"{id_}-{width}",
            title=f"{title}, {width} in flight",
            tier="like for like",
            implementation=implementation,
            workload=workload,
            series=title,
            conditions=Fetching(requests=100, concurrency=width, latency_s=0.05, tls=True, reuse=reuse),
            headline=f"{id_}-{width}" in {"httpx-client-100", "httpx-100"},
            rounds={} if f"{id_}-{width}" in OFTEN else ONCE,
        )
        for id_, title, implementation, workload, reuse in WAYS
        if width != WIDTHS[1] or id_ not in {"httpx-get", "get"}  # Seconds each, and no other than with 8.
    )


def published(id_: str, title: str, implementation: str, workload: str, width: int) -> Scenario:
    """Return a way as the post has it, with 50 requests: TLS, answers of 450 KB, 10 ms away."""
    return Scenario(
        id=f"published-{id_}",
        title=title,
        tier="as published",
        implementation=implementation,
        workload=workload,
        conditions=Fetching(
            requests=50,
            concurrency=min(width, 50),
            latency_s=0,
            body_bytes=POKEMON_BYTES,
            compressed=True,
            tls=True,
            distance_s=0.01,
            reuse=None,
        ),
    )


def figure(width: int) -> Figure:
    """Return the ways that have `width` requests in flight."""
    return Figure(
        id=f"width-{width}",
        form="dots",
        tier="like for like",
        scenarios=tuple(f"{way[0]}-{width}" for way in WAYS),
        title=(
            f"With {width} in flight one client in threads takes {{time:httpx-client-{width}}}, "
            f"asyncio {{time:httpx-{width}}}, httpx.get in threads {{time:httpx-get-{width}}}"
        ),
        caption=f"100 requests over TLS, {width} in flight, each held for 50 ms; first batch, new connections.",
    )


EXPERIMENT = Experiment(
    id="same-width",
    kind="clients",
    order=7,
    title="The same width",
    question="Is asyncio 3.5 times as fast as threads, because of the GIL?",
    answer=(
        "With 8 requests in flight, 8 threads that share one `httpx.Client` take {time:httpx-client-8}, one "
        "`httpx.AsyncClient` {time:httpx-8}. 8 threads that call `httpx.get` take {time:httpx-get-8}, and with one TLS "
        "context for all of them {time:httpx-shared-8}: what was slow was the context, not the thread."
    ),
    reading=(
        "The post compared 8 threads, in which each call of `httpx.get` made a client, a TLS context and a connection "
        "of its own, with one asyncio client that had 100 connections. Here all have the same number in flight, and "
        "the ways differ in what they share. Both kinds of client run under the GIL; if it were the cause, sharing a "
        "TLS context would not help. The width of 32, and what takes seconds, has one "
        "round in the profile standard, and no interval."
    ),
    reference="httpx-8",
    placebo="httpx-100",
    scenarios=(
        *(scenario for width in WIDTHS for scenario in at_width(width)),
        published("threads", "httpx.get in 8 threads", "threads_httpx", "get_per_call", 8),
        published("shared", "httpx.get in 8 threads, one TLS context", "threads_httpx", "get_shared_context", 8),
        published("asyncio", "one httpx.AsyncClient", "asyncio_httpx_batch", "client_per_batch", 100),
    ),
    figures=(
        figure(8),
        figure(100),
        Figure(
            id="published",
            form="dots",
            tier="as published",
            title="As published threads take {factor:published-threads/published-asyncio} as long as asyncio",
            caption="50 requests over TLS, 450 KB compressed on the wire, a round trip of 10 ms away.",
        ),
    ),
    claims=(
        ClaimTest(
            post="bobfang-async",
            claim="threads-vs-asyncio",
            as_published="published-threads",
            over="published-asyncio",
            like_for_like="httpx-client-8",
            fair_over="httpx-8",
            another_reason=True,
            cause=(
                "Not the GIL: every `httpx.get` loads the certificates for a TLS context of its own, and takes "
                "{factor:published-threads/published-shared} as long as with one context for all. With 8 in flight "
                "and one client each, threads take {time:httpx-client-8} and asyncio {time:httpx-8}."
            ),
        ),
    ),
)
