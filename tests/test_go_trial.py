"""The process protocol of implementations in Go, and the client that is one."""

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trustme

from bench.harness import golang
from bench.model import Batch, Failed

pytestmark = pytest.mark.skipif(golang.toolchain() is None, reason="no Go toolchain on this machine")
CLIENT = golang.MODULE / "clients" / "go_nethttp.go"
PATIENCE_S = 60
FAKES = """package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"measured/reference/trial"
)

func workload(work trial.Work) func(trial.Conditions) (trial.Work, func()) {
	return func(c trial.Conditions) (trial.Work, func()) {
		fmt.Fprintln(os.Stderr, "setup")
		return func(urls []string) ([][]byte, error) {
			fmt.Fprintln(os.Stderr, "work")
			return work(urls)
		}, func() { fmt.Fprintln(os.Stderr, "teardown") }
	}
}

func bodies(urls []string) [][]byte {
	found := make([][]byte, len(urls))
	for i := range urls {
		found[i] = fmt.Appendf(nil, `{"status":"ok","id":%d}`, i)
	}
	return found
}

func main() {
	trial.Main(trial.Workloads{
		"right": workload(func(urls []string) ([][]byte, error) { return bodies(urls), nil }),
		"loses": workload(func(urls []string) ([][]byte, error) { return bodies(urls)[1:], nil }),
		"fails": workload(func([]string) ([][]byte, error) { return nil, errors.New("no\\nluck") }),
		"limit": workload(func([]string) ([][]byte, error) {
			return nil, errors.Join(errors.New("one"), fmt.Errorf("dial: %w", syscall.EMFILE))
		}),
		"panics": workload(func([]string) ([][]byte, error) { panic("oh") }),
	})
}
"""


def ask(program: Path, **document: Any) -> subprocess.CompletedProcess[str]:
    conditions: dict[str, Any] = {"requests": 3, "concurrency": 2, "batches": 1, "echo": True, "address": ""}
    line = json.dumps(conditions | document) + "\n"
    return subprocess.run([program], input=line, capture_output=True, text=True, timeout=PATIENCE_S, check=False)


def trial(program: Path, **document: Any) -> dict[str, Any]:
    done = ask(program, **document)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    reply: dict[str, Any] = json.loads(done.stdout)
    return reply


def fail(program: Path, **document: Any) -> Failed:
    return msgspec.convert(trial(program, **document), Failed)


@pytest.fixture
def fakes(tmp_path: Path) -> Path:
    """Return a program whose workloads send nothing."""
    source = tmp_path / "fakes.go"
    source.write_text(FAKES)
    return golang.build(source)


@pytest.fixture
def client() -> Path:
    return golang.build(CLIENT)


@contextlib.contextmanager
def answering(answer: Callable[[int], tuple[int, bytes]]) -> Iterator[str]:
    """Serve what ``answer`` says to each id, and yield the address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            status, body = answer(int(self.path.removeprefix("/health?id=")))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@contextlib.contextmanager
def mock(**document: Any) -> Iterator[tuple[str, Callable[[], dict[str, Any]]]]:
    """Run the mock server; yield its address and a function that asks for its account."""
    program = golang.build(golang.MODULE / "reference" / "mock")
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def exchange(line: str) -> dict[str, Any]:
            assert process.stdin
            assert process.stdout
            process.stdin.write(line + "\n")
            process.stdin.flush()
            answer: dict[str, Any] = json.loads(process.stdout.readline())
            return answer

        try:
            yield exchange(json.dumps(document))["address"], lambda: exchange("stats")
        finally:
            process.kill()


def test_setup_comes_before_every_batch_and_teardown_after_them(fakes: Path) -> None:
    assert ask(fakes, workload="right", batches=2).stderr.split() == ["setup", "work", "work", "teardown"]


def test_a_trial_that_is_right_tells_each_batch_and_the_cost_of_the_process(fakes: Path) -> None:
    said = trial(fakes, workload="right", batches=2)
    assert said["is"] == "measured"
    assert len(msgspec.convert(said["batches"], tuple[Batch, ...])) == 2
    assert [type(said[name]) for name in ("setup_s", "teardown_s")] == [float, float]
    costs = ["voluntary_switches", "involuntary_switches", "peak_memory_bytes", "threads"]
    assert set(said) == {"is", "setup_s", "batches", "teardown_s", *costs}
    if sys.platform == "linux":
        assert all(isinstance(said[name], int) for name in costs)


def test_an_error_of_the_work_is_a_failure_in_one_line(fakes: Path) -> None:
    said = fail(fakes, workload="fails")
    assert (said.status, said.reason) == ("failed_requests", "no luck")


def test_running_out_of_files_is_a_limit_and_not_a_failed_request(fakes: Path) -> None:
    assert fail(fakes, workload="limit").status == "resource_limit"


def test_a_panic_is_a_crash_with_its_words(fakes: Path) -> None:
    said = fail(fakes, workload="panics")
    assert (said.status, said.reason) == ("crash", "panic: oh")


def test_an_answer_that_is_lost_is_found(fakes: Path) -> None:
    said = fail(fakes, workload="loses", batches=2)
    assert (said.status, said.reason) == ("wrong_answer", "batch 1, found 2 answers to 3 requests")


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"workload": "none"}, 'workload is "none"; ask for one of ["fails" "limit" "loses" "panics" "right"]'),
        ({"workload": "right", "requests": 0}, "requests is 0, concurrency 2 and batches 1; ask for at least 1"),
        ({"workload": 1}, "cannot read the first line of stdin"),
    ],
)
def test_a_trial_that_cannot_be_tried_says_why(fakes: Path, document: dict[str, Any], said: str) -> None:
    done = ask(fakes, **document)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_the_client_fetches_every_url_once_in_each_batch_over_kept_connections(client: Path) -> None:
    with mock(latency_s=0.05) as (address, served):
        said = trial(client, workload="oneClient", address=address, requests=50, concurrency=10, batches=2)
        told = served()
    assert said["is"] == "measured"
    assert (told["requests"], told["failed"]) == (100, 0)
    assert 1 < told["connections"] <= 10
    assert 1 < told["peak_in_flight"] <= 10


def test_the_client_trusts_the_authority_that_it_is_given(client: Path, tmp_path: Path) -> None:
    authority = trustme.CA()
    certificate = authority.issue_cert("127.0.0.1")
    paths = {name: str(tmp_path / f"{name}.pem") for name in ("ca_file", "cert_file", "key_file")}
    authority.cert_pem.write_to_path(paths["ca_file"])
    certificate.cert_chain_pems[0].write_to_path(paths["cert_file"])
    certificate.private_key_pem.write_to_path(paths["key_file"])
    with mock(cert_file=paths["cert_file"], key_file=paths["key_file"], body_bytes=1000) as (address, served):
        asked = {"workload": "oneClient", "address": address, "body_bytes": 1000}
        assert trial(client, **asked, ca_file=paths["ca_file"])["is"] == "measured"
        assert served()["http_versions"] == {"HTTP/1.1": 3}
        assert "certificate" in fail(client, **asked).reason
        missing = fail(client, **asked, ca_file=str(tmp_path / "absent.pem"))
        empty = fail(client, **asked, ca_file=paths["key_file"])
    assert missing.status == empty.status == "crash"
    assert "absent.pem" in missing.reason
    assert "no certificate in" in empty.reason


@pytest.mark.parametrize(
    ("body", "asked", "reason"),
    [
        (b"ok", {}, 'batch 1, answer 1: found "ok", expected JSON'),
        (b'{"status":"bad","id":1}', {}, 'expected status "ok"'),
        (b'{"status":"ok","id":2}', {}, r'batch 1, answer 1: found "{\"status\":\"ok\",\"id\":2}", expected id 1'),
        (b'{"status":"ok"}', {}, "expected id 1"),
        (b'{"status":"ok","id":1} ', {"body_bytes": 22}, "answer 1: found 23 bytes, expected 22"),
        (b'{"status":"ok","x":"' + b"y" * 100 + b'"}', {}, "…, expected id 1"),
    ],
)
def test_a_wrong_answer_is_found_and_named(client: Path, body: bytes, asked: dict[str, Any], reason: str) -> None:
    def answer(number: int) -> tuple[int, bytes]:
        return 200, body if number == 1 else b'{"status":"ok","id":%d}' % number

    with answering(answer) as address:
        said = fail(client, workload="oneClient", address=address, **asked)
    assert said.status == "wrong_answer"
    assert reason in said.reason


def test_without_an_echo_the_id_is_not_looked_for(client: Path) -> None:
    with answering(lambda _: (200, b'{"status":"ok"}')) as address:
        assert trial(client, workload="oneClient", address=address, echo=False)["is"] == "measured"


def test_a_status_other_than_200_fails_the_trial_and_is_named(client: Path) -> None:
    with answering(lambda _: (503, b'{"status":"ok"}')) as address:
        said = fail(client, workload="oneClient", address=address)
    assert said.status == "failed_requests"
    assert "/health?id=0 answered 503 Service Unavailable" in said.reason
