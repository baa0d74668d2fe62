"""Checks of what is put into an element, markup that a script writes among it.

Properties and attributes are a table; constant markup is parsed and held to the rules as the page is.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from genui.lint import markup
from genui.lint.code import Found
from genui.lint.markup import SAFE_LINK, UNSAFE_SCHEME, is_inside, plain_url, sheet_loads
from genui.lint.page import Page, parse_page
from genui.scripts import (
    CODED,
    DATA,
    ELEMENT,
    LOCAL_URL,
    MEMBERS,
    NUMBER,
    Const,
    Either,
    Escaped,
    Joined,
    Node,
    Record,
    Script,
    Value,
    has_data,
    is_checked,
    options_of,
    text_of,
    value_of,
)

MARK = "\ue000"
"""Stands for escaped text."""

QUOTED = re.compile(r"=\s*(\"[^\"<>]*|'[^'<>]*)\Z")
LONGEST = 200_000

AROUND = '<!doctype html><html lang="en"><head><title>x</title></head><body>{}</body></html>'
ROW = "<table><tbody><tr>{}</tr></tbody></table>"
PLACES = {
    "table": "{}",
    "tr": "<table><tbody>{}</tbody></table>",
    "col": "<table><colgroup>{}</colgroup></table>",
    "li": "<ul>{}</ul>",
    "option": "<datalist>{}</datalist>",
    **dict.fromkeys(("td", "th"), ROW),
    **dict.fromkeys(("thead", "tbody", "tfoot", "caption", "colgroup"), "<table>{}</table>"),
    **dict.fromkeys(("dt", "dd"), "<dl>{}</dl>"),
}
"""Where an element has to stand; elsewhere the parser drops it, with all its attributes."""

PLACED = re.compile(rf"<({'|'.join(PLACES)})(?![a-z0-9-])", re.IGNORECASE | re.ASCII)


def skeleton(value: Value, *, unknown: str | None = None) -> str | None:
    """Return a value's text with marks for what is harmless; `unknown`, or None, for all else."""
    match value:
        case Const():
            return text_of(value) or ""
        case Joined(parts):
            found = ""
            for part in parts:
                if isinstance(part, Escaped):
                    found += escaped_mark(found, part.characters) or unknown or "\0"
                    continue
                text = skeleton(part, unknown=unknown)
                found += "\0" if text is None else text
            return None if "\0" in found or len(found) > LONGEST else found
        case Either(options):
            texts = [skeleton(option, unknown=unknown) for option in options]
            return None if any(text is None for text in texts) else "".join(text or "" for text in texts)
        case Record():
            return skeleton(Joined(tuple(value.entries)), unknown=unknown) if value.entries else ""
        case Escaped(characters):
            return escaped_mark("", characters) or unknown
    if value == NUMBER:
        return "0"
    return "data:image/png," if value == LOCAL_URL else unknown


def escaped_mark(before: str, done: frozenset[str]) -> str | None:
    """Return the mark for text with escaped characters if it cannot leave the place where it stands."""
    inside = QUOTED.search(before)
    if inside:
        return MARK if inside[1][0] in done and not re.search(URL_ATTRIBUTE, before) else None
    in_tag = before.rfind("<") > before.rfind(">")
    return MARK if "<" in done and not in_tag else None


URL_ATTRIBUTE = r"""(?:href|src|srcset|action|formaction|style|on\w+|poster|data)\s*=\s*["'][^"']*\Z"""


@lru_cache(maxsize=512)
def fragment_problems(text: str) -> tuple[tuple[str, str], ...]:
    """Return rule and message for everything wrong with constant markup."""
    found: list[tuple[str, str]] = []
    for page in readings(text):
        found += [(slug, spot.message) for slug, spot in markup.elements(page)]
        found += [("external-script", "a script in markup") for _ in page.named("script")]
    return tuple(dict.fromkeys(found))


def readings(text: str) -> Iterator[Page]:
    """Yield markup as a page, once more in other surroundings where it may be misplaced."""
    first = PLACED.search(text)
    places = (PLACES[first[1].lower()], "{}", ROW) if first else ("{}",)
    for place in dict.fromkeys(places):
        yield parse_page(AROUND.format(place.format(text)))


REMOTE = re.compile(r"\s*([a-z][a-z0-9+.-]*:)?//|\s*javascript:", re.IGNORECASE)
MARKUP = frozenset({"innerHTML", "outerHTML", "srcdoc"})
"""Properties whose text becomes markup."""


class Put(NamedTuple):
    """A value that a property or attribute is given, and where."""

    script: Script
    place: Node
    name: str
    value: Node
    found: Value
    """What the value may be."""


def put(script: Script, place: Node, name: str, value: Node, found: Value | None = None) -> Found:
    """Yield what is wrong with giving a property or attribute of an element this value.

    `found` is what the value may be, where more is known than evaluating it would tell.
    """
    given = Put(script, place, name, value, value_of(script, value) if found is None else found)
    if is_style(place.owner) and name != "cssText":
        yield from style_put(place, name, given.found)
    elif check := PUTS.get(name if name in MARKUP else name.lower()):
        yield from check(given)


def markup_put(given: Put) -> Found:
    """Yield where text that may hold data becomes markup, and what is wrong with constant markup."""
    texts = [skeleton(option) for option in options_of(given.found)]
    if None in texts:
        yield "dom-xss", given.place, f"{given.name} takes text for markup"
        return
    for text in filter(None, texts):
        for slug, message in fragment_problems(text):
            yield slug, given.place, f"in the markup for {given.name}: {message}"


def address_put(given: Put) -> Found:
    """Yield where a URL would be fetched that is not in the page, or a link could be code or lead away."""
    script, place, name, value, found = given
    loads = name.lower() != "href"
    slug, why = (
        ("external-reference", ": the page must hold it")
        if loads
        else ("javascript-url", ", which may be code")
    )
    if not loads and is_changed(script, value):
        yield "navigation", place, f"{name}: the address of a link changes with data"
    for option in options_of(found):
        start = first_part(option)
        text = text_of(start)
        # A URL that the script goes on to write begins as one of what the page holds.
        is_begun = text is not None and (text.startswith("blob:") or re.fullmatch("data:[^,]*", text))
        if loads and not script.imports_sdk and not REMOTE.match(text or ""):
            # A linked page was looked at before; what flows through its whole runtime is too vague.
            continue
        if start == CODED:
            yield slug, place, f"{name} takes a URL that is put together from codes"
        elif start == DATA and not is_checked(script, value):
            yield slug, place, f"{name} takes a URL from data{why}"
        elif text is None or text == "undefined":
            continue
        elif UNSAFE_SCHEME.match(plain_url(text)):
            yield "javascript-url", place, f"{name}={text[:80]!r} is code"
        elif loads and not is_inside(text) and not is_begun:
            yield "external-reference", place, f"{name}={text[:80]!r} is not in the page"
        elif not loads:
            yield from followed(given, option, text)


def first_part(value: Value) -> Value:
    """Return what a text begins with."""
    part = value.parts[0] if isinstance(value, Joined) and value.parts else value
    return next((one for one in options_of(part) if has_data(one)), part)


def followed(given: Put, option: Value, text: str) -> Found:
    """Yield where a link leads the view away."""
    script, place, name, _, _ = given
    if SAFE_LINK.match(plain_url(text)):
        return
    if has_data(option) or is_clicked(script, place):
        yield "navigation", place, f"{name}={text[:80]!r} leads the view away from itself"
    elif (script.imports_sdk and " " not in text.strip()) or REMOTE.match(text):
        # As for what loads: in a linked page only an address that is plainly elsewhere is one.
        # And words are none: a glossary may explain what an href is.
        yield "external-link", place, f"{name}={text[:80]!r} leads the view away from itself"


def is_changed(script: Script, value: Node) -> bool:
    """Tell whether a URL was made as an object, and given more than it was made with."""
    bindings = (script.binding(node) for node in value.down())
    uses = (use for binding in bindings if binding is not None for use in binding.uses)
    return any(use.parent is not None and use.parent.member == "searchParams" for use in uses)


def is_clicked(script: Script, place: Node) -> bool:
    """Tell whether the script itself clicks the link."""
    target = place.owner if place.callee is None else place.callee.owner
    calls = (*script.method_calls.get("click", ()), *script.method_calls.get("dispatchEvent", ()))
    clicked = [call.callee.owner for call in calls if call.callee is not None] if target is not None else []
    binding = script.binding(target)
    return any(binding is None or script.binding(one) is binding for one in clicked)


def part_put(given: Put) -> Found:
    """Yield where data become part of a link's address."""
    is_member = given.place.kind in MEMBERS
    if is_member and has_data(given.found) and is_element(value_of(given.script, given.place.owner)):
        yield "navigation", given.place, f"{given.name}: the address of a link changes with data"


def is_element(target: Value) -> bool:
    """Tell whether a value may be an element, as far as it is known at all."""
    return ELEMENT in options_of(target)


def action_put(given: Put) -> Found:
    """Yield where a form would be sent somewhere."""
    if (text_of(given.found) or "?").strip() not in ("", "#"):
        yield "form-action", given.place, f"{given.name}: the sandbox submits no forms"


def styles_put(given: Put) -> Found:
    """Yield where data, or what loads something, becomes the styles of an element."""
    if given.script.imports_sdk and DATA in options_of(given.found):
        message = f"{given.name}: data becomes styles, which can load what they like"
        yield "external-css", given.place, message
    else:
        yield from style_put(given.place, given.name, given.found)


def style_put(place: Node, name: str, found: Value) -> Found:
    """Yield what a style set by the script loads."""
    for option in options_of(found):
        text = skeleton(option, unknown="\ue001")
        for _, _, message in sheet_loads(text) if text is not None else ():
            yield "external-css", place, f"{name}: {message}"


def is_style(target: Node | None) -> bool:
    """Tell whether something is an element's style."""
    return target is not None and target.member == "style"


PUTS: dict[str, Callable[[Put], Found]] = {
    **dict.fromkeys(MARKUP, markup_put),
    **dict.fromkeys(
        ("src", "srcset", "poster", "background", "lowsrc", "ping", "xlink:href", "href"), address_put
    ),
    **dict.fromkeys(("search", "hash", "pathname", "host", "hostname", "port", "protocol"), part_put),
    **dict.fromkeys(("username", "password"), part_put),
    **dict.fromkeys(("action", "formaction"), action_put),
    **dict.fromkeys(("csstext", "style"), styles_put),
}
"""What is wrong with what each property or attribute, in lower case, is given."""
