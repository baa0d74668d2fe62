"""Lexical scopes: which names a script declares where, and every value that is ever given to them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from genui.scripts.tree import OPENING, Node, unescaped

FUNCTIONS = frozenset(
    {"function_declaration", "function_expression", "generator_function", "generator_function_declaration"}
    | {"arrow_function", "method_definition", "class_static_block"}
)
NAMED = {
    "function_declaration": "function",
    "generator_function_declaration": "function",
    "class_declaration": "class",
}
WRITING = frozenset({"assignment_expression", "augmented_assignment_expression", "for_in_statement"})
DECLARING = frozenset({"variable_declarator", "for_in_statement", "catch_clause", "import_clause"})

Key = str | int | Node | None
"""A constant key, the expression that gives it, or None for a rest or an entry that is not known."""

How = Literal["value", "item", "key", "param", "added", "import", "own"]


class Given(NamedTuple):
    """One way in which a name gets a value."""

    how: How
    """value: an expression's · item, key: an entry or key of it · param: an argument · added: by `+=` ·
    import: from a module · own: the function or class itself."""
    node: Node | None
    path: tuple[Key, ...] = ()
    """Members taken by destructuring."""
    place: int = 0
    """Which argument."""


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
    is_function: bool
    names: dict[str, Binding] = field(default_factory=dict)

    def find(self, name: str) -> Binding | None:
        """Return what a name means here; None for globals."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None

    def for_var(self) -> "Scope":
        """Return the scope that a `var` here belongs to."""
        scope = self
        while not scope.is_function and scope.outer is not None:
            scope = scope.outer
        return scope


@dataclass(eq=False)
class Names:
    """The scopes of a script: by node, and what every identifier means."""

    top: Scope
    scopes: dict[Node, Scope] = field(default_factory=dict)
    bound: dict[Node, Binding] = field(default_factory=dict)
    free: list[Node] = field(default_factory=list)
    """Identifiers that the script does not declare."""
    patterns: list[tuple[Node, Given, Key]] = field(default_factory=list)
    """Every member taken by destructuring: the pattern's node, from what, and the last key."""
    twice: list[Node] = field(default_factory=list)
    """Names declared again where that is an error."""


def read_names(root: Node) -> Names:
    """Find every declaration of a script, then what every identifier means."""
    names = Names(Scope(root, None, is_function=True))
    names.scopes[root] = names.top
    writes: list[tuple[Node, Scope]] = []
    for node in root.source.telling:
        kind, scope = node.kind, names.scopes[node.parent.around if node.parent is not None else root]
        if kind in NAMED and (name := node.get("name")):
            declare(names, scope, name, NAMED[kind], Given("own", node))
        elif kind in WRITING:
            writes.append((node, scope))
        if kind in OPENING:
            scope = entered(names, node, scope)
        if kind in DECLARING:
            declared_by(names, scope, node)
        elif kind in FUNCTIONS:
            parameters(names, scope, node)
    resolve(names, root)
    for node, scope in writes:
        written(names, scope, node)
    return names


def resolve(names: Names, root: Node) -> None:
    """Find what every identifier means."""
    for node in root.source.identifiers:
        parent = node.parent
        if node in names.bound or parent is None or parent.kind == "import_specifier":
            continue
        binding = names.scopes[parent.around].find(node.name)
        if binding is None:
            names.free.append(node)
        else:
            names.bound[node] = binding
            binding.uses.append(node)


def entered(names: Names, node: Node, scope: Scope) -> Scope:
    """Return the scope that a node opens."""
    parent = node.parent
    if node.kind == "statement_block" and parent is not None and parent.kind in FUNCTIONS:
        names.scopes[node] = scope
        return scope
    inner = Scope(node, scope, is_function=node.kind in FUNCTIONS)
    names.scopes[node] = inner
    own = node.get("name")
    if own is not None and node.kind in ("function_expression", "generator_function", "class"):
        declare(names, inner, own, "own", Given("own", node))
    return inner


def declare(names: Names, scope: Scope, node: Node, kind: str, given: Given) -> Binding:
    """Add a name to a scope; a name that is there keeps what was given to it."""
    if kind == "var":
        scope = scope.for_var()
    name = node.name
    binding = scope.names.get(name)
    if binding is None:
        binding = scope.names[name] = Binding(name, kind, node, scope)
    elif binding.node is node:
        # A pattern with a default of its own declares its names by both ways.
        pass
    elif {kind, binding.kind} & {"let", "const", "class", "import"} and binding.kind not in ("own", "param"):
        names.twice.append(node)
    binding.given.append(given)
    names.bound[node] = binding
    return binding


def declared_by(names: Names, scope: Scope, node: Node) -> None:
    """Declare what a variable declarator, a loop, a catch clause or an import names."""
    if node.kind == "import_clause":
        imported(names, scope, node)
    elif node.kind == "catch_clause":
        if (parameter := node.get("parameter")) is not None:
            bind(names, scope, parameter, "let", Given("value", None))
    elif node.kind == "for_in_statement":
        left, kind = node.get("left"), node.get("kind")
        if left is not None and kind is not None:
            bind(names, scope, left, kind.text, loop_given(node))
    elif (name := node.get("name")) is not None and node.parent is not None:
        kind = node.parent.get("kind")
        value = node.get("value")
        bind(
            names,
            scope,
            name,
            kind.text if kind else "var",
            Given("value", value),
            init=value is not None,
        )


def loop_given(node: Node) -> Given:
    """Return what a for-in or for-of loop gives its variable."""
    operator = node.get("operator")
    of = operator is not None and operator.text == "of"
    return Given("item" if of else "key", node.get("right"))


def imported(names: Names, scope: Scope, clause: Node) -> None:
    """Declare what an import clause names."""
    for kid in clause.kids:
        if kid.kind == "identifier":
            declare(names, scope, kid, "import", Given("import", clause.parent, ("default",)))
        elif kid.kind == "namespace_import":
            declare(names, scope, kid.kids[0], "import", Given("import", clause.parent))
        for specifier in kid.kids if kid.kind == "named_imports" else ():
            origin = specifier.get("name")
            local = specifier.get("alias") or origin
            if origin is not None and local is not None:
                key = origin.name if origin.kind == "identifier" else origin.text.strip("'\"")
                declare(names, scope, local, "import", Given("import", clause.parent, (key,)))


def parameters(names: Names, scope: Scope, node: Node) -> None:
    """Declare a function's parameters."""
    single = node.get("parameter")
    listed = node.get("parameters")
    some = [single] if single is not None else list(listed.kids) if listed is not None else []
    for index, parameter in enumerate(some):
        bind(names, scope, parameter, "param", Given("param", node, (), index))


def bind(names: Names, scope: Scope, pattern: Node, kind: str, given: Given, *, init: bool = True) -> None:
    """Declare every name of a pattern with its way from the value given."""
    if pattern.kind == "identifier":
        declared = declare(names, scope, pattern, kind, given)
        if not init:
            declared.given.remove(given)
        return
    for node, way, default in ways(pattern, given, names):
        declared = declare(names, scope, node, kind, way)
        if not init:
            declared.given.remove(way)
        if default is not None:
            declared.given.append(Given("value", default))


def ways(pattern: Node, given: Given, names: Names) -> Iterator[tuple[Node, Given, Node | None]]:
    """Yield each target of a pattern, how it gets its value, and its default."""
    kind = pattern.kind
    if kind in ("assignment_pattern", "object_assignment_pattern"):
        left, right = pattern.get("left"), pattern.get("right")
        if left is not None:
            for node, way, default in ways(left, given, names):
                yield node, way, default or (right if node is left else None)
                if node is not left and right is not None:
                    yield node, way._replace(how="value", node=right, path=way.path[len(given.path) :]), None
    elif kind == "object_pattern":
        for kid in pattern.kids:
            key: Key = None
            target: Node | None = kid
            if kid.kind == "shorthand_property_identifier_pattern":
                key = kid.name
            elif kid.kind == "pair_pattern":
                key, target = constant_key(kid.get("key")), kid.get("value")
            elif kid.kind == "object_assignment_pattern" and (left := kid.get("left")) is not None:
                key = left.name
            if target is not None:
                names.patterns.append((kid, given, key))
                yield from ways(target, extended(given, key), names)
    elif kind == "array_pattern":
        for index, kid in enumerate(pattern.kids):
            yield from ways(kid, extended(given, index), names)
    elif kind == "rest_pattern":
        for kid in pattern.kids:
            yield from ways(kid, extended(given, None), names)
    else:
        yield pattern, given, None


def extended(given: Given, key: Key) -> Given:
    """Return the way to a member of what is given."""
    return given._replace(path=(*given.path, key))


def written(names: Names, scope: Scope, node: Node) -> None:
    """Note what an assignment or a loop gives to names declared elsewhere."""
    left = node.get("left")
    if left is None or (node.kind == "for_in_statement" and node.get("kind") is not None):
        return
    operator = node.get("operator")
    if node.kind == "for_in_statement":
        given = loop_given(node)
    elif node.kind == "augmented_assignment_expression" and operator is not None and operator.text == "+=":
        given = Given("added", node.get("right"))
    else:
        given = Given("value", node.get("right"))
    for target, way, default in ways(left, given, names):
        binding = (
            scope.find(target.name) if target.kind.endswith(("identifier", "identifier_pattern")) else None
        )
        if binding is not None:
            binding.given.append(way)
            names.bound[target] = binding
            if default is not None:
                binding.given.append(Given("value", default))


def constant_key(node: Node | None) -> Key:
    """Return the key that a property name says."""
    if node is None:
        return None
    if node.kind == "computed_property_name":
        return node.kids[0] if node.kids else None
    if node.kind == "number":
        return int(node.text) if node.text.isdigit() else node.text
    return literal_text(node) if node.kind == "string" else node.name


def literal_text(node: Node) -> str:
    """Return the value of a string literal."""
    return unescaped(node.raw[1:-1])
