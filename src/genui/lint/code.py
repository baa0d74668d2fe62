"""Rules about what scripts take from the browser: code from text, network, frames, navigation."""

from collections.abc import Callable, Iterator

from genui.lint.capabilities import (
    CODE_FROM_TEXT,
    EVAL,
    FORBIDDEN,
    FRAME,
    HARMLESS_OF_FUNCTION,
    HARMLESS_WITH_WINDOW,
    NAVIGATION,
    NETWORK,
    NETWORK_MEMBERS,
    REFLECTED,
    REFLECTING,
    SAYS,
    STORAGE,
    TELLING,
    TESTS,
)
from genui.lint.page import Page, Spot
from genui.scripts import Const, Joined, Node, Record, Script
from genui.scripts.evaluation import entry_of, property_name, value_of
from genui.scripts.expressions import LOGICAL, given_value
from genui.scripts.members import WINDOWS
from genui.scripts.script import arguments_of, in_source_order
from genui.scripts.values import DATA, UNDEFINED, Thing, Value, either, options_of, things_in

Found = Iterator[tuple[Node, str]]
CheckScript = Callable[[Script], Found]

MEMBERS = frozenset({"member_expression", "subscript_expression"})
ASSIGNING = frozenset({"assignment_expression", "augmented_assignment_expression"})
ADDRESS = frozenset({"location", "href", "search", "pathname", "host", "name"})
MAKING = CODE_FROM_TEXT | REFLECTED | {"constructor", "construct", "call", "apply", "bind"}
"""Names of methods that may make code of text."""

WATCHED = TELLING | NETWORK_MEMBERS
"""Names of members that may be something forbidden, or reach out."""

RUNNING = frozenset({"call_expression", "new_expression"})


def in_scripts(check: CheckScript) -> Callable[[Page], Iterator[Spot]]:
    """Make a check of one script a check of a page."""

    def of_page(page: Page) -> Iterator[Spot]:
        for script in page.scripts:
            for node, message in check(script):
                yield Spot(*script.place(node), message)

    return of_page


def taken(script: Script) -> list[tuple[str, Node, str]]:
    """Return rule, place and message for everything forbidden that a script takes; found once a script."""
    known = script.notes.get("taken")
    if known is None:
        found = [*names_taken(script), *members_taken(script), *patterns_taken(script), *code_made(script)]
        known = script.notes["taken"] = found + list(window_given_away(script))
    assert isinstance(known, list)
    return known


def names_taken(script: Script) -> Iterator[tuple[str, Node, str]]:
    """Yield the names of globals."""
    for node in script.names.free:
        for name in things_in(value_of(script, node)):
            if (slug := FORBIDDEN.get(name)) and not excused(script, node, slug):
                yield slug, node, f"{name} {SAYS[slug]}"


def members_taken(script: Script) -> Iterator[tuple[str, Node, str]]:
    """Yield members of the window, the document and other things."""
    subscripts = script.source.nodes("subscript_expression")
    for node in (*in_source_order(script.members, WATCHED), *subscripts):
        things = things_in(value_of(script, node))
        for name in things:
            slug = FORBIDDEN.get(name)
            is_written = name == "document[?]" and is_target(node)
            if slug and (is_written or not excused(script, node, slug)) and not already(script, node, name):
                yield slug, node, f"{name} {SAYS[slug]}"
        if node.kind == "member_expression" or things:
            key = property_name(script, node)
            if key in NETWORK_MEMBERS and not any(FORBIDDEN.get(name) for name in things):
                yield NETWORK, node, f"{key} {SAYS[NETWORK]}"
    for node in script.source.nodes(*ASSIGNING):
        left = node.get("left")
        if left is None or (left.kind == "member_expression" and last_name(left) not in ADDRESS):
            continue
        if left.name == "name" or (left.kind in MEMBERS and property_name(script, left) == "name"):
            yield from window_named(script, node, left)
            continue
        target = "location" if left is not None and left.name == "location" else ""
        for name in things_in(value_of(script, left)) if left is not None else ():
            if name in ("location", "location.href", "location.search", "location.pathname", "location.host"):
                target = name
        if target and left is not None and left not in script.names.bound:
            yield NAVIGATION, node, f"assigning {target} {SAYS[NAVIGATION]}"


def window_named(script: Script, node: Node, left: Node) -> Iterator[tuple[str, Node, str]]:
    """Yield where the window's name, which outlives the view, is given what is no constant."""
    owner = left.get("object")
    is_window = (
        left not in script.names.bound if owner is None else set(things_in(value_of(script, owner))) & WINDOWS
    )
    if is_window and not isinstance(value_of(script, node.get("right")), Const):
        yield FRAME, node, "the window's name outlives the view and is read by what comes next"


def last_name(node: Node) -> str:
    """Return the name of a member."""
    name = node.get("property")
    return name.name if name is not None else ""


def already(script: Script, node: Node, name: str) -> bool:
    """Tell whether a member only passes on what its object is reported for, as in `eval.call`."""
    return name in things_in(value_of(script, node.get("object")))


def patterns_taken(script: Script) -> Iterator[tuple[str, Node, str]]:
    """Yield what destructuring takes."""
    for binding in {id(b): b for b in script.names.bound.values()}.values():
        for given in binding.given:
            if not given.path or given.how == "import":
                continue
            if isinstance(given.path[-1], str) and given.path[-1] not in TELLING:
                continue
            for name in things_in(given_value(script, given)):
                slug = FORBIDDEN.get(name)
                if slug == FRAME:
                    for use in binding.uses:
                        if not excused(script, use, FRAME):
                            yield FRAME, use, f"{name} {SAYS[FRAME]}"
                elif slug:
                    yield slug, binding.node, f"{name} {SAYS[slug]}"


def code_made(script: Script) -> Iterator[tuple[str, Node, str]]:
    """Yield timers with text, and calls of constructors that were reached through a value."""
    passing = calls_passing(script)
    for kind in RUNNING:
        for call in script.source.nodes(kind):
            callee = call.fields.get("function") or call.fields.get("constructor")
            if callee is None:
                continue
            method = callee.fields.get("property") if callee.kind == "member_expression" else None
            if method is not None and method.name not in MAKING and call not in passing:
                continue
            if callee.kind == "import":
                if value_of(script, call) == Thing("import"):
                    yield EVAL, call, "import() loads code"
                continue
            if callee.kind == "member_expression" and last_name(callee) not in MAKING:
                names: set[str] = set()
            else:
                names = set(things_in(value_of(script, callee)))
            if names & REFLECTING:
                for name in things_in(reflected(value_of(script, call))):
                    if slug := FORBIDDEN.get(name):
                        yield slug, call, f"{name} {SAYS[slug]}"
            if names & CODE_FROM_TEXT and is_text(first_argument(script, call)):
                yield EVAL, call, f"{min(names & CODE_FROM_TEXT)} with text {SAYS[EVAL]}"
            elif "constructor" in names and kind == "call_expression":
                yield EVAL, call, f"calling a constructor property {SAYS[EVAL]}"
            elif any("Reflect.construct" in name for name in names):
                yield EVAL, call, f"Reflect.construct {SAYS[EVAL]}"
            for argument in arguments_of(call) if call in passing else ():
                if argument.kind not in MEMBERS or last_name(argument) not in ("constructor", ""):
                    continue
                if "constructor" in things_in(value_of(script, argument)):
                    yield EVAL, argument, f"passing a constructor on {SAYS[EVAL]}"


def calls_passing(script: Script) -> set[Node]:
    """Return the calls that are passed a member which may be a constructor."""
    members = script.members
    telling = (*members.get("constructor", ()), *members.get("", ()))
    around = [node.parent for node in (*telling, *script.source.nodes("subscript_expression"))]
    return {one.parent for one in around if one is not None and one.kind == "arguments" and one.parent}


def first_argument(script: Script, call: Node) -> Value:
    """Return what the first argument of a call may be; behind `call` and `apply`, the function's own."""
    given = [
        entry_of(value_of(script, one.kids[0])) if one.kind == "spread_element" else value_of(script, one)
        for one in arguments_of(call)
    ]
    callee = call.get("function")
    way = last_name(callee) if callee is not None and callee.kind == "member_expression" else ""
    if way in ("call", "apply", "bind"):
        given = given[1:]
    if way == "apply":
        given = [entry_of(one) for one in given]
    return given[0] if given else UNDEFINED


def reflected(value: Value) -> Value:
    """Return what was asked for through reflection: itself, or in a property descriptor."""
    found = (one.members.get("value", one) if isinstance(one, Record) else one for one in options_of(value))
    return either(found)


def is_text(value: Value) -> bool:
    """Tell whether a value would be text where a function is wanted."""
    return any(
        isinstance(option, Joined) or option == DATA or (isinstance(option, Const) and bool(option.value))
        for option in options_of(value)
    )


def window_given_away(script: Script) -> Iterator[tuple[str, Node, str]]:
    """Yield where the window is handed to what cannot be followed."""
    for node in (*script.names.free, *script.source.nodes("this")):
        if set(things_in(value_of(script, node))) & WINDOWS and (parent := node.parent) is not None:
            while parent.kind in ("array", "object", "pair") and parent.parent is not None:
                parent = parent.parent
            call = parent.parent
            if parent.kind == "throw_statement":
                yield FRAME, node, "the window is thrown to what reaches for everything in it"
            elif parent.kind == "spread_element":
                yield FRAME, node, "spreading the window reaches for everything in it"
            elif parent.kind == "arguments" and call is not None and not follows(script, call):
                yield FRAME, node, "the window is handed to what reaches for everything in it"
            elif parent.kind == "for_in_statement" and parent.get("right") is node:
                yield FRAME, node, "going through the window reaches for everything in it"


def follows(script: Script, call: Node) -> bool:
    """Tell whether what a call does with the window is harmless, or followed by evaluation."""
    callee = call.get("function") or call.get("constructor")
    value = value_of(script, callee)
    names = things_in(value)
    if not names:
        return callee is not None and callee.kind not in MEMBERS
    return all(
        name in HARMLESS_WITH_WINDOW
        or name in ("Reflect.get", "Object.getOwnPropertyDescriptor", "String", "Boolean")
        or name.startswith("console.")
        for name in names
    )


def excused(script: Script, node: Node, slug: str) -> bool:
    """Tell whether a thing is only asked about, or used in the one way that is allowed."""
    parent = node.parent
    while parent is not None and (
        parent.kind == "parenthesized_expression" or (slug == FRAME and is_chosen(node, parent))
    ):
        node, parent = parent, parent.parent
    if parent is None:
        return False
    if parent.kind == "binary_expression":
        operator = parent.get("operator")
        return operator is not None and operator.text in TESTS
    if parent.kind == "unary_expression":
        operator = parent.get("operator")
        return operator is not None and operator.text in ("typeof", "!")
    if slug == STORAGE:
        return any(
            up.kind == "try_statement" and node.inside(up.fields["body"])
            for up in parent.up()
            if up.get("body")
        )
    if parent.kind in ASSIGNING and parent.get("left") is node:
        return slug != NAVIGATION and node.kind in MEMBERS and slug != STORAGE
    if slug == EVAL and parent.kind in MEMBERS and parent.get("object") is node:
        return property_name(script, parent) in HARMLESS_OF_FUNCTION
    if slug == FRAME:
        return speaks_protocol(script, node, parent) or is_excused_name(script, node, parent)
    return False


def is_chosen(node: Node, parent: Node) -> bool:
    """Tell whether a node is one of those that an expression chooses from."""
    if parent.kind == "ternary_expression":
        return node is not parent.get("condition")
    operator = parent.get("operator") if parent.kind == "binary_expression" else None
    return operator is not None and operator.text in LOGICAL


def is_excused_name(script: Script, node: Node, parent: Node) -> bool:
    """Tell whether a thing only gets another name, and every use of that is excused."""
    uses = named_uses(script, node, parent)
    return uses is not None and all(excused(script, use, FRAME) for use in uses)


def named_uses(script: Script, node: Node, parent: Node) -> list[Node] | None:
    """Return where the name or member is used that a thing is given to; None where it is given to neither."""
    name = parent.get("name") if parent.kind == "variable_declarator" else None
    if parent.kind in ("assignment_pattern", "assignment_expression"):
        name = parent.get("left")
    elif parent.kind == "field_definition":
        name = parent.get("property")
    if name is None or node not in (parent.get("value"), parent.get("right")):
        return None
    if name.kind == "member_expression" and (owner := name.get("object")) is not None:
        return members_named(script, last_name(name)) if owner.kind == "this" else None
    if name.kind in ("property_identifier", "private_property_identifier"):
        return members_named(script, name.name)
    binding = script.names.bound.get(name) if name.kind == "identifier" else None
    return None if binding is None else [use for use in binding.uses if use is not name]


def members_named(script: Script, name: str) -> list[Node]:
    """Return every place where a member of this name is read."""
    return [node for node in script.members.get(name, ()) if not is_target(node)]


def is_target(node: Node) -> bool:
    """Tell whether a value is put here, not taken from here."""
    parent = node.parent
    return parent is not None and parent.kind == "assignment_expression" and parent.get("left") is node


def speaks_protocol(script: Script, node: Node, parent: Node) -> bool:
    """Tell whether the frame above is only sent JSON-RPC, or handed to the SDK's transport."""
    call = parent.parent
    if parent.kind == "arguments" and call is not None:
        callee = call.get("function") or call.get("constructor")
        return any("PostMessageTransport" in name for name in things_in(value_of(script, callee)))
    if parent.kind not in MEMBERS or property_name(script, parent) != "postMessage" or call is None:
        return False
    if script.imports_sdk or call.get("function") is not parent or node.kind not in (*MEMBERS, "identifier"):
        return False
    message = next(iter(arguments_of(call)), None)
    if message is not None and value_of(script, message.get("function")) == Thing("Object.assign"):
        return any(has_version(argument) for argument in arguments_of(message))
    if message is None or message.kind != "object":
        return is_message(value_of(script, message)) or is_made_message(script, message, call)
    return has_version(message)


def has_version(literal: Node) -> bool:
    """Tell whether an object literal is of a JSON-RPC message."""
    return literal.kind == "object" and any(
        kid.kind == "pair" and (key := kid.get("key")) is not None and key.name.strip("'\"") == "jsonrpc"
        for kid in literal.kids
    )


def is_made_message(script: Script, message: Node | None, call: Node) -> bool:
    """Tell whether a name's `jsonrpc` is set before it is sent, in the same block."""
    binding = script.names.bound.get(message) if message is not None else None
    for use in binding.uses if binding is not None else ():
        member = use.parent
        setting = member.parent if member is not None and last_name(member) == "jsonrpc" else None
        if setting is None or setting.kind != "assignment_expression" or setting.get("left") is not member:
            continue
        block = next((up for up in setting.up() if up.kind in ("statement_block", "program")), None)
        if block is not None and call.inside(block) and setting.end <= call.start:
            return True
    return False


def is_message(value: Value) -> bool:
    """Tell whether every value that may be sent is a JSON-RPC message."""
    return all(isinstance(one, Record) and "jsonrpc" in one.members for one in options_of(value))
