"""Validation: a page, whoever made it, is parsed and held to the rules before anybody sees it."""

import gc
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from genui.assets import Assets
from genui.link import page_weight
from genui.model import Finding, Tool
from genui.runtime import STYLE, page_bridge
from genui.scripts.script import SDK
from genui.validate.answer import read_answer
from genui.validate.artifact import DATA_TAG, known_runtime, runtime_findings, stand_in
from genui.validate.page import parse_page
from genui.validate.rules import RULES, findings_of

__all__ = [
    "MAX_PAGE_BYTES",
    "RULES",
    "validate_artifact",
    "validate_built",
    "validate_page",
    "validate_runtime",
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
    bridge: str = "",
    max_bytes: int = MAX_PAGE_BYTES,
) -> tuple[Finding, ...]:
    """Hold a page to every rule, whatever it is made of.

    `tools` are those of the server, where they are known. A `linked` page holds its bridge, a source page
    imports `App` from @modelcontextprotocol/ext-apps; None: what the page looks like. `bridge` is the script
    that linking has put in, which is held to the rules with the runtime.
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
                weight=page_weight(html),
                linked=looks_linked(answer.page) if linked is None else linked,
                tools=known,
                vouched=frozenset({bridge}) - {""},
                has_bridge=bool(bridge),
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


def validate_artifact(html: bytes, assets: Assets, *, max_bytes: int = MAX_PAGE_BYTES) -> tuple[Finding, ...]:
    """Hold an artifact to every rule; runtime text that these assets hold is parsed once for them all."""
    findings = by_runtime(html, assets, max_bytes=max_bytes)
    return validate_page(html, max_bytes=max_bytes) if findings is None else findings


def validate_built(
    html: bytes, assets: Assets, *, tools: Sequence[Tool] | None = None, max_bytes: int = MAX_PAGE_BYTES
) -> tuple[Finding, ...] | None:
    """Hold a page to every rule by the runtime that it shares with others, where it has no fault.

    None: it has another runtime than these assets, or what is wrong with it has to be found in its own text.
    """
    bridge = page_bridge(assets)
    if f"<script>{bridge}</script>".encode() in html:
        found = validate_page(html, tools=tools, linked=True, bridge=bridge, max_bytes=max_bytes)
        return (*found, *validate_runtime(assets))
    if DATA_TAG.encode() not in html:
        return None
    findings = by_runtime(html, assets, tools=tools, max_bytes=max_bytes)
    if findings is None or any(finding.severity != "info" for finding in findings):
        return None
    return tuple(finding for finding in findings if finding.rule != "size-budget")


def by_runtime(
    html: bytes, assets: Assets, *, tools: Sequence[Tool] | None = None, max_bytes: int
) -> tuple[Finding, ...] | None:
    """Return the findings in a page whose runtime these assets hold; None where that is not proven."""
    text = decoded(html)
    if isinstance(text, Finding):
        return (text,)
    short = stand_in(text, assets)
    page = parse_page(
        short.text,
        size=len(html),
        max_bytes=max_bytes,
        weight=page_weight(html),
        budget=short.budget,
        tools=None if tools is None else {tool.name: tool for tool in tools},
        vouched=short.vouched,
        has_bridge="bridge.js" in short.files,
        linked=True,
        source=short.text,
    )
    if not short.proven(page):
        return None
    return (*findings_of(page), *short.findings, *validate_runtime(assets, short.files | {STYLE}))


def validate_runtime(assets: Assets, files: frozenset[str] | None = None) -> tuple[Finding, ...]:
    """Hold runtime files (all of them by default) and the stylesheet to the rules about code and styles."""
    by_file = runtime_findings(assets)
    chosen = known_runtime(assets) if files is None else files
    return tuple(finding for name in sorted(chosen) for finding in by_file.get(name, ()))


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
