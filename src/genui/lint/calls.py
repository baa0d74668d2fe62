"""Rules about the calls of tools: that the server has them, takes what they are given, and is listened to."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import partial
from operator import attrgetter

from genui.instructions import instruction_in
from genui.lint.code import MEMBERS
from genui.lint.contract import calls_of, renamed_calls, runs_unasked
from genui.lint.page import Page, Spot
from genui.model import JsonObject, Tool
from genui.schema import resolve
from genui.scripts import Const, Function, Joined, Node, Record, Script, Value
from genui.scripts.evaluation import property_name, value_of
from genui.scripts.scopes import FUNCTIONS
from genui.scripts.script import arguments_of
from genui.scripts.values import UNDEFINED, Either, Items, has_data, options_of, text_of

START = attrgetter("start")
ADDRESS = re.compile(r"(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?|wss?|ftp)://\S+")
"""Where a text can be sent to."""

SHOWN = re.compile(r"\.(?:textContent|innerText|innerHTML|outerHTML)\b")
"""What is read out of the page may be of a result."""

PASSING = frozenset({"parenthesized_expression", "await_expression", "non_null_expression"})


def dropped_results(page: Page) -> Iterator[Spot]:
    """Yield calls of tools whose result nobody looks at."""
    for script in page.scripts if not page.linked else ():
        for call, _ in dropped_in(script):
            yield Spot(*script.place(call), "the result is dropped: ontoolresult does not hear of it")


def dropped_in(script: Script) -> Iterator[tuple[Node, Node]]:
    """Yield calls of tools whose result is dropped, and the outermost expression that holds only the call."""
    for call in calls_of(script, "callServerTool"):
        at: Node = call
        parent = at.parent
        while parent is not None and (
            parent.kind in PASSING or is_settling(script, at, parent) or is_last(at, parent)
        ):
            at, parent = parent, parent.parent
        if parent is None or asks_again(script, call):
            continue
        if (
            parent.kind in ("expression_statement", "sequence_expression")
            or (parent.kind == "unary_expression" and "void" in parent.text[:4])
            or (parent.kind == "arrow_function" and parent.get("body") is at and is_listener(script, parent))
        ):
            yield call, at
        elif parent.kind == "variable_declarator" and (name := parent.get("name")) is not None:
            binding = script.names.bound.get(name)
            if binding is not None and name.kind == "identifier" and not binding.uses:
                yield call, at


def asks_again(script: Script, call: Node) -> bool:
    """Tell whether the same function calls a tool after this call, as what changes and then loads does."""
    around = next((up for up in call.up() if up.kind in FUNCTIONS), script.root)
    sites = list(calls_of(script, "callServerTool"))
    if any(site.start > call.end and site.inside(around) for site in sites):
        return True
    calls = list(script.source.nodes("call_expression"))
    first, last = (bisect_right(calls, at, key=START) for at in (call.end, around.end))
    for later in calls[first:last]:
        if later.inside(around):
            for called in options_of(value_of(script, later.get("function"))):
                if isinstance(called, Function) and any(site.inside(called.node) for site in sites):
                    return not call.inside(called.node)
    return False


def is_last(node: Node, parent: Node) -> bool:
    """Tell whether a node is what a sequence comes to."""
    return parent.kind == "sequence_expression" and parent.kids[-1] is node


def is_settling(script: Script, node: Node, parent: Node) -> bool:
    """Tell whether a parent only catches what goes wrong, or does nothing with what goes well."""
    if parent.kind in MEMBERS:
        name = property_name(script, parent)
        idle = name == "then" and does_nothing(parent.parent)
        return parent.get("object") is node and (idle or name in ("catch", "finally"))
    return parent.kind == "call_expression" and parent.get("function") is node and node.kind in MEMBERS


def does_nothing(call: Node | None) -> bool:
    """Tell whether what a call is given first is a function without any code."""
    function = next(iter(arguments_of(call)), None) if call is not None else None
    body = function.get("body") if function is not None and function.kind in FUNCTIONS else None
    return body is not None and body.kind == "statement_block" and not body.kids


def is_listener(script: Script, function: Node) -> bool:
    """Tell whether a function only listens, so that nobody sees what it returns."""
    parent = function.parent
    if parent is None:
        return False
    if parent.kind == "arguments" and parent.parent is not None:
        callee = parent.parent.get("function")
        return callee is not None and callee.text.endswith("addEventListener")
    left = parent.get("left") if parent.kind == "assignment_expression" else None
    return left is not None and left.kind in MEMBERS and str(property_name(script, left)).startswith("on")


def unknown_tools(page: Page) -> Iterator[Spot]:
    """Yield calls of tools that the server does not have, and calls that name none."""
    for script in page.scripts:
        for place, called in sent_calls(script):
            if page.tools is not None and called not in page.tools:
                yield Spot(*script.place(place), f"the server has no tool {called!r}")
    for script in page.scripts if not page.linked else ():
        for call in calls_of(script, "callServerTool"):
            given = value_of(script, next(iter(arguments_of(call)), None))
            for option in options_of(given):
                if text_of(option) is not None and option != UNDEFINED:
                    yield Spot(*script.place(call), "callServerTool takes { name, arguments }, not a text")
                elif not isinstance(option, Record):
                    continue
                elif "name" not in option.members:
                    if option.whole:
                        yield Spot(*script.place(call), "callServerTool is not told the name of the tool")
                elif page.tools is not None:
                    for one in options_of(option.members["name"]):
                        name = text_of(one)
                        if name is not None and name not in page.tools:
                            yield Spot(*script.place(call), f"the server has no tool {name!r}")


def sent_calls(script: Script) -> Iterator[tuple[Node, str]]:
    """Yield where a page that speaks to the host itself sends tools/call, and the tool that it names."""
    for node in script.source.nodes("string"):
        holder = node.parent
        if node.text[1:-1] != "tools/call" or holder is None:
            continue
        sent: list[Node] = holder.kids if holder.kind == "arguments" else []
        if holder.kind == "pair" and holder.parent is not None:
            sent = [pair for kid in holder.parent.kids if (pair := kid.get("value")) is not None]
        for option in (one for part in sent for one in options_of(value_of(script, part))):
            named = option.members.get("name", UNDEFINED) if isinstance(option, Record) else UNDEFINED
            for one in options_of(named):
                if one != UNDEFINED and (name := text_of(one)) is not None:
                    yield node, name


def wrong_arguments(page: Page) -> Iterator[Spot]:
    """Yield calls with arguments that the tool's schema refuses for certain."""
    for script, call, tool, given in literal_calls(page):
        schema = resolve(tool.input_schema, tool.input_schema)
        known = members_of(schema)
        closed = schema.get("additionalProperties") is False and not schema.get("patternProperties")
        for name in given.members if closed and known is not None else ():
            if name != "..." and name not in (known or ()):
                yield Spot(*script.place(call), f"{tool.name} has no argument {name!r}{meant(name, known)}")
        if given.whole and is_untouched(script, call):
            for name in required_of(schema):
                if name not in given.members:
                    yield Spot(*script.place(call), f"{tool.name} needs the argument {name!r}")


def doubtful_arguments(page: Page) -> Iterator[Spot]:
    """Yield calls with arguments whose names are almost those of the tool, where it takes any."""
    for script, call, tool, given in literal_calls(page):
        schema = resolve(tool.input_schema, tool.input_schema)
        known = members_of(schema)
        if not known or schema.get("additionalProperties") is False:
            continue
        for name in given.members:
            if name != "..." and name not in known and (near := meant(name, known)):
                yield Spot(*script.place(call), f"{tool.name} has no argument {name!r}{near}")


def told_recipients(page: Page) -> Iterator[Spot]:
    """Yield calls of tools that send what a result held to an address that stands in the page."""
    for script in page.scripts if not page.linked else ():
        value = partial(value_of, script)
        renamed = [call for call, _ in renamed_calls(script, "callServerTool")]
        for call in (*calls_of(script, "callServerTool"), *renamed):
            given = next((one for one in map(value, arguments_of(call)) if isinstance(one, Record)), None)
            arguments = given.members.get("arguments") if given is not None else None
            if arguments is None or not (has_data(arguments) or SHOWN.search(call.text)):
                continue
            added = [value_of(script, right) for right in added_to(script, call)]
            for text in (one for each in (arguments, *added) for one in texts_in(each)):
                if found := ADDRESS.match(text.strip()):
                    yield Spot(*script.place(call), f"what a result held is sent to {found[0][:80]!r}")


def added_to(script: Script, call: Node) -> Iterator[Node]:
    """Yield what is assigned to members of what a call is passed by name."""
    named = {script.names.bound.get(node) for given in arguments_of(call) for node in (given, *given.down())}
    for node in script.source.nodes("assignment_expression"):
        left, right = node.get("left"), node.get("right")
        owner = left.get("object") if left is not None and left.kind in MEMBERS else None
        if owner is not None and right is not None and script.names.bound.get(owner, False) in named:
            yield right


def texts_in(value: Value, *, depth: int = 6) -> Iterator[str]:
    """Yield every text in a value, at any depth, with a null character for what is not known of it."""
    inner: Iterable[Value] = ()
    match value:
        case Joined(parts):
            yield "".join(text_of(part) or "\0" for part in parts)
        case Record(members, _):
            inner = members.values()
        case Items(entries) | Either(entries):
            inner = entries
        case Const(str(text)):
            yield text
    for one in inner if depth else ():
        yield from texts_in(one, depth=depth - 1)


def told_instructions(page: Page) -> Iterator[Spot]:
    """Yield what the host's model is told that commands it, however the text is put together."""
    for script in page.scripts if not page.linked else ():
        for call in calls_of(script, "sendMessage", "updateModelContext"):
            for text in (one for given in arguments_of(call) for one in texts_in(value_of(script, given))):
                if found := instruction_in(text):
                    yield Spot(*script.place(call), f"speaks to a model: {' '.join(found[0].split())[:60]!r}")


def unasked_changes(page: Page) -> Iterator[Spot]:
    """Yield calls that no click asked for of tools which do not say that they only read."""
    known = page.tools
    for script in page.scripts if known is not None else ():
        sites: list[tuple[Node, list[str]]] = [(node, [name]) for node, name in sent_calls(script)]
        for call in (
            *calls_of(script, "callServerTool"),
            *(one for one, _ in renamed_calls(script, "callServerTool")),
        ):
            given = value_of(script, next(iter(arguments_of(call)), None))
            named = [
                one.members.get("name", UNDEFINED) for one in options_of(given) if isinstance(one, Record)
            ]
            sites.append((call, [text_of(one) or "" for value in named for one in options_of(value)]))
        for node, names in sites:
            tools = [(known or {}).get(name) for name in names]
            reads = any(tool is not None and tool.annotations.get("readOnlyHint") is True for tool in tools)
            if tools and not reads and runs_unasked(script, node):
                yield Spot(
                    *script.place(node), f"{names[0] or 'a tool that data names'} runs without a click"
                )


def literal_calls(page: Page) -> Iterator[tuple[Script, Node, Tool, Record]]:
    """Yield every call of a known tool with the arguments that it is given, as far as they are literal."""
    if page.tools is None or page.linked:
        return
    for script in page.scripts:
        for call in calls_of(script, "callServerTool"):
            given = value_of(script, next(iter(arguments_of(call)), None))
            if not isinstance(given, Record):
                continue
            name = text_of(given.members.get("name", UNDEFINED))
            tool = page.tools.get(name) if name is not None else None
            arguments = given.members.get("arguments", Record({}, whole=given.whole))
            if tool is not None and isinstance(arguments, Record):
                yield script, call, tool, arguments


def members_of(schema: JsonObject) -> frozenset[str] | None:
    """Return the names of the members that a schema lists; None where others may be listed elsewhere."""
    if any(key in schema for key in ("anyOf", "oneOf", "if", "dependentSchemas", "unevaluatedProperties")):
        return None
    properties = schema.get("properties")
    return frozenset(properties) if isinstance(properties, dict) else frozenset()


def required_of(schema: JsonObject) -> list[str]:
    """Return the names of the members that a schema requires."""
    required = schema.get("required")
    return [name for name in required if isinstance(name, str)] if isinstance(required, list) else []


def meant(name: str, known: frozenset[str] | None) -> str:
    """Return the question whether another name was meant; nothing where none is near."""
    plain = {other.replace("_", "").replace("-", "").lower(): other for other in sorted(known or ())}
    near = get_close_matches(name.replace("_", "").replace("-", "").lower(), plain, 1, 0.75)
    return f": is {plain[near[0]]!r} meant?" if near else ""


def is_untouched(script: Script, call: Node) -> bool:
    """Tell whether arguments are written in the call itself, or by a name that is used nowhere else."""
    for node in arguments_of(call)[:1]:
        pairs = [kid for kid in node.kids if kid.kind == "pair"] if node.kind == "object" else []
        for pair in pairs:
            key, value = pair.get("key"), pair.get("value")
            if key is not None and key.name.strip("'\"") == "arguments" and value is not None:
                binding = script.names.bound.get(value)
                return value.kind == "object" or (binding is not None and len(binding.uses) == 1)
        return node.kind == "object"
    return False
