"""What could make 100 threads take 8.5 s? Each suspect is tried apart from the others."""

from typing import Any

from msgspec.structs import replace

from bench.model import ClaimTest, Experiment, Fetching, Figure, Profile, Scenario

BASE = Fetching(requests=100, concurrency=100, latency_s=0.2, server="fastapi-async", reuse=False)
ONCE: dict[Profile, int] = {"standard": 1, "full": 2}
FEW: dict[Profile, int] = {"standard": 1, "full": 6}


def threads(
    id_: str, title: str, *, headline: bool = False, rounds: dict[Profile, int] | None = None, **changed: Any
) -> Scenario:
    """Return 100 threads with `requests.get` against the post's server, with one condition changed."""
    return Scenario(
        id=id_,
        title=title,
        tier="as published",
        implementation="threads_requests",
        workload="get_per_call",
        conditions=replace(BASE, **changed),
        headline=headline,
        rounds=rounds or {},
    )


def plain(id_: str, title: str, *, tls: bool, rounds: dict[Profile, int] | None = None) -> Scenario:
    """Return the same threads against the mock server, which speaks TLS where the post's does not."""
    conditions = Fetching(requests=100, concurrency=100, latency_s=0.2, reuse=False, tls=tls)
    return replace(
        AS_PUBLISHED,
        id=id_,
        title=title,
        tier="like for like",
        conditions=conditions,
        headline=False,
        rounds=rounds or {},
    )


AS_PUBLISHED = threads("base", "as published: async def endpoint", headline=True)

EXPERIMENT = Experiment(
    id="slow-threads",
    kind="clients",
    order=3,
    title="Slow threads",
    question="What could make 100 threads take 8.5 s, as a post has it?",
    answer=(
        "100 threads take {time:base} here, where a post has 8.5 s. A tenth of a core makes it {time:tenth}, "
        "an endpoint that blocks {time:blocking}. What comes nearest is TLS, which the post's server does not speak: "
        "{time:https}, since every call of `requests.get` then loads the certificates anew."
    ),
    reading=(
        "The post does not say what its machine, its endpoint or its operating system were, so each suspect is tried "
        "apart, all else as in the row called as published. A listen queue that is too short is silent: Linux drops "
        "the connection attempt, and the client tries again after 1, 3 and 7 s. The kernel counts that, and a trial in "
        "which it happened is flagged below. The length is the server's choice (5 for `http.server`, 100 for asyncio, "
        "2,048 for uvicorn), capped by the system. What takes seconds has fewer rounds in the profile standard."
    ),
    reference="base",
    placebo="base",
    scenarios=(
        AS_PUBLISHED,
        threads("def", "def endpoint, on FastAPI's 40 threads", server="fastapi-def", server_capacity=40, rounds=FEW),
        threads(
            "blocking", "async def endpoint that blocks", server="fastapi-blocking", server_capacity=1, rounds=ONCE
        ),
        threads("localhost", "localhost for 127.0.0.1", host="localhost"),
        threads("one-core", "client and server on one core", layout="shared"),
        threads("half", "half of the client's core", competitors=1),
        threads("tenth", "a tenth of the client's core", competitors=9, rounds=ONCE),
        threads("one-core-tenth", "a tenth of one core for both", layout="shared", competitors=9, rounds=ONCE),
        threads("backlog-5", "a listen queue of 5", backlog=5),
        replace(
            AS_PUBLISHED,
            id="tls-context",
            title="httpx.get: a client and a TLS context per call",
            implementation="threads_httpx",
            headline=False,
            rounds=FEW,
        ),
        plain("http", "requests.get, plain HTTP, the mock server", tls=False),
        plain("https", "requests.get, TLS, the mock server", tls=True, rounds=FEW),
    ),
    figures=(
        Figure(
            id="causes",
            form="dots",
            tier="as published",
            title="As published {time:base}; with httpx.get and its TLS context for each call {time:tls-context}",
            caption=(
                "100 requests in 100 threads against FastAPI on uvicorn, each held for 0.2 s; each row differs from "
                "the one called as published in what it names: in one thing, but for a tenth of one core for both, "
                "which are two, and `httpx.get`, which is also another library."
            ),
        ),
        Figure(
            id="tls",
            form="dots",
            tier="like for like",
            title="Over TLS the same 100 threads take {time:https}, over plain HTTP {time:http}",
            caption=(
                "100 requests in 100 threads, each held for 0.2 s by the mock server; the rows differ in TLS alone, "
                "for which every call of `requests.get` loads the certificates anew."
            ),
        ),
    ),
    claims=(
        ClaimTest(
            post="dev-health-checks",
            claim="threads-100",
            as_published="base",
            cause=(
                "Cause not found, though each of these was tried. TLS, with certificates loaded for every call, takes "
                "{time:https} where plain HTTP takes {time:http}: slow as the post's later runs, but its server "
                "speaks no TLS. A blocking endpoint takes {time:blocking}. "
                "`httpx.get` with a TLS context per call takes {time:tls-context}. A tenth of the client's core takes "
                "{time:tenth}, of one core for both {time:one-core-tenth}, half of the client's core {time:half}. A "
                "`def` endpoint takes {time:def}. One core for both takes {time:one-core}. `localhost` takes "
                "{time:localhost}. A listen queue of 5 takes "
                "{time:backlog-5}."
            ),
        ),
    ),
)
