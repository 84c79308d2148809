"""A site, built once from made-up results and served on loopback, for all tests that read it."""

import functools
import http.server
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import settings

from bench.catalog import ROOT
from bench.report import site as report
from tests import made_up

PAGES = ["", "clients/waiting/"]
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of this machine, an older one of the same, and one of another machine with failures and markup."""
    folder = tmp_path_factory.mktemp("data")
    made_up.stored(folder, made_up.a_run("standard", seed=1))
    made_up.stored(folder, made_up.a_run("standard", seed=2, day=1))
    other = msgspec.structs.replace(made_up.MACHINE, cpu="<script>alert(1)</script> | **Other** [x](y) `CPU`", cores=8)
    run = made_up.a_run("standard", seed=3, machine=other)
    trials = made_up.trials(run)
    evil = made_up.failed(reason="<img src=x onerror=alert(2)> | {{ 7 * 7 }} `x`")
    trials = [made_up.with_outcome(t, evil) if t.slot.scenario == "httpx" else t for t in trials]
    made_up.stored(folder, run, trials)
    return folder


@pytest.fixture(scope="session")
def pages(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Markdown of the site."""
    folder = tmp_path_factory.mktemp("pages") / "docs"
    report.write(data, folder, made_up.MACHINE)
    return folder


@pytest.fixture(scope="session")
def built(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as it is published."""
    folder = tmp_path_factory.mktemp("site")
    config = folder / "mkdocs.yml"
    text = (ROOT / "mkdocs.yml").read_text().replace("build/docs", str(pages))
    text = text.replace("custom_dir: docs", f"custom_dir: {ROOT / 'docs'}")
    config.write_text(text.replace("site_dir: site", f"site_dir: {folder / 'site'}"))
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--config-file", str(config)]
    subprocess.run(command, check=True, cwd=ROOT)
    return folder / "site"


@pytest.fixture(scope="session")
def site_url(built: Path) -> Iterator[str]:
    """The address of the site while the tests run."""
    handler = functools.partial(Quiet, directory=str(built))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="session")
def page_paths() -> list[str]:
    """The pages that have charts."""
    return PAGES


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A file server that does not talk."""

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """Say nothing."""
