"""Artifacts share their runtime: its text is validated once, and stood in for when an artifact is parsed."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache

from genui.assets import Assets, remembered
from genui.canonical import digest
from genui.components import COMPONENTS, runtime_files
from genui.forms import entries_of_plan, files_of_plan
from genui.javascript import parse_script, top_level_names
from genui.model import Finding
from genui.runtime import STYLE, files_of_page, put_together, runtime_key, runtime_of, version_of
from genui.runtime.files import DIRECTORY
from genui.validate.markup import json_error, sheet_loads
from genui.validate.page import Element, Page
from genui.validate.rules import RULES, findings_of

CODE_RULES = {
    slug: RULES[slug] for slug in ("script-syntax", "eval", "network-call", "dom-xss", "external-css")
}

DATA_TAG, SCRIPT_TAG, STYLE_TAG = '<script type="application/json" id="view-data">', "<script>", "<style>"
DATA_MARK, SCRIPT_MARK, STYLE_MARK = (
    '"data stands here"',
    "/* runtime stands here */",
    "/* style stands here */",
)
"""Harmless texts that take the place of what is validated by itself."""

PLAIN = frozenset({"text.js", "code.js", "markdown.js", "section.js", "keyvalue.js"})
CHARTS = frozenset({"chart.js", "dag.js"})
KB = 1024


@dataclass(frozen=True)
class Short:
    """An artifact with marks in place of data, runtime and style."""

    text: str
    files: frozenset[str]
    """The runtime files that its script holds."""
    swapped: Mapping[str, int]
    """How often each mark was put in."""
    findings: tuple[Finding, ...]
    """What is wrong with the data."""

    @property
    def vouched(self) -> frozenset[str]:
        """The marks, as texts that need no check of their own."""
        return frozenset(self.swapped) - {DATA_MARK}

    @property
    def budget(self) -> int:
        """Bytes that a page with these runtime files may weigh."""
        if not self.files:
            return 0
        if "auto.js" in self.files:
            return 80 * KB
        if self.files & CHARTS:
            return 65 * KB
        return (50 if self.files & renderers() else 35) * KB

    def proven(self, page: Page) -> bool:
        """Tell whether the short page parses as the long one does.

        It does where each mark is the whole text of an element: what it stands for cannot end that
        element, and the parser comes to it in the same state.
        """
        texts = [element.text for element in page.named("script", "style") if element.namespace == "html"]
        return all(
            count == texts.count(mark) == self.text.count(mark) for mark, count in self.swapped.items()
        )


@cache
def renderers() -> frozenset[str]:
    """Return the runtime files that draw results in other forms than text."""
    return frozenset(component.runtime for component in COMPONENTS.values()) - PLAIN - CHARTS


def stand_in(text: str, assets: Assets) -> Short:
    """Put marks in place of an artifact's data, runtime and style, where they are what they should be."""
    files: frozenset[str] = frozenset()
    findings: list[Finding] = []
    swapped: dict[str, int] = {}
    parts: list[str] = []
    at = 0
    asked, entries = runtime_asked(text)
    asked = frozenset(asked & runtime_of(assets).needs.keys())
    script, style = put_together(assets, asked, entries)
    for start, end, tag in sorted(inline_texts(text)):
        body = text[start:end]
        mark = ""
        if tag == DATA_TAG and "<" not in body:
            mark = DATA_MARK
            findings += data_findings(body)
        elif tag == SCRIPT_TAG and body == script:
            mark, files = SCRIPT_MARK, frozenset(files_of_page(assets, asked))
        elif tag == STYLE_TAG and body == style:
            mark = STYLE_MARK
        if mark:
            parts += [text[at:start], mark]
            at = end
            swapped[mark] = swapped.get(mark, 0) + 1
    return Short("".join([*parts, text[at:]]), files, swapped, tuple(findings))


def inline_texts(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and tag of what could be the text of our own script and style elements."""
    for tag in (STYLE_TAG, DATA_TAG, SCRIPT_TAG):
        closing = "</" + tag[1:-1].split()[0]
        start = text.find(tag)
        while start >= 0:
            start += len(tag)
            end = text.find(closing, start)
            if end < 0:
                break
            yield start, end, tag
            start = text.find(tag, end)


def data_findings(text: str) -> list[Finding]:
    """Return what keeps the data block from being read."""
    error, rule = json_error(text), RULES["data-block-invalid"]
    return [Finding("data-block-invalid", rule.severity, error, rule.hint)] if error else []


def runtime_asked(text: str) -> tuple[frozenset[str], frozenset[str] | None]:
    """Return the runtime files, and the entries in their tables, that a page's data asks for.

    Data that is none of ours asks for nothing.
    """
    bodies = [text[start:end] for start, end, tag in inline_texts(text) if tag == DATA_TAG]
    try:
        data = json.loads(bodies[0])
        plan = data["form"]
        return runtime_files(data["spec"], tool=data["tool"]) | files_of_plan(plan), entries_of_plan(plan)
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError):
        return frozenset(), None


@cache
def runtime_findings(assets: Assets) -> Mapping[str, tuple[Finding, ...]]:
    """Hold every runtime file and the stylesheet to the rules, once for each user; findings by file."""
    key = digest([runtime_key(assets), version_of("validate", "scripts")])
    told = remembered(
        "runtime-findings",
        key,
        lambda: {name: list(map(asdict, found)) for name, found in found_in(assets).items()},
    )
    return {name: tuple(Finding(**each) for each in found) for name, found in told.items()}


def found_in(assets: Assets) -> dict[str, tuple[Finding, ...]]:
    """Return the findings in every runtime file and the stylesheet."""
    found: dict[str, tuple[Finding, ...]] = {}
    owner: dict[str, str] = {}
    for name, text in sorted(runtime_of(assets).scripts.items()):
        page = script_page(text)
        found[name] = script_findings(name, page, source=assets.texts[DIRECTORY + name])
        for declared in page.scripts[0].names.top.names:
            if (other := owner.setdefault(declared, name)) != name:
                both = source_names(assets, name) & source_names(assets, other)
                message = f"{DIRECTORY}{name} declares {', '.join(sorted(both))!r}, as {other} does"
                found[name] += (Finding("script-syntax", "error", message, "rename one of the two"),)
    found[STYLE] = tuple(
        Finding("external-css", "error", f"{STYLE}: {message}", line=line, column=column)
        for line, column, message in sheet_loads(assets.texts[STYLE])
    )
    return found


def source_names(assets: Assets, name: str) -> set[str]:
    """Return what a runtime file declares, by the names of its source."""
    return set(top_level_names(parse_script(assets.texts[DIRECTORY + name]).root_node))


def script_page(text: str) -> Page:
    """Return a page that has only this script."""
    return Page((Element("script", "html", {}, 1, 1, None, text, 1, 1),), (), quirks=False)


def script_findings(name: str, minified: Page, *, source: str) -> tuple[Finding, ...]:
    """Hold one runtime file to the rules about code, with places in its source where anything is found."""
    found = findings_of(minified, rules=CODE_RULES)
    if found:
        found = findings_of(script_page(source), rules=CODE_RULES) or found
    return tuple(replace(finding, message=f"{DIRECTORY}{name}: {finding.message}") for finding in found)


def known_runtime(assets: Assets) -> frozenset[str]:
    """Return the names of everything that runtime findings can be about."""
    return frozenset(runtime_findings(assets))
