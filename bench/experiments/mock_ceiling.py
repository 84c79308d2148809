"""How fast is the server that answers every client, and how true is its latency?"""

from bench.model import Experiment, Fetching, Figure, Profile, Scenario

WIDTHS = (1, 100, 1000, 5000)
FEW: dict[Profile, int] = {"standard": 3}


def asked(width: int, latency_s: float, requests: int) -> Scenario:
    """Return a scenario with `width` connections, from the client that costs least."""
    held = "answers at once" if latency_s == 0 else "holds each for 0.2 s"
    connections = "1 connection" if width == 1 else f"{width:,} connections"
    return Scenario(
        id=f"{'held' if latency_s else 'free'}-{width}",
        title=f"{connections}, {held}",
        tier="like for like",
        implementation="go_fasthttp",
        workload="oneClient",
        series=held,
        counts="warm",
        conditions=Fetching(requests=requests, concurrency=width, latency_s=latency_s, batches=2),
        headline=width in {100, 1000},
        rounds={} if width in {100, 1000} else FEW,
    )


EXPERIMENT = Experiment(
    id="mock-ceiling",
    kind="instrument",
    order=1,
    title="The mock server's ceiling",
    question="How fast is the server that answers every client, and how true is its latency?",
    answer=(
        "On its one core the server answers {rate:free-100} on 100 connections, {rate:free-1000} on 1,000. 99 % of the "
        "answers that it was to hold for 0.2 s were late by less than {late:held-1000} on 1,000 connections, "
        "{late:held-5000} on 5,000."
    ),
    reading=(
        "A client's result is the client's only as long as the server waits for it, and not the other way round. So "
        "the server is asked by the client that costs least, in Go with fasthttp, on the other core. A result for "
        "which the server was busy for over a third of the time is doubted on its page: that is a third of this "
        "ceiling, whatever the answers cost. How late answers are is the server's own count, of every request."
    ),
    reference="free-100",
    placebo="free-100",
    scenarios=(
        *(asked(width, 0, 2_000 if width == 1 else 20_000) for width in WIDTHS),
        *(asked(width, 0.2, width) for width in WIDTHS),
    ),
    figures=(
        Figure(
            id="rate",
            form="dots",
            tier="like for like",
            scenarios=tuple(f"free-{width}" for width in WIDTHS[1:]),
            title="20,000 requests take {time:free-100} on 100 connections: {rate:free-100}",
            caption="20,000 requests that are answered at once, on kept connections.",
        ),
        Figure(
            id="held",
            form="dots",
            tier="like for like",
            scenarios=tuple(f"held-{width}" for width in WIDTHS),
            title="5,000 requests of 0.2 s at once take {time:held-5000}",
            caption="One request on each connection, held for 0.2 s; kept connections.",
        ),
    ),
)
