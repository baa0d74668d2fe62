"""Guards around the reader of wishes: what was named has to be what changes, in a unit that it is in."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from genui.baseline.examples import example_schema
from genui.baseline.meaning import CURRENCIES
from genui.expressions import pointer_parts
from genui.labels import words_of
from genui.model import Json, JsonObject, Tool
from genui.refine.draft import Unfulfilled
from genui.schema import entries, members

DEPTH = 5
COMPLAINT = re.compile(
    r"((way|much|far|a bit|a little|really) )*too \w+$|"
    r"(bigger|smaller|longer|shorter|wider|better|nicer)$",
    re.IGNORECASE,
)

PAGE_WORDS = frozenset(
    [
        "action",
        "area",
        "bar",
        "bars",
        "body",
        "box",
        "button",
        "card",
        "cards",
        "category",
        "chart",
        "code",
        "color",
        "column",
        "columns",
        "content",
        "count",
        "data",
        "date",
        "day",
        "default",
        "description",
        "field",
        "fields",
        "filter",
        "footer",
        "form",
        "format",
        "group",
        "header",
        "heading",
        "hour",
        "icon",
        "id",
        "image",
        "input",
        "item",
        "items",
        "kind",
        "label",
        "layout",
        "limit",
        "line",
        "link",
        "list",
        "map",
        "message",
        "minute",
        "month",
        "name",
        "note",
        "number",
        "option",
        "optional",
        "order",
        "page",
        "path",
        "percent",
        "picture",
        "point",
        "price",
        "progress",
        "query",
        "range",
        "result",
        "results",
        "row",
        "rows",
        "score",
        "search",
        "size",
        "sort",
        "state",
        "status",
        "table",
        "tag",
        "tags",
        "text",
        "theme",
        "time",
        "timeline",
        "title",
        "total",
        "tree",
        "type",
        "unit",
        "url",
        "user",
        "value",
        "values",
        "view",
        "week",
        "year",
    ]
)
"""Words of pages as much as of data: alone, they name nothing for certain."""

OTHERS = re.compile(
    r"\b(rest|others?|else|only|just|but|except|besides|apart from|other than)\b", re.IGNORECASE
)
"""Words by which what is named is what stays."""

QUOTED = re.compile(r'"([^"]+)"')

MINOR = frozenset({"cents", "cent", "pence", "minor"})
"""Last words of names of amounts in minor units."""


def guard(
    before: JsonObject,
    after: JsonObject,
    patch: Sequence[JsonObject],
    wish: str,
    tool: Tool,
    examples: Sequence[Json] = (),
) -> None:
    """Refuse a wish that was read and would do something else.

    Raises:
        Unfulfilled: It would.
    """
    if why := refused(before, after, patch, wish, tool):
        raise Unfulfilled(why)
    if unknown := unknown_member(before, after, wish, tool, example_schema(examples)):
        hint = f'if other answers have it, put it in quotes: "{unknown}"'
        raise Unfulfilled(f'neither the schemas nor the examples have a member "{unknown}"', hint)


def refused(before: JsonObject, after: JsonObject, patch: Sequence[JsonObject], wish: str, tool: Tool) -> str:
    """Return why a wish that was read is refused nevertheless; "" where it is not."""
    return strayed(before, after, patch, wish, tool) or not_money(before, after) or complaint(patch)


def unknown_member(before: JsonObject, after: JsonObject, wish: str, tool: Tool, data: JsonObject) -> str:
    """Return a member that a wish names without quotes and that no schema and no data has; "" where none."""
    if not data:
        return ""
    schemas = (tool.input_schema, tool.definition.get("outputSchema"), data)
    known = {name for schema in schemas for name in declared(schema, schema, 0, blocks=True)}
    quoted = {spelled(text) for text in QUOTED.findall(wish)}
    old = [one.get("key") for one in objects_in(before)]
    keys = [one["key"] for one in objects_in(after) if isinstance(one.get("key"), str)]
    for name in (pointer_parts(key)[-1] for key in keys if key.startswith("/") and key not in old):
        if name not in known and spelled(name) not in quoted:
            return name
    return ""


def strayed(before: JsonObject, after: JsonObject, patch: Sequence[JsonObject], wish: str, tool: Tool) -> str:
    """Return which member is named while only others change; "" where a named one does, or none is named."""
    named = {name for name in names_of(tool) if is_said(name, wish)}
    if not patch or not named or OTHERS.search(wish):
        return ""
    touched = spelled(" ".join(told for spec in (before, after) for told in touched_in(spec, patch)))
    if any(f" {spelled(name)} " in f" {touched} " for name in named):
        return ""
    return f"{', '.join(sorted(named))} is named, and something else would change"


def names_of(tool: Tool) -> set[str]:
    """Return the names of the members that a tool's schemas declare and that no page has, too."""
    found: set[str] = set()
    for schema in (tool.input_schema, tool.definition.get("outputSchema")):
        found |= set(declared(schema, schema, 0))
    return {name for name in found if set(words_of(name.lower())) - PAGE_WORDS and len(name) > 2}


def declared(schema: Json, root: Json, depth: int, *, blocks: bool = False) -> Iterator[str]:
    """Yield the names of single values at every depth, and of lists and objects where `blocks`."""
    if depth > DEPTH:
        return
    if depth == 0 and (rows := entries(schema, root)) is not None:
        schema = rows
    for member in members(schema, root):
        inner = entries(member.schema, root)
        if blocks or (inner is None and not members(member.schema, root)):
            yield member.name
        yield from declared(member.schema if inner is None else inner, root, depth + 1, blocks=blocks)


def is_said(name: str, wish: str) -> bool:
    """Tell whether a wish has a name, word for word."""
    return f" {spelled(name)} " in f" {spelled(wish)} "


def spelled(text: str) -> str:
    """Return a text as its words in small letters."""
    return " ".join(word.lower() for word in words_of(re.sub(r"[^\w]+", " ", text)))


def touched_in(spec: JsonObject, patch: Iterable[JsonObject]) -> Iterator[str]:
    """Yield what a patch writes, where, and the entry or the list of names around it, as texts."""
    for operation in patch:
        yield json.dumps([operation.get("path"), operation.get("value")], ensure_ascii=False)
        here: Json = spec
        around: Json = None
        for part in pointer_parts(str(operation.get("path", ""))):
            if isinstance(here, dict) and part in here:
                here = here[part]
            elif isinstance(here, list) and part.isdigit() and int(part) < len(here):
                around = here if isinstance(here[int(part)], str) else here[int(part)]
                here = here[int(part)]
            else:
                break
        yield json.dumps(around, ensure_ascii=False)


def complaint(patch: Iterable[JsonObject]) -> str:
    """Return a text that would be shown and only says what is wrong; "" where there is none."""
    texts = [value for one in patch if isinstance(value := one.get("value"), str) and one.get("op") != "test"]
    found = next((text for text in texts if COMPLAINT.match(text)), "")
    return f'"{found}" says what is wrong, not what to show' if found else ""


def not_money(before: Json, after: Json) -> str:
    """Return which amount would be shown in a unit that it is not in; "" where none."""
    known = list(objects_in(before))
    for one in objects_in(after):
        shown, words = one.get("format"), words_of(str(one.get("key", "")).lower())
        if not isinstance(shown, dict) or shown.get("name") != "currency" or not words or one in known:
            continue
        name, unit, wanted = " ".join(words), words[-1], str(shown.get("currency", "")).lower()
        if unit in MINOR and not shown.get("minor"):
            return f"{name} is in {unit}: as whole money it would be a hundred times too much"
        if unit in CURRENCIES and wanted and unit != wanted:
            return f"{name} is in {unit.upper()}: views do not convert money"
    return ""


def objects_in(value: Json) -> Iterator[JsonObject]:
    """Yield all objects inside a value."""
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from objects_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from objects_in(each)
