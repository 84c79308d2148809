"""The built site in a browser: its charts draw, follow the scheme, fit a phone and call nobody."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# A browser of its own accord asks its makers for updates; here only the site may be asked for anything.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
UNDRAWN = "figure.chart:not([data-drawn])"

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine to read the site with")


@dataclass
class Visit:
    """A page, and what went wrong or out while it was read."""

    page: Page
    asked: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def read(self, url: str) -> None:
        """Go to a page and past each of its charts, until all are drawn."""
        self.page.goto(url, wait_until="load")
        charts = self.page.locator("figure.chart")
        for number in range(charts.count()):
            charts.nth(number).scroll_into_view_if_needed()
            self.page.wait_for_function(
                "most => document.querySelectorAll('%s').length <= most" % UNDRAWN, arg=charts.count() - number - 1
            )


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()
