"""Taking in a page: validate, repair, link, and validate the linked page, since that is what is served."""

from collections.abc import Sequence
from dataclasses import dataclass

from genui.assets import Assets
from genui.lint import MAX_PAGE_BYTES, validate_page
from genui.lint.repair import Verdict, judge
from genui.model import Finding, Tool, errors_of
from genui.pagelink import PageError, link_page

__all__ = ["Entered", "LinkedPage", "enter_page", "linked_page"]


@dataclass(frozen=True, slots=True)
class LinkedPage:
    """A linked page and what is wrong with it; `html` is empty where it could not be linked."""

    html: bytes
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Entered:
    """The result for a page that a person or a model wrote."""

    verdict: Verdict
    """On the page as it was given."""
    findings: tuple[Finding, ...]
    """Of the page as given; where it is let in, of the artifact."""
    page: str = ""
    """The source to store: as given, or repaired; "" where the page is not let in."""
    html: bytes = b""
    """The artifact."""
    repairs: tuple[str, ...] = ()
    """The repairs that were made, or could be made where none is allowed."""


def linked_page(
    tool: Tool,
    page: str,
    assets: Assets,
    *,
    source: str,
    tools: Sequence[Tool] | None = None,
    max_bytes: int = MAX_PAGE_BYTES,
) -> LinkedPage:
    """Link a page and hold it and the artifact to the rules; places are those of the page."""
    findings = validate_page(page.encode(), tools=tools, linked=False, max_bytes=max_bytes)
    if errors_of(findings):
        return LinkedPage(b"", findings)
    try:
        html = link_page(tool, page, assets, source=source)
    except PageError as error:
        return LinkedPage(b"", (*findings, error.finding))
    found = validate_page(html, tools=tools, linked=True, max_bytes=max_bytes)
    # The artifact repeats what the page was told; places in the page are of more use.
    told = {finding.rule for finding in findings}
    return LinkedPage(html, (*findings, *(finding for finding in found if finding.rule not in told)))


def enter_page(
    tool: Tool,
    data: bytes,
    assets: Assets,
    *,
    source: str,
    repair: bool = True,
    tools: Sequence[Tool] | None = None,
    max_bytes: int = MAX_PAGE_BYTES,
) -> Entered:
    """Take a page through validate, repair and link; `page` is empty where it cannot be let in.

    `source` is the digest of all that the page is made from, for the head of the artifact's data.
    """
    judged = judge(data, tools=tools, max_bytes=max_bytes)
    repaired = judged.verdict == "repair"
    if judged.verdict == "reject" or (repaired and not repair):
        return Entered(judged.verdict, judged.findings, repairs=judged.repairs)
    used = judged.repaired if repaired and judged.repaired is not None else data
    page = used.removeprefix(b"\xef\xbb\xbf").decode().replace("\r\n", "\n").replace("\r", "\n")
    made = linked_page(tool, page, assets, source=source, tools=tools, max_bytes=max_bytes)
    if errors_of(made.findings):
        return Entered("reject", made.findings)
    return Entered(judged.verdict, made.findings, page, made.html, judged.repairs if repaired else ())
