"""What clashes, in words."""

import json
from collections.abc import Iterable

from genui.expressions import MISSING
from genui.merge.values import Clash
from genui.model import Json

MAX_VALUE = 90
"""Characters of a value that are quoted."""


def told_clash(clash: Clash, ours: str = "ours", theirs: str = "theirs") -> str:
    """Return one place that cannot be joined, with what both sides say."""
    if clash.problem:
        return f"{clash.where or '/'}: both together are wrong: {clash.problem}"
    sides = []
    values = zip((ours, theirs), (clash.ours, clash.theirs), clash.wishes, strict=True)
    for name, value, wish in values:
        sides.append(f"{name} {told_value(value)}" + (f' ("{wish}")' if wish else ""))
    return f"{clash.where or 'the whole'}: {', '.join(sides)}"


def told_value(value: Json) -> str:
    """Return a value as it is quoted."""
    if value is MISSING:
        return "removed"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_VALUE else f"{text[:MAX_VALUE]}…"


def told_clashes(clashes: Iterable[Clash], tool: str) -> str:
    """Return why a view cannot be joined, and the command that decides."""
    told = "; ".join(told_clash(clash) for clash in clashes)
    return f"both sides changed {told}: decide with genui merge {tool} --ours or --theirs"
