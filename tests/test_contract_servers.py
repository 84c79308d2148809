"""What every server found must keep: it is started once, with two workers and an access log, for all tests of it."""

import inspect
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection
from importlib import import_module
from pathlib import Path
from socket import socket
from typing import Any

import psutil
import pytest

from bench.catalog import ROOT, Implementation, implementations
from bench.harness import golang
from bench.harness.reaper import kill_group
from bench.harness.run import why_not
from bench.planets.positions import GREENWICH, answer

FOUND = [(i, w.name) for i in implementations().values() if i.kind == "servers" for w in i.source.workloads]
AT = "2018-06-01T12:00:00"
GEELONG = {"lon": "145.051", "lat": "-39.754", "elevation": "0", "at": AT}
ASKED = "lon=145.051&lat=-39.754&elevation=0&at=" + AT
WORKERS = 2
WITHIN_S = 30


@dataclass(frozen=True)
class Running:
    """A server that answers."""

    implementation: Implementation
    asked: tuple[str, ...]
    process: "subprocess.Popen[bytes]"
    port: int
    log: Path
    output: Path

    @property
    def workers(self) -> int:
        return WORKERS if "workers" in self.asked else 1

    def tree(self) -> list[psutil.Process]:
        root = psutil.Process(self.process.pid)
        return [root, *root.children(recursive=True)]

    def get(self, path: str) -> tuple[int, dict[str, str], bytes]:
        """Ask on a connection of its own; the names of headers come in lower case."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=WITHIN_S)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            headers = {name.lower(): value for name, value in response.getheaders()}
            return response.status, headers, response.read()
        finally:
            connection.close()

    def document(self, path: str) -> tuple[int, Any]:
        status, headers, body = self.get(path)
        assert headers["content-type"].partition(";")[0] == "application/json"
        return status, json.loads(body)

    def lines(self, part: str, expected: int) -> int:
        """Count the lines of the log with `part`, when there are so many or at the end of a short wait."""
        for _ in range(100):
            found = self.log.read_text().count(part) if self.log.exists() else 0
            if found >= expected:
                break
            time.sleep(0.02)
        return found


def free_port() -> int:
    with socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port


def started(pair: tuple[Implementation, str], folder: Path, *, logs: bool) -> Running:
    implementation, workload = pair
    if reason := why_not(implementation.name):
        pytest.skip(reason)
    port, log, output = free_port(), folder / "access.log", folder / "output"
    given = {"port": port, "workers": WORKERS, "threads": None, "log": str(log) if logs else None}
    if implementation.source.language == "go":
        asked: tuple[str, ...] = ("port",)
        command = [str(golang.build(implementation.path)), "-port", str(port)]
    else:
        function = getattr(import_module(f"bench.servers.{implementation.name}"), workload)
        asked = tuple(inspect.signature(function).parameters)
        command = function(**{name: given[name] for name in asked})
    with output.open("wb") as out:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=ROOT, start_new_session=True
        )
    running = Running(implementation, asked, process, port, log, output)
    wait_for(running)
    return running


def wait_for(running: Running) -> None:
    end = time.monotonic() + WITHIN_S
    while True:
        try:
            running.get("/")
        except OSError:
            if running.process.poll() is not None or time.monotonic() > end:
                kill(running)
                pytest.fail(f"{running.implementation.name} did not start: {running.output.read_text()[-2000:]}")
            time.sleep(0.02)
        else:
            return


def kill(running: Running) -> None:
    kill_group(running.process.pid)
    running.process.wait()


@pytest.fixture(scope="module", params=FOUND, ids=lambda pair: f"{pair[0].name}.{pair[1]}")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = started(request.param, tmp_path_factory.mktemp("server"), logs=True)
    yield running
    kill(running)


def tracks_planets(server: Running) -> None:
    if server.implementation.source.language == "go":
        pytest.skip("Go has no PyEphem")


def test_the_start_page_is_html(server: Running) -> None:
    status, headers, body = server.get("/")
    assert (status, headers["content-type"].partition(";")[0]) == (200, "text/html")
    assert b"lanet" in body


def test_a_planet_stands_where_the_reference_says_to_the_last_digit(server: Running) -> None:
    tracks_planets(server)
    assert server.document(f"/planets/mars?{ASKED}") == answer("mars", GEELONG)


def test_without_a_place_it_is_greenwich(server: Running) -> None:
    tracks_planets(server)
    place = {name: str(number) for name, number in GREENWICH.items()}
    assert server.document(f"/planets/venus?at={AT}") == answer("venus", place | {"at": AT})


def test_without_a_time_it_is_now(server: Running) -> None:
    tracks_planets(server)
    _, before = answer("mars", {})
    status, document = server.document("/planets/mars")
    _, after = answer("mars", {})
    first, last = (float(one["az"]) for one in (before, after))
    assert status == 200
    assert first <= document["az"] <= last or last < first  # It turns eastward, until it starts again at north.


def test_all_answers_to_a_request_are_equal(server: Running) -> None:
    path = "/job" if server.implementation.source.language == "go" else f"/planets/mars?{ASKED}"
    assert len({server.get(path)[2] for _ in range(5)}) == 1


def test_a_planet_that_is_not_known_is_not_found(server: Running) -> None:
    tracks_planets(server)
    status, document = server.document("/planets/krypton")
    assert (status, "krypton" in str(document)) == (404, True)


@pytest.mark.parametrize("bad", ["lon=east", "lat=91", "elevation=nan", "at=noon", "lon="])
def test_a_bad_number_is_a_bad_request(server: Running, bad: str) -> None:
    tracks_planets(server)
    status, document = server.document(f"/planets/mars?{bad}")
    assert (status, bool(document)) == (400, True)


def test_go_tracks_no_planets(server: Running) -> None:
    if server.implementation.source.language == "go":
        assert server.get("/planets/mars")[0] == 404


def test_a_job_waits_at_least_as_long_as_it_is_told(server: Running) -> None:
    start = time.monotonic()
    assert server.document("/job?wait_s=0.1") == (200, {"status": "ok"})
    assert time.monotonic() - start >= 0.1


def test_a_job_takes_at_least_the_cpu_time_that_it_is_told(server: Running) -> None:
    def cpu_s() -> float:
        return sum(sum(process.cpu_times()[:2]) for process in server.tree())

    before = cpu_s()
    assert server.document("/job?burn_s=0.1") == (200, {"status": "ok"})
    assert cpu_s() - before >= 0.08  # The system counts in ticks of 0.01 s.


@pytest.mark.parametrize("bad", ["wait_s=-1", "burn_s=long", "wait_s=61", "burn_s=nan"])
def test_a_job_that_is_none_is_a_bad_request(server: Running, bad: str) -> None:
    assert server.document(f"/job?{bad}")[0] == 400


@pytest.mark.parametrize("path", ["/", "/job", "/planets/mars", "/planets/krypton", "/planets/mars?lon=east"])
def test_each_answer_names_a_process_of_the_server(server: Running, path: str) -> None:
    if server.implementation.source.language == "go" and path.startswith("/planets"):
        pytest.skip("Go has no PyEphem")
    assert int(server.get(path)[1]["worker"]) in {process.pid for process in server.tree()}


def test_there_are_as_many_workers_as_asked_and_each_answers(server: Running) -> None:
    seen: set[int] = set()
    with ThreadPoolExecutor(8) as pool:
        for _ in range(25):
            answers = list(pool.map(server.get, ["/job?wait_s=0.01&burn_s=0.005"] * 8))
            seen |= {int(headers["worker"]) for _, headers, _ in answers}
            if len(seen) >= server.workers:
                break
    assert len(seen) == server.workers


def test_it_listens_on_the_loopback_interface_only(server: Running) -> None:
    listening = {
        one.laddr.ip
        for process in server.tree()
        for one in process.net_connections("inet")
        if one.status == psutil.CONN_LISTEN
    }
    assert listening == {"127.0.0.1"}


def test_its_log_has_a_line_for_each_request(server: Running) -> None:
    if "log" not in server.asked:
        pytest.skip("it has no access log")
    for _ in range(3):
        server.get(f"/planets/neptune?at={AT}")
    assert server.lines("/planets/neptune", 3) == 3


def test_nothing_is_left_of_it_when_its_process_group_is_killed(server: Running) -> None:
    tree = server.tree()
    assert len(tree) >= server.workers
    os.killpg(server.process.pid, signal.SIGKILL)
    server.process.wait()
    end = time.monotonic() + 5
    while (left := [process for process in tree if is_there(process)]) and time.monotonic() < end:
        time.sleep(0.01)
    assert left == []


def is_there(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("pair", FOUND, ids=lambda pair: f"{pair[0].name}.{pair[1]}")
def test_it_logs_no_request_unless_it_is_told_to(pair: tuple[Implementation, str], tmp_path: Path) -> None:
    running = started(pair, tmp_path, logs=False)
    try:
        running.get("/planets/neptune")
        running.get("/job")
    finally:
        kill(running)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["output"]
    assert "/planets/neptune" not in running.output.read_text()
    assert "/job" not in running.output.read_text()
