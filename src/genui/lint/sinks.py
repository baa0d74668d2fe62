"""Checks of what scripts put into the page: how they make elements, attributes, markup and styles."""

from collections.abc import Callable, Iterator

from genui.lint.code import Found, excused, may_be_text
from genui.lint.markup import FORBIDDEN, HANDLER
from genui.lint.puts import (
    MARKUP,
    Put,
    first_part,
    is_element,
    is_style,
    markup_put,
    put,
    style_put,
)
from genui.scripts import (
    ASSIGNING,
    CALLS,
    DATA,
    MEMBERS,
    NUMBER,
    UNKNOWN,
    WINDOWS,
    Const,
    Entry,
    Function,
    Joined,
    Node,
    Record,
    Script,
    Thing,
    Value,
    constant,
    given_value,
    has_data,
    options_of,
    property_name,
    text_of,
    things_in,
    value_of,
)

MARKUP_METHODS = {
    "insertAdjacentHTML": 1,
    "createContextualFragment": 0,
    "setHTMLUnsafe": 0,
    "parseHTMLUnsafe": 0,
    "parseFromString": 0,
}
"""Methods that take markup, and which argument it is."""

STYLE_METHODS = {"setProperty": 1, "insertRule": 0, "replaceSync": 0, "addRule": 1, "FontFace": 1}
"""Methods that take styles, and which argument it is."""

LOADING_BY_LINK = frozenset({"image", "use", "feimage"})
"""Elements of SVG whose href is fetched."""

NEVER_CREATED = FORBIDDEN | {"script", "meta"}


def assignments(script: Script) -> Found:
    """Yield what is wrong with assignments to members."""
    for node in script.source.nodes(*ASSIGNING):
        left, right = node.fields["left"], node.fields["right"]
        if left.kind not in MEMBERS:
            continue
        key, target = property_name(script, left), value_of(script, left.owner)
        is_joined = left.kind == "subscript_expression" and left.fields["index"].kind != "string"
        if is_joined and HANDLER.match(str(key)) and may_be_text(value_of(script, right)):
            yield "inline-handler", left, f"code in a text gets the name {key}"
        if left.owner is not None and left.owner.member == "dataset":
            continue
        if isinstance(key, str):
            if not is_plain(target) and "location" not in things_in(target):
                yield from put(script, left, key, right)
        elif is_element(target) and has_data(value_of(script, left.get("index"))):
            yield "dom-xss", left, "a member that data chooses is set on an element"


def is_plain(target: Value) -> bool:
    """Tell whether a value is an object of the script's own, not an element."""
    return all(isinstance(one, Record | Function) or one == DATA for one in options_of(target))


def pairs(script: Script) -> Found:
    """Yield what is wrong with members of object literals that go to elements; markup wherever they go."""
    for node in script.source.nodes("pair"):
        key, value = node.fields["key"], node.fields["value"]
        name = constant(script, key.kids[0]) if key.kind == "computed_property_name" else key.name
        to_element = name in ("href", "src") and script.imports_sdk and goes_to_element(script, node.parent)
        if name in MARKUP or to_element:
            yield from put(script, node, str(name), value)


def goes_to_element(script: Script, literal: Node | None) -> bool:
    """Tell whether an object literal is passed to a function of the script, or assigned to an element."""
    call = literal.call if literal is not None else None
    called = options_of(value_of(script, call.callee)) if call is not None else ()
    return any(isinstance(one, Function) or one == Thing("Object.assign") for one in called)


def calls(script: Script) -> Found:
    """Yield what is wrong with calls of methods that put something into the page."""
    for call in script.source.nodes(*CALLS):
        callee = call.callee
        if callee is None or script.binding(callee) is not None:
            continue
        name = property_name(script, callee) if callee.kind in MEMBERS else callee.name
        if name is None:
            is_text = len(call.arguments) == 1 and any(
                one == DATA or (isinstance(one, Joined) and has_data(one))
                for one in options_of(value_of(script, call.arguments[0]))
            )
            if is_text and is_element(value_of(script, callee.owner)):
                yield "dom-xss", call, "a method that only running tells is given data"
        elif check := METHODS.get(str(name)):
            yield from check(script, call, str(name), call.arguments)


def markup_call(script: Script, call: Node, name: str, arguments: list[Node]) -> Found:
    """Yield where a method that takes markup is given what may hold data."""
    kind = constant(script, arguments[-1]) if arguments and name == "parseFromString" else None
    for value in arguments[MARKUP_METHODS[name] :][:1] if kind not in ("text/xml", "application/xml") else ():
        yield from markup_put(Put(script, call, name, value, value_of(script, value)))


def style_call(script: Script, call: Node, name: str, arguments: list[Node]) -> Found:
    """Yield what a method that takes styles would load."""
    for value in arguments[STYLE_METHODS.get(name, 0) :][:1]:
        if name != "replace" or len(arguments) == 1:
            yield from style_put(call, name, value_of(script, value))


def attribute_set(script: Script, call: Node, name: str, arguments: list[Node]) -> Found:
    """Yield what is wrong with setting an attribute."""
    given = arguments[1:] if name == "setAttributeNS" else arguments
    for option, value in attributes_set(script, given) if given else ():
        name, begin = (text_of(option) or "").lower(), (text_of(first_part(option)) or "").lower()
        if has_data(option):
            if not begin.startswith(("data-", "aria-")):
                yield "dom-xss", call, "data chooses which attribute is set"
        elif HANDLER.match(name):
            if given[0].kind == "string" or may_be_text(value):
                yield "inline-handler", call, f"{name} is set as an attribute"
        elif not name and begin.startswith("on"):
            yield "inline-handler", call, "an attribute whose name begins with on is set"
        elif name == "attributename" and text_of(value) in ("href", "xlink:href"):
            yield "navigation", call, "the address of a link is animated"
        elif name and len(given) > 1:
            loads = name == "href" and made_as(script, call) in LOADING_BY_LINK
            yield from put(script, call, "xlink:href" if loads else name, given[1], value)


def attributes_set(script: Script, arguments: list[Node]) -> Iterator[tuple[Value, Value]]:
    """Yield name and value of every attribute that is set.

    Where a loop over an object sets them, each name stays with the value beside it: else the text of a label
    would seem to become a link, as every helper that makes elements takes both.
    """
    name, value = arguments[0], arguments[-1]
    binding = script.binding(name)
    given = binding.given[0] if binding is not None and len(binding.given) == 1 else None
    whole: Value = UNKNOWN
    if name.kind == "spread_element":
        whole = value_of(script, name.kids[0])
    elif given is not None and given.path[-1:] == (0,):
        whole = given_value(script, given._replace(path=given.path[:-1]))
    owners = [one.owner for one in options_of(whole) if isinstance(one, Entry)]
    for inner in value.down() if binding is not None and not owners else ():
        if script.binding(inner.get("index")) is binding:
            owners = [*options_of(value_of(script, inner.owner))]
    for owner in owners:
        if isinstance(owner, Record):
            yield from ((Const(key), known) for key, known in owner.members.items())
        others = owner.others if isinstance(owner, Record) else owner
        if others is not None and has_data(others):
            yield DATA, others
    if not owners:
        yield from ((option, value_of(script, value)) for option in options_of(value_of(script, name)))


def made_as(script: Script, call: Node) -> str:
    """Return the name of the element on which a method is called, where the script makes it so."""
    target = call.callee.owner if call.callee is not None else None
    binding = script.binding(target)
    made = binding.given[0].node if binding is not None and len(binding.given) == 1 else target
    if made is None or made.callee is None or made.callee.member not in ("createElement", "createElementNS"):
        return ""
    return (constant(script, made.arguments[-1]) or "").lower()


def element_made(script: Script, call: Node, name: str, arguments: list[Node]) -> Found:
    """Yield elements that no view should make."""
    tag = arguments[1:2] if name.endswith("NS") else arguments[:1]
    for option in options_of(value_of(script, tag[0])) if tag else ():
        made = text_of(option)
        # Only a number is open in the `h2` of a heading.
        is_numbered = isinstance(option, Joined) and all(
            part == NUMBER or text_of(part) for part in option.parts
        )
        if made is not None and made.lower().rpartition(":")[2] in NEVER_CREATED:
            yield "created-element", call, f"<{made.lower()}> has no place in a view"
        elif made is None and (has_data(option) or isinstance(option, Joined)) and not is_numbered:
            yield "created-element", call, "data chooses which element is made"


def reflected(script: Script, call: Node, name: str, arguments: list[Node]) -> Found:
    """Yield where what takes markup is found by reflection, to be used by a way that has no name."""
    said = [constant(script, one) for one in arguments[:2]]
    taken = next((one for one in said if one in MARKUP or one in MARKUP_METHODS or one in COMMANDS), None)
    is_map = name == "get" and "Reflect.get" not in things_in(value_of(script, call.callee))
    if taken is not None and not is_map:
        yield "dom-xss", call, f"{taken} takes text for markup"
    found = value_of(script, arguments[0]) if arguments and name == "getOwnPropertyDescriptors" else NUMBER
    if is_element(found) or any(thing.endswith(".prototype") for thing in things_in(found)):
        yield "dom-xss", call, "all that elements can do is taken apart"


COMMANDS = frozenset({"insertHTML", "write", "writeln"})
"""What takes text for markup, of editing and of the document."""


def member_set(script: Script, call: Node, name: str, arguments: list[Node]) -> Found:
    """Yield what Object.assign, Reflect.set and their like put into elements, the location, the window."""
    if len(arguments) < 2 or call.callee is None:
        return
    callee, target = things_in(value_of(script, call.callee)), value_of(script, arguments[0])
    things = set(things_in(target))
    if call.callee.owner is not None and call.callee.owner.member == "attributeStyleMap":
        yield from style_put(call, name, value_of(script, arguments[1]))
    if "location" in things:
        yield "navigation", call, "writing to location leads the view away from itself"
    if set(callee) & {"Reflect.set", "Object.defineProperty", "Reflect.defineProperty"}:
        key = constant(script, arguments[1])
        if key is None and things & {"document", "navigator", *WINDOWS}:
            yield "parent-access", call, "nobody can tell what of the browser's is written to"
        elif key is not None:
            yield from put(script, call, key, arguments[-1])
    for argument in arguments[1:] if "Object.assign" in callee else ():
        for option in options_of(value_of(script, argument)):
            if is_style(arguments[0]) and isinstance(option, Record):
                for style, value in option.members.items():
                    yield from style_put(argument, str(style), value)
            elif option == DATA and is_element(target):
                yield "dom-xss", call, "data chooses the members that are set on an element"


def submitted(script: Script, call: Node, _name: str, _arguments: list[Node]) -> Found:
    """Yield where a script submits a form."""
    if call.callee is not None and not is_plain(value_of(script, call.callee.owner)):
        yield "navigation", call, "submit() leads the view away from itself"


def posted(script: Script, call: Node, _name: str, arguments: list[Node]) -> Found:
    """Yield messages to any window at all, in a page that has the SDK to speak for it."""
    if script.imports_sdk and len(arguments) > 1 and constant(script, arguments[1]) == "*":
        yield "parent-access", call, "a message is posted to a window, past the bridge"


def sound_made(script: Script, call: Node, _name: str, arguments: list[Node]) -> Found:
    """Yield sounds that are loaded when they are made."""
    for value in arguments[:1]:
        yield from put(script, call, "src", value)


METHODS: dict[str, Callable[[Script, Node, str, list[Node]], Found]] = {
    **dict.fromkeys(MARKUP_METHODS, markup_call),
    **dict.fromkeys((*STYLE_METHODS, "replace"), style_call),
    **dict.fromkeys(("setAttribute", "setAttributeNS", "createAttribute", "toggleAttribute"), attribute_set),
    **dict.fromkeys(("createElement", "createElementNS"), element_made),
    **dict.fromkeys(("getOwnPropertyDescriptor", "getOwnPropertyDescriptors", "__lookupSetter__"), reflected),
    **dict.fromkeys(("execCommand", "get"), reflected),
    **dict.fromkeys(("assign", "set", "append", "defineProperty"), member_set),
    "submit": submitted,
    "postMessage": posted,
    "Audio": sound_made,
}
"""What is wrong with a call of each method."""


def methods_named(script: Script) -> Found:
    """Yield methods that take markup where they get another name, under which nobody follows them."""
    for node in script.source.nodes("pair_pattern", "shorthand_property_identifier_pattern"):
        if (name := (node.get("key") or node).name) in TAKING:
            yield "dom-xss", node, f"{name} takes text for markup, and gets another name"
    for node in script.source.nodes(*MEMBERS):
        known, parent = property_name(script, node), node.parent
        if parent is None or parent.callee is node or node.is_target or excused(script, node, "dom-xss"):
            continue
        if known in TAKING:
            yield "dom-xss", node, f"{known} takes text for markup, and gets another name"
        elif known is None and parent.member == "bind" and is_element(value_of(script, node.owner)):
            yield "dom-xss", node, "a method that only running tells gets another name"


TAKING = MARKUP_METHODS.keys() - {"parseFromString"}
