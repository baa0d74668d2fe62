"""Functions that scripts call in one place: what they do is written there, with what they are given.

This is done on the sources of scripts that share one scope, before anything else: names are all different
then, so that none is taken for another wherever it goes.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING

from genui.javascript.once import changed_names
from genui.javascript.places import (
    Function,
    Moving,
    arguments_of,
    can_move,
    is_plain_call,
    nodes_of,
    parameters_of,
    parts,
    written,
)
from genui.javascript.scopes import NAMES, renames_of, scopes_of
from genui.javascript.syntax import decoded, parse_script
from genui.javascript.writing import SHORTHANDS

if TYPE_CHECKING:
    from tree_sitter import Node


def moved(texts: Mapping[str, str], *, kept: Iterable[str] = ()) -> dict[str, str]:
    """Return scripts that share one scope, with functions that are called once where they are called.

    Functions of `kept` names stay, and so do those that a script mentions which does not parse.
    """
    roots = {name: parse_script(text).root_node for name, text in texts.items()}
    raw = {name for name, root in roots.items() if root.has_error}
    stay = {*kept}.union(*(words_in(roots[name]) for name in raw))
    number = count()
    apart = {name: named_apart(root, number) for name, root in roots.items() if name not in raw}
    roots = {name: parse_script(text).root_node for name, text in apart.items()}
    mentions = defaultdict[str, list[tuple[str, "Node"]]](list)
    for name, root in roots.items():
        for node in nodes_of(root):
            if node.type in NAMES:
                mentions[decoded(node)].append((name, node))
    uses = {name: len(found) for name, found in mentions.items()}
    sources = {name: text.encode() for name, text in apart.items()}
    moving = Moving(sources, uses, changed_names(roots.values()))
    for name, found in mentions.items():
        if len(found) == 2 and name not in stay:
            note(found, moving)
    return {name: text if name in raw else written(roots[name], name, moving) for name, text in texts.items()}


def words_in(root: "Node") -> set[str]:
    """Return all words of a script that does not parse."""
    return {decoded(node) for node in nodes_of(root) if not node.children}


def named_apart(root: "Node", number: Iterator[int]) -> str:
    """Return a script in which every name below the top is another."""
    scopes = scopes_of(root)
    for scope in scopes.all[1:]:
        scope.renamed.update((name, f"{name}${next(number)}") for name in sorted(scope.declared))
    renames = renames_of(scopes, {})
    source, at, found = root.text or b"", root.start_byte, list[str]()
    for node in sorted((node for node, _ in scopes.names), key=lambda node: node.start_byte):
        if (new := renames.get(node.start_byte)) is not None:
            key = decoded(node) + ": " if node.type in SHORTHANDS else ""
            found += [source[at - root.start_byte : node.start_byte - root.start_byte].decode(), key + new]
            at = node.end_byte
    return "".join([*found, source[at - root.start_byte :].decode()])


def note(mentions: list[tuple[str, "Node"]], moving: Moving) -> None:
    """Note a function that is mentioned where it is declared and in one call of it."""
    declared = [(file, node, made) for file, node in mentions if (made := function_of(node)) is not None]
    if len(declared) != 1:
        return
    file, name, function = declared[0]
    use = next(node for _, node in mentions if node != name)
    call = use.parent
    if call is None or not is_plain_call(call, use) or not can_move(function):
        return
    within: Node | None = call
    while within is not None:
        if within == function:
            return
        within = within.parent
    if len(arguments_of(call)) <= len(parameters_of(function)):
        moving.calls[call.id] = Function(file, function)
        whole = function if function.type == "function_declaration" else name.parent.parent  # type: ignore[union-attr]
        moving.left.add(whole.id)  # type: ignore[union-attr]


def function_of(name: "Node") -> "Node | None":
    """Return the function that a name is declared as, alone in its declaration."""
    parent = name.parent
    if parent is None or parent.child_by_field_name("name") != name:
        return None
    if parent.type == "function_declaration":
        return parent
    whole, value = parent.parent, parent.child_by_field_name("value")
    if whole is None or value is None or value.type != "arrow_function":
        return None
    alone = (
        whole.type == "lexical_declaration" and len(parts(whole)) == 1 and whole.children[0].type == "const"
    )
    block = whole.parent
    return value if alone and block is not None and block.type in ("program", "statement_block") else None
