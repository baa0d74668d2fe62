"""Members that are no data, of objects that only the scripts of a page know: short names for them."""

from collections import Counter
from collections.abc import Container, Mapping
from string import ascii_uppercase

from genui.javascript.scopes import short_names
from genui.javascript.tokens import KEY, MEMBER, OPTIONAL

KINDS = frozenset({MEMBER, OPTIONAL, KEY})


def short_members(counts: Mapping[str, int], own: Container[str]) -> dict[str, str]:
    """Return what is written for the marks of `own` members, the shortest names for what is used most.

    They begin with a capital letter, and none is the name of another member that these scripts mention.
    """
    named = {mark: mark[2:-1].strip('"') for mark in counts if mark[1] in KINDS}
    uses = Counter[str]()
    for mark, name in named.items():
        uses[name] += counts[mark] if name in own else 0
    found = sorted((name for name in uses if uses[name]), key=lambda name: (-uses[name], name))
    free = (name for name in short_names(ascii_uppercase) if name not in uses)
    short = dict(zip(found, free, strict=False))
    return {mark: "." * (mark[1] == MEMBER) + short[name] for mark, name in named.items() if name in short}
