"""Framework or server? The same application on each pair, in requests a second on one core."""

from bench.experiments.planets import SAME_LENGTH_PATH
from bench.model import Answering, Experiment, Figure, Profile, Scenario

THREADS = 20
"""As many as there are connections."""
OFTEN: dict[Profile, int] = {"quick": 2}
FEW: dict[Profile, int] = {"quick": 2, "standard": 3}
"""Rounds of a handler that does nothing: the ways differ by factors."""
JOB = "/job"


def pair(id_: str, title: str, implementation: str, path: str = SAME_LENGTH_PATH) -> Scenario:
    """Return a framework on a server, under 20 connections that the loader wants to keep."""
    return Scenario(
        id=id_,
        title=title,
        tier="like for like",
        implementation=implementation,
        workload="serve",
        conditions=Answering(connections=20, duration_s=0.4, path=path, threads=THREADS, access_log=False),
        headline=id_ in {"aiohttp", "flask-gthread"},
        rounds=FEW if path == JOB else OFTEN,
    )


PLANETS = (
    pair("flask-werkzeug", "Flask on Werkzeug", "threads_flask_werkzeug"),
    pair("flask-sync", "Flask on gunicorn, sync", "processes_flask_gunicorn"),
    pair("flask-gthread", "Flask on gunicorn, gthread", "threads_flask_gthread"),
    pair("flask-gevent", "Flask on gunicorn, gevent", "pool_flask_gevent"),
    pair("flask-waitress", "Flask on waitress", "threads_flask_waitress"),
    pair("flask-granian", "Flask on granian", "threads_flask_granian"),
    pair("aiohttp", "aiohttp on its own server", "asyncio_aiohttp_server"),
    pair("aiohttp-uvloop", "aiohttp on its own server, uvloop", "eventloop_aiohttp_server_uvloop"),
    pair("aiohttp-gunicorn", "aiohttp on gunicorn", "asyncio_aiohttp_gunicorn"),
    pair("starlette-uvicorn", "Starlette on uvicorn", "asyncio_starlette_uvicorn"),
    pair("starlette-uvloop", "Starlette on uvicorn, uvloop", "eventloop_starlette_uvicorn_uvloop"),
    pair("starlette-granian", "Starlette on granian", "asyncio_starlette_granian"),
    pair("fastapi-uvicorn", "FastAPI on uvicorn", "asyncio_fastapi_uvicorn"),
    pair("fastapi-granian", "FastAPI on granian", "asyncio_fastapi_granian"),
    pair("wsgi", "no framework: WSGI on gunicorn, sync", "processes_wsgi_gunicorn"),
    pair("asgi", "no framework: ASGI on uvicorn", "asyncio_asgi_uvicorn"),
)
BARE = (
    pair("go-job", "does nothing: Go, net/http", "go_nethttp_server", JOB),
    pair("asgi-job", "does nothing: ASGI on uvicorn", "asyncio_asgi_uvicorn", JOB),
    pair("aiohttp-job", "does nothing: aiohttp on its own server", "asyncio_aiohttp_server", JOB),
    pair("flask-job", "does nothing: Flask on gunicorn, gthread", "threads_flask_gthread", JOB),
)

EXPERIMENT = Experiment(
    id="stack",
    kind="servers",
    order=3,
    title="Framework or server?",
    question="The same answer from each framework on each server: how many requests a second does one core give?",
    answer=(
        "Flask gives {rate:flask-gthread} on gunicorn's gthread worker, {rate:flask-gevent} on its gevent worker and "
        "{rate:flask-granian} on granian; aiohttp's own server gives {rate:aiohttp}. Without a framework it is "
        "{rate:wsgi} over WSGI on gunicorn's sync worker and {rate:asgi} over ASGI on uvicorn."
    ),
    reading=(
        "Every row answers the same requests with the same bytes, on one core for the server and all its workers, so "
        "that a rate is one of a core and can be multiplied by cores, as far as nothing else is shared. Each answer "
        "has the position of a planet computed: what a row without a framework reaches is the most that any framework "
        "on that server could. Werkzeug and gunicorn's sync worker close each connection after an answer, asked or "
        "not, and pay for a new one every time. The lower figure is of a handler that does nothing, and only there Go "
        "can stand beside Python: it has no PyEphem."
    ),
    reference="aiohttp",
    placebo="aiohttp",
    scenarios=PLANETS + BARE,
    figures=(
        Figure(
            id="planets",
            form="dots",
            tier="like for like",
            measure="rate",
            scenarios=tuple(scenario.id for scenario in PLANETS),
            title="On one core Flask gives {rate:flask-werkzeug} to {rate:flask-granian}, by server; aiohttp "
            "{rate:aiohttp}",
            caption="The planet tracker, 20 connections, 0.4 s; a core for the server, another for the loader.",
        ),
        Figure(
            id="job",
            form="dots",
            tier="like for like",
            measure="rate",
            scenarios=tuple(scenario.id for scenario in BARE),
            title="A handler that does nothing: aiohttp {rate:aiohttp-job}, Go {rate:go-job}",
            caption="20 connections, 0.4 s; a core for the server, another for the loader.",
        ),
        Figure(
            id="cpu",
            form="dots",
            tier="like for like",
            measure="cpu",
            scenarios=tuple(scenario.id for scenario in PLANETS),
            title="An answer costs Flask on gthread {cpu:flask-gthread} of CPU, aiohttp {cpu:aiohttp}",
            caption="CPU time of the server and all its workers for each answer of the planet tracker.",
        ),
    ),
)
