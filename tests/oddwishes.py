"""Wishes made by a grammar, and view files joined with their mutations: for fuzzing."""

import random

from refining import TOOLS, plain

from genui.errors import WishError
from genui.merge.views import merge_views
from genui.model import View
from genui.refine import refine_view
from genui.viewfile import StoredView, read_view, view_sum

ACTS = (
    *(
        "hide {}",
        "show only {}",
        "rename {} to {word}",
        "sort by {} descending",
        "{} as {format}",
        "{} first",
    ),
    *("group by {}", "{chart} chart of {} by {}", "put {} after {}", "default {} to {value}", "fold {}"),
    *("title '{word}'", "{theme} mode", "form {where}", "first {number} rows", "split by {}", "{} in {unit}"),
    *("only {} above {number}", "undo", "make {} bigger", "total of {} at the bottom", "no {chart} chart"),
)
WORDS = {
    "word": ["Max", "O'Hara", "the title is too long", "«x»", "", "a" * 400, "נגד", "1e9", "{}", "\\"],
    "format": ["currency", "euros", "percent", "bytes", "a date", "relative time", "text", "stars", "°F"],
    "chart": ["line", "bar", "pie", "stacked bar", "scatter", "sankey"],
    "value": ["5", "-1", "true", "Zurich", "null", "2026-01-01", "[1]"],
    "theme": ["dark", "light", "pink"],
    "where": ["below", "on the left", "at the bottom", "hidden"],
    "number": ["3", "0", "-2", "1e400", "a few"],
    "unit": ["euros", "Fahrenheit", "hours", "MB", "furlongs"],
}


def names_in(schema, depth=0):
    """Return the names of members at every depth."""
    if not isinstance(schema, dict) or depth > 6:
        return []
    own = list(schema.get("properties", {}))
    return own + [name for inner in schema.values() for name in _inner(inner, depth)]


def _inner(value, depth):
    each = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    return [name for one in [value, *each] for name in names_in(one, depth + 1)]


def wish_of(chance: random.Random, tool) -> str:
    """Return a wish about a tool, likely or odd."""
    names = [*names_in(tool.definition), "nothing", "limit", "page"]
    said = []
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        act = chance.choice(ACTS)
        while "{}" in act:
            act = act.replace("{}", chance.choice(names), 1)
        said.append(act.format(**{key: chance.choice(words) for key, words in WORDS.items()}))
    return chance.choice((", ", " and ", "; ")).join(said)


def read_wishes(data: bytes) -> None:
    """Refine a view by made-up wishes; each is fulfilled whole or refused."""
    chance = random.Random(data)
    tool = TOOLS[chance.choice(sorted(TOOLS))]
    view = View(tool.name, plain(tool.name))
    for wish in (wish_of(chance, tool), data.decode("utf-8", "replace")[:300]):
        try:
            view = refine_view(view, tool, wish).view
        except WishError as refusal:
            assert refusal.message


def join_odd(data: bytes) -> None:
    """Join a view with what became of its file; both sides are quoted, or joined."""
    tool = TOOLS["get_forecast"]
    view = View(tool.name, plain(tool.name))
    base = StoredView(view, view_sum(view))
    ours = refine_view(view, tool, "hide wind").view
    try:
        theirs = read_view(data)
    except (ValueError, RecursionError):
        return
    merged = merge_views(base, StoredView(ours, view_sum(ours)), theirs, lambda _: view.spec, tool=tool)
    assert merged.stored is not None or merged.clashes
