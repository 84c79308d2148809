"""Why is asyncio's time a line? One change at a time, from httpx as a post has it to Go."""

from msgspec.structs import replace

from bench.experiments.growth import POKEMON_BYTES
from bench.model import Experiment, Fetching, Figure, Scenario

REQUESTS = 200
PUBLISHED = Scenario(
    id="published",
    title="httpx as published: 100 connections, TLS, 450 KB",
    tier="like for like",
    implementation="asyncio_httpx_batch",
    workload="client_per_batch",
    conditions=Fetching(
        requests=REQUESTS,
        concurrency=100,
        latency_s=0.05,
        body_bytes=POKEMON_BYTES,
        compressed=True,
        tls=True,
        reuse=None,
    ),
    headline=True,
    rounds={"quick": 1},
)


def changed(before: Scenario, id_: str, title: str, **change: object) -> Scenario:
    """Return a scenario that differs from the one before in one thing."""
    conditions = {name: value for name, value in change.items() if name in Fetching.__struct_fields__}
    others = {name: value for name, value in change.items() if name not in conditions}
    changed_conditions = replace(before.conditions, **conditions)
    headline = id_ in {"aiohttp", "go"}
    return replace(before, id=id_, title=title, headline=headline, rounds={}, conditions=changed_conditions, **others)


CONTEXT = changed(
    PUBLISHED,
    "context",
    "client and TLS context made once, before",
    implementation="asyncio_httpx",
    workload="default_limits",
)
SMALL = changed(CONTEXT, "small", "answers of 1 KiB, not compressed", body_bytes=1024, compressed=False)
PLAIN = changed(SMALL, "plain", "no TLS", tls=False)
UNLIMITED = changed(PLAIN, "unlimited", "no limit of connections", workload="one_client", concurrency=REQUESTS)
HTTPX2 = changed(UNLIMITED, "httpx2", "httpx2 for httpx", implementation="asyncio_httpx2")
AIOHTTP = changed(HTTPX2, "aiohttp", "aiohttp for httpx2", implementation="asyncio_aiohttp", workload="one_session")
UVLOOP = changed(AIOHTTP, "uvloop", "uvloop for asyncio's loop", implementation="eventloop_aiohttp_uvloop")
GO = changed(UVLOOP, "go", "Go for Python", implementation="go_nethttp", workload="oneClient")
STEPS = (PUBLISHED, CONTEXT, SMALL, PLAIN, UNLIMITED, HTTPX2, AIOHTTP, UVLOOP, GO)

EXPERIMENT = Experiment(
    id="why-linear",
    kind="clients",
    order=6,
    title="Why linear?",
    question="Why does asyncio's time grow with every request, the open question of a post?",
    answer=(
        "Because every request costs CPU time, and one thread spends it: {cpu:published} with httpx as published, "
        "{cpu:aiohttp} with aiohttp on plain HTTP and small answers, {cpu:go} with Go."
    ),
    reading=(
        "From the top, each row changes one thing and keeps all changes before it. What is counted is CPU time of the "
        "client's process for each of 200 requests on new connections, so latency plays no part. A change that makes "
        "it dearer points to the right: with no limit there are 200 connections to open, and a client that looks "
        "through all of its connections for each request has 200 to look through. There are not more than 200 requests "
        "because httpx as published does not get through many more: of 700, some wait for a connection for longer than "
        "the 5 s that it allows, as *Traps* shows."
    ),
    reference="published",
    placebo="aiohttp",
    scenarios=STEPS,
    figures=(
        Figure(
            id="waterfall",
            form="waterfall",
            tier="like for like",
            measure="cpu",
            scenarios=tuple(step.id for step in STEPS),
            title="From {cpu:published} of CPU a request to {cpu:go}, one change at a time",
            caption="200 requests, each held for 50 ms; CPU time of the client's process, first batch.",
        ),
        Figure(
            id="time",
            form="dots",
            tier="like for like",
            title="In time 200 requests take {time:published} as published and {time:go} at the end",
            caption="200 requests, each held for 50 ms; with 100 connections waiting alone takes 0.1 s.",
        ),
    ),
)
