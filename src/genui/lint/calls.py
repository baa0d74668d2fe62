"""Checks of the calls of tools: that the server has them, takes what they are given, and is listened to."""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from genui.instructions import instruction_in
from genui.lint.code import Found
from genui.lint.contract import app_calls, runs_unasked
from genui.lint.page import Findings, Page, Spot
from genui.model import Tool
from genui.schema import resolve
from genui.scripts import (
    MEMBERS,
    UNDEFINED,
    Const,
    Either,
    Function,
    Joined,
    Node,
    Record,
    Script,
    Value,
    has_data,
    listeners,
    options_of,
    property_name,
    text_of,
    value_of,
)

ADDRESS = re.compile(r"(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?|wss?|ftp)://\S+")
"""Where a text can be sent to."""

SHOWN = re.compile(r"\.(?:textContent|innerText|innerHTML|outerHTML)\b")
"""What is read out of the page may be of a result."""


def tool_calls(script: Script) -> list[Node]:
    """Return the calls of callServerTool."""
    return [call for call, _ in app_calls(script, "callServerTool")]


def dropped_results(script: Script) -> Found:
    """Yield calls of tools whose result nobody looks at."""
    for call, _ in dropped_in(script):
        yield "dropped-result", call, "the result is dropped: ontoolresult does not hear of it"


def dropped_in(script: Script) -> Iterator[tuple[Node, Node]]:
    """Yield calls of tools whose result is dropped, and the outermost expression that holds only the call."""
    for call in tool_calls(script):
        at, parent = call, call.parent
        while parent is not None and is_passing(script, at, parent):
            at, parent = parent, parent.parent
        if parent is None or asks_again(script, call):
            continue
        name = parent.get("name") if parent.kind == "variable_declarator" else None
        binding = script.binding(name)
        if (
            parent.kind in ("expression_statement", "sequence_expression")
            or parent.operator == "void"
            or (parent.kind == "arrow_function" and any(one.value is parent for one in listeners(script)))
            or (binding is not None and binding.node is name and not binding.uses)
        ):
            yield call, at


def is_passing(script: Script, node: Node, parent: Node) -> bool:
    """Tell whether a parent comes to what a node does: awaited, the last of several, or settled somehow."""
    if parent.kind in MEMBERS and parent.owner is node:
        name = property_name(script, parent)
        return name in ("catch", "finally") or (name == "then" and does_nothing(parent.parent))
    if parent.kind == "sequence_expression":
        return parent.kids[-1] is node
    return parent.kind == "await_expression" or (parent.callee is node and node.kind in MEMBERS)


def does_nothing(call: Node | None) -> bool:
    """Tell whether what a call is given first is a function without any code."""
    body = call.arguments[0].get("body") if call is not None and call.arguments else None
    return body is not None and body.kind == "statement_block" and not body.kids


def asks_again(script: Script, call: Node) -> bool:
    """Tell whether the same function calls a tool after this call, as what changes and then loads does."""
    around, sites = call.function or script.root, tool_calls(script)
    later = [
        one for one in script.source.nodes("call_expression") if one.start > call.end and one.inside(around)
    ]
    called = [option for one in later for option in options_of(value_of(script, one.callee))]
    asking = [one.node for one in called if isinstance(one, Function) and not call.inside(one.node)]
    return any(site in later or any(site.inside(one) for one in asking) for site in sites)


def tool_findings(page: Page) -> Findings:
    """Yield calls of tools that the server does not have, that are given what it refuses, or are unasked."""
    for script in page.scripts:
        for node, given in sent_calls(script, page):
            for slug, message in judged(script, page.tools, node, given):
                yield slug, Spot(*script.place(node), message)


def sent_calls(script: Script, page: Page) -> Iterator[tuple[Node, list[Value]]]:
    """Yield every call of a tool with what is sent: by the App, or as tools/call of a bridge made by hand."""
    for call in tool_calls(script) if not page.linked else ():
        yield call, [*options_of(value_of(script, next(iter(call.arguments), None)))]
    for node in script.source.nodes("string"):
        if node.name == "tools/call" and node.parent is not None:
            pairs = node.parent.parent.kids if node.parent.parent is not None else []
            parts = (
                node.parent.kids if node.parent.kind == "arguments" else [kid.get("value") for kid in pairs]
            )
            sent = [option for part in parts for option in options_of(value_of(script, part))]
            yield node, [one for one in sent if isinstance(one, Record) and "name" in one.members]


def judged(
    script: Script, tools: Mapping[str, Tool] | None, node: Node, given: list[Value]
) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a call that may be given one of these."""
    for option in given:
        if isinstance(option, Const) and option != UNDEFINED:
            yield "unknown-tool", "callServerTool takes { name, arguments }, not a text"
    records = [one for one in given if isinstance(one, Record) and "name" in one.members]
    names = [text_of(option) for one in records for option in options_of(one.members["name"])]
    if tools is None or not names:
        return
    for name in names:
        if name is not None and name not in tools:
            yield "unknown-tool", f"the server has no tool {name!r}"
    known = [tools[name] for name in names if name is not None and name in tools]
    if not any(tool.annotations.get("readOnlyHint") is True for tool in known) and runs_unasked(script, node):
        yield "unasked-action", f"{names[0] or 'a tool that data names'} runs without a click"
    arguments = records[0].members.get("arguments", Record({}, records[0].others))
    if len(given) == len(known) == 1 and isinstance(arguments, Record):
        yield from wrong_arguments(known[0], arguments, whole=is_untouched(script, node))


SPREAD = frozenset({"anyOf", "oneOf", "if", "dependentSchemas", "unevaluatedProperties"})
"""Keywords by which a schema lists members in more than one place."""


def wrong_arguments(tool: Tool, given: Record, *, whole: bool) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with arguments; `whole` where nothing is added to them later."""
    schema = resolve(tool.input_schema, tool.input_schema)
    properties, required = schema.get("properties"), schema.get("required")
    known = frozenset(properties) if isinstance(properties, dict) else frozenset[str]()
    closed = schema.get("additionalProperties") is False
    # Elsewhere in such a schema other members may be listed.
    for name in [str(key) for key in given.members if key not in known] if SPREAD.isdisjoint(schema) else ():
        near = meant(name, known)
        if closed and not schema.get("patternProperties"):
            yield "wrong-arguments", f"{tool.name} has no argument {name!r}{near}"
        elif near and not closed:
            yield "doubtful-arguments", f"{tool.name} has no argument {name!r}{near}"
    for needed in required if isinstance(required, list) and whole and given.others is None else ():
        if needed not in given.members:
            yield "wrong-arguments", f"{tool.name} needs the argument {needed!r}"


def meant(name: str, known: frozenset[str]) -> str:
    """Return the question whether another name was meant; nothing where none is near."""
    plain = {other.replace("_", "").replace("-", "").lower(): other for other in sorted(known)}
    near = get_close_matches(name.replace("_", "").replace("-", "").lower(), plain, 1, 0.75)
    return f": is {plain[near[0]]!r} meant?" if near else ""


def is_untouched(script: Script, call: Node) -> bool:
    """Tell whether arguments are written in the call itself, or by a name that is used nowhere else."""
    literals = [one for one in call.arguments[:1] if one.kind == "object"]
    pairs = [kid for literal in literals for kid in literal.kids if kid.kind == "pair"]
    values = [pair.fields["value"] for pair in pairs if pair.fields["key"].name == "arguments"]
    named = [script.binding(value) for value in values if value.kind != "object"]
    return bool(literals) and all(one is not None and len(one.uses) == 1 for one in named)


def told_recipients(script: Script) -> Found:
    """Yield calls of tools that send what a result held to an address that stands in the page."""
    for call in tool_calls(script):
        records = (value_of(script, one) for one in call.arguments)
        given = next((one for one in records if isinstance(one, Record)), None)
        arguments = given.members.get("arguments") if given is not None else None
        if arguments is None or not (has_data(arguments) or SHOWN.search(call.text)):
            continue
        added = [value_of(script, right) for right in added_to(script, call)]
        for text in (one for each in (arguments, *added) for one in texts_in(each)):
            if found := ADDRESS.match(text.strip()):
                yield "recipient-in-code", call, f"what a result held is sent to {found[0][:80]!r}"


def added_to(script: Script, call: Node) -> Iterator[Node]:
    """Yield what is assigned to members of what a call is passed by name."""
    named = {script.binding(node) for given in call.arguments for node in given.down()} - {None}
    for node in script.source.nodes("assignment_expression"):
        if script.binding(node.fields["left"].owner) in named:
            yield node.fields["right"]


def texts_in(value: Value, *, depth: int = 6) -> Iterator[str]:
    """Yield every text in a value, at any depth, with a null character for what is not known of it."""
    inner: tuple[Value, ...] | list[Value] = ()
    match value:
        case Joined(parts):
            yield "".join(text_of(part) or "\0" for part in parts)
        case Record():
            inner = value.entries
        case Either(options):
            inner = options
        case Const(str(text)):
            yield text
    for one in inner if depth else ():
        yield from texts_in(one, depth=depth - 1)


def told_instructions(script: Script) -> Found:
    """Yield what the host's model is told that commands it, however the text is put together."""
    for call, _ in app_calls(script, "sendMessage", "updateModelContext"):
        for text in (one for given in call.arguments for one in texts_in(value_of(script, given))):
            if found := instruction_in(text):
                message = f"speaks to a model: {' '.join(found[0].split())[:60]!r}"
                yield "injected-instructions", call, message
