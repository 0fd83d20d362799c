"""The evidence page in a real browser: what a reader sees, hears and reaches with the keyboard."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.rendering.pages import long_page, page

pytest.importorskip("playwright", reason="what drives a browser is installed for one Python only")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
OFFLINE: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
SIZES: Final = {"wide": (1440, 900), "tablet": (820, 1100), "narrow": (360, 740)}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start the browser of this machine."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"no browser is installed: one of {', '.join(BROWSERS)}")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=found, args=[*OFFLINE])
        yield started
        started.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Write pages, and give where they are."""
    folder = tmp_path_factory.mktemp("pages")
    hostile = "<img src=x onerror=alert(1)> <script>alert(1)</script> ![x](https://evil.example/x.png) [1]."
    pages = {"page": page(), "long": long_page(), "hostile": page(hostile, title=hostile)}
    for name, written in pages.items():
        Path(folder, f"{name}.html").write_text(written, encoding="utf-8")
    return {name: Path(folder, f"{name}.html").as_uri() for name in pages}


class Visit:
    """A page that is open, and whatever the browser said and asked for."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page = context.new_page()
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: self.said.append(dialog.message))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(address)


@pytest.fixture
def visit(browser: Browser, files: dict[str, str]) -> Iterator[Any]:
    """Open pages, and close them at the end."""
    contexts: list[BrowserContext] = []

    def opened(name: str = "page", size: str = "wide", **how: Any) -> Visit:
        width, height = SIZES[size]
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **how))
        return Visit(contexts[-1], files[name])

    yield opened
    for each in contexts:
        each.close()


def is_in_view(page: Page, selector: str) -> bool:
    """Whether a reader sees the beginning of an element."""
    box = page.locator(selector).bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    return 0 <= box["y"] < size["height"] and 0 <= box["x"] < size["width"]


@pytest.mark.parametrize("name", ["page", "long", "hostile"])
def test_it_says_nothing_and_asks_for_nothing(visit: Any, files: dict[str, str], name: str):
    opened = visit(name)
    opened.page.wait_for_timeout(100)

    assert opened.said == []
    assert opened.asked == [files[name]]


@pytest.mark.parametrize(("size", "scheme"), [("wide", "light"), ("wide", "dark"), ("narrow", "light")])
def test_axe_finds_nothing(visit: Any, size: str, scheme: str):
    opened = visit(size=size, color_scheme=scheme, bypass_csp=True).page
    opened.locator("#chip-1-1").focus()

    found = Axe().run(opened)

    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize(("how", "java_script_enabled"), [("hover", True), ("focus", False)])
def test_a_chip_tells_what_its_source_is(visit: Any, how: str, *, java_script_enabled: bool):
    opened = visit(java_script_enabled=java_script_enabled).page
    card = opened.locator("#card-1-1")
    expect(card).to_be_hidden()

    getattr(opened.locator("#chip-1-1"), how)()

    expect(card).to_be_visible()
    for each in (
        "Handbook 1",
        "Entitlement",
        "How many days are free.",
        "d1",
        "version v1",
        "page iii",
        "97",
        "CC BY 4.0",
    ):
        expect(card).to_contain_text(each)


@pytest.mark.parametrize("size", SIZES)
def test_a_card_is_within_the_window(visit: Any, size: str):
    opened = visit(size=size).page
    width, _ = SIZES[size]

    for each in opened.locator(".chip > a").all():
        each.focus()
        box = opened.locator(".chip:focus-within > .card").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    assert opened.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    ("size", "java_script_enabled"), [("wide", True), ("wide", False), ("tablet", False), ("narrow", False)]
)
def test_a_click_goes_to_the_source_and_back(visit: Any, size: str, *, java_script_enabled: bool):
    opened = visit(size=size, java_script_enabled=java_script_enabled, reduced_motion="reduce").page

    opened.locator("#chip-6-7").click()
    opened.wait_for_timeout(100)
    assert is_in_view(opened, "#source-7")

    opened.locator("#source-7 .back a").click()
    opened.wait_for_timeout(100)
    assert is_in_view(opened, "#chip-6-7")


def test_the_claim_stays_while_its_source_comes(visit: Any):
    """Side by side, each on its own."""
    opened = visit(reduced_motion="reduce").page

    opened.locator("#chip-5-6").click()
    opened.wait_for_timeout(100)

    assert is_in_view(opened, "#claim-5")
    assert is_in_view(opened, "#source-6")


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_claims_are_walked_with_the_tabulator(visit: Any, *, java_script_enabled: bool):
    opened = visit(java_script_enabled=java_script_enabled).page
    walked: list[str] = []

    for _ in range(8):
        opened.keyboard.press("Tab")
        walked.append(opened.locator(":focus").get_attribute("id") or "")
    opened.keyboard.press("Enter")
    opened.wait_for_timeout(100)

    assert walked == [f"chip-{each}" for each in ("1-1", "2-2", "2-1", "3-3", "4-4", "5-5", "5-6", "6-7")]
    assert opened.url.endswith("#source-7")


def test_claims_are_walked_with_two_letters(visit: Any):
    opened = visit().page
    walked: list[str] = []

    for key in ("j", "j", "j", "k", "j", "j", "j", "j"):
        opened.keyboard.press(key)
        walked.append(opened.locator(":focus").get_attribute("id") or "")

    claims = ["1-1", "2-2", "3-3", "2-2", "3-3", "4-4", "5-5", "6-7"]
    assert walked == [f"chip-{each}" for each in claims]


def test_a_card_goes_with_escape(visit: Any):
    opened = visit().page
    opened.locator("#chip-1-1").focus()

    opened.keyboard.press("Escape")
    expect(opened.locator("#card-1-1")).to_be_hidden()

    opened.locator("#chip-2-1").focus()
    expect(opened.locator("#card-2-1")).to_be_visible()


def test_a_chip_shows_its_claim(visit: Any):
    opened = visit(reduced_motion="reduce").page
    claim = opened.locator("#claim-1")
    before = claim.evaluate("each => getComputedStyle(each).boxShadow")

    opened.locator("#chip-1-1").focus()

    assert claim.evaluate("each => getComputedStyle(each).boxShadow") != before


def test_what_became_of_a_source_is_seen_without_colour(visit: Any):
    """A tombstone has a border of its own, and words."""
    opened = visit().page

    assert opened.locator("#source-4").evaluate("each => getComputedStyle(each).borderStyle") == "dashed"
    assert opened.locator("#source-1").evaluate("each => getComputedStyle(each).borderStyle") == "solid"
    expect(opened.locator("#source-4 .badge")).to_be_visible()
    expect(opened.locator("#source-3 .badge")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_follows_the_colours_of_its_reader(visit: Any, scheme: str):
    opened = visit(color_scheme=scheme).page
    paper = opened.evaluate("getComputedStyle(document.body).backgroundColor")
    red = int(paper.removeprefix("rgb(").partition(",")[0])

    assert red > 240 if scheme == "light" else red < 40


def test_on_paper_everything_is_there(visit: Any):
    """One column, nothing to scroll, no cards."""
    opened = visit(size="tablet").page
    opened.emulate_media(media="print")

    assert opened.locator(".sources").evaluate("each => each.scrollHeight <= each.clientHeight + 1")
    expect(opened.locator("#source-7")).to_be_visible()
    expect(opened.locator("#source-1 .back")).to_be_hidden()
    assert opened.pdf().startswith(b"%PDF")


def test_many_claims_open(visit: Any):
    opened = visit("long").page

    expect(opened.locator(".source")).to_have_count(200)
    expect(opened.locator(".chip")).to_have_count(200)


@pytest.mark.parametrize("size", SIZES)
def test_it_can_be_looked_at(visit: Any, size: str, tmp_path: Path):
    """In three sizes; who runs the tests by hand finds the pictures in its folder."""
    picture = tmp_path / f"{size}.png"

    visit(size=size).page.screenshot(path=picture, full_page=True)

    assert picture.stat().st_size > 10_000
