"""The loader as a real process, and servers that answer it as a test says."""

import contextlib
import json
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bench.harness import golang

LOADER = golang.MODULE / "reference" / "loader"
PATIENCE_S = 60
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
WRONG = b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 3\r\n\r\nbad"
PLAIN: dict[str, Any] = {
    "connections": 1,
    "requests": None,
    "duration_s": None,
    "rate": None,
    "keep_alive": True,
    "patience_s": PATIENCE_S / 2,
}


@dataclass(frozen=True)
class Reply:
    """What a server sends for one request, and whether it goes on listening."""

    text: bytes = OK
    stays: bool = True


@dataclass
class Crafted:
    """A server of one thread per connection; `reply` gets the number of the request, from 1."""

    reply: Callable[[int], Reply]
    listener: socket.socket
    connections: int = 0
    requests: int = 0
    asked: bytes = b""
    lock: threading.Lock = field(default_factory=threading.Lock)
    threads: list[threading.Thread] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}/"

    def accept(self) -> None:
        """Serve until the listener is closed."""
        while True:
            try:
                stream, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            thread = threading.Thread(target=self.serve, args=[stream])
            self.threads.append(thread)
            thread.start()

    def serve(self, stream: socket.socket) -> None:
        """Answer each request of a connection. The loader sends the next one only when it has its answer."""
        with stream, contextlib.suppress(ConnectionError):
            stream.settimeout(PATIENCE_S)
            while asked := stream.recv(4096):
                with self.lock:
                    self.asked = asked
                    self.requests += 1
                    number = self.requests
                said = self.reply(number)
                stream.sendall(said.text)
                if not said.stays:
                    return


@contextlib.contextmanager
def crafted(reply: Callable[[int], Reply] = lambda _: Reply()) -> Iterator[Crafted]:
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        server = Crafted(reply, listener)
        thread = threading.Thread(target=server.accept)
        thread.start()
        try:
            yield server
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            for each in [thread, *server.threads]:
                each.join(PATIENCE_S)


def load(url: str, **document: Any) -> dict[str, Any]:
    """Return what the loader says of a load."""
    done = ended(json.dumps(PLAIN | {"url": url} | document))
    assert (done.returncode, done.stderr) == (0, "")
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def refusal(text: str) -> str:
    """Return what the loader says when it is given this on stdin; it must be one line and the exit code 2."""
    done = ended(text)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("loader: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def ended(text: str) -> subprocess.CompletedProcess[str]:
    program = golang.build(LOADER)
    return subprocess.run([program], input=text, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
