"""Lexical scopes of a script: which declaration each name means, and short names that mean the same."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, product
from typing import TYPE_CHECKING

from genui.javascript.syntax import bound_names, decoded

if TYPE_CHECKING:
    from tree_sitter import Node

NAMES = frozenset({"identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"})
"""Nodes that are a variable's name."""

FUNCTIONS = frozenset(
    {"function_declaration", "generator_function_declaration", "function_expression", "generator_function"}
    | {"arrow_function", "method_definition"}
)
BLOCKS = frozenset(
    {"statement_block", "for_statement", "for_in_statement", "switch_body", "catch_clause", "class"}
    | {"class_declaration", "class_static_block"}
)

LOWER, UPPER = "abcdefghijklmnopq", "ABCDEFGHIJKLMNOPQRSTUVWXYZ_$rstuvwxyz"
"""How names of variables in functions begin, and those of the top: neither hides the other."""
DIGITS = "0123456789"
RESERVED = frozenset({"as", "do", "if", "in", "is", "of"})


@dataclass(eq=False, slots=True)
class Scope:
    """A region of the script with the names it declares."""

    parent: "Scope | None"
    is_function: bool = False
    declared: set[str] = field(default_factory=set)
    passing: set[tuple["Scope | None", str]] = field(default_factory=set)
    """What is used in this scope or inside it and declared outside: where, and by which name."""
    used: Counter[str] = field(default_factory=Counter)
    """How often each name declared here is used."""
    renamed: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scopes:
    """All scopes of a script, outer ones first, and the scope in which each name stands."""

    all: tuple[Scope, ...]
    names: tuple[tuple["Node", Scope], ...]


def scopes_of(root: "Node") -> Scopes:
    """Return the scopes of a script with every use of a name resolved."""
    top = Scope(None, is_function=True)
    all_scopes, names = [top], list[tuple["Node", Scope]]()
    stack = [(child, top) for child in reversed(root.children)]
    while stack:
        node, scope = stack.pop()
        if node.type in NAMES:
            names.append((node, scope))
            continue
        inner = scope
        if opens_scope(node):
            inner = Scope(scope, is_function=node.type in FUNCTIONS)
            all_scopes.append(inner)
        declare(node, scope, inner)
        stack += [(child, inner) for child in reversed(node.children)]
    for node, scope in names:
        resolve(decoded(node), scope)
    return Scopes(tuple(all_scopes), tuple(names))


def opens_scope(node: "Node") -> bool:
    """Tell whether a node begins a scope; the body of a function shares that of its parameters."""
    if node.type in FUNCTIONS:
        return True
    body = node.type == "statement_block" and node.parent is not None
    return node.type in BLOCKS and not (body and node.parent.type in FUNCTIONS | {"catch_clause"})  # type: ignore[union-attr]


def declare(node: "Node", outer: Scope, inner: Scope) -> None:
    """Note what a node declares, and where."""
    kind = node.type
    if kind in ("function_declaration", "generator_function_declaration", "class_declaration"):
        outer.declared.add(decoded(node.child_by_field_name("name")))
    elif kind in ("function_expression", "generator_function", "class"):
        inner.declared.update(bound_names(node.child_by_field_name("name")))
    elif kind == "lexical_declaration":
        outer.declared.update(declarators(node))
    elif kind == "variable_declaration":
        function_of(outer).declared.update(declarators(node))
    elif kind == "for_in_statement" and node.child_by_field_name("kind") is not None:
        inner.declared.update(bound_names(node.child_by_field_name("left")))
    elif kind == "catch_clause":
        inner.declared.update(bound_names(node.child_by_field_name("parameter")))
    elif kind in ("import_clause", "namespace_import", "import_specifier"):
        name = node.child_by_field_name("alias") or node.child_by_field_name("name")
        outer.declared.update(bound_names(name) if name is not None else imported(node))
    if kind in FUNCTIONS:
        parameters = node.child_by_field_name("parameters") or node.child_by_field_name("parameter")
        inner.declared.update(bound_names(parameters))


def imported(node: "Node") -> list[str]:
    """Return the names that stand plainly in an import."""
    return [decoded(child) for child in node.named_children if child.type == "identifier"]


def declarators(node: "Node") -> Iterator[str]:
    """Yield the names that a declaration binds."""
    for declarator in node.named_children:
        yield from bound_names(declarator.child_by_field_name("name"))


def function_of(scope: Scope) -> Scope:
    """Return the nearest function's scope, where `var` declares."""
    while not scope.is_function and scope.parent is not None:
        scope = scope.parent
    return scope


def resolve(name: str, scope: Scope) -> None:
    """Count a use of a name where it is declared, and note it in every scope on the way there."""
    home: Scope | None = scope
    while home is not None and name not in home.declared:
        home = home.parent
    if home is not None:
        home.used[name] += 1
    at: Scope | None = scope
    while at is not home and at is not None:
        at.passing.add((home, name))
        at = at.parent


def rename_locals(scopes: Scopes, outside: Mapping[str, str]) -> None:
    """Give every name declared below the top the shortest one that means nothing else there.

    `outside` has the new names of what is declared at the top of this or another script.
    """
    top = scopes.all[0]
    for scope in scopes.all[1:]:
        taken = {
            outside.get(name, name) if home is None or home is top else home.renamed.get(name, name)
            for home, name in scope.passing
        }
        free = (name for name in short_names(LOWER) if name not in taken)
        for name in sorted(scope.declared, key=lambda name: (-scope.used[name], name)):
            scope.renamed[name] = next(free)


def renames_of(scopes: Scopes, outside: Mapping[str, str]) -> dict[int, str]:
    """Return the new name of each use of a name, by the byte at which it stands."""
    top = scopes.all[0]
    renames: dict[int, str] = {}
    for node, scope in scopes.names:
        name = decoded(node)
        home: Scope | None = scope
        while home is not None and name not in home.declared:
            home = home.parent
        new = outside.get(name, name) if home is None or home is top else home.renamed.get(name, name)
        if new != name:
            renames[node.start_byte] = new
    return renames


def names_for(uses: Mapping[str, int], kept: Iterable[str]) -> dict[str, str]:
    """Return short names for what scripts declare at their top, the shortest for what is used most.

    They begin as no short local name does, so that neither hides the other.
    """
    taken = {*kept}
    free = (name for name in short_names(UPPER) if name not in taken)
    ordered = sorted(uses, key=lambda name: (-uses[name], name))
    return {name: next(free) for name in ordered if name not in taken}


def short_names(first: str) -> Iterator[str]:
    """Yield names in order of length that begin with one of these characters."""
    rest = LOWER + UPPER + DIGITS
    for length in count():
        for head in first if length == 0 else product(first, *[rest] * length):
            if (name := "".join(head)) not in RESERVED:
                yield name
