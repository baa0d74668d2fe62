"""Members that are no data, of objects that only the scripts of a page know: short names for them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import ascii_uppercase

from genui.javascript.scopes import short_names
from genui.javascript.tokens import KEY, MEMBER, OPTIONAL, marked

KINDS = (MEMBER, OPTIONAL, KEY)


@lru_cache(maxsize=1024)
def marks_for(name: str) -> tuple[str, ...]:
    """Return the marks that stand for a member."""
    return tuple(marked(kind, f'"{name}"' if kind == KEY else name) for kind in KINDS)


def short_members(counts: Mapping[str, int], own: Iterable[str]) -> dict[str, str]:
    """Return what is written for the marks of `own` members, the shortest names for what is used most.

    They begin with a capital letter, and none is the name of another member that these scripts mention.
    """
    uses = {name: sum([counts.get(mark, 0) for mark in marks_for(name)]) for name in own}
    found = sorted((name for name in uses if uses[name]), key=lambda name: (-uses[name], name))
    free = (name for name in short_names(ascii_uppercase) if counts.keys().isdisjoint(marks_for(name)))
    return {
        mark: "." * (mark[1] == MEMBER) + short
        for name, short in zip(found, free, strict=False)
        for mark in marks_for(name)
        if mark in counts
    }
