"""The published table of six servers, with the loader of the post and with the project's own."""

from msgspec.structs import replace

from bench.model import Answering, ClaimTest, Experiment, Figure, Profile, Scenario

PUBLISHED_PATH = "/planets/mars?lon=145.051&lat=-39.754&elevation=0"
SAME_LENGTH_PATH = f"{PUBLISHED_PATH}&at=2026-11-21T00:00:00"
"""At a fixed instant all answers have one length."""
POST = "stackabuse-aiohttp"
ONE: dict[Profile, int] = {"quick": 1}
TWO: dict[Profile, int] = {"standard": 2}
"""Rounds of a scenario that only shows what is counted, not how fast it is."""


def published(id_: str, title: str, implementation: str, workers: int = 1, *, logs: bool = False) -> Scenario:
    """Return a server under exactly `ab -k -c 20 -n 1000`; it logs requests only where it does so left to itself."""
    return Scenario(
        id=id_,
        title=title,
        tier="as published",
        implementation=implementation,
        workload="serve",
        conditions=Answering(
            connections=20,
            requests=1000,
            path=PUBLISHED_PATH,
            loader="ab",
            workers=workers,
            access_log=logs,
            layout="free",
        ),
        headline=id_ in {"aiohttp-dev", "flask-dev"},
    )


def alike(id_: str, title: str, implementation: str, workers: int) -> Scenario:
    """Return a server that keeps connections, logs nothing, and has a core for all of its workers."""
    return Scenario(
        id=id_,
        title=title,
        tier="like for like",
        implementation=implementation,
        workload="serve",
        conditions=Answering(
            connections=20,
            duration_s=0.5,
            path=SAME_LENGTH_PATH,
            workers=workers,
            threads=20,
            access_log=False,
        ),
        headline=id_ in {"aiohttp-1-alike", "flask-1-alike"},
        rounds=ONE,
    )


AIOHTTP_DEV = published("aiohttp-dev", "aiohttp, its own server", "asyncio_aiohttp_server")
FLASK_DEV = published("flask-dev", "Flask, its development server", "threads_flask_werkzeug", logs=True)
PUBLISHED = (
    AIOHTTP_DEV,
    FLASK_DEV,
    published("aiohttp-1", "aiohttp, gunicorn, 1 worker", "asyncio_aiohttp_gunicorn"),
    published("flask-1", "Flask, gunicorn, 1 sync worker", "processes_flask_gunicorn"),
    published("aiohttp-4", "aiohttp, gunicorn, 4 workers", "asyncio_aiohttp_gunicorn", 4),
    published("flask-4", "Flask, gunicorn, 4 sync workers", "processes_flask_gunicorn", 4),
)
ALIKE = (
    alike("aiohttp-1-alike", "aiohttp, gunicorn, 1 worker", "asyncio_aiohttp_gunicorn", 1),
    alike("flask-1-alike", "Flask, gunicorn, 1 gthread worker", "threads_flask_gthread", 1),
    alike("aiohttp-4-alike", "aiohttp, gunicorn, 4 workers on one core", "asyncio_aiohttp_gunicorn", 4),
    alike("flask-4-alike", "Flask, gunicorn, 4 gthread workers on one core", "threads_flask_gthread", 4),
)


def by(scenario: Scenario, loader: str, title: str) -> Scenario:
    """Return a published scenario with another loader."""
    return replace(
        scenario,
        id=f"{scenario.id}-{loader}",
        title=f"{scenario.title}; {title}",
        conditions=replace(scenario.conditions, loader=loader),
        headline=False,
        rounds=TWO if loader == "ab-l" else {},
    )


LOADERS = (
    by(AIOHTTP_DEV, "loader", "our loader"),
    by(FLASK_DEV, "loader", "our loader"),
    by(AIOHTTP_DEV, "ab-l", "ab -l"),
    by(FLASK_DEV, "ab-l", "ab -l"),
)


def claim(id_: str, scenario: str, fair: str, cause: str, over: tuple[str, str] | None = None) -> ClaimTest:
    """Return what settles a published rate, or a ratio of two."""
    return ClaimTest(
        post=POST,
        claim=id_,
        as_published=scenario,
        like_for_like=fair,
        measure="rate",
        over=over[0] if over else None,
        fair_over=over[1] if over else None,
        cause=cause,
        see=("fair", "stack"),
    )


KEEPS = "{kept:flask-dev} of Flask's connections were kept and {kept:aiohttp-dev} of aiohttp's."
MACHINE = "Cause not found beyond another machine and other versions; what carries over is the ratio of two."
SYNC = "Flask's sync worker kept {kept:flask-1} of its connections, aiohttp's {kept:aiohttp-1}."
CORES = "4 workers and the loader share the cores of the machine, so this is no rate of a core."
NOT_FOUND = (
    "Like for like, with connections kept on both sides, the ratio is the one beside this. Why it is another one than "
    "the post's: cause not found; machine, Python, aiohttp and Flask are not those of 2018."
)

EXPERIMENT = Experiment(
    id="planets",
    kind="servers",
    order=1,
    title="The published table of servers",
    question="aiohttp or Flask, on their own servers, under gunicorn, and with 4 workers: how many requests a second?",
    answer=(
        "With `ab -k -c 20 -n 1000`, as published, aiohttp's own server gives {rate:aiohttp-dev} and Flask's "
        "{rate:flask-dev}: aiohttp {versus:aiohttp-dev/flask-dev}. Where both keep connections, log nothing and have "
        "one core for a gunicorn worker, aiohttp {versus:aiohttp-1-alike/flask-1-alike}."
    ),
    reading=(
        "`ab -k` asks to keep connections, but speaks HTTP/1.0. aiohttp does keep them; Flask's development server "
        "and gunicorn's sync worker close each after one answer, so that the published table compares setting up "
        "connections too. Flask's development server also writes a line for each request, and aiohttp's own server "
        "does not. 1,000 requests last {lasted:aiohttp-dev} with aiohttp and {lasted:flask-dev} with Flask. The "
        "loader shares the cores with the server, and the instant of each request is its own, so answers can differ "
        "in length by a digit: ab without -l calls those failed, though nothing failed. Our own loader under the same "
        "conditions gives {rate:aiohttp-dev-loader} for aiohttp and {rate:flask-dev-loader} for Flask; ab with -l "
        "gives {rate:aiohttp-dev-ab-l} and {rate:flask-dev-ab-l}. Like for like, the server has one core and the "
        "loader the other. Four workers on one core show what a worker costs and not what more cores bring; kept "
        "connections stay with the worker that accepted them, so that of aiohttp's four the busiest gave "
        "{busiest:aiohttp-4-alike} of the answers."
    ),
    reference="flask-dev",
    placebo="aiohttp-dev",
    scenarios=PUBLISHED + LOADERS + ALIKE,
    figures=(
        Figure(
            id="published",
            form="dots",
            tier="as published",
            measure="rate",
            scenarios=tuple(scenario.id for scenario in PUBLISHED),
            title="As published, aiohttp's own server gives {rate:aiohttp-dev}, Flask's {rate:flask-dev}",
            caption="`ab -k -c 20 -n 1000`; the loader and the server share both cores.",
        ),
        Figure(
            id="alike",
            form="dots",
            tier="like for like",
            measure="rate",
            title="Where both keep connections, aiohttp gives {rate:aiohttp-1-alike} on one core, Flask "
            "{rate:flask-1-alike}",
            caption="20 kept connections for 0.5 s; the server with all its workers on one core, the loader on the "
            "other.",
        ),
        Figure(
            id="loaders",
            form="dots",
            tier="as published",
            measure="rate",
            scenarios=("aiohttp-dev", "flask-dev", *(scenario.id for scenario in LOADERS)),
            title="The same server gives {rate:aiohttp-dev} by ab and {rate:aiohttp-dev-loader} by our loader",
            caption="20 connections, 1,000 requests; the loader and the server share both cores.",
        ),
    ),
    claims=(
        claim("aiohttp-dev", "aiohttp-dev", "aiohttp-1-alike", f"{MACHINE} {KEEPS}"),
        claim("flask-dev", "flask-dev", "flask-1-alike", f"{MACHINE} {KEEPS}"),
        claim("aiohttp-gunicorn-1", "aiohttp-1", "aiohttp-1-alike", f"{MACHINE} {SYNC}"),
        claim("flask-gunicorn-1", "flask-1", "flask-1-alike", f"{MACHINE} {SYNC}"),
        claim("aiohttp-gunicorn-4", "aiohttp-4", "aiohttp-4-alike", f"{MACHINE} {CORES}"),
        claim("flask-gunicorn-4", "flask-4", "flask-4-alike", f"{MACHINE} {CORES}"),
        claim("aiohttp-vs-flask-gunicorn-1", "aiohttp-1", "aiohttp-1-alike", NOT_FOUND, ("flask-1", "flask-1-alike")),
        claim("aiohttp-vs-flask-gunicorn-4", "aiohttp-4", "aiohttp-4-alike", NOT_FOUND, ("flask-4", "flask-4-alike")),
    ),
)
