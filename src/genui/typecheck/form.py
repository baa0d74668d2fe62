"""The rules about the form of a spec: its paths, controls and defaults against inputSchema."""

import re
from collections.abc import Callable, Iterator, Mapping

from genui.expressions import brief, is_expression, nearest, operator_of, pointer_of
from genui.model import Finding, Json, JsonObject, Tool
from genui.schema import json_type, resolve
from genui.typecheck.facts import Facts
from genui.typecheck.types import (
    Place,
    Places,
    Scope,
    entries_of,
    expression_types,
    follow,
    names_at,
    types_at,
)

_ANY: frozenset[str] = frozenset()
_STRING = frozenset({"string"})
_NUMBER = frozenset({"number", "integer"})
_SCALAR = _STRING | _NUMBER | {"boolean"}

CONTROL_TYPES: Mapping[str, frozenset[str]] = {
    "text": _STRING | _NUMBER,
    "textarea": _STRING,
    "number": _NUMBER,
    "slider": _NUMBER,
    "select": _SCALAR | {"array"},
    "radio": _SCALAR,
    "combobox": _SCALAR | {"array"},
    "checkbox": frozenset({"boolean"}),
    "checkboxes": frozenset({"array"}),
    "date": _STRING,
    "time": _STRING,
    "datetime": _STRING,
    "color": _STRING,
    "password": _STRING,
    "email": _STRING,
    "url": _STRING,
    "file": _STRING,
    "json": _ANY,
    "hidden": _ANY,
}
"""The types each control can edit; none: any."""


def path_parts(path: str) -> list[str]:
    r"""Split a field path at its dots; `\.` is a dot inside a name."""
    return [part.replace("\\.", ".") for part in re.split(r"(?<!\\)\.", path)]


def path_of(parts: tuple[str, ...]) -> str:
    """Join member names into a field path."""
    return ".".join(part.replace(".", "\\.") for part in parts)


def field_places(facts: Facts, parts: list[str]) -> Places:
    """Return the schemas of the member that a field path names."""
    schema = facts.tool.input_schema
    places: Places = (Place(schema, schema),) if isinstance(schema, Mapping) and schema else None
    for part in parts:
        # A member may be called "*"; only where none is, it means every entry.
        inner = follow(places, pointer_of(part))
        places = entries_of(places) if part == "*" and not inner else inner
    return places


def field_unknown(facts: Facts) -> Iterator[Finding]:
    """Find field paths that name no member of the arguments."""
    form = facts.spec.get("form", {})
    lists = [(f"/form/{key}", form.get(key, ())) for key in ("order", "folded")]
    lists += [
        (f"/form/groups/{index}/fields", group["fields"])
        for index, group in enumerate(form.get("groups", ()))
    ]
    named = [
        (where + pointer_of(index), [name]) for where, names in lists for index, name in enumerate(names)
    ]
    named += [("/form/fields" + pointer_of(path), path_parts(path)) for path in form.get("fields", {})]
    named += [(where, [name]) for where, name, _ in _given(facts)]
    for where, parts in named:
        if field_places(facts, parts) == ():
            declared = names_at(field_places(facts, parts[:-1]))
            if parts[-1] in declared:
                continue  # by a schema that contradicts itself, which no value fits
            hint, path = nearest(parts[-1], declared), path_of(tuple(parts))
            yield Finding("field-unknown", "error", f"{path!r} names no member of the arguments", hint, where)


def _given(facts: Facts) -> Iterator[tuple[str, str, Json]]:
    """Yield (where, member, value) for what presets fill in and the next page changes."""
    spec = facts.spec
    for index, preset in enumerate(spec.get("form", {}).get("presets", ())):
        for name, value in preset["values"].items():
            yield f"/form/presets/{index}/values" + pointer_of(name), name, value
    for name, value in spec.get("nextPage", {}).get("arguments", {}).items():
        yield "/nextPage/arguments" + pointer_of(name), name, value


def _fields(facts: Facts) -> Iterator[tuple[str, JsonObject, Places]]:
    for path, steer in facts.spec.get("form", {}).get("fields", {}).items():
        yield "/form/fields" + pointer_of(path), steer, field_places(facts, path_parts(path))


def control_unfit(facts: Facts) -> Iterator[Finding]:
    """Find controls that cannot edit the type of their member."""
    for where, steer, places in _fields(facts):
        control = steer.get("control", "")
        fits, types = CONTROL_TYPES.get(control, _ANY), (types_at(places) or frozenset()) - {"null"}
        if fits and types and not types & fits:
            known = [name for name, takes in CONTROL_TYPES.items() if takes & types]
            message = f"control {control!r} cannot edit {' or '.join(sorted(types))}"
            hint = f"controls for it: {', '.join(known)}" if known else "leave the control out"
            yield Finding("control-unfit", "error", message, hint, f"{where}/control")


def value_unfit(facts: Facts) -> Iterator[Finding]:
    """Find defaults and options that inputSchema would refuse."""
    for where, steer, places in _fields(facts):
        given = [("/default", steer["default"])] if "default" in steer else []
        # The options of an array are its entries.
        several = types_at(places) == frozenset({"array"})
        for index, option in enumerate(steer.get("options", ())):
            given.append((f"/options/{index}/value", [option["value"]] if several else option["value"]))
        for suffix, value in given:
            if not _allowed(value, places):
                message = f"{brief(value)} is no value that inputSchema allows here"
                yield Finding("value-unfit", "error", message, "", where + suffix)
    for where, name, value in _given(facts):
        if not _allowed(value, field_places(facts, [name])):
            message = f"{brief(value)} is no value that inputSchema allows here"
            yield Finding("value-unfit", "error", message, "", where)


def _allowed(value: Json, places: Places) -> bool:
    types = types_at(places)
    if not places or types is None:
        return True
    if is_expression(value):
        given = expression_types(value, Scope())
        return given is None or bool(given & types) or bool(given & _NUMBER and types & _NUMBER)
    kind = json_type(value)
    fits = kind in types or (kind == "integer" and "number" in types)
    single = resolve(places[0].schema, places[0].root) if len(places) == 1 else {}
    choices = single.get("enum")
    entries = "array" in types and kind != "array"
    return entries or (fits and (not isinstance(choices, list) or value in choices))


def required_hidden(facts: Facts) -> Iterator[Finding]:
    """Find hidden members that are required and have no value to send."""
    schema = facts.tool.input_schema
    required = resolve(schema, schema).get("required")
    for path, steer in facts.spec.get("form", {}).get("fields", {}).items():
        hidden = steer.get("hidden") is True or steer.get("control") == "hidden"
        parts = path_parts(path)
        needed = isinstance(required, list) and len(parts) == 1 and parts[0] in required
        if hidden and needed and "default" not in steer and not _own_values(field_places(facts, parts)):
            message = f"{path!r} is required, but hidden and without a default"
            where = "/form/fields" + pointer_of(path)
            yield Finding("required-hidden", "error", message, "show it, or give it a default", where)


def run_unasked(facts: Facts) -> Iterator[Finding]:
    """Find runs by a button or by themselves of tools that do more than read."""
    hints = facts.tool.annotations
    for name in ("nextPage", "refresh"):
        if name in facts.spec and hints.get("destructiveHint") is True and not hints.get("readOnlyHint"):
            message = f"{name} would run a tool with destructiveHint again"
            yield Finding("run-unasked", "error", message, "leave it out", f"/{name}")
    if hints.get("readOnlyHint") is True:
        return
    for name, value in facts.spec.get("nextPage", {}).get("arguments", {}).items():
        if not _bound(value):
            message = f"{brief(value)} would be sent unseen"
            where = "/nextPage/arguments" + pointer_of(name)
            yield Finding("run-unasked", "error", message, "bind it with $path", where)
    if "interval" in facts.spec.get("refresh", {}):
        message = "a tool without readOnlyHint would run by itself"
        yield Finding("run-unasked", "error", message, "leave the interval out", "/refresh/interval")


def _bound(value: Json) -> bool:
    """Tell whether a value comes from the data, or is reckoned from it."""
    name = operator_of(value)
    if name not in {"$first", "$add", "$sub"}:
        return name == "$path"
    return all(isinstance(one, int | float) or _bound(one) for one in value[name])


def hidden_defaults(spec: JsonObject, tool: Tool) -> Iterator[Finding]:
    """Find values that a form would send unseen, and that are not the schema's own."""
    for where, steer, places in _fields(Facts(spec, tool, (), ())):
        hidden = steer.get("hidden") is True or steer.get("control") == "hidden"
        if hidden and "default" in steer and steer["default"] not in _own_values(places):
            message = f"{brief(steer['default'])} would be sent unseen, and is not the schema's default"
            yield Finding("hidden-default", "error", message, "show the field, or leave it out", where)


def _own_values(places: Places) -> list[Json]:
    schemas = [resolve(place.schema, place.root) for place in places or ()]
    return [schema[name] for schema in schemas for name in ("default", "const") if name in schema]


FORM_RULES: Mapping[str, tuple[str, Callable[[Facts], Iterator[Finding]]]] = {
    "field-unknown": ("A path of the form names no member of inputSchema.", field_unknown),
    "control-unfit": ("A control cannot edit the type of its member.", control_unfit),
    "value-unfit": ("A default or option is no value of its member.", value_unfit),
    "run-unasked": (
        "A tool that does more than read would run by itself, or one that destroys again.",
        run_unasked,
    ),
    "required-hidden": ("A required member is hidden and has no default.", required_hidden),
}
"""Every rule about the form, and about running the tool again."""
