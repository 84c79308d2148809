"""When does async win? A handler that waits and computes, under few and many connections."""

from bench.model import Answering, Experiment, Figure, Profile, Scenario

WAITS = (0, 1, 10, 50, 200)
BURNS = (0, 1, 10)
"""Milliseconds."""
MOST_WORKERS = 8
"""Processes of some 30 MiB each, which share a core."""
ROUNDS: dict[Profile, int] = {"standard": 2, "quick": 2, "full": 6}
WIDTHS = (20, 100, 500)
MIDDLE = 100
WAYS = {
    "sync": ("Flask, sync workers", "processes_flask_gunicorn"),
    "threads": ("Flask, threads", "threads_flask_gthread"),
    "asyncio": ("aiohttp", "asyncio_aiohttp_server"),
}


def workers_for(wait: int, burn: int) -> int:
    """Return how many sync workers keep a core busy, by Little's law, up to what fits into memory.

    A worker that computes for c of the c + W that a request takes uses c / (c + W) of a core; 1 ms is what answering
    costs besides.
    """
    cpu = burn + 1
    return min(MOST_WORKERS, -(-(cpu + wait) // cpu))


def cell(way: str, wait: int, burn: int, width: int = MIDDLE) -> Scenario:
    """Return a way under one set of conditions; threads are as many as there are connections."""
    title, implementation = WAYS[way]
    sync = way == "sync"
    return Scenario(
        id=f"{way}-{wait}-{burn}-{width}",
        title=f"{title}: waits {wait} ms, computes {burn} ms, {width} connections",
        tier="like for like",
        implementation=implementation,
        workload="serve",
        series=title,
        conditions=Answering(
            connections=width,
            duration_s={50: 1.0, 200: 1.6}.get(wait, 0.4),
            path="/job",
            wait_s=wait / 1000,
            burn_s=burn / 1000,
            workers=workers_for(wait, burn) if sync else 1,
            threads=width if way == "threads" else None,
            access_log=False,
        ),
        headline=way != "sync" and (wait, burn, width) == (50, 0, MIDDLE),
        rounds=ROUNDS,
    )


MAP = tuple(cell(way, wait, burn) for way in ("threads", "asyncio") for wait in WAITS for burn in BURNS)
SYNC = (*(cell("sync", wait, 0) for wait in WAITS), *(cell("sync", wait, burn) for wait in (0, 10) for burn in (1, 10)))
BY_WIDTH = tuple(
    cell(way, wait, 0, width) for way in ("threads", "asyncio") for wait in (0, 10, 200) for width in WIDTHS
)
WIDE = tuple(scenario for scenario in BY_WIDTH if scenario not in MAP)

EXPERIMENT = Experiment(
    id="when-async",
    kind="servers",
    order=4,
    title="When does async win?",
    question="A handler that waits, or computes, or both: threads, processes or asyncio?",
    answer=(
        "In answers a second from 100 connections, aiohttp against Flask's threads: "
        "{clearly:asyncio-0-0-100/threads-0-0-100} where the handler does nothing, "
        "{clearly:asyncio-10-0-100/threads-10-0-100} where it waits for 10 ms, "
        "{clearly:asyncio-50-0-100/threads-50-0-100} where it waits for 50 ms, and "
        "{clearly:asyncio-0-10-100/threads-0-10-100} where it computes for 10 ms. Eight sync workers, the most tried, "
        "give {rate:sync-50-0-100} where it waits for 50 ms."
    ),
    reading=(
        "Little's law sizes a server: requests in flight = requests a second × the time that one takes. To answer "
        "1,000 a second that wait for 50 ms each, 50 must be in flight; a sync worker holds one, so that 50 processes "
        "would be needed, and here there are as many as it takes to fill a core, but 8 at most. Threads are as many "
        "as there are connections, and asyncio needs no number. Once a handler computes, all of them share one core, "
        "and no way of waiting can help. So the figure tells where each of them stops to matter. The way of Flask and "
        "that of aiohttp differ in their framework too: where nobody waits, the map shows the cost of that. Fewer "
        "rounds than usual, for there are many squares."
    ),
    reference="threads-50-0-100",
    placebo="asyncio-50-0-100",
    scenarios=(*MAP, *SYNC, *WIDE),
    figures=(
        Figure(
            id="map",
            form="map",
            tier="like for like",
            measure="rate",
            over="wait_s",
            across="burn_s",
            scenarios=tuple(scenario.id for scenario in (*MAP, *SYNC)),
            title="In answers, aiohttp against threads: {clearly:asyncio-10-0-100/threads-10-0-100} where the handler "
            "waits for 10 ms, {clearly:asyncio-50-0-100/threads-50-0-100} for 50 ms",
            caption="100 connections; a core for the server, another for the loader; sync workers where waits are "
            "short, or nothing is computed.",
        ),
        Figure(
            id="widths",
            form="map",
            tier="like for like",
            measure="rate",
            over="wait_s",
            across="connections",
            scenarios=tuple(scenario.id for scenario in BY_WIDTH),
            title="From 500 connections, where the handler waits for 200 ms, aiohttp against threads: "
            "{clearly:asyncio-200-0-500/threads-200-0-500}",
            caption="A handler that computes nothing; as many threads as connections.",
        ),
    ),
)
