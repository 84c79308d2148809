"""How fast is what asks, when it is to find the limit of a server?"""

from bench.model import Experiment, Fetching, Figure, Scenario


def load(id_: str, title: str, code: tuple[str, str], width: int, requests: int) -> Scenario:
    """Return `requests` on `width` kept connections, answered at once; `code` is an implementation and its workload."""
    return Scenario(
        id=f"{id_}-{width}",
        title=f"{title}, {width:,} connections",
        tier="like for like",
        implementation=code[0],
        workload=code[1],
        counts="warm",
        conditions=Fetching(requests=requests, concurrency=width, latency_s=0, batches=2),
        headline=width == MIDDLE,
    )


MIDDLE = 100

EXPERIMENT = Experiment(
    id="loader-ceiling",
    kind="instrument",
    order=2,
    title="The loader's ceiling",
    question="How fast is what asks, when it is to find the limit of a server?",
    answer=(
        "On 100 connections a request costs {cpu:fasthttp-100} of CPU with fasthttp, the client that looks for limits "
        "here, {cpu:nethttp-100} with net/http and {cpu:aiohttp-100} with aiohttp."
    ),
    reading=(
        "What finds the limit of a server must not be the limit itself. So the cheapest client is taken, and its own "
        "CPU time for a request stands beside that of the usual ones; one core divided by it is the most that it can "
        "ask for. Whether it was the limit of a result is seen there, from the CPU time of both sides."
    ),
    reference="fasthttp-100",
    placebo="fasthttp-100",
    scenarios=(
        *(load("fasthttp", "Go: fasthttp", ("go_fasthttp", "oneClient"), width, 20_000) for width in (16, 100, 1000)),
        load("nethttp", "Go: net/http", ("go_nethttp", "oneClient"), MIDDLE, 5_000),
        load("aiohttp", "aiohttp", ("asyncio_aiohttp", "one_session"), MIDDLE, 1_000),
    ),
    figures=(
        Figure(
            id="cpu",
            form="dots",
            tier="like for like",
            measure="cpu",
            title="A request costs fasthttp {cpu:fasthttp-100} of CPU, net/http {cpu:nethttp-100}",
            caption="Requests on kept connections to the mock server, which answers at once; second batch.",
        ),
    ),
)
