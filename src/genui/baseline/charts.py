"""Which chart suits rows before any of them is seen: only series over time, and one name with figures."""

from collections.abc import Sequence
from typing import Any

from genui.baseline.meaning import NUMBERS, Meaning, is_scalar, is_text, last_word
from genui.baseline.namewords import PERIODS
from genui.expressions import pointer_parts
from genui.labels import words_of
from genui.model import JsonObject
from genui.schema import declared_types

MAX_MEASURES = 4
MAX_SERIES = 8
FIGURES_A_TEXT = 3
ANGLES = ("deg", "dir", "direction", "heading", "bearing", "azimuth")
"""Ends of names of directions, of which a line leaps from 359 to 1; the page knows the same."""
LONGEST_UNIT = 2
"""Letters of a last word that may be a unit which nobody knows."""
FEW_COUNTS = 2
"""Counts that may share an axis, whatever they count."""
NAMES = frozenset(
    {
        *(
            "name",
            "label",
            "category",
            "region",
            "country",
            "city",
            "product",
            "status",
            "state",
            "stage",
            "type",
        ),
        *(
            "group",
            "team",
            "channel",
            "source",
            "segment",
            "department",
            "language",
            "browser",
            "kind",
            "level",
        ),
    }
)

Column = tuple[str, JsonObject, Meaning]
"""Pointer in the row, schema, meaning."""


def chart_of(columns: Sequence[Column]) -> dict[str, Any]:
    """Return the props of a chart, without its rows; {} where a table says it better."""
    measures = [column for column in columns if column[2].measure and not _last(column[0]).endswith(ANGLES)]
    texts = [column for column in columns if is_text(column[1])]
    identified = any(_last(pointer) in {"id", "uuid", "key", "sku", "url"} for pointer, _, _ in columns)
    if not measures or identified or any(not is_scalar(schema) for _, schema, _ in columns):
        return {}
    time = next((column for column in columns if _is_time(column)), None) or _only_moment(columns)
    if time is not None:
        others = [column for column in texts if column is not time]
        # Texts among many figures say a little of each reading.
        if len(others) > 1 and len(measures) < FIGURES_A_TEXT * len(others):
            return {}
        split = {"series": others[0][0]} if len(others) == 1 and _splits(others[0]) else {}
        shown = [column for column in measures if column is not time]
        return {"kind": "line", "x": time[0], **_axes(shown, split)} if shown else {}
    if len(texts) == 1 and _last(texts[0][0]) in NAMES and len(measures) <= MAX_MEASURES:
        return {"kind": "bar", "x": texts[0][0], **_axes(measures, {})}
    return {}


def chart_title(chart: JsonObject) -> str:
    """Return what a chart shows in words: "High and low", "" where it shows too much."""
    labels = [measure["label"] for measure in chart["y"]]
    first, *rest = labels
    lowered = [label[:1].lower() + label[1:] if label[1:2].islower() else label for label in rest]
    return " and ".join([", ".join([first, *lowered[:-1]]), *lowered[-1:]]) if len(labels) <= 3 else ""


def _axes(measures: Sequence[Column], split: JsonObject) -> dict[str, Any]:
    """Return y, series and unit: the measures of the scale that most share."""
    families = [_family(column) for column in measures]
    family = max(dict.fromkeys(families), key=families.count)
    together = [column for column in measures if _family(column) == family]
    if family == "count" and len(together) > FEW_COUNTS:
        together = _alike(together)
    together = _closing(together) or together
    unit = together[0][2].unit
    most = 1 if split else MAX_MEASURES
    y = [{"key": pointer, "label": meaning.label} for pointer, _, meaning in together[:most]]
    percent = {"unit": "%"} if family == "percent" else {}
    return {"y": y, **split, **({"unit": unit} if unit else percent)}


def _family(column: Column) -> str:
    """Return what measures share an axis by: a letter or two at the end of a name are a unit."""
    last = _last(column[0])
    return column[2].family or (last if len(last) <= LONGEST_UNIT else "")


def _alike(columns: Sequence[Column]) -> list[Column]:
    """Return those of some counts that share a word with the first: others it may dwarf."""
    words = [_words(pointer) for pointer, _, _ in columns]
    return [column for column, each in zip(columns, words, strict=True) if each & words[0]]


def _closing(columns: Sequence[Column]) -> list[Column]:
    """Return the last of the four prices of a stretch of time, none where there are no such."""
    if not any("high" in _words(pointer) for pointer, _, _ in columns):
        return []
    return [column for column in columns if "close" in _words(column[0])]


def _words(pointer: str) -> set[str]:
    return {word.lower() for word in words_of(pointer)}


def _last(pointer: str) -> str:
    return last_word((pointer_parts(pointer) or [""])[-1])


def _splits(column: Column) -> bool:
    """Tell whether a text names a few series: an enum under a name that groups."""
    choices = column[1].get("enum")
    return _last(column[0]) in NAMES and isinstance(choices, list) and 2 <= len(choices) <= MAX_SERIES


def _is_time(column: Column) -> bool:
    pointer, schema, _ = column
    by_format = schema.get("format") in {"date", "date-time"}
    types = declared_types(schema) or frozenset()
    named = len(words_of(pointer[1:301])) == 1 and _last(pointer) in PERIODS
    return (named and bool(types & {"string", "integer", "number"})) or (by_format and named)


def _only_moment(columns: Sequence[Column]) -> Column | None:
    """Return the one moment among rows that are else figures: readings, whatever it is called."""
    moments = [column for column in columns if column[2].format in ("date", "datetime")]
    others = [column for column in columns if column not in moments]
    return moments[0] if len(moments) == 1 and all(_is_figure(column) for column in others) else None


def _is_figure(column: Column) -> bool:
    types = declared_types(column[1]) or frozenset()
    return types - {"null"} <= NUMBERS and bool(types)
