"""The rules table: what every page is held to."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from genui.model import Finding, Severity
from genui.validate import code, markup
from genui.validate.page import Page, Spot

Check = Callable[[Page], Iterator[Spot]]


@dataclass(frozen=True, slots=True)
class Rule:
    """How grave a finding is, how it is found, and what mends it."""

    severity: Severity
    check: Check
    hint: str


def bridge_missing(page: Page) -> Iterator[Spot]:
    """Yield when no script does the handshake of MCP Apps."""
    if not page.has_bridge and not any("ui/initialize" in script.text for script in page.scripts):
        yield Spot(1, 1, "no script sends ui/initialize: a host would wait for ever")


def too_large(page: Page) -> Iterator[Spot]:
    """Yield when a page is larger than hosts should have to take."""
    if page.max_bytes and page.size > page.max_bytes:
        yield Spot(1, 1, f"the page has {page.size:,} bytes, the limit is {page.max_bytes:,}")


def over_budget(page: Page) -> Iterator[Spot]:
    """Yield when a page weighs more than what is linked into it should."""
    if page.budget and page.weight > page.budget:
        over = f"{page.weight:,} bytes without its data, the budget is {page.budget:,}"
        yield Spot(1, 1, f"the page has {over}")


RULES: Mapping[str, Rule] = {
    "no-doctype": Rule("error", markup.missing_doctype, "begin the page with <!doctype html>"),
    "html-parse-error": Rule("error", markup.parse_errors, "close and nest elements as HTML wants it"),
    "missing-title": Rule("warning", markup.missing_title, "put a <title> into <head>"),
    "missing-lang": Rule("warning", markup.missing_lang, 'write <html lang="en">'),
    "forbidden-element": Rule("error", markup.forbidden_elements, "remove it"),
    "script-kind": Rule(
        "error", markup.script_kinds, "use inline JavaScript, and one application/json block for data"
    ),
    "external-script": Rule("error", markup.external_scripts, "put the code into the page"),
    "external-css": Rule("error", markup.external_styles, "put the styles into the page"),
    "external-reference": Rule(
        "error", markup.external_references, "use a data: URL, inline SVG, or do without"
    ),
    "external-link": Rule("warning", markup.external_links, "call app.openLink({ url }) from the script"),
    "inline-handler": Rule("error", markup.inline_handlers, "call addEventListener in the script"),
    "javascript-url": Rule("error", markup.javascript_urls, "use a button and addEventListener"),
    "data-block-invalid": Rule("error", markup.broken_data, "write the block with a JSON serializer"),
    "bridge-missing": Rule("error", bridge_missing, "create an App and await app.connect()"),
    "script-syntax": Rule("error", code.in_scripts(code.syntax_errors), "mend the syntax"),
    "eval": Rule("error", code.in_scripts(code.evaluations), "write the code out, or look values up by path"),
    "network-call": Rule(
        "error", code.in_scripts(code.network_calls), "call a tool of the server: app.callServerTool"
    ),
    "dom-xss": Rule("error", code.in_scripts(code.markup_writes), "use textContent and createElement"),
    "page-size": Rule("error", too_large, "show less at once, or raise page_bytes in [limits]"),
    "size-budget": Rule("info", over_budget, "name the result components that the tool needs"),
}
"""Every rule by its slug. A rule sees the parsed page and yields the places that break it."""


def findings_of(page: Page, *, rules: Mapping[str, Rule] = RULES) -> tuple[Finding, ...]:
    """Hold a page to the rules; findings come in the order of the page."""
    found = [
        Finding(slug, rule.severity, spot.message, rule.hint, line=spot.line, column=spot.column)
        for slug, rule in rules.items()
        for spot in rule.check(page)
    ]
    return tuple(sorted(found, key=lambda finding: (finding.line, finding.column)))
