"""An outline as plain text: headings, components, columns, first rows, tones, and what is behind a click."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from genui.expressions import at
from genui.model import Json, JsonObject

MOST = 2000
"""Bytes of the text."""

FIRST = 3
"""Rows, items and events that are told of each list."""

WIDTH = 40
"""Letters of a value among others."""

Lines = Iterator[str]


def outline_text(outline: JsonObject, *, most: int = MOST) -> str:
    """Return an outline as text of so many bytes at most; a last line tells how much was cut."""
    lines = list(lines_of(outline))
    size = kept = 0
    for kept, line in enumerate(lines):  # noqa: B007 - how far it came is used below
        size += len(line.encode()) + 1
        if size > most - 80:
            break
    else:
        return "\n".join(lines)
    left = sum(len(line.encode()) + 1 for line in lines[kept:])
    return "\n".join([*lines[:kept], f"… {len(lines) - kept} lines more, {left:,} bytes; --json prints all"])


def lines_of(node: JsonObject) -> Lines:
    """Yield the lines of a node; of a type without a row in TELLING, its own texts and its parts."""
    yield from TELLING.get(str(node["type"]), _parts)(node)


def told(value: Json) -> str:
    """Return words of an outline as text: values in them are told as they came."""
    if isinstance(value, list) and any(isinstance(part, Mapping) and "format" in part for part in value):
        return "".join(map(told, value))
    if isinstance(value, Mapping) and value.keys() == {"value", "format"}:
        return told(value["value"])
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _short(value: Json, width: int = WIDTH) -> str:
    """Return words on one line, cut; nothing is a dash."""
    text = "" if value is None else " ".join(told(value).split())
    return (text if len(text) <= width else text[: width - 1] + "…") or "–"


def _format_of(node: JsonObject) -> str:
    """Return the format of a column or field in brackets."""
    form = node.get("format")
    if not isinstance(form, Mapping):
        return f" ({form})" if form else ""
    options = [str(form[name]) for name in ("currency", "unit") if name in form]
    return f" ({' '.join([str(form['name']), *options])})"


def _listed(total: Sequence[Any], lines: Iterable[str]) -> Lines:
    """Yield the first lines of a list, and how many are left."""
    yield from (f"  - {line}" for line, _ in zip(lines, range(FIRST), strict=False))
    if len(total) > FIRST:
        yield f"  … {len(total) - FIRST:,} more"


def _below(nodes: Iterable[JsonObject]) -> Lines:
    return (f"  {line}" for node in nodes for line in lines_of(node))


def _heading(node: JsonObject) -> Lines:
    if node.get("heading"):
        yield f"{'#' * int(node.get('level', 2))} {_short(node['heading'], 100)}"


def _parts(node: JsonObject) -> Lines:
    """Tell a node by what it says, and what stands in it."""
    yield from _heading(node)
    said = [
        _short(node[name], 200)
        for name in ("what", "label", "title", "text", "value", "about")
        if node.get(name) not in (None, "")
    ]
    if said:
        yield f"{node['type']}: {' · '.join(said)}"
    elif not any(node.get(name) for name in ("parts", "part")):
        yield str(node["type"])
    for part in [*node.get("parts", ()), *([node["part"]] if node.get("part") else ())]:
        yield from lines_of(part)


def _result(node: JsonObject) -> Lines:
    yield f"state: {node['state']}"
    for part in node["parts"]:
        yield from lines_of(part)
    yield from (f"fault: {fault}" for fault in node.get("faults", ()))


def _note(node: JsonObject) -> Lines:
    yield f"{node['tone']}: {_short(node['text'], 200)}"


def _failed(node: JsonObject) -> Lines:
    yield f"failed: {node['component']}: {_short(node['fault'], 120)}"
    yield from _below([node["part"]] if node.get("part") else [])


def _text(node: JsonObject) -> Lines:
    text = told(node["text"])
    language = f", {told(node['language'])}" if node.get("language") else ""
    yield f"{node['type']}, {len(text):,} characters{language}:"
    lines = [line for line in text.splitlines() if line.strip()]
    yield from _listed(lines, (_short(line, 100) for line in lines))


def _table(node: JsonObject) -> Lines:
    yield from _heading(node)
    rows: Sequence[Json] = node["rows"]
    order = node.get("all", range(len(rows)))
    shown = [column for column in node["columns"] if not column.get("hidden")]
    hidden = [str(column["label"]) for column in node["columns"] if column.get("hidden")]
    sort = node.get("sort") or {}
    by = f", by {sort['key']}{' down' if sort.get('descending') else ''}" if sort else ""
    pages = f", {node['size']} a page" if len(order) > node["size"] else ""
    yield f"table, {len(order):,} rows{pages}{by}: " + " | ".join(
        f"{one['label']}{_format_of(one)}" for one in shown
    )
    if hidden:
        yield f"  hidden: {', '.join(hidden)}"
    if node.get("same"):
        yield f"  in every row: {told(node['same'])}"
    if node.get("group"):
        yield f"  grouped by {node['group']}"
    for column in shown:
        if column.get("tones"):
            tones = ", ".join(f"{value} {tone}" for value, tone in column["tones"].items())
            yield f"  tones of {column['label']}: {tones}"
    cells = (" | ".join(_short(cell(rows[index], column)) for column in shown) for index in order)
    yield from _listed(order, cells)


def cell(row: Json, column: JsonObject) -> Json:
    """Return a cell's value, None where the row has none."""
    value = at(row, column["key"])
    return value if isinstance(value, str | int | float | list | Mapping) else None


def _chart(node: JsonObject) -> Lines:
    yield from _heading(node)
    series = ", ".join(_short(one["label"]) for one in node["series"])
    axis = f" by {node['axis']}" if "axis" in node else ""
    yield f"chart, {node['kind']}: {len(node['places']):,} places{axis}; series {series}"
    yield f"  {_short(node['sentence'], 240)}"
    titles = [
        f"{axis} {_short(node[name])}" for axis, name in (("x", "xTitle"), ("y", "yTitle")) if name in node
    ]
    lines = [f"line at {one['value']} {_short(one.get('label'))}" for one in node.get("reference") or ()]
    if titles or lines:
        yield f"  {'; '.join([*titles, *lines])}"
    views = [*node["kinds"], *(["table"] if "table" in node else [])]
    first = "table" if node.get("tableFirst") and "table" in node else views[0]
    if len(views) > 1:
        yield f"  on a switch: {' | '.join(views)}, {first} first"
    if first == "table":
        yield from _below([node["table"]])


def _switch(node: JsonObject) -> Lines:
    first, *others = node["views"]
    yield from lines_of(node["views"][first])
    yield f"  on a switch: {' | '.join([first, *others])}, {first} first"


def _fields(node: JsonObject) -> Lines:
    fields = [one for name in ("lead", "figures", "fields", "more") for one in node.get(name, ())]
    yield f"key-value, {len(fields)}:"
    for field in fields:
        tone = f" [{field['tone']}]" if field.get("tone") else ""
        yield f"  {field['label']}: {_short(field.get('value'), 80)}{_format_of(field)}{tone}"


def _fold(node: JsonObject) -> Lines:
    yield f"folded: {_short(node['label'])}"
    yield from _below([node["part"]])


def _section(node: JsonObject) -> Lines:
    yield from _heading(node)
    if node.get("folded"):
        yield "  folded:"
    yield from _below(node["parts"])


def _tabs(node: JsonObject) -> Lines:
    for number, tab in enumerate(node["tabs"]):
        yield f"tab{' (first)' if number == 0 else ''}: {_short(tab['label'])}"
        yield from _below(tab["parts"])


def _tree(node: JsonObject) -> Lines:
    yield f"tree, {len(node['opened'])} nodes open: {_short(node['value'], 200)}"


def _hierarchy(node: JsonObject) -> Lines:
    for line in node["lines"]:
        yield f"  {_short(line['title'])} {_short(line['about']) if line.get('about') else ''}".rstrip()
        yield from (
            (f"  {below}" for below in _hierarchy(line) if "lines" in line) if line.get("lines") else ()
        )


def _graph(node: JsonObject) -> Lines:
    nodes, edges = node["nodes"], node["edges"]
    yield f"dag, {len(nodes)} nodes, {len(edges)} edges; on a switch: graph | list, graph first"
    named = (
        f"{nodes[one['from']]['label']} → {nodes[one['to']]['label']} {one['label']}".rstrip()
        for one in edges
    )
    yield from _listed(edges, named)


def _many(what: str, member: str, *names: str) -> Callable[[JsonObject], Lines]:
    """Return what tells a list of things by these members of each; without names the things are values."""

    def tell(node: JsonObject) -> Lines:
        things = node[member] if member in node else node["values"]
        yield f"{what}, {len(things):,}:"
        texts = (
            " · ".join(_words(one, names)) if isinstance(one, Mapping) and member in node else _short(one, 80)
            for one in things
        )
        yield from _listed(things, texts)

    return tell


def _words(thing: JsonObject, names: Sequence[str]) -> Lines:
    """Yield what is said of one thing: these members of it, then its fields with their labels."""
    yield from (_short(thing[name], 80) for name in names if thing.get(name) not in (None, ""))
    yield from (f"{one['label']} {_short(one['value'], 40)}".strip() for one in thing.get("fields", ()))


TELLING: Mapping[str, Callable[[JsonObject], Lines]] = {
    "result": _result,
    "note": _note,
    "failed": _failed,
    **dict.fromkeys(("text", "markdown", "code-block", "diff", "plain"), _text),
    "table": _table,
    "chart": _chart,
    "switch": _switch,
    "key-value": _fields,
    "fold": _fold,
    "section": _section,
    "tabs": _tabs,
    "tree": _tree,
    "hierarchy": _hierarchy,
    "dag": _graph,
    "list": _many("list", "items", "title", "meta"),
    "tags": _many("tags", "values"),
    "cards": _many("cards", "cards", "title", "subtitle"),
    "stat-cards": _many("stat-cards", "stats", "label", "value", "change"),
    "badges": _many("badges", "badges", "text", "tone"),
    "timeline": _many("timeline", "events", "when", "title", "about"),
    "message-list": _many("message-list", "messages", "who", "when"),
    "links": _many("links", "links", "label", "uri", "about"),
}
