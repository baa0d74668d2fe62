"""The data in a tool's result: as they are structured, or in a text."""

import ast
import json
import re
from collections.abc import Mapping

from genui.model import Json, listed

MAX_TEXT = 1_000_000

_FENCE = re.compile(r"\A\s*```\w*\n(.*?)\n```\s*\Z", re.S)


def result_data(result: Json) -> Json:
    """Return the data of a tool result: structured, the JSON in its text, or the text; None if none."""
    if not isinstance(result, Mapping) or result.get("isError") is True:
        return None
    if isinstance(result.get("structuredContent"), Mapping):
        return result["structuredContent"]
    texts = [block.get("text") for block in listed(result.get("content")) if isinstance(block, Mapping)]
    if len(texts) != 1 or not isinstance(texts[0], str):
        return None
    return data_in(texts[0])


def data_in(text: str) -> Json:
    """Return the JSON, or the Python literal, that a text is; else the text."""
    inner = _FENCE.sub(r"\1", text).strip()
    if inner[:1] not in {"{", "["} or len(inner) > MAX_TEXT:
        return text
    for read in (json.loads, ast.literal_eval):
        try:
            found = read(inner)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        return found if isinstance(found, dict | list) else text
    return text
