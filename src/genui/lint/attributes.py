"""Attributes that a loop over an object sets: each name stays with the value that stands beside it."""

import re
from collections.abc import Iterator, Mapping

from genui.scripts import DATA, Const, Joined, Node, Record, Script, Thing, Value
from genui.scripts.evaluation import value_given, value_of
from genui.scripts.functions import keys_of
from genui.scripts.scopes import FUNCTIONS, Binding, Given
from genui.scripts.script import arguments_of
from genui.scripts.values import UNKNOWN, has_data, options_of, things_in

KEPT_OFF = re.compile(r"""typeof|["'`]on["'`]|\^on|instanceof Function""")
"""What a loop asks that hands listeners to addEventListener and only the rest to setAttribute."""

WALKING = frozenset({"Object.entries", "Object.keys"})
EACH = frozenset({"forEach", "map"})


def attributes_set(
    script: Script, call: Node, arguments: list[Node]
) -> Iterator[tuple[Value, Value | None, Value | None]]:
    """Yield name, value and object's member for every attribute that a call may set.

    There is no member, and no value of its own, where the name does not come from a known object.
    """
    name = arguments[0]
    if name.kind == "spread_element" and name.kids:
        name = name.kids[0]
    walked = walk_of(script, script.names.bound.get(name), whole=name is not arguments[0])
    if walked is not None and name is not arguments[0]:
        for one in options_of(keys_of(value_of(script, walked[1]))):
            yield one, None, None
        return
    if walked is None or len(arguments) < 2:
        yield from ((option, None, None) for option in options_of(value_of(script, name)))
        return
    given, owner = walked
    for option in options_of(value_of(script, owner)):
        if not isinstance(option, Record):
            yield (DATA if has_data(option) else UNKNOWN), None, None
            continue
        for key, value in option.members.items():
            if key == "...":
                yield (DATA if value == DATA else UNKNOWN), None, None
                continue
            assumed = assumption(script, arguments[1], given, owner, option, key)
            yield Const(key), value_given(script, arguments[1], assumed), value


def walk_of(script: Script, binding: Binding | None, *, whole: bool = False) -> tuple[Given, Node] | None:
    """Return how a name gets the keys, or the `whole` entries, of an object one by one, and the object."""
    if binding is None or len(binding.given) != 1:
        return None
    given = binding.given[0]
    if given.node is None:
        return None
    if given.how == "key" and not given.path:
        return given, given.node
    source: Node | None = given.node if given.how == "item" else None
    if given.how == "param" and given.place == 0:
        source = iterated(given.node)
    if source is None or source.kind != "call_expression":
        return None
    names = set(things_in(value_of(script, source.get("function")))) & WALKING
    arguments = arguments_of(source)
    right = given.path == ((0,) if "Object.entries" in names and not whole else ())
    return (given, arguments[0]) if names and right and arguments else None


def iterated(function: Node) -> Node | None:
    """Return what a callback is called with every entry of."""
    call = function.parent.parent if function.parent is not None else None
    callee = call.get("function") if call is not None and function.parent.kind == "arguments" else None  # type: ignore[union-attr]
    name = callee.get("property") if callee is not None else None
    return callee.get("object") if callee is not None and name is not None and name.name in EACH else None


def assumption(
    script: Script, value: Node, given: Given, owner: Node, record: Record, key: str
) -> Mapping[Binding, Value]:
    """Return what the names in a value hold while the loop is at one key of an object."""
    assumed: dict[Binding, Value] = {}
    for node in (owner, *owner.down()):
        if (binding := script.names.bound.get(node)) is not None:
            assumed[binding] = record
    later: list[tuple[Binding, Node]] = []
    for node in (value, *value.down()):
        binding = script.names.bound.get(node)
        if binding is None or len(binding.given) != 1:
            continue
        (own,) = binding.given
        if (own.how, own.node, own.place) == (given.how, given.node, given.place):
            assumed[binding] = record.members[key] if own.path == (1,) else Const(key)
        elif own.how == "value" and own.node is not None and own.node.kind == "subscript_expression":
            later.append((binding, own.node))
    for binding, node in later:
        walked = script.names.bound.get(node.fields["index"]) if "index" in node.fields else None
        if walked is not None and walked.given == [given]:
            assumed[binding] = record.members[key]
    for node in (*value.down(), value):
        index = script.names.bound.get(node.fields["index"]) if "index" in node.fields else None
        if index is not None and index.given == [given]:
            assumed[index] = Const(key)
    return assumed


def may_be_text(value: Value) -> bool:
    """Tell whether a value may be text, and not a function."""
    return any(
        isinstance(one, Joined)
        or has_data(one)
        or (isinstance(one, Const) and isinstance(one.value, str) and one.value != "")
        for one in options_of(value)
    ) and not any(isinstance(one, Thing) for one in options_of(value))


def is_kept_off(call: Node) -> bool:
    """Tell whether what asks for a function, or a name that begins with `on`, stands before a call."""
    inner = call
    for node in call.up():
        if node.kind in FUNCTIONS and node.kind != "arrow_function":
            return asks_before(node, call)
        condition = node.get("condition") or (node.get("left") if node.kind == "binary_expression" else None)
        if condition is not None and not inner.inside(condition) and KEPT_OFF.search(condition.text):
            return True
        if node.kind == "statement_block" and asks_before(node, call):
            return True
        inner = node
    return False


def asks_before(block: Node, call: Node) -> bool:
    """Tell whether a statement of a block asks before the call's own statement."""
    for kid in block.kids:
        condition = kid.get("condition") if kid.kind == "if_statement" and kid.end <= call.start else None
        if condition is not None and KEPT_OFF.search(condition.text):
            return True
    return False
