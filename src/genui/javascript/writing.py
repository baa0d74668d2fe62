"""Writing a syntax tree with the least that says the same."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from genui.javascript.levels import CALL, PLACES, level_of, needless
from genui.javascript.methods import fixed_in
from genui.javascript.scopes import NAMES
from genui.javascript.syntax import decoded, is_sequence, takes_one_name
from genui.javascript.tokens import (
    GLOBAL,
    HELD,
    KEY,
    MADE,
    MEMBER,
    METHOD,
    METHOD_HELD,
    OPEN,
    OPTIONAL,
    RECEIVER,
    SEMICOLON,
    STRING,
    marked,
)

if TYPE_CHECKING:
    from tree_sitter import Node

ATOMS = frozenset({"string", "regex"})
"""Nodes that are one token here."""

STATEMENTS = frozenset(
    {"expression_statement", "lexical_declaration", "variable_declaration", "return_statement"}
    | {"throw_statement", "break_statement", "continue_statement", "do_statement", "debugger_statement"}
    | {"field_definition", "import_statement", "export_statement"}
)
"""Nodes that end with a semicolon, said or not."""

LISTS = frozenset({"object", "object_pattern", "arguments", "formal_parameters", "array", "array_pattern"})
"""Nodes that may have a comma at their end, which says nothing."""

PRIVATE = "private_property_identifier"
SHORTHANDS = frozenset({"shorthand_property_identifier", "shorthand_property_identifier_pattern"})
SHORT = {"const": ("let",), "true": ("!0",), "false": ("!1",), "undefined": ("void", "0")}
"""Words with a shorter way to say them: nothing is ever assigned to what was a constant."""

VALUES = {"undefined": "void 0", "null": "null"}
"""Values that a page may say by a name."""

KEYS = frozenset({"pair", "pair_pattern", "import_statement", "import_specifier", "method_definition"})
"""Nodes whose strings are names, not values."""

STATIC = re.compile(r"(?:Object|Array|JSON|Math|Number)\.\w+\Z")
"""Functions of the platform that need no object to be called on."""

MOST_ARGUMENTS = 3
"""The most that a function gets which stands for a method."""

MADE_OF = {"Date": (1,), "Map": (0, 1), "Promise": (1,), "ResizeObserver": (1,), "Set": (0, 1)}
"""How many arguments make the same with `new` and by a function that passes one on, if only nothing."""

THOUSANDS = re.compile(r"([1-9]\d*?)(0{3,})\Z")

Tokens = list[str]


@dataclass(frozen=True, slots=True)
class Names:
    """What names are written as, by the byte at which each stands, and whether a page decides more."""

    renamed: Mapping[int, str]
    marks: bool = False
    built: frozenset[str] = frozenset()
    """Names of functions that something is made with, so that they stay functions."""
    lone: Mapping[int, "Node"] = field(default_factory=dict)
    """What is said in the one place where a variable for it stands, by the byte of that place."""
    left: frozenset[int] = frozenset()
    """Where the declarations of such variables begin."""
    called: frozenset[int] = frozenset()
    """Where functions begin whose every call is known to give no more than they take."""
    known: dict[int, "Code | None"] = field(default_factory=dict)
    """What became of each statement that was to be an expression, by its node."""
    members: dict[int, "Tokens"] = field(default_factory=dict)
    """What is written for a name that a pattern took from a parameter, by the byte at which it stands."""


@dataclass(frozen=True, slots=True)
class Code:
    """An expression as tokens, and the level at which its parts hold together."""

    tokens: Tokens
    level: int


def expression(node: "Node", names: Names) -> Code:
    """Return an expression without the parentheses around it that say nothing."""
    while node.type == "parenthesized_expression":
        inside = [child for child in node.named_children if child.type != "comment"]
        if len(inside) != 1:
            break
        node = inside[0]
    if node.type in NAMES and node.start_byte in names.lone:
        return expression(names.lone[node.start_byte], names)
    known = EXPRESSIONS[node.type](node, names) if node.type in EXPRESSIONS else None
    return known or Code(tokens_of(node, names), level_of(node))


def held(code: Code, least: int) -> Tokens:
    """Return an expression for a place that asks for a level."""
    return code.tokens if code.level >= least else ["(", *code.tokens, ")"]


def tokens_of(node: "Node", names: Names) -> Tokens:
    """Return the tokens of a node."""
    kind = node.type
    if kind in WRITERS:
        return WRITERS[kind](node, names)
    if node.start_byte in names.lone and kind in NAMES:
        place = node.parent.type if node.parent is not None and kind not in SHORTHANDS else "pair"
        value = held(expression(names.lone[node.start_byte], names), PLACES.get(place, CALL))
        return [*said_key(decoded(node), names), ":", *value] if kind in SHORTHANDS else value
    if node.start_byte in names.members and kind in NAMES:
        member_ = names.members[node.start_byte]
        return [*said_key(decoded(node), names), ":", *member_] if kind in SHORTHANDS else member_
    if kind in SHORTHANDS and node.start_byte in names.renamed:
        return [*said_key(decoded(node), names), ":", names.renamed[node.start_byte]]
    if kind in NAMES or kind == PRIVATE:
        return [names.renamed.get(node.start_byte, decoded(node))]
    if kind in VALUES and names.marks:
        return [marked(GLOBAL, VALUES[kind])]
    if kind in SHORT:
        return [*SHORT[kind]]
    if node.child_count == 0 or kind in ATOMS:
        return [decoded(node)]
    found: Tokens = []
    for child in kept_children(node):
        if child.type == ";" and (kind in STATEMENTS or kind == "class_body"):
            found.append(SEMICOLON)
        else:
            found += tokens_of(child, names)
    return ended(kind, found)


def ended(kind: str, tokens: Tokens) -> Tokens:
    """Append the end of a statement that has no semicolon of its own."""
    if kind in STATEMENTS and tokens[-1] is not SEMICOLON:
        tokens.append(SEMICOLON)
    return tokens


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


def statements_in(node: "Node") -> list["Node"]:
    """Return the statements of a block."""
    skipped = ("comment", "hash_bang_line", "empty_statement")
    body = [child for child in node.named_children if child.type not in skipped]
    if node.type == "switch_case":
        return body[1:]
    return body


def written_in(node: "Node", names: Names) -> list["Node"]:
    """Return the statements of a block less the functions that are said elsewhere."""
    return [each for each in statements_in(node) if each.start_byte not in names.left]


def part_of(node: "Node", field: str, names: Names) -> Tokens:
    """Return the tokens of a part of a node, none where it has no such part."""
    part = node.child_by_field_name(field)
    return [] if part is None else tokens_of(part, names)


def number(node: "Node", names: Names) -> Tokens:
    """Write a number: `.5`, `6e4`."""
    text = decoded(node)
    if re.fullmatch(r"0\.\d+", text):
        return [text[1:]]
    found = THOUSANDS.fullmatch(text)
    return [f"{found[1]}e{len(found[2])}" if found else text]


def string(node: "Node", names: Names) -> Tokens:
    """Write a string; the page may say it once for all."""
    text = decoded(node)
    parent = node.parent
    is_key = parent is None or (parent.type in KEYS and parent.child_by_field_name("value") != node)
    if text[0] == "'" and not re.search(r"[\"\\]", text):
        text = f'"{text[1:-1]}"'
    if not names.marks or is_key or parent.type == "expression_statement" or text[0] == "'" or OPEN in text:  # type: ignore[union-attr]
        return [text]
    return [marked(STRING, text)]


def pair(node: "Node", names: Names) -> Tokens:
    """Write `key: value`; the page may say the key once for all."""
    key, children = node.child_by_field_name("key"), kept_children(node)
    if not names.marks or key is None or key.type not in ("property_identifier", "string"):
        return [token for child in children for token in tokens_of(child, names)]
    said = tokens_of(key, names)
    if key.type == "property_identifier" or (said[0][0] == '"' and not re.search(rf"[\\{OPEN}]", said[0])):
        said = said_key(said[0].strip('"'), names)
    sign, *value = [token for child in children[1:] for token in tokens_of(child, names)]
    if node.type == "pair" and value[1:2] == ["="]:
        value = ["(", *value, ")"]  # behind a name that is a key and a variable it would be a default
    return [*said, sign, *value]


def method(node: "Node", names: Names) -> Tokens:
    """Write a method; the page may say the name of an object's once for all."""
    first, *rest = kept_children(node)
    of = node.parent
    if first.type != "property_identifier" or of is None or of.type != "object":
        return [token for child in (first, *rest) for token in tokens_of(child, names)]
    return [*said_key(decoded(first), names), *(token for child in rest for token in tokens_of(child, names))]


def said_key(name: str, names: Names) -> Tokens:
    """Write the name of a member; the page may say it once for all."""
    return [marked(KEY, f'"{name}"') if names.marks and name != "__proto__" else name]


def member(node: "Node", names: Names) -> Tokens:
    """Write `a.b`; the page may say the member's name once for all."""
    of, name = node.child_by_field_name("object"), node.child_by_field_name("property")
    optional = any(child.type == "optional_chain" for child in node.children)
    if of is None or name is None:
        return []
    if not optional and (chain := static(of, name, names)):
        return [marked(GLOBAL, chain)]
    before = tokens_of(of, names)
    if name.type == PRIVATE or not names.marks:
        return [*before, "?." if optional else ".", *tokens_of(name, names)]
    if optional:
        return [*before, "?.", marked(OPTIONAL, decoded(name))]
    return [*before, marked(MEMBER, decoded(name))]


def static(of: "Node", name: "Node", names: Names) -> str:
    """Return a function of the platform that needs no object, "" for every other member."""
    begun = names.renamed.get(of.start_byte, "") if of.type == "identifier" else ""
    chain = f"{decoded(of)}.{decoded(name)}"
    return chain if begun.startswith(OPEN + GLOBAL) and STATIC.match(chain) else ""


def call(node: "Node", names: Names) -> Tokens:
    """Write a call; the page may have a function for a method: `map(a, b)` for `a.map(b)`."""
    callee, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if callee is None or given is None or not (names.marks and is_plain_call(node, callee, given)):
        return [token for child in kept_children(node) for token in tokens_of(child, names)]
    of, name = callee.child_by_field_name("object"), callee.child_by_field_name("property")
    if of is None or name is None or static(of, name, names):
        return [*tokens_of(callee, names), *tokens_of(given, names)]
    number = sum(child.type != "comment" for child in given.named_children)
    receiver, told = tokens_of(of, names), f"{decoded(name)}/{number}"
    rest = tokens_of(given, names)[1:]
    if (fixed := fixed_in(told, rest)) is not None:
        told, rest = fixed
    is_held = of.type == "parenthesized_expression" and receiver[0] == "(" and not is_sequence(of)
    begin, end = (HELD, METHOD_HELD) if is_held else (RECEIVER, METHOD)
    receiver = receiver[1:-1] if is_held else receiver
    return [marked(begin, told), *receiver, marked(end, told), *rest]


def is_plain_call(node: "Node", callee: "Node", given: "Node") -> bool:
    """Tell whether a call is one of a method by its name, whatever stands before it, with a few arguments."""
    name, of = callee.child_by_field_name("property"), callee.child_by_field_name("object")
    kinds = [child.type for child in given.named_children if child.type != "comment"]
    if callee.type != "member_expression" or given.type != "arguments" or name is None or of is None:
        return False
    if name.type == PRIVATE or of.type == "super" or "spread_element" in kinds or len(kinds) > MOST_ARGUMENTS:
        return False
    link: Node | None = node
    while link is not None and link.type != "parenthesized_expression":
        if any(child.type == "optional_chain" for child in link.children):
            return False
        link = link.child_by_field_name("object") or link.child_by_field_name("function")
    return True


def parenthesized(node: "Node", names: Names) -> Tokens:
    """Write what stands in parentheses, with them where they say something."""
    if (inner := needless(node)) is not None:
        return tokens_of(inner, names)
    return [token for child in kept_children(node) for token in tokens_of(child, names)]


def created(node: "Node", names: Names) -> Tokens:
    """Write `new A` without the parentheses that nothing stands in; the page may have a function for it."""
    made, given = node.child_by_field_name("constructor"), node.child_by_field_name("arguments")
    if made is not None and names.renamed.get(made.start_byte, "").startswith(OPEN + GLOBAL):
        kinds = [] if given is None else [child.type for child in given.named_children]
        if len(kinds) in MADE_OF.get(decoded(made), ()) and {"comment", "spread_element"}.isdisjoint(kinds):
            return [marked(MADE, decoded(made)), *(tokens_of(given, names) if given is not None else "()")]
    found = [tokens_of(child, names) for child in kept_children(node)]
    parent = node.parent
    ends = parent is None or parent.type not in (
        "member_expression",
        "subscript_expression",
        "call_expression",
    )
    if ends and found[-1] == ["(", ")"]:
        found.pop()
    return [token for part in found for token in part]


def binary(node: "Node", names: Names) -> Tokens:
    """Write an operation: the type of a value equals a word as well as it is identical."""
    if (absent := nothing(node, names)) is not None:
        return absent
    found: Tokens = []
    sides = [node.child_by_field_name("left"), node.child_by_field_name("right")]
    typed = any(
        side is not None and side.type == "unary_expression" and side.children[0].type == "typeof"
        for side in sides
    )
    told = any(side is not None and side.type == "string" for side in sides)
    for child in kept_children(node):
        if child.type in ("===", "!==") and typed and told:
            found.append(child.type[:2])
        else:
            found += tokens_of(child, names)
    return found


def nothing(node: "Node", names: Names) -> Tokens | None:
    """Write `a == null` for `a === null || a === undefined`, and its opposite."""
    sign = decoded(node.child_by_field_name("operator"))
    equal = {"||": "===", "&&": "!=="}.get(sign)
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if equal is None or left is None or right is None:
        return None
    before: Tokens = []
    if left.type == "binary_expression" and decoded(left.child_by_field_name("operator")) == sign:
        inner = left.child_by_field_name("left")
        last = left.child_by_field_name("right")
        if inner is None or last is None or compared(last, equal) is None:
            return None
        before, left = [*tokens_of(inner, names), sign], last
    one, other = compared(left, equal), compared(right, equal)
    if (
        one is None
        or other is None
        or one[0].text != other[0].text
        or {one[1], other[1]} != {"null", "undefined"}
    ):
        return None
    null = marked(GLOBAL, "null") if names.marks else "null"
    return [*before, *tokens_of(one[0], names), equal[:2], null]


def compared(node: "Node", sign: str) -> tuple["Node", str] | None:
    """Return what is compared with null or undefined, and with which of them."""
    if node.type != "binary_expression" or decoded(node.child_by_field_name("operator")) != sign:
        return None
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None or left.type not in ("identifier", "member_expression"):
        return None
    return (left, right.type) if right.type in ("null", "undefined") else None


EXPRESSIONS: dict[str, Callable[["Node", Names], Code | None]] = {}
"""How nodes are written that may come to an expression of another kind; `statements` adds its own."""

WRITERS = {
    "binary_expression": binary,
    "call_expression": call,
    "member_expression": member,
    "method_definition": method,
    "new_expression": created,
    "number": number,
    "pair": pair,
    "pair_pattern": pair,
    "parenthesized_expression": parenthesized,
    "string": string,
}
"""How nodes are written that are not simply what stands in them; `statements` adds its own."""
