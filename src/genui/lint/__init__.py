"""Validation: a page, whoever made it, is parsed and held to the rules before anybody sees it."""

from codecs import BOM_UTF8
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from genui.assets import STYLE, Assets
from genui.config import Limits
from genui.inert import prove
from genui.link import shared_bytes
from genui.lint.markup import sheet_loads
from genui.lint.page import Page, parse_page, read_answer
from genui.lint.rules import RULES, findings_of, sizes
from genui.model import Finding, Tool
from genui.scripts import SDK

__all__ = ["MAX_PAGE_BYTES", "RULES", "size_findings", "validate_artifact", "validate_page"]

AROUND = frozenset({"code-fence", "model-chatter", "injected-instructions", "hidden-characters"})
"""Rules about the text as it was given, whose lines need no shift."""

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
    text = decoded(html)
    if isinstance(text, Finding):
        return (text,)
    answer = read_answer(text)
    known = None if tools is None else {tool.name: tool for tool in tools}
    skipped = answer.before.count("\n")
    # A linked page does the handshake itself and imports nothing.
    seems = "ui/initialize" in answer.page and SDK not in answer.page
    is_linked = seems if linked is None else linked
    try:
        page = parse_page(
            answer.page,
            size=len(html),
            max_bytes=max_bytes,
            linked=is_linked,
            tools=known,
            source=text,
            answer=answer,
        )
        found = findings_of(page)
    except RecursionError:
        return (Finding("script-syntax", "error", "nested too deeply to be read", "nest less deeply"),)
    return tuple(
        replace(finding, line=finding.line + skipped) if finding.rule not in AROUND else finding
        for finding in found
    )


def validate_artifact(
    html: bytes, assets: Assets, *, tool: str | None = None, max_bytes: int = MAX_PAGE_BYTES
) -> tuple[Finding, ...]:
    """Hold a built page to the rules: an inert one needs no parse, for all that runs in it is known."""
    if not prove(html, tool=tool, style=assets.own_style).inert:
        return (*validate_page(html, max_bytes=max_bytes), *shared_findings(assets))
    return (*size_findings(html, max_bytes), *shared_findings(assets))


def size_findings(html: bytes, max_bytes: int) -> tuple[Finding, ...]:
    """Return what is to be said of an inert page: whether it is too large."""
    return findings_of(Page((), (), quirks=False, size=len(html), max_bytes=max_bytes), checks=(sizes,))


@cache
def shared_findings(assets: Assets) -> tuple[Finding, ...]:
    """Hold to the rules what pages of these assets share, as far as genui was not released with it."""
    found = findings_of(Page((), (), quirks=False, weight=shared_bytes(assets)[1]), checks=(sizes,))
    if not assets.own_style:
        return found
    rule = RULES["external-css"]
    return found + tuple(
        Finding("external-css", rule.severity, f"style.css: {message}", rule.hint, line=line, column=column)
        for line, column, message in sheet_loads(assets.texts[STYLE])
    )


def decoded(html: bytes) -> str | Finding:
    """Return the text of a page, or the finding that it has none."""
    try:
        return html.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        before = html[: error.start]
        return Finding(
            "html-parse-error",
            "error",
            f"byte {error.start} is not UTF-8",
            "save the page as UTF-8",
            line=before.count(b"\n") + 1,
            column=error.start - before.rfind(b"\n"),
        )
