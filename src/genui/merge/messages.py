"""Messages about clashes."""

import json
from collections.abc import Iterable

from genui.expressions import MISSING
from genui.merge.values import Clash
from genui.model import Json

MAX_VALUE = 90
"""Characters of a value that are quoted."""


def clash_text(clash: Clash) -> str:
    """Return one place that cannot be joined, with what both sides say."""
    if clash.problem:
        return f"{clash.where or '/'}: both together are wrong: {clash.problem}"
    sides = []
    for name, value, wish in zip(("ours", "theirs"), (clash.ours, clash.theirs), clash.wishes, strict=True):
        sides.append(f"{name} {value_text(value)}" + (f' ("{wish}")' if wish else ""))
    return f"{clash.where or 'the whole'}: {', '.join(sides)}"


def value_text(value: Json) -> str:
    """Return a value as it is quoted."""
    if value is MISSING:
        return "removed"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_VALUE else f"{text[:MAX_VALUE]}…"


def clashes_text(clashes: Iterable[Clash], tool: str) -> str:
    """Return why a view cannot be joined, and the command that decides."""
    told = "; ".join(clash_text(clash) for clash in clashes)
    return f"both sides changed {told}: decide with genui merge {tool} --ours or --theirs"
