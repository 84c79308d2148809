"""How many workers? From one to four times as many as there are cores."""

from bench.model import Answering, Experiment, Figure, Profile, Scenario

NUMBERS = (1, 2, 3, 4, 5, 8)
BURN_S, WAIT_S = 0.005, 0.02
FEW: dict[Profile, int] = {"standard": 2, "quick": 1}
WAYS = {
    "flask": ("Flask, sync workers", "processes_flask_gunicorn"),
    "aiohttp": ("aiohttp", "asyncio_aiohttp_gunicorn"),
}


def answers(way: str, number: int, *, waits: bool) -> Scenario:
    """Return a way with `number` workers, whose handler waits, or else computes."""
    title, implementation = WAYS[way]
    plural = "s" * (number > 1)
    return Scenario(
        id=f"{way}-{'waits' if waits else 'burns'}-{number}",
        title=f"{title.removesuffix(', sync workers')}, {number} worker{plural}, {'waits' if waits else 'computes'}",
        tier="like for like",
        implementation=implementation,
        workload="serve",
        series=f"{title}, {'waits' if waits else 'computes'}",
        conditions=Answering(
            connections=32,
            duration_s=0.8,
            path="/job",
            wait_s=WAIT_S if waits else 0,
            burn_s=0 if waits else BURN_S,
            workers=number,
            access_log=False,
            layout="free",
        ),
        headline=(way, waits, number) in {("flask", False, 1), ("flask", False, 2)},
        rounds=FEW,
    )


BURNING = tuple(answers("flask", number, waits=False) for number in NUMBERS)
WAITING = tuple(answers("flask", number, waits=True) for number in NUMBERS)
AIOHTTP = tuple(answers("aiohttp", number, waits=waits) for waits in (False, True) for number in (1, 2, 4))

EXPERIMENT = Experiment(
    id="workers",
    kind="servers",
    order=5,
    title="How many workers?",
    question="Two cores: how many worker processes, for a handler that computes and for one that waits?",
    answer=(
        "A handler that computes for 5 ms gives {rate:flask-burns-1} with one sync worker, {rate:flask-burns-2} with "
        "two and {rate:flask-burns-8} with eight. One that waits for 20 ms gives {rate:flask-waits-1} with one and "
        "{rate:flask-waits-8} with eight. One aiohttp worker gives {rate:aiohttp-waits-1} there; where it computes two "
        "give {rate:aiohttp-burns-2} and one {rate:aiohttp-burns-1}, since they do not share connections evenly."
    ),
    reading=(
        "Who computes needs a core, so that more workers than cores cannot help; they only take memory. Who waits "
        "needs none, so that each further sync worker adds the same, until a core is full; an event loop waits for "
        "all at once, and one worker is enough until its core is full. Here server and loader share both cores: what "
        "the loader takes is missing to the workers, and its share stands in the table, with that of the busiest "
        "worker. Connections that are kept stay with the worker that accepted them: of aiohttp's two workers the "
        "busier gave {busiest:aiohttp-burns-2} of the answers, where an even share is a half."
    ),
    reference="flask-burns-2",
    placebo="flask-burns-2",
    scenarios=BURNING + WAITING + AIOHTTP,
    figures=(
        Figure(
            id="burns",
            form="lines",
            tier="like for like",
            measure="rate",
            over="workers",
            scenarios=tuple(s.id for s in (*BURNING, *AIOHTTP[:3])),
            title="A handler that computes gives {rate:flask-burns-1} with 1 worker, {rate:flask-burns-2} with 2, "
            "{rate:flask-burns-8} with 8",
            caption="5 ms of CPU time for each answer, 32 connections, 0.8 s; two cores for the server and the loader.",
        ),
        Figure(
            id="waits",
            form="lines",
            tier="like for like",
            measure="rate",
            over="workers",
            scenarios=tuple(s.id for s in (*WAITING, *AIOHTTP[3:])),
            title="A handler that waits gives {rate:flask-waits-1} with 1 sync worker, {rate:flask-waits-8} with 8",
            caption="20 ms of waiting for each answer, 32 connections, 0.8 s; two cores for the server and the loader.",
        ),
    ),
)
