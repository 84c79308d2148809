"""Does the event loop matter?"""

from bench.model import Experiment, Fetching, Figure, Scenario


def on(id_: str, title: str, implementation: str) -> Scenario:
    """Return 2,000 requests, 100 in flight, on connections kept from a first batch, answered at once."""
    return Scenario(
        id=id_,
        title=title,
        tier="like for like",
        implementation=implementation,
        workload="one_session",
        counts="warm",
        conditions=Fetching(requests=2000, concurrency=100, latency_s=0, batches=2),
        headline=id_ == "asyncio",
    )


EXPERIMENT = Experiment(
    id="loops",
    kind="clients",
    order=12,
    title="Event loops",
    question="Does the event loop matter?",
    answer=(
        "With aiohttp a request costs {cpu:asyncio} of CPU on asyncio's own loop and {cpu:uvloop} on uvloop; with "
        "eager tasks it costs {cpu:eager}."
    ),
    reading=(
        "The server answers at once, so the loop and the client are all that works. Eager tasks, from Python 3.12 on, "
        "run a coroutine until it first waits before they give it to the loop. Trio is not among them: aiohttp does "
        "not run on it, and httpx, which does, is slower on asyncio too where trio is installed, since it then asks "
        "at every request which loop is running."
    ),
    reference="asyncio",
    placebo="asyncio",
    scenarios=(
        on("asyncio", "aiohttp on asyncio", "asyncio_aiohttp"),
        on("uvloop", "aiohttp on uvloop", "eventloop_aiohttp_uvloop"),
        on("eager", "aiohttp on asyncio, eager tasks", "asyncio_aiohttp_eager"),
    ),
    figures=(
        Figure(
            id="cpu",
            form="dots",
            tier="like for like",
            measure="cpu",
            scenarios=("asyncio", "uvloop", "eager"),
            title="A request on asyncio costs {cpu:asyncio} of CPU, on uvloop {cpu:uvloop}",
            caption="2,000 requests, 100 in flight, kept connections, answered at once; aiohttp.",
        ),
    ),
)
