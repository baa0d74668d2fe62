"""A parsed script: its lexical scopes, and every value that is ever given to a name."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from genui.groups import grouped
from genui.scripts.tree import ASSIGNING, FUNCTIONS, MEMBERS, Node, Source, read_tree
from genui.scripts.values import Value

OPENING = FUNCTIONS | {
    *("class", "class_body", "statement_block", "switch_body"),
    *("for_statement", "for_in_statement", "catch_clause"),
}
"""Nodes that open a scope."""

DECLARED = {
    "function_declaration": "function",
    "generator_function_declaration": "function",
    "class_declaration": "class",
    "function_expression": "own",
    "generator_function": "own",
    "class": "own",
}
"""What kind of name the functions and classes of each kind of node have; an own name is seen inside alone."""

Key = str | int | Node | None
"""A constant key, the expression that gives it, or None for a rest or an entry that is not known."""

How = Literal["value", "item", "key", "argument", "added", "import"]


class Given(NamedTuple):
    """One way in which a name gets a value."""

    how: How
    """value: an expression's, or the function or class that is declared · item, key: an entry or key of it ·
    argument: of a function · added: by `+=` · import: by an import clause."""
    node: Node
    path: tuple[Key, ...] = ()
    """Members taken by destructuring."""
    place: int = 0
    """Which argument."""

    def taking(self, key: Key) -> "Given":
        """Return the way to a member of what is given."""
        return self._replace(path=(*self.path, key))


@dataclass(eq=False, slots=True)
class Binding:
    """A declared name."""

    name: str
    kind: str
    node: Node
    scope: "Scope"
    given: list[Given] = field(default_factory=list)
    uses: list[Node] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Scope:
    """A stretch of code with names of its own."""

    node: Node
    outer: "Scope | None"
    names: dict[str, Binding] = field(default_factory=dict)

    def find(self, name: str) -> Binding | None:
        """Return what a name means here; None for globals."""
        if name in self.names or self.outer is None:
            return self.names.get(name)
        return self.outer.find(name)

    def of_var(self) -> "Scope":
        """Return the scope that a `var` here belongs to."""
        if self.node.kind in FUNCTIONS or self.outer is None:
            return self
        return self.outer.of_var()


class Names:
    """The names of a script: what every identifier means, and what is ever given to names and members."""

    def __init__(self, root: Node) -> None:
        self.scopes: dict[Node, Scope] = {}
        self.top = self.scope_of(root)
        self.bound: dict[Node, Binding] = {}
        self.free: list[Node] = []
        """Identifiers that the script does not declare."""
        self.twice: list[Node] = []
        """Names declared again where that is an error."""
        self.members: dict[str, list[Given]] = {}
        """What is assigned to members, by the member's name, whatever the object."""
        self._declare_all(root)
        self._resolve(root)
        self._assign_all(root)

    def scope_of(self, node: Node) -> Scope:
        """Return the scope in which a node stands. A function's body shares that of its parameters."""
        while node.parent is not None and (
            node.kind not in OPENING or (node.kind == "statement_block" and node.parent.kind in FUNCTIONS)
        ):
            node = node.parent
        if node not in self.scopes:
            outer = self.scope_of(node.parent) if node.parent is not None else None
            self.scopes[node] = Scope(node, outer)
        return self.scopes[node]

    def _declare_all(self, root: Node) -> None:
        nodes = root.source.nodes
        for node in nodes(*DECLARED):
            kind = DECLARED[node.kind]
            if (name := node.get("name")) is not None and node.parent is not None:
                self._declare(node if kind == "own" else node.parent, name, kind, Given("value", node))
        for node in nodes(*FUNCTIONS):
            listed = node.get("parameters")
            for place, one in enumerate(
                listed.kids if listed is not None else [node.fields.get("parameter")]
            ):
                if one is not None:
                    self._declare(node, one, "param", Given("argument", node, (), place))
        for node in nodes("variable_declarator"):
            keyword = node.parent.get("kind") if node.parent is not None else None
            value = node.get("value")
            given = Given("value", value) if value is not None else None
            self._declare(node, node.fields["name"], keyword.text if keyword else "var", given)
        for node in nodes("catch_clause"):
            if (parameter := node.get("parameter")) is not None:
                # What was thrown is not known: the clause itself comes to nothing that is.
                self._declare(node, parameter, "let", Given("value", node))
        for node in nodes("for_in_statement"):
            if (keyword := node.get("kind")) is not None:
                given = Given("item" if node.operator == "of" else "key", node.fields["right"])
                self._declare(node, node.fields["left"], keyword.text, given)
        for node in nodes("import_clause"):
            for local, key in imported_names(node):
                self._declare(node, local, "import", Given("import", node, key))

    def _declare(self, at: Node, pattern: Node, kind: str, given: Given | None) -> None:
        """Add the names of a pattern to the scope at a node; a name that is there keeps what it was given."""
        scope = self.scope_of(at).of_var() if kind == "var" else self.scope_of(at)
        for node, way in targets(pattern, given or Given("value", at)):
            binding = scope.names.setdefault(node.name, Binding(node.name, kind, node, scope))
            lexical = {kind, binding.kind} & {"let", "const", "class", "import"}
            if binding.node is not node and lexical and binding.kind not in ("own", "param"):
                self.twice.append(node)
            if given is not None:
                binding.given.append(way)
            self.bound[node] = binding

    def _resolve(self, root: Node) -> None:
        kinds = ("identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern")
        for node in sorted(root.source.nodes(*kinds), key=lambda node: node.start):
            if node in self.bound or node.parent is None or node.parent.kind == "import_specifier":
                continue
            binding = self.scope_of(node).find(node.name)
            if binding is None:
                self.free.append(node)
            else:
                self.bound[node] = binding
                binding.uses.append(node)

    def _assign_all(self, root: Node) -> None:
        """Note what assignments and loops give to names declared elsewhere, and to members."""
        for node in root.source.nodes(*ASSIGNING, "for_in_statement"):
            if (left := node.get("left")) is None or node.get("kind") is not None:
                continue
            given = Given("added" if node.operator == "+=" else "value", node.fields["right"])
            for target, way in targets(left, given):
                if target in self.bound:
                    self.bound[target].given.append(way)
                elif way.how != "added":
                    # A name that nothing declares is a member of the window.
                    index = target.get("index")
                    name = index.name if index is not None and index.kind == "string" else target.member
                    self.members.setdefault(name or target.name, []).append(way)
        for node in root.source.nodes("field_definition"):
            if (value := node.get("value")) is not None:
                self.members.setdefault(node.member, []).append(Given("value", value))


def imported_names(clause: Node) -> Iterator[tuple[Node, tuple[Key, ...]]]:
    """Yield each name that an import clause declares, and what it takes of the module; nothing: all of it."""
    for kid in clause.kids:
        if kid.kind == "identifier":
            yield kid, ("default",)
        elif kid.kind == "namespace_import":
            yield kid.kids[0], ()
        for specifier in kid.kids if kid.kind == "named_imports" else ():
            name = specifier.fields["name"]
            yield specifier.get("alias") or name, (name.name,)


def targets(pattern: Node, given: Given) -> Iterator[tuple[Node, Given]]:
    """Yield each target of a pattern with every way in which it gets a value: a default is one more."""
    kind = pattern.kind
    if kind in ("assignment_pattern", "object_assignment_pattern"):
        yield from targets(pattern.fields["left"], given)
        yield from targets(pattern.fields["left"], Given("value", pattern.fields["right"]))
    elif kind == "object_pattern":
        for kid in pattern.kids:
            key_node = kid.get("key") or kid.get("left") or kid
            way = given if kid.kind == "rest_pattern" else given.taking(constant_key(key_node))
            yield from targets(kid.get("value") or kid, way)
    elif kind == "array_pattern":
        for index, kid in enumerate(pattern.kids):
            yield from targets(kid, given if kid.kind == "rest_pattern" else given.taking(index))
    elif kind == "rest_pattern":
        yield from targets(pattern.kids[0], given.taking(None))
    else:
        yield pattern, given


def constant_key(node: Node) -> Key:
    """Return the key that a property name says; the expression where it is computed."""
    if node.kind == "computed_property_name":
        return node.kids[0] if node.kids else None
    return int(node.text) if node.kind == "number" and node.text.isdigit() else node.name


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
        return grouped((node.member, node) for node in self.source.nodes("member_expression"))

    @cached_property
    def method_calls(self) -> Mapping[str, list[Node]]:
        """Calls of members, by the member's name; of those whose name is an expression, by an empty one."""
        called = [(call, call.callee) for call in self.source.nodes("call_expression")]
        return grouped((one.member, call) for call, one in called if one is not None and one.kind in MEMBERS)

    @cached_property
    def named(self) -> Mapping[Node, list[str]]:
        """The names of members that a value is given to: in literals, in classes, by assignment."""
        found: dict[Node, list[str]] = {}
        for node in self.source.nodes("pair"):
            found[node.fields["value"]] = [node.fields["key"].name]
        for node in self.source.nodes("method_definition", "shorthand_property_identifier"):
            found[node] = [(node.get("name") or node).name]
        for name, given in self.names.members.items():
            for one in (one.node for one in given if one.node is not None):
                found.setdefault(one, []).append(name)
        return found

    @cached_property
    def returned(self) -> Mapping[Node, list[Node]]:
        """What each function returns."""
        ends = [(node.function, node.kids) for node in self.source.nodes("return_statement")]
        found = [(function, kids[0]) for function, kids in ends if function is not None and kids]
        bodies = [(node, node.get("body")) for node in self.source.nodes("arrow_function")]
        found += [
            (node, body) for node, body in bodies if body is not None and body.kind != "statement_block"
        ]
        return grouped(found)


def read_script(text: str, *, line: int = 1, column: int = 1, module: bool = True) -> Script:
    """Parse a script and find its names."""
    root = read_tree(text)
    return Script(text, line, column, root, Names(root), module)
