"""Writing statements: as expressions where that is shorter, functions as values."""

import re
from typing import TYPE_CHECKING

from genui.javascript.calls import is_called_there, taken_by
from genui.javascript.choices import as_choice, as_expression, condition_of, said
from genui.javascript.levels import ASSIGNMENT, CALL, SUM, summed, template_parts
from genui.javascript.params import movable, whole_parameter, with_declared
from genui.javascript.syntax import bound_names, decoded
from genui.javascript.tokens import SEMICOLON, STRING, marked
from genui.javascript.values import shortened_end, value_of, whole_value
from genui.javascript.writing import (
    EXPRESSIONS,
    WRITERS,
    Code,
    Names,
    Tokens,
    expression,
    held,
    kept_children,
    part_of,
    statements_in,
    tokens_of,
    written_in,
)
from genui.javascript.writing import call as plain_call

if TYPE_CHECKING:
    from tree_sitter import Node

CONDITIONS = frozenset(
    {"if_statement", "else_clause", "for_statement", "for_in_statement", "while_statement"}
)
PLAIN_STATEMENTS = frozenset(
    {"expression_statement", "return_statement", "throw_statement", "break_statement", "continue_statement"}
)
"""Statements that mean the same with and without a block around them."""

WORD = re.compile(r"[\w$]+\Z")
OWN = frozenset({"this", "super", "meta_property"})
"""What an arrow function takes from around it."""


def block(node: "Node", names: Names) -> Tokens:
    """Write a block, as its only statement where it is the body of a condition or loop."""
    inside = statements(node, names)
    parent = node.parent
    if parent is not None and parent.type in CONDITIONS and (only := lone_code(node, names)):
        return only
    return ["{", *inside, "}"]


def lone_code(node: "Node", names: Names) -> Tokens:
    """Return the one plain statement that a block comes to, nothing if it comes to more."""
    body = statements_in(node)
    if not body:
        return []
    if (code := as_expression(node, names)) is not None:
        return said(code)
    if (value := whole_value(written_in(node, names), names)) is not None:
        return ["return", *value.tokens, SEMICOLON]
    return tokens_of(body[0], names) if len(body) == 1 and body[0].type in PLAIN_STATEMENTS else []


def statements(node: "Node", names: Names, *, since: int = 0) -> Tokens:
    """Write the statements of a block: functions first, expressions together, one value at the end."""
    body = written_in(node, names)[since:]
    found = function_values(body, node, names) if node.type == "statement_block" else []
    body = [each for each in body if not (found and is_value(each, node, names))]
    rest = shortened_end(body, node, names)
    value = None
    if rest is None and (ending := value_of(body, names)) is not None:
        body, value = body[: ending[1]], ending[0]
    elif rest is not None:
        body, value = body[: rest[1]], None
    found = in_order(body, found, names)
    if value is not None:
        found += ["return", *value.tokens, SEMICOLON]
    elif rest is not None:
        found += said(rest[0])
    return found


def in_order(body: list["Node"], found: Tokens, names: Names) -> Tokens:
    """Write statements one after another; declarations one after another become one."""
    declaring = bool(found)
    for each in body:
        code = as_expression(each, names)
        tokens = said(code) if code is not None else tokens_of(each, names)
        is_declaration = each.type == "lexical_declaration"
        if declaring and is_declaration:
            found[-1:] = [",", *tokens[1:]]
        else:
            found += tokens
        declaring = is_declaration
    return found


def is_value(node: "Node", block_: "Node", names: Names) -> bool:
    """Tell whether a declared function can be written as the value of a variable."""
    if node.type != "function_declaration" or is_directive(statements_in(block_)[0]):
        return False
    name = decoded(node.child_by_field_name("name"))
    same = [each for each in statements_in(block_) if name in names_of(each)]
    around = block_.parent
    given = (
        around.child_by_field_name("parameters") or around.child_by_field_name("parameter")
        if around is not None
        else None
    )
    return len(same) == 1 and name not in bound_names(given) and is_free(node, names)


def is_directive(statement: "Node") -> bool:
    """Tell whether a statement is a string, such as "use strict"."""
    return statement.type == "expression_statement" and statement.named_children[0].type == "string"


def names_of(statement: "Node") -> list[str]:
    """Return the names that a statement declares."""
    if statement.type in ("lexical_declaration", "variable_declaration"):
        return [
            name
            for each in statement.named_children
            for name in bound_names(each.child_by_field_name("name"))
        ]
    if statement.type.endswith("_declaration"):
        return [decoded(statement.child_by_field_name("name"))]
    return []


def is_free(function: "Node", names: Names) -> bool:
    """Tell whether a function means the same as an arrow function."""
    if decoded(function.child_by_field_name("name")) in names.built:
        return False
    stack = [function]
    while stack:
        node = stack.pop()
        if node.type in OWN or (node.type == "identifier" and node.text == b"arguments"):
            return False
        stack += node.children
    return True


def function_values(body: list["Node"], node: "Node", names: Names) -> Tokens:
    """Write the functions of a block as variables at its beginning, where they are known from the start."""
    functions = [each for each in body if is_value(each, node, names)]
    if not functions:
        return []
    found: Tokens = ["let"]
    for function in functions:
        found += [*part_of(function, "name", names), "=", *arrow_of(function, names), ","]
    found[-1] = SEMICOLON
    return found


def arrow_of(function: "Node", names: Names) -> Tokens:
    """Write a declared function as an arrow function."""
    head, body = part_of(function, "parameters", names), function.child_by_field_name("body")
    if len(head) == 3 and WORD.match(head[1]):
        head = head[1:2]
    before = ["async"] if any(child.type == "async" for child in function.children) else []
    if body is None:
        return [*before, *head, "=>"]
    since = movable(function, body, names)
    return [*before, *with_declared(head, body, since, names), "=>", *arrow_body(body, names, since=since)]


def arrow_body(body: "Node", names: Names, *, since: int = 0) -> Tokens:
    """Write the body of an arrow function from a statement on: a value where it comes to one."""
    if body.type != "statement_block":
        return tokens_of(body, names)
    if (code := value_in(body, names, since=since)) is not None:
        return ["(", *code.tokens, ")"] if code.level < ASSIGNMENT or code.tokens[0] == "{" else code.tokens
    return ["{", *statements(body, names, since=since), "}"]


def value_in(body: "Node", names: Names, *, since: int = 0) -> Code | None:
    """Return the value that a block comes to from a statement on."""
    inside = written_in(body, names)[since:]
    return None if any(is_value(each, body, names) for each in inside) else whole_value(inside, names)


def called_value(node: "Node", names: Names) -> Code | None:
    """Return the value of a function that is called where it is made and takes nothing: `(() => a)()`."""
    held_, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if not names.marks or held_ is None or held_.type != "parenthesized_expression" or given is None:
        return None
    function = held_.named_children[0]
    if function.type != "arrow_function" or not is_called_there(function) or taken_by(function):
        return None
    body = function.child_by_field_name("body")
    return value_in(body, names) if body is not None and body.type == "statement_block" else None


def call(node: "Node", names: Names) -> Tokens:
    """Write a call, as a value where it comes to one."""
    code = called_value(node, names)
    return plain_call(node, names) if code is None else held(code, CALL)


def arrow(node: "Node", names: Names) -> Tokens:
    """Write an arrow function."""
    body = node.child_by_field_name("body")
    given = node.child_by_field_name("parameters") or node.child_by_field_name("parameter")
    since = movable(node, body, names) if body is not None else 0
    whole = whole_parameter(node, names)
    found: Tokens = []
    for child in kept_children(node):
        if child == body:
            found += arrow_body(child, names, since=since)
        elif child == given and body is not None:
            found += with_declared(whole or tokens_of(child, names), body, since, names)
        else:
            found += tokens_of(child, names)
    return found


def condition(node: "Node", names: Names) -> Tokens:
    """Write a condition, as an expression where that is shorter."""
    code = as_choice(node, names)
    if code is not None:
        return said(code)
    other = node.child_by_field_name("alternative")
    found = ["if", "(", *condition_of(node, names).tokens, ")"]
    found += part_of(node, "consequence", names)
    return found + tokens_of(other, names) if other is not None else found


def total(node: "Node", names: Names) -> Code | None:
    """Return a template as a sum: `a + " b"`."""
    if not summed(node):
        return None
    tokens: Tokens = []
    for part in template_parts(node):
        plus = ["+"] if tokens else []
        if isinstance(part, str):
            tokens += [*plus, marked(STRING, f'"{part}"') if names.marks else f'"{part}"']
        else:
            tokens += [*plus, *held(expression(part, names), SUM + (tokens != []))]
    return Code(tokens, SUM)


def template(node: "Node", names: Names) -> Tokens:
    """Write a template: its text to the letter, its expressions as code; as a sum where that is shorter."""
    if (code := total(node, names)) is not None:
        return code.tokens
    source, start, at = node.text or b"", node.start_byte, 0
    found: Tokens = []
    for part in node.children:
        if part.type == "template_substitution":
            opening, closing = part.children[0], part.children[-1]
            found.append(source[at : opening.end_byte - start].decode())
            for child in part.children[1:-1]:
                if child.type != "comment":
                    found += tokens_of(child, names)
            at = closing.start_byte - start
    found.append(source[at:].decode())
    return found


EXPRESSIONS |= {"call_expression": called_value, "template_string": total}
WRITERS |= {
    "arrow_function": arrow,
    "call_expression": call,
    "if_statement": condition,
    "program": statements,
    "statement_block": block,
    "template_string": template,
}
