"""The process of one trial: one JSON document in, one out.

In: which workload of which file, where the server is, and the conditions. Out: the timings, or why there are none.
Programs in Go speak the same protocol, see ``reference/trial``. What an implementation prints goes to stderr.
"""

import errno
import importlib
import inspect
import json
import os
import sys
from typing import Any

from bench.errors import LimitError
from bench.harness import fetching, starting
from bench.harness.measure import Timings, measure, now

JOBS = {"fetching": fetching.job, "starting": starting.job}
OUT_OF = {errno.EMFILE: "file descriptors", errno.ENFILE: "file descriptors", errno.EADDRNOTAVAIL: "ports"}


def main() -> None:
    """Read the document from stdin, run the trial, and write the outcome to what was stdout.

    Units that a limit kept from being all started may wait for ever: the process ends without them. Children that are
    forked must not keep the parent waiting for the end of the reply.
    """
    reply = os.dup(1)
    os.dup2(2, 1)
    if sys.platform != "win32":
        os.register_at_fork(after_in_child=lambda: os.close(reply))
    outcome = run(json.loads(sys.stdin.readline()))
    with os.fdopen(reply, "w") as stream:
        stream.write(json.dumps(outcome) + "\n")
    if "reached" in outcome:
        sys.stderr.flush()
        os._exit(0)


def run(document: dict[str, Any]) -> dict[str, Any]:
    """Return the timings of the trial that `document` describes, or a failure with its reason.

    A package that is hidden cannot be imported, as if it were not installed.
    """
    start = now()
    for package in document.get("hidden", ()):
        sys.modules[package] = None  # type: ignore[assignment]
    try:
        job = JOBS[document["of"]](document)
    except LimitError as error:
        return failure("skipped", str(error), start)
    try:
        workload = getattr(importlib.import_module(document["module"]), document["workload"])
    except Exception as error:  # noqa: BLE001 – whatever an implementation does is a result.
        return failure("crash", f"importing {document['module']}: {describe(error)}", start)
    asked = inspect.signature(workload).parameters
    job.begin(asked)
    profile: dict[str, Any] = {}
    if document.get("profile"):
        sampling = importlib.import_module("bench.harness.sampling")
        workload = sampling.sampled(workload, document["batches"], profile)
    try:
        timings = measure(
            workload,
            job.task,
            document["batches"],
            **{name: job.parameters[name] for name in asked if name in job.parameters},
        )
    except Exception as error:  # noqa: BLE001 – the same.
        return failure(status_of(error), describe(error), start) | job.stopped(error)
    for result in timings.results:
        if reason := job.wrong(result):
            return failure("wrong_answer", reason, start)
    return outcome_of(timings) | job.account() | ({"profile": profile} if profile else {})


def outcome_of(timings: Timings) -> dict[str, Any]:
    """Return `timings` as the parent reads them."""
    return {
        "is": "measured",
        "setup_s": timings.setup_s,
        "batches": timings.batches,
        "teardown_s": timings.teardown_s,
        "gil": getattr(sys, "_is_gil_enabled", lambda: True)(),
    } | timings.status


def status_of(error: BaseException) -> str:
    """Return the status of a trial that ended with `error`: running out of something is not a failed request."""
    for one in causes(error):
        if isinstance(one, MemoryError) or getattr(one, "errno", None) in OUT_OF:
            return "resource_limit"
        if isinstance(one, RuntimeError) and "start new thread" in str(one):
            return "resource_limit"
    return "failed_requests"


def causes(error: BaseException | None) -> list[BaseException]:
    """Return `error` and what it came from, outermost first."""
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found


def describe(error: BaseException) -> str:
    """Return the kind and text of `error` and of its first cause."""
    texts = [f"{type(one).__name__}: {one}" for one in causes(error)]
    return texts[0] if len(texts) == 1 else f"{texts[0]} (first: {texts[-1]})"


def failure(status: str, reason: str, start: float) -> dict[str, Any]:
    """Return a failed outcome as the parent reads it."""
    return {"is": "failed", "status": status, "reason": reason[:2000], "after_s": now() - start}


if __name__ == "__main__":
    main()
