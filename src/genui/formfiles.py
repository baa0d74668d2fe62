"""Which runtime files the form of a tool can need beyond those that every form has, told from its schema."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from genui.model import Json, JsonObject

REFERENCES = ("$dynamicRef", "$recursiveRef", "$ref", "allOf", "anyOf", "oneOf")
BY_KEYWORD: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(REFERENCES, ("schema-fold.js",)),
    "$anchor": ("schema-rules.js",),
    "$dynamicAnchor": ("schema-rules.js",),
    "$id": ("schema-rules.js",),
    "contains": ("schema-rules.js",),
    "contentEncoding": ("schema-text.js", "form-special.js"),
    "dependencies": ("schema-rules.js",),
    "dependentRequired": ("schema-rules.js",),
    "dependentSchemas": ("schema-rules.js",),
    "examples": ("form-special.js",),
    "format": ("schema-text.js", "form-special.js"),
    "if": ("schema-rules.js",),
    "items": ("form-array.js",),
    "maxProperties": ("schema-rules.js",),
    "maximum": ("form-special.js",),
    "minItems": ("form-array.js",),
    "minProperties": ("schema-rules.js",),
    "not": ("schema-rules.js",),
    "nullable": ("form-null.js",),
    "pattern": ("schema-text.js",),
    "patternProperties": ("schema-text.js", "form-map.js"),
    "prefixItems": ("schema-rules.js", "form-array.js"),
    "propertyNames": ("schema-rules.js", "form-map.js"),
    "uniqueItems": ("schema-rules.js", "combobox.js"),
}
BY_CONTROL = {
    **dict.fromkeys(("slider", "date", "time", "datetime", "color", "file"), "form-special.js"),
    **dict.fromkeys(("combobox", "checkboxes"), "combobox.js"),
}
GROUPS = {"properties", "prefixItems", "if", "dependentSchemas", "dependencies", *REFERENCES}
"""What makes a group of fields, which may be absent."""

MANY = 12
"""More choices than this are searched, not unrolled."""

IN_PROSE = re.compile(
    r"YYYY-MM-DD|\b(?:one of|options?|values?|either|choose from|can be|must be|supported|available"
    r"|allowed)\b[^.]*[\"'`“][^.]*[\"'`“]",
    re.IGNORECASE,
)


def form_files(definition: JsonObject, form: Mapping[str, Any]) -> frozenset[str]:
    """Return the runtime files that the form of this tool, steered by this spec member, can need."""
    found: set[str] = set()
    root = definition.get("inputSchema")
    for schema in objects_in(root):
        found |= files_of(schema)
        if schema is not root and GROUPS & schema.keys():
            found.add("form-optional.js")
    for field in objects_in(form.get("fields")):
        found |= {BY_CONTROL[name] for name in (field.get("control"),) if name in BY_CONTROL}
        suggested = field.get("control") == "text"
        found |= {"form-special.js" if suggested else "combobox.js"} if "options" in field else set()
    annotations = definition.get("annotations")
    if isinstance(annotations, dict) and annotations.get("destructiveHint") is True:
        found.add("form-confirm.js")
    return frozenset(found)


def files_of(schema: JsonObject) -> set[str]:
    """Return the files that one object of a schema asks for; a member named like a keyword does no harm."""
    found = {name for keyword in schema.keys() & BY_KEYWORD.keys() for name in BY_KEYWORD[keyword]}
    types = as_list(schema.get("type"))
    branches = [branch for key in ("anyOf", "oneOf") for branch in as_list(schema.get(key))]
    values = as_list(schema.get("enum"))
    several = [kind for kind in types if kind != "null"]
    alternatives = [b for b in branches if not (isinstance(b, dict) and b.get("type") == "null")]
    if "null" in types or None in values or ("const" in schema and schema["const"] is None):
        found.add("form-null.js")
    if "array" in types:
        found.add("form-array.js")
    if len(several) > 1 or len(alternatives) > 1:
        found |= {"form-variant.js", "schema-rules.js"}
    if len(values) > MANY or len(branches) > MANY:
        found.add("combobox.js")
    if isinstance(schema.get("additionalProperties"), dict) and schema["additionalProperties"]:
        found.add("form-map.js")
    if isinstance(schema.get("description"), str) and IN_PROSE.search(schema["description"]):
        found.add("form-special.js")
    return found


def as_list(value: Json) -> list[Json]:
    """Return a list as it is, nothing as an empty one, and anything else in a list."""
    return value if isinstance(value, list) else [] if value is None else [value]


def objects_in(value: Json) -> Iterator[JsonObject]:
    """Yield every object within a JSON value, without recursion: schemas can be deep."""
    queue = [value]
    while queue:
        at = queue.pop()
        if isinstance(at, dict):
            yield at
            queue.extend(at.values())
        elif isinstance(at, list):
            queue.extend(at)
