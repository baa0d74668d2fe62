"""Checks of what scripts take from the browser: code from text, network, frames, navigation, storage.

A place is judged where a thing is used. Where it only gets another name, the uses of that name are looked at.
"""

import re
from collections.abc import Iterator

from genui.lint.capabilities import (
    CODE_FROM_TEXT,
    EVAL,
    FORBIDDEN,
    FRAME,
    HARMLESS_OF_FUNCTION,
    HARMLESS_WITH_WINDOW,
    KNOWN_MEMBERS,
    NAVIGATION,
    NETWORK,
    NETWORK_MEMBERS,
    REFLECTING,
    SAYS,
    STORAGE,
    TESTS,
    platform_names,
)
from genui.scripts import (
    ASSIGNING,
    CALLS,
    FUNCTIONS,
    LEADING,
    LOGICAL,
    MEMBERS,
    WINDOWS,
    Const,
    Function,
    Joined,
    Node,
    Record,
    Script,
    Thing,
    Value,
    binding_value,
    either,
    given_value,
    has_data,
    options_of,
    property_name,
    spread_value,
    things_in,
    value_of,
)

Found = Iterator[tuple[str, Node, str]]
"""Rule, place and message."""

LEAVING = frozenset({"location", *(f"location.{part}" for part in ("href", "search", "pathname", "host"))})
"""What leads the view away when it is written to. The hash does not."""

NAMING = {
    "variable_declarator": "value",
    "assignment_expression": "right",
    "assignment_pattern": "right",
    "field_definition": "value",
}
"""Where a value gets a name, and which field it is there."""


def names_taken(script: Script) -> Found:
    """Yield the names of globals, and of the script's own names those that hold a frame around the view."""
    for node in script.names.free:
        yield from forbidden(script, node)
    for node, binding in script.names.bound.items():
        if node in binding.uses and not node.is_target:
            yield from (one for one in forbidden(script, node) if one[0] == FRAME)


def forbidden(script: Script, node: Node) -> Found:
    """Yield what an expression may be that is forbidden, unless it is used in a way that does no harm."""
    for name in things_in(value_of(script, node)):
        slug = FORBIDDEN.get(name)
        is_written = name == "document[?]" and node.is_target
        # Of `eval.call` the object is reported.
        is_told = node.owner is not None and name in things_in(value_of(script, node.owner))
        if slug and not is_told and (is_written or not excused(script, node, slug)):
            yield slug, node, f"{name} {SAYS[slug]}"


def members_taken(script: Script) -> Found:
    """Yield members of the window, the document and other things."""
    for node in script.source.nodes(*MEMBERS):
        yield from forbidden(script, node)
        things = things_in(value_of(script, node))
        if property_name(script, node) in NETWORK_MEMBERS and not any(map(FORBIDDEN.get, things)):
            yield NETWORK, node, f"{property_name(script, node)} {SAYS[NETWORK]}"


def patterns_taken(script: Script) -> Found:
    """Yield what destructuring takes."""
    for binding in dict.fromkeys(script.names.bound.values()):
        for given in binding.given:
            if not given.path or given.how == "import":
                continue
            for name in things_in(given_value(script, given)):
                if (slug := FORBIDDEN.get(name, FRAME)) != FRAME:
                    yield slug, binding.node, f"{name} {SAYS[slug]}"


def places_written(script: Script) -> Found:
    """Yield assignments that lead away, and those to the window's name, which outlives the view."""
    for node in script.source.nodes(*ASSIGNING):
        left = node.fields["left"]
        things = () if script.binding(left) is not None else things_in(value_of(script, left))
        for name in things:
            if name in LEAVING:
                yield NAVIGATION, node, f"assigning {name} {SAYS[NAVIGATION]}"
            elif name == "name" and not isinstance(value_of(script, node.get("right")), Const):
                yield FRAME, node, "the window's name outlives the view and is read by what comes next"


def code_made(script: Script) -> Found:
    """Yield timers with text, and calls of constructors that were reached through a value."""
    for call in script.source.nodes(*CALLS):
        names = set(things_in(value_of(script, call.callee))) if call.callee is not None else set[str]()
        if value_of(script, call) == Thing("import"):
            yield EVAL, call, "import() loads code"
        elif names & REFLECTING:
            for name in things_in(reflected(value_of(script, call))):
                if slug := FORBIDDEN.get(name):
                    yield slug, call, f"{name} {SAYS[slug]}"
        elif names & CODE_FROM_TEXT and any(
            may_be_text(spread_value(script, one)) for one in call.arguments[:1]
        ):
            yield EVAL, call, f"{min(names & CODE_FROM_TEXT)} with text {SAYS[EVAL]}"
        elif "constructor" in names and call.kind == "call_expression":
            yield EVAL, call, f"calling a constructor property {SAYS[EVAL]}"
        for argument in call.arguments:
            if argument.kind in MEMBERS and "constructor" in things_in(value_of(script, argument)):
                yield EVAL, argument, f"passing a constructor on {SAYS[EVAL]}"


def reflected(value: Value) -> Value:
    """Return what was asked for through reflection: itself, or in a property descriptor."""
    return either(
        one.members.get("value", one) if isinstance(one, Record) else one for one in options_of(value)
    )


def may_be_text(value: Value) -> bool:
    """Tell whether a value may be text, and not a function."""
    return any(
        isinstance(one, Joined) or has_data(one) or (isinstance(one, Const) and isinstance(one.value, str))
        for one in options_of(value)
        if one != Const("")
    )


def window_given_away(script: Script) -> Found:
    """Yield where the window is handed to what cannot be followed."""
    for node in (*script.names.free, *script.source.nodes("this")):
        if not set(things_in(value_of(script, node))) & WINDOWS or node.parent is None:
            continue
        parent = next(up for up in node.up() if up.kind not in ("array", "object", "pair"))
        is_followed = node.call is not None and follows(script, node.call)
        is_name = parent.kind == "for_in_statement" and parent.get("right") is not node
        if parent.kind in GIVING and not is_followed and not is_name:
            yield FRAME, node, f"{GIVING[parent.kind]} reaches for everything in it"


GIVING = {
    "throw_statement": "the window is thrown to what",
    "spread_element": "spreading the window",
    "arguments": "the window is handed to what",
    "for_in_statement": "going through the window",
}
"""What gives the window away, by the kind of node around it."""


def follows(script: Script, call: Node) -> bool:
    """Tell whether what a call does with the window is harmless, or followed by evaluation."""
    names = things_in(value_of(script, call.callee))
    if not names:
        return call.callee is not None and call.callee.kind not in MEMBERS
    return all(name in HARMLESS_WITH_WINDOW or name.startswith("console.") for name in names)


def excused(script: Script, node: Node, slug: str) -> bool:
    """Tell whether a thing is only asked about, or used in the one way that is allowed."""
    parent = node.parent
    while slug == FRAME and parent is not None and is_chosen(node, parent):
        node, parent = parent, parent.parent
    if parent is None:
        return False
    if parent.kind == "binary_expression":
        return parent.operator in TESTS
    if parent.kind == "unary_expression":
        return parent.operator in ("typeof", "!")
    if slug == STORAGE:
        return any(up.kind == "try_statement" and node.inside(up.fields["body"]) for up in parent.up())
    if node.is_target:
        return slug != NAVIGATION and node.kind in MEMBERS
    if slug == EVAL and parent.owner is node:
        return property_name(script, parent) in HARMLESS_OF_FUNCTION
    if slug == FRAME:
        is_named = parent.kind in NAMING and parent.get(NAMING[parent.kind]) is node
        return is_named or speaks_protocol(script, node, parent)
    return False


def is_chosen(node: Node, parent: Node) -> bool:
    """Tell whether a node is one of those that an expression chooses from."""
    if parent.kind == "ternary_expression":
        return node is not parent.get("condition")
    return parent.kind == "binary_expression" and parent.operator in LOGICAL


def speaks_protocol(script: Script, node: Node, parent: Node) -> bool:
    """Tell whether the frame above is only sent JSON-RPC, or handed to the SDK's transport."""
    if node.call is not None:
        called = things_in(value_of(script, node.call.callee))
        return any("PostMessageTransport" in name for name in called)
    call = parent.parent
    is_posting = parent.kind in MEMBERS and property_name(script, parent) == "postMessage"
    if script.imports_sdk or not is_posting or call is None or call.callee is not parent:
        return False
    return node.kind in (*MEMBERS, "identifier") and all(
        is_message(script, one) for one in call.arguments[:1]
    )


def is_message(script: Script, message: Node) -> bool:
    """Tell whether every value that may be sent is a JSON-RPC message."""
    if message.callee is not None and value_of(script, message.callee) == Thing("Object.assign"):
        return any(is_message(script, argument) for argument in message.arguments)
    binding = script.binding(message)
    around = [use.parent for use in binding.uses] if binding is not None else []
    if any(one is not None and one.is_target and one.member == "jsonrpc" for one in around):
        return True
    found = options_of(value_of(script, message))
    return all(isinstance(one, Record) and "jsonrpc" in one.members for one in found)


def unknown_members(script: Script) -> Found:
    """Yield members of window, document, navigator and functions that pages are not made with."""
    mine = script.names.members.keys() | script.names.top.names.keys()
    for name, nodes in script.members.items():
        for node in nodes if not name.startswith("on") and name not in mine else ():
            for kind in kinds_of(script, node):
                known = name in KNOWN_MEMBERS[kind] or (kind == "window" and name in platform_names())
                if not known and f"{kind}.{name}" not in FORBIDDEN and not is_asked(script, node):
                    yield "unknown-member", node, f"{name!r} is no member of a {kind} that pages use"


def kinds_of(script: Script, member: Node) -> set[str]:
    """Return what of the browser's a member is taken of."""
    owner = member.fields["object"]
    if owner.kind not in ("identifier", *MEMBERS) or (owner.member and owner.member not in LEADING_THERE):
        return set()
    value = value_of(script, owner)
    kinds = {"window" if name in WINDOWS else name for name in things_in(value)} & KNOWN_MEMBERS.keys()
    is_code = all(isinstance(one, Function) and "class" not in one.node.kind for one in options_of(value))
    return kinds | ({"function"} if is_code else set())


LEADING_THERE = WINDOWS | LEADING.keys() | {"navigator"}
"""Names of members that lead to what has members of the browser's."""


def is_asked(script: Script, node: Node) -> bool:
    """Tell whether a member is only asked about, or given a value."""
    condition = node.parent.get("condition") if node.parent is not None else None
    return node.is_target or condition is node or excused(script, node, EVAL)


def timers_kept(script: Script) -> Found:
    """Yield timers that are used as values, under whatever name: what they are given may be text."""
    for node in (*script.names.free, *script.source.nodes("member_expression")):
        taken = CODE_FROM_TEXT & set(things_in(value_of(script, node)))
        if not taken or CODE_FROM_TEXT.isdisjoint((node.name, node.member)) or node.parent is None:
            continue
        if node.parent.callee is not node and not is_asked(script, node):
            yield EVAL, node, f"{min(taken)} as a value {SAYS[EVAL]}"


GUARDS = re.compile(r"__proto__|\bprototype\b|\bcreate\(null\)|\bnew Map\b")
"""What code says that minds what a member is called."""

COUNTING = frozenset({"number", "string", "update_expression", "binary_expression"})
"""What an index is, or takes part in, that is no name of a member."""


def polluted(script: Script) -> Found:
    """Yield where a function writes members of all depths whose names come from elsewhere."""
    for function in script.source.nodes(*FUNCTIONS) if "__proto__" not in script.text else ():
        call = function.call
        around = call.function or script.root if call is not None and is_reducing(call) else function
        # What is kept off may be listed outside the function.
        for node in script.source.nodes(*ASSIGNING) if not GUARDS.search(around.text) else ():
            member = node.fields["left"]
            is_written = member.kind == "subscript_expression" and member.inside(function)
            if is_written and is_key(script, member) and goes_down(script, function, member):
                yield "prototype-pollution", node, "a member called __proto__ would change every object"
                break


def is_reducing(call: Node) -> bool:
    """Tell whether a call has its function called over and over with what it returned."""
    return call.callee is not None and call.callee.member == "reduce"


def is_key(script: Script, member: Node) -> bool:
    """Tell whether a subscript may be any text: no number, and nothing that counts."""
    index = member.fields["index"]
    binding = script.binding(index)
    holders = [use.parent for use in binding.uses] if binding is not None else [index]
    return not any(one is None or one.kind in COUNTING for one in holders)


def goes_down(script: Script, function: Node, member: Node) -> bool:
    """Tell whether a function goes on with `at[key]`: calls itself, by `at = at[key]`, or in a reduce."""
    owner, key = (script.binding(member.fields[part]) for part in ("object", "index"))
    deeper = [one for one in function.down() if one.kind == "subscript_expression" and one is not member]
    for one in deeper:
        holders = [up for up in one.up() if up.inside(function)]
        calls_itself = any(Function(function) in options_of(value_of(script, up.callee)) for up in holders)
        is_same = key is not None and script.binding(one.fields["index"]) is key
        if calls_itself and is_same and key is not None and has_data(binding_value(script, key)):
            return True
        if owner is not None and any(script.binding(up.get("left")) is owner for up in holders):
            return True
    listed, call = function.get("parameters"), function.call
    first = script.binding(listed.kids[0]) if listed is not None and listed.kids else None
    return call is not None and is_reducing(call) and first is not None and first is owner
