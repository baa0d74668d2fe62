"""Pictures of changed views: the report's own frames, drawn by one browser in one run, one clock and zone."""

import base64
import json
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from genui.errors import GenuiError
from genui.render.browser import FLAGS, INSTALL, find_chromium
from genui.review.cards import Card, Shown
from genui.review.compare import NOTHING, Look, Looks

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

STEADY = ("--force-color-profile=srgb", "--disable-lcd-text", "--font-render-hinting=none")
"""Flags by which two drawings of the same page are the same pixels."""

CLOCK = "2026-01-15T12:00:00Z"
WIDTH, HEIGHT = 560, 900
ALONE = f";position:fixed;inset:0 auto auto 0;z-index:1;width:{WIDTH}px;border:0;border-radius:0"
"""The style of a frame while it is drawn: at a fraction of a pixel the same page would be other pixels."""

PATIENCE = 5000
"""Milliseconds that a frame may take to draw."""

ADDRESS = "https://review.genui.invalid/"


def looks_of(page: str, cards: Sequence[Card]) -> Looks:
    """Return what both sides of every changed view look like that a report shows.

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


def drawn(browser: "Browser", page: str, cards: Sequence[Card]) -> Looks:
    """Return how a browser draws a report's frames; nothing is asked of the network."""
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
    shown.evaluate("for (const one of document.querySelectorAll('details.view')) one.open = true")
    views = [one for card in cards for one in card.views if one.drawn]
    found = {one.tool: both(shown, one) for one in views}
    shown.close()
    return found


def both(page: "Page", shown: Shown) -> tuple[Look, Look]:
    """Return the looks before and after of one view."""
    name = json.dumps(shown.tool)
    frames = [f".views[data-view={name}] > div:nth-child({at}) iframe" for at in (1, 2)]
    before, after = (look_of(page, frame, outlined=shown.relinked) for frame in frames)
    return before, after


def look_of(page: "Page", selector: str, *, outlined: bool) -> Look:
    """Return how a frame looks; nothing where there is no frame or it does not draw."""
    from playwright.sync_api import TimeoutError as LateError

    frame = page.locator(selector)
    if not frame.count():
        return NOTHING
    with suppress(LateError):
        frame.scroll_into_view_if_needed()
        page.locator(f"{selector}[data-ready]").wait_for(timeout=PATIENCE)
        body = page.frame_locator(selector).locator("body")
        text = body.aria_snapshot(timeout=PATIENCE) if outlined else ""
        frame.evaluate(f"one => {{ one.style.cssText += {ALONE!r} }}")
        data = frame.screenshot(animations="disabled", timeout=PATIENCE)
        frame.evaluate("one => { one.style.display = 'none' }")
        return Look(text, f"data:image/png;base64,{base64.b64encode(data).decode()}")
    return NOTHING
