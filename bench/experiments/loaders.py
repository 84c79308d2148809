"""How fast is what loads the servers, beside the loaders that everybody knows?"""

from bench.model import Answering, Experiment, Figure, Profile, Scenario

REQUESTS = 20_000
ONE: dict[Profile, int] = {"quick": 3}
LOADERS = {"loader": "our loader", "ab": "ab -k", "wrk": "wrk -t1"}


def load(id_: str, title: str, implementation: str, loader: str = "loader") -> Scenario:
    """Return a loader against a server's start page, each on a core of its own."""
    timed = loader != "ab"
    return Scenario(
        id=id_,
        title=title,
        tier="like for like",
        implementation=implementation,
        workload="serve",
        conditions=Answering(
            connections=16,
            requests=None if timed else REQUESTS,
            duration_s=1 if timed else None,
            path="/",
            loader=loader,  # type: ignore[arg-type]
            access_log=False,
        ),
        headline=id_ == "loader",
        rounds=ONE,
    )


ON_GO = tuple(load(loader, f"{title} against Go", "go_nethttp_server", loader) for loader, title in LOADERS.items())
ON_PYTHON = (
    load("asgi", "our loader against ASGI without a framework", "asyncio_asgi_uvicorn"),
    load("aiohttp", "our loader against aiohttp on uvloop", "eventloop_aiohttp_server_uvloop"),
)

EXPERIMENT = Experiment(
    id="loaders",
    kind="instrument",
    order=3,
    title="The loaders' ceilings",
    question="How fast is what loads the servers, beside ab and wrk?",
    answer=(
        "One core of our loader would be enough for {ceiling:loader}, by its CPU time of {asking:loader} a request; "
        "one of "
        "wrk for {ceiling:wrk}, one of ab for {ceiling:ab}. The fastest server in Python here gives {rate:aiohttp}."
    ),
    reading=(
        "Each loader asks the same server, Go's net/http, for its start page; loader and server have a core each. "
        "Then the server is the limit and all loaders show the same rate, which is what loaders are for; so what "
        "counts is how much of its core a loader needs for it. A second of CPU divided by that of a request is the "
        "most that it can ask for: its ceiling. ab counts as the others do, but for answers of differing lengths, see "
        "the page on the published table."
    ),
    reference="loader",
    placebo="loader",
    scenarios=ON_GO + ON_PYTHON,
    figures=(
        Figure(
            id="cpu",
            form="dots",
            tier="like for like",
            measure="asking",
            scenarios=tuple(scenario.id for scenario in ON_GO),
            title="A request costs our loader {asking:loader} of CPU, wrk {asking:wrk}, ab {asking:ab}",
            caption="16 kept connections to Go's net/http; a core each.",
        ),
        Figure(
            id="rate",
            form="dots",
            tier="like for like",
            measure="rate",
            title="One core of our loader gets {rate:loader} from the same server, one of wrk {rate:wrk}",
            caption="16 kept connections; a core for the server, another for the loader.",
        ),
    ),
)
