"""Validation: a page, whoever made it, is parsed and held to the rules before anybody sees it."""

from codecs import BOM_UTF8
from collections.abc import Sequence
from functools import cache

from genui.assets import STYLE, Assets
from genui.config import Limits
from genui.inert import prove
from genui.link import BUDGET, shared_bytes
from genui.lint.markup import sheet_loads
from genui.lint.page import parse_page, read_answer
from genui.lint.rules import RULES, finding, findings_of
from genui.model import Finding, Tool
from genui.scripts import SDK

__all__ = ["MAX_PAGE_BYTES", "RULES", "size_findings", "validate_artifact", "validate_page"]

MAX_PAGE_BYTES = Limits.page_bytes
"""The default of page_bytes in [limits]."""


def validate_page(
    html: bytes,
    *,
    tools: Sequence[Tool] | None = None,
    linked: bool | None = None,
    max_bytes: int = MAX_PAGE_BYTES,
) -> tuple[Finding, ...]:
    """Hold a page to every rule, whatever it is made of.

    `tools` are those of the server, where they are known. A `linked` page holds its bridge, a source page
    imports `App` from @modelcontextprotocol/ext-apps; None: what the page looks like.
    """
    try:
        text = html.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        line = html.count(b"\n", 0, error.start) + 1
        column = error.start - html.rfind(b"\n", 0, error.start)
        message, hint = f"byte {error.start} is not UTF-8", "save the page as UTF-8"
        return (Finding("html-parse-error", "error", message, hint, line=line, column=column),)
    answer = read_answer(text)
    known = None if tools is None else {tool.name: tool for tool in tools}
    # A linked page does the handshake itself and imports nothing.
    seems = "ui/initialize" in answer.page and SDK not in answer.page
    is_linked = seems if linked is None else linked
    # Lines are those of the text as it was given: parsers drop line feeds before a page.
    lines = "\n" * answer.before.count("\n")
    try:
        page = parse_page(lines + answer.page, linked=is_linked, tools=known, source=text, answer=answer)
        found = findings_of(page)
    except RecursionError:
        return (Finding("script-syntax", "error", "nested too deeply to be read", "nest less deeply"),)
    return (*size_findings(html, max_bytes), *found)


def validate_artifact(
    html: bytes, assets: Assets, *, tool: str | None = None, max_bytes: int = MAX_PAGE_BYTES
) -> tuple[Finding, ...]:
    """Hold a built page to the rules: an inert one needs no parse, for all that runs in it is known."""
    if not prove(html, tool=tool, style=assets.own_style).inert:
        return (*validate_page(html, max_bytes=max_bytes), *shared_findings(assets))
    return (*size_findings(html, max_bytes), *shared_findings(assets))


def size_findings(html: bytes, max_bytes: int) -> tuple[Finding, ...]:
    """Find whether a page is larger than hosts should have to take."""
    if len(html) <= max_bytes:
        return ()
    return (finding("page-size", f"the page has {len(html):,} bytes, the limit is {max_bytes:,}"),)


@cache
def shared_findings(assets: Assets) -> tuple[Finding, ...]:
    """Hold to the rules what pages of these assets share, as far as genui was not released with it."""
    weight = shared_bytes(assets)[1]
    told = f"the page has {weight:,} bytes by gzip without data, the budget is {BUDGET:,}"
    found = [finding("size-budget", told)] if weight > BUDGET else []
    loads = sheet_loads(assets.texts[STYLE]) if assets.own_style else ()
    found += [finding("external-css", f"style.css: {message}", *place) for *place, message in loads]
    return tuple(found)
