"""Checks that are made of others."""

from collections.abc import Callable, Iterator

from genui.lint import code, markup
from genui.lint.fragments import fragment_problems
from genui.lint.page import Page, Spot
from genui.lint.sinks import sunk

Check = Callable[[Page], Iterator[Spot]]


def in_scripts(slug: str) -> Check:
    """Return the check for what scripts take from the browser, or put into the page, against a rule."""

    def check(page: Page) -> Iterator[Spot]:
        for script in page.scripts:
            for found, node, message in (*code.taken(script), *sunk(script)):
                if found == slug and not (slug == "external-link" and markup.opens_links(page)):
                    yield Spot(*script.place(node), message)
        for element in page.named("noscript"):
            for found, message in fragment_problems(element.text):
                if found == slug:
                    yield element.spot(f"in <noscript>: {message}")

    return check


def both(*checks: Check) -> Check:
    """Return a check that makes several."""

    def check(page: Page) -> Iterator[Spot]:
        for one in checks:
            yield from one(page)

    return check
