"""Writing statements: as expressions where that is shorter, functions as values."""

import re
from typing import TYPE_CHECKING

from genui.javascript.levels import AND, ASSIGNMENT, CHOICE, COALESCE, OR, SEQUENCE, UNARY
from genui.javascript.params import movable, whole_parameter, with_declared
from genui.javascript.syntax import bound_names, decoded
from genui.javascript.tokens import SEMICOLON
from genui.javascript.writing import (
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

if TYPE_CHECKING:
    from tree_sitter import Node

CONDITIONS = frozenset(
    {"if_statement", "else_clause", "for_statement", "for_in_statement", "while_statement"}
)
PLAIN_STATEMENTS = frozenset(
    {"expression_statement", "return_statement", "throw_statement", "break_statement", "continue_statement"}
)
"""Statements that mean the same with and without a block around them."""

FUNCTIONS = frozenset(
    {"function_declaration", "function_expression", "arrow_function", "method_definition"}
    | {"generator_function_declaration", "generator_function"}
)
WORD = re.compile(r"[\w$]+\Z")
OWN = frozenset({"this", "super", "meta_property"})
"""What an arrow function takes from around it."""

OPENINGS = frozenset({"{", "function", "class", "let"})
"""Tokens at which a statement begins that is no expression."""


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
    if (ending := value_of(body, names)) is not None and ending[1] == 0:
        return ["return", *ending[0].tokens, SEMICOLON]
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
    inside = written_in(body, names)[since:]
    ending = value_of(inside, names) if not any(is_value(each, body, names) for each in inside) else None
    if ending is not None and ending[1] == 0:
        code = ending[0]
        return ["(", *code.tokens, ")"] if code.level < ASSIGNMENT or code.tokens[0] == "{" else code.tokens
    return ["{", *statements(body, names, since=since), "}"]


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


def as_expression(node: "Node", names: Names) -> Code | None:
    """Return a statement as an expression that does the same, None where there is none as short."""
    if node.id not in names.known:
        names.known[node.id] = expressed(node, names)
    return names.known[node.id]


def expressed(node: "Node", names: Names) -> Code | None:
    """Make an expression of a statement."""
    if node.type == "expression_statement":
        inside = [child for child in node.named_children if child.type != "comment"]
        if len(inside) != 1 or inside[0].type == "string":
            return None
        return expression(inside[0], names)
    if node.type == "statement_block":
        codes = [as_expression(each, names) for each in statements_in(node)]
        return sequence([code for code in codes if code is not None]) if codes and None not in codes else None
    return as_choice(node, names) if node.type == "if_statement" else None


def said(code: Code) -> Tokens:
    """Return an expression as a statement."""
    tokens = code.tokens if code.tokens[0] not in OPENINGS else ["(", *code.tokens, ")"]
    return [*tokens, SEMICOLON]


def sequence(codes: list[Code]) -> Code:
    """Return expressions one after another as one."""
    if len(codes) == 1:
        return codes[0]
    tokens: Tokens = []
    for code in codes:
        tokens += [",", *held(code, SEQUENCE)]
    return Code(tokens[1:], SEQUENCE)


def condition_of(node: "Node", names: Names) -> Code:
    """Return the condition of a statement."""
    return expression(node.child_by_field_name("condition"), names)  # type: ignore[arg-type]


def as_choice(node: "Node", names: Names) -> Code | None:
    """Return a condition as an expression: `a && b`, `a ? b : c`."""
    then = as_expression(node.child_by_field_name("consequence"), names)  # type: ignore[arg-type]
    other = node.child_by_field_name("alternative")
    if then is None:
        return None
    test = condition_of(node, names)
    if other is not None:
        inside = [child for child in other.named_children if child.type != "comment"]
        otherwise = as_expression(inside[0], names) if len(inside) == 1 else None
        return None if otherwise is None else choice(test, then, otherwise)
    condition = node.child_by_field_name("condition")
    return guarded(test, then, negated=negated(condition, names))  # type: ignore[arg-type]


def negated(condition: "Node", names: Names) -> Code | None:
    """Return the opposite of a condition that begins with an exclamation mark."""
    while condition.type == "parenthesized_expression":
        condition = next(child for child in condition.named_children if child.type != "comment")
    if condition.type != "unary_expression" or condition.children[0].type != "!":
        return None
    return expression(condition.children[-1], names)


def guarded(test: Code, then: Code, *, negated: Code | None = None) -> Code | None:
    """Return `a && b`, or `a || b` for a condition turned round; None where `if` is as short."""
    if negated is not None:
        return Code([*held(negated, OR), "||", *held(then, OR)], OR)
    extra = 2 * (test.level < AND) + 2 * (then.level < AND)
    return Code([*held(test, AND), "&&", *held(then, AND)], AND) if extra <= 2 else None


def choice(test: Code, then: Code, otherwise: Code) -> Code:
    """Return `a ? b : c`, the other way round for `!a`."""
    while test.level == UNARY and test.tokens[0] == "!":
        test, then, otherwise = Code(test.tokens[1:], UNARY), otherwise, then
    return Code(
        [*held(test, COALESCE), "?", *held(then, ASSIGNMENT), ":", *held(otherwise, ASSIGNMENT)],
        CHOICE,
    )


def value_of(body: list["Node"], names: Names) -> tuple[Code, int] | None:
    """Return the value that statements come to, and how many stand before those that say it."""
    if not body or (code := returned(body[-1], names)) is None:
        return None
    at = len(body) - 1
    while at and (more := before_value(body[at - 1], code, names)) is not None:
        code, at = more, at - 1
    return code, at


def returned(node: "Node", names: Names) -> Code | None:
    """Return the value that a statement returns whatever happens."""
    if node.type == "return_statement":
        inside = [child for child in node.named_children if child.type != "comment"]
        return expression(inside[0], names) if len(inside) == 1 else None
    if node.type == "statement_block":
        body = statements_in(node)
        if any(each.type.endswith("_declaration") for each in body):
            return None
        ending = value_of(body, names)
        return ending[0] if ending is not None and ending[1] == 0 else None
    if node.type == "if_statement" and (other := node.child_by_field_name("alternative")) is not None:
        inside = [child for child in other.named_children if child.type != "comment"]
        then = returned(node.child_by_field_name("consequence"), names)  # type: ignore[arg-type]
        otherwise = returned(inside[0], names) if then is not None and len(inside) == 1 else None
        return choice(condition_of(node, names), then, otherwise) if then and otherwise else None
    return None


def before_value(node: "Node", code: Code, names: Names) -> Code | None:
    """Return a value with the statement before it: `if (a) return b` or an expression."""
    if node.type == "if_statement" and node.child_by_field_name("alternative") is None:
        then = returned(node.child_by_field_name("consequence"), names)  # type: ignore[arg-type]
        if then is not None:
            return choice(condition_of(node, names), then, code)
    first = as_expression(node, names)
    return None if first is None else sequence([first, code])


def shortened_end(body: list["Node"], node: "Node", names: Names) -> tuple[Code, int] | None:
    """Return `a || (b, c)` for `if (a) return; b; c` at the end of a function, and what stands before it."""
    if node.parent is None or node.parent.type not in FUNCTIONS or node.type != "statement_block":
        return None
    codes: list[Code] = []
    at = len(body)
    best: tuple[Code, int] | None = None
    while at:
        each = body[at - 1]
        if codes and leaves(each):
            test = condition_of(each, names)
            turned = negated(each.child_by_field_name("condition"), names)  # type: ignore[arg-type]
            rest = sequence(codes)
            code = guarded(turned, rest) if turned else Code([*held(test, OR), "||", *held(rest, OR)], OR)
            if code is None:
                return best
            codes, best = [code], (code, at - 1)
        elif (code := as_expression(each, names)) is not None:
            codes.insert(0, code)
        else:
            return best
        at -= 1
    return best


def leaves(node: "Node") -> bool:
    """Tell whether a statement is `if (a) return;`."""
    if node.type != "if_statement" or node.child_by_field_name("alternative") is not None:
        return False
    then = node.child_by_field_name("consequence")
    if then is not None and then.type == "statement_block":
        inside = statements_in(then)
        then = inside[0] if len(inside) == 1 else None
    return then is not None and then.type == "return_statement" and not then.named_children


def condition(node: "Node", names: Names) -> Tokens:
    """Write a condition, as an expression where that is shorter."""
    code = as_choice(node, names)
    if code is not None:
        return said(code)
    other = node.child_by_field_name("alternative")
    found = ["if", "(", *condition_of(node, names).tokens, ")"]
    found += part_of(node, "consequence", names)
    return found + tokens_of(other, names) if other is not None else found


WRITERS |= {
    "arrow_function": arrow,
    "if_statement": condition,
    "program": statements,
    "statement_block": block,
}
