"""A server while it is on trial: wait until it is ready, load it, count what that cost, and judge what came of it."""

from typing import Any

import msgspec

from bench.harness import meter, tree
from bench.harness.loaders import sent
from bench.harness.measure import now
from bench.harness.process import cores_of
from bench.harness.ready import Greeting, greet
from bench.harness.reaper import Reaper
from bench.harness.subject import Subject
from bench.loads import contradictions, failures
from bench.model import Batch, Failed, Load, Measured, Usage


def under_load(subject: Subject, reaper: Reaper) -> Measured | Failed:
    """Return what came of a load that begins when every worker has answered."""
    conditions, greeting = subject.conditions, Greeting()
    is_ready = greet(subject.has_ended, subject.port, subject.path, conditions.workers, greeting)
    setup_s = now() - subject.start
    processes = subject.processes(greeting.workers)
    if not is_ready:
        return not_ready(subject, greeting)
    if len(greeting.bodies) > 1 and not subject.changes:
        return subject.failed("wrong_answer", f"{len(greeting.bodies)} different answers to the same request")
    body = None if subject.changes else next(iter(greeting.bodies))
    url = f"http://127.0.0.1:{subject.port}{subject.path}"
    before, costs_before = meter.read(), tree.costs(processes)
    told = sent(conditions, url, body, cores_of(conditions)[0], reaper)
    costs_after, after = tree.costs(processes), meter.read()
    now_there = subject.processes(set() if isinstance(told, Failed) else numbered(told.get("workers", {})))
    if gone := [process for process in processes if not tree.is_there(process)]:
        return subject.failed("crash", f"{len(gone)} of the server's processes ended: {subject.last_words()}")
    if isinstance(told, Failed):
        return told
    spent = tree.between(costs_before, costs_after)
    extra = {"server_cpu_s": spent.cpu_s, "server_memory_bytes": tree.memory_bytes(now_there)}
    outcome = judged(subject, told | extra)
    if isinstance(outcome, Failed):
        return outcome
    return Measured(
        setup_s=setup_s,
        batches=(Batch(work_s=outcome.duration_s, user_s=spent.user_s, system_s=spent.system_s),),
        teardown_s=0.0,
        usage=usage(subject, costs_after, tree.threads(now_there)),
        load=outcome,
        surroundings=meter.between(before, after, spent.cpu_s + outcome.loader_cpu_s),
    )


def not_ready(subject: Subject, greeting: Greeting) -> Failed:
    """Say why a server did not become ready: it ended, it refused, or it took too long."""
    if subject.has_ended():
        return subject.failed("crash", f"the server ended before it was ready: {subject.last_words()}")
    if greeting.refused:
        return subject.failed("failed_requests", f"the server refused before it was loaded: {greeting.trouble}")
    workers = f"{len(greeting.workers)} of {subject.conditions.workers} workers have answered"
    said = f"{workers} ({greeting.trouble}); the server: {subject.last_words()}"
    return subject.failed("timeout", f"the server was not ready in time: {said}")


def judged(subject: Subject, told: dict[str, Any]) -> Load | Failed:
    """Return the account of a load in which every answer was right, or what was wrong."""
    if wrong := "; ".join(failures(told["answers"], told["statuses"], told["errors"])):
        return subject.failed("failed_requests", wrong, msgspec.convert(told, Load) if told["answers"] else None)
    account = msgspec.convert(told, Load)
    why = next(contradictions(subject.conditions, account), None)
    return subject.failed("harness_error", why, account) if why else account


def usage(subject: Subject, costs: tree.Costs, threads: int) -> Usage:
    """Return what the server took from its start to the end of the load, as far as it can be seen from outside."""
    return Usage(
        process_s=now() - subject.start,
        user_s=costs.user_s,
        system_s=costs.system_s,
        voluntary_switches=None,
        involuntary_switches=None,
        peak_memory_bytes=None,
        threads=threads,
    )


def numbered(workers: dict[str, int]) -> set[int]:
    """Return the process IDs among what answers named."""
    return {int(worker) for worker in workers if worker.isdigit()}
