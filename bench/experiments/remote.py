"""Does asyncio make a slow network ten times faster, or is it the connection that is kept?"""

from bench.model import ClaimTest, Experiment, Fetching, Figure, Profile, Scenario

POST = "stackabuse-aiohttp"
FAR, NEAR = 0.131, 0.02
"""Round trips in seconds: the one that the post's 13.1 s for 100 requests suggest, and one within a continent."""
PAGE_BYTES = 1256
"""What example.com sends."""
WAITS: dict[Profile, int] = {"quick": 1, "standard": 1, "full": 3}
FEW: dict[Profile, int] = {"quick": 1, "standard": 2, "full": 6}
LIMIT = 100
LOOP, THREADS, ASYNC = "serial_requests", "threads_requests", "asyncio_aiohttp"
DEFAULTS = "threads_requests_defaults"
NO_INTERVAL = "What mostly waits has fewer rounds in the profile standard, and no interval."


def fetch(
    id_: str,
    title: str,
    implementation: str,
    workload: str,
    in_flight: int,
    *,
    distance_s: float = NEAR,
    reuse: bool = True,
    warm: bool = False,
    rounds: dict[Profile, int] | None = None,
) -> Scenario:
    """Return 100 requests over TLS to a server that answers at once, a round trip away."""
    return Scenario(
        id=id_,
        title=title,
        tier="like for like",
        implementation=implementation,
        workload=workload,
        counts="warm" if warm else "cold",
        conditions=Fetching(
            requests=100,
            concurrency=in_flight,
            latency_s=0,
            batches=2 if warm else 1,
            body_bytes=PAGE_BYTES,
            tls=True,
            distance_s=distance_s,
            reuse=reuse,
        ),
        headline=id_ in {"session", "aiohttp"},
        rounds=rounds or {},
    )


def published(id_: str, title: str, implementation: str, workload: str, in_flight: int) -> Scenario:
    """Return a scenario as the post has it: TLS 1.2, as was usual in 2018, and a far server."""
    return Scenario(
        id=f"published-{id_}",
        title=title,
        tier="as published",
        implementation=implementation,
        workload=workload,
        conditions=Fetching(
            requests=100,
            concurrency=in_flight,
            latency_s=0,
            body_bytes=PAGE_BYTES,
            tls=True,
            tls_version="1.2",
            distance_s=FAR,
            reuse=None,
        ),
        rounds=WAITS if in_flight == 1 else FEW if in_flight < LIMIT else {},
    )


EXPERIMENT = Experiment(
    id="remote",
    kind="clients",
    order=4,
    title="A server far away",
    question="100 requests over a slow network: what does asyncio gain, and what does a kept connection?",
    answer=(
        "Over TLS with a round trip of 20 ms, 100 requests take {time:get} in a loop of `requests.get`, "
        "{time:session} in a loop that keeps its connection, and {time:aiohttp} with aiohttp, all at once on new "
        "connections. A server that answers at once changes nothing in this: what waits is the network."
    ),
    reading=(
        "The server answers at once, but each chunk of bytes takes half a round trip to get there and half to come "
        "back, and so does opening a connection: one round trip for TCP, one more for TLS 1.3, two for TLS 1.2. So a "
        "loop that opens a connection for each request waits three round trips for each, one that keeps it waits "
        "one. That factor of three is the connection; the rest of the way to asyncio is overlap. " + NO_INTERVAL
    ),
    reference="aiohttp",
    placebo="aiohttp",
    scenarios=(
        fetch("get", "requests.get in a loop: a connection each", LOOP, "get_per_call", 1, reuse=False, rounds=WAITS),
        fetch("session", "one requests.Session in a loop", LOOP, "one_session", 1, rounds=WAITS),
        fetch("threads-10", "one requests.Session in 10 threads", THREADS, "one_session", 10),
        fetch("threads-20", "one requests.Session in 20 threads", THREADS, "one_session", 20),
        fetch("aiohttp", "asyncio: one aiohttp session", ASYNC, "one_session", 100),
        fetch("aiohttp-warm", "the same, on connections kept from before", ASYNC, "one_session", 100, warm=True),
        fetch("aiohttp-0", "asyncio: one aiohttp session, no distance", ASYNC, "one_session", 100, distance_s=0),
        fetch("aiohttp-131", "asyncio: one aiohttp session, 131 ms away", ASYNC, "one_session", 100, distance_s=FAR),
        published("loop", "one requests.Session in a loop", LOOP, "one_session", 1),
        published("threads-10", "one requests.Session in 10 threads", DEFAULTS, "default_pool", 10),
        published("threads-20", "one requests.Session in 20 threads", DEFAULTS, "default_pool", 20),
        published("aiohttp", "asyncio: one aiohttp session", ASYNC, "one_session", 100),
    ),
    figures=(
        Figure(
            id="split",
            form="dots",
            tier="like for like",
            scenarios=("get", "session", "threads-10", "threads-20", "aiohttp", "aiohttp-warm"),
            title=(
                "Keeping the connection makes {time:get} into {time:session}; asking all at once makes it "
                "{time:aiohttp}"
            ),
            caption="100 requests over TLS 1.3, a round trip of 20 ms away; first batch unless the row says otherwise.",
        ),
        Figure(
            id="published",
            form="dots",
            tier="as published",
            title="131 ms away a loop takes {time:published-loop}, asyncio {time:published-aiohttp}",
            caption=(
                "100 requests over TLS 1.2, a round trip of 131 ms away: the time of the requests. The post gives that "
                "of the whole process, with the interpreter's start and imports, which the table of claims compares."
            ),
        ),
    ),
    claims=(
        ClaimTest(
            post=POST,
            claim="requests-100",
            as_published="published-loop",
            like_for_like="session",
            measure="process_s",
            cause="100 round trips of 131 ms one after another, plus three to open the one connection, are the time.",
        ),
        ClaimTest(
            post=POST,
            claim="aiohttp-100",
            as_published="published-aiohttp",
            like_for_like="aiohttp",
            measure="process_s",
            cause=(
                "Cause not found for what the post has more. Four round trips of 131 ms are 0.524 s: TCP, two for TLS "
                "1.2, and the request; the rest is the CPU time of imports and of 100 handshakes, of which an older "
                "machine needs more. Distance alone makes {time:aiohttp-0} into {time:aiohttp-131}, both with TLS "
                "1.3."
            ),
        ),
        ClaimTest(
            post=POST,
            claim="threads-10",
            as_published="published-threads-10",
            like_for_like="threads-10",
            measure="process_s",
            cause="Ten waves of a round trip, and three more to open ten connections.",
        ),
        ClaimTest(
            post=POST,
            claim="threads-20",
            as_published="published-threads-20",
            like_for_like="threads-20",
            measure="process_s",
            cause=(
                "Five waves of a round trip, and three more to open each connection. A Session keeps 10 connections, "
                "so 20 threads on one open some again. Cause not found for what the post has more than this."
            ),
        ),
    ),
)
