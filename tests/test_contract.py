"""What every implementation found must keep, whoever wrote it."""

import asyncio
import gc
import inspect
import threading
import warnings
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import psutil
import pytest

from bench.catalog import Implementation, implementations
from bench.harness.fetching import wrong
from bench.harness.measure import Timings, measure
from bench.harness.reaper import Reaper
from bench.harness.run import why_not
from bench.harness.serve import Server, serving
from bench.harness.spawn import attempt
from bench.model import Fetching, Measured, Scenario
from bench.source import Workload
from tests.made_up import served_of

PARAMETERS = {
    "clients": {"concurrency", "ca_file", "resolver", "conditions"},
    "creation": {"sleeps", "sleep_s", "spread_s", "touched_bytes", "parked", "counted", "seen", "conditions"},
    "servers": {"port", "workers", "threads", "log"},
}
ALL = [(i, w) for i in implementations().values() for w in i.source.workloads]
FOUND = [(i, w) for i, w in ALL if i.kind == "clients"]
PYTHON = [(i, w) for i, w in FOUND if i.source.language == "python" and not why_not(i.name)]
BOUNDED = [(i, w) for i, w in PYTHON if i.concurrency == "serial" or "concurrency" in w.parameters]
"""Those that are told how much may be in flight, or do one thing at a time; the others have a limit of their own."""
ENCRYPTED = [(i, w) for i, w in FOUND if "ca_file" in w.parameters]
NEEDS: dict[str, dict[str, Any]] = {
    "go_http2": {"tls": True, "http": "HTTP/2.0"},
    "go_published": {"concurrency": 8},
}
"""Fetching without which an implementation makes no sense."""


def names(pair: tuple[Implementation, Workload]) -> str:
    return f"{pair[0].name}.{pair[1].name}"


@pytest.fixture(scope="module")
def reaper() -> Iterator[Reaper]:
    kept = Reaper()
    yield kept
    kept.close()


@pytest.fixture
def server(reaper: Reaper) -> Iterator[Server]:
    with serving(conditions(), reaper) as found:
        yield found


def conditions() -> Fetching:
    return Fetching(requests=24, concurrency=4, latency_s=0.01, batches=2)


def measured(pair: tuple[Implementation, Workload], server: Server) -> Timings:
    implementation, workload = pair
    function = getattr(import_module(f"bench.{implementation.kind}.{implementation.name}"), workload.name)
    urls = [f"{server.address}/health?id={i}" for i in range(conditions().requests)]
    given: dict[str, Any] = {"concurrency": conditions().concurrency, "ca_file": None, "resolver": None}
    asked = inspect.signature(function).parameters
    return measure(function, urls, conditions().batches, **{name: given[name] for name in asked})


@pytest.mark.parametrize("pair", ALL, ids=names)
def test_it_is_documented_and_asks_for_parameters_of_its_kind(pair: tuple[Implementation, Workload]) -> None:
    implementation, workload = pair
    assert implementation.source.summary
    assert workload.summary
    assert set(workload.parameters) <= PARAMETERS[implementation.kind]


@pytest.mark.parametrize("implementation", implementations().values(), ids=lambda i: i.name)
def test_a_reader_sees_it_on_one_screen(implementation: Implementation) -> None:
    assert len(implementation.path.read_text().splitlines()) <= 40


@pytest.mark.parametrize("pair", PYTHON, ids=names)
def test_it_returns_the_right_bodies_in_order(pair: tuple[Implementation, Workload], server: Server) -> None:
    document = {"requests": conditions().requests, "echo": True, "body_bytes": 0}
    bodies = measured(pair, server).results
    assert len(bodies) == conditions().batches
    assert [wrong(batch, document) for batch in bodies] == [None] * len(bodies)


@pytest.mark.parametrize("pair", BOUNDED, ids=names)
def test_it_never_has_more_in_flight_than_asked(pair: tuple[Implementation, Workload], server: Server) -> None:
    measured(pair, server)
    served = server.served()
    assert served.peak_in_flight <= conditions().concurrency
    assert served.requests == conditions().requests * conditions().batches


@pytest.mark.parametrize("pair", PYTHON, ids=names)
def test_it_leaves_no_thread_task_process_or_socket(pair: tuple[Implementation, Workload], server: Server) -> None:
    me = psutil.Process()
    threads = threading.active_count()
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        children, sockets = len(me.children()), len(me.net_connections())
        measured(pair, server)
        gc.collect()
    assert threading.active_count() == threads
    assert (len(me.children()), len(me.net_connections())) == (children, sockets)
    with pytest.raises(RuntimeError, match="no running event loop"):
        asyncio.get_running_loop()


def small_trial(pair: tuple[Implementation, Workload], reaper: Reaper, **conditions: Any) -> Measured:
    """Do a trial of eight requests; what has a limit of its own may have them all in flight."""
    implementation, workload = pair
    if reason := why_not(implementation.name):
        pytest.skip(f"{implementation.name}: {reason}")
    told = {"concurrency", "conditions"} & set(workload.parameters)
    concurrency = 4 if told else 1 if implementation.concurrency == "serial" else 8
    small = {"requests": 8, "concurrency": concurrency, "latency_s": 0.01, "batches": 2, "reuse": None}
    scenario = Scenario(
        id="small",
        title="small",
        tier="like for like",
        implementation=implementation.name,
        workload=workload.name,
        conditions=Fetching(**small | NEEDS.get(implementation.name, {}) | conditions),
    )
    outcome = attempt(scenario, reaper)
    assert isinstance(outcome, Measured), outcome
    return outcome


@pytest.mark.parametrize("pair", FOUND, ids=names)
def test_a_small_trial_in_a_process_of_its_own_succeeds(pair: tuple[Implementation, Workload], reaper: Reaper) -> None:
    assert served_of(small_trial(pair, reaper, body_bytes=500)).sent_bytes == 16 * 500


@pytest.mark.parametrize("pair", ENCRYPTED, ids=names)
def test_a_small_trial_over_tls_succeeds(pair: tuple[Implementation, Workload], reaper: Reaper) -> None:
    assert served_of(small_trial(pair, reaper, tls=True)).http_versions == {"HTTP/1.1": 16}
