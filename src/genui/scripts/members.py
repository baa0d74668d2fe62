"""Members of values: what the browser's things lead to, and what the script itself has put there."""

from genui.scripts.evaluation import value_of
from genui.scripts.script import Script
from genui.scripts.values import (
    DATA,
    NUMBER,
    UNDEFINED,
    UNKNOWN,
    Const,
    Function,
    Items,
    Many,
    Record,
    Thing,
    Value,
    either,
    has_data,
    options_of,
)

WINDOWS = frozenset({"window", "self", "globalThis", "frames"})
"""Names of the global object."""

TO_WINDOW = frozenset({"defaultView", "contentWindow", "parentWindow"})
TO_DOCUMENT = frozenset({"ownerDocument", "contentDocument", "document"})
OF_INTERFACE = {
    "Document": "document",
    "Navigator": "navigator",
    "Location": "location",
    "History": "history",
}
"""What of the browser's has its methods from the prototype of each interface."""

EVENT_MEMBERS = {
    ("event", "view"): "window",
    ("message", "view"): "window",
    ("message", "source"): "parent",
    ("window-event", "view"): "window",
    ("window-event", "currentTarget"): "window",
    ("window-event", "target"): "window",
    ("window-event", "srcElement"): "window",
}
SELF = frozenset({"call", "apply", "bind", "valueOf"})
"""Members of a function that lead back to it."""


def member_of(script: Script, value: Value, key: object) -> Value:
    """Return what a member of a value may be."""
    found = [one_member(script, option, key) for option in options_of(value)]
    if isinstance(key, str) and key in script.writes and not all(isinstance(one, Thing) for one in found):
        found.append(written(script, key))
    return either(found)


def written(script: Script, key: str) -> Value:
    """Return what is assigned to members of this name anywhere; found once a name."""
    known: dict[str, Value] = script.notes.setdefault("written", {})
    if key not in known:
        known[key] = UNKNOWN
        found = either(value_of(script, node) for node in script.writes[key])
        if script.busy:
            # What is cut from a circle here may be whole for the next that asks.
            del known[key]
            return found
        known[key] = found
    return known[key]


def one_member(script: Script, value: Value, key: object) -> Value:
    """Return what a member of one value is, as far as the value says."""
    match value:
        case Thing(name):
            return thing_member(name, key)
        case Record(members, whole):
            return record_member(members, key, whole=whole)
        case Items(entries):
            if isinstance(key, int):
                return entries[key] if -len(entries) <= key < len(entries) else UNDEFINED
            if key is None:
                return either(entries)
        case Many(entry):
            if key is None or isinstance(key, int):
                return entry
        case Const(str(text)) if isinstance(key, int):
            return Const(text[key]) if -len(text) <= key < len(text) else UNDEFINED
        case Function(_):
            if key == "constructor":
                return Thing("Function")
            if key in SELF:
                return value
            if key in ("__proto__", "prototype"):
                return Thing("function-prototype")
    return common_member(value, key)


def record_member(members: "dict[str, Value] | object", key: object, *, whole: bool) -> Value:
    """Return a member of an object literal."""
    assert isinstance(members, dict)
    if key is None:
        return either([*members.values(), *(() if whole else (UNKNOWN,))])
    name = str(key)
    if name in members:
        return members[name]
    if name == "constructor":
        return Thing("constructor")
    return UNDEFINED if whole else members.get("...", UNKNOWN)


def common_member(value: Value, key: object) -> Value:
    """Return a member that any value may have."""
    if key == "length":
        return NUMBER
    if key == "constructor":
        return either((Thing("constructor"), *((DATA,) if has_data(value) else ())))
    if has_data(value):
        return DATA
    if key in TO_WINDOW:
        return Thing("window")
    if key in TO_DOCUMENT:
        return Thing("document")
    return NUMBER if value == NUMBER else UNKNOWN


def thing_member(name: str, key: object) -> Value:
    """Return a member of something of the browser's."""
    if name in WINDOWS:
        if isinstance(key, int):
            return Thing("parent")
        return Thing("window[?]") if key is None else Thing("window" if key in WINDOWS else str(key))
    if (name, str(key)) in EVENT_MEMBERS:
        return Thing(EVENT_MEMBERS[name, str(key)])
    if name in ("message", "sdk.result") and key in ("data", "structuredContent"):
        return DATA
    if key in SELF and key != "valueOf":
        return Thing(name)
    if name.endswith(".composedPath"):
        return Thing("window")
    if key in TO_WINDOW:
        return Thing("window")
    if key in TO_DOCUMENT:
        return Thing("document")
    if key == "constructor":
        is_function = name in ("constructor", "function-prototype") or name[:1].isupper()
        return Thing("Function" if is_function else "constructor")
    if key == "length":
        return NUMBER
    if key == "prototype" and name in OF_INTERFACE:
        return Thing(OF_INTERFACE[name])
    if name == "document" and key == "location":
        return Thing("location")
    if name == "sdk.*":
        return Thing(f"sdk.{key}")
    return Thing(f"{name}[?]" if key is None else f"{name}.{key}")
