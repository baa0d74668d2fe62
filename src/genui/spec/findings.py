"""The findings about a view spec alone: each has its place, the value and what was expected."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from genui.components import COMPONENTS, TONES, parts_of, walk
from genui.config import Limits
from genui.expressions import (
    brief,
    children_of,
    expression_findings,
    format_findings,
    is_expression,
    nearest,
    pointer_of,
    values_in,
)
from genui.instructions import APART, HIDDEN, INVISIBLE, instruction_in
from genui.model import Finding, Json, JsonObject, listed
from genui.schema import json_type
from genui.spec.grammar import DEFINITIONS, STEPS, VIEW, component_schema

MAX_NESTING = 100
"""Levels of JSON in a spec: far beyond any component limit, and safe for every reader."""

FORBIDDEN_KEYS = frozenset({"__proto__", "constructor", "prototype"})
UNSEEN = re.compile(r"[\x00-\x20\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]+")
"""White space and control characters: browsers leave them out of a scheme."""
FORBIDDEN_URL = re.compile(r"(javascript|vbscript):|data:text/html", re.I)
FORBIDDEN_STYLE = re.compile(r"url\s*\(|expression\s*\(|@import", re.I)

SPEC_RULES: Mapping[str, str] = {
    "spec-too-large": "The spec is larger than [limits] allows.",
    "spec-too-deep": "Components, or the JSON of the spec, nest too deeply.",
    "component-too-large": "One component is larger than [limits] allows.",
    "too-many-components": "The result has more components than [limits] allows.",
    "forbidden-key": "A member has a name that JavaScript could take for an object's prototype.",
    "injected-instructions": "A text speaks to a model instead of a person.",
    "hidden-characters": "A text holds characters that hide or turn what it says.",
    "forbidden-value": "A URL or style of the spec could run code or load something.",
    "unknown-member": "A member is not part of the view spec.",
    "missing-member": "A required member is absent.",
    "wrong-type": "A value has another type than the view spec wants.",
    "wrong-value": "A value is not one of those the view spec knows.",
    "unknown-component": "A component type does not exist.",
    "format-unknown": "A format does not exist.",
    "expression-invalid": "An expression is malformed.",
}
"""Every rule about a spec by itself; genui.typecheck has those about a spec and its tool."""


DEFAULT_LIMITS = Limits()


def spec_findings(spec: Json, limits: Limits = DEFAULT_LIMITS) -> tuple[Finding, ...]:
    """Return every violation in a spec, in the order of the document."""
    if _nesting(spec) > MAX_NESTING:
        return (_finding("spec-too-deep", "", f"the JSON of the spec nests deeper than {MAX_NESTING}"),)
    size = _size(spec)
    if size > limits.spec_bytes:
        message = f"the spec has {size} bytes; the limit is {limits.spec_bytes}"
        return (_finding("spec-too-large", "", message, "show less, or raise spec_bytes in [limits]"),)
    found = [*_against(spec, VIEW, ""), *_limit_findings(spec, limits), *_text_findings(spec)]
    return tuple(dict.fromkeys(found))


def _finding(rule: str, where: str, message: str, hint: str = "") -> Finding:
    return Finding(rule, "error", message, hint=hint, where=where)


def _nesting(value: Json) -> int:
    # Level by level: recursion would fail on the very specs that this refuses.
    level, depth = [value], 0
    while level and depth <= MAX_NESTING:
        level = [member for one in level for _, member in children_of(one)]
        depth += 1
    return depth


def _size(value: Json) -> int:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    return len(text.encode("utf-8", "surrogatepass"))


def _text_findings(spec: Json) -> Iterator[Finding]:
    """Find texts that speak to a model, or hold characters that make them read as other than they are."""
    told = list(texts_at(spec))
    # One search over all texts: nearly no spec has any, and the pattern is slow.
    whole = APART.join(text for _, text in told)
    if not (instruction_in(whole) or HIDDEN.search(whole)):
        return
    for where, text in told:
        if found := instruction_in(INVISIBLE.sub("", text)):
            message = f"a text speaks to a model, not to a person: {brief(found[0])}"
            yield _finding("injected-instructions", where, message, "leave it out")
        if (found := HIDDEN.search(text)) and not _names_data(text, where):
            message = f"a text holds U+{ord(found[0][0]):04X}, which hides or turns what it says"
            yield _finding("hidden-characters", where, message, "leave the character out")


def _names_data(text: str, where: str) -> bool:
    """Tell whether a text names a member of the data or the form; pages make its marks visible."""
    listed = where.startswith(("/form/order/", "/form/folded/"))
    return listed or text.startswith("/") or where == "/form/fields" + pointer_of(text)


def texts_at(value: Json, where: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text inside a JSON value with its place, names of members and joined texts too."""
    for here, one in values_in(value, where):
        if isinstance(one, str):
            yield here, one
        elif isinstance(one, Mapping):
            yield from ((here + pointer_of(str(name)), str(name)) for name in one)
        elif isinstance(one, list | tuple) and here.endswith("/$concat"):
            yield here, "".join(member for member in one if isinstance(member, str))


# A value against the part of JSON Schema that the grammar is written in


def _against(value: Json, schema: JsonObject, where: str) -> Iterator[Finding]:
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    if name in _OWN_CHECKS:
        yield from _OWN_CHECKS[name](value, where)
    elif name:
        yield from _against(value, DEFINITIONS[name], where)
    elif "const" in schema or "enum" in schema:
        yield from _choice_findings(value, schema.get("enum") or [schema["const"]], where)
    elif "type" in schema:
        yield from _typed_findings(value, schema, where)


def _choice_findings(value: Json, choices: list[Json], where: str) -> Iterator[Finding]:
    # Types too: to Python, True is 1.
    if not any(value == choice and type(value) is type(choice) for choice in choices):
        known = tuple(choice for choice in choices if isinstance(choice, str))
        hint = nearest(value, known) if isinstance(value, str) and known else ""
        expected = " or ".join(brief(choice) for choice in choices)
        yield _finding("wrong-value", where, f"{brief(value)} is not {expected}", hint)


_PYTHON_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (Mapping,),
    "array": (list, tuple),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
}


def _typed_findings(value: Json, schema: JsonObject, where: str) -> Iterator[Finding]:
    expected = schema["type"]
    right = isinstance(value, _PYTHON_TYPES[expected]) and (
        expected == "boolean" or not isinstance(value, bool)
    )
    if not right:
        yield _finding("wrong-type", where, f"{brief(value)} is {_kind(value)}; expected {_named(expected)}")
    elif expected == "object":
        yield from _object_findings(value, schema, where)
    elif expected == "array":
        least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
        if not least <= len(value) <= most:
            expected = f"{least}" if least == most else f"{least} or more"
            yield _finding("wrong-value", where, f"the list has {len(value)} entries; expected {expected}")
        for index, entry in enumerate(value):
            yield from _against(entry, schema["items"], where + pointer_of(index))
    elif expected == "string" and not re.search(schema.get("pattern", ""), value):
        hint = f"begin with a slash: {'/' + value!r}" if schema["pattern"] == "^($|/)" else ""
        yield _finding("wrong-value", where, f"{value!r} is no JSON Pointer", hint)
    elif expected == "integer" and value < schema.get("minimum", value):
        yield _finding("wrong-value", where, f"{value} is less than {schema['minimum']}")


def _object_findings(value: JsonObject, schema: JsonObject, where: str) -> Iterator[Finding]:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield _finding("missing-member", where, f"{name!r} is missing", f'add "{name}": …')
    for name, member in value.items():
        here = where + pointer_of(str(name))
        if name in known:
            yield from _against(member, known[name], here)
        elif isinstance(schema.get("additionalProperties"), Mapping):
            yield from _against(member, schema["additionalProperties"], here)
        elif name in FORBIDDEN_KEYS:
            yield _finding("forbidden-key", here, f"a member is named {name!r}", "remove it")
        else:
            hint = nearest(str(name), known) if known else "it has no members"
            yield _finding("unknown-member", here, f"unknown member {brief(name)}", hint)


def _kind(value: Json) -> str:
    return "null" if value is None else _named(json_type(value))


def _named(name: str) -> str:
    return f"an {name}" if name[0] in "aeio" else f"a {name}"


# The definitions that have a reader of their own


def _dynamic(*types: str) -> Callable[[Json, str], Iterator[Finding]]:
    """Return the check of an expression or a literal of these types (none: any)."""

    def check(value: Json, where: str) -> Iterator[Finding]:
        given = "number" if (kind := json_type(value)) == "integer" and "integer" not in types else kind
        if types and given not in types and not is_expression(value):
            expected = " or ".join(_named(name) for name in (*types, "expression"))
            yield _finding("wrong-type", where, f"{brief(value)} is {_kind(value)}; expected {expected}")
        else:
            yield from expression_findings(value, where)
            yield from _literal_findings(value, where)

    return check


def _literal_findings(value: Json, where: str) -> Iterator[Finding]:
    """Find URLs that `$fmt: url` would make a link of, and __proto__ in data written out in the spec."""
    for here, one in values_in(value, where):
        if isinstance(one, Mapping) and one.get("$fmt") == "url":
            yield from _url_strings(one.get("of"), here + "/of")
        if here != where and here.endswith("/__proto__"):
            yield _finding("forbidden-key", here, "a member is named '__proto__'", "remove it")


def _url_findings(value: Json, where: str) -> Iterator[Finding]:
    yield from expression_findings(value, where)
    yield from _url_strings(value, where)


def _url_strings(value: Json, where: str) -> Iterator[Finding]:
    for here, one in values_in(value, where):
        text = UNSEEN.sub("", one) if isinstance(one, str) else ""
        picture = text.startswith("data:image/")
        if FORBIDDEN_URL.match(text) or (FORBIDDEN_STYLE.search(text) and not picture):
            hint = "a picture is a data:image/… URI, a link begins with https:"
            yield _finding("forbidden-value", here, f"{brief(text)} is no URL a view may hold", hint)


def _component_findings(value: Json, where: str) -> Iterator[Finding]:
    if not isinstance(value, Mapping):
        yield _finding("wrong-type", where, f"{brief(value)} is {_kind(value)}; expected a component")
        return
    name = value.get("type")
    known = COMPONENTS.get(name) if isinstance(name, str) else None
    if known is None:
        message = (
            f"unknown component type {brief(name)}" if "type" in value else "the component has no 'type'"
        )
        hint = nearest(name, COMPONENTS) if isinstance(name, str) else f"known: {', '.join(COMPONENTS)}"
        yield _finding("unknown-component", where, message, hint)
        return
    if "children" in value and not known.children:
        hint = "put them into a section or tabs"
        yield _finding("unknown-member", where + "/children", f"{name!r} takes no children", hint)
        value = {key: member for key, member in value.items() if key != "children"}
    yield from _against(value, _SCHEMAS[known.type], where)
    yield from _tab_findings(value, where)


def _tab_findings(value: JsonObject, where: str) -> Iterator[Finding]:
    props, children = value.get("props"), value.get("children")
    labels = props.get("labels") if isinstance(props, Mapping) else None
    if value["type"] != "tabs" or not isinstance(labels, list) or not isinstance(children, list):
        return
    if len(labels) != len(children):
        message = f"{len(labels)} labels for {len(children)} children"
        yield _finding("wrong-value", where + "/props/labels", message, "one label for each child")


def _tone_findings(value: Json, where: str) -> Iterator[Finding]:
    """Find what is no tone among those that a value is mapped to, or that an expression chooses from."""
    if is_expression(value):
        yield from expression_findings(value, where)
    for here, told in _outcomes(value, where):
        if not is_expression(told):
            yield from _choice_findings(told, list(TONES), here)


def _outcomes(value: Json, where: str) -> Iterator[tuple[str, Json]]:
    """Yield the values that a map holds, and those among which `$if` and `$switch` choose."""
    if not isinstance(value, Mapping):
        yield where, value
    elif not is_expression(value):
        for name, member in value.items():
            yield where + pointer_of(str(name)), member
    elif not {"then", "cases"} & value.keys():
        yield where, value
    for name in ("then", "else", "cases"):
        if is_expression(value) and name in value:
            yield from _outcomes(value[name], where + pointer_of(name))


def _step_findings(value: Json, where: str) -> Iterator[Finding]:
    """Find what is wrong with one step of a transform, an object with one member."""
    if not isinstance(value, Mapping) or len(value) != 1:
        hint = f'one of {", ".join(STEPS)} each: {{"filter": …}}'
        yield _finding("wrong-type", where, f"{brief(value)} is no step with one member", hint)
        return
    name, inner = next(iter(value.items()))
    if name not in STEPS:
        yield _finding("unknown-member", where, f"unknown step {brief(name)}", nearest(str(name), STEPS))
        return
    yield from _against(inner, STEPS[name], where + pointer_of(name))
    if name == "calculate" and isinstance(inner, Mapping):
        for member in FORBIDDEN_KEYS & inner.keys():
            here = where + pointer_of(name, member)
            yield _finding("forbidden-key", here, f"a member is named {member!r}", "name it otherwise")
    if name == "aggregate" and isinstance(inner, Mapping):
        yield from _aggregate_findings(inner, where + pointer_of(name))


def _aggregate_findings(value: JsonObject, where: str) -> Iterator[Finding]:
    """Find fields that aggregate nothing: only `count` needs no key."""
    for index, field in enumerate(listed(value.get("fields"))):
        if isinstance(field, Mapping) and field.get("op") != "count" and "key" not in field:
            here = where + pointer_of("fields", index)
            yield _finding("missing-member", here, "'key' is missing", 'add "key": the member to aggregate')


_SCHEMAS: Mapping[str, JsonObject] = {name: component_schema(one) for name, one in COMPONENTS.items()}
_OWN_CHECKS: Mapping[str, Callable[[Any, str], Iterator[Finding]]] = {
    "expression": expression_findings,
    "value": _dynamic(),
    "text": _dynamic("string"),
    "number": _dynamic("number"),
    "rows": _dynamic("array", "object"),
    "condition": _dynamic("boolean"),
    "url": _url_findings,
    "format": format_findings,
    "component": _component_findings,
    "step": _step_findings,
    "tone": _tone_findings,
}


# Limits


def _limit_findings(spec: Json, limits: Limits) -> Iterator[Finding]:
    result = spec.get("result") if isinstance(spec, Mapping) else None
    count = sum(1 for _ in walk(result))
    if count > limits.components:
        message = f"the result has {count} components; the limit is {limits.components}"
        yield _finding(
            "too-many-components", "/result", message, "show less, or raise components in [limits]"
        )
    level = _placed(result, "/result")
    for depth in range(1, MAX_NESTING):
        for where, component in level:
            yield from _size_findings(component, where, limits)
        if depth == limits.depth + 1 and level:
            message = f"components nest deeper than {limits.depth}"
            yield _finding("spec-too-deep", level[0][0], message, "put them side by side")
        level = [
            pair
            for where, one in level
            for name, parts in parts_of(one)
            for pair in _placed(parts, where + name)
        ]


def _placed(components: Json, where: str) -> list[tuple[str, JsonObject]]:
    if not isinstance(components, list | tuple):
        return []
    placed = ((where + pointer_of(index), one) for index, one in enumerate(components))
    return [(here, one) for here, one in placed if isinstance(one, Mapping)]


def _size_findings(component: JsonObject, where: str, limits: Limits) -> Iterator[Finding]:
    size = _size({key: value for key, value in component.items() if key != "children"})
    if size > limits.component_bytes:
        message = f"the component has {size} bytes; the limit is {limits.component_bytes}"
        yield _finding(
            "component-too-large", where, message, "bind data with $path instead of writing it out"
        )
