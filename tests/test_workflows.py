"""The workflows: least rights, pinned actions, limits of time, and nothing that cannot be done here too."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench.catalog import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SESSIONS = set(re.findall(r"^@nox\.session.*\ndef (\w+)", (ROOT / "noxfile.py").read_text(), re.MULTILINE))


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text())
    return found


def jobs() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in WORKFLOWS:
        yield from ((f"{path.name}: {name}", job) for name, job in read(path)["jobs"].items())


def steps() -> Iterator[dict[str, Any]]:
    for _, job in jobs():
        yield from job.get("steps", ())


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.name)
def test_a_workflow_grants_nothing_that_a_job_does_not_ask_for(path: Path) -> None:
    assert read(path)["permissions"] == {}
    assert all("permissions" in job for job in read(path)["jobs"].values())


def test_only_publishing_may_write() -> None:
    writers = [name for name, job in jobs() if "write" in job["permissions"].values()]
    assert writers == ["release.yml: publish"]


def test_every_action_is_pinned_to_a_commit() -> None:
    used = [step["uses"] for step in steps() if "uses" in step]
    assert used
    assert [one for one in used if not re.search(r"@[0-9a-f]{40}$", one)] == []


def test_every_job_that_runs_has_a_limit_of_time() -> None:
    assert [name for name, job in jobs() if "steps" in job and "timeout-minutes" not in job] == []


def test_no_secret_is_near_a_strangers_code() -> None:
    assert not any("secrets." in path.read_text() for path in WORKFLOWS)
    assert not any("pull_request_target" in path.read_text() for path in WORKFLOWS)


def test_what_a_workflow_does_is_a_session_that_exists() -> None:
    commands = [step["run"] for step in steps() if "run" in step]
    asked = {name for command in commands for name in sessions(command)}
    assert "bench" in asked
    assert asked <= SESSIONS
    others = [command for command in commands if not command.startswith(("nox ", "python -m pip install", "sudo apt"))]
    assert others == []


def sessions(command: str) -> list[str]:
    found = re.match(r"nox (?:-P \S+ )?-s ((?:\w+ ?)+)", command)
    return found[1].split() if found else []


def test_nothing_from_an_event_is_pasted_into_a_shell() -> None:
    assert [step["run"] for step in steps() if "${{" in step.get("run", "")] == []
