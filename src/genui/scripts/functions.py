"""Calls: what they return, and what a function's parameters may be."""

import re
from collections.abc import Sequence

from genui.scripts.evaluation import (
    constant,
    entry_of,
    property_name,
    value_of,
)
from genui.scripts.members import member_of
from genui.scripts.scopes import Binding
from genui.scripts.script import Script, arguments_of
from genui.scripts.tree import Node
from genui.scripts.values import (
    CODED,
    DATA,
    ELEMENT,
    LOCAL_URL,
    NUMBER,
    UNKNOWN,
    Const,
    Function,
    Items,
    Joined,
    Many,
    Record,
    Thing,
    Unsure,
    Value,
    either,
    has_data,
    joined,
    options_of,
)

ITERATING = frozenset(
    {"map", "forEach", "filter", "find", "findLast", "findIndex", "some", "every", "flatMap", "sort"}
    | {"toSorted", "findLastIndex"}
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

ELEMENTS = frozenset(
    {
        "document.createElement",
        "document.createElementNS",
        "document.getElementById",
        "document.querySelector",
    }
)
NUMBERS = frozenset({"Number", "parseInt", "parseFloat", "Boolean", "BigInt", "isNaN", "isFinite", "Date"})
NUMBER_OBJECTS = ("Math.", "Number.", "Date.", "performance.")
HOLDING = frozenset({"navigator", "document", "location", "history"})
"""Things whose prototypes hold what they can do."""

CODING = frozenset({"String.fromCharCode", "String.fromCodePoint", "atob"})
SERVER_CALLS = frozenset({"callServerTool", "readServerResource"})
MEMBERS = frozenset({"member_expression", "subscript_expression"})


def call_value(script: Script, node: Node) -> Value:
    """Return what a call or new expression may come to."""
    callee = node.get("function") or node.get("constructor")
    if callee is None:
        return UNKNOWN
    if callee.kind == "import":
        module = constant(script, next(iter(arguments_of(node)), None))
        return Thing("sdk.*") if module is not None and "ext-apps" in module else Thing("import")
    arguments = arguments_of(node)
    quoted = node.get("arguments")
    if quoted is not None and quoted.kind == "template_string":
        return tagged(script, callee, quoted)
    while callee.kind == "parenthesized_expression" and callee.kids:
        callee = callee.kids[-1]
    if callee.kind in MEMBERS:
        value = method_value(script, callee, arguments)
        if value is not None:
            return value
    new = node.kind == "new_expression"
    return either(
        returned_by(script, option, arguments, new=new) for option in options_of(value_of(script, callee))
    )


def tagged(script: Script, callee: Node, template: Node) -> Value:
    """Return what a tagged template comes to: String.raw is its text."""
    if value_of(script, callee) == Thing("String.raw"):
        return joined(
            *(
                value_of(script, kid.kids[0] if kid.kids else None)
                if kid.kind == "template_substitution"
                else Const(kid.text)
                for kid in template.kids
            )
        )
    return UNKNOWN


def returned_by(script: Script, callee: Value, arguments: Sequence[Node], *, new: bool) -> Value:
    """Return what calling a value returns."""
    if isinstance(callee, Function):
        if new:
            return Thing("app") if extends_app(script, callee.node) else UNKNOWN
        return either(value_of(script, node) for node in script.returned.get(callee.node, ()))
    if isinstance(callee, Thing):
        return thing_call(script, callee.name, [value_of(script, one) for one in arguments], new=new)
    return DATA if has_data(callee) else UNKNOWN


def thing_call(script: Script, name: str, arguments: list[Value], *, new: bool) -> Value:
    """Return what calling something of the browser's or the language's returns."""
    first = arguments[0] if arguments else UNKNOWN
    if name == "sdk.App" or (name == "App" and new):
        return Thing("app")
    if name in NUMBERS or name.startswith(NUMBER_OBJECTS):
        return NUMBER
    if name == "URL.createObjectURL":
        return LOCAL_URL
    if name in ELEMENTS:
        return ELEMENT
    if name == "Reflect.get" and len(arguments) > 1:
        return member_of(script, first, constant_key(arguments[1]))
    if name in ("Object.getOwnPropertyDescriptor", "Reflect.getOwnPropertyDescriptor") and len(arguments) > 1:
        found = member_of(script, first, constant_key(arguments[1]))
        return Record({"value": found, "get": found, "set": found}, whole=True)
    if name in ("Object.getPrototypeOf", "Reflect.getPrototypeOf"):
        return either(map(prototype_of, options_of(first)))
    if name in ("Object.assign", "Object.freeze", "structuredClone", "Promise.resolve", "Object.seal"):
        return either(arguments)
    if name in ("Object.values", "Array.from", "Set", "Promise.all"):
        return Many(entry_of_members(first))
    if name == "Map" and new and "set" not in script.method_calls:
        return Many(entry_of(first))
    if name == "Object.entries":
        return Many(Items((keys_of(first), entry_of_members(first))))
    if name in ("Object.keys", "Object.getOwnPropertyNames", "Reflect.ownKeys"):
        return Many(keys_of(first))
    if name == "String" and not isinstance(first, Const):
        return first
    if any(has_data(one) for one in arguments):
        return DATA
    if name in CODING:
        return CODED
    return Thing(name) if name.startswith("event.composedPath") else UNKNOWN


def prototype_of(value: Value) -> Value:
    """Return what an object has its methods from: of the browser's things, what they are themselves."""
    if isinstance(value, Function):
        return Thing("function-prototype")
    return value if isinstance(value, Thing) and value.name in HOLDING else UNKNOWN


def constant_key(value: Value) -> object:
    """Return a key that is known."""
    return value.value if isinstance(value, Const) else None


def keys_of(value: Value) -> Value:
    """Return what a member's name may be: of an object literal, those that it has."""
    found: list[Value] = []
    for option in options_of(value):
        if isinstance(option, Record):
            found += [Const(name) for name in option.members if name != "..."]
            found += [] if option.whole else [DATA if option.members.get("...") == DATA else UNKNOWN]
        else:
            found.append(DATA if has_data(option) else UNKNOWN)
    return either(found) if found else UNKNOWN


def entry_of_members(value: Value) -> Value:
    """Return what a member of an object or an entry of an array may be."""
    if isinstance(value, Record):
        return either(value.members.values())
    return entry_of(value)


def method_value(script: Script, callee: Node, arguments: list[Node]) -> Value | None:
    """Return what a method returns by its name and what it is called on; None where that does not tell."""
    name = property_name(script, callee)
    if not isinstance(name, str):
        return None
    if name in SERVER_CALLS:
        return DATA
    if name == "toDataURL":
        return LOCAL_URL
    if name == "attachShadow":
        return ELEMENT
    owner = callee.get("object")
    target = value_of(script, owner)
    found = [one_method(script, option, name, arguments) for option in options_of(target)]
    if any(one is None for one in found):
        return None
    return either(one for one in found if one is not None)


def one_method(script: Script, target: Value, name: str, arguments: list[Node]) -> Value | None:
    """Return what a method of one value returns."""
    if isinstance(target, Thing) and target.name.endswith(".composedPath"):
        return Thing("window")
    if isinstance(target, Thing):
        return {"composedPath": Thing(f"{target.name}.composedPath"), "bind": target}.get(name)
    if isinstance(target, Record | Function):
        return None
    if name in NUMERIC:
        return NUMBER
    if name in ("replace", "replaceAll") and len(arguments) > 1:
        return replaced(script, target, name, arguments)
    if name == "then":
        return callback_result(script, arguments) if arguments else target
    if isinstance(target, Items | Many) or name in ("map", "join", "flatMap", "from"):
        return of_array(script, target, name, arguments)
    values = [value_of(script, one) for one in arguments]
    if target == NUMBER or (isinstance(target, Const) and isinstance(target.value, int | float)):
        return NUMBER
    if has_data(target) or any(has_data(one) for one in values):
        return DATA
    return target if is_escaped(target) else UNKNOWN


def of_array(script: Script, target: Value, name: str, arguments: list[Node]) -> Value:
    """Return what a method of an array returns."""
    entry = entry_of(target)
    if name in ("map", "flatMap"):
        made = callback_result(script, arguments)
        return Many(entry_of(made) if name == "flatMap" else made)
    if name == "join":
        separator = value_of(script, arguments[0]) if arguments else Const(",")
        if isinstance(target, Items):
            parts = [part for one in target.entries for part in (separator, one)][1:]
            return joined(*parts) if parts else Const("")
        return joined(entry, separator, entry)
    if name in SAME:
        more = [value_of(script, one) for one in arguments] if name == "concat" else []
        if name in ("reverse", "toReversed") and isinstance(target, Items):
            return Items(tuple(reversed(target.entries)))
        if name == "concat" and isinstance(target, Items) and all(isinstance(one, Items) for one in more):
            return Items(
                target.entries + tuple(e for one in more if isinstance(one, Items) for e in one.entries)
            )
        return (
            Many(either([entry, *(entry_of(one) for one in more)]))
            if name != "slice" or more
            else Many(entry)
        )
    if name in ONE:
        return entry
    if name == "get":
        pairs = [one for one in options_of(entry) if isinstance(one, Items) and len(one.entries) == 2]
        return either(one.entries[1] for one in pairs) if pairs else UNKNOWN
    if name == "reduce" and arguments:
        start = value_of(script, arguments[1]) if len(arguments) > 1 else entry
        made = callback_result(script, arguments)
        if isinstance(target, Items) and isinstance(start, Const):
            made = either((joined(start, *target.entries), made))
        return DATA if has_data(target) else either((start, made))
    return DATA if has_data(target) else UNKNOWN


def callback_result(script: Script, arguments: list[Node]) -> Value:
    """Return what the function passed first returns."""
    if not arguments:
        return UNKNOWN
    return either(
        returned_by(script, option, (), new=False) for option in options_of(value_of(script, arguments[0]))
    )


def replaced(script: Script, target: Value, name: str, arguments: list[Node]) -> Value:
    """Return a text after a replacement: escaping `<`, quotes and `&` one by one or together is followed."""
    pattern, new = arguments[0], value_of(script, arguments[1])
    if isinstance(new, Function):
        new = either(value_of(script, node) for node in script.returned.get(new.node, ()))
    safe = all(is_harmless(one) for one in options_of(new))
    characters = replaced_characters(script, pattern, all_of_them=name == "replaceAll")
    done = target.kind.removeprefix("escaped:") if is_escaped(target) and isinstance(target, Unsure) else ""
    if safe and characters:
        return Unsure("escaped:" + "".join(sorted(set(done) | characters)))
    if done and safe:
        return target
    return DATA if has_data(target) else UNKNOWN


def is_harmless(value: Value) -> bool:
    """Tell whether a text brings in neither `<` nor quotes."""
    if isinstance(value, Joined):
        return all(is_harmless(part) for part in value.parts)
    return value == NUMBER or (
        isinstance(value, Const) and not set("<\"'") & set(str("" if value.value is None else value.value))
    )


def is_escaped(value: Value) -> bool:
    """Tell whether characters of a text were replaced by entities."""
    return isinstance(value, Unsure) and value.kind.startswith("escaped:")


def replaced_characters(script: Script, pattern: Node, *, all_of_them: bool) -> set[str]:
    """Return the characters that a pattern matches wherever they stand."""
    if pattern.kind == "regex":
        body, flags = pattern.get("pattern"), pattern.get("flags")
        text = body.text if body is not None else ""
        if flags is None or "g" not in flags.text:
            return set()
        if re.fullmatch(r"\[[^\]^][^\]]*\]", text):
            return set(text[1:-1].replace("\\", ""))
        return set(text) if len(text) == 1 else {one for one in text.split("|") if len(one) == 1}
    text_value = constant(script, pattern)
    return {text_value} if all_of_them and text_value is not None and len(text_value) == 1 else set()


def read_back(script: Script, binding: Binding) -> Value | None:
    """Return innerHTML of an element into which only text was put: that text, escaped."""
    puts: set[str] = set()
    for use in binding.uses:
        parent = use.parent
        if parent is None or parent.kind != "member_expression" or parent.get("object") is not use:
            continue
        name, around = parent.get("property"), parent.parent
        if name is not None and around is not None and around.get("left") is parent:
            puts.add(name.name)
    if puts and puts <= {"textContent", "innerText"}:
        return Unsure("escaped:&<>")
    return None


def extends_app(script: Script, node: Node) -> bool:
    """Tell whether a class is one of the SDK's App."""
    heritage = next((kid for kid in node.kids if kid.kind == "class_heritage"), None)
    base = options_of(value_of(script, heritage.kids[0])) if heritage is not None and heritage.kids else ()
    return any(one in (Thing("sdk.App"), Thing("App")) for one in base)
