"""Whole trials, in Python and in Go, with all that a network adds: distance, TLS, names, hosts, compression."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from bench.harness import golang, serve, spawn
from bench.harness.reaper import Reaper
from bench.model import Failed, Fetching, Measured, Scenario
from bench.physics import floor_s
from tests.made_up import served_of

pytestmark = pytest.mark.skipif(golang.toolchain() is None, reason="no Go toolchain on this machine")
needs_hosts = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has many loopback addresses")
BOTH = [("go_nethttp", "oneClient"), ("threads_requests", "one_session")]
HTTP_2 = {"tls": True, "http": "HTTP/2.0"}


@pytest.fixture
def reaper() -> Iterator[Reaper]:
    kept = Reaper()
    yield kept
    kept.close()


def attempt(reaper: Reaper, client: tuple[str, str], **changed: Any) -> Measured | Failed:
    given: dict[str, Any] = {"requests": 20, "concurrency": 10, "latency_s": 0.02, "batches": 2} | changed
    conditions = Fetching(**given)
    scenario = Scenario(
        id="tried",
        title="tried",
        tier="like for like",
        implementation=client[0],
        workload=client[1],
        conditions=conditions,
    )
    outcome = spawn.attempt(scenario, reaper)
    if isinstance(outcome, Measured):
        assert outcome.batches[0].work_s >= floor_s(conditions)
        assert outcome.batches[1].work_s >= floor_s(conditions, "warm")
    return outcome


@pytest.mark.parametrize("client", BOTH)
@pytest.mark.parametrize("tls_version", ["1.2", "1.3"])
def test_no_trial_is_faster_than_its_round_trips(reaper: Reaper, client: tuple[str, str], tls_version: str) -> None:
    outcome = attempt(reaper, client, distance_s=0.1, tls=True, tls_version=tls_version)
    assert isinstance(outcome, Measured), outcome
    assert served_of(outcome).relay_lateness


@pytest.mark.parametrize("client", BOTH)
def test_answers_that_are_compressed_are_unpacked_and_right(reaper: Reaper, client: tuple[str, str]) -> None:
    outcome = attempt(reaper, client, compressed=True, body_bytes=450_000)
    assert isinstance(outcome, Measured), outcome
    assert 8 * served_of(outcome).sent_bytes < 40 * 450_000


@needs_hosts
@pytest.mark.parametrize("client", BOTH)
def test_a_trial_reaches_every_host_by_its_name(reaper: Reaper, client: tuple[str, str]) -> None:
    outcome = attempt(reaper, client, hosts=5, lookup_s=0.1, tls=True, reuse=None)
    assert isinstance(outcome, Measured), outcome
    assert served_of(outcome).connections >= 5


@needs_hosts
@pytest.mark.parametrize("client", BOTH)
def test_a_trial_reaches_every_host_by_its_address(reaper: Reaper, client: tuple[str, str]) -> None:
    assert isinstance(attempt(reaper, client, hosts=5, reuse=None), Measured)


@needs_hosts
def test_over_http_2_few_connections_do(reaper: Reaper) -> None:
    outcome = attempt(reaper, ("go_http2", "oneClient"), hosts=2, lookup_s=0, reuse=None, **HTTP_2)
    assert isinstance(outcome, Measured), outcome
    assert 1 < served_of(outcome).peak_in_flight <= 10


def test_http_2_without_tls_says_what_it_needs(reaper: Reaper) -> None:
    outcome = attempt(reaper, ("go_http2", "oneClient"))
    assert isinstance(outcome, Failed)
    assert (outcome.status, "measure this with tls=True" in outcome.reason) == ("crash", True)


@pytest.mark.parametrize("conditions", [{"reuse": None}, HTTP_2])
def test_the_way_of_the_post_sends_everything_at_once(reaper: Reaper, conditions: dict[str, Any]) -> None:
    outcome = attempt(reaper, ("go_published", "sharedTransport"), concurrency=20, latency_s=1, **conditions)
    assert isinstance(outcome, Measured), outcome
    assert served_of(outcome).peak_in_flight == 20


def test_the_mock_is_told_every_condition_that_it_can_keep() -> None:
    asked: dict[str, Any] = {"body_bytes": 500, "compressed": True, "distance_s": 0.1, "hosts": 2, "lookup_s": 0.2}
    conditions = Fetching(requests=1, concurrency=1, latency_s=0, tls=True, tls_version="1.2", **asked)
    _, document = serve.command_of(conditions, {"cert_file": "c", "key_file": "k", "ca_file": "a"})
    rest = {"latency_s": 0, "tls_version": "1.2", "cert_file": "c", "key_file": "k", "fault": None}
    assert document == asked | rest


@pytest.mark.parametrize(
    "asked",
    [{"tls": True}, {"compressed": True}, {"distance_s": 0.1}, {"hosts": 2}, {"body_bytes": 9}, {"lookup_s": 0}],
)
def test_a_server_that_would_ignore_a_condition_is_refused(asked: dict[str, Any]) -> None:
    conditions = Fetching(requests=1, concurrency=1, latency_s=0, server="fastapi-async", **asked)
    with pytest.raises(serve.ServerError, match=f"fastapi-async knows nothing of {next(iter(asked))}"):
        serve.command_of(conditions, {})
