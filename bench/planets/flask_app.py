"""The planet tracker with Flask."""

import argparse
import logging
import time

from flask import Flask, Response, jsonify, request

from bench.planets.positions import START_PAGE, answer
from bench.planets.work import asked, burn, worker

app = Flask(__name__)


@app.after_request
def say_who(response: Response) -> Response:
    """Add the header that tells which process answered."""
    response.headers.update(worker())
    return response


@app.get("/")
def start_page() -> str:
    """Answer with the start page."""
    return START_PAGE


@app.get("/planets/<name>")
def planet(name: str) -> tuple[Response, int]:
    """Answer where a planet stands."""
    status, document = answer(name, request.args)
    return jsonify(document), status


@app.get("/job")
def job() -> tuple[Response, int]:
    """Wait and compute as long as the request says."""
    try:
        wait_s, burn_s = asked(request.args)
    except ValueError as error:
        return jsonify(error=str(error)), 400
    time.sleep(wait_s)
    burn(burn_s)
    return jsonify(status="ok"), 200


def main() -> None:
    """Serve with Flask's development server, which logs every request to stderr unless it is told otherwise."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--log", help="file for the access log; without one, nothing is logged")
    told = parser.parse_args()
    if told.log:
        logging.basicConfig(filename=told.log, level=logging.INFO)
    else:
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app.run(host="127.0.0.1", port=told.port)


if __name__ == "__main__":
    main()
