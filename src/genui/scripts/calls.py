"""Calls: what they return, by the function, the browser's thing or the method that is called."""

import re
from collections.abc import Callable, Mapping, Sequence

from genui.scripts.evaluation import constant, member_of, property_name, template_value, value_of
from genui.scripts.scopes import Key, Script
from genui.scripts.tree import MEMBERS, Node
from genui.scripts.values import (
    CODED,
    DATA,
    ELEMENT,
    LOCAL_URL,
    NUMBER,
    UNKNOWN,
    Const,
    Entry,
    Escaped,
    Function,
    Joined,
    Record,
    Thing,
    Value,
    either,
    entry_of,
    has_data,
    joined,
    keys_of,
    options_of,
    things_in,
)

SAME = frozenset({"filter", "slice", "reverse", "sort", "toSorted", "toReversed", "flat", "concat", "splice"})
"""Methods that return an array with the same entries."""

ONE = frozenset({"at", "pop", "shift", "find", "findLast"})
NUMERIC = frozenset(
    {"toFixed", "toISOString", "getTime", "indexOf", "lastIndexOf", "findIndex", "charCodeAt", "codePointAt"}
    | {"getFullYear", "getMonth", "getDate", "getDay", "getHours", "getMinutes", "getSeconds", "toPrecision"}
    | {"includes", "startsWith", "endsWith", "test", "some", "every", "has", "toDateString", "toTimeString"}
    | {"toUTCString", "valueOf", "localeCompare", "now"}
)
"""Methods that return a number, a boolean or a date's text, whatever they are called on."""

BY_NAME: Mapping[Key, Value] = {
    "callServerTool": DATA,
    "readServerResource": DATA,
    "toDataURL": LOCAL_URL,
    "attachShadow": ELEMENT,
    # An array of elements, the document and at last the window.
    "composedPath": Record({}, Thing("window")),
}
"""What methods return whatever they are called on."""

NUMBERS = ("Number", "parseInt", "parseFloat", "Boolean", "BigInt", "isNaN", "isFinite", "Date")
FINDING = ("createElement", "createElementNS", "getElementById", "querySelector")

HOLDING = frozenset({"navigator", "document", "location", "history"})
"""Things whose prototypes hold what they can do."""

RETURNED: dict[str, Callable[[list[Value]], Value]] = {
    **dict.fromkeys(NUMBERS, lambda _: NUMBER),
    **dict.fromkeys((f"document.{name}" for name in FINDING), lambda _: ELEMENT),
    **dict.fromkeys(("Object.assign", "Object.freeze", "Object.seal"), either),
    **dict.fromkeys(("structuredClone", "Promise.resolve", "String"), either),
    **dict.fromkeys(("Object.values", "Array.from"), lambda given: Record({}, entry_of(given[0]))),
    **dict.fromkeys(("Set", "Promise.all"), lambda given: Record({}, entry_of(given[0]))),
    **dict.fromkeys(("Object.keys", "Reflect.ownKeys"), lambda given: Record({}, keys_of(given[0]))),
    "Object.getOwnPropertyNames": lambda given: Record({}, keys_of(given[0])),
    "Object.entries": lambda given: Record({}, either(map(Entry, options_of(given[0])))),
    "URL.createObjectURL": lambda _: LOCAL_URL,
    **dict.fromkeys(
        ("Object.getPrototypeOf", "Reflect.getPrototypeOf"),
        # Of the browser's things: what they can do is what they are themselves.
        lambda given: either(one for one in options_of(given[0]) if set(things_in(one)) & HOLDING),
    ),
}
"""What functions of the browser's and the language's return for what they are given."""

DESCRIBING = frozenset({"Object.getOwnPropertyDescriptor", "Reflect.getOwnPropertyDescriptor", "Reflect.get"})


def call_value(script: Script, node: Node) -> Value:
    """Return what a call or new expression may come to."""
    callee, quoted = node.callee, node.get("arguments")
    if callee is None:
        return UNKNOWN
    if callee.kind == "import":
        module = constant(script, node.arguments[0] if node.arguments else None)
        return Thing("sdk.*") if module is not None and "ext-apps" in module else Thing("import")
    if quoted is not None and quoted.kind == "template_string":
        is_raw = value_of(script, callee) == Thing("String.raw")
        return template_value(script, quoted, raw=True) if is_raw else UNKNOWN
    if callee.kind in MEMBERS:
        value = method_value(script, callee, node.arguments)
        if value is not None:
            return value
    new = node.kind == "new_expression"
    called = options_of(value_of(script, callee))
    return either(returned_by(script, option, node.arguments, new=new) for option in called)


def returned_by(script: Script, callee: Value, arguments: Sequence[Node], *, new: bool = False) -> Value:
    """Return what calling a value returns."""
    if isinstance(callee, Thing):
        return thing_call(script, callee.name, [value_of(script, one) for one in arguments], new=new)
    if not isinstance(callee, Function):
        return DATA if has_data(callee) else UNKNOWN
    if new:
        return Thing("app") if extends_app(script, callee.node) else UNKNOWN
    return either(value_of(script, node) for node in script.returned.get(callee.node, ()))


def thing_call(script: Script, name: str, arguments: list[Value], *, new: bool) -> Value:
    """Return what calling something of the browser's or the language's returns."""
    if name == "sdk.App" or (name == "App" and new):
        return Thing("app")
    if name.startswith(("Math.", "Number.", "Date.", "performance.")):
        return NUMBER
    if name in RETURNED:
        return RETURNED[name](arguments or [UNKNOWN])
    if name in DESCRIBING and len(arguments) > 1:
        key = arguments[1].value if isinstance(arguments[1], Const) else None
        found = member_of(script, arguments[0], key if isinstance(key, str | int) else None)
        return found if name == "Reflect.get" else Record(dict.fromkeys(("value", "get", "set"), found))
    if name == "Map" and new and arguments and "set" not in script.method_calls:
        return Record({}, entry_of(arguments[0]))
    if any(map(has_data, arguments)):
        return DATA
    return CODED if name in ("String.fromCharCode", "String.fromCodePoint", "atob") else UNKNOWN


def method_value(script: Script, callee: Node, arguments: list[Node]) -> Value | None:
    """Return what a method returns by its name and what it is called on; None where that does not tell."""
    name = property_name(script, callee)
    if name in BY_NAME:
        return BY_NAME[name]
    target = value_of(script, callee.owner)
    found = [one_method(script, option, name, arguments) for option in options_of(target)]
    return either(one for one in found if one is not None) if None not in found else None


def one_method(script: Script, target: Value, name: str | int | None, arguments: list[Node]) -> Value | None:
    """Return what a method of one value returns."""
    if isinstance(target, Thing):
        return target if name == "bind" else None
    if isinstance(target, Function) or (isinstance(target, Record) and name in target.members):
        return None
    if name in NUMERIC:
        return NUMBER
    if name in ("replace", "replaceAll") and len(arguments) > 1:
        return replaced(script, target, name, arguments)
    if isinstance(target, Record) or name in ("map", "join", "flatMap"):
        return of_array(script, target, name, arguments)
    is_number = isinstance(target, Const) and isinstance(target.value, int | float)
    if target == NUMBER or is_number:
        return NUMBER
    if has_data(target) or any(has_data(value_of(script, one)) for one in arguments):
        return DATA
    return target if isinstance(target, Escaped) else UNKNOWN


def of_array(script: Script, target: Value, name: str | int | None, arguments: list[Node]) -> Value | None:
    """Return what a method of an array returns; None where an object's own method is called."""
    entry = entry_of(target)
    first = value_of(script, arguments[0]) if arguments else Const(",")
    if name in ("map", "flatMap"):
        made = callback_result(script, arguments)
        return Record({}, entry_of(made) if name == "flatMap" else made)
    if name == "join":
        if isinstance(target, Record) and target.members and target.others is None:
            return joined(*[part for one in target.entries for part in (first, one)][1:])
        return joined(entry, first, entry)
    if name in SAME:
        more = [entry_of(value_of(script, one)) for one in arguments] if name == "concat" else []
        return Record({}, either([entry, *more]))
    if name in ONE:
        return entry
    if name == "get":
        pairs = [one for one in options_of(entry) if isinstance(one, Record) and len(one.members) == 2]
        return either(one.entries[1] for one in pairs) if pairs else UNKNOWN
    if name == "reduce" and arguments:
        start = value_of(script, arguments[1]) if len(arguments) > 1 else entry
        return DATA if has_data(target) else either((start, callback_result(script, arguments)))
    return (DATA if has_data(target) else UNKNOWN) if not isinstance(target, Record) else None


def callback_result(script: Script, arguments: list[Node]) -> Value:
    """Return what the function passed first returns."""
    called = options_of(value_of(script, arguments[0])) if arguments else ()
    return either(returned_by(script, option, ()) for option in called)


def replaced(script: Script, target: Value, name: str, arguments: list[Node]) -> Value:
    """Return a text after a replacement: escaping `<`, quotes and `&` one by one or together is followed."""
    new = value_of(script, arguments[1])
    new = returned_by(script, new, ()) if isinstance(new, Function) else new
    done = target.characters if isinstance(target, Escaped) else frozenset()
    if all(map(is_harmless, options_of(new))):
        done |= replaced_characters(script, arguments[0], everywhere=name == "replaceAll")
        if done:
            return Escaped(done)
    return DATA if has_data(target) else UNKNOWN


def is_harmless(value: Value) -> bool:
    """Tell whether a text brings in neither `<` nor quotes."""
    if isinstance(value, Joined):
        return all(map(is_harmless, value.parts))
    return value == NUMBER or (isinstance(value, Const) and not set("<\"'") & set(str(value.value or "")))


def replaced_characters(script: Script, pattern: Node, *, everywhere: bool) -> frozenset[str]:
    """Return the characters that a pattern matches wherever they stand."""
    if pattern.kind != "regex":
        text = constant(script, pattern) if everywhere else None
        return frozenset(text if text is not None and len(text) == 1 else "")
    body, _, flags = pattern.text[1:].rpartition("/")
    if "g" not in flags:
        return frozenset()
    if re.fullmatch(r"\[[^\]^][^\]]*\]", body):
        return frozenset(body[1:-1].replace("\\", ""))
    return frozenset(one for one in body.split("|") if len(one) == 1)


def extends_app(script: Script, node: Node) -> bool:
    """Tell whether a class is one of the SDK's App."""
    heritage = next((kid for kid in node.kids if kid.kind == "class_heritage" and kid.kids), None)
    base = options_of(value_of(script, heritage.kids[0])) if heritage is not None else ()
    return any(one in (Thing("sdk.App"), Thing("App")) for one in base)
