"""The data of a component type: its props and an example."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from genui.model import Json, JsonObject

PropKind = Literal[
    "value", "rows", "text", "number", "url", "count", "flag", "choice",
    "key", "columns", "fields", "keys", "stats", "sort", "labels", "transform",
    "tone", "filters", "summary", "references", "components",
]  # fmt: skip
"""What a prop takes; genui.spec has the JSON Schema of each, genui.typecheck its types.

value, rows, text, number, url: a literal or an expression. key: a JSON Pointer inside a row ("/high",
"" the row itself).
columns, fields, keys, stats, sort, labels, transform, filters, summary, references: the literal structures
named in docs/components.md. tone: a tone, a map from values to tones, or an expression that gives one.
components: components that are drawn once for each row, where $item is known.
"""

TONES = ("ok", "warn", "bad", "info", "neutral")

Scope = Literal["page", "row"]


@dataclass(frozen=True, slots=True)
class Prop:
    """One prop of a component type."""

    kind: PropKind
    doc: str
    required: bool = False
    default: Json = None
    choices: tuple[str, ...] = ()
    scope: Scope = "page"
    """"row": evaluated once for each entry of `rows`, where $item, $index and $key are known."""


@dataclass(frozen=True, slots=True)
class Component:
    """One component type."""

    type: str
    doc: str
    props: Mapping[str, Prop]
    example: JsonObject
    children: bool = False
    measures: tuple[str, ...] = field(default=())
    """Props whose values, or whose keys' values in the rows, must be numbers."""
