"""A light copy of a syntax tree: asking tree-sitter's own nodes costs more than all the rules together."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from genui.javascript import parse_script

if TYPE_CHECKING:
    from tree_sitter import Node as RawNode

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


@dataclass(eq=False, slots=True)
class Node:
    """One node: its kind, its place in bytes, its named children and those that have a field name."""

    kind: str
    start: int
    end: int
    source: "Source" = field(repr=False)
    parent: "Node | None" = field(repr=False)
    kids: "list[Node]" = field(default_factory=list, repr=False)
    fields: "dict[str, Node]" = field(default_factory=dict, repr=False)
    missing: bool = False

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
        raw = self.raw
        return unescaped(raw) if b"\\" in raw else raw.decode(errors="replace")

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


@dataclass(eq=False)
class Source:
    """The bytes of a script and its nodes by kind, in source order."""

    data: bytes
    by_kind: dict[str, list[Node]] = field(default_factory=dict)
    comments: list[Node] = field(default_factory=list)
    has_error: bool = False
    lines: list[int] = field(default_factory=list)

    def nodes(self, *kinds: str) -> Iterator[Node]:
        """Yield the nodes of these kinds."""
        for kind in kinds:
            yield from self.by_kind.get(kind, ())

    def place(self, at: int) -> tuple[int, int]:
        """Return 0-based line and 0-based column (in characters) of a byte."""
        if not self.lines:
            self.lines = [0, *(match.end() for match in re.finditer(rb"\n", self.data))]
        row = bisect_right(self.lines, at) - 1
        return row, len(self.data[self.lines[row] : at].decode(errors="replace"))


def read_tree(text: str) -> Node:
    """Parse a script into light nodes; its comments are kept apart."""
    tree = parse_script(text)
    source = Source(text.encode(errors="replace"))
    source.has_error = tree.root_node.has_error
    root = copied(tree.root_node, source, None)
    cursor, parent = tree.walk(), root
    if not cursor.goto_first_child():
        return root
    while True:
        raw = cursor.node
        assert raw is not None
        name = cursor.field_name
        entered = False
        if raw.type in SKIPPED:
            source.comments.append(Node(raw.type, raw.start_byte, raw.end_byte, source, parent))
        elif raw.is_named or name or raw.is_missing:
            node = copied(raw, source, parent)
            if raw.is_named:
                parent.kids.append(node)
            if name:
                parent.fields.setdefault(name, node)
            if entered := cursor.goto_first_child():
                parent = node
        while not entered and not cursor.goto_next_sibling():
            if not cursor.goto_parent() or parent.parent is None:
                return root
            parent = parent.parent


def copied(raw: "RawNode", source: Source, parent: Node | None) -> Node:
    """Return a light node, noted under its kind."""
    node = Node(raw.type, raw.start_byte, raw.end_byte, source, parent, missing=raw.is_missing)
    source.by_kind.setdefault(node.kind, []).append(node)
    return node


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
