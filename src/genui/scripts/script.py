"""A parsed script: its tree, its names, and where what is asked about often stands."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from genui.scripts.scopes import FUNCTIONS, Binding, Names, literal_text, read_names
from genui.scripts.tree import Node, Source, read_tree
from genui.scripts.values import Value

SDK = "@modelcontextprotocol/ext-apps"
SDK_MODULES = frozenset({SDK, SDK + "/app-with-deps", SDK + "/app"})
ADDING = frozenset({"push", "unshift", "add"})


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
    memo: dict[Node | Binding, Value] = field(default_factory=dict)
    busy: set[Node | Binding] = field(default_factory=set)
    """What is being evaluated."""
    is_cut: bool = False
    """True where the value at hand hangs on something that is being evaluated."""
    steps: int = 0
    assumed: dict[Binding, Value] = field(default_factory=dict)
    """What names are taken to hold for the time being."""
    notes: dict[str, Any] = field(default_factory=dict)
    """What rules have found out, for other rules."""

    @property
    def source(self) -> Source:
        """The nodes by kind."""
        return self.root.source

    def place(self, node: Node) -> tuple[int, int]:
        """Return 1-based line and column of a node in the page."""
        row, column = self.source.place(node.start)
        return self.line + row, (self.column if row == 0 else 1) + column

    @cached_property
    def imports_sdk(self) -> bool:
        """True where the App class is imported."""
        sources = (node.get("source") for node in self.source.nodes("import_statement"))
        return any(source is not None and literal_text(source) in SDK_MODULES for source in sources)

    @cached_property
    def writes(self) -> Mapping[str, list[Node]]:
        """What is assigned to members, by the member's name, whatever the object."""
        found: dict[str, list[Node]] = {}
        for node in self.source.nodes("assignment_expression"):
            left, right = node.get("left"), node.get("right")
            name = left.get("property") if left is not None and left.kind == "member_expression" else None
            if name is not None and right is not None:
                found.setdefault(name.name, []).append(right)
        for node in self.source.nodes("field_definition"):
            name, value = node.get("property"), node.get("value")
            if name is not None and value is not None:
                found.setdefault(name.name, []).append(value)
        return found

    @cached_property
    def added(self) -> Mapping[Binding, list[Node]]:
        """What is pushed into the arrays and sets that names hold."""
        found: dict[Binding, list[Node]] = {}
        for call in in_source_order(self.method_calls, ADDING):
            target, _ = method_of(call)
            if target is not None and target in self.names.bound:
                found.setdefault(self.names.bound[target], []).extend(arguments_of(call))
        return found

    @cached_property
    def members(self) -> Mapping[str, list[Node]]:
        """Member expressions by the member's name."""
        found: dict[str, list[Node]] = {}
        for node in self.source.nodes("member_expression"):
            name = node.fields.get("property")
            found.setdefault(name.name if name is not None else "", []).append(node)
        return found

    @cached_property
    def method_calls(self) -> Mapping[str, list[Node]]:
        """Calls of members, by the member's name."""
        found: dict[str, list[Node]] = {}
        for call in self.source.nodes("call_expression"):
            callee = call.fields.get("function")
            name = callee.fields.get("property") if callee is not None else None
            if name is not None and callee is not None and callee.kind == "member_expression" and name.name:
                found.setdefault(name.name, []).append(call)
        return found

    @cached_property
    def computed_calls(self) -> list[Node]:
        """Calls of members whose name is an expression."""
        callees = ((call, call.get("function")) for call in self.source.nodes("call_expression"))
        return [call for call, one in callees if one is not None and one.kind == "subscript_expression"]

    @cached_property
    def returned(self) -> Mapping[Node, list[Node]]:
        """What each function returns."""
        found: dict[Node, list[Node]] = {}
        for node in self.source.nodes("return_statement"):
            function = next((up for up in node.up() if up.kind in FUNCTIONS), None)
            if function is not None and node.kids:
                found.setdefault(function, []).append(node.kids[0])
        for node in self.source.nodes("arrow_function"):
            body = node.get("body")
            if body is not None and body.kind != "statement_block":
                found.setdefault(node, []).append(body)
        return found


def read_script(text: str, *, line: int = 1, column: int = 1, module: bool = True) -> Script:
    """Parse a script and find its names."""
    root = read_tree(text)
    return Script(text, line, column, root, read_names(root), module)


def in_source_order(by_name: Mapping[str, list[Node]], names: Set[str]) -> list[Node]:
    """Return the nodes of some names as they stand in the script, outer ones first."""
    found = [node for name in names & by_name.keys() for node in by_name[name]]
    return sorted(found, key=lambda node: (node.start, -node.end))


def arguments_of(call: Node) -> list[Node]:
    """Return the arguments of a call or new expression."""
    arguments = call.get("arguments")
    return list(arguments.kids) if arguments is not None else []


def method_of(call: Node) -> tuple[Node | None, str]:
    """Return what a method is called on, and its name; no name where the call is of something else."""
    callee = call.get("function")
    if callee is None or callee.kind != "member_expression":
        return None, ""
    name = callee.get("property")
    return callee.get("object"), name.name if name is not None else ""
