"""Rules about the URLs that scripts give to elements: what is loaded, and where links lead."""

import re

from genui.lint.markup import INLINE_DATA, SAFE_LINK, UNSAFE_SCHEME, is_inside, plain_url
from genui.lint.styling import Sunk
from genui.scripts import DATA, Joined, Node, Script, Value
from genui.scripts.url_checks import is_checked
from genui.scripts.values import CHECKED_URL, CODED, LOCAL_URL, has_data, options_of, text_of

REMOTE = re.compile(r"\s*([a-z][a-z0-9+.-]*:)?//|\s*javascript:", re.IGNORECASE)


def load_put(script: Script, place: Node, name: str, value: Node, found: Value) -> Sunk:
    """Yield where a URL that is not in the page would be fetched."""
    for option in options_of(found):
        start = first_part(option)
        text = text_of(start)
        if not script.imports_sdk and not REMOTE.match(text or ""):
            # A linked page was looked at before; what flows through its whole runtime is too vague.
            continue
        if start == CODED:
            yield "external-reference", place, f"{name} takes a URL that is put together from codes"
        elif start == DATA:
            if not is_checked(script, value):
                yield "external-reference", place, f"{name} takes a URL from data: the page must hold it"
        elif text is not None and text != "undefined":
            if UNSAFE_SCHEME.match(plain_url(text)):
                yield "javascript-url", place, f"{name} is code"
            elif (not is_inside(text) and not text.startswith(("data:", "blob:"))) or (
                text.startswith("data:") and "," in text and not INLINE_DATA.match(text)
            ):
                yield "external-reference", place, f"{name}={text[:80]!r} is not in the page"


def first_part(value: Value) -> Value:
    """Return what a text begins with."""
    part = value.parts[0] if isinstance(value, Joined) and value.parts else value
    return next((one for one in options_of(part) if has_data(one)), part)


def link_put(script: Script, place: Node, name: str, value: Node, found: Value) -> Sunk:
    """Yield where a link could be code, or would lead the view away."""
    if is_changed(script, value):
        yield "navigation", place, f"{name}: the address of a link changes with data"
    for option in options_of(found):
        start = first_part(option)
        text = text_of(start)
        if start == CODED:
            yield "javascript-url", place, f"{name} takes a URL that is put together from codes"
            continue
        if start == DATA:
            if not is_checked(script, value):
                yield "javascript-url", place, f"{name} takes a URL from data, which may be code"
            continue
        if text is None or text == "undefined" or start in (LOCAL_URL, CHECKED_URL):
            continue
        if UNSAFE_SCHEME.match(plain_url(text)):
            yield "javascript-url", place, f"{name}={text[:80]!r} is code"
        elif text and not SAFE_LINK.match(plain_url(text)):
            if has_data(option) or is_clicked(script, place):
                yield "navigation", place, f"{name}={text[:80]!r} leads the view away from itself"
            elif (script.imports_sdk and " " not in text.strip()) or REMOTE.match(text):
                # As for what loads: in a linked page only an address that is plainly elsewhere is one.
                # And words are none: a glossary may explain what an href is.
                yield "external-link", place, f"{name}={text[:80]!r} leads the view away from itself"


def is_changed(script: Script, value: Node) -> bool:
    """Tell whether a URL was made as an object, and given more than it was made with."""
    for node in (value, *value.down()):
        binding = script.names.bound.get(node)
        for use in binding.uses if binding is not None else ():
            name = use.parent.get("property") if use.parent is not None else None
            if name is not None and name.name == "searchParams":
                return True
    return False


def is_clicked(script: Script, place: Node) -> bool:
    """Tell whether the script itself clicks the link."""
    callee = place.get("function")
    target = place.get("object") if callee is None else callee.get("object")
    if target is None:
        return False
    binding = script.names.bound.get(target)
    for call in (*script.method_calls.get("click", ()), *script.method_calls.get("dispatchEvent", ())):
        clicked = call.fields["function"].get("object")
        if clicked is not None and (binding is None or script.names.bound.get(clicked) is binding):
            return True
    return False
