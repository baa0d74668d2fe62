"""JavaScript through tree-sitter: parsing, and taking away what only people need."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Parser, Tree

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

SEMICOLON, NEWLINE = "\0;", "\0\n"
"""The ends of statements among the tokens: not needed before a closing brace."""

WORD = re.compile(r"[\w$\\]")
INTEGER = re.compile(r"[\d_]+\Z")
JOINING = {("+", "+"), ("-", "-"), ("/", "/"), ("/", "*"), ("<", "!"), ("-", ">")}
"""Last and first characters that would make another token of two."""


@cache
def javascript() -> "Language":
    """Return the grammar."""
    import tree_sitter_javascript
    from tree_sitter import Language

    return Language(tree_sitter_javascript.language())


@cache
def parser() -> "Parser":
    """Return the parser that the whole process shares."""
    from tree_sitter import Parser

    return Parser(javascript())


def parse_script(text: str) -> "Tree":
    """Parse a script; lone surrogates become question marks, as no file could hold them."""
    return parser().parse(text.encode(errors="replace"))


def minify_script(text: str) -> str:
    """Return a script less comments, white space and punctuation that says nothing; no name changes.

    A script that does not parse is returned as it is.
    """
    root = parse_script(text).root_node
    if root.has_error:
        return text
    tokens: list[str] = []
    collect(root, tokens)
    return "".join(spaced(tokens))


def tokens_of(text: str) -> list[str]:
    """Return the tokens that a minified script keeps."""
    tokens: list[str] = []
    collect(parse_script(text).root_node, tokens)
    return tokens


def top_level_names(root: "Node") -> list[str]:
    """Return the names that a script declares outside all functions and blocks."""
    names: list[str] = []
    for statement in root.named_children:
        if statement.type in ("function_declaration", "generator_function_declaration", "class_declaration"):
            names += filter(None, [decoded(statement.child_by_field_name("name"))])
        elif statement.type in ("lexical_declaration", "variable_declaration"):
            for declarator in statement.named_children:
                names += bound_names(declarator.child_by_field_name("name"))
    return names


def bound_names(pattern: "Node | None") -> list[str]:
    """Return the names that a pattern binds: one for a plain name, any number for destructuring."""
    if pattern is None:
        return []
    if pattern.type in ("identifier", "shorthand_property_identifier_pattern"):
        return [decoded(pattern)]
    if pattern.type == "pair_pattern":
        return bound_names(pattern.child_by_field_name("value"))
    if pattern.type in ("assignment_pattern", "object_assignment_pattern"):
        return bound_names(pattern.child_by_field_name("left"))
    return [name for part in pattern.named_children for name in bound_names(part)]


def collect(node: "Node", tokens: list[str]) -> None:
    """Append the tokens of a node, less what can go."""
    kind = node.type
    if kind == "template_string":
        return collect_template(node, tokens)
    children = [child for child in node.children if child.type != "comment"]
    if kind == "formal_parameters" and len(children) == 3 and takes_one_name(node):
        children = children[1:2]
    elif kind in LISTS and len(children) > 2 and children[-2].type == "," and children[-3].type not in ",[":
        del children[-2]
    for child in children:
        if child.type == ";" and (kind in STATEMENTS or kind == "class_body"):
            tokens.append(SEMICOLON)
        elif child.child_count == 0 or child.type in ATOMS:
            tokens.append(decoded(child))
        else:
            collect(child, tokens)
    if kind in STATEMENTS and tokens[-1] is not SEMICOLON:
        tokens.append(NEWLINE)
    return None


def takes_one_name(parameters: "Node") -> bool:
    """Tell whether these are an arrow function's parentheses around one plain name."""
    parent = parameters.parent
    names = [child.type for child in parameters.named_children]
    return parent is not None and parent.type == "arrow_function" and names == ["identifier"]


def collect_template(node: "Node", tokens: list[str]) -> None:
    """Append the tokens of a template: its text to the letter, its expressions as code."""
    source, start, at = node.text or b"", node.start_byte, 0
    for part in node.children:
        if part.type == "template_substitution":
            opening, closing = part.children[0], part.children[-1]
            tokens.append(source[at : opening.end_byte - start].decode())
            for child in part.children[1:-1]:
                if child.type == "comment":
                    continue
                if child.child_count == 0 or child.type in ATOMS:
                    tokens.append(decoded(child))
                else:
                    collect(child, tokens)
            at = closing.start_byte - start
    tokens.append(source[at:].decode())


def decoded(node: "Node | None") -> str:
    """Return a node's text."""
    return "" if node is None or node.text is None else node.text.decode()


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
