"""A light copy of a syntax tree: asking tree-sitter's own nodes costs more than all the rules together."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

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

FIELDLESS = frozenset(
    {"program", "statement_block", "arguments", "array", "object", "formal_parameters", "object_pattern"}
    | {"parenthesized_expression", "expression_statement", "template_string", "array_pattern", "switch_body"}
    | {"return_statement", "spread_element", "template_substitution", "named_imports", "import_clause"}
)
"""Nodes whose children have no field names, which are dear to ask for."""

SIGNED = frozenset(
    {"binary_expression", "unary_expression", "update_expression", "augmented_assignment_expression"}
    | {"for_in_statement", "lexical_declaration"}
)
"""Nodes of which a mere token has a field name: an operator, or the kind of a declaration."""

WRONG, WRONG_NUMBER = "ERROR", 0xFFFF
"""The kind of what cannot be parsed; its number is beyond the grammar's own."""

COMMENT, LEAF, WORD, NAME, INNER, TELLER, OPENER = range(7)
"""What is done with a node of a kind."""

NOTHING, NAMED, TOKENS = range(3)
"""Which children of a node are asked for their field name."""


class Kind(NamedTuple):
    """A kind of named nodes: its name, what is done with them, and with the field names in them."""

    name: str
    role: int
    asked: int


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
        self.around: Any = None
        """The innermost node that opens a scope, of a node that has parts: this one or one around it."""
        self.kids = NO_KIDS
        self.fields = NO_FIELDS
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
    telling: list[Node] = field(default_factory=list)
    """What declares, opens a scope or gives a value."""
    identifiers: list[Node] = field(default_factory=list)
    """What is looked up in scopes where it declares nothing."""
    by_kind: dict[str, list[Node]] = field(default_factory=dict)
    has_error: bool = False
    missing: list[Node] = field(default_factory=list)
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
        for kind, nodes in self.by_kind.items():
            if kind not in LEAVES or self.has_error:
                for node in nodes:
                    node.kids, node.fields, node.around = NO_KIDS, NO_FIELDS, None
        for known in (self.telling, self.identifiers, self.by_kind, self.missing):
            known.clear()

    @property
    def comments(self) -> list[Node]:
        """The comments, which are no children of any node."""
        return [*self.nodes(*SKIPPED)]

    def place(self, at: int) -> tuple[int, int]:
        """Return 0-based line and 0-based column (in characters) of a byte."""
        if not self.lines:
            self.lines = [0, *(match.end() for match in re.finditer(rb"\n", self.data))]
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


@cache
def kinds() -> dict[int, Kind]:
    """Return the kinds of named nodes by the grammar's numbers."""
    grammar = javascript()
    numbers = filter(grammar.node_kind_is_named, range(grammar.node_kind_count))
    return {n: kind_of(grammar.node_kind_for_id(n) or "") for n in numbers} | {WRONG_NUMBER: kind_of(WRONG)}


def kind_of(name: str) -> Kind:
    """Return what is done with the nodes of a kind."""
    asked = NOTHING if name in FIELDLESS else TOKENS if name in SIGNED else NAMED
    if name in LEAVES:
        return Kind(name, NAME if name in IDENTIFIERS else WORD if name in SPELLED else LEAF, asked)
    if name in SKIPPED:
        return Kind(name, COMMENT, asked)
    return Kind(name, OPENER if name in OPENING else TELLER if name in TELLING else INNER, asked)


@cache
def field_names() -> list[str]:
    """Return the names of the grammar's fields by their numbers."""
    grammar = javascript()
    return [grammar.field_name_for_id(number) or "" for number in range(grammar.field_count + 1)]


def read_tree(text: str) -> Node:
    """Parse a script into light nodes; its comments are kept apart."""
    tree = parse_script(text)
    if tree.root_node.has_error and (other := without_odd_escapes(text)) != text:
        retried = parse_script(other)
        tree = tree if retried.root_node.has_error else retried
    source = Source(text.encode(errors="replace"))
    source.has_error = tree.root_node.has_error
    root = Node(tree.root_node.type, tree.root_node.start_byte, tree.root_node.end_byte, source, None)
    source.by_kind[root.kind] = [root]
    cursor = tree.walk()
    if cursor.goto_first_child():
        copy_below(cursor, root)
    if source.has_error:
        source.missing = made_up(tree.walk(), source)
    return root


def without_odd_escapes(text: str) -> str:
    """Return a script of the same length whose tagged templates hold no escapes that only their tag can read.

    tree-sitter takes these for errors; in templates without a tag they are, which a real engine tells.
    """
    return TAGGED.sub(lambda found: ODD_ESCAPE.sub(r"\\-", found[0]), text)


def copy_below(cursor: Any, root: Node) -> None:
    """Copy all that a cursor at the first child of the root comes to."""
    source = root.source
    data, words, names = source.data, source.words, field_names()
    tell, name = source.telling.append, source.identifiers.append
    table: dict[int, tuple[str, int, int, Any]] = {
        number: (*kind, source.by_kind.setdefault(kind.name, []).append) for number, kind in kinds().items()
    }
    enters = LEAF if source.has_error else INNER
    # Every line here runs for each of thousands of nodes: calling Node as usual would add a sixth.
    bare: Any = Node.__new__
    inside, beside, outside = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
    parent = around = root.around = root
    asking = NOTHING if root.kind in FIELDLESS else NAMED
    kids = root.kids = []
    fields = root.fields = {}
    while True:
        raw: Any = cursor.node
        what = table.get(raw.kind_id)
        if what is not None:
            node = bare(Node)
            node.kind, role, asked, note = what
            node.start, node.end = start, end = raw.start_byte, raw.end_byte
            node.source, node.parent, node.word = source, parent, None
            node.kids, node.fields = NO_KIDS, NO_FIELDS
            note(node)
            if role != COMMENT:
                kids.append(node)
                if asking and (number := cursor.field_id):
                    fields.setdefault(names[number], node)
                if WORD <= role <= NAME:
                    text = data[start:end]
                    word = words.get(text)
                    node.word = words.setdefault(text, spelling(text)) if word is None else word
                    if role == NAME:
                        name(node)
                elif role >= TELLER:
                    tell(node)
                if role >= enters and inside():
                    parent, asking = node, asked
                    if role == OPENER:
                        around = node
                    node.around = around
                    kids = node.kids = []
                    if asked:
                        fields = node.fields = {}
                    continue
        elif asking == TOKENS and (number := cursor.field_id):
            fields.setdefault(names[number], Node(raw.type, raw.start_byte, raw.end_byte, source, parent))
        while not beside():
            if not outside() or parent.parent is None:
                return
            parent = parent.parent
            kids, fields, around = parent.kids, parent.fields, parent.around
            asking = NOTHING if fields is NO_FIELDS else TOKENS if parent.kind in SIGNED else NAMED


def made_up(cursor: Any, source: Source) -> list[Node]:
    """Return what the parser made up to go on, from a cursor at the root."""
    found: list[Node] = []
    while True:
        raw = cursor.node
        if raw.is_missing:
            found.append(Node(raw.type, raw.start_byte, raw.end_byte, source, None))
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return found


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
