"""The offline spec of a tool: made from its definition alone, the same every time."""

from collections.abc import Mapping, Sequence
from typing import Any

from genui.baseline.examples import answers_anything, example_schema, without_columns
from genui.baseline.form import form_of
from genui.baseline.hints import with_hints
from genui.baseline.kind import KIND_RULES, kind_of
from genui.baseline.paging import with_next_page
from genui.baseline.result import result_components
from genui.expressions import pointer_of
from genui.labels import first_sentence, title_of
from genui.model import Json, Kind, Tool
from genui.schema import members
from genui.spec import VERSION

__all__ = ["KIND_RULES", "baseline", "kind_of"]


def baseline(
    tool: Tool,
    *,
    hints: Mapping[str, Any] | None = None,
    examples: Sequence[Json] = (),
    kind: Kind | str | None = None,
) -> dict[str, Any]:
    """Return the offline spec of a tool: pure, deterministic, for any tool definition.

    `examples` are recorded calls {arguments, result}; `hints` win over every rule.
    """
    chosen = kind if kind in {"rich", "minimal"} else kind_of(tool)
    about = first_sentence(tool.description)
    spec = {
        "version": VERSION,
        "kind": chosen,
        "title": title_of(tool),
        **({"description": about} if about else {}),
        "form": form_of(tool),
        "result": _result(tool, examples, about, minimal=chosen == "minimal"),
    }
    paged = with_next_page(spec, tool)
    return with_hints(paged, hints) if hints else paged


def _result(tool: Tool, examples: Sequence[Json], about: str, *, minimal: bool) -> list[dict[str, Any]]:
    asked = frozenset(one.name for one in members(tool.input_schema, tool.input_schema))
    schema = tool.output_schema if tool.output_schema is not None else example_schema(examples)
    planned = result_components(schema, subject=tool.name, asked=asked, about=about)
    if tool.output_schema is None and answers_anything(tool):
        planned = without_columns(planned)
    opaque = len(planned) == 1 and planned[0]["type"] == "auto"
    return [_plain(tool)] if minimal and opaque else planned


def _plain(tool: Tool) -> dict[str, Any]:
    """Show the result as text: the one text that a wrapping outputSchema declares, else the whole."""
    schema = tool.output_schema
    wrapped = members(schema, schema) if schema is not None else ()
    whole = {"$path": "/result"}
    if len(wrapped) != 1:
        return {"type": "text", "props": {"of": whole}}
    inner = {"$path": "/result" + pointer_of(wrapped[0].name)}
    return {"type": "text", "props": {"of": {"$first": [inner, whole]}}}
