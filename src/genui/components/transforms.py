"""The steps that turn rows into other rows before a component draws them, named as in Vega-Lite."""

from collections.abc import Mapping
from dataclasses import dataclass

from genui.model import Json, JsonObject

OPS: Mapping[str, str] = {
    "count": "how many rows, or how many have the member",
    "distinct": "how many different values",
    "sum": "the sum of the numbers",
    "mean": "their average",
    "median": "the number in the middle",
    "min": "the least number, or the first date or text",
    "max": "the greatest number, or the last date or text",
    "first": "the first value",
}
"""What several rows become; what is absent or null is left out."""

NUMERIC_OPS = frozenset({"sum", "mean", "median"})

WINDOW_OPS: Mapping[str, str] = {
    "rank": "the place by this number, the greatest first; equal numbers share one",
    "sum": "the running sum",
    "delta": "the difference to the row before",
    "share": "the share of the total, from 0 to 1",
}
"""What a row learns from the others."""


@dataclass(frozen=True, slots=True)
class Transform:
    """One kind of step."""

    doc: str
    example: Json


TRANSFORMS: Mapping[str, Transform] = {
    "flatten": Transform(
        "a nested array becomes rows, each with the parent's members and one entry",
        "/lines",
    ),
    "filter": Transform("keeps the rows for which a condition holds", {"$eq": [{"$item": "/state"}, "open"]}),
    "calculate": Transform(
        "adds members, each by an expression of the row",
        {"gross": {"$mul": [{"$item": "/net"}, 1.2]}},
    ),
    "aggregate": Transform(
        "one row for each value of `groupby` (or one in all), with what `fields` make of its rows",
        {"groupby": ["/country"], "fields": [{"op": "sum", "key": "/total", "as": "revenue"}]},
    ),
    "pivot": Transform(
        "one row {row, cells} for each value of `row`; `cells` has a member for each value of `column`. "
        "It stands last",
        {"row": "/month", "column": "/region", "value": "/sales", "op": "sum"},
    ),
    "window": Transform(
        "adds what a row learns from the rows of its group, in their order",
        {"op": "rank", "key": "/points", "as": "place"},
    ),
    "sort": Transform("orders by one key after the other", [{"key": "/date", "descending": True}]),
    "limit": Transform("keeps the first rows", 10),
}
"""Every step by its name; a step is an object with one of these members."""


def step_of(step: JsonObject) -> tuple[str, Json]:
    """Return the name and the value of a step that the grammar accepts."""
    return next(iter(step.items()))
