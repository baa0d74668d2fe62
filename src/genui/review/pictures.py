"""Pictures of changed views: the report's own frames, drawn by one browser in one run, one clock and zone."""

import base64
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from genui.errors import GenuiError
from genui.render.browser import FLAGS, INSTALL, find_chromium
from genui.review.cards import Card
from genui.review.report import Pictures

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

STEADY = ("--force-color-profile=srgb", "--disable-lcd-text", "--font-render-hinting=none")
"""Flags by which two drawings of the same page are the same pixels."""

CLOCK = "2026-01-15T12:00:00Z"
WIDTH, HEIGHT = 560, 900
PATIENCE = 5000
"""Milliseconds that a frame may take to draw."""

ADDRESS = "https://review.genui.invalid/"


def pictures_of(page: str, cards: Sequence[Card]) -> Pictures:
    """Return the pictures of both sides of every changed view that a report shows.

    Raises:
        GenuiError: No browser starts.
    """
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError as error:
        raise GenuiError("Playwright is not installed", hint=INSTALL) from error
    try:
        with sync_playwright() as playwright:
            flags = [*FLAGS, *STEADY]
            return drawn(playwright.chromium.launch(executable_path=find_chromium(), args=flags), page, cards)
    except Error as error:
        raise GenuiError(f"no browser draws: {error.message.partition(chr(10))[0]}", hint=INSTALL) from error


def drawn(browser: "Browser", page: str, cards: Sequence[Card]) -> Pictures:
    """Return the pictures that a browser draws of a report's frames; nothing is asked of the network."""
    shown = browser.new_page(
        viewport={"width": WIDTH + 66, "height": HEIGHT},
        locale="en-US",
        timezone_id="UTC",
        color_scheme="light",
        reduced_motion="reduce",
        service_workers="block",
    )
    shown.clock.set_fixed_time(CLOCK)

    def serve(route: "Route") -> None:
        if route.request.url == ADDRESS:
            route.fulfill(body=page, content_type="text/html; charset=utf-8")
        else:
            route.abort()

    shown.route("**/*", serve)
    shown.goto(ADDRESS)
    found = {card.tool: both(shown, number) for number, card in enumerate(cards) if card.drawn}
    shown.close()
    return found


def both(shown: "Page", number: int) -> tuple[str, str]:
    """Return the pictures before and after of one card."""
    before, after = (picture(shown, f"#card-{number} .views > div:nth-child({at}) iframe") for at in (1, 2))
    return before, after


def picture(shown: "Page", selector: str) -> str:
    """Return a picture of a frame as a data: URI, "" where there is no frame or it does not draw."""
    from playwright.sync_api import TimeoutError as LateError

    frame = shown.locator(selector)
    if not frame.count():
        return ""
    with suppress(LateError):
        frame.scroll_into_view_if_needed()
        shown.locator(f"{selector}[data-ready]").wait_for(timeout=PATIENCE)
        data = frame.screenshot(animations="disabled", timeout=PATIENCE)
        return f"data:image/png;base64,{base64.b64encode(data).decode()}"
    return ""
