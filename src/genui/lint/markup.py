"""Rules about elements and attributes."""

import json
import re
from collections.abc import Iterator

from genui.lint.page import DATA_TYPE, DATA_TYPES, SCRIPT_TYPES, Element, Page, Spot
from genui.lint.styles import focus_hidden, loads_of_sheet

FORBIDDEN = frozenset(
    {"iframe", "frame", "frameset", "object", "embed", "applet", "base", "link", "portal", "fencedframe"}
)
LOADING = frozenset(
    {"src", "srcset", "imagesrcset", "poster", "data", "background", "lowsrc", "dynsrc", "manifest", "ping"}
    | {"codebase", "classid", "archive"}
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
CODE_DATA = re.compile(r"data:(text/html|image/svg|application/xhtml)", re.IGNORECASE)
SAFE_LINK = re.compile(
    r"#|mailto:|tel:|sms:|blob:|data:(?!text/html|image/svg|application/xhtml)|\Z", re.IGNORECASE
)
HARMLESS_META = frozenset(
    {"content-security-policy", "content-type", "x-ua-compatible", "content-language", "default-style"}
)
SLIPS = frozenset(
    {"non-void-element-with-trailing-solidus", "named-entity-without-semicolon", "expected-named-entity"}
    | {"expected-numeric-entity", "numeric-entity-without-semicolon", "unexpected-end-tag-before-html"}
    | {"unnecessary-solidus-in-tag", "solidus-in-tag", "unexpected-character-after-solidus-in-tag"}
    | {"illegal-codepoint-for-numeric-entity", "unexpected-character-after-attribute-value"}
    | {"expected-tag-name", "unexpected-end-tag-after-body", "expected-eof-but-got-end-tag"}
)
"""Parse errors that change nothing of what is shown."""

CHARSET = re.compile(r"charset\s*=\s*[\"']?([^\s;\"']+)", re.IGNORECASE)
NO_ZOOM = re.compile(r"user-scalable\s*=\s*(no|0)\b|maximum-scale\s*=\s*[01](\.\d+)?(?![\d.])", re.IGNORECASE)
STRICT = ("'nonce-", "'sha256-", "'sha384-", "'sha512-", "'strict-dynamic'")
"""Sources in whose presence browsers take no account of 'unsafe-inline'."""

HANDLER = re.compile(r"on[a-z]{3,}\Z")
IGNORED_IN_URL = re.compile(r"^[\x00-\x20]+|[\t\n\r]")
"""What a browser drops from a URL before it looks at the scheme."""


def parse_errors(page: Page) -> Iterator[Spot]:
    """Yield the parse errors that change what is shown."""
    for code, spot in page.errors:
        if "doctype" not in code and "eof" not in code.lower() and code not in SLIPS:
            yield spot


def slips(page: Page) -> Iterator[Spot]:
    """Yield the parse errors that change nothing."""
    for code, spot in page.errors:
        if code in SLIPS:
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
        if element.name in FORBIDDEN and not is_empty_icon(element):
            yield element.spot(f"<{element.name}> has no place in a view")
        elif element.name == "meta" and "http-equiv" in element.attributes:
            kind = element.attributes["http-equiv"].strip().lower()
            if kind not in HARMLESS_META:
                yield element.spot(f"<meta http-equiv={kind!r}> has no place in a view")
        elif element.name == "template" and "shadowrootmode" in element.attributes:
            yield element.spot("<template shadowrootmode> has no place in a view")


def is_empty_icon(element: Element) -> bool:
    """Tell whether a link only says that there is no icon, or holds one."""
    return (
        element.name == "link"
        and "icon" in element.attributes.get("rel", "").lower().split()
        and plain_url(element.attributes.get("href", "")).lower().startswith(("data:,", "data:image/"))
    )


def charsets(page: Page) -> Iterator[Spot]:
    """Yield where a page says that it is not UTF-8, as which hosts read it."""
    for element in page.named("meta"):
        is_type = element.attributes.get("http-equiv", "").strip().lower() == "content-type"
        typed = CHARSET.search(element.attributes.get("content", "")) if is_type else None
        told = element.attributes.get("charset", typed[1] if typed else "").strip()
        if told.lower() not in ("", "utf-8", "utf8"):
            yield element.spot(f"the page says that its charset is {told!r}")


def zoom_forbidden(page: Page) -> Iterator[Spot]:
    """Yield where a page keeps people from making it larger."""
    for element in page.named("meta"):
        is_viewport = element.attributes.get("name", "").strip().lower() == "viewport"
        if is_viewport and (found := NO_ZOOM.search(element.attributes.get("content", ""))):
            yield element.spot(f"{found[0].strip()!r} forbids to zoom")


def own_policies(page: Page) -> Iterator[Spot]:
    """Yield policies of the page's own that stop its scripts or styles, or name other hosts."""
    for element in page.named("meta"):
        if element.attributes.get("http-equiv", "").strip().lower() != "content-security-policy":
            continue
        parts = [part.split() for part in element.attributes.get("content", "").lower().split(";")]
        policy = {part[0]: part[1:] for part in reversed(parts) if part}
        for kind in ("script-src", "style-src"):
            sources = policy.get(kind, policy.get("default-src", ["'unsafe-inline'"]))
            if "'unsafe-inline'" not in sources or any(one.startswith(STRICT) for one in sources):
                yield element.spot(f"{kind} {' '.join(sources)} stops what stands in the page")
        for source in (source for sources in policy.values() for source in sources):
            if not source.startswith("'") and source not in ("data:", "blob:"):
                yield element.spot(f"{source[:80]!r} is not in the page")


def lost_focus(page: Page) -> Iterator[Spot]:
    """Yield styles that leave nobody a sign of where the focus is."""
    sheets = [element for element in page.named("style") if element.text not in page.vouched]
    for index, line, selector in focus_hidden(element.text for element in sheets):
        yield Spot(
            sheets[index].text_line + line,
            1,
            f"{selector!r} takes the outline away, and nothing is put there",
        )


def form_actions(page: Page) -> Iterator[Spot]:
    """Yield forms that would be sent somewhere."""
    for element in page.elements:
        for name in sorted(TARGETS & element.attributes.keys()):
            if plain_url(element.attributes[name]) not in ("", "#"):
                yield element.spot(f"{name} on <{element.name}>: the sandbox submits no forms")


def frame_targets(page: Page) -> Iterator[Spot]:
    """Yield links and forms that reach for the frames around the view."""
    for element in page.elements:
        for name in ("target", "formtarget"):
            if element.attributes.get(name, "").strip().lower() in ("_top", "_parent"):
                yield element.spot(
                    f"{name}={element.attributes[name]!r} reaches for the frames around the view"
                )


def script_kinds(page: Page) -> Iterator[Spot]:
    """Yield scripts that are neither plain inline JavaScript nor data."""
    for element in page.named("script"):
        if element.namespace != "html":
            yield element.spot("a script inside SVG or MathML")
        elif element.type not in SCRIPT_TYPES and not DATA_TYPES.fullmatch(element.type):
            yield element.spot(f"a script of type {element.type!r}")


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


FETCHING = re.compile(r"url|src|image|cross-fade|@import|\\", re.IGNORECASE)
"""What is in every stylesheet that loads something; an escape may hide the rest."""


def sheet_loads(css: str) -> Iterator[tuple[int, int, str]]:
    """Yield line, column and message for each thing that CSS loads from outside."""
    if not FETCHING.search(css):
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
        for name, url in (*urls_of(element), *urls_animated(element)):
            if not is_inside(url) and not leads(element, name):
                yield element.spot(f"<{element.name} {name}={url[:80]!r}> is not in the page")


def urls_animated(element: Element) -> Iterator[tuple[str, str]]:
    """Yield attribute and URL for each address that an animation of SVG gives its element."""
    if element.attributes.get("attributename", element.attributes.get("attributeName", "")) in LINKS:
        for name in sorted(ANIMATED & element.attributes.keys()):
            yield from ((name, plain_url(part)) for part in element.attributes[name].split(";"))


def external_links(page: Page) -> Iterator[Spot]:
    """Yield links that would take the view away."""
    if opens_links(page):
        return
    for element in page.elements:
        for name, url in urls_of(element):
            if leads(element, name) and not SAFE_LINK.match(url) and not UNSAFE_SCHEME.match(url):
                yield element.spot(f"<{element.name} {name}={url[:80]!r}> leads the view away from itself")


def opens_links(page: Page) -> bool:
    """Tell whether clicks on links are given to the host."""
    return any(
        {"openLink", "preventDefault"} <= script.method_calls.keys()
        or {"sendOpenLink", "preventDefault"} <= script.method_calls.keys()
        for script in page.scripts
    )


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
                if UNSAFE_SCHEME.match(plain_url(part)) or (
                    name in LINKS and element.name in NAVIGATING and CODE_DATA.match(plain_url(part))
                ):
                    yield element.spot(f"{name}={part[:80]!r} is code")


def inline_handlers(page: Page) -> Iterator[Spot]:
    """Yield event handler attributes."""
    for element in page.elements:
        for name in element.attributes:
            if HANDLER.match(name) and name not in ("only", "once"):
                yield element.spot(f"{name} on <{element.name}>")


UNLABELLED_TYPES = frozenset({"hidden", "submit", "reset", "button", "image"})
NAMING = ("aria-label", "aria-labelledby", "title")


def missing_labels(page: Page) -> Iterator[Spot]:
    """Yield controls, buttons and images that a screen reader cannot name."""
    named = {element.attributes["for"] for element in page.named("label") if "for" in element.attributes}
    holding = {id(element.parent) for element in page.named("img") if element.attributes.get("alt")}
    for element in page.elements:
        has_name = any(element.attributes.get(name, "").strip() for name in NAMING)
        if has_name or "hidden" in element.attributes or element.namespace != "html":
            continue
        if element.name in ("input", "select", "textarea") and element.type not in UNLABELLED_TYPES:
            if element.attributes.get("id") not in named and not inside_label(element):
                yield element.spot(f"<{element.name}> has no label")
        elif element.name == "button" and not element.text.strip() and id(element) not in holding:
            # Scripts fill the copies of what stands in a template.
            if not any(above.name == "template" for above in around(element)):
                yield element.spot("<button> has no text and no label")
        elif element.name == "img" and "alt" not in element.attributes:
            yield element.spot("<img> has no alt")


def inside_label(element: Element) -> bool:
    """Tell whether a control stands inside its label."""
    return any(above.name == "label" for above in around(element))


def around(element: Element) -> Iterator[Element]:
    """Yield the elements around an element, the innermost first."""
    above = element.parent
    while above is not None:
        yield above
        above = above.parent


def repeated_ids(page: Page) -> Iterator[Spot]:
    """Yield elements with the id of one before them; each template is a document of its own."""
    seen: set[tuple[int, str]] = set()
    for element in page.elements:
        name = element.attributes.get("id", "")
        home = next((id(above) for above in around(element) if above.name == "template"), 0) if name else 0
        if name and (home, name) in seen:
            yield element.spot(f"another element has the id {name!r}: it is found in place of this one")
        seen.add((home, name))


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


def inline_data(cleaned: str) -> bool:
    """Tell whether a URL holds what it names."""
    return bool(INLINE_DATA.match(cleaned)) or cleaned.lower() in ("data:,", "data:")


def is_inside(url: str) -> bool:
    """Tell whether a URL needs nothing from outside the page."""
    cleaned = plain_url(url)
    return (
        not cleaned or cleaned.startswith("#") or inline_data(cleaned) or bool(UNSAFE_SCHEME.match(cleaned))
    )
