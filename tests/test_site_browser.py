"""The built site in a browser: its charts draw, follow the scheme, fit a phone and ask nobody else."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# A browser asks its makers for updates unless it is told not to; here only the page may ask.
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
COLOURS = """plots => plots.flatMap(plot => [...plot.querySelectorAll(".scatterlayer path.point, text")])
    .map(mark => getComputedStyle(mark)).map(({fill, stroke}) => (fill === "none" ? stroke : fill))"""
BOXES = """plot => [plot, ...plot.querySelectorAll("svg text")].map(part => [part, part.getBoundingClientRect()])
    .filter(([part, box]) => box.width > 0 && part.textContent.trim())
    .map(([part, {left, top, right, bottom}]) => [part.textContent, left, top, right, bottom])"""
TOUCH = 3
"""Pixels: so high is the empty part of a line of text."""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine to read the site with")


@dataclass
class Visit:
    """A reader's tab, with every address that it asked and every complaint on its console."""

    page: Page
    asked: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def read(self, url: str) -> None:
        """Open a page and scroll to each of its charts until it is drawn."""
        self.page.goto(url)
        for figure in self.page.locator("figure.chart").all():
            figure.scroll_into_view_if_needed()
            figure.and_(self.page.locator("[data-drawn=true]")).wait_for()

    def colours(self) -> list[str]:
        """Return the colour of each dot and text in the charts of the page."""
        found: list[str] = self.page.locator(".chart-plot").evaluate_all(COLOURS)
        return found


def overlap(one: list[float], other: list[float]) -> tuple[float, float]:
    """Return how wide and how high the common part of two boxes is."""
    return min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    with browser.new_context(viewport=DESK, color_scheme="light", reduced_motion="reduce") as context:
        visit = Visit(context.new_page())
        context.on("request", lambda request: visit.asked.append(request.url))
        context.on("weberror", lambda error: visit.complaints.append(str(error.error)))
        context.on("console", lambda said: visit.complaints.append(said.text) if said.type == "error" else None)
        yield visit


def test_every_chart_is_drawn(visit: Visit, site_url: str, page_paths: list[str]) -> None:
    for path in page_paths:
        visit.read(site_url + path)
        charts = visit.page.locator("figure.chart").count()
        assert charts > 0, path
        assert visit.page.locator(".chart-plot svg.main-svg .scatterlayer").count() == charts, path


def test_no_page_complains_on_the_console(visit: Visit, site_url: str, page_paths: list[str]) -> None:
    for path in page_paths:
        visit.read(site_url + path)
    assert visit.complaints == []


def test_no_request_leaves_the_site(visit: Visit, site_url: str, page_paths: list[str]) -> None:
    for path in page_paths:
        visit.read(site_url + path)
    visit.page.evaluate("scrollTo(0, 0)")
    visit.page.locator(".md-search__input").click()
    visit.page.keyboard.type("thread")
    visit.page.locator(".md-search-result__item").first.wait_for()
    inside = (site_url, "data:", "blob:")
    assert [url for url in visit.asked if not url.startswith(inside)] == []


def test_plotly_is_loaded_only_when_a_chart_comes_near_and_once(
    visit: Visit, site_url: str, page_paths: list[str]
) -> None:
    visit.page.goto(site_url + "method/")
    visit.page.wait_for_load_state("networkidle")
    assert not any("plotly" in url for url in visit.asked)
    visit.read(site_url + page_paths[-1])
    assert sum("plotly" in url for url in visit.asked) == 1


def test_charts_take_the_colours_of_the_scheme(visit: Visit, site_url: str, page_paths: list[str]) -> None:
    for path in page_paths:
        visit.read(site_url + path)
        light = visit.colours()
        visit.page.locator("label[for^=__palette]:visible").click()
        visit.page.wait_for_function("document.body.dataset.mdColorScheme === 'slate'")
        visit.page.wait_for_timeout(200)
        dark = visit.colours()
        assert len(dark) == len(light), path
        assert not [colour for colour, was in zip(dark, light, strict=True) if colour == was], path
        visit.page.locator("label[for^=__palette]:visible").click()
        visit.page.wait_for_timeout(200)
        assert visit.colours() == light, path


def test_a_phone_of_360_pixels_has_no_sideways_scroll(visit: Visit, site_url: str, page_paths: list[str]) -> None:
    visit.page.set_viewport_size(PHONE)
    for path in ["claims/", "method/", *page_paths]:
        visit.read(site_url + path)
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
def test_texts_of_a_chart_neither_overlap_nor_leave_it(
    visit: Visit, site_url: str, page_paths: list[str], screen: ViewportSize
) -> None:
    visit.page.set_viewport_size(screen)
    for path in page_paths:
        visit.read(site_url + path)
        for plot in visit.page.locator(".chart-plot").all():
            frame, *texts = plot.evaluate(BOXES)
            for number, (said, *box) in enumerate(texts):
                assert overlap(box, frame[1:]) == pytest.approx((box[2] - box[0], box[3] - box[1]), abs=1), said
                others = [other for other, *its in texts[number + 1 :] if min(overlap(box, its)) > TOUCH]
                assert others == [], (path, said)


def test_a_chart_is_drawn_again_in_the_new_width(visit: Visit, site_url: str, page_paths: list[str]) -> None:
    visit.read(site_url + page_paths[0])
    visit.page.set_viewport_size(PHONE)
    svg = visit.page.locator(".chart-plot svg.main-svg").first
    visit.page.wait_for_function("svg => svg.clientWidth < 360", arg=svg.element_handle())


def test_no_button_offers_to_upload_a_chart(visit: Visit, site_url: str, page_paths: list[str]) -> None:
    visit.read(site_url + page_paths[0])
    visit.page.locator(".chart-plot").first.hover()
    assert visit.page.locator(".modebar-btn").count() == 0


def test_a_chart_that_cannot_be_drawn_says_so(visit: Visit, site_url: str, page_paths: list[str]) -> None:
    visit.page.route(re.compile(r"plotly-basic"), lambda route: route.abort())
    visit.page.goto(site_url + page_paths[0])
    visit.page.get_by_text("The chart could not be drawn; the table below holds its numbers.").first.wait_for()
    assert visit.page.locator(".chart-plot[role]").count() == 0
