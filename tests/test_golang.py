"""The Go toolchain, and the cache of what it builds."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bench.errors import ToolError
from bench.harness import golang

needs_go = pytest.mark.skipif(golang.toolchain() is None, reason="no Go toolchain on this machine")
posix = pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for go")
HELLO = 'package main\n\nfunc main() { println("hello") }\n'


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Build into a folder of the test's own."""
    monkeypatch.setattr(golang, "CACHE", tmp_path / "cache")
    return tmp_path / "cache"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "hello.go"
    path.write_text(HELLO)
    return path


def stand_in(folder: Path, says: str, code: int = 0) -> Path:
    """Put a ``go`` into ``folder`` that says this to every question, and return it."""
    folder.mkdir()
    path = folder / "go"
    path.write_text(f"#!/bin/sh\necho '{says}'\nexit {code}\n")
    path.chmod(0o755)
    return path


def only(monkeypatch: pytest.MonkeyPatch, *candidates: Path) -> None:
    monkeypatch.setattr(golang, "_candidates", lambda: iter(candidates))


@needs_go
def test_the_toolchain_is_as_new_as_the_module_demands() -> None:
    told = golang.version()
    assert told
    assert tuple(map(int, told.split(".")[:2])) >= (1, 24)


@posix
def test_a_go_that_is_too_old_or_does_not_work_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = stand_in(tmp_path / "old", "go version go1.19.2 linux/amd64")
    broken = stand_in(tmp_path / "broken", "go version go1.99.0 linux/amd64", code=1)
    strange = stand_in(tmp_path / "strange", "Let us go!")
    fit = stand_in(tmp_path / "fit", "go version go1.99rc1 linux/amd64")
    only(monkeypatch, old, broken, strange, tmp_path / "absent", fit)
    assert golang.toolchain() == fit
    assert golang.version() == "1.99rc1"


@posix
def test_a_go_on_path_comes_before_the_one_of_the_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_path = stand_in(tmp_path / "path", "go version go1.99.1 linux/amd64")
    wheel = tmp_path / "wheel"
    (wheel / "go").mkdir(parents=True)
    in_wheel = stand_in(wheel / "go" / "bin", "go version go1.99.2 linux/amd64")
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(wheel))
    monkeypatch.setenv("PATH", str(on_path.parent))
    assert golang.toolchain() == on_path
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert golang.toolchain() == in_wheel


def test_without_a_toolchain_nothing_is_built_and_the_message_says_what_to_do(
    cache: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch)
    assert golang.toolchain() is None
    assert golang.version() is None
    with pytest.raises(ToolError, match=r"no Go toolchain of at least 1\.24 found; `nox -s bench` installs one"):
        golang.build(source)
    assert not list(cache.rglob("hello*"))


def test_a_module_without_a_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "go.mod").write_text("module measured\n")
    monkeypatch.setattr(golang, "MODULE", tmp_path)
    with pytest.raises(ToolError, match=r"found no line such as `go 1\.24`"):
        golang._least()


@needs_go
def test_a_file_is_built_to_a_program_of_its_name(cache: Path, source: Path) -> None:
    built = golang.build(source)
    done = subprocess.run([built], capture_output=True, text=True, check=True)
    assert built.stem == "hello"
    assert built.parent.parent == cache
    assert done.stderr == "hello\n"


@needs_go
def test_what_is_built_is_built_once(cache: Path, source: Path) -> None:
    built = golang.build(source)
    built.write_bytes(b"kept")
    assert golang.build(source).read_bytes() == b"kept"
    assert [path for path in cache.rglob("*") if path.is_file()] == [built]


@needs_go
def test_changed_sources_are_built_anew(cache: Path, source: Path) -> None:
    first = golang.build(source)
    source.write_text(HELLO.replace("hello", "goodbye"))
    assert golang.build(source) != first
    assert len(list(cache.iterdir())) == 2


@needs_go
@pytest.mark.usefixtures("cache")
def test_two_builds_at_once_do_not_disturb_each_other(source: Path) -> None:
    with ThreadPoolExecutor(2) as threads:
        builds = list(threads.map(golang.build, [source, source]))
    assert builds[0] == builds[1]
    assert subprocess.run([builds[0]], capture_output=True, check=True).stderr == b"hello\n"
    assert list(builds[0].parent.iterdir()) == [builds[0]]


@needs_go
def test_a_build_that_fails_says_why_and_leaves_nothing(cache: Path, source: Path) -> None:
    source.write_text("package main\n\nfunc main() { nothing() }\n")
    with pytest.raises(ToolError, match=r"^hello\.go: go build failed: .*undefined: nothing$"):
        golang.build(source)
    assert not list(cache.rglob("hello*"))


@needs_go
@pytest.mark.usefixtures("cache")
def test_the_message_names_a_source_of_the_repository_by_its_path() -> None:
    with pytest.raises(ToolError, match=r"^bench/clients/absent\.go: go build failed: "):
        golang._compile(golang.MODULE / "clients" / "absent.go", golang.CACHE / "absent")


@needs_go
@pytest.mark.usefixtures("cache")
def test_the_digest_changes_with_the_module_the_reference_and_the_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "bench"
    (module / "reference").mkdir(parents=True)
    (module / "clients").mkdir()
    files = ["go.mod", "go.sum", "reference/ruler.go", "clients/one.go", "clients/other.go"]
    for name in files:
        (module / name).write_text("go 1.24\n")
    monkeypatch.setattr(golang, "MODULE", module)
    digests = [golang.digest(module / "clients" / "one.go")]
    for name in files:
        (module / name).write_text("go 1.23\n")
        digests.append(golang.digest(module / "clients" / "one.go"))
    assert len(set(digests[:-1])) == 5
    assert digests[-1] == digests[-2]


def test_the_compiler_sees_no_setting_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOFLAGS", "-race")
    monkeypatch.setenv("GOOS", "plan9")
    monkeypatch.setenv("GOPROXY", "off")
    seen = golang._environment()
    assert seen["GOFLAGS"] == "-buildvcs=false"
    assert seen["GOPROXY"] == "off"
    assert "GOOS" not in seen
