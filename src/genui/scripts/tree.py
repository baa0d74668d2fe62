"""A light copy of a syntax tree: asking tree-sitter's own nodes costs more than all the rules together."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

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

SPELLED = frozenset(
    {"identifier", "property_identifier", "shorthand_property_identifier"}
    | {"shorthand_property_identifier_pattern"}
)
"""Leaves that are asked for their name."""

OPENING = frozenset(
    {"function_declaration", "function_expression", "generator_function", "generator_function_declaration"}
    | {"arrow_function", "method_definition", "class_static_block", "class"}
    | {"statement_block", "for_statement", "for_in_statement", "catch_clause", "switch_body", "class_body"}
)
"""Nodes that open a scope."""

FIELDLESS = frozenset(
    {"program", "statement_block", "arguments", "array", "object", "formal_parameters", "object_pattern"}
    | {"parenthesized_expression", "expression_statement", "template_string", "array_pattern", "switch_body"}
    | {"return_statement", "spread_element", "template_substitution", "named_imports", "import_clause"}
)
"""Nodes whose children have no field names, which are dear to ask for."""


WRONG = "ERROR"
"""The kind of what cannot be parsed; its number is beyond the grammar's own and stands last in our lists."""


class Kinds(NamedTuple):
    """What the grammar says of its kinds, by their numbers, and the names of its fields by theirs."""

    names: list[str]
    named: list[bool]
    asked: list[bool]
    """Whether children have field names."""
    entered: list[bool]
    spelled: list[bool]
    opening: list[bool]
    fields: list[str]


NO_KIDS: "list[Node]" = []
NO_FIELDS: "dict[str, Node]" = {}
"""What nodes without children share; never changed."""


class Node:
    """One node: its kind, its place in bytes, its named children and those that have a field name."""

    __slots__ = ("around", "end", "fields", "kids", "kind", "parent", "source", "start", "word")

    def __init__(self, kind: str, start: int, end: int, source: "Source", parent: "Node | None") -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.source = source
        self.parent = parent
        self.around = self
        """The innermost node that has parts and opens a scope: this one or one around it."""
        self.kids = NO_KIDS
        self.fields = NO_FIELDS
        self.word: str | None = None

    @property
    def missing(self) -> bool:
        """True where the parser had to make this node up."""
        return self in self.source.missing

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
            word = self.word = spelling(self.source.data[self.start : self.end])
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
    missing: set[Node] = field(default_factory=set)
    """Nodes that the parser made up, to go on."""
    words: dict[bytes, str] = field(default_factory=dict)
    """Names as they are spelled, and as they are meant."""
    lines: list[int] = field(default_factory=list)

    def nodes(self, *kinds: str) -> Iterator[Node]:
        """Yield the nodes of these kinds."""
        for kind in sorted(kinds):
            yield from self.by_kind.get(kind, ())

    def release(self) -> None:
        """Part the nodes from one another."""
        for node in self.all:
            node.parent = None
        for node in self.comments:
            node.parent = None
        for known in (self.all, self.by_kind, self.comments, self.missing):
            known.clear()

    def place(self, at: int) -> tuple[int, int]:
        """Return 0-based line and 0-based column (in characters) of a byte."""
        if not self.lines:
            self.lines = [0, *(match.end() for match in re.finditer(rb"\n", self.data))]
        row = bisect_right(self.lines, at) - 1
        return row, len(self.data[self.lines[row] : at].decode(errors="replace"))


@cache
def kinds() -> Kinds:
    """Return what the grammar says of its kinds."""
    grammar = javascript()
    numbers = range(grammar.node_kind_count)
    names = [*(grammar.node_kind_for_id(number) or "" for number in numbers), WRONG]
    return Kinds(
        names,
        [*(bool(grammar.node_kind_is_named(number)) for number in numbers), True],
        [name not in FIELDLESS for name in names],
        [name not in LEAVES for name in names],
        [name in SPELLED for name in names],
        [name in OPENING for name in names],
        [grammar.field_name_for_id(number) or "" for number in range(grammar.field_count + 1)],
    )


def read_tree(text: str) -> Node:
    """Parse a script into light nodes; its comments are kept apart."""
    tree = parse_script(text)
    source = Source(text.encode(errors="replace"))
    source.has_error = tree.root_node.has_error
    root = Node(tree.root_node.type, tree.root_node.start_byte, tree.root_node.end_byte, source, None)
    source.by_kind.setdefault(root.kind, []).append(root)
    source.all.append(root)
    cursor = tree.walk()
    if cursor.goto_first_child():
        copy_below(cursor, root, source)
    return root


def copy_below(cursor: Any, root: Node, source: Source) -> None:
    """Copy all that a cursor at the first child of the root comes to."""
    names, named, asked, entered, spelled, opening, field_names = kinds()
    data, words = source.data, source.words
    has_error, found, comments = source.has_error, source.all, source.comments
    by_number: list[list[Node]] = [source.by_kind.setdefault(kind, []) for kind in names]
    # Every line here runs for each of thousands of nodes: calling Node as usual would add a sixth.
    bare: Any = Node.__new__
    inside, beside, outside = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
    wrong = len(names) - 1
    parent = around = root
    asking = root.kind not in FIELDLESS
    kids = root.kids = []
    fields = root.fields = {}
    while True:
        raw: Any = cursor.node
        number = raw.kind_id
        number = number if number < wrong else wrong
        is_named = named[number]
        field_number = cursor.field_id if asking else None
        if is_named or field_number or (has_error and raw.is_missing):
            node = bare(Node)
            node.kind = kind = names[number]
            node.start, node.end = raw.start_byte, raw.end_byte
            node.source, node.parent, node.around, node.word = source, parent, around, None
            node.kids, node.fields = NO_KIDS, NO_FIELDS
            if kind in SKIPPED:
                comments.append(node)
            else:
                found.append(node)
                by_number[number].append(node)
                if has_error and raw.is_missing:
                    source.missing.add(node)
                if field_number:
                    fields.setdefault(field_names[field_number], node)
                if is_named:
                    kids.append(node)
                    if (has_error or entered[number]) and inside():
                        parent, kids = node, []
                        node.kids = kids
                        if opening[number]:
                            node.around = around = node
                        asking = asked[number]
                        if asking:
                            fields = node.fields = {}
                        continue
                    if spelled[number]:
                        text = data[node.start : node.end]
                        word = words.get(text)
                        node.word = words.setdefault(text, spelling(text)) if word is None else word
        while not beside():
            if not outside() or parent.parent is None:
                return
            parent = parent.parent
            kids, fields, around = parent.kids, parent.fields, parent.around
            asking = fields is not NO_FIELDS


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
