"""The real job: 100 different hosts, each with a name that must be found first."""

from bench.model import Experiment, Fetching, Figure, Scenario

LOOKUP_S = 0.05


def ask(
    id_: str, title: str, implementation: str, workload: str, *, lookup_s: float = LOOKUP_S, reuse: bool = True
) -> Scenario:
    """Return 100 requests to 100 hosts, each held for 50 ms."""
    return Scenario(
        id=id_,
        title=title,
        tier="like for like",
        implementation=implementation,
        workload=workload,
        conditions=Fetching(requests=100, concurrency=100, latency_s=0.05, hosts=100, lookup_s=lookup_s, reuse=reuse),
        headline=id_ == "aiodns",
        rounds={"standard": 3} if id_ == "default" else {},
    )


NAMES, THREADS = "asyncio_aiohttp_names", "threads_requests"

EXPERIMENT = Experiment(
    id="many-hosts",
    kind="clients",
    order=9,
    title="100 different hosts",
    question="100 different hosts whose names must be looked up: what is slow then?",
    answer=(
        "If a name takes 50 ms to look up, 100 hosts take aiohttp {time:default}: its lookups run on asyncio's default "
        "pool of threads, min(32, CPUs + 4). On a pool of 100 they take {time:executor}, with aiodns {time:aiodns}, in "
        "Go {time:go}."
    ),
    reading=(
        "Each of the 100 names leads to a loopback address of its own, and a server for names on loopback answers "
        "after 50 ms, or at once. What Python calls to find an address, `socket.getaddrinfo`, blocks its thread; here "
        "it asks that server, as the system's would ask its own. So at most as many names are looked up at once as "
        "there are threads to wait; that row mostly waits, and has three rounds in the profile standard. Waiting "
        "alone takes 0.1 s: a lookup, then a request."
    ),
    reference="aiodns",
    placebo="aiodns",
    scenarios=(
        ask("default", "aiohttp, asyncio's default pool", NAMES, "default_resolver"),
        ask("executor", "aiohttp, a pool of 100 for asyncio", NAMES, "larger_executor"),
        ask("aiodns", "aiohttp, names by aiodns", "asyncio_aiohttp_aiodns", "aiodns_resolver"),
        ask("threads", "requests.get in 100 threads", THREADS, "get_per_call", reuse=False),
        ask("go", "Go: net/http, 100 goroutines", "go_nethttp", "oneClient"),
        ask("default-0", "aiohttp, default pool, names found at once", NAMES, "default_resolver", lookup_s=0),
        ask("threads-0", "requests.get, names found at once", THREADS, "get_per_call", lookup_s=0, reuse=False),
    ),
    figures=(
        Figure(
            id="hosts",
            form="dots",
            tier="like for like",
            title="100 hosts take {time:default} with names on the default pool, {time:executor} on a pool of 100",
            caption="100 requests to 100 hosts, each held for 50 ms; a name takes 50 ms unless the row says otherwise.",
        ),
    ),
)
