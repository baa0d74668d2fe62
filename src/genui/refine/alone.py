"""Wishes about fields that only the form has, which need not be called fields."""

import re

from genui.refine.draft import Draft, Unfulfilled
from genui.refine.forms import hide_fields, order_of, rename_field
from genui.refine.names import bare, nearest_names, split_names
from genui.refine.sources import find_field, find_fields, rows_called, sources_of

Match = re.Match[str]


def hide_alone(draft: Draft, match: Match) -> None:
    """Leave fields out of the form that nothing in the result is called like."""
    not_shown(draft, match["names"])
    hide_fields(draft, match)


def rename_alone(draft: Draft, match: Match) -> None:
    """Give a field another label that nothing in the result is called like."""
    not_shown(draft, match["names"])
    rename_field(draft, match)


def swap_alone(draft: Draft, match: Match) -> None:
    """Let two fields of the form change places."""
    if match["form"] is None:
        not_shown(draft, f"{match['one']}, {match['other']}")
    one, other = find_field(draft, match["one"]).pointer, find_field(draft, match["other"]).pointer
    places = {one: other, other: one}
    draft.form["order"] = [places.get(key, key) for key in order_of(draft)]


def fold_others(draft: Draft, match: Match) -> None:
    """Put every field behind the fold but some."""
    kept = {name.pointer for name in find_fields(draft, match["names"])}
    draft.form["folded"] = [path for path in order_of(draft) if path not in kept]


def not_shown(draft: Draft, said: str) -> None:
    """Make sure that no member of the result is called so.

    Raises:
        Unfulfilled: One is, or the result may have any.
    """
    sources = sources_of(draft)
    known = [name for source in sources for name in source.known()]
    for one in split_names(said):
        if (
            any(source.open for source in sources)
            or nearest_names(bare(one), known)
            or rows_called(draft, one)
        ):
            raise Unfulfilled(f'"{bare(one)}" may be in the result as well', "say the … input", weak=True)
