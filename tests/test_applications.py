"""Every application answers the same, asked in the process of the test and without any server."""

import asyncio
import io
import json
import logging
import os
import sys
from importlib import import_module
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from aiohttp.test_utils import TestClient, TestServer

from bench.catalog import ROOT
from bench.planets.positions import START_PAGE, answer

AT = "at=2018-06-01T12:00:00"
GEELONG = {"lon": "145.051", "lat": "-39.754", "elevation": "0", "at": "2018-06-01T12:00:00"}
FOUND = sorted(path.stem for path in (ROOT / "bench" / "planets").glob("*_app.py"))
Answer = tuple[int, dict[str, str], bytes]


def ask(name: str, path: str, query: str = "") -> Answer:
    """Ask an application; the names of headers come in lower case."""
    try:
        module = import_module(f"bench.planets.{name}")
    except ImportError as missing:
        pytest.skip(str(missing))
    if name == "aiohttp_app":
        return asyncio.run(ask_aiohttp(module.application, f"{path}?{query}"))
    if name in {"flask_app", "wsgi_app"}:
        return ask_wsgi(module.app, path, query)
    return asyncio.run(ask_asgi(module.app, path, query))


async def ask_aiohttp(application: Any, path: str) -> Answer:
    async with TestClient(TestServer(await application())) as client, client.get(path) as response:
        headers = {key.lower(): value for key, value in response.headers.items()}
        return response.status, headers, await response.read()


def ask_wsgi(app: Any, path: str, query: str) -> Answer:
    told: list[Any] = []
    environ: dict[str, Any] = {"PATH_INFO": path, "QUERY_STRING": query, "wsgi.input": io.BytesIO()}
    setup_testing_defaults(environ)
    body = b"".join(app(environ, lambda status, headers, _=None: told.extend((status, headers))))
    return int(told[0].split()[0]), {key.lower(): value for key, value in told[1]}, body


async def ask_asgi(app: Any, path: str, query: str) -> Answer:
    said: list[Any] = []
    scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": []}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    await app(scope, receive, send)
    headers = {key.decode(): value.decode() for key, value in said[0]["headers"]}
    return said[0]["status"], headers, b"".join(message.get("body", b"") for message in said[1:])


@pytest.fixture(params=FOUND)
def name(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def test_there_is_one_for_each_framework_and_two_without() -> None:
    frameworks = {"aiohttp_app", "asgi_app", "fastapi_app", "flask_app", "starlette_app", "wsgi_app"}
    assert frameworks <= set(FOUND)


def test_the_start_page_is_the_same(name: str) -> None:
    status, headers, body = ask(name, "/")
    assert (status, headers["content-type"].partition(";")[0]) == (200, "text/html")
    assert body.decode() == START_PAGE


def test_a_planet_is_where_the_reference_says(name: str) -> None:
    query = "&".join(f"{key}={value}" for key, value in GEELONG.items())
    status, headers, body = ask(name, "/planets/mars", query)
    assert (status, json.loads(body)) == answer("mars", GEELONG)
    assert headers["content-length"] == str(len(body))


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("/planets/mars", AT, 200),
        ("/planets/krypton", AT, 404),
        ("/planets/mars", "lon=east", 400),
        ("/planets/mars", "lat=91", 400),
        ("/planets/mars", "at=noon", 400),
        ("/job", "", 200),
        ("/job", "wait_s=-1", 400),
        ("/job", "burn_s=long", 400),
    ],
)
def test_each_answer_is_json_and_says_who_gave_it(name: str, path: str, query: str, status: int) -> None:
    answered, headers, body = ask(name, path, query)
    assert (answered, headers["content-type"].partition(";")[0]) == (status, "application/json")
    assert isinstance(json.loads(body), dict)
    assert headers["worker"] == str(os.getpid())


def test_a_path_that_leads_nowhere_is_not_found(name: str) -> None:
    assert ask(name, "/nowhere")[0] == 404


def test_a_job_waits_first_and_then_computes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, float]] = []

    async def sleep(wait_s: float) -> None:
        done.append(("wait", wait_s))

    monkeypatch.setattr("time.sleep", lambda wait_s: done.append(("wait", wait_s)))
    module = import_module(f"bench.planets.{name}")
    monkeypatch.setattr(module, "burn", lambda burn_s: done.append(("burn", burn_s)))
    if hasattr(module, "asyncio"):
        monkeypatch.setattr(module.asyncio, "sleep", sleep)
    status, _, body = ask(name, "/job", "wait_s=0.5&burn_s=0.25")
    assert (status, json.loads(body)) == (200, {"status": "ok"})
    assert [one for one in done if one[1]] == [("wait", 0.5), ("burn", 0.25)]


def test_the_bare_asgi_application_starts_and_ends_when_it_is_told_to() -> None:
    messages, said = iter(["lifespan.startup", "lifespan.shutdown"]), list[str]()

    async def receive() -> dict[str, Any]:
        return {"type": next(messages)}

    async def send(message: dict[str, Any]) -> None:
        said.append(message["type"])

    asyncio.run(import_module("bench.planets.asgi_app").app({"type": "lifespan"}, receive, send))
    assert said == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


@pytest.mark.parametrize("module", ["aiohttp_app", "flask_app"])
@pytest.mark.parametrize("log", [[], ["--log", "access.log"]])
def test_a_program_serves_on_the_port_of_the_loopback_and_logs_if_told_to(
    module: str, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[dict[str, Any]] = []
    logs: list[str] = []
    program = import_module(f"bench.planets.{module}")

    def run_app(app: Any, **told: Any) -> None:
        app.close()  # It is a coroutine, which nobody awaits here.
        calls.append(told)

    monkeypatch.setattr(sys, "argv", [module, "--port", "8000", *log])
    monkeypatch.setattr(logging, "basicConfig", lambda *, filename, level: logs.append(filename))  # noqa: ARG005
    monkeypatch.setattr("aiohttp.web.run_app", run_app)
    monkeypatch.setattr("flask.Flask.run", lambda _, **told: calls.append(told))
    program.main()
    assert (calls[0]["host"], calls[0]["port"], logs) == ("127.0.0.1", 8000, log[1:])
    logging.getLogger("werkzeug").setLevel(logging.NOTSET)
