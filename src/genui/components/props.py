"""What several components take, and the expressions of their examples."""

from genui.components.kinds import Prop
from genui.model import JsonObject


def path(pointer: str) -> JsonObject:
    """Return an expression: a member of the whole data."""
    return {"$path": pointer}


def item(pointer: str) -> JsonObject:
    """Return an expression: a member of one row."""
    return {"$item": pointer}


ROWS = Prop("rows", "the array (or map) whose entries are shown", required=True)
TRANSFORM = Prop("transform", "steps that make other rows of them, before anything else looks at them")
TONE = Prop("tone", "the tone of a row", scope="row")
META = Prop("fields", "members in the small print: badges, code, progress, plain words")
BODY = Prop("text", "a longer text below it", scope="row")
GRID = {
    "sort": Prop("sort", "the order at first"),
    "group": Prop("key", "rows of one value stand together under it"),
    "limit": Prop("count", "at most so many rows, by the order at first"),
    "pageSize": Prop("count", "rows a page", default=25),
    "search": Prop("flag", "a search field; from 8 rows on where absent"),
    "filters": Prop("filters", "what the reader filters by: a facet, a range, a span of dates"),
    "summary": Prop("summary", "figures in a line below: 64 commits · 4 authors"),
    "detail": Prop("components", "what a row shows below itself once it is opened", scope="row"),
    "tone": TONE,
    "hideEmpty": Prop("flag", "columns without a value are hidden at first"),
    "compact": Prop("flag", "low rows"),
}
"""What a table takes, wherever its rows come from."""
