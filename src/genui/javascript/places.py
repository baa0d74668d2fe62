"""Functions written where they are called: as a value, or as statements in the place of one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from genui.javascript.scopes import NAMES
from genui.javascript.syntax import bound_names, decoded

if TYPE_CHECKING:
    from tree_sitter import Node

FUNCTIONS = frozenset({"arrow_function", "function_declaration", "method_definition", "function_expression"})
OWN = frozenset({"this", "super", "meta_property"})
"""What a function takes from where it stands."""

LITERALS = frozenset({"string", "number", "true", "false", "null", "undefined"})
ENDS = frozenset({"return_statement", "throw_statement"})


@dataclass(frozen=True, slots=True)
class Function:
    """A function that is called in one place, and the file that it stands in."""

    file: str
    node: "Node"


@dataclass(frozen=True, slots=True)
class Told:
    """What is written for a parameter: the text of a name, or of what a function is given."""

    text: str
    function: Function | None = None
    is_name: bool = False


@dataclass(slots=True)
class Moving:
    """The scripts with what is to be moved in them."""

    sources: Mapping[str, bytes]
    uses: Mapping[str, int]
    """How often each name is mentioned, its declaration included."""
    changed: frozenset[str]
    calls: dict[int, Function] = field(default_factory=dict)
    """The functions by the calls in whose place they come."""
    left: set[int] = field(default_factory=set)
    """The declarations that are no longer needed."""
    told: dict[str, Told] = field(default_factory=dict)
    """What is written for the parameters of functions in their places."""


def nodes_of(root: "Node") -> Iterable["Node"]:
    """Yield a node and all in it, in order."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack += reversed(node.children)


def parts(node: "Node | None") -> list["Node"]:
    """Return the named children of a node that are no comments."""
    return [] if node is None else [child for child in node.named_children if child.type != "comment"]


def parameters_of(function: "Node") -> list["Node"]:
    """Return the parameters of a function."""
    single = function.child_by_field_name("parameter")
    return [single] if single is not None else parts(function.child_by_field_name("parameters"))


def arguments_of(call: "Node") -> list["Node"]:
    """Return what a call gives."""
    return parts(call.child_by_field_name("arguments"))


def is_plain_call(call: "Node", name: "Node") -> bool:
    """Tell whether a node calls a function by this name with single values, and does not wait for it."""
    given = call.child_by_field_name("arguments")
    if call.type != "call_expression" or call.child_by_field_name("function") != name or given is None:
        return False
    if given.type != "arguments" or any(child.type == "optional_chain" for child in call.children):
        return False
    around = call.parent
    waits = around is not None and around.type == "await_expression"
    return not waits and all(each.type != "spread_element" for each in arguments_of(call))


def can_move(function: "Node") -> bool:
    """Tell whether a function means the same in another place."""
    if any(child.type == "async" for child in function.children):
        return False
    if any(each.type == "rest_pattern" for each in parameters_of(function)):
        return False
    return not any(
        node.type in OWN or (node.type == "identifier" and node.text == b"arguments")
        for node in nodes_of(function)
    )


def written(node: "Node", file: str, moving: Moving) -> str:
    """Return the text of a node with all that comes into it."""
    source, at, found = moving.sources[file], node.start_byte, list[str]()
    stack = [node]
    while stack:
        each = stack.pop()
        text = replaced(each, file, moving)
        if text is None:
            stack += reversed(each.children)
        else:
            found += [source[at : each.start_byte].decode(), text]
            at = each.end_byte
    return "".join([*found, source[at : node.end_byte].decode()])


def replaced(node: "Node", file: str, moving: Moving) -> str | None:
    """Return what is written in the place of a node, None where that is what is in it."""
    kind = node.type
    if kind == "identifier":
        told = moving.told.get(decoded(node))
        return None if told is None else told.text
    if kind == "call_expression":
        return as_value(node, file, moving)
    if kind in STATEMENTS:
        return "" if node.id in moving.left else STATEMENTS[kind](node, file, moving)
    return None


def called(node: "Node | None", moving: Moving) -> Function | None:
    """Return the function that comes in the place of a call."""
    if node is None or node.type != "call_expression":
        return None
    if node.id in moving.calls:
        return moving.calls[node.id]
    callee = node.child_by_field_name("function")
    told = moving.told.get(decoded(callee)) if callee is not None and callee.type == "identifier" else None
    if callee is None or told is None or told.function is None or not is_plain_call(node, callee):
        return None
    function = told.function.node
    fits = len(arguments_of(node)) <= len(parameters_of(function)) and can_move(function)
    return told.function if fits else None


@dataclass(frozen=True, slots=True)
class Left:
    """A parameter that stays: as it is written, what it is given, and its declaration as a variable."""

    parameter: str
    given: str | None
    declaration: str


def staying(call: "Node", file: str, function: Function, moving: Moving) -> list[Left]:
    """Return the parameters that stay; all others are told what they stand for."""
    found, given = list[Left](), arguments_of(call)
    for at, parameter in enumerate(parameters_of(function.node)):
        argument = given[at] if at < len(given) else None
        if argument is not None and (told := told_for(parameter, argument, file, moving)) is not None:
            moving.told[decoded(parameter)] = told
            continue
        text = written(parameter, function.file, moving)
        value = None if argument is None else written(argument, file, moving)
        word = "let" if not moving.changed.isdisjoint(bound_names(parameter)) else "const"
        has_default = parameter.type == "assignment_pattern"
        said = f"{word} {text} = {value};" if value is not None and not has_default else ""
        if value is None:
            said = f"{word} {text};" if has_default else f"let {text};"
        found.append(Left(text, value, said))
    return found


def told_for(parameter: "Node", argument: "Node", file: str, moving: Moving) -> Told | None:
    """Return what a parameter can be told to stand for, None where it stays."""
    name = decoded(parameter)
    if parameter.type != "identifier" or name in moving.changed:
        return None
    times = moving.uses[name] - 1
    if argument.type in NAMES:
        known = moving.told.get(decoded(argument))
        if known is None or known.is_name:
            plain = decoded(argument) not in moving.changed
            return (known or Told(decoded(argument), is_name=True)) if plain else None
        return known if times <= 1 else None
    if times > 1:
        return None
    if argument.type in LITERALS:
        return Told(f"({decoded(argument)})")
    if argument.type == "arrow_function":
        return Told(f"({written(argument, file, moving)})", Function(file, argument))
    return None


def as_value(call: "Node", file: str, moving: Moving) -> str | None:
    """Return an expression in the place of a call."""
    function = called(call, moving)
    if function is None:
        return None
    left = staying(call, file, function, moving)
    body = function.node.child_by_field_name("body")
    text = written(body, function.file, moving)  # type: ignore[arg-type]
    if not left and body.type != "statement_block":  # type: ignore[union-attr]
        return f"({text})"
    head = ", ".join(each.parameter for each in left)
    given = ", ".join(each.given for each in left if each.given is not None)
    # Of parameters that stay, those that are given nothing are the last.
    return f"(({head}) => {text})({given})"


def as_statements(
    call: "Node | None", file: str, moving: Moving, *, ending: str = "return "
) -> tuple[str, bool] | None:
    """Return statements in the place of one that ends with a call, and whether the last one leaves.

    `ending` stands before the value that the function comes to.
    """
    function = called(call, moving)
    body = function.node.child_by_field_name("body") if function is not None else None
    if call is None or function is None or body is None:
        return None
    if not is_simple(call, function):
        return None
    is_block = body.type == "statement_block"
    inside = [each for each in parts(body) if each.type != "empty_statement"] if is_block else []
    leaving = [node for each in inside for node in returns_in(each)]
    if ending != "return " and not is_block:
        return None
    if ending != "return " and leaving != ([inside[-1]] if ending else []):
        return None
    before = "\n".join(each.declaration for each in staying(call, file, function, moving))
    if not is_block:
        return f"{before} return {written(body, function.file, moving)};", True
    if ending in ("", "return "):
        text = written(body, function.file, moving)[1:-1]
        return f"{before} {text}", bool(inside) and inside[-1].type in ENDS
    value = parts(inside[-1])
    if len(value) != 1:
        return None
    text = "".join(written(each, function.file, moving) + "\n" for each in inside[:-1])
    return f"{before} {text} {ending}{written(value[0], function.file, moving)};", False


def is_simple(call: "Node", function: Function) -> bool:
    """Tell whether the parameters of a function can be variables: what is given comes before defaults."""
    given = arguments_of(call)
    parameters = parameters_of(function.node)
    patterns = [each.type for each in parameters[: len(given)]]
    return "assignment_pattern" not in patterns and (len(given) < 2 or {*patterns} <= {"identifier"})


def returns_in(node: "Node") -> Iterable["Node"]:
    """Yield the statements in a node that leave its function."""
    stack = [node]
    while stack:
        each = stack.pop()
        if each.type == "return_statement":
            yield each
        elif each.type not in FUNCTIONS:
            stack += each.children


def returned(node: "Node", file: str, moving: Moving) -> str | None:
    """Return what is written for `return f(x)`."""
    value = parts(node)
    block = node.parent
    if len(value) != 1 or block is None or (found := as_statements(value[0], file, moving)) is None:
        return None
    text, leaves = found
    around = block.parent
    if block.type != "statement_block":
        return f"{{ {text} {'' if leaves else 'return;'} }}"
    is_end = around is not None and around.type in FUNCTIONS
    return text if leaves or is_end else f"{text} return;"


def done(node: "Node", file: str, moving: Moving) -> str | None:
    """Return what is written for `f(x);`."""
    value, block = parts(node), node.parent
    if len(value) != 1 or block is None or block.type != "statement_block":
        return None
    found = as_statements(value[0], file, moving, ending="")
    return None if found is None else found[0]


def declared(node: "Node", file: str, moving: Moving) -> str | None:
    """Return what is written for `const a = f(x);`."""
    inside, block = parts(node), node.parent
    if len(inside) != 1 or block is None or block.type != "statement_block":
        return None
    name, value = inside[0].child_by_field_name("name"), inside[0].child_by_field_name("value")
    if name is None or value is None:
        return None
    word = node.children[0].type
    found = as_statements(value, file, moving, ending=f"{word} {written(name, file, moving)} = ")
    return None if found is None else found[0]


def arrow(node: "Node", file: str, moving: Moving) -> str | None:
    """Return what is written for `(x) => f(x)`."""
    body = node.child_by_field_name("body")
    if body is None or called(body, moving) is None:
        return None
    found = as_statements(body, file, moving)
    if found is None:
        return None
    head = "".join(written(child, file, moving) + " " for child in node.children if child != body)
    return f"{head}{{ {found[0]} }}"


STATEMENTS = {
    "return_statement": returned,
    "expression_statement": done,
    "lexical_declaration": declared,
    "arrow_function": arrow,
    "function_declaration": lambda *_: None,
}
