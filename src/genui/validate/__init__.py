"""Validation: a page, whoever made it, is parsed and held to the rules before anybody sees it."""

import gc
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from genui.assets import Assets, known_of, runtime_of
from genui.inert import prove
from genui.model import Finding, Tool
from genui.scripts.script import SDK
from genui.validate.answer import read_answer
from genui.validate.page import Page, parse_page
from genui.validate.rules import RULES, findings_of

__all__ = [
    "MAX_PAGE_BYTES",
    "RULES",
    "validate_artifact",
    "validate_page",
]

AROUND = frozenset({"code-fence", "model-chatter", "injected-instructions", "hidden-characters"})
"""Rules about the text as it was given, whose lines need no shift."""

MAX_PAGE_BYTES = 512_000
"""The default of page_bytes in [limits]."""


def validate_page(
    html: bytes,
    *,
    tools: Sequence[Tool] | None = None,
    linked: bool | None = None,
    runtime: str = "",
    max_bytes: int = MAX_PAGE_BYTES,
) -> tuple[Finding, ...]:
    """Hold a page to every rule, whatever it is made of.

    `tools` are those of the server, where they are known. A `linked` page holds its bridge, a source page
    imports `App` from @modelcontextprotocol/ext-apps; None: what the page looks like. `runtime` is the script
    that linking has put in: it was held to the rules when it was released.
    """
    text = decoded(html)
    if isinstance(text, Finding):
        return (text,)
    answer = read_answer(text)
    known = None if tools is None else {tool.name: tool for tool in tools}
    skipped = answer.before.count("\n")
    try:
        with collector_paused():
            page = parse_page(
                answer.page,
                size=len(html),
                max_bytes=max_bytes,
                linked=looks_linked(answer.page) if linked is None else linked,
                tools=known,
                vouched=frozenset({runtime}) - {""},
                has_bridge=bool(runtime) and f"<script>{runtime}</script>" in answer.page,
                source=text,
                answer=answer,
            )
            found = findings_of(page)
            for script in page.scripts:
                script.release()
    except RecursionError:
        return (Finding("script-syntax", "error", "nested too deeply to be read", "nest less deeply"),)
    return tuple(
        replace(finding, line=finding.line + skipped) if finding.rule not in AROUND else finding
        for finding in found
    )


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the garbage collector: trees are many objects at once, and looking through them finds nothing."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def looks_linked(text: str) -> bool:
    """Tell whether a page seems to hold its bridge: it does the handshake itself and imports nothing."""
    return "ui/initialize" in text and SDK not in text


def validate_artifact(
    html: bytes, assets: Assets, *, tools: Sequence[Tool] | None = None, max_bytes: int = MAX_PAGE_BYTES
) -> tuple[Finding, ...]:
    """Hold an artifact to the rules; one that is inert needs no more than its size looked at.

    Its shell, style and runtime were held to every rule when they were released.
    """
    if prove(html, known_of(assets)).inert:
        return too_large(len(html), max_bytes)
    return validate_page(html, tools=tools, runtime=runtime_of(assets), max_bytes=max_bytes)


def too_large(size: int, most: int) -> tuple[Finding, ...]:
    """Return the finding about a page of so many bytes, if there is one."""
    if size <= most:
        return ()
    page = Page((), (), quirks=False, size=size, max_bytes=most)
    return findings_of(page, rules={"page-size": RULES["page-size"]})


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
