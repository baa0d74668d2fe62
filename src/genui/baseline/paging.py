"""The way to the next page, where a tool takes a cursor and answers with one."""

from collections.abc import Sequence
from typing import Any

from genui.baseline.meaning import is_text
from genui.baseline.patterns import words_in
from genui.expressions import pointer_of
from genui.model import JsonObject, Tool
from genui.schema import Member, members

TAKEN = ("cursor", "next_cursor", "page_token", "next_page_token", "continuation_token", "after")
GIVEN = ("next_cursor", "next_page_token", "continuation_token", "end_cursor", "cursor", "page_token")


def with_next_page(spec: dict[str, Any], tool: Tool) -> dict[str, Any]:
    """Return a spec with a button to the next page and without its cursor; the same where none is told."""
    taken = _text_in(members(tool.input_schema, tool.input_schema), TAKEN)
    schema = tool.output_schema
    given = _text_in(members(schema, schema), GIVEN) if schema is not None else None
    # A click may run this tool again: none that destroys.
    if taken is None or given is None or tool.annotations.get("destructiveHint") is True:
        return spec
    key = pointer_of(given.name)
    result = [shown for one in spec["result"] if (shown := _without_field(one, key))]
    return {**spec, "nextPage": {"arguments": {taken.name: {"$path": "/result" + key}}}, "result": result}


def _text_in(found: Sequence[Member], names: Sequence[str]) -> Member | None:
    texts = {words_in(one.name): one for one in found if is_text(one.schema)}
    return next((texts[name] for name in names if name in texts), None)


def _without_field(component: JsonObject, key: str) -> JsonObject | None:
    """Return a component without one field of the whole answer, None where that was its only one."""
    props = component.get("props", {})
    if component["type"] != "key-value" or props.get("of") != {"$path": "/result"} or "fields" not in props:
        return component
    fields = [field for field in props["fields"] if field["key"] != key]
    return {**component, "props": {**props, "fields": fields}} if fields else None
