"""Repair: what is wrong with a page and can be mended without doubt is mended, and the page judged again."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from genui.inert import prove
from genui.lint import MAX_PAGE_BYTES, size_findings, validate_page
from genui.lint.repair import app, markup
from genui.lint.repair.draft import Draft, Unrepairable, page_of, read_draft
from genui.model import Finding, Tool, errors_of

REPAIRS: Mapping[str, Callable[[Draft], bool]] = {
    "code-fence": markup.take_page,
    "model-chatter": markup.take_page,
    "html-parse-error": markup.close_elements,
    "no-doctype": lambda _draft: True,  # every repaired page begins with one
    "missing-title": markup.add_title,
    "missing-lang": markup.add_language,
    "missing-label": markup.add_labels,
    "script-not-module": app.make_modules,
    "no-import": app.add_import,
    "missing-version": app.add_version,
    "auto-resize-lost": app.keep_resizing,
    "no-connect": app.add_connect,
    "late-handler": app.move_handlers,
    "dropped-result": app.deliver_results,
    "inline-handler": markup.add_listeners,
    "sandbox-submit": app.make_submits_work,
    "submit-default": app.make_submits_work,
    "external-link": app.open_links,
}
"""Every repair by the slug of its rule, in the order in which they are made."""


Verdict = Literal["accept", "warn", "repair", "reject"]
"""accept: use it · warn: usable, with warnings · repair: usable once repaired · reject: not usable."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """A page after every repair that applies."""

    html: bytes
    repairs: tuple[str, ...]
    """Slugs of the rules whose breaches were mended, in the order in which that was done."""
    findings: tuple[Finding, ...]
    """What is wrong with the repaired page, found from the start."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is to be thought of a page as it was given, and the page to use in its place."""

    verdict: Verdict
    findings: tuple[Finding, ...]
    """What is wrong with the page as given."""
    repaired: bytes | None
    """The page to use instead, where repairs made one without errors."""
    repairs: tuple[str, ...]


def repair_page(
    html: bytes, *, tools: Sequence[Tool] | None = None, max_bytes: int = MAX_PAGE_BYTES
) -> Repaired:
    """Make every repair that applies to a source page; one with what no repair mends stays as it is."""
    return repaired(html, validate_page(html, tools=tools, max_bytes=max_bytes), tools, max_bytes)


def judge(html: bytes, *, tools: Sequence[Tool] | None = None, max_bytes: int = MAX_PAGE_BYTES) -> Judgement:
    """Judge a page as it is given; `repaired` is there where repair makes a page without errors.

    Of an inert page only its size is looked at: all that runs in it was judged when genui was released.
    """
    is_known = prove(html).inert
    findings = (
        size_findings(html, max_bytes) if is_known else validate_page(html, tools=tools, max_bytes=max_bytes)
    )
    done = repaired(html, findings, tools, max_bytes)
    usable = bool(done.repairs) and not errors_of(done.findings)
    page, repairs = (done.html, done.repairs) if usable else (None, ())
    return Judgement(verdict_of(findings, repairable=usable), findings, page, repairs)


def verdict_of(findings: Sequence[Finding], *, repairable: bool = False) -> Verdict:
    """Return the verdict that these findings on a page amount to."""
    if errors_of(findings):
        return "repair" if repairable else "reject"
    return "warn" if any(finding.severity == "warning" for finding in findings) else "accept"


def repaired(
    html: bytes, findings: Sequence[Finding], tools: Sequence[Tool] | None, max_bytes: int
) -> Repaired:
    """Repair a page with these findings."""
    rules = {finding.rule for finding in findings}
    is_hopeless = {finding.rule for finding in errors_of(findings)} - REPAIRS.keys()
    if rules & REPAIRS.keys() and not is_hopeless:
        with suppress(Unrepairable, UnicodeDecodeError):
            draft = read_draft(html)
            if made := [slug for slug, repair in REPAIRS.items() if slug in rules and repair(draft)]:
                page = page_of(draft)
                return Repaired(page, tuple(made), validate_page(page, tools=tools, max_bytes=max_bytes))
    return Repaired(html, (), tuple(findings))
