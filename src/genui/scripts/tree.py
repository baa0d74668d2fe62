"""The syntax tree of a script, from tree-sitter."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tree_sitter import Language, Parser, Tree


ESCAPE = re.compile(
    rb"\\u\{([0-9a-fA-F]{1,6})\}|\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|\\(\r\n|.)", re.DOTALL
)
SHORT_ESCAPES = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "0": "\0",
    "\n": "",
    "\r\n": "",
}
TAGGED = re.compile(r"(?<=[\w$)\]])`(?:[^`\\]|\\.)*`", re.DOTALL)
ODD_ESCAPE = re.compile(r"\\(?:u(?![0-9a-fA-F]{4}|\{[0-9a-fA-F]+\})|x(?![0-9a-fA-F]{2}))")
SKIPPED = frozenset({"comment", "html_comment"})

IDENTIFIERS = frozenset({"identifier", "shorthand_property_identifier"})
"""Names that are looked up in scopes."""

SPELLED = IDENTIFIERS | {"property_identifier", "shorthand_property_identifier_pattern"}
"""Leaves that are asked for their name."""

LEAVES = SPELLED | {"number", "this", "true", "false", "null", "undefined", "string", "string_fragment"}
"""Nodes whose parts say nothing more."""

OPENING = frozenset(
    {"function_declaration", "function_expression", "generator_function", "generator_function_declaration"}
    | {"arrow_function", "method_definition", "class_static_block", "class"}
    | {"statement_block", "for_statement", "for_in_statement", "catch_clause", "switch_body", "class_body"}
)
"""Nodes that open a scope."""

TELLING = OPENING | {
    "class_declaration",
    "variable_declarator",
    "import_clause",
    "assignment_expression",
    "augmented_assignment_expression",
}
"""Nodes that declare, open a scope or give a value."""


@dataclass(eq=False, slots=True)
class Node:
    """One node: its kind, its place in bytes, its named children and those that have a field name."""

    kind: str
    start: int
    end: int
    source: "Source"
    parent: "Node | None"
    kids: "list[Node]" = field(default_factory=list)
    fields: "dict[str, Node]" = field(default_factory=dict)

    @property
    def raw(self) -> bytes:
        """The source text as it stands."""
        return self.source.data[self.start : self.end]

    @property
    def text(self) -> str:
        """The source text."""
        return self.raw.decode(errors="replace")

    @property
    def name(self) -> str:
        """An identifier with its escapes read: `\\u0065val` is eval."""
        return spelling(self.raw)

    @property
    def around(self) -> "Node":
        """The innermost node that opens a scope: this one or one around it; at last the program."""
        node = self
        while node.kind not in OPENING and node.parent is not None:
            node = node.parent
        return node

    def get(self, name: str) -> "Node | None":
        """Return the child of a field name."""
        return self.fields.get(name)

    def inside(self, other: "Node") -> bool:
        """Tell whether this node is another, or part of it."""
        return other.start <= self.start and self.end <= other.end

    def up(self) -> "Iterator[Node]":
        """Yield the nodes around this one, inmost first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def down(self) -> "Iterator[Node]":
        """Yield the nodes in this one, in source order."""
        pending = list(reversed(self.kids))
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.kids))


@dataclass(eq=False)
class Source:
    """The bytes of a script and its nodes by kind, in source order."""

    data: bytes
    has_error: bool = False
    telling: list[Node] = field(default_factory=list)
    """What declares, opens a scope or gives a value."""
    identifiers: list[Node] = field(default_factory=list)
    """What is looked up in scopes where it declares nothing."""
    by_kind: dict[str, list[Node]] = field(default_factory=dict)
    missing: list[Node] = field(default_factory=list)
    """Nodes that the parser made up, to go on."""

    def nodes(self, *kinds: str) -> Iterator[Node]:
        """Yield the nodes of these kinds."""
        for kind in sorted(kinds):
            yield from self.by_kind.get(kind, ())

    @property
    def comments(self) -> list[Node]:
        """The comments, which are no children of any node."""
        return [*self.nodes(*SKIPPED)]

    @cached_property
    def lines(self) -> list[int]:
        """The byte at which each line begins."""
        return [0, *(match.end() for match in re.finditer(rb"\n", self.data))]

    def place(self, at: int) -> tuple[int, int]:
        """Return 0-based line and 0-based column (in characters) of a byte."""
        row = bisect_right(self.lines, at) - 1
        return row, len(self.data[self.lines[row] : at].decode(errors="replace"))


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


def read_tree(text: str) -> Node:
    """Parse a script into a tree whose nodes know their parents and fields; its comments are kept apart."""
    tree = parse_script(text)
    if tree.root_node.has_error and (other := without_odd_escapes(text)) != text:
        retried = parse_script(other)
        tree = tree if retried.root_node.has_error else retried
    source = Source(text.encode(errors="replace"), tree.root_node.has_error)
    root: Node | None = None
    pending: list[tuple[Any, Node | None, str | None]] = [(tree.root_node, None, None)]
    while pending:
        raw, parent, name = pending.pop()
        node = Node(raw.type, raw.start_byte, raw.end_byte, source, parent)
        root = root or node
        if raw.is_missing:
            source.missing.append(node)
        if name and parent is not None:
            parent.fields.setdefault(name, node)
        if not raw.is_named:
            continue
        noted(source, node)
        if node.kind in SKIPPED:
            continue
        if parent is not None:
            parent.kids.append(node)
        if node.kind not in LEAVES or source.has_error:
            pending += reversed([(child, node, name) for child, name in children_of(raw)])
    assert root is not None
    return root


def noted(source: Source, node: Node) -> None:
    """Enter a node where it is looked for."""
    source.by_kind.setdefault(node.kind, []).append(node)
    if node.kind in IDENTIFIERS:
        source.identifiers.append(node)
    if node.kind in TELLING:
        source.telling.append(node)


def children_of(raw: Any) -> Iterator[tuple[Any, str | None]]:
    """Yield the children of a node of tree-sitter's with their field names."""
    cursor = raw.walk()
    more = cursor.goto_first_child()
    while more:
        yield cursor.node, cursor.field_name
        more = cursor.goto_next_sibling()


def without_odd_escapes(text: str) -> str:
    """Return a script of the same length whose tagged templates hold no escapes that only their tag can read.

    tree-sitter takes these for errors; in templates without a tag they are, which a real engine tells.
    """
    return TAGGED.sub(lambda found: ODD_ESCAPE.sub(r"\\-", found[0]), text)


def spelling(raw: bytes) -> str:
    """Return a name as it is meant, its escapes read."""
    return unescaped(raw) if b"\\" in raw else raw.decode(errors="replace")


def unescaped(raw: bytes) -> str:
    """Return text with JavaScript's escapes read."""

    def read(match: re.Match[bytes]) -> bytes:
        code = match[1] or match[2] or match[3]
        if code:
            number = int(code, 16)
            return chr(number).encode(errors="surrogatepass") if number <= 0x10FFFF else b"?"
        shown = match[4].decode(errors="replace")
        return SHORT_ESCAPES.get(shown, shown).encode()

    return ESCAPE.sub(read, raw).decode(errors="replace")
