"""Rules about elements and attributes."""

import json
import re
from collections.abc import Iterator

from genui.validate.page import DATA_TYPE, SCRIPT_TYPES, Element, Page, Spot
from genui.validate.styles import loads_of_sheet

FORBIDDEN = frozenset(
    {"iframe", "frame", "frameset", "object", "embed", "applet", "base", "link", "portal", "fencedframe"}
)
LOADING = frozenset(
    {"src", "srcset", "imagesrcset", "poster", "data", "background", "lowsrc", "dynsrc", "manifest", "ping"}
    | {"codebase", "classid", "archive", "longdesc", "cite", "profile"}
)
"""Attributes whose URL a browser fetches, or may."""

LINKS = frozenset({"href", "xlink:href"})
TARGETS = frozenset({"action", "formaction"})
SOURCE_SETS = frozenset({"srcset", "imagesrcset"})
ANIMATED = frozenset({"values", "to", "from", "by"})
"""Attributes of SVG animation that can set a URL."""

NAVIGATING = frozenset({"a", "area"})
STYLED = frozenset(
    {"style", "fill", "stroke", "filter", "mask", "clip-path", "cursor", "marker-start", "marker-mid"}
    | {"marker-end"}
)
"""Attributes that hold CSS values."""

INLINE_DATA = re.compile(r"data:(image|audio|video)/", re.IGNORECASE)
UNSAFE_SCHEME = re.compile(r"(javascript|vbscript):", re.IGNORECASE)
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
HANDLER = re.compile(r"on[a-z]{3,}\Z")
IGNORED_IN_URL = re.compile(r"[\t\n\r]|^[\x00-\x20]+")
"""What a browser drops from a URL before it looks at the scheme."""


def parse_errors(page: Page) -> Iterator[Spot]:
    """Yield the parse errors, less the missing doctype, which has a rule of its own."""
    for code, spot in page.errors:
        if "doctype" not in code:
            yield spot


def missing_doctype(page: Page) -> Iterator[Spot]:
    """Yield where a browser falls into quirks mode."""
    if page.quirks or any("doctype" in code for code, _ in page.errors):
        yield Spot(1, 1, "the page does not begin with <!doctype html>")


def missing_title(page: Page) -> Iterator[Spot]:
    """Yield when the page has no title."""
    titles = (element.text.strip() for element in page.named("title") if element.namespace == "html")
    if not any(titles):
        yield Spot(1, 1, "the page has no <title>")


def missing_lang(page: Page) -> Iterator[Spot]:
    """Yield when the page does not say its language."""
    for element in page.named("html"):
        if not element.attributes.get("lang", "").strip():
            yield element.spot("<html> has no lang")


def forbidden_elements(page: Page) -> Iterator[Spot]:
    """Yield elements that load, embed or lead away."""
    for element in page.elements:
        if element.name in FORBIDDEN:
            yield element.spot(f"<{element.name}> has no place in a view")
        elif element.name == "meta" and "http-equiv" in element.attributes:
            yield element.spot(
                f"<meta http-equiv={element.attributes['http-equiv']!r}> has no place in a view"
            )
        for name in TARGETS & element.attributes.keys():
            yield element.spot(f"{name} on <{element.name}>: the sandbox submits no forms")


def script_kinds(page: Page) -> Iterator[Spot]:
    """Yield scripts that are neither plain inline JavaScript nor the one block of JSON data."""
    blocks = 0
    for element in page.named("script"):
        blocks += element.type == DATA_TYPE
        if element.namespace != "html":
            yield element.spot("a script inside SVG or MathML")
        elif element.type not in SCRIPT_TYPES and element.type != DATA_TYPE:
            yield element.spot(f"a script of type {element.type!r}")
        elif element.type == DATA_TYPE and blocks > 1:
            yield element.spot("a second block of JSON data")


def external_scripts(page: Page) -> Iterator[Spot]:
    """Yield scripts that are not in the page."""
    for element in page.named("script"):
        for name in sorted({"src", *LINKS} & element.attributes.keys()):
            yield element.spot(f"<script {name}={element.attributes[name][:80]!r}>")


def external_styles(page: Page) -> Iterator[Spot]:
    """Yield what style elements and attributes load."""
    for element in page.elements:
        if element.name == "style" and element.text not in page.vouched:
            for line, column, message in sheet_loads(element.text):
                start = element.text_column - 1 if line == 1 else 0
                yield Spot(element.text_line + line - 1, start + column, message)
        for name in STYLED & element.attributes.keys():
            for _, _, message in sheet_loads(element.attributes[name]):
                yield element.spot(f"{name}: {message}")


def sheet_loads(css: str) -> Iterator[tuple[int, int, str]]:
    """Yield line, column and message for each thing that CSS loads from outside."""
    if not re.search(r"[(\\@]", css):
        return
    for line, column, target in loads_of_sheet(css):
        if target == "@import":
            yield line, column, "@import loads another stylesheet"
        elif not is_inside(target):
            yield line, column, f"url({target[:80]}) is not in the page"


def external_references(page: Page) -> Iterator[Spot]:
    """Yield URLs that a browser would fetch."""
    for element in page.elements:
        if element.name == "script":
            continue
        for name, url in urls_of(element):
            if not is_inside(url) and not leads(element, name):
                yield element.spot(f"<{element.name} {name}={url[:80]!r}> is not in the page")


def external_links(page: Page) -> Iterator[Spot]:
    """Yield links that would take the view away."""
    for element in page.elements:
        for name, url in urls_of(element):
            if leads(element, name) and not url.startswith("#") and not UNSAFE_SCHEME.match(url):
                yield element.spot(f"<{element.name} {name}={url[:80]!r}> leads the view away from itself")


def leads(element: Element, name: str) -> bool:
    """Tell whether this attribute is a link to follow."""
    return name in LINKS and element.name in NAVIGATING


def javascript_urls(page: Page) -> Iterator[Spot]:
    """Yield URLs that are code."""
    for element in page.elements:
        for name in (LOADING | LINKS | TARGETS | ANIMATED) & element.attributes.keys():
            for part in (
                element.attributes[name].split(";") if name in ANIMATED else [element.attributes[name]]
            ):
                if UNSAFE_SCHEME.match(plain_url(part)):
                    yield element.spot(f"{name}={part[:80]!r} is code")


def inline_handlers(page: Page) -> Iterator[Spot]:
    """Yield event handler attributes."""
    for element in page.elements:
        for name in element.attributes:
            if HANDLER.match(name) and name not in ("only", "once"):
                yield element.spot(f"{name} on <{element.name}>")


def broken_data(page: Page) -> Iterator[Spot]:
    """Yield blocks of JSON data that no browser can read."""
    for element in page.named("script"):
        if element.type == DATA_TYPE and (error := json_error(element.text)):
            yield Spot(element.text_line, element.text_column, error)


def json_error(text: str) -> str:
    """Return what keeps a text from being JSON, or nothing."""

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is no JSON")

    try:
        json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        return f"the data block is not JSON: {error}"
    return ""


def urls_of(element: Element) -> Iterator[tuple[str, str]]:
    """Yield attribute and URL for everything in an element that names another resource."""
    for name in sorted((LOADING | LINKS) & element.attributes.keys()):
        value = element.attributes[name]
        if name == "data" and element.name != "object":
            continue
        if name in SOURCE_SETS:
            yield from ((name, part.split()[0]) for part in re.split(r",\s+|,$", value) if part.strip())
        elif name == "ping" or value.strip():
            yield name, plain_url(value)


def plain_url(value: str) -> str:
    """Return a URL as the browser reads it: less the white space that it ignores."""
    return IGNORED_IN_URL.sub("", value).strip()


def is_inside(url: str) -> bool:
    """Tell whether a URL needs nothing from outside the page."""
    cleaned = plain_url(url)
    return (
        not cleaned
        or cleaned.startswith("#")
        or bool(INLINE_DATA.match(cleaned) or UNSAFE_SCHEME.match(cleaned))
    )
