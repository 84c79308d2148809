"""Of what is the published ratio made? From Flask to aiohttp, both as published, one change at a time."""

from msgspec.structs import replace

from bench.experiments.planets import FLASK_DEV
from bench.model import Answering, ClaimTest, Experiment, Figure, Profile, Scenario

LONG: dict[Profile, int] = {"standard": 2}
"""Rounds of what lasts 5 s."""
QUICK: dict[Profile, int] = {"quick": 2}


def changed(before: Scenario, id_: str, title: str, **change: object) -> Scenario:
    """Return a scenario that differs from the one before in one thing."""
    conditions = {name: value for name, value in change.items() if name in Answering.__struct_fields__}
    others = {name: value for name, value in change.items() if name not in conditions}
    return replace(
        before, id=id_, title=title, headline=False, conditions=replace(before.conditions, **conditions), **others
    )


PUBLISHED = replace(
    FLASK_DEV, tier="like for like", title="Flask as published: ab, 1,000 requests, 20 connections", rounds=QUICK
)
SILENT = changed(PUBLISHED, "silent", "no access log", access_log=False, rounds={})
LOADER = changed(SILENT, "loader", "our loader for ab", loader="loader", keep_alive=False)
SYNC = changed(LOADER, "sync", "gunicorn, sync, for the development server", implementation="processes_flask_gunicorn")
GTHREAD = changed(SYNC, "gthread", "gthread, 20 threads, for sync", implementation="threads_flask_gthread", threads=20)
KEPT = changed(GTHREAD, "kept", "connections kept", keep_alive=True)
WIDE = changed(KEPT, "wide", "100 connections for 20", connections=100)
LASTING = changed(WIDE, "lasting", "5 s for 1,000 requests", requests=None, duration_s=5, rounds=LONG)
AIOHTTP = changed(
    LASTING, "aiohttp", "aiohttp on its own server for Flask", implementation="asyncio_aiohttp_server", threads=None
)
SHORT = changed(AIOHTTP, "short", "1,000 requests again", requests=1000, duration_s=None, rounds={})
NARROW = changed(SHORT, "narrow", "20 connections again", connections=20)
BACK = replace(
    changed(NARROW, "aiohttp-dev", "ab again: aiohttp as published", loader="ab"), headline=True, rounds=QUICK
)
STEPS = (PUBLISHED, SILENT, LOADER, SYNC, GTHREAD, KEPT, WIDE, LASTING, AIOHTTP, SHORT, NARROW, BACK)
EXPERIMENT = Experiment(
    id="fair",
    kind="servers",
    order=2,
    title="What the published ratio is made of",
    question="aiohttp answers more requests than Flask, as published: how much of it is aiohttp?",
    answer=(
        "As published aiohttp gives {factor:aiohttp-dev/flask-dev} the answers of Flask's development server. Without "
        "the access log Flask {versus:silent/flask-dev}; on gunicorn's sync worker it gives "
        "{factor:sync/loader} the answers, but with 20 threads for it only {factor:gthread/sync}; kept connections "
        "give {factor:kept/gthread}, and aiohttp in Flask's place {factor:aiohttp/lasting}."
    ),
    reading=(
        "The way leads from one published figure to the other, and each row changes one thing on top of all before. "
        "First Flask gets what aiohttp had, then aiohttp takes Flask's place, then the load of the post comes back. "
        "What is drawn is the time from answer to answer, which adds up; in the table below the same changes are "
        "factors of the rate, whose product is the published ratio as we measure it. In the third row the loader no "
        "longer asks to keep connections: this server closes them anyway. What lasts 5 s has fewer rounds. Loader and "
        "server share both cores, as in the post. That is not kind to threads: those of one Python hand its lock over "
        "between the cores, so that an answer costs gunicorn's threads {cpu:kept} of CPU here; on a core of their own "
        "they need less, and aiohttp is less far ahead, see *The published table of servers*."
    ),
    reference="flask-dev",
    placebo="aiohttp-dev",
    scenarios=STEPS,
    figures=(
        Figure(
            id="waterfall",
            form="waterfall",
            tier="like for like",
            measure="interval",
            scenarios=tuple(step.id for step in STEPS),
            title="Of {factor:aiohttp-dev/flask-dev} as published, aiohttp in Flask's place makes "
            "{factor:aiohttp/lasting}",
            caption="From Flask's development server to aiohttp's own, one change at a time; both cores for both "
            "sides.",
        ),
        Figure(
            id="rates",
            form="dots",
            tier="like for like",
            measure="rate",
            scenarios=tuple(step.id for step in STEPS),
            title="Flask gives {rate:flask-dev} as published, and {rate:kept} with kept connections in 20 threads",
            caption="Each row has all the changes of the rows before it in the figure above.",
        ),
    ),
    claims=(
        ClaimTest(
            post="stackabuse-aiohttp",
            claim="aiohttp-vs-flask-dev",
            as_published="aiohttp-dev",
            over="flask-dev",
            like_for_like="aiohttp",
            fair_over="lasting",
            measure="rate",
            cause=(
                "Of what we measure, the access log makes {factor:silent/flask-dev}, gunicorn's threads for the "
                "development server {factor:gthread/loader}, kept connections {factor:kept/gthread}, and aiohttp in "
                "Flask's place {factor:aiohttp/lasting}. Why aiohttp is further ahead than in 2018: cause not found; "
                "machine, Python, aiohttp and Flask are others."
            ),
            see=("planets", "stack"),
        ),
    ),
)
