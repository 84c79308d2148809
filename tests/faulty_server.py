"""A server for the tests, with the fault that it is told: ``PORT WORKERS FAULT``.

It answers with its process ID in the header `Worker`, as the real ones do. A fault shows from request `SPARED` of a
process on, so that a server becomes ready before.
"""

import http.server
import os
import signal
import sys
import time

SPARED = 200
BODY = b'{"status": "ok"}'


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    fault = ""
    served = 0

    def do_GET(self) -> None:
        Handler.served += 1
        late = Handler.served > SPARED
        status, body = 200, BODY
        if self.fault == "hang" and late:
            time.sleep(600)
        if self.fault == "die" and late:
            os.kill(os.getpid(), signal.SIGKILL)
        if self.fault == "gone" or (self.fault == "error" and Handler.served == SPARED):
            status = 500
        if self.fault == "wrong" and Handler.served == SPARED:
            body = BODY.upper()
        if self.fault == "differ":
            body = b"%d" % os.getpid()
        head = f"HTTP/1.1 {status} Said\r\nContent-Length: {len(body)}\r\nWorker: {os.getpid()}\r\n\r\n"
        self.wfile.write(head.encode() + body)

    def log_message(self, *_: object) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128


def main() -> None:
    port, workers, Handler.fault = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    if Handler.fault == "refuse":
        sys.exit("no such application")
    if Handler.fault == "silent":
        time.sleep(600)
    server = Server(("127.0.0.1", port), Handler)
    sys.stdout.write("more than a pipe holds\n" * 10_000)
    for _ in range(workers - 1):
        if os.fork() == 0:
            server.serve_forever()
    if Handler.fault == "escape":
        escape(server)
    server.serve_forever()


def escape(server: Server) -> None:
    """Serve in a process that nobody knows: in a session of its own, and without its parent."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            server.serve_forever()
        os._exit(0)
    os.wait()
    time.sleep(600)


if __name__ == "__main__":
    main()
