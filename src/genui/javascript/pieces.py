"""Scripts that share one scope, cut into the pieces that a page takes or leaves."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from genui.javascript.calls import only_called
from genui.javascript.harmless import is_fixed, is_harmless, is_plain
from genui.javascript.minify import private_names
from genui.javascript.once import changed_names, said_once
from genui.javascript.scopes import NAMES, Scopes, rename_locals, renames_of, scopes_of
from genui.javascript.statements import arrow_of, in_order, is_free
from genui.javascript.syntax import bound_names, decoded, parse_script
from genui.javascript.tokens import (
    CLOSE,
    GLOBAL,
    KEY,
    MARK,
    MEMBER,
    METHOD,
    NAME,
    OPEN,
    SEMICOLON,
    joined,
    marked,
)
from genui.javascript.writing import Names, tokens_of

if TYPE_CHECKING:
    from tree_sitter import Node

WORD = re.compile(r"[\w$]+")
WORDS = re.compile(r"[A-Za-z][\w-]*")
RARE = "qponmlkjihgfe"
"""The letters that few pieces have variables by, the rarest first."""

LETTER = re.compile(rf"(?<![\w$])[{RARE}](?![\w$])")
PAIR = re.compile(r":[a-z](?:[,}]|=(?![=>]))")
PARTS = re.compile(f"({OPEN}[^{CLOSE}]*{CLOSE})")

VALUE, DECLARED, STATEMENT, ENTRY, BLOCK, RAW = "value", "declared", "statement", "entry", "block", "raw"
"""Kinds of pieces: `a=1` that can stand anywhere, `a=b` in its place, a statement, one that enters a function
in a table, one that needs no semicolon after it, and a script that does not parse."""

GLOBALS = frozenset(
    {
        "Array",
        "Boolean",
        "CSS",
        "Date",
        "Error",
        "Infinity",
        "Intl",
        "JSON",
        "Map",
        "Math",
        "MutationObserver",
    }
    | {"Number", "Object", "Promise", "RegExp", "ResizeObserver", "Set", "String", "URL", "clearTimeout"}
    | {"console", "document", "isFinite", "isNaN", "navigator", "parent"}
    | {"queueMicrotask", "requestAnimationFrame", "setTimeout", "window"}
)
"""Names of the platform that a page may say once: none of them changes."""


@dataclass(frozen=True, eq=False)
class Piece:
    """One declaration or statement at the top of a script, minified, with marks for what a page decides."""

    kind: str
    text: str
    names: tuple[str, ...] = ()
    """What it declares."""
    acts: bool = False
    """Whether it does more than to declare: it is in every page that has its file."""
    enters: str = ""
    """The table in which it does nothing but enter something."""
    entry: str = ""
    """By which name it does."""
    fixed: bool = False
    """Whether its name never means anything else."""

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The text cut at its marks, which stand between."""
        return tuple(PARTS.split(self.text))

    @cached_property
    def holes(self) -> tuple[str, ...]:
        """Its marks in order."""
        return self.parts[1::2]

    @cached_property
    def marks(self) -> Mapping[str, int]:
        """How often each mark stands in it."""
        return Counter(self.holes)

    @cached_property
    def letters(self) -> frozenset[str]:
        """The rare letters that stand in it by themselves, as its variables and parameters may."""
        return letters_in(self.parts)

    @cached_property
    def pairs(self) -> Mapping[tuple[str, str], int]:
        """How often it says a member with a variable of one letter: `told: a`, by the mark and the letter."""
        if OPEN + KEY not in self.text:
            return {}
        told = zip(self.holes, self.parts[2::2], strict=True)
        return Counter((mark, after[1]) for mark, after in told if mark[1] == KEY and PAIR.match(after))

    @cached_property
    def using(self) -> Mapping[str, "Piece"]:
        """Itself by the mark of each name of the top that it mentions and does not declare."""
        return {mark: self for mark in self.marks if mark[1] == NAME and mark[2:-1] not in self.names}

    @cached_property
    def links(self) -> frozenset[str]:
        """The names, and the tables and entries, that bring other pieces along."""
        return self.uses.union(self.names, self.reads)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words that stand anywhere in it."""
        return words_of(MARK.sub(r" \2 ", self.text))

    @cached_property
    def reads(self) -> frozenset[str]:
        """The members of what stands at the top that it mentions by name: `table.name`."""
        pairs = zip(self.parts[1::2], self.parts[2::2], self.parts[3::2], strict=False)
        return frozenset(
            f"{of[2:-1]}.{name[2:-1].partition('/')[0]}"
            for of, between, name in pairs
            if of[1] == NAME and not between and name[1] in (MEMBER, METHOD)
        )

    @cached_property
    def uses(self) -> frozenset[str]:
        """The names of the top that it mentions and does not declare."""
        if self.kind == RAW:
            return frozenset(WORD.findall(self.text))
        return frozenset(mark[2:-1] for mark in self.marks if mark[1] == NAME) - {*self.names}


def letters_in(parts: Sequence[str]) -> frozenset[str]:
    """Return the rare letters that stand by themselves in a text cut at its marks."""
    return frozenset(LETTER.findall(" ".join(parts[::2])))


def words_of(text: str) -> frozenset[str]:
    """Return all words in a text, less the numbers at their ends."""
    return frozenset(word.rstrip("0123456789") for word in WORDS.findall(text))


def pieces_of(texts: Mapping[str, str]) -> dict[str, tuple[Piece, ...]]:
    """Cut scripts that share one scope into pieces; one that does not parse is a piece as it is."""
    roots = {name: parse_script(text).root_node for name, text in texts.items()}
    raw = {
        name for name, root in roots.items() if root.has_error or OPEN in texts[name] or CLOSE in texts[name]
    }
    scopes = {name: scopes_of(root) for name, root in roots.items() if name not in raw}
    outside = {name: marked(NAME, name) for each in scopes.values() for name in each.all[0].declared}
    known = outside | {name: marked(GLOBAL, name) for name in GLOBALS if name not in outside}
    built = frozenset(name for root in roots.values() for name in built_names(root))
    called = only_called(scopes, [word for name in raw for word in WORD.findall(texts[name])])
    changed = changed_names(roots.values())
    found: dict[str, tuple[Piece, ...]] = {name: (Piece(RAW, texts[name], acts=True),) for name in raw}
    for name, each in scopes.items():
        rename_locals(each, {})
        renamed = renames_of(each, known) | private_names(roots[name])
        begins = frozenset(at for file, at in called if file == name)
        lone = said_once(each, changed)
        left = frozenset(value.parent.parent.start_byte for value in lone.values())  # type: ignore[union-attr]
        names = Names(unasked(each, renamed), marks=True, built=built, lone=lone, left=left, called=begins)
        found[name] = tuple(pieces_in(roots[name], names))
    return {name: found[name] for name in texts}


def unasked(scopes: Scopes, renamed: Mapping[int, str]) -> dict[int, str]:
    """Return new names less those of the platform after `typeof`, which asks whether there is one."""
    asked = {
        node.start_byte
        for node, _ in scopes.names
        if node.parent is not None
        and node.parent.type == "unary_expression"
        and renamed.get(node.start_byte, "").startswith(OPEN + GLOBAL)
    }
    return {at: name for at, name in renamed.items() if at not in asked}


def built_names(root: "Node") -> Iterable[str]:
    """Yield the names of what is made with `new`, extended, or asked for its prototype."""
    stack = [root]
    while stack:
        node = stack.pop()
        stack += node.children
        place = {"new_expression": "constructor", "member_expression": "object"}.get(node.type)
        if node.type == "class_heritage":
            yield from (decoded(child) for child in node.named_children)
        elif place and (node.type == "new_expression" or decoded(node).endswith(".prototype")):
            yield decoded(node.child_by_field_name(place))
        elif node.type == "binary_expression" and node.children[1].type == "instanceof":
            yield decoded(node.child_by_field_name("right"))


def pieces_in(root: "Node", names: Names) -> Iterable[Piece]:
    """Yield the pieces of one script in order."""
    for node in root.named_children:
        if node.type in ("comment", "empty_statement"):
            continue
        if node.type == "lexical_declaration":
            fixed = node.children[0].type == "const"
            parts = [each for each in node.named_children if each.type != "comment"]
            yield from (declared(each, names, fixed=fixed) for each in parts)
        elif node.type == "function_declaration" and is_free(node, names):
            name = node.child_by_field_name("name")
            text = joined([*tokens_of(name, names), "=", *arrow_of(node, names)])  # type: ignore[arg-type]
            yield Piece(VALUE, text, (decoded(name),), fixed=True)
        elif node.type in ("function_declaration", "generator_function_declaration", "class_declaration"):
            text = joined(tokens_of(node, names))
            yield Piece(BLOCK, text, (decoded(node.child_by_field_name("name")),), acts=not is_harmless(node))
        else:
            tokens = in_order([node], [], names)
            kind = STATEMENT if tokens[-1] is SEMICOLON else BLOCK
            table, entry = entered(node)
            kind = ENTRY if table and is_fixed(node.named_children[0].named_children[-1]) else kind
            yield Piece(kind, joined(tokens), acts=True, enters=table, entry=entry)


def declared(node: "Node", names: Names, *, fixed: bool) -> Piece:
    """Return the piece of one declarator."""
    pattern, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    known = tuple(bound_names(pattern))
    text = joined(tokens_of(node, names))
    plain = pattern is not None and pattern.type == "identifier"
    harmless = plain and (value is None or is_harmless(value))
    early = harmless and (value is None or is_plain(value) or not names_in(value, names))
    return Piece(VALUE if early else DECLARED, text, known, acts=not harmless, fixed=fixed)


def names_in(node: "Node", names: Names) -> bool:
    """Tell whether an expression mentions anything that a script declares at its top."""
    stack = [node]
    while stack:
        each = stack.pop()
        if each.type in NAMES and names.renamed.get(each.start_byte, "").startswith(OPEN + NAME):
            return True
        stack += each.children
    return False


def entered(node: "Node") -> tuple[str, str]:
    """Return the table in which a statement enters something, and by which name: `table.name = harmless`."""
    inside = node.named_children
    if node.type != "expression_statement" or inside[0].type != "assignment_expression":
        return "", ""
    left, right = inside[0].child_by_field_name("left"), inside[0].child_by_field_name("right")
    of = left.child_by_field_name("object") if left is not None and left.type == "member_expression" else None
    if left is None or of is None or of.type != "identifier" or right is None or not is_harmless(right):
        return "", ""
    return decoded(of), decoded(left.child_by_field_name("property"))
