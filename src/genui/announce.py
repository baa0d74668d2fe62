"""Which views hosts are told of: all, or those worth more than text."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from genui.model import mapping
from genui.serve.directory import texts_in

if TYPE_CHECKING:
    from genui.config import Config

LINE = 300
"""Characters of an example's text that count as one short answer."""

MEMBERS = 3
"""Members of an answer from which it is worth a view."""

LISTS = re.compile(
    r"(list|search|find|query|browse|compare|report|stats?|summary|summari[sz]e|history|forecast|chart|top|all)"
    r"(?![a-z])"
)
"""Words in a tool's name that promise rows or figures."""


class Announced(NamedTuple):
    """Whether hosts are told of a view, and why."""

    view: bool
    why: str


Rule = Callable[[Mapping[str, Any], Sequence[Mapping[str, Any]]], Announced | None]


def announced(
    config: Config, definition: Mapping[str, Any], as_text: Container[str] | None = None
) -> Announced:
    """Return whether hosts are told of a tool's view: by its own setting, that of [serve], or the table.

    `as_text` has the names of the tools that the user shows as text; the overlay tells them where it is None.

    Raises:
        ConfigError: The file that its examples are in cannot be used.
    """
    name = str(definition.get("name", ""))
    serve, said = config.serve, config.tool(name).announce
    if serve.views:
        return Announced(serve.views == "all", f"--views {serve.views}")
    if said is not None:
        return Announced(said, f"announce = {str(said).lower()} in [tools.{name}]")
    if name in (texts_in(config.overlay) if as_text is None else as_text):
        return Announced(view=False, why=f"you chose so; genui undo {name} --overlay takes that back")
    if serve.announce == "all":
        return Announced(True, 'announce = "all" in [serve]')  # noqa: FBT003
    from genui.viewoptions import tool_examples

    return useful(definition, tool_examples(config, name))


def useful(definition: Mapping[str, Any], examples: Sequence[Mapping[str, Any]]) -> Announced:
    """Return what the first rule of the table that applies says."""
    otherwise = Announced(view=False, why="nothing says that it answers with more than a text")
    return next(filter(None, (rule(definition, examples) for rule in RULES)), otherwise)


def by_examples(_: Mapping[str, Any], examples: Sequence[Mapping[str, Any]]) -> Announced | None:
    """Judge by what the tool has answered."""
    if not examples:
        return None
    results = [each["result"] for each in examples if not each["result"].get("isError")]
    blocks = [block for result in results for block in result.get("content") or () if isinstance(block, dict)]
    if any(block.get("type") not in ("text", None) for block in blocks):
        return Announced(view=True, why="its examples hold media or resources")
    if any(is_rich(data) for result in results for data in data_of(result)):
        return Announced(view=True, why="its examples hold rows or several values")
    if any(len(str(block.get("text", ""))) > LINE for block in blocks):
        return Announced(view=False, why="its examples are texts for the model to read")
    return Announced(view=False, why="its examples are answers of one line")


def by_output_schema(definition: Mapping[str, Any], _: Sequence[Mapping[str, Any]]) -> Announced | None:
    """Judge by the schema of what the tool answers."""
    schema = definition.get("outputSchema")
    if not isinstance(schema, Mapping):
        return None
    from genui.expressions import values_in

    members = mapping(schema.get("properties"))
    text = members.get("result")
    # Python SDKs write the first for `-> dict` and the second for `-> str`, which may hold rows as JSON.
    if not members or (len(members) == 1 and isinstance(text, Mapping) and text.get("type") == "string"):
        return None
    # An array anywhere, in its definitions too.
    if any(isinstance(one, Mapping) and one.get("type") == "array" for _, one in values_in(schema)):
        return Announced(view=True, why="its outputSchema has rows")
    if len(members) >= MEMBERS or any("$ref" in str(each) for each in members.values()):
        return Announced(view=True, why=f"its outputSchema has {len(members)} members")
    return Announced(view=False, why="its outputSchema has one or two values")


def by_annotations(definition: Mapping[str, Any], _: Sequence[Mapping[str, Any]]) -> Announced | None:
    """Judge by what the tool says that it does: what writes answers with a confirmation."""
    hints = mapping(definition.get("annotations"))
    if hints.get("destructiveHint") is True or hints.get("readOnlyHint") is False:
        return Announced(view=False, why="it writes, and answers with a plain confirmation")
    return None


def by_name(definition: Mapping[str, Any], _: Sequence[Mapping[str, Any]]) -> Announced | None:
    """Judge by the words of its name."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", str(definition.get("name", ""))).lower()
    found = next((word for word in re.split(r"[^a-z]+", words) if LISTS.fullmatch(word)), "")
    return Announced(view=True, why=f"its name says {found!r}") if found else None


RULES: tuple[Rule, ...] = (by_examples, by_output_schema, by_annotations, by_name)
"""The table of docs/serve.md, first to last."""


def data_of(result: Mapping[str, Any]) -> list[Any]:
    """Return the data in a result: structured, or in each of its texts."""
    from genui.resultdata import data_in

    structured = result.get("structuredContent")
    # Python SDKs wrap the text of a tool that returns one, which may be JSON as in a block.
    text = structured.get("result") if isinstance(structured, Mapping) and len(structured) == 1 else None
    if structured is not None and not isinstance(text, str):
        return [structured]
    blocks = [block for block in result.get("content") or () if isinstance(block, Mapping)]
    texts = [text] if isinstance(text, str) else [block.get("text") for block in blocks]
    return [data_in(each) for each in texts if isinstance(each, str)]


def is_rich(data: Any) -> bool:
    """Tell whether data are rows, or several values."""
    if isinstance(data, Mapping):
        return len(data) >= MEMBERS or any(is_rich(each) for each in data.values())
    return isinstance(data, list) and len(data) > 0
