"""Rules about what scripts put into the page: markup, URLs, styles, attributes, elements."""

import re

from genui.lint.addresses import first_part, link_put, load_put
from genui.lint.attributes import attributes_set, is_kept_off, may_be_text
from genui.lint.code import ASSIGNING, MEMBERS
from genui.lint.fragments import fragment_problems, skeletons
from genui.lint.methods import MARKUP_METHODS, borrowed_method, methods_named
from genui.lint.styling import Sunk, is_style, is_style_map, is_style_of, sheets, style_put
from genui.scripts import DATA, Function, Joined, Node, Record, Script, Thing, Value
from genui.scripts.evaluation import property_name, value_of
from genui.scripts.members import WINDOWS
from genui.scripts.script import arguments_of, in_source_order
from genui.scripts.values import (
    ELEMENT,
    NUMBER,
    has_data,
    options_of,
    text_of,
    things_in,
)

MARKUP_PROPERTIES = frozenset({"innerHTML", "outerHTML", "srcdoc"})
WRITES = frozenset({"write", "writeln"})
WRITING = WRITES | {"call", "apply"}
XML_TYPES = frozenset({"text/xml", "application/xml"})
LOADS = frozenset({"src", "srcset", "poster", "background", "lowsrc", "ping"})
LINKS = frozenset({"href"})
FORM_TARGETS = frozenset({"action", "formaction", "formAction"})
STYLES = frozenset({"cssText", "style"})
ADDRESS_PARTS = frozenset(
    {"search", "hash", "pathname", "host", "hostname", "port", "protocol", "username", "password"}
)
"""Members of a link that are part of its address."""
STYLE_CALLS = {"setProperty": 1, "insertRule": 0, "replaceSync": 0, "addRule": 1}
FRAMES_ABOVE = frozenset({"_top", "_parent", "_blank"})
LOADING_BY_LINK = frozenset({"image", "use", "feimage"})
"""Elements of SVG whose href is fetched."""

NEVER_CREATED = frozenset(
    {"script", "iframe", "frame", "frameset", "object", "embed", "applet", "base", "link", "meta", "portal"}
    | {"fencedframe"}
)
PUTTING = (
    WRITING
    | MARKUP_METHODS.keys()
    | STYLE_CALLS.keys()
    | {"submit", "replace", "setAttribute", "setAttributeNS", "createAttribute", "toggleAttribute"}
    | {"createElement", "createElementNS", "execCommand", "getOwnPropertyDescriptor", "__lookupSetter__"}
    | {"assign", "set", "append", "defineProperty", "get", "getOwnPropertyDescriptors", "postMessage", "bind"}
)
"""Methods whose calls need a look."""

PUT = frozenset(name.lower() for name in MARKUP_PROPERTIES | LOADS | LINKS | FORM_TARGETS | STYLES) | {
    "target",
    *ADDRESS_PARTS,
}
"""Members that need a look, in lower case."""


def sunk(script: Script) -> list[tuple[str, Node, str]]:
    """Return everything wrong that a script puts into its page; found once a script."""
    known = script.notes.get("sunk")
    if known is None:
        known = script.notes["sunk"] = [
            *assignments(script),
            *pairs(script),
            *calls(script),
            *methods_named(script),
            *sheets(script),
        ]
    assert isinstance(known, list)
    return known


def assignments(script: Script) -> Sunk:
    """Yield what is wrong with assignments to members."""
    for node in script.source.nodes(*ASSIGNING):
        left, right = node.get("left"), node.get("right")
        if left is None or right is None or left.kind not in MEMBERS:
            continue
        key = property_name(script, left)
        if is_hidden_handler(script, left, key, right):
            yield "inline-handler", left, f"code in a text gets the name {key}"
        if isinstance(key, str) and key.lower() not in PUT and not is_style(left):
            continue
        target = value_of(script, left.get("object"))
        if is_dataset(script, left.get("object")):
            continue
        if isinstance(key, str):
            if not is_plain(target) and "location" not in things_in(target):
                yield from put(script, left, key, right)
        elif is_element(target) and has_data(value_of(script, left.get("index"))):
            yield "dom-xss", left, "a member that data chooses is set on an element"


def is_hidden_handler(script: Script, member: Node, key: object, value: Node) -> bool:
    """Tell whether a text gets the name of a handler that is put together from parts."""
    index = member.get("index")
    is_named = isinstance(key, str) and re.match(r"on[a-z]{3,}\Z", key) is not None
    if index is None or index.kind == "string" or not is_named:
        return False
    return may_be_text(value_of(script, value))


def is_dataset(script: Script, node: Node | None) -> bool:
    """Tell whether an expression is the data attributes of an element, which do nothing by themselves."""
    name = node.get("property") if node is not None and node.kind == "member_expression" else None
    if node is None or name is None or name.name != "dataset":
        return False
    return is_element(value_of(script, node.get("object")))


def is_plain(target: Value) -> bool:
    """Tell whether a value is an object of the script's own, not an element."""
    return all(isinstance(one, Record | Function) or one == DATA for one in options_of(target))


def is_element(target: Value) -> bool:
    """Tell whether a value is an element for sure."""
    return ELEMENT in options_of(target)


def put(script: Script, place: Node, name: str, value: Node, *, known: Value | None = None) -> Sunk:
    """Yield what is wrong with giving a property or attribute of an element this value.

    `known` is what the value comes to, where more is known than evaluating it would tell.
    """
    low = name.lower()
    found = value_of(script, value) if known is None else known
    if script.imports_sdk and low in ("csstext", "style") and DATA in options_of(found):
        yield "external-css", place, f"{name}: data becomes styles, which can load what they like"
    elif is_style(place):
        yield from style_put(place, name, found)
    elif name in MARKUP_PROPERTIES or low == "srcdoc":
        yield from markup_put(place, name, found)
    elif low in LOADS or low == "xlink:href":
        yield from load_put(script, place, name, value, found)
    elif low in LINKS:
        yield from link_put(script, place, name, value, found)
    elif low in ADDRESS_PARTS:
        if has_data(found) and place.kind in MEMBERS and is_element(value_of(script, place.get("object"))):
            yield "navigation", place, f"{name}: the address of a link changes with data"
    elif low in ("action", "formaction"):
        said = text_of(found)
        if said is None or said.strip() not in ("", "#"):
            yield "form-action", place, f"{name}: the sandbox submits no forms"
    elif low == "target":
        if text_of(found) in ("_top", "_parent"):
            yield "parent-access", place, "target reaches for the frames around the view"
    elif name in STYLES:
        yield from style_put(place, name, found)


def markup_put(place: Node, name: str, found: Value) -> Sunk:
    """Yield where text that may hold data becomes markup, and what is wrong with constant markup."""
    texts = skeletons(found)
    if texts is None:
        yield "dom-xss", place, f"{name} takes text for markup"
        return
    for text in texts:
        for slug, message in fragment_problems(text):
            yield slug, place, f"in the markup for {name}: {message}"


def pairs(script: Script) -> Sunk:
    """Yield markup properties in object literals, as helpers and Object.assign take them."""
    for node in script.source.nodes("pair"):
        key, value = node.get("key"), node.get("value")
        if key is None or value is None:
            continue
        name = (
            text_of(value_of(script, key.kids[0]))
            if key.kind == "computed_property_name" and key.kids
            else None
        )
        name = name or key.name.strip("'\"")
        if name.lower() not in PUT:
            continue
        if name in MARKUP_PROPERTIES:
            yield from markup_put(node, name, value_of(script, value))
        elif (
            name in ("href", "src")
            and script.imports_sdk
            and node.parent is not None
            and goes_to_element(script, node.parent)
        ):
            yield from put(script, node, name, value)


def goes_to_element(script: Script, literal: Node) -> bool:
    """Tell whether an object literal is passed to a function of the script, or assigned to an element."""
    arguments = literal.parent
    call = arguments.parent if arguments is not None and arguments.kind == "arguments" else None
    if call is None:
        return False
    callee = value_of(script, call.get("function"))
    return any(isinstance(one, Function) or one == Thing("Object.assign") for one in options_of(callee))


def calls(script: Script) -> Sunk:
    """Yield what is wrong with calls that put something into the page."""
    written, computed = in_source_order(script.method_calls, PUTTING), script.computed_calls
    for call in sorted((*written, *computed), key=lambda call: (call.start, -call.end)):
        callee = call.fields["function"]
        name = property_name(script, callee)
        arguments = arguments_of(call)
        if name == "bind" and is_hidden_method(script, callee.get("object")):
            yield "dom-xss", call, "a method that only running tells gets another name"
        if (
            name is None
            and is_element(value_of(script, callee.get("object")))
            and takes_data(script, arguments)
        ):
            yield "dom-xss", call, "a method that only running tells is given data"
        if not isinstance(name, str) or not arguments:
            if name == "submit" and not is_plain(value_of(script, callee.get("object"))):
                yield "navigation", call, "submit() leads the view away from itself"
            continue
        if name in WRITING and {"document.write", "document.writeln"} & set(
            things_in(value_of(script, callee))
        ):
            yield "dom-xss", call, "document.write takes text for markup"
        elif name in MARKUP_METHODS:
            yield from markup_call(script, call, name, arguments)
        elif name in ("call", "apply") and (borrowed := borrowed_method(script, callee)) is not None:
            found = [value_of(script, one) for one in arguments[1:]]
            yield from markup_put(call, borrowed, Joined(tuple(found)))
        elif name == "replace" and len(arguments) == 1:
            yield from style_put(call, name, value_of(script, arguments[0]))
        elif name in ("setAttribute", "setAttributeNS", "createAttribute", "toggleAttribute"):
            yield from attribute_set(script, call, arguments[1:] if name == "setAttributeNS" else arguments)
        elif name in ("createElement", "createElementNS"):
            yield from element_made(script, call, arguments[-1 if name.endswith("NS") else 0])
        elif name in STYLE_CALLS and len(arguments) > STYLE_CALLS[name]:
            yield from style_put(call, name, value_of(script, arguments[STYLE_CALLS[name]]))
        elif name == "execCommand" and text_of(value_of(script, arguments[0])) == "insertHTML":
            yield "dom-xss", call, "insertHTML takes text for markup"
        elif name in ("getOwnPropertyDescriptor", "__lookupSetter__"):
            if text_of(value_of(script, arguments[-1])) in MARKUP_PROPERTIES:
                yield "dom-xss", call, "a property that takes text for markup is taken apart"
        elif name == "getOwnPropertyDescriptors" and is_of_platform(script, arguments[0]):
            yield "dom-xss", call, "all that elements can do is taken apart"
        elif name == "get" and len(arguments) > 1:
            yield from method_reflected(script, call, arguments)
        elif name == "postMessage" and script.imports_sdk and len(arguments) > 1:
            if text_of(value_of(script, arguments[1])) == "*":
                yield "parent-access", call, "a message is posted to a window, past the bridge"
        elif name in ("set", "append") and is_style_map(callee.get("object")) and len(arguments) > 1:
            yield from style_put(call, name, value_of(script, arguments[1]))
        elif name in ("assign", "set", "defineProperty") and len(arguments) > 1:
            yield from reflected(script, call, name, arguments)
    for call in script.source.nodes("new_expression"):
        names = things_in(value_of(script, call.get("constructor")))
        arguments = arguments_of(call)
        if "Audio" in names and arguments:
            yield from load_put(script, call, "src", arguments[0], value_of(script, arguments[0]))
        elif "FontFace" in names and len(arguments) > 1:
            yield from style_put(call, "FontFace", value_of(script, arguments[1]))


def is_hidden_method(script: Script, method: Node | None) -> bool:
    """Tell whether an expression is a method of an element that only running tells."""
    if method is None or method.kind != "subscript_expression" or property_name(script, method) is not None:
        return False
    return is_element(value_of(script, method.get("object")))


def takes_data(script: Script, arguments: list[Node]) -> bool:
    """Tell whether a call is given one text that holds data, and nothing else."""
    options = options_of(value_of(script, arguments[0])) if len(arguments) == 1 else ()
    return any(one == DATA or (isinstance(one, Joined) and has_data(one)) for one in options)


def is_of_platform(script: Script, node: Node) -> bool:
    """Tell whether an expression is an element, or what elements have their members from."""
    found = value_of(script, node)
    return is_element(found) or any(name.endswith(".prototype") for name in things_in(found))


def method_reflected(script: Script, call: Node, arguments: list[Node]) -> Sunk:
    """Yield where a method that takes markup is found by reflection."""
    key = text_of(value_of(script, arguments[1]))
    if "Reflect.get" in things_in(value_of(script, call.get("function"))) and (
        key in MARKUP_METHODS or (key in WRITES and "document" in things_in(value_of(script, arguments[0])))
    ):
        yield "dom-xss", call, f"{key} takes text for markup"


def markup_call(script: Script, call: Node, name: str, arguments: list[Node]) -> Sunk:
    """Yield where a method that takes markup is given what may hold data."""
    if name == "parseFromString":
        kind = text_of(value_of(script, arguments[1])) if len(arguments) > 1 else None
        if kind in XML_TYPES:
            return
    index = MARKUP_METHODS[name]
    if len(arguments) > index:
        yield from markup_put(call, name, value_of(script, arguments[index]))


def attribute_set(script: Script, call: Node, arguments: list[Node]) -> Sunk:
    """Yield what is wrong with setting an attribute."""
    for option, value, member in attributes_set(script, call, arguments):
        name = (text_of(option) or "").lower()
        if has_data(option):
            if not (text_of(first_part(option)) or "").startswith(("data-", "aria-")):
                yield "dom-xss", call, "data chooses which attribute is set"
        elif re.match(r"on[a-z]{3,}\Z", name):
            if member is None or may_be_text(member) or not is_kept_off(call):
                yield "inline-handler", call, f"{name} is set as an attribute"
        elif not name and (text_of(first_part(option)) or "").lower().startswith("on"):
            yield "inline-handler", call, "an attribute whose name begins with on is set"
        elif name == "attributename" and text_of(value_of(script, arguments[-1])) in ("href", "xlink:href"):
            yield "navigation", call, "the address of a link is animated"
        elif name in ("http-equiv", "is"):
            yield "forbidden-element", call, f"{name} is set as an attribute"
        elif name and len(arguments) > 1:
            loads = name == "href" and made_as(script, call) in LOADING_BY_LINK
            yield from put(script, call, "xlink:href" if loads else name, arguments[1], known=value)


def made_as(script: Script, call: Node) -> str:
    """Return the name of the element on which a method is called, where the script makes it so."""
    target = call.fields["function"].get("object")
    binding = script.names.bound.get(target) if target is not None else None
    made = binding.given[0].node if binding is not None and len(binding.given) == 1 else target
    callee = made.get("function") if made is not None and made.kind == "call_expression" else None
    if made is None or callee is None or callee.kind not in MEMBERS:
        return ""
    if property_name(script, callee) not in ("createElement", "createElementNS") or not arguments_of(made):
        return ""
    return (text_of(value_of(script, arguments_of(made)[-1])) or "").lower()


def is_numbered(value: Value) -> bool:
    """Tell whether only a number is open in a name, as in the `h2` of a heading."""
    return isinstance(value, Joined) and all(part == NUMBER or text_of(part) for part in value.parts)


def element_made(script: Script, call: Node, tag: Node) -> Sunk:
    """Yield elements that no view should make."""
    for option in options_of(value_of(script, tag)):
        name = text_of(option)
        if name is not None and name.lower().rpartition(":")[2] in NEVER_CREATED:
            yield "created-element", call, f"<{name.lower()}> has no place in a view"
        elif name is None and (has_data(option) or isinstance(option, Joined)) and not is_numbered(option):
            yield "created-element", call, "data chooses which element is made"


def reflected(script: Script, call: Node, name: str, arguments: list[Node]) -> Sunk:
    """Yield what Object.assign and Reflect.set put into elements."""
    callee = set(things_in(value_of(script, call.get("function"))))
    if "location" in things_in(value_of(script, arguments[0])):
        yield "navigation", call, "writing to location leads the view away from itself"
    if callee & {"Reflect.set", "Object.defineProperty", "Reflect.defineProperty"} and len(arguments) > 2:
        key = text_of(value_of(script, arguments[1]))
        if key is None and set(things_in(value_of(script, arguments[0]))) & {
            "document",
            "navigator",
            *WINDOWS,
        }:
            yield "parent-access", call, "nobody can tell what of the browser's is written to"
        if key is not None and name == "set":
            yield from put(script, call, key, arguments[2])
        elif key in MARKUP_PROPERTIES:
            yield "dom-xss", call, f"{key} takes text for markup"
    elif "Object.assign" in callee and is_style_of(arguments[0]):
        for argument in arguments[1:]:
            for option in options_of(value_of(script, argument)):
                for key, value in option.members.items() if isinstance(option, Record) else ():
                    yield from style_put(argument, key, value)
    elif "Object.assign" in callee and is_element(value_of(script, arguments[0])):
        for argument in arguments[1:]:
            if any(one == DATA for one in options_of(value_of(script, argument))):
                yield "dom-xss", call, "data chooses the members that are set on an element"
        if set(things_in(value_of(script, arguments[0]))) & WINDOWS:
            yield "parent-access", call, "the window is written to"
