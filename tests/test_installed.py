"""Loaders that others made: whether they are here, and in which version."""

from pathlib import Path

import pytest

from bench import tool
from bench.harness import golang, installed


def test_a_loader_that_is_missing_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(golang, "toolchain", lambda: None)
    assert installed.missing() == {
        "ab": "ab is not installed (Debian: apache2-utils)",
        "ab-l": "ab is not installed (Debian: apache2-utils)",
        "wrk": "wrk is not installed (Debian: wrk)",
        "loader": "no Go toolchain",
    }


def test_what_is_there_is_not_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(golang, "toolchain", lambda: Path("/usr/bin/go"))
    assert installed.missing() == {}


def test_versions_are_those_of_the_programs_that_a_run_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    says = {
        "ab": "This is ApacheBench, Version 2.3 <$Revision$>\nCopyright 1996",
        "wrk": "wrk debian/4.1.0-3+b2 [epoll] Copyright (C) 2012 Will Glozer\nUsage: wrk <options> <url>",
    }
    monkeypatch.setattr(tool, "ask", lambda command, **_: (1, says[command[0]], ""))
    installed.version.cache_clear()
    assert installed.versions({"ab", "ab-l", "loader"}) == {"ab": "2.3"}
    assert installed.versions({"wrk"}) == {"wrk": "debian/4.1.0-3+b2"}
    installed.version.cache_clear()


def test_a_program_that_is_not_there_has_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "ask", lambda *_, **__: (127, "", "no such file"))
    installed.version.cache_clear()
    assert installed.versions({"ab", "wrk"}) == {}
    installed.version.cache_clear()
