"""One trial from outside: gate, server, process, verification, outcome.

Whatever happens in a trial is its outcome; nothing that a trial does ends the run.
"""

import json
import subprocess
from typing import Any

import msgspec

from bench.catalog import Implementation, implementations
from bench.errors import ToolError
from bench.harness import meter
from bench.harness.load import load
from bench.harness.measure import children_usage, date, now
from bench.harness.process import competing, cores_of, started
from bench.harness.reaper import Reaper
from bench.harness.serve import Server, ServerError, serving
from bench.harness.told import command_of, document_of, time_limit_s, with_limits
from bench.model import Answering, Failed, Fetching, Measured, Scenario, Slot, Starting, Status, Trial
from bench.physics import mismatch, refuted

NOT_OF_THE_PROTOCOL = (msgspec.ValidationError, ValueError, KeyError, TypeError)
"""What reading a reply raises that is not one; ValueError is also what is no JSON, or no text."""
KEPT = ("is", "setup_s", "batches", "teardown_s", "units")
"""What is kept of a reply besides what becomes the usage."""


def spawn(slot: Slot, scenario: Scenario, reaper: Reaper) -> Trial:
    """Execute `scenario` once in a fresh process against a fresh server."""
    gate_s = meter.wait_for_quiet()
    begun = date()
    start = now()
    try:
        outcome = attempt(scenario, reaper)
    except (ServerError, ToolError, OSError, *NOT_OF_THE_PROTOCOL) as error:
        reason = f"{type(error).__name__}: {error}"[:2000]
        outcome = Failed(status="harness_error", reason=reason, after_s=now() - start)
    return Trial(slot=slot, started=begun, gate_s=gate_s, outcome=outcome)


def attempt(scenario: Scenario, reaper: Reaper, profile: dict[str, Any] | None = None) -> Measured | Failed:
    """Run the server and the trial; return what the trial's process says, checked against the server's account.

    A `profile` to be filled turns the profiler on; such a trial is no measurement.
    """
    match scenario.conditions:
        case Fetching():
            return fetch(scenario, scenario.conditions, reaper, profile)
        case Starting():
            return start_units(scenario, reaper)
        case Answering():
            return load(scenario, scenario.conditions, reaper)


def fetch(
    scenario: Scenario, conditions: Fetching, reaper: Reaper, profile: dict[str, Any] | None
) -> Measured | Failed:
    """Measure a client against a fresh server."""
    implementation = implementations()[scenario.implementation]
    with serving(conditions, reaper) as server, competing(conditions, reaper) as rivals_s:
        before, rivals_before_s = meter.read(), rivals_s()
        said = ask(scenario, implementation, server, reaper, profile)
        after, rivals_took_s = meter.read(), rivals_s() - rivals_before_s
        try:
            served = server.served()
        except ServerError as error:
            after_s = said["after_s"] if said["is"] == "failed" else said["usage"]["process_s"]
            why = f"{error}; the client: {said.get('reason', 'all answers were right')}"[:2000]
            return Failed(status="harness_error", reason=why, after_s=after_s)
    if said["is"] == "failed":
        return msgspec.convert(said | {"served": msgspec.to_builtins(served)}, Failed)
    if reason := mismatch(conditions, served):
        return msgspec.structs.replace(failed("failed_requests", reason, said), served=served)
    around = meter.between(before, after, took_s(said) + served.cpu_s + rivals_took_s)
    extra = {"served": msgspec.to_builtins(served), "surroundings": msgspec.to_builtins(around)}
    return msgspec.convert(said | extra, Measured)


def start_units(scenario: Scenario, reaper: Reaper) -> Measured | Failed:
    """Measure what starts units; there is no server."""
    before = meter.read()
    said = ask(scenario, implementations()[scenario.implementation], None, reaper, None)
    after = meter.read()
    if said["is"] == "failed":
        return msgspec.convert(said, Failed)
    around = meter.between(before, after, took_s(said))
    measured = msgspec.convert(said | {"surroundings": msgspec.to_builtins(around)}, Measured)
    reason = refuted(scenario.conditions, measured)
    return failed("wrong_answer", reason, said) if reason else measured


def took_s(said: dict[str, Any]) -> float:
    """Return the CPU seconds of the trial's process."""
    return (said["usage"]["user_s"] or 0) + (said["usage"]["system_s"] or 0)


def ask(
    scenario: Scenario,
    implementation: Implementation,
    server: Server | None,
    reaper: Reaper,
    profile: dict[str, Any] | None,
) -> dict[str, Any]:
    """Give the trial's process its document and return its reply, with what it cost as ``usage``."""
    conditions = scenario.conditions
    cores, _ = cores_of(conditions)
    document = document_of(scenario, implementation, server) | ({} if profile is None else {"profile": True})
    command = with_limits(command_of(implementation), implementation, conditions)
    limit_s = time_limit_s(conditions)
    before, start = children_usage(), now()
    with started(command, cores, reaper) as running:
        try:
            reply, _ = running.process.communicate(json.dumps(document).encode() + b"\n", limit_s)
        except subprocess.TimeoutExpired:
            return {"is": "failed", "status": "timeout", "reason": f"> {limit_s:.0f} s", "after_s": limit_s}
        process_s = now() - start
        last_words = running.last_words()
        code = running.process.returncode
    if not reply.strip():
        reason = f"the process ended with {code} and no reply: {last_words or 'it said nothing'}"[:2000]
        return {"is": "failed", "status": "crash", "reason": reason, "after_s": process_s}
    said: dict[str, Any] = json.loads(reply)
    if profile is not None:
        profile.update(said.get("profile", {}))
    return said if said["is"] == "failed" else with_usage(said, process_s, before)


def with_usage(said: dict[str, Any], process_s: float, before: tuple[float, float, int, int] | None) -> dict[str, Any]:
    """Return the reply with CPU time and switches of the process and all its children, as the kernel sums them."""
    after = children_usage()
    costs = [b - a for a, b in zip(before, after, strict=True)] if before and after else [None] * 4
    names = ("user_s", "system_s", "voluntary_switches", "involuntary_switches")
    usage = dict(zip(names, costs, strict=True)) | {"process_s": process_s}
    usage |= {name: said.pop(name) for name in ("peak_memory_bytes", "threads")} | {"gil": said.pop("gil", None)}
    return {name: said[name] for name in KEPT if name in said} | {"usage": usage}


def failed(status: Status, reason: str, said: dict[str, Any]) -> Failed:
    """Return the failure of a trial that did finish its work."""
    return Failed(status=status, reason=reason, after_s=said["usage"]["process_s"])
