"""What does a request cost? Every client, on warm connections, with a server that answers at once."""

from msgspec.structs import replace

from bench.model import Experiment, Fetching, Figure, Profile, Scenario

EDGES: dict[Profile, int] = {"standard": 1, "full": 6}
"""Rounds with 1 and with 100 in flight; the comparison is made with 16."""
CLIENTS = (
    ("requests", "requests: one Session in threads", "threads_requests", "one_session"),
    ("requests-own", "requests: a Session per thread", "threads_requests_own", "session_per_thread"),
    ("urllib3", "urllib3: one pool in threads", "threads_urllib3", "one_pool"),
    ("stdlib", "http.client: a connection per thread", "threads_stdlib", "connection_per_thread"),
    ("httpx-sync", "httpx: one Client in threads", "threads_httpx_client", "one_client"),
    ("pycurl", "pycurl: a handle per thread", "threads_pycurl", "handle_per_thread"),
    ("aiohttp", "aiohttp", "asyncio_aiohttp", "one_session"),
    ("uvloop", "aiohttp on uvloop", "eventloop_aiohttp_uvloop", "one_session"),
    ("httpx", "httpx: one AsyncClient", "asyncio_httpx", "one_client"),
    ("niquests-sync", "niquests: one Session in threads", "threads_niquests", "one_session"),
    ("httpx2", "httpx2: one AsyncClient", "asyncio_httpx2", "one_client"),
    ("niquests", "niquests: one AsyncSession", "asyncio_niquests", "one_session"),
    ("curl_cffi", "curl_cffi: one AsyncSession", "asyncio_curl_cffi", "one_session"),
    ("pyreqwest", "pyreqwest: one Client", "asyncio_pyreqwest", "one_client"),
    ("go", "Go: net/http", "go_nethttp", "oneClient"),
)


def fetch(client: tuple[str, str, str, str], width: int, *, tls: bool) -> Scenario:
    """Return 200 requests on connections kept from a first batch."""
    id_, title, implementation, workload = client
    return Scenario(
        id=f"{id_}-{width}{'-tls' * tls}",
        title=f"{title}{', TLS' * tls}" + (f", {width} in flight" if width != MIDDLE else ""),
        tier="like for like",
        implementation=implementation,
        workload=workload,
        series=title,
        counts="warm",
        conditions=Fetching(
            requests=200, concurrency=width, latency_s=0, batches=2, tls=tls, reuse=None if id_ in UNBOUNDED else True
        ),
        headline=width == MIDDLE and not tls and id_ in {"aiohttp", "go"},
        rounds={} if width == MIDDLE else EDGES,
    )


MIDDLE = 16
UNBOUNDED = {"curl_cffi", "pyreqwest"}
"""Clients that open more connections than there are requests in flight."""
NAMED = {"requests", "urllib3", "httpx-sync", "pycurl", "aiohttp", "httpx", "httpx2", "go"}
"""The clients that are measured over TLS, and with 1 and 100 in flight too."""
PLAIN = tuple(fetch(client, MIDDLE, tls=False) for client in CLIENTS)
TLS = tuple(fetch(client, MIDDLE, tls=True) for client in CLIENTS if client[0] in NAMED)
HTTP2 = replace(
    fetch(("go-http2", "Go: net/http over HTTP/2", "go_http2", "oneClient"), MIDDLE, tls=True),
    conditions=Fetching(requests=200, concurrency=MIDDLE, latency_s=0, batches=2, tls=True, http="HTTP/2.0"),
)
EDGE = tuple(fetch(client, width, tls=False) for client in CLIENTS for width in (1, 100) if client[0] in NAMED)

EXPERIMENT = Experiment(
    id="league",
    kind="clients",
    order=11,
    title="What a request costs",
    question="What does a request cost, in CPU time, with each client?",
    answer=(
        "On a kept connection a request costs {cpu:aiohttp-16} of CPU with aiohttp, {cpu:requests-16} with requests, "
        "{cpu:httpx-16} with httpx, and {cpu:go-16} with Go. In requests that one core can do, that "
        "is {rate:aiohttp-16}, {rate:requests-16}, {rate:httpx-16} and {rate:go-16}."
    ),
    reading=(
        "The server answers at once, so what is measured is the client's own work for a request: write it, read the "
        "answer, and find a free connection. It is the c that decides how many requests a core can do, whatever the "
        "network. Each client has 16 requests in flight, and connections kept from a first batch of the same process. "
        "With 1 and with 100 in flight there is one round in the profile standard."
    ),
    reference="aiohttp-16",
    placebo="aiohttp-16",
    scenarios=(*PLAIN, *TLS, HTTP2, *EDGE),
    figures=(
        Figure(
            id="plain",
            form="dots",
            tier="like for like",
            measure="cpu",
            scenarios=tuple(one.id for one in PLAIN),
            title="A request costs aiohttp {cpu:aiohttp-16} of CPU, requests {cpu:requests-16}, httpx {cpu:httpx-16}",
            caption="200 requests, 16 in flight, kept connections, plain HTTP/1.1, answers of some 25 bytes.",
        ),
        Figure(
            id="tls",
            form="dots",
            tier="like for like",
            measure="cpu",
            scenarios=tuple(one.id for one in (*TLS, HTTP2)),
            title="Over TLS it costs aiohttp {cpu:aiohttp-16-tls}, requests {cpu:requests-16-tls}, "
            "httpx {cpu:httpx-16-tls}",
            caption=(
                "The same over TLS 1.3; connections are open already, so no handshake is in it. One row is HTTP/2."
            ),
        ),
    ),
)
