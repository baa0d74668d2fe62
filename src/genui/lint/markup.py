"""Checks of elements and attributes.

What depends on one element alone is a row of ELEMENTS: markup in scripts is held to it too.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping

from genui.inert import refuse_constant
from genui.lint.page import DATA_TYPE, DATA_TYPES, SCRIPT_TYPES, Element, Findings, Page, Spot
from genui.lint.styles import focus_hidden, loads_of

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
ANIMATED = frozenset({"values", "to", "from", "by"})
"""Attributes of SVG animation that can set a URL."""

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


FETCHING = re.compile(r"url|src|image|cross-fade|@import|\\", re.IGNORECASE)
"""What is in every stylesheet that loads something; an escape may hide the rest."""

NAMED_ELEMENTS = frozenset({"img", "form", "embed", "object", "iframe"})
"""Elements whose name hides a member of the document."""

OF_DOCUMENT = frozenset(
    {"addEventListener", "body", "childNodes", "children", "cookie", "createElement", "createElementNS"}
    | {"createDocumentFragment", "createTextNode", "currentScript", "defaultView", "documentElement"}
    | {"dispatchEvent", "forms", "getElementById", "getElementsByClassName", "getElementsByTagName"}
    | {"head", "implementation", "location", "querySelector", "querySelectorAll", "readyState"}
    | {"removeEventListener", "styleSheets", "title", "write"}
)
"""Members of the document that scripts rely on."""

UNLABELLED_TYPES = frozenset({"hidden", "submit", "reset", "button", "image"})
NAMING = ("aria-label", "aria-labelledby", "title")


def document(page: Page) -> Findings:
    """Yield what is wrong with the document as a whole: its doctype, title, language, and parse errors."""
    if page.quirks or any("doctype" in code for code, _ in page.errors):
        yield "no-doctype", Spot(1, 1, "the page does not begin with <!doctype html>")
    titles = (element.text.strip() for element in page.named("title") if element.namespace == "html")
    if not any(titles):
        yield "missing-title", Spot(1, 1, "the page has no <title>")
    for element in page.named("html"):
        if not element.said("lang"):
            yield "missing-lang", element.spot("<html> has no lang")
    for code, spot in page.errors:
        if code in SLIPS:
            yield "markup-slip", spot
        elif "doctype" not in code and "eof" not in code.lower():
            yield "html-parse-error", spot


def forbidden_elements(element: Element) -> Iterator[str]:
    """Yield elements that load, embed or lead away."""
    kind = element.said("http-equiv")
    if element.name in FORBIDDEN and not is_empty_icon(element):
        yield f"<{element.name}> has no place in a view"
    elif element.name == "meta" and "http-equiv" in element.attributes and kind not in HARMLESS_META:
        yield f"<meta http-equiv={kind!r}> has no place in a view"


def is_empty_icon(element: Element) -> bool:
    """Tell whether a link only says that there is no icon, or holds one."""
    href = plain_url(element.attributes.get("href", "")).lower()
    is_icon = element.name == "link" and "icon" in element.said("rel").split()
    return is_icon and href.startswith(("data:,", "data:image/"))


def charsets(element: Element) -> Iterator[str]:
    """Yield where a page says that it is not UTF-8, as which hosts read it."""
    if element.name == "meta":
        typed = CHARSET.search(element.attributes.get("content", ""))
        is_typed = typed is not None and element.said("http-equiv") == "content-type"
        told = element.attributes.get("charset", typed[1] if is_typed and typed is not None else "").strip()
        if told.lower() not in ("", "utf-8", "utf8"):
            yield f"the page says that its charset is {told!r}"


def zoom_forbidden(element: Element) -> Iterator[str]:
    """Yield where a page keeps people from making it larger."""
    found = NO_ZOOM.search(element.attributes.get("content", ""))
    if found and element.name == "meta" and element.said("name") == "viewport":
        yield f"{found[0].strip()!r} forbids to zoom"


def own_policies(element: Element) -> Iterator[str]:
    """Yield policies of the page's own that stop its scripts or styles, or name other hosts."""
    if element.name != "meta" or element.said("http-equiv") != "content-security-policy":
        return
    parts = [part.split() for part in element.said("content").split(";")]
    policy = {part[0]: part[1:] for part in reversed(parts) if part}
    for kind in ("script-src", "style-src"):
        sources = policy.get(kind, policy.get("default-src", ["'unsafe-inline'"]))
        if "'unsafe-inline'" not in sources or any(one.startswith(STRICT) for one in sources):
            yield f"{kind} {' '.join(sources)} stops what stands in the page"
    for source in (source for sources in policy.values() for source in sources):
        if not source.startswith("'") and source not in ("data:", "blob:"):
            yield f"{source[:80]!r} is not in the page"


def script_kinds(element: Element) -> Iterator[str]:
    """Yield scripts that are neither plain inline JavaScript nor data."""
    if element.name == "script" and element.namespace != "html":
        yield "a script inside SVG or MathML"
    elif element.name == "script" and not (
        element.said("type") in SCRIPT_TYPES or DATA_TYPES.fullmatch(element.said("type"))
    ):
        yield f"a script of type {element.said('type')!r}"


def external_references(element: Element) -> Iterator[str]:
    """Yield URLs that a browser would fetch."""
    for name, url in (*urls_of(element), *urls_animated(element)) if element.name != "script" else ():
        if not is_inside(url) and not leads(element, name):
            yield f"<{element.name} {name}={url[:80]!r}> is not in the page"


def javascript_urls(element: Element) -> Iterator[str]:
    """Yield URLs that are code."""
    for name in (LOADING | LINKS | TARGETS | ANIMATED) & element.attributes.keys():
        value = element.attributes[name]
        for part in value.split(";") if name in ANIMATED else [value]:
            is_page = leads(element, name) and CODE_DATA.match(plain_url(part))
            if is_page or UNSAFE_SCHEME.match(plain_url(part)):
                yield f"{name}={part[:80]!r} is code"


def attributes(element: Element) -> Iterator[tuple[str, str]]:
    """Yield attributes that send a form, reach for the frames around the view, load a script, run or load."""
    for name, value in sorted(element.attributes.items()):
        loads_script = element.name == "script" and name in ("src", *LINKS)
        reaches = name in ("target", "formtarget") and element.said(name) in ("_top", "_parent")
        sends = name in TARGETS and plain_url(value) not in ("", "#")
        runs = HANDLER.match(name) and name not in ("only", "once")
        rows = (
            (sends, "form-action", f"{name} on <{element.name}>: the sandbox submits no forms"),
            (reaches, "parent-access", f"{name}={value!r} reaches for the frames around the view"),
            (loads_script, "external-script", f"<script {name}={value[:80]!r}>"),
            (runs, "inline-handler", f"{name} on <{element.name}>"),
        )
        yield from ((slug, message) for holds, slug, message in rows if holds)
        for _, _, message in sheet_loads(value) if name in STYLED else ():
            yield "external-css", f"{name}: {message}"


def clobbered(element: Element) -> Iterator[str]:
    """Yield elements whose name takes the place of a member of the document."""
    name = element.attributes.get("name", "")
    if element.name in NAMED_ELEMENTS and name in OF_DOCUMENT:
        yield f"<{element.name} name={name!r}> takes the place of document.{name}"


ELEMENTS: Mapping[str, Callable[[Element], Iterator[str]]] = {
    "forbidden-element": forbidden_elements,
    "charset": charsets,
    "zoom-forbidden": zoom_forbidden,
    "own-policy": own_policies,
    "script-kind": script_kinds,
    "external-reference": external_references,
    "javascript-url": javascript_urls,
    "dom-clobbering": clobbered,
}
"""What is wrong with one element besides single attributes, by the rule that it breaks."""


def elements(page: Page) -> Findings:
    """Yield what is wrong with each element of a page."""
    for element in page.elements:
        for slug, check in ELEMENTS.items():
            yield from ((slug, element.spot(message)) for message in check(element))
        yield from ((slug, element.spot(message)) for slug, message in attributes(element))
    yield from styles(page)


def styles(page: Page) -> Findings:
    """Yield what style elements load, and where they leave nobody a sign of where the focus is."""
    sheets = [element for element in page.named("style") if element.text not in page.vouched]
    for element in sheets:
        for line, column, message in sheet_loads(element.text):
            start = element.text_column - 1 if line == 1 else 0
            yield "external-css", Spot(element.text_line + line - 1, start + column, message)
    for index, line, selector in focus_hidden(element.text for element in sheets):
        message = f"{selector!r} takes the outline away, and nothing is put there"
        yield "focus-hidden", Spot(sheets[index].text_line + line, 1, message)


def sheet_loads(css: str) -> Iterator[tuple[int, int, str]]:
    """Yield line, column and message for each thing that CSS loads from outside."""
    import tinycss2

    values = tinycss2.parse_component_value_list(css) if FETCHING.search(css) else ()
    for line, column, target in loads_of(values):
        if target == "@import":
            yield line, column, "@import loads another stylesheet"
        elif not is_inside(target):
            yield line, column, f"url({target[:80]}) is not in the page"


def urls_of(element: Element) -> Iterator[tuple[str, str]]:
    """Yield attribute and URL for everything in an element that names another resource."""
    for name in sorted((LOADING | LINKS) & element.attributes.keys()):
        value = element.attributes[name]
        if name in ("srcset", "imagesrcset"):
            yield from ((name, part.split()[0]) for part in re.split(r",\s+|,$", value) if part.strip())
        elif (name == "ping" or value.strip()) and (name != "data" or element.name == "object"):
            yield name, plain_url(value)


def urls_animated(element: Element) -> Iterator[tuple[str, str]]:
    """Yield attribute and URL for each address that an animation of SVG gives its element."""
    if element.attributes.get("attributename", element.attributes.get("attributeName", "")) in LINKS:
        for name in sorted(ANIMATED & element.attributes.keys()):
            yield from ((name, plain_url(part)) for part in element.attributes[name].split(";"))


def external_links(page: Page) -> Findings:
    """Yield links that would take the view away."""
    for element in page.elements if not opens_links(page) else ():
        for name, url in urls_of(element):
            if leads(element, name) and not SAFE_LINK.match(url) and not UNSAFE_SCHEME.match(url):
                message = f"<{element.name} {name}={url[:80]!r}> leads the view away from itself"
                yield "external-link", element.spot(message)


def opens_links(page: Page) -> bool:
    """Tell whether clicks on links are given to the host."""
    called = [script.method_calls for script in page.scripts]
    return any("preventDefault" in one and ("openLink" in one or "sendOpenLink" in one) for one in called)


def leads(element: Element, name: str) -> bool:
    """Tell whether this attribute is a link to follow."""
    return name in LINKS and element.name in ("a", "area")


def missing_labels(page: Page) -> Findings:
    """Yield controls, buttons and images that a screen reader cannot name."""
    named = {element.attributes["for"] for element in page.named("label") if "for" in element.attributes}
    holding = {id(element.parent) for element in page.named("img") if element.attributes.get("alt")}
    for element in page.elements:
        around = {above.name for above in element.up()}
        if any(map(element.said, NAMING)) or "hidden" in element.attributes or element.namespace != "html":
            continue
        is_control = (
            element.name in ("input", "select", "textarea") and element.said("type") not in UNLABELLED_TYPES
        )
        is_empty = not element.text.strip() and id(element) not in holding
        if is_control and element.attributes.get("id") not in named and "label" not in around:
            yield "missing-label", element.spot(f"<{element.name}> has no label")
        # Scripts fill the copies of what stands in a template.
        elif element.name == "button" and is_empty and "template" not in around:
            yield "missing-label", element.spot("<button> has no text and no label")
        elif element.name == "img" and "alt" not in element.attributes:
            yield "missing-label", element.spot("<img> has no alt")


def repeated_ids(page: Page) -> Findings:
    """Yield elements with the id of one before them; each template is a document of its own."""
    seen: set[tuple[int, str]] = set()
    for element in (one for one in page.elements if one.attributes.get("id")):
        name = element.attributes["id"]
        home = next((id(above) for above in element.up() if above.name == "template"), 0)
        if (home, name) in seen:
            message = f"another element has the id {name!r}: it is found in place of this one"
            yield "duplicate-id", element.spot(message)
        seen.add((home, name))


def broken_data(page: Page) -> Findings:
    """Yield blocks of JSON data that no browser can read."""
    for element in page.named("script"):
        if element.said("type") == DATA_TYPE and (error := json_error(element.text)):
            yield "data-block-invalid", Spot(element.text_line, element.text_column, error)


def json_error(text: str) -> str:
    """Return what keeps a text from being JSON, or nothing."""
    try:
        json.loads(text, parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        return f"the data block is not JSON: {error}"
    return ""


def plain_url(value: str) -> str:
    """Return a URL as the browser reads it: less the white space that it ignores."""
    return IGNORED_IN_URL.sub("", value).strip()


def is_inside(url: str) -> bool:
    """Tell whether a URL needs nothing from outside the page."""
    cleaned = plain_url(url)
    holds = bool(INLINE_DATA.match(cleaned) or UNSAFE_SCHEME.match(cleaned))
    return cleaned.lower() in ("", "data:", "data:,") or cleaned.startswith("#") or holds
