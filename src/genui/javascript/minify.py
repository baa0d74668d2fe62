"""Minifying: taking away from a script what only people need, and giving its names short ones."""

from collections import Counter
from typing import TYPE_CHECKING

from genui.javascript.scopes import LOWER, short_names
from genui.javascript.statements import statements
from genui.javascript.syntax import decoded, parse_script
from genui.javascript.tokens import joined
from genui.javascript.writing import PRIVATE, Names

if TYPE_CHECKING:
    from tree_sitter import Node


def minify_script(text: str) -> str:
    """Return a script less comments, white space and punctuation that says nothing, its names unchanged.

    A script that does not parse is returned as it is.
    """
    root = parse_script(text).root_node
    return text if root.has_error else joined(statements(root, Names({})))


def private_names(root: "Node") -> dict[int, str]:
    """Return short names for the private members of the classes of a script, by the byte of each."""
    found: list[Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        found += [node] if node.type == PRIVATE else []
        stack += node.children
    uses = Counter(map(decoded, found))
    names = dict(zip(sorted(uses, key=lambda name: (-uses[name], name)), short_names(LOWER), strict=False))
    return {node.start_byte: "#" + names[decoded(node)] for node in found}
