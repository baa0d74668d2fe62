"""JSON Schema of any draft compiled into a table of rules, which Python and the page carry out alike.

A row of the table maps kinds of values (`any`, or a JSON type) to the rules for them; a rule is
`[name, parameter, what to do, …]`. Rows refer to one another by number, so recursion costs nothing. Row 0
allows anything and row 1 nothing.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from genui.labels import label_of
from genui.model import Json, JsonObject, listed, mapping
from genui.schema_rules import messages as say
from genui.schema_rules.formats import BASE64, FORMATS, HALF_ADDRESS
from genui.schema_rules.references import REFERENCES, target_of
from genui.schema_rules.values import KINDS, is_number

ANYTHING, NOTHING = 0, 1
DEEP = 120
"""Schemas within one another about the same value that are followed."""

Rule = list[Any]
Row = dict[str, list[Rule]]


@dataclass(slots=True)
class Table:
    """The rows so far, and which schema each is for."""

    root: Json
    rows: list[Row] = field(default_factory=lambda: [{}, {"any": [["no", 0, say.LEAVE_OUT]]}])
    known: dict[int, tuple[Json, int]] = field(default_factory=dict)
    waiting: list[tuple[JsonObject, int, tuple[Json, ...]]] = field(default_factory=list)


def row_of(table: Table, schema: Json) -> int:
    """Return the row for a schema, with all rows that it needs in the table."""
    # A queue and no recursion, so that deep and recursive schemas compile.
    number = later(table, schema)
    while table.waiting:
        at, row, around = table.waiting.pop()
        table.rows[row] = rules_of(table, at, (*around, at))
    return number


def later(table: Table, schema: Json, around: tuple[Json, ...] = ()) -> int:
    """Return the row that a schema will have; `around`: the schemas about the same value that it is in."""
    if not isinstance(schema, Mapping):
        return NOTHING if schema is False else ANYTHING
    if not schema or len(around) > DEEP or any(schema is one for one in around):
        return ANYTHING
    if id(schema) not in table.known:
        table.rows.append({})
        table.known[id(schema)] = schema, len(table.rows) - 1
        table.waiting.append((schema, len(table.rows) - 1, around))
    return table.known[id(schema)][1]


def rules_of(table: Table, schema: JsonObject, around: tuple[Json, ...]) -> Row:
    """Return the rules of one schema."""
    row: Row = {}
    for keyword in schema:
        made = KEYWORDS[keyword](Place(table, schema, keyword, around)) if keyword in KEYWORDS else None
        if made is not None:
            row.setdefault(made[0], []).extend(made[1:])
    if schema.get("nullable") is not True:
        return row
    # So OpenAPI calls a schema whose rules hold for all but null.
    rest = row.pop("any", [])
    return {kind: rest + row.get(kind, []) for kind in KINDS if kind not in ("null", "integer")}


@dataclass(frozen=True, slots=True)
class Place:
    """A keyword where it stands."""

    table: Table
    schema: JsonObject
    keyword: str
    around: tuple[Json, ...]

    @property
    def value(self) -> Json:
        """The keyword's parameter."""
        return self.schema[self.keyword]

    def inner(self, schema: Json) -> int:
        """Return the row for a schema of a part of the value."""
        return later(self.table, schema)

    def beside(self, schema: Json) -> int:
        """Return the row for another schema of the same value."""
        return later(self.table, schema, self.around)

    def rows(self, schemas: Json) -> dict[str, int]:
        """Return the rows for schemas by name, less those that allow anything."""
        rows = {name: self.inner(schema) for name, schema in mapping(schemas).items()}
        return {name: row for name, row in rows.items() if row}


Made = tuple[Any, ...] | None
"""A kind of value, and the rules for it."""


def _type(at: Place) -> Made:
    names = at.value if isinstance(at.value, list) else [at.value]
    known = names and all(isinstance(name, str) and name in KINDS for name in names)
    return ("any", ["type", names, say.of_kind(names)]) if known else None


def _values(at: Place) -> Made:
    values = [at.value] if at.keyword == "const" else at.value
    return ("any", ["in", values, say.of_values(values)]) if isinstance(values, list) else None


def _bound(at: Place) -> Made:
    if not is_number(at.value):
        return None
    side = "Minimum" if "inimum" in at.keyword else "Maximum"
    # Draft 4 has exclusiveMinimum: true beside minimum; later drafts have a number.
    strict = at.keyword.startswith("excl") or at.schema.get(f"exclusive{side}") is True
    name = {"Minimum": ("min", "over"), "Maximum": ("max", "under")}[side][strict]
    return "number", [name, at.value, say.bound(at.keyword, at.value, at.schema)]


def _step(at: Place) -> Made:
    return (
        ("number", ["step", at.value, say.step(at.value)]) if is_number(at.value) and at.value > 0 else None
    )


def _size(at: Place) -> Made:
    kind = {"Length": "string", "Items": "array", "Properties": "object"}[at.keyword[3:]]
    name = "least" if at.keyword.startswith("min") else "most"
    told = is_number(at.value) and not (name == "least" and at.value <= 0)
    return (kind, [name, at.value, say.size(at.keyword, at.value)]) if told else None


def _pattern(at: Place) -> Made:
    return "string", ["text", [portable(str(at.value))], say.written_like(at.schema)]


def _format(at: Place) -> Made:
    if at.value == "regex":
        return "string", ["regex", 0, "Write it like ^[a-z]+$."]
    known = FORMATS.get(at.value) if isinstance(at.value, str) else None
    if known and at.value == "email":
        half = ["text", [HALF_ADDRESS, "i"], "Add a domain after the @, like name@example.com."]
        return "string", half, ["text", [known.pattern, "i"], known.advice]
    return ("string", ["text", [known.pattern, "i"], known.advice]) if known else None


def _encoding(at: Place) -> Made:
    based = at.value == "base64"
    return ("string", ["text", [BASE64, "i"], "Choose a file, or use base64 text."]) if based else None


def _unique(at: Place) -> Made:
    return (
        ("array", ["unique", 0, "Use another value: this one is there already."])
        if at.value is True
        else None
    )


def _items(at: Place) -> Made:
    if at.keyword == "prefixItems":
        return "array", ["items", [[at.inner(one) for one in listed(at.value)], ANYTHING]]
    # Before draft 2020-12, `items` as a list is what prefixItems is now.
    if isinstance(at.value, list):
        rest = at.inner(at.schema.get("additionalItems"))
        return "array", ["items", [[at.inner(one) for one in at.value], rest]]
    places = len(listed(at.schema.get("prefixItems")))
    return "array", ["items", [[ANYTHING] * places, at.inner(at.value)]]


def _contains(at: Place) -> Made:
    bounds = [at.schema.get("minContains", 1), at.schema.get("maxContains")]
    least, most = (
        bound if is_number(bound) else default for bound, default in zip(bounds, (1, None), strict=True)
    )
    return "array", ["has", [at.inner(at.value), least, most], say.contained(at.schema)]


def _required(at: Place) -> Made:
    labels = _labels(at.value)
    return ("object", ["need", labels, "{@} is needed."]) if labels else None


def _labels(names: Json) -> dict[str, str]:
    return {name: label_of(name[:300]) for name in listed(names) if isinstance(name, str)}


def _properties(at: Place) -> Made:
    rows = at.rows(at.value)
    return ("object", ["props", rows]) if rows else None


def _patterns(at: Place) -> Made:
    return "object", ["patterns", [[[portable(name)], row] for name, row in at.rows(at.value).items()]]


def _rest(at: Place) -> Made:
    row = at.inner(at.value)
    names = list(mapping(at.schema.get("properties")))
    patterns = [[portable(name)] for name in mapping(at.schema.get("patternProperties"))]
    if not row:
        return None
    rule = ["others", [names, row, patterns]] if patterns else ["rest", [names, row]]
    return "object", [*rule, say.UNKNOWN]


def _names(at: Place) -> Made:
    if at.value == {"type": "string"}:
        return None  # as all names are
    row = at.inner(at.value)
    return ("object", ["names", row, "Use another name: "]) if row else None


def _dependent(at: Place) -> Made:
    needs = {
        name: [_labels(one), f"{{@}} is needed with {label_of(name[:300])}."]
        for name, one in mapping(at.value).items()
        if isinstance(one, list)
    }
    rows = {name: at.beside(one) for name, one in mapping(at.value).items() if not isinstance(one, list)}
    return "object", ["when", [needs, {name: row for name, row in rows.items() if row}]]


def _reference(at: Place) -> Made:
    row = at.beside(target_of(at.value, at.table.root))
    return ("any", ["all", [row]]) if row else None


def _all(at: Place) -> Made:
    rows = [row for row in (at.beside(one) for one in listed(at.value)) if row]
    return ("any", ["all", rows]) if rows else None


def _some(at: Place) -> Made:
    rows = [at.beside(one) for one in listed(at.value)]
    one = [1] if at.keyword == "oneOf" else []
    told = [say.choice(at.keyword, at.value), say.mentioned(at.value), *one]
    return ("any", ["some", rows, *told]) if rows else None


def _not(at: Place) -> Made:
    return "any", ["not", at.beside(at.value), say.choice("not", at.value), say.mentioned(at.value)]


def _if(at: Place) -> Made:
    rows = [at.beside(at.value), *(at.beside(at.schema.get(key)) for key in ("then", "else"))]
    return ("any", ["if", rows]) if any(rows) else None


def _left(at: Place) -> Made:
    row = at.inner(at.value)
    kind = "array" if at.keyword == "unevaluatedItems" else "object"
    # The page asks the schema's own row which members it has evaluated.
    own = at.table.known[id(at.schema)][1]
    return (kind, ["left", [row, own], say.UNKNOWN if kind == "object" else say.LEAVE_OUT]) if row else None


KEYWORDS: Mapping[str, Callable[[Place], Made]] = {
    "type": _type,
    **dict.fromkeys(("enum", "const"), _values),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _bound),
    "multipleOf": _step,
    **dict.fromkeys(
        ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), _size
    ),
    "pattern": _pattern,
    "format": _format,
    "contentEncoding": _encoding,
    "uniqueItems": _unique,
    **dict.fromkeys(("prefixItems", "items"), _items),
    "contains": _contains,
    "required": _required,
    "properties": _properties,
    "patternProperties": _patterns,
    "additionalProperties": _rest,
    "propertyNames": _names,
    **dict.fromkeys(("dependentRequired", "dependentSchemas", "dependencies"), _dependent),
    **dict.fromkeys(REFERENCES, _reference),
    "allOf": _all,
    **dict.fromkeys(("anyOf", "oneOf"), _some),
    "not": _not,
    "if": _if,
    **dict.fromkeys(("unevaluatedProperties", "unevaluatedItems"), _left),
}
"""What each keyword becomes; those that are not here check nothing."""


def portable(pattern: str) -> str:
    r"""Return a pattern with Python's own marks for the ends of a text (\A, \Z) as JavaScript writes them."""
    return re.sub(r"\\([AzZ])", lambda mark: "^" if mark[1] == "A" else "$", pattern)
