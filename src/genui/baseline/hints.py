"""What the config wishes of an offline view, applied over what the rules made."""

from collections.abc import Mapping, Sequence
from typing import Any

from genui.expressions import pointer_of, pointer_parts
from genui.labels import label_of
from genui.model import Json, JsonObject

VIEW_HINTS = ("title", "description", "theme", "layout", "raw", "context")
FORM_HINTS = ("submit", "position", "order", "folded")


def with_hints(spec: dict[str, Any], hints: JsonObject) -> dict[str, Any]:
    """Return a spec with the hints that name a part of it; other hints are for models."""
    view = {**spec, **{key: hints[key] for key in VIEW_HINTS if key in hints}}
    form = {**spec.get("form", {}), **{key: hints[key] for key in FORM_HINTS if key in hints}}
    if isinstance(hints.get("fields"), Mapping):
        form["fields"] = _fields(form.get("fields", {}), hints["fields"])
    view["form"] = form
    view["result"] = _result(spec["result"], hints)
    return {key: view[key] for key in ("version", "kind", "title", "description") if key in view} | view


def _fields(made: JsonObject, wished: JsonObject) -> dict[str, Any]:
    both = {**made, **wished}
    return {
        path: {**made[path], **steer} if path in made and isinstance(steer, Mapping) else steer
        for path, steer in both.items()
    }


def _result(made: Sequence[JsonObject], hints: JsonObject) -> Json:
    if "result" in hints:
        return hints["result"]
    wished = {key: hints[key] for key in ("rows", "columns", "sort", "chart") if hints.get(key)}
    if not wished:
        return list(made)
    table = next((one for one in made if one["type"] == "table"), None)
    rows = wished["rows"] if "rows" in wished else (table or {}).get("props", {}).get("rows")
    rows = {"$path": rows} if isinstance(rows, str) else rows
    rest = [one for one in made if one is not table and one["type"] not in {"chart", "auto"}]
    return [*_shown(wished, rows or {"$path": "/result"}, table, made), *rest]


def _shown(
    wished: JsonObject, rows: Json, table: JsonObject | None, made: Sequence[JsonObject]
) -> list[Json]:
    props: dict[str, Any] = {**(table or {}).get("props", {}), "rows": rows}
    if "columns" in wished:
        props["columns"] = _columns(wished["columns"], props.get("columns", []))
    if "sort" in wished:
        props["sort"] = (
            wished["sort"] if isinstance(wished["sort"], Mapping) else {"key": _key(wished["sort"])}
        )
    drawn = next((one for one in made if one["type"] == "chart"), None)
    chart = _chart(wished["chart"], rows, props, drawn) if "chart" in wished else drawn
    title = {"title": (table or {})["title"]} if "title" in (table or {}) else {}
    return [*([chart] if chart else []), {"type": "table", **title, "props": props}]


def _columns(wished: Json, made: Sequence[JsonObject]) -> Json:
    if not isinstance(wished, list):
        return wished
    known = {
        column["key"]: {key: value for key, value in column.items() if key != "hidden"} for column in made
    }
    named = [column if isinstance(column, Mapping) else {"key": _key(column)} for column in wished]
    return [{**_known(column, known), **column} for column in named]


def _known(column: JsonObject, known: Mapping[str, JsonObject]) -> JsonObject:
    key = column.get("key")
    if not isinstance(key, str):
        return {}
    return known.get(key) or {"key": key, "label": label_of((pointer_parts(key) or ["Value"])[-1])}


def _chart(wished: Json, rows: Json, table: JsonObject, drawn: JsonObject | None) -> JsonObject | None:
    """Return the chart that is wished: its kind on the columns known, or its props as given."""
    given: dict[str, Any] = dict(wished) if isinstance(wished, Mapping) else {"kind": wished}
    if given.get("kind") in (False, "none"):
        return None
    props = {**(drawn or {}).get("props", {}), **given, "rows": given.get("rows", rows)}
    if "x" in given:
        props["x"] = _key(given["x"])
    y = given.get("y", props.get("y"))
    if y is None:
        props = {**_axes(table.get("columns", [])), **props}
    else:
        listed = y if isinstance(y, list) else [y]
        props["y"] = [one if isinstance(one, Mapping) else {"key": _key(one)} for one in listed]
    if not props.get("y"):
        return drawn  # a kind that has nothing to draw takes no other chart away
    return {**(drawn or {"type": "chart"}), "props": {**props, "table": False}}


def _axes(columns: Sequence[JsonObject]) -> dict[str, Any]:
    """Return x and y for columns: the first names, numbers by their format measure."""
    numeric = {"integer", "number", "percent", "currency", "unit", "bytes", "duration", "compact"}
    measures = [column for column in columns if _format(column) in numeric]
    if not measures or len(columns) < 2:
        return {}
    x = next((column["key"] for column in columns if column not in measures), None)
    y = [{"key": column["key"], "label": column.get("label", column["key"])} for column in measures[:4]]
    return {**({"x": x} if x is not None else {}), "y": y}


def _format(column: JsonObject) -> Json:
    given = column.get("format")
    return given.get("name") if isinstance(given, Mapping) else given


def _key(name: Json) -> Json:
    """Return a member name, or a pointer, as a pointer into the row."""
    return name if not isinstance(name, str) or name.startswith("/") or not name else pointer_of(name)
