"""The mock server, as a real process on loopback."""

import contextlib
import http.client
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
import trustme

from bench.harness import golang
from bench.model import Served
from tests.mocks import MOCK, PATIENCE_S, exchange, refusal, running

pytestmark = pytest.mark.skipif(golang.toolchain() is None, reason="no Go toolchain on this machine")


def gone(pid: int) -> bool:
    """Say whether the process ends soon. What nobody waits for stays as a zombie, which has ended too."""
    for _ in range(PATIENCE_S * 100):
        try:
            if "State:\tZ" in Path(f"/proc/{pid}/status").read_text():
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.01)
    return False


def test_it_listens_on_the_loopback_interface_only_and_on_a_port_that_the_system_chooses() -> None:
    with running() as one, running() as other:
        assert one.address.startswith("http://127.0.0.1:")
        assert one.address != other.address


def test_an_answer_is_ok_and_echoes_the_id() -> None:
    with running() as mock:
        assert mock.get("/health?id=17") == (200, b'{"status":"ok","id":17}')
        assert mock.get("/health?id=-1") == (200, b'{"status":"ok","id":-1}')
        assert mock.get("/health") == (200, b'{"status":"ok"}')


def test_an_answer_is_filled_up_with_spaces_to_the_size_asked_for() -> None:
    with running(body_bytes=450_000) as mock:
        status, body = mock.get("/health?id=3")
        assert (status, len(body), json.loads(body)) == (200, 450_000, {"status": "ok", "id": 3})
        assert mock.stats().sent_bytes == 450_000


def test_an_answer_that_needs_more_than_the_size_asked_for_is_not_cut() -> None:
    with running(body_bytes=5) as mock:
        assert mock.get("/health") == (200, b'{"status":"ok"}')


def test_an_answer_is_json_of_a_declared_length() -> None:
    with running() as mock, contextlib.closing(mock.connection()) as connection:
        connection.request("GET", "/health")
        answer = connection.getresponse()
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.headers["Content-Length"] == str(len(answer.read()))


def test_without_requests_there_is_nothing_to_tell_and_no_lateness() -> None:
    with running() as mock:
        told = msgspec.structs.replace(mock.stats(), cpu_s=0)
    expected = Served(
        connections=0,
        requests=0,
        failed=0,
        peak_in_flight=0,
        sent_bytes=0,
        http_versions={},
        cpu_s=0,
    )
    assert told == expected


def test_it_counts_requests_and_bytes_and_the_connections_that_they_share() -> None:
    with running() as mock, contextlib.closing(mock.connection()) as connection:
        for number in range(5):
            connection.request("GET", f"/health?id={number}")
            connection.getresponse().read()
        told = mock.stats()
    assert (told.connections, told.requests, told.failed, told.peak_in_flight) == (1, 5, 0, 1)
    assert told.sent_bytes == 5 * len('{"status":"ok","id":0}')
    assert told.http_versions == {"HTTP/1.1": 5}


def test_requests_that_wait_together_are_counted_as_in_flight_together() -> None:
    with running(latency_s=1) as mock, ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(mock.get, [f"/health?id={number}" for number in range(20)]))
        told = mock.stats()
    assert [json.loads(body)["id"] for _, body in answers] == list(range(20))
    assert (told.connections, told.requests, told.peak_in_flight) == (20, 20, 20)


def test_an_answer_is_held_for_the_latency_and_its_lateness_is_told() -> None:
    """The mock times itself: an answer that came too early would have a lateness below 0, which is refused."""
    with running(latency_s=0.05) as mock:
        for number in range(3):
            mock.get(f"/health?id={number}")
        late = mock.stats().lateness
    assert late
    assert 0 <= late.p50_s <= late.p99_s <= late.max_s


def test_an_unknown_path_a_wrong_id_and_another_method_are_refused_and_counted_as_failed() -> None:
    with running() as mock, contextlib.closing(mock.connection()) as connection:
        assert mock.get("/")[0] == 404
        assert mock.get("/health?id=many")[0] == 400
        connection.request("POST", "/health", body="x")
        assert connection.getresponse().status == 405
        told = mock.stats()
    assert (told.requests, told.failed) == (3, 3)


def certified(folder: Path) -> tuple[dict[str, str], trustme.CA]:
    """Return the files of a certificate for 127.0.0.1, and the authority that signed it."""
    authority = trustme.CA()
    certificate = authority.issue_cert("127.0.0.1")
    certificate.private_key_pem.write_to_path(str(folder / "key.pem"))
    certificate.cert_chain_pems[0].write_to_path(str(folder / "cert.pem"))
    return {"cert_file": str(folder / "cert.pem"), "key_file": str(folder / "key.pem")}, authority


@pytest.mark.parametrize(("newest", "spoken"), [("1.2", "TLSv1.2"), ("1.3", "TLSv1.3")])
def test_the_newest_version_of_tls_is_the_one_asked_for(tmp_path: Path, newest: str, spoken: str) -> None:
    files, authority = certified(tmp_path)
    context = ssl.create_default_context(cadata=authority.cert_pem.bytes().decode())
    with running(**files, tls_version=newest) as mock:
        plain = socket.create_connection(("127.0.0.1", mock.port), timeout=PATIENCE_S)
        with plain, context.wrap_socket(plain, server_hostname="127.0.0.1") as encrypted:
            assert encrypted.version() == spoken


def test_over_tls_an_authority_that_is_trusted_is_enough(tmp_path: Path) -> None:
    files, authority = certified(tmp_path)
    context = ssl.create_default_context(cadata=authority.cert_pem.bytes().decode())
    with running(**files) as mock:
        assert mock.address.startswith("https://127.0.0.1:")
        assert mock.get("/health?id=1", context) == (200, b'{"status":"ok","id":1}')
        with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
            mock.get("/health")
        told = mock.stats()
        offered = ssl.create_default_context(cadata=authority.cert_pem.bytes().decode())
        offered.set_alpn_protocols(["h2"])
        plain = socket.create_connection(("127.0.0.1", mock.port), timeout=PATIENCE_S)
        with plain, offered.wrap_socket(plain, server_hostname="127.0.0.1") as encrypted:
            assert encrypted.selected_alpn_protocol() == "h2"
    assert (told.requests, told.failed, told.http_versions) == (1, 0, {"HTTP/1.1": 1})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "stdin ended without a document"),
        ("latency\n", "invalid character 'l'"),
        ('{"latncy_s": 1}\n', 'unknown field "latncy_s"'),
        ('{"latency_s": "1"}\n', "cannot unmarshal string"),
        ("{} {}\n", "found more after the document"),
        ('{"latency_s": -1}\n', "latency_s is -1; ask for 0 to 3600 seconds"),
        ('{"body_bytes": -1}\n', "body_bytes is -1; ask for 0 to"),
        ('{"distance_s": -0.1}\n', "distance_s is -0.1; ask for 0 to 3600 seconds"),
        ('{"lookup_s": 3601}\n', "lookup_s is 3601; ask for 0 to 3600 seconds, or null"),
        ('{"compressed": true, "body_bytes": 99}\n', "body_bytes is 99; ask for at least 100 where compressed is true"),
        ('{"hosts": 0}\n', "hosts is 0; ask for 1 to 254"),
        ('{"hosts": 255}\n', "hosts is 255; ask for 1 to 254"),
        ('{"tls_version": "1.1"}\n', 'tls_version is "1.1"; ask for "1.2" or "1.3"'),
        ('{"port": 65536}\n', "port is 65536; ask for 0"),
        ('{"fault": "slow"}\n', 'fault is "slow"; ask for null or one of ["error" "short" "never" "die"]'),
        ('{"cert_file": "cert.pem"}\n', "only one of cert_file and key_file is given"),
        ('{"cert_file": "no.pem", "key_file": "no.pem"}\n', "cannot use the certificate no.pem"),
    ],
)
def test_a_bad_document_is_refused_with_what_is_wrong(text: str, said: str) -> None:
    assert said in refusal(text)


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"cannot listen on port {port}" in refusal(json.dumps({"port": port}) + "\n")


def test_a_question_that_it_does_not_know_ends_it_with_a_reason() -> None:
    with running() as mock:
        assert exchange(mock.process, "sats") == ""
        assert mock.process.wait(PATIENCE_S) == 2
        assert mock.process.stderr
        assert (
            mock.process.stderr.read() == 'mock: found "sats" on stdin; write stats, or close stdin to end the mock\n'
        )


def test_the_end_of_stdin_ends_it_though_a_request_waits() -> None:
    with running(latency_s=3600) as mock, contextlib.closing(mock.connection()) as connection:
        connection.request("GET", "/health")
        assert mock.process.stdin
        mock.process.stdin.close()
        assert mock.process.wait(PATIENCE_S) == 0


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
def test_it_ends_with_its_parent_even_when_that_is_killed() -> None:
    parent = """if True:
        import subprocess, sys
        mock = subprocess.Popen(sys.argv[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        mock.stdin.write(b"{}\\n")
        mock.stdin.flush()
        mock.stdout.readline()
        print(mock.pid, flush=True)
        mock.wait()
    """
    command = [sys.executable, "-c", parent, str(golang.build(MOCK))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        pid = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
    assert gone(pid)


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are POSIX")
def test_it_ends_when_it_cannot_accept_a_connection_instead_of_waiting() -> None:
    command = ["sh", "-c", 'ulimit -n 20; exec "$0"', str(golang.build(MOCK))]
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process,
        contextlib.ExitStack() as opened,
    ):
        port = int(json.loads(exchange(process, "{}"))["address"].rpartition(":")[2])
        with contextlib.suppress(ConnectionError):
            for _ in range(20):
                opened.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S))
        assert process.wait(PATIENCE_S) == 2
        assert process.stderr
        assert "too many open files; raise the limit of open files (ulimit -n)" in process.stderr.read()


def test_the_fault_error_answers_500_to_every_tenth_request() -> None:
    with running(fault="error") as mock:
        statuses = [mock.get("/health")[0] for _ in range(20)]
        told = mock.stats()
    assert [number for number, status in enumerate(statuses, 1) if status == 500] == [10, 20]
    assert (told.requests, told.failed) == (20, 2)


def test_the_fault_short_promises_more_than_it_sends() -> None:
    with running(fault="short") as mock:
        with pytest.raises(http.client.IncompleteRead) as caught:
            mock.get("/health?id=1")
        told = mock.stats()
    assert caught.value.partial == b'{"status":"ok","id":1}'
    assert (told.requests, told.failed, told.sent_bytes) == (1, 1, len(caught.value.partial))


def test_the_fault_never_does_not_answer_and_counts_who_gives_up() -> None:
    with running(fault="never") as mock:
        with contextlib.closing(mock.connection()) as connection:
            connection.timeout = 0.2
            connection.request("GET", "/health")
            with pytest.raises(TimeoutError):
                connection.getresponse()
        for _ in range(PATIENCE_S * 100):
            if (told := mock.stats()).failed:
                break
            time.sleep(0.01)
    assert (told.requests, told.failed, told.sent_bytes, told.lateness) == (1, 1, 0, None)


def test_the_fault_die_ends_the_process_at_the_tenth_request() -> None:
    with running(fault="die") as mock:
        assert [mock.get("/health")[0] for _ in range(9)] == [200] * 9
        with pytest.raises((OSError, http.client.HTTPException)):
            mock.get("/health")
        assert mock.process.wait(PATIENCE_S) == 1


def test_an_answer_that_its_client_does_not_take_is_counted_as_failed() -> None:
    with running(body_bytes=50_000_000) as mock:
        with contextlib.closing(mock.connection()) as connection:
            connection.request("GET", "/health")
            connection.getresponse().close()
        for _ in range(PATIENCE_S * 100):
            if (told := mock.stats()).failed:
                break
            time.sleep(0.01)
    assert (told.requests, told.failed) == (1, 1)
    assert told.sent_bytes < 50_000_000
