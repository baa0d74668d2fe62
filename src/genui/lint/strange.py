"""Rules about what pages are not made with: unknown members of the browser's, timers kept as values."""

from collections.abc import Iterator

from genui.lint.capabilities import CODE_FROM_TEXT, EVAL, FORBIDDEN, SAYS
from genui.lint.code import MEMBERS, excused, is_target, last_name
from genui.lint.liveness import platform_names
from genui.lint.page import Page, Spot
from genui.scripts import Function, Node, Script
from genui.scripts.evaluation import value_of
from genui.scripts.members import TO_DOCUMENT, TO_WINDOW, WINDOWS
from genui.scripts.values import options_of, things_in

OF_ANY = "hasOwnProperty toString valueOf constructor addEventListener removeEventListener dispatchEvent"
OF_NODE = (
    "append prepend replaceChildren children firstElementChild lastElementChild childElementCount childNodes "
    "firstChild lastChild appendChild removeChild insertBefore replaceChild cloneNode contains nodeType "
    "nodeName "
    "parentNode isConnected textContent compareDocumentPosition getRootNode"
)
KNOWN = {
    "document": f"{OF_ANY} {OF_NODE} "
    "body head documentElement createElement createElementNS createTextNode createDocumentFragment "
    "createRange createTreeWalker createNodeIterator createComment createEvent createAttribute "
    "getElementById getElementsByClassName getElementsByTagName getElementsByName querySelector "
    "querySelectorAll readyState title activeElement hidden visibilityState forms images styleSheets "
    "scripts adoptedStyleSheets fonts fullscreenElement fullscreenEnabled exitFullscreen hasFocus "
    "elementFromPoint elementsFromPoint caretRangeFromPoint caretPositionFromPoint getSelection "
    "execCommand dir characterSet charset compatMode contentType defaultView location URL baseURI "
    "documentURI referrer domain cookie write writeln open close importNode adoptNode currentScript "
    "scrollingElement timeline getAnimations startViewTransition implementation doctype designMode "
    "links anchors lastModified evaluate pointerLockElement exitPointerLock",
    "navigator": f"{OF_ANY} language languages userAgent userAgentData platform vendor onLine maxTouchPoints "
    "hardwareConcurrency deviceMemory clipboard vibrate cookieEnabled doNotTrack webdriver userActivation "
    "connection pdfViewerEnabled appVersion appName product permissions gpu",
    "function": f"{OF_ANY} name length call apply bind prototype",
    "window": f"{OF_ANY} window self globalThis frames document openai",
}
KNOWN_MEMBERS = {kind: frozenset(names.split()) for kind, names in KNOWN.items()}
"""What pages use of the document, the navigator, a function; of the window, next to all globals."""

LEADING = WINDOWS | TO_WINDOW | TO_DOCUMENT | {"navigator"}
"""Names of members that lead to what has members of the browser's."""


def unknown_members(page: Page) -> Iterator[Spot]:
    """Yield members of window, document, navigator and functions that pages are not made with."""
    for script in page.scripts if not page.linked else ():
        mine = script.writes.keys() | script.names.top.names.keys()
        for name, nodes in script.members.items():
            if name.startswith("on") or name in mine:
                continue
            for node in nodes:
                for kind in kinds_of(script, node):
                    known = name in KNOWN_MEMBERS[kind] or (kind == "window" and name in platform_names())
                    if not known and f"{kind}.{name}" not in FORBIDDEN and not is_asked(script, node):
                        yield Spot(*script.place(node), f"{name!r} is no member of a {kind} that pages use")


def kinds_of(script: Script, node: Node) -> set[str]:
    """Return what of the browser's a member is taken of."""
    owner = node.get("object")
    if (
        owner is None
        or (owner.kind in MEMBERS and last_name(owner) not in LEADING)
        or owner.kind not in SIMPLE
    ):
        return set()
    value = value_of(script, owner)
    kinds = {"window" if name in WINDOWS else name for name in things_in(value)} & KNOWN_MEMBERS.keys()
    is_code = all(isinstance(one, Function) and "class" not in one.node.kind for one in options_of(value))
    return kinds | ({"function"} if is_code else set())


SIMPLE = frozenset({"identifier", *MEMBERS})


def is_asked(script: Script, node: Node) -> bool:
    """Tell whether a member is only asked about, or given a value."""
    at = next((up for up in node.up() if up.kind != "parenthesized_expression"), None)
    condition = at.get("condition") if at is not None else None
    return (
        is_target(node) or excused(script, node, EVAL) or (condition is not None and node.inside(condition))
    )


def timers_kept(page: Page) -> Iterator[Spot]:
    """Yield timers that are used as values, under whatever name: what they are given may be text."""
    for script in page.scripts if not page.linked else ():
        members = [node for name in CODE_FROM_TEXT for node in script.members.get(name, ())]
        for node in (*(one for one in script.names.free if one.name in CODE_FROM_TEXT), *members):
            parent = node.parent
            called = parent is not None and (
                parent.get("function") is node
                or (parent.kind in MEMBERS and last_name(parent) in ("call", "apply"))
            )
            taken = CODE_FROM_TEXT & set(things_in(value_of(script, node)))
            if taken and not called and not is_asked(script, node):
                yield Spot(*script.place(node), f"{min(taken)} as a value {SAYS[EVAL]}")
