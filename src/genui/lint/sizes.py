"""Rules about how large a page is."""

from collections.abc import Iterator

from genui.link import BUDGET
from genui.lint.page import Page, Spot


def too_large(page: Page) -> Iterator[Spot]:
    """Yield when a page is larger than hosts should have to take."""
    if page.max_bytes and page.size > page.max_bytes:
        yield Spot(1, 1, f"the page has {page.size:,} bytes, the limit is {page.max_bytes:,}")


def over_budget(page: Page) -> Iterator[Spot]:
    """Yield when a page weighs more than what is linked into it should."""
    if page.weight > BUDGET:
        over = f"{page.weight:,} bytes by gzip without data, the budget is {BUDGET:,}"
        yield Spot(1, 1, f"the page has {over}")
