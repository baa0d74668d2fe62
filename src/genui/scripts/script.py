"""A parsed script: its tree, its names, and where what is asked about often stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from genui.scripts.scopes import Binding, Names
from genui.scripts.tree import MEMBERS, Node, Source, read_tree
from genui.scripts.values import Value

SDK = "@modelcontextprotocol/ext-apps"
SDK_MODULES = frozenset({SDK, SDK + "/app-with-deps", SDK + "/app"})


@dataclass(eq=False)
class Script:
    """A parsed script, where it stands in its page, and what is known of its names."""

    text: str
    line: int
    column: int
    root: Node
    names: Names
    module: bool
    others: "list[Script]" = field(default_factory=list)
    """The page's other scripts that share its global names."""
    memo: dict[Node | Binding | str, Value] = field(default_factory=dict)
    """What expressions, names, and all members of a name were found to come to."""
    busy: set[Node | Binding | str] = field(default_factory=set)
    """What is being evaluated."""
    is_cut: bool = False
    """True where the value at hand hangs on something that is being evaluated."""
    steps: int = 0

    @property
    def source(self) -> Source:
        """The nodes by kind."""
        return self.root.source

    def place(self, node: Node) -> tuple[int, int]:
        """Return 1-based line and column of a node in the page."""
        return self.place_of(node.start)

    def place_of(self, at: int) -> tuple[int, int]:
        """Return 1-based line and column of a byte in the page."""
        row, column = self.source.place(at)
        return self.line + row, (self.column if row == 0 else 1) + column

    def binding(self, node: Node | None) -> Binding | None:
        """Return what a name that the script declares means."""
        return self.names.bound.get(node) if node is not None else None

    @cached_property
    def imports_sdk(self) -> bool:
        """True where the App class is imported."""
        sources = (node.get("source") for node in self.source.nodes("import_statement"))
        return any(source is not None and source.name in SDK_MODULES for source in sources)

    @cached_property
    def members(self) -> Mapping[str, list[Node]]:
        """Member expressions by the member's name."""
        found: dict[str, list[Node]] = {}
        for node in self.source.nodes("member_expression"):
            found.setdefault(node.member, []).append(node)
        return found

    @cached_property
    def method_calls(self) -> Mapping[str, list[Node]]:
        """Calls of members, by the member's name; of those whose name is an expression, by an empty one."""
        found: dict[str, list[Node]] = {}
        for call in self.source.nodes("call_expression"):
            if (callee := call.callee) is not None and callee.kind in MEMBERS:
                found.setdefault(callee.member, []).append(call)
        return found

    @cached_property
    def returned(self) -> Mapping[Node, list[Node]]:
        """What each function returns."""
        found: dict[Node, list[Node]] = {}
        for node in self.source.nodes("return_statement"):
            if (function := node.function) is not None and node.kids:
                found.setdefault(function, []).append(node.kids[0])
        for node in self.source.nodes("arrow_function"):
            body = node.get("body")
            if body is not None and body.kind != "statement_block":
                found.setdefault(node, []).append(body)
        return found


def read_script(text: str, *, line: int = 1, column: int = 1, module: bool = True) -> Script:
    """Parse a script and find its names."""
    root = read_tree(text)
    return Script(text, line, column, root, Names(root), module)
