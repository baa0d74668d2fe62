"""The syntax tree of a script, from tree-sitter, and what an engine refuses before it runs anything."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tree_sitter import Parser, Tree


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

COMMENTS = frozenset({"comment", "html_comment"})
"""They are no children of any node."""

FUNCTIONS = frozenset(
    {"function_declaration", "function_expression", "generator_function", "generator_function_declaration"}
    | {"arrow_function", "method_definition", "class_static_block"}
)
MEMBERS = frozenset({"member_expression", "subscript_expression"})
CALLS = frozenset({"call_expression", "new_expression"})
ASSIGNING = frozenset({"assignment_expression", "augmented_assignment_expression"})
LOGICAL = frozenset({"||", "&&", "??"})


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
        """An identifier with its escapes read: `\\u0065val` is eval. Of a string, what it says."""
        raw = self.raw[1:-1] if self.kind in ("string", "template_string") else self.raw
        return unescaped(raw) if b"\\" in raw else raw.decode(errors="replace")

    @property
    def operator(self) -> str:
        """The operator of an expression."""
        return self.fields["operator"].text if "operator" in self.fields else ""

    @property
    def callee(self) -> "Node | None":
        """What a call or new expression calls."""
        return self.fields.get("function") or self.fields.get("constructor")

    @property
    def arguments(self) -> "list[Node]":
        """The arguments of a call or new expression; of a tagged template what is placed in it."""
        return self.fields["arguments"].kids if "arguments" in self.fields else []

    @property
    def member(self) -> str:
        """The name of the member that a member expression takes, where it is written out."""
        return self.fields["property"].name if "property" in self.fields else ""

    @property
    def owner(self) -> "Node | None":
        """What a member is taken from."""
        return self.fields.get("object")

    @property
    def function(self) -> "Node | None":
        """The innermost function around this node."""
        return next((up for up in self.up() if up.kind in FUNCTIONS), None)

    @property
    def call(self) -> "Node | None":
        """The call that this node is an argument of."""
        return self.parent.parent if self.parent is not None and self.parent.kind == "arguments" else None

    @property
    def is_target(self) -> bool:
        """True where a value is put here, not taken from here."""
        return self.parent is not None and self.parent.kind in ASSIGNING and self.parent.get("left") is self

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
        """Yield this node and those in it, in source order."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.kids))


@dataclass(eq=False)
class Source:
    """The bytes of a script and its nodes by kind, in source order."""

    data: bytes
    has_error: bool = False
    by_kind: dict[str, list[Node]] = field(default_factory=dict)
    missing: list[Node] = field(default_factory=list)
    """Nodes that the parser made up, to go on."""

    def nodes(self, *kinds: str) -> Iterator[Node]:
        """Yield the nodes of these kinds, one kind after the other."""
        for kind in sorted(kinds):
            yield from self.by_kind.get(kind, ())

    @cached_property
    def lines(self) -> list[int]:
        """The byte at which each line begins."""
        return [0, *(match.end() for match in re.finditer(rb"\n", self.data))]

    def place(self, at: int) -> tuple[int, int]:
        """Return 0-based line and 0-based column (in characters) of a byte."""
        row = bisect_right(self.lines, at) - 1
        return row, len(self.data[self.lines[row] : at].decode(errors="replace"))


@cache
def parser() -> "Parser":
    """Return the parser that the whole process shares."""
    import tree_sitter_javascript
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_javascript.language()))


def parse_script(text: str) -> "Tree":
    """Parse a script; lone surrogates become question marks, as no file could hold them."""
    return parser().parse(text.encode(errors="replace"))


def read_tree(text: str) -> Node:
    """Parse a script into a tree whose nodes know their parents and fields; its comments are kept apart."""
    tree = parse_script(text)
    if tree.root_node.has_error and (other := TAGGED.sub(readable, text)) != text:
        retried = parse_script(other)
        tree = tree if retried.root_node.has_error else retried
    source = Source(text.encode(errors="replace"), tree.root_node.has_error)
    root = Node(tree.root_node.type, tree.root_node.start_byte, tree.root_node.end_byte, source, None)
    source.by_kind[root.kind] = [root]
    pending = children_of(tree.root_node, root)
    while pending:
        raw, parent, name = pending.pop()
        if raw.type == "parenthesized_expression" and not raw.has_error:
            # Parentheses say nothing that the tree does not: without them no check has to look through them.
            pending += reversed([(inner, parent, name) for inner in raw.named_children])
            continue
        node = Node(raw.type, raw.start_byte, raw.end_byte, source, parent)
        if raw.is_missing:
            source.missing.append(node)
        if raw.is_named:
            source.by_kind.setdefault(node.kind, []).append(node)
        if node.kind in COMMENTS:
            continue
        if name:
            parent.fields.setdefault(name, node)
        if raw.is_named:
            parent.kids.append(node)
            pending += children_of(raw, node)
    return root


def children_of(raw: Any, parent: Node) -> list[tuple[Any, Node, str | None]]:
    """Return the children of tree-sitter's node, the last one first, with their parent and field names."""
    found: list[tuple[Any, Node, str | None]] = []
    cursor = raw.walk()
    more = cursor.goto_first_child()
    while more:
        found.append((cursor.node, parent, cursor.field_name))
        more = cursor.goto_next_sibling()
    return found[::-1]


def readable(template: re.Match[str]) -> str:
    """Return a tagged template of the same length without escapes that only its tag can read.

    tree-sitter takes these for errors; in templates without a tag they are, which a real engine tells.
    """
    return ODD_ESCAPE.sub(r"\\-", template[0])


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


STOP = "\n;)\n"
"""Ends every check: what comes first is the script's own error, and nothing ever runs."""

PLACE = re.compile(r"<input>:(\d+):(\d+)")
MEMORY = 128 << 20
SECONDS = 3


def early_error(root: Node, *, module: bool) -> tuple[int, int, str] | None:
    """Return line and column (1-based) and message of the first early error; the script never runs.

    There is none where the wheel of QuickJS does not exist: it is not built for every platform.
    """
    try:
        import quickjs
    except ImportError:
        return None
    # A context belongs to its thread; a new one takes 0.1 ms.
    context = quickjs.Context()
    context.set_memory_limit(MEMORY)
    context.set_time_limit(SECONDS)
    text = without_imports(root)
    head = 'async function page() { "use strict";\n' if module else "function page() {\n"
    try:
        context.eval(f"{head}{text}\n}}{STOP}")
    except quickjs.StackOverflow:
        return None
    except quickjs.JSException as error:
        message, _, trace = str(error).partition("\n")
        place = PLACE.search(trace)
        line, column = (int(place[1]) - 1, int(place[2])) if place else (1, 1)
        is_own = line <= text.count("\n") + 1
        return (line, column, message.removeprefix("SyntaxError: ")) if is_own else None
    return None


def without_imports(root: Node) -> str:
    """Return a script with spaces in place of what only modules may have."""
    data = bytearray(root.source.data)
    for node in root.kids:
        if node.kind in ("import_statement", "export_statement"):
            declaration = node.get("declaration") or node.get("value")
            end = declaration.start if declaration is not None else node.end
            data[node.start : end] = re.sub(rb"[^\n]", b" ", bytes(data[node.start : end]))
    return data.decode(errors="replace")
