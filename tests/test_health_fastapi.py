"""The posts' server keeps to what uvicorn cannot do without, whatever else is installed."""

import asyncio

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

from bench.reference.health_fastapi import Counts, application, configuration


def test_a_package_that_happens_to_be_installed_does_not_change_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("uvloop")
    monkeypatch.setattr("logging.config.dictConfig", lambda _: None)
    config = configuration(Counts(application("async", 0)), 2048)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        assert isinstance(runner.get_loop(), asyncio.BaseEventLoop)
    assert isinstance(config.http, type)
    assert issubclass(config.http, H11Protocol)
