"""How long do answers take under a rate that does not wait for them?"""

from bench.experiments.planets import SAME_LENGTH_PATH
from bench.model import Answering, Experiment, Figure, Profile, Scenario

CAPACITY = 3_000
"""Answers a second that Flask on gthread, the slower server, gives on one core of this project's standard machine.

A plan fixes its rates before anything is measured. On another machine they are other shares of the capacity; the
point of saturation is found from what was measured, not from this number.
"""
SHARES = (25, 50, 75, 90, 110, 200)
BEYOND = (300, 400)
"""Percent of the capacity; the last ones are for the faster server alone."""
LONGEST = 1_400
"""Answers that make a p99, with some to spare."""
ROUNDS: dict[Profile, int] = {"standard": 2, "quick": 1}
WAYS = {
    "flask": ("Flask on gunicorn, gthread", "threads_flask_gthread"),
    "aiohttp": ("aiohttp on its own server", "asyncio_aiohttp_server"),
}


def offered(way: str, share: int) -> Scenario:
    """Return a server to which so many percent of the capacity are offered."""
    title, implementation = WAYS[way]
    return Scenario(
        id=f"{way}-{share}",
        title=f"{title}, {CAPACITY * share // 100:,} requests a second",
        tier="like for like",
        implementation=implementation,
        workload="serve",
        series=title,
        conditions=Answering(
            connections=200,
            duration_s=max(1.0, LONGEST / (CAPACITY * share / 100)),
            rate=CAPACITY * share / 100,
            path=SAME_LENGTH_PATH,
            threads=20,
            access_log=False,
        ),
        headline=(way, share) in {("flask", 90), ("aiohttp", 90)},
        may_fail="failed_requests" if share > 100 else None,  # noqa: PLR2004 – past the capacity.
        rounds=ROUNDS,
    )


SCENARIOS = (
    *(offered(way, share) for way in WAYS for share in SHARES),
    *(offered("aiohttp", share) for share in BEYOND),
)


def curve(way: str) -> Figure:
    """Return the quantiles of a way over the load."""
    return Figure(
        id=f"quantiles-{way}",
        form="quantiles",
        tier="like for like",
        measure="p50",
        scenarios=tuple(scenario.id for scenario in SCENARIOS if scenario.id.startswith(way)),
        title=f"{WAYS[way][0]} gives 99 of 100 answers within {{p99:{way}-50}} at {CAPACITY // 2:,} a second, "
        f"{{p99:{way}-90}} at {CAPACITY * 9 // 10:,}",
        caption="The planet tracker on one core, requests sent when they are due whatever became of those before.",
    )


EXPERIMENT = Experiment(
    id="tail",
    kind="servers",
    order=6,
    title="Latency under load",
    question="Requests come at a fixed rate and wait for nobody: how long do answers take?",
    answer=(
        f"Asked for {CAPACITY // 2:,} requests a second, Flask on gthread answers 99 of 100 within {{p99:flask-50}} "
        f"and "
        f"aiohttp within {{p99:aiohttp-50}}; for {CAPACITY * 9 // 10:,} within {{p99:flask-90}} and "
        f"{{p99:aiohttp-90}}. Asked for {CAPACITY * 2:,}, which Flask cannot give, half of its answers take "
        "{p50:flask-200} or more, and half of aiohttp's {p50:aiohttp-200}."
    ),
    reading=(
        f"The rates are 25 to 200 % of {CAPACITY:,} a second, what the slower server gives on a core of the machine on "
        "which this was planned; they are fixed beforehand, so on another machine they are other shares. An answer is "
        "timed from when its request was due, not from when a connection was free for it: else a server that stalls "
        "would look quick, since nobody would ask it meanwhile. Past saturation requests queue, and how long one "
        "takes depends on how long the load lasts. After twice the capacity Flask needed {recovery:flask-200} until a "
        "single request was as quick as before; aiohttp needed {recovery:aiohttp-200}. Past its capacity a server may "
        "refuse or drop requests; then it has no time, and the reason stands in the table, beside how busy each "
        "server was."
    ),
    reference="flask-90",
    placebo="aiohttp-90",
    scenarios=SCENARIOS,
    figures=(
        curve("flask"),
        curve("aiohttp"),
        Figure(
            id="p99",
            form="lines",
            tier="like for like",
            measure="p99",
            over="rate",
            title=f"At {CAPACITY * 9 // 10:,} a second 99 of 100 answers come within {{p99:flask-90}} from Flask, "
            "{p99:aiohttp-90} from aiohttp",
            caption="The planet tracker on one core for the server; each answer timed from when its request was due.",
        ),
    ),
)
