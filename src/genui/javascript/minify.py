"""Minifying: taking away from a script what only people need, and giving its names short ones."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from genui.javascript.scopes import LOWER, NAMES, names_for, rename_locals, renames_of, scopes_of, short_names
from genui.javascript.syntax import decoded, parse_script

if TYPE_CHECKING:
    from tree_sitter import Node

ATOMS = frozenset({"string", "regex"})
"""Nodes that are one token here."""

STATEMENTS = frozenset(
    {"expression_statement", "lexical_declaration", "variable_declaration", "return_statement"}
    | {"throw_statement", "break_statement", "continue_statement", "do_statement", "debugger_statement"}
    | {"field_definition", "import_statement", "export_statement"}
)
"""Nodes that end with a semicolon, or with a line end in its place."""

LISTS = frozenset({"object", "object_pattern", "arguments", "formal_parameters", "array", "array_pattern"})
"""Nodes that may have a comma at their end, which says nothing."""

BODIES = frozenset({"program", "statement_block", "switch_case", "switch_default"})
"""Nodes that hold statements: declarations one after another become one there."""

CONDITIONS = frozenset(
    {"if_statement", "else_clause", "for_statement", "for_in_statement", "while_statement"}
)
PLAIN_STATEMENTS = frozenset(
    {"expression_statement", "return_statement", "throw_statement", "break_statement", "continue_statement"}
)
"""Statements that mean the same with and without a block around them."""

PRIVATE = "private_property_identifier"
SHORTHANDS = frozenset({"shorthand_property_identifier", "shorthand_property_identifier_pattern"})
SHORT = {"const": ("let",), "true": ("!0",), "false": ("!1",), "undefined": ("void", "0")}
"""Words with a shorter way to say them: nothing is ever assigned to what was a constant."""

LOOSER = frozenset(
    {"assignment_expression", "augmented_assignment_expression", "sequence_expression", "arrow_function"}
    | {"ternary_expression", "yield_expression"}
)
"""Expressions that need parentheses before a question mark."""

SEMICOLON, NEWLINE = "\0;", "\0\n"
"""The ends of statements among the tokens: not needed before a closing brace."""

NAME = re.compile(r"[\w$]+")
WORD = re.compile(r"[\w$\\]")
INTEGER = re.compile(r"[\d_]+\Z")
JOINING = {("+", "+"), ("-", "-"), ("/", "/"), ("/", "*"), ("<", "!"), ("-", ">")}
"""Last and first characters that would make another token of two."""


def minify_script(text: str) -> str:
    """Return a script less comments, white space and punctuation that says nothing, its names unchanged.

    A script that does not parse is returned as it is.
    """
    root = parse_script(text).root_node
    return text if root.has_error else written(root, {})


def minify_scripts(texts: Mapping[str, str], *, kept: Iterable[str] = ()) -> dict[str, str]:
    """Minify scripts that share one scope, with short names for all that they declare but `kept`.

    The names depend on every script given, so that any choice of them goes together. A script that
    does not parse is returned as it is, and what it may use keeps its name.
    """
    roots = {name: parse_script(text).root_node for name, text in texts.items()}
    broken = {word for name, root in roots.items() if root.has_error for word in NAME.findall(texts[name])}
    scopes = {name: scopes_of(root) for name, root in roots.items() if not root.has_error}
    declared = {name for each in scopes.values() for name in each.all[0].declared}
    uses = Counter(
        decoded(node) for each in scopes.values() for node, _ in each.names if decoded(node) in declared
    )
    outside = names_for(uses, {*kept, *broken})
    minified = dict(texts)
    for name, each in scopes.items():
        rename_locals(each, outside)
        minified[name] = written(roots[name], renames_of(each, outside) | private_names(roots[name]))
    return minified


def private_names(root: "Node") -> dict[int, str]:
    """Return short names for the private members of the classes of a script, by the byte of each."""
    found: list[Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        found += [node] if node.type == PRIVATE else []
        stack += node.children
    uses = Counter(map(decoded, found))
    names = dict(zip(sorted(uses, key=lambda name: (-uses[name], name)), short_names(LOWER), strict=False))
    return {node.start_byte: "#" + names[decoded(node)] for node in found}


def written(root: "Node", renames: Mapping[int, str]) -> str:
    """Return the text of a syntax tree with the least that says the same."""
    tokens: list[str] = []
    collect(root, tokens, renames)
    return "".join(spaced(tokens))


def collect(node: "Node", tokens: list[str], renames: Mapping[int, str]) -> None:
    """Append the tokens of a node, less what can go."""
    kind = node.type
    if kind == "template_string":
        return collect_template(node, tokens, renames)
    before = ""
    children = kept_children(node)
    chain = choices_at_end(children) if kind == "statement_block" else []
    for child in children[: len(children) - 1 - len(chain)] if chain else children:
        if before == child.type == "lexical_declaration" and kind in BODIES:
            continue_declaration(child, tokens, renames)
        elif child.type == ";" and (kind in STATEMENTS or kind == "class_body"):
            tokens.append(SEMICOLON)
        else:
            append(child, tokens, renames)
        before = child.type
    if chain:
        collect_choices(chain, tokens, renames)
        tokens.append("}")
    end_statement(kind, tokens)
    return None


def choices_at_end(children: list["Node"]) -> list["Node"]:
    """Return the statements at the end of a block that say `if (a) return b; return c` and nothing more."""
    body = children[:-1]
    if not body or body[-1].type != "return_statement" or not body[-1].named_children:
        return []
    last = body.pop()
    chain = [last]
    while body and (returned(body[-1]) is not None):
        chain.insert(0, body.pop())
    return chain if len(chain) > 1 else []


def returned(node: "Node") -> "Node | None":
    """Return the value that a condition without an alternative returns, None where it does anything else."""
    if node.type != "if_statement" or node.child_by_field_name("alternative") is not None:
        return None
    then = node.child_by_field_name("consequence")
    inside = [one for one in then.named_children if one.type != "comment"] if then is not None else []
    if then is not None and then.type == "statement_block" and len(inside) == 1:
        then, inside = inside[0], [one for one in inside[0].named_children if one.type != "comment"]
    return inside[0] if then is not None and then.type == "return_statement" and inside else None


def collect_choices(chain: list["Node"], tokens: list[str], renames: Mapping[int, str]) -> None:
    """Append `return a ? b : c` for returns under conditions and the one after them."""
    tokens.append("return")
    for node in chain[:-1]:
        condition = node.child_by_field_name("condition")
        value = returned(node)
        if condition is None or value is None:
            continue
        test = next(one for one in condition.named_children if one.type != "comment")
        append(condition if test.type in LOOSER else test, tokens, renames)
        tokens.append("?")
        collect_grouped(value, tokens, renames)
        tokens.append(":")
    collect_grouped(next(one for one in chain[-1].named_children if one.type != "comment"), tokens, renames)
    tokens.append(SEMICOLON)


def collect_grouped(node: "Node", tokens: list[str], renames: Mapping[int, str]) -> None:
    """Append a value, in parentheses where a comma in it would mean something else."""
    if node.type == "sequence_expression":
        tokens.append("(")
        append(node, tokens, renames)
        tokens.append(")")
    else:
        append(node, tokens, renames)


def continue_declaration(node: "Node", tokens: list[str], renames: Mapping[int, str]) -> None:
    """Append what a declaration declares to the one before it."""
    tokens[-1] = ","
    for child in node.children[1:]:
        if child.type == ";":
            tokens.append(SEMICOLON)
        elif child.type != "comment":
            append(child, tokens, renames)
    end_statement(node.type, tokens)


def append(node: "Node", tokens: list[str], renames: Mapping[int, str]) -> None:
    """Append the tokens of one child, its name or word written short."""
    kind = node.type
    if kind in SHORTHANDS and node.start_byte in renames:
        tokens.extend((decoded(node), ":", renames[node.start_byte]))
    elif kind in NAMES or kind == PRIVATE:
        tokens.append(renames.get(node.start_byte, decoded(node)))
    elif kind in SHORT:
        tokens.extend(SHORT[kind])
    elif node.child_count == 0 or kind in ATOMS:
        tokens.append(decoded(node))
    elif kind == "statement_block" and (only := lone_statement(node)) is not None:
        collect(only, tokens, renames)
    else:
        collect(node, tokens, renames)


def end_statement(kind: str, tokens: list[str]) -> None:
    """Append the end of a statement that has no semicolon of its own."""
    if kind in STATEMENTS and tokens[-1] is not SEMICOLON:
        tokens.append(NEWLINE)


def kept_children(node: "Node") -> list["Node"]:
    """Return the children of a node less comments, commas at the end and needless parentheses."""
    children = [child for child in node.children if child.type != "comment"]
    if node.type == "formal_parameters" and len(children) == 3 and takes_one_name(node):
        return children[1:2]
    if (
        node.type in LISTS
        and len(children) > 2
        and children[-2].type == ","
        and children[-3].type not in ",["
    ):
        del children[-2]
    return children


def lone_statement(block: "Node") -> "Node | None":
    """Return the one plain statement of a block that is the body of a condition or loop."""
    if block.parent is None or block.parent.type not in CONDITIONS:
        return None
    inside = block.named_children
    return inside[0] if len(inside) == 1 and inside[0].type in PLAIN_STATEMENTS else None


def takes_one_name(parameters: "Node") -> bool:
    """Tell whether these are an arrow function's parentheses around one plain name."""
    parent = parameters.parent
    names = [child.type for child in parameters.named_children]
    return parent is not None and parent.type == "arrow_function" and names == ["identifier"]


def collect_template(node: "Node", tokens: list[str], renames: Mapping[int, str]) -> None:
    """Append the tokens of a template: its text to the letter, its expressions as code."""
    source, start, at = node.text or b"", node.start_byte, 0
    for part in node.children:
        if part.type == "template_substitution":
            opening, closing = part.children[0], part.children[-1]
            tokens.append(source[at : opening.end_byte - start].decode())
            for child in part.children[1:-1]:
                if child.type != "comment":
                    append(child, tokens, renames)
            at = closing.start_byte - start
    tokens.append(source[at:].decode())


def spaced(tokens: list[str]) -> Iterator[str]:
    """Yield the tokens with the little white space between them that keeps them apart."""
    for token, following in pairwise([*tokens, ""]):
        if token in (SEMICOLON, NEWLINE):
            if not following.startswith("}") and following not in ("", SEMICOLON, NEWLINE):
                yield token[1]
            continue
        yield token
        if following and must_part(token, following):
            yield " "


def must_part(token: str, following: str) -> bool:
    """Tell whether two tokens would read as something else without white space between them."""
    last, first = token[-1], following[0]
    if WORD.match(first):
        return bool(WORD.match(last)) or (last == "/" and len(token) > 1)
    return (last, first) in JOINING or (first == "." and bool(INTEGER.match(token)))
