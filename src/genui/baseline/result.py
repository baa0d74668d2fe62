"""The result components of the offline spec: every declared member has its place in one of them."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from genui.baseline.charts import chart_of, chart_title
from genui.baseline.envelopes import ASIDES, FAULTS, FLAGS, WRAPPERS, is_about, went_wrong
from genui.baseline.meaning import entry_of, last_word
from genui.baseline.parts import Part, columns_of, is_object, parts_of, text_type
from genui.baseline.patterns import is_cloud, left_to_auto, words_in
from genui.baseline.rowkinds import Graph, graph_in, told_rows
from genui.expressions import pointer_of, pointer_parts
from genui.labels import label_of
from genui.model import Json, JsonObject
from genui.roles import plainly
from genui.schema import Member, declared_types, entries, map_values, members, unwrap

AUTO: JsonObject = {"type": "auto"}
LABELS = {"message-list": "Messages", "timeline": "Timeline"}
"""What the switch to a component is called where its type does not say it."""

MAX_PLANNED = 30
"""Components planned from a schema; a larger result is left to auto, which sees the data."""
MAX_SECTIONS = 3
"""Levels of nested objects that get a section; deeper ones are trees."""
MOST_AROUND = 4
"""Members of rows that merely say something about the one that holds all."""

MOST_IN_LINE = 3
"""Facts about some rows that fit into one line above them."""
MINOR = ("date", "datetime", "integer", "number", "text")
"""Formats of such facts."""

MOST_OF_TEXT = 5
"""Members beside a long text that only say what text it is."""

SHORT_NAME = 2
"""Letters of a name that may begin any other."""

STATS = range(2, 9)
MOST_IN_ROW = 4
"""Cards of figures that stand in one row."""
LATE = 8
"""Rank of roles that tell programs more than people: ids, hashes, cursors."""

BLAND = frozenset(
    {
        *("", "days", "hours", "rows", "items", "data", "result", "results", "values", "points", "entries"),
        *("records", "series", "history", "list", "observations", "measurements"),
    }
)
"""Names of rows that say less than the names of their measures."""

LANGUAGES = frozenset({"language", "lang", "syntax"})
"""Members that say which language the text beside them is in."""

LINES = frozenset({"items", "lines"})
"""Rows that come before other parts of what they belong to, such as those of an order, by their last word."""

_COUNTS_ROWS = re.compile(
    r"^(total|hit|result|row|item|record|page|num)s?_?(count|total|hits|size|pages|results|number)?$|(^|_)pages?$|^(more|next|prev)"
)

WORDS = frozenset({"tags", "labels", "keywords", "categories", "topics", "skills", "roles", "scopes"})
"""Arrays of short words, by the last word of their name."""


def result_components(
    schema: Json, *, subject: str = "", asked: Collection[str] = (), about: str = ""
) -> list[dict[str, Any]]:
    """Return the components that show every declared member of data that follows a schema.

    `subject` names rows that have no name of their own: "get_history"; `asked` are the names of the tool's
    arguments, which an answer may repeat; `about` is the sentence about the tool.
    """
    told = {"description": plainly(about)}
    root = (
        {**schema, "title": subject or schema.get("title"), **told} if isinstance(schema, Mapping) else schema
    )
    planned = _value(root, "/result", root, title="", depth=0, asked=asked)
    return planned if _count(planned) <= MAX_PLANNED else [dict(AUTO)]


def _count(components: Sequence[JsonObject]) -> int:
    return sum(1 + _count(component.get("children", ())) for component in components)


def _value(
    schema: Json, pointer: str, root: Json, *, title: str, depth: int, asked: Collection[str] = ()
) -> list[dict[str, Any]]:
    """Plan one value: rows, an object, or whatever auto makes of it."""
    whole, _ = unwrap(schema, root)
    if left_to_auto(whole, root):
        return [_auto(pointer, title)]
    rows = row_members(whole, root)
    if rows:
        return _rows(rows, pointer, root, title=title)
    if declared_types(whole) == frozenset({"object"}) and members(whole, root):
        if depth > MAX_SECTIONS:
            return [_titled("tree", title, {"of": {"$path": pointer}})]
        return _object(whole, pointer, root, title=title, depth=depth, asked=asked)
    inner = entries(whole, root)
    if inner is not None and declared_types(inner) == frozenset({"string"}):
        # As badges where its name says words, else one below the other.
        if last_word(pointer_parts(pointer)[-1]) in WORDS:
            return [_titled("badges", title, {"of": {"$path": pointer}})]
        return [_titled("list", title, {"rows": {"$path": pointer}, "title": {"$item": ""}})]
    values = map_values(whole, root)
    if values is not None and declared_types(values) in (frozenset({"string"}), frozenset({"boolean"})):
        return [_titled("key-value", title, {"of": {"$path": pointer}})]
    return [_auto(pointer, title)]


def _auto(pointer: str, title: str) -> dict[str, Any]:
    return _titled("auto", title, {} if pointer == "/result" else {"of": {"$path": pointer}})


def _titled(kind: str, title: str, props: JsonObject) -> dict[str, Any]:
    return {
        "type": kind,
        **({"title": title} if title else {}),
        **({"props": dict(props)} if props else {}),
    }


def row_members(schema: Json, root: Json) -> tuple[Member, ...]:
    """Return the members of the objects in an array, () where it is no array of objects."""
    inner = entries(schema, root)
    if inner is None or declared_types(inner) != frozenset({"object"}):
        return ()
    found = members(inner, root)
    names = {member.name for member in found}
    blocks = {"type", "mimeType"} <= names or ({"type", "text"} <= names and len(names) <= 3)
    return () if blocks else found


# Rows


def _rows(found: Sequence[Member], pointer: str, root: Json, *, title: str) -> list[dict[str, Any]]:
    rows = {"$path": pointer}
    if is_cloud(found, pointer_parts(pointer)[-1]):
        return [_auto(pointer, title)]
    parts = parts_of(found, "", root)
    # Rows are called by their member, or by the tool where that says nothing.
    names = pointer_parts(pointer)
    named = names[-1] if len(names) > 1 else ""
    whole = root if isinstance(root, Mapping) else {}
    tool = whole.get("title")
    subject = tool if isinstance(tool, str) and words_in(named) in {"", *WRAPPERS} else named
    columns = columns_of(parts, whole.get("description", ""))
    shown = told_rows(found, subject, root)
    if shown is not None:
        kind, props, tells_all = shown
        table = {"type": "table", "props": {"rows": rows, "columns": columns}}
        return [_told(kind, {"rows": rows, **props}, [] if tells_all else [table], title)]
    if _holds_free_members(parts):
        return [_titled("table", title, {"rows": rows})]
    # The page draws the rows of such rows in groups.
    if len(found) <= MOST_AROUND and any(row_members(one.schema, root) for one in found):
        return [_auto(pointer, title)]
    chart = chart_of([(part.pointer, part.schema, part.meaning) for part in parts])
    blank = {"hideEmpty": True} if any(one.nullable or not one.required for one in found) else {}
    above = {"chart": True} if not chart and _are_readings(parts) else {}
    table = _titled("table", title, {"rows": rows, "columns": columns, **blank, **above})
    if not chart:
        return [table]
    untitled = {key: value for key, value in table.items() if key != "title"}
    told = chart_title(chart) if title.lower() in BLAND else title
    return [_titled("chart", told, {"rows": rows, **chart, "table": False}), untitled]


def _are_readings(parts: Sequence[Part]) -> bool:
    """Tell whether rows may be readings over time: the page sees whether they come at even distances."""
    moments = [part for part in parts if part.meaning.format in ("date", "datetime")]
    named = any(part.role["role"] in {"name", "subject", "person"} for part in parts)
    return bool(moments) and not named and any(part.meaning.measure for part in parts)


def _holds_free_members(parts: Sequence[Part]) -> bool:
    """Tell whether what rows say lies in an object of which the schema names nothing, as records do."""
    objects = [part for part in parts if is_object(part.schema) and not part.schema.get("properties")]
    free = [part for part in objects if part.schema.get("additionalProperties") in (None, True, {})]
    return len(free) == 1 and len(parts) <= MOST_AROUND


def _told(kind: str, props: JsonObject, tables: Sequence[JsonObject], title: str) -> dict[str, Any]:
    """Show rows as what they are, and what that leaves untold in a table one click away."""
    if not tables:
        return _titled(kind, title, props)
    shown = _titled("tabs", title, {"labels": [LABELS.get(kind, label_of(kind)), "Table"]})
    return {**shown, "children": [{"type": kind, "props": dict(props)}, *tables]}


# Objects


def _object(
    schema: JsonObject, pointer: str, root: Json, *, title: str, depth: int, asked: Collection[str] = ()
) -> list[dict[str, Any]]:
    found = members(schema, root)
    graph = graph_in(found, root)
    if len(found) == 1 and graph is None:
        only = found[0]
        if depth == 0 and declared_types(only.schema) == frozenset({"string"}):
            return [_auto(pointer, title)]
        return _value(only.schema, pointer + pointer_of(only.name), root, title=title, depth=depth)
    parts = parts_of(found, pointer, root)
    # The page shows the warnings of an answer above all else.
    warned = depth == 0 and pointer == "/result"
    scalars = [part for part in parts if part.scalar and not (warned and part.role["role"] == "warning")]
    nested = [part for part in parts if not part.scalar]
    body = _body(scalars, nested, root, asked) if graph is None else None
    if body is not None:
        named = "" if depth == 0 else title
        told = [part for part in scalars if not _is_flag(part) and words_in(part.name) not in FAULTS]
        return [
            *_faults(scalars, pointer),
            *_value(body.schema, body.pointer, root, title=named, depth=depth),
            *_fields(told, pointer, "", look="inline"),
            *(one for part in nested if part is not body for one in _nested(part, root, depth=depth)),
        ]
    said = [part for part in scalars if not _is_flag(part) and words_in(part.name) not in FAULTS]
    if depth == 0 and not nested and len(said) == 1 and len(scalars) > 1 and _is_text(said[0]):
        text = {"type": "text", "props": {"of": {"$path": said[0].pointer}}}
        return [*_faults(scalars, pointer), text]
    late = [part for part in scalars if nested and (_repeats(part, asked) or part.role["rank"] >= LATE)]
    rows = [part for part in nested if row_members(part.schema, root)]
    late += [part for part in scalars if rows and part not in late and _is_about_rows(part)]
    nested = sorted(nested, key=lambda part: part not in rows or last_word(part.name) not in LINES)
    if graph is None and _is_document(scalars, nested):
        late = [part for part in scalars if part.role["role"] != "name"]
        nested = [replace(part, meaning=replace(part.meaning, label="")) for part in nested]
    flags = [part for part in scalars if nested and _is_flag(part)]
    told = [part for part in scalars if part not in late and part not in flags]
    if len(nested) == len(rows) == 1 and not told and words_in(rows[0].name) in WRAPPERS:
        # "Items" above all that there is says nothing.
        nested = [replace(rows[0], meaning=replace(rows[0].meaning, label=""))]
    above = bool(rows) and all(_is_minor(part) for part in told)
    facts = _aside(told, pointer) if above and len(told) <= MOST_IN_LINE else _figures(told, pointer, title)
    components = [*_faults(flags, pointer), *facts]
    if graph is not None:
        components += _graph(graph, nested, pointer, root, depth=depth)
    else:
        language = next((part.pointer for part in scalars if words_in(part.name) in LANGUAGES), "")
        components += [one for part in nested for one in _nested(part, root, depth=depth, language=language)]
    return [*components, *_aside([part for part in late if part not in flags], pointer)]


def _is_minor(part: Part) -> bool:
    """Tell whether a member of an object with rows is neither its name, its state nor an amount."""
    figure = part.meaning.alone
    return part.role["role"] not in {"name", "status"} and (figure or "number") in MINOR


def _is_about_rows(part: Part) -> bool:
    """Tell whether a member says how many rows there are, on how many pages, or where more of them are."""
    counts = part.meaning.family == "count" or part.role["role"] == "link"
    return counts and _COUNTS_ROWS.search(words_in(part.name)) is not None


def _is_document(scalars: Sequence[Part], nested: Sequence[Part]) -> bool:
    """Tell whether an object is one long text, of which the other members say a little."""
    return (
        len(nested) == 1
        and len(scalars) <= MOST_OF_TEXT
        and bool(text_type(nested[0].name, nested[0].schema))
    )


def _repeats(part: Part, asked: Collection[str]) -> bool:
    """Tell whether a member repeats an argument, leads to the next page, or says that all went well."""
    named = words_in(part.name)
    echoes = part.name in asked or any(_same_thing(named, words_in(one)) for one in asked)
    return echoes or part.role["role"] in {"cursor", "success", "warning"}


def _same_thing(one: str, other: str) -> bool:
    """Tell whether one name is the other in short: "repo" and "repository"."""
    short, long = sorted((one, other), key=len)
    return len(short) > SHORT_NAME and long.startswith(short)


def _body(scalars: Sequence[Part], nested: Sequence[Part], root: Json, asked: Collection[str]) -> Part | None:
    """Return what an envelope is about, where all else only tells of that."""
    bodies = [part for part in nested if words_in(part.name) not in ASIDES]
    if len(bodies) != 1 or not all(is_about(part.name) or _repeats(part, asked) for part in scalars):
        return None
    (body,) = bodies
    holds = words_in(body.name) in WRAPPERS and not text_type(body.name, body.schema)
    return body if holds or row_members(body.schema, root) else None


def _faults(scalars: Sequence[Part], pointer: str) -> list[dict[str, Any]]:
    """Show what an answer says of its success only where it says that there was none."""
    flags = [part.pointer for part in scalars if _is_flag(part)]
    faults = [part.pointer for part in scalars if words_in(part.name) in FAULTS]
    told = [part for part in scalars if part.pointer in {*flags, *faults}]
    return [{**one, "visible": went_wrong(flags, faults)} for one in _fields(told, pointer, "")]


def _is_text(part: Part) -> bool:
    return declared_types(part.schema) == frozenset({"string"}) and not part.meaning.format


def _is_flag(part: Part) -> bool:
    return words_in(part.name) in FLAGS and declared_types(part.schema) == frozenset({"boolean"})


def _graph(
    graph: Graph, nested: Sequence[Part], pointer: str, root: Json, *, depth: int
) -> list[dict[str, Any]]:
    """Draw a graph where there are edges; a table tells what the picture leaves out."""
    paths = [pointer + pointer_of(name) for name in (graph.nodes, graph.edges)]
    props = {"nodes": {"$path": paths[0]}, "edges": {"$path": paths[1]}}
    drawn = {"type": "dag", "props": props, "visible": {"$path": paths[1] + "/0"}}
    told = [name for name, whole in ((graph.nodes, graph.told), (graph.edges, graph.edges_told)) if whole]
    others = [part for part in nested if part.name == graph.nodes or part.name not in told]
    return [drawn, *(one for part in others for one in _nested(part, root, depth=depth))]


def _nested(part: Part, root: Json, *, depth: int, language: str = "") -> list[dict[str, Any]]:
    """Show one nested member or long text; `language`: the pointer of what says which one a text is in."""
    text = text_type(part.name, part.schema)
    if text in ("auto", "code-block") and language:
        props = {"of": {"$path": part.pointer}, "language": {"$path": language}}
        return [_titled("code-block", part.meaning.label, props)]
    if text:
        prop = "src" if text == "image" else "of"
        return [_titled(text, part.meaning.label, {prop: {"$path": part.pointer}})]
    planned = _value(part.schema, part.pointer, root, title=part.meaning.label, depth=depth + 1)
    if len(planned) == 1:
        title = {"title": part.meaning.label} if part.meaning.label else {}
        return [{**planned[0], **title}]
    if not is_object(part.schema) or map_values(part.schema, root) is not None:
        return planned
    first, *rest = planned
    if first.get("title") == part.meaning.label:
        first = {key: value for key, value in first.items() if key != "title"}
    return [{"type": "section", "props": {"title": part.meaning.label}, "children": [first, *rest]}]


def _figures(scalars: Sequence[Part], pointer: str, title: str) -> list[dict[str, Any]]:
    """Plan the plain members: stat cards where they are figures, key and value for the rest."""
    measures = [part for part in scalars if part.meaning.measure]
    others = [part for part in scalars if not part.meaning.measure]
    scalars = sorted(scalars, key=lambda part: part.role["rank"] >= LATE)
    mostly = len(measures) in STATS and (not others or (len(measures) >= 3 and len(others) <= 2))
    if not mostly:
        return _fields(scalars, pointer, title)
    # "Best day" is a figure beside others.
    dated = [part for part in others if part.meaning.alone in ("date", "datetime")]
    if len(measures) + len(dated) <= MOST_IN_ROW:
        others = [part for part in others if part not in dated]
        measures = [part for part in scalars if part not in others]
    stats = [
        {
            "label": part.meaning.label,
            "value": {"$path": part.pointer},
            **({"format": part.meaning.alone} if part.meaning.alone else {}),
        }
        for part in measures
    ]
    cards = _titled("stat-cards", title, {"stats": stats})
    facts = _fields(others, pointer, "")
    # A name or a state stands above the figures.
    first = not title and any(part.role["role"] in {"name", "status"} for part in others)
    return [*facts, cards] if first else [cards, *facts]


def _aside(scalars: Sequence[Part], pointer: str) -> list[dict[str, Any]]:
    """Tell in small print what says something of the answer and not of what it is about."""
    scalars = [part for part in scalars if part.role["role"] != "constant"]
    return _fields(scalars, pointer, "", look="inline")


def _fields(scalars: Sequence[Part], pointer: str, title: str, *, look: str = "lead") -> list[dict[str, Any]]:
    if not scalars:
        return []
    entries = [
        entry_of(part.pointer.removeprefix(pointer), part.meaning.label, part.meaning.alone)
        for part in scalars
    ]
    return [_titled("key-value", title, {"of": {"$path": pointer}, "fields": entries, look: True})]
