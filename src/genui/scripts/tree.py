"""A light copy of a syntax tree: asking tree-sitter's own nodes costs more than all the rules together."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from genui.javascript import javascript, parse_script

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
SKIPPED = frozenset({"comment", "html_comment"})


LEAVES = frozenset(
    {"identifier", "property_identifier", "number", "this", "true", "false", "null"}
    | {"shorthand_property_identifier", "shorthand_property_identifier_pattern", "string", "string_fragment"}
)
"""Nodes whose parts say nothing more."""

FIELDLESS = frozenset(
    {"program", "statement_block", "arguments", "array", "object", "formal_parameters", "object_pattern"}
    | {"parenthesized_expression", "expression_statement", "template_string", "array_pattern", "switch_body"}
    | {"return_statement", "spread_element", "template_substitution", "named_imports", "import_clause"}
)
"""Nodes whose children have no field names, which are dear to ask for."""

NO_KIDS: "list[Node]" = []
NO_FIELDS: "dict[str, Node]" = {}
"""What nodes without children share; never changed."""


class Node:
    """One node: its kind, its place in bytes, its named children and those that have a field name."""

    __slots__ = ("end", "fields", "kids", "kind", "missing", "parent", "source", "start", "word")

    def __init__(self, kind: str, start: int, end: int, source: "Source", parent: "Node | None") -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.source = source
        self.parent = parent
        self.kids = NO_KIDS
        self.fields = NO_FIELDS
        self.missing = False
        self.word: str | None = None

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
        word = self.word
        if word is None:
            raw = self.source.data[self.start : self.end]
            word = self.word = unescaped(raw) if b"\\" in raw else raw.decode(errors="replace")
        return word

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
    all: list[Node] = field(default_factory=list)
    """Every node, each before what is in it."""
    by_kind: dict[str, list[Node]] = field(default_factory=dict)
    comments: list[Node] = field(default_factory=list)
    has_error: bool = False
    lines: list[int] = field(default_factory=list)

    def nodes(self, *kinds: str) -> Iterator[Node]:
        """Yield the nodes of these kinds."""
        for kind in sorted(kinds):
            yield from self.by_kind.get(kind, ())

    def release(self) -> None:
        """Part the nodes from one another."""
        for node in (*self.all, *self.comments):
            node.parent = None
            node.kids = NO_KIDS
            node.fields = NO_FIELDS
        for known in (self.all, self.by_kind, self.comments):
            known.clear()

    def place(self, at: int) -> tuple[int, int]:
        """Return 0-based line and 0-based column (in characters) of a byte."""
        if not self.lines:
            self.lines = [0, *(match.end() for match in re.finditer(rb"\n", self.data))]
        row = bisect_right(self.lines, at) - 1
        return row, len(self.data[self.lines[row] : at].decode(errors="replace"))


@cache
def kinds() -> tuple[list[str], list[bool], list[str]]:
    """Return the grammar's kinds by number, whether they are named, and its field names by number."""
    grammar = javascript()
    numbers = range(grammar.node_kind_count)
    return (
        [grammar.node_kind_for_id(number) or "" for number in numbers],
        [bool(grammar.node_kind_is_named(number)) for number in numbers],
        [grammar.field_name_for_id(number) or "" for number in range(grammar.field_count + 1)],
    )


def read_tree(text: str) -> Node:
    """Parse a script into light nodes; its comments are kept apart."""
    tree = parse_script(text)
    source = Source(text.encode(errors="replace"))
    source.has_error = tree.root_node.has_error
    root = Node(tree.root_node.type, tree.root_node.start_byte, tree.root_node.end_byte, source, None)
    source.by_kind[root.kind] = [root]
    source.all.append(root)
    cursor = tree.walk()
    if cursor.goto_first_child():
        copy_below(cursor, root, source)
    return root


def copy_below(cursor: Any, root: Node, source: Source) -> None:
    """Copy all that a cursor at the first child of the root comes to."""
    names, named, field_names = kinds()
    by_kind, has_error, found = source.by_kind, source.has_error, source.all
    # Calling Node as usual would add a sixth to the time that all of this takes.
    bare: Any = Node.__new__
    known, inside, beside, outside = (
        len(names),
        cursor.goto_first_child,
        cursor.goto_next_sibling,
        cursor.goto_parent,
    )
    parent, asking = root, root.kind not in FIELDLESS
    while True:
        raw: Any = cursor.node
        number, entered = raw.kind_id, False
        is_named = number >= known or named[number]
        field_number = cursor.field_id if asking else None
        if is_named or field_number or (has_error and raw.is_missing):
            kind = names[number] if number < known else raw.type
            node = bare(Node)
            node.kind, node.start, node.end = kind, raw.start_byte, raw.end_byte
            node.source, node.parent, node.missing, node.word = source, parent, False, None
            node.kids, node.fields = NO_KIDS, NO_FIELDS
            if kind in SKIPPED:
                source.comments.append(node)
            else:
                found.append(node)
                if kind in by_kind:
                    by_kind[kind].append(node)
                else:
                    by_kind[kind] = [node]
                if has_error:
                    node.missing = raw.is_missing
                if field_number:
                    if parent.fields is NO_FIELDS:
                        parent.fields = {field_names[field_number]: node}
                    else:
                        parent.fields.setdefault(field_names[field_number], node)
                if is_named:
                    if parent.kids is NO_KIDS:
                        parent.kids = [node]
                    else:
                        parent.kids.append(node)
                    if (has_error or kind not in LEAVES) and (entered := inside()):
                        parent = node
                        asking = kind not in FIELDLESS
        while not entered and not beside():
            if not outside() or parent.parent is None:
                return
            parent = parent.parent
            asking = parent.kind not in FIELDLESS


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
