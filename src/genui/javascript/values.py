"""The values that functions come to, as expressions: with what is done before, and with their variables."""

from typing import TYPE_CHECKING

from genui.javascript.calls import mentions
from genui.javascript.choices import as_expression, choice, condition_of, guarded, negated, sequence
from genui.javascript.levels import ASSIGNMENT, CALL, OR
from genui.javascript.syntax import bound_names
from genui.javascript.writing import (
    Code,
    Names,
    expression,
    held,
    part_of,
    statements_in,
    tokens_of,
    written_in,
)

if TYPE_CHECKING:
    from tree_sitter import Node

WAITING = frozenset({"await_expression", "yield_expression", "await"})
FUNCTIONS = frozenset(
    {"function_declaration", "function_expression", "arrow_function", "method_definition"}
    | {"generator_function_declaration", "generator_function"}
)


def value_of(body: list["Node"], names: Names) -> tuple[Code, int] | None:
    """Return the value that statements come to, and how many stand before those that say it."""
    if not body or (code := returned(body[-1], names)) is None:
        return None
    at = len(body) - 1
    while at and (more := before_value(body[at - 1], code, names)) is not None:
        code, at = more, at - 1
    return code, at


def whole_value(body: list["Node"], names: Names) -> Code | None:
    """Return the value that all of these statements come to, their variables those of a function of its own.

    `const a = b; return a + a` becomes `(a => a + a)(b)`.
    """
    if not body or (code := returned(body[-1], names)) is None:
        return None
    at = len(body) - 1
    while at:
        since = at
        while since and body[since - 1].type == "lexical_declaration":
            since -= 1
        if since < at:
            more = with_variables(body, since, at, code, names)
        else:
            since = at - 1
            more = before_value(body[since], code, names)
        if more is None:
            return None
        code, at = more, since
    return code


def with_variables(body: list["Node"], since: int, until: int, code: Code, names: Names) -> Code | None:
    """Return a value with the declarations before it as parameters, of which the first one is given."""
    parts = [part for each in body[since:until] for part in each.named_children if part.type != "comment"]
    known = {name for part in parts for name in bound_names(part.child_by_field_name("name"))}
    first = parts[0].child_by_field_name("value")
    is_given = first is not None and not mentions(first, known, names.lone)
    # A function that something before makes could use a variable, which is elsewhere then.
    if any(mentions(each, known, names.lone) for each in body[:since]) or any(
        map(waits, [*parts[is_given:], *body[until:]])
    ):
        return None
    head = part_of(parts[0], "name", names) if is_given else tokens_of(parts[0], names)
    for part in parts[1:]:
        head += [",", *tokens_of(part, names)]
    if len(head) > 1:
        head = ["(", *head, ")"]
    inner = held(code, ASSIGNMENT) if code.tokens[0] != "{" else ["(", *code.tokens, ")"]
    given = part_of(parts[0], "value", names) if is_given else []
    return Code(["(", *head, "=>", *inner, ")", "(", *given, ")"], CALL)


def waits(node: "Node") -> bool:
    """Tell whether a function stops in a node until something comes, which one in its place could not."""
    stack = [node]
    while stack:
        each = stack.pop()
        if each.type in WAITING:
            return True
        stack += each.children
    return False


def returned(node: "Node", names: Names) -> Code | None:
    """Return the value that a statement returns whatever happens."""
    if node.type == "return_statement":
        inside = [child for child in node.named_children if child.type != "comment"]
        return expression(inside[0], names) if len(inside) == 1 else None
    if node.type == "statement_block":
        return whole_value(written_in(node, names), names)
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
