"""Literals: templates, numbers, objects and arrays, with what stands in them evaluated."""

from genui.scripts.evaluation import constant, entry_of, value_of
from genui.scripts.scopes import literal_text
from genui.scripts.script import Script
from genui.scripts.tree import Node, unescaped
from genui.scripts.url_checks import is_checked
from genui.scripts.values import (
    CHECKED_URL,
    DATA,
    NUMBER,
    UNKNOWN,
    Const,
    Function,
    Items,
    Many,
    Record,
    Value,
    either,
    has_data,
    joined,
    options_of,
)

URLS = frozenset({"href", "src", "url", "link"})


def template(script: Script, node: Node) -> Value:
    """Evaluate a template."""
    parts: list[Value] = [Const("")]
    for kid in node.kids:
        if kid.kind == "template_substitution":
            parts.append(value_of(script, kid.kids[0] if kid.kids else None))
        elif kid.kind == "escape_sequence":
            parts.append(Const(unescaped(kid.raw)))
        else:
            parts.append(Const(kid.text))
    return joined(*parts)


def number(_script: Script, node: Node) -> Value:
    """Evaluate a number."""
    text = node.text.replace("_", "").rstrip("n").lower()
    try:
        return Const(int(text, 0) if text[:1] == "0" and len(text) > 1 and text[1] in "xob" else float(text))
    except ValueError:
        return NUMBER


def object_literal(script: Script, node: Node) -> Value:
    """Evaluate an object literal."""
    members: dict[str, Value] = {}
    whole = True
    for kid in node.kids:
        if kid.kind == "pair":
            key = pair_key(script, kid)
            if key is None:
                whole = False
            else:
                members[key] = member_value(script, key, kid.get("value"))
        elif kid.kind == "shorthand_property_identifier":
            members[kid.name] = linked(script, kid.name, kid, value_of(script, kid))
        elif kid.kind == "method_definition" and (name := kid.get("name")) is not None:
            members[name.name] = Function(kid)
        elif kid.kind == "spread_element":
            for option in options_of(value_of(script, kid.kids[0] if kid.kids else None)):
                if isinstance(option, Record):
                    members |= option.members
                    whole = whole and option.whole
                else:
                    whole = False
                    members.setdefault("...", DATA if has_data(option) else UNKNOWN)
    return Record(members, whole)


def member_value(script: Script, key: str, node: Node | None) -> Value:
    """Return what a member of an object literal is given."""
    value = value_of(script, node)
    return value if node is None else linked(script, key, node, value)


def linked(script: Script, key: str, node: Node, value: Value) -> Value:
    """Return a member's value; data whose scheme was looked at, where the member is a URL's."""
    if key in URLS and has_data(value) and is_checked(script, node):
        return either(CHECKED_URL if has_data(one) else one for one in options_of(value))
    return value


def pair_key(script: Script, pair: Node) -> str | None:
    """Return the name of a member of an object literal; None where only running it tells."""
    key = pair.get("key")
    if key is None or key.kind == "computed_property_name":
        return constant(script, key.kids[0] if key is not None and key.kids else None)
    return literal_text(key) if key.kind == "string" else key.name


def array_literal(script: Script, node: Node) -> Value:
    """Evaluate an array literal."""
    if not any(kid.kind == "spread_element" for kid in node.kids):
        return Items(tuple(value_of(script, kid) for kid in node.kids))
    entries = [
        entry_of(value_of(script, kid.kids[0])) if kid.kind == "spread_element" else value_of(script, kid)
        for kid in node.kids
    ]
    return Many(either(entries))
