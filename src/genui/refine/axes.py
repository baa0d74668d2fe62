"""Which member of a clause about a chart goes where: what is drawn, along what, and split by what."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from genui.refine.speech import Piece

AXES = {"XAXIS": "x", "YAXIS": "y"}
PASSED = frozenset(
    {
        "LITTLE",
        "AND",
        "OF",
        "TO",
        "AS",
        "MAKE",
        "ROWS",
        "RESULTS",
        "THINGS",
        "PEOPLE",
        "THEN",
        "TABLED",
        "MANY",
    }
)
"""Classes of words that change nothing in what a chart draws."""
MEMBERS = frozenset({"M", "MOMENT"})


ONE_BAR = re.compile(r"\b(?:bars?|columns?|slices?|points?|dots?) ", re.I)
"""What a chart has one of for each value along it, and which splits nothing."""


LINES = re.compile(r"\b(?:lines?|bars?|curves?|series)\b", re.I)
"""What only a chart has."""


@dataclass
class Roles:
    """What was read so far of a clause about a chart."""

    kind: str = ""
    plotted: bool = False
    stacked: bool = False
    role: str = "y"
    loose: list[str] = field(default_factory=list)
    """Members since the last word that says where members go."""
    named: dict[str, list[str]] = field(default_factory=lambda: {"x": [], "y": [], "s": []})
    joined: bool = False
    """True where "and" stands before the next member."""


def charted(pieces: Sequence[Piece]) -> str:
    """Return a clause about a chart as "line chart of … by … split by …", "" where it is about none."""
    roles = Roles()
    for piece in pieces:
        if not taken(roles, piece):
            return ""
    named = {**roles.named, "y": [*roles.named["y"]]}
    if (
        not (roles.kind or roles.plotted or roles.stacked)
        or not named["y"]
        or max(len(named["x"]), len(named["s"])) > 1
    ):
        return ""
    by = f" by {named['x'][0]}" if named["x"] else ""
    split = f" split by {named['s'][0]}" if named["s"] else ""
    kind = f"stacked {roles.kind or 'bar'}" if roles.stacked else roles.kind
    return f"{kind} chart of {', '.join(named['y'])}{by}{split}".strip()


def taken(roles: Roles, piece: Piece) -> bool:
    """Take the next piece; return whether it can belong to a clause about a chart."""
    classes = piece.classes
    if classes & set(AXES):
        on_axis(roles, next(AXES[name] for name in AXES if name in classes))
    elif "SPLIT" in classes:
        along = not roles.named["x"] and ONE_BAR.search(piece.text) is not None
        roles.role, roles.loose = "x" if along else "s", []
        roles.plotted = roles.plotted or LINES.search(piece.text) is not None
    elif classes & MEMBERS:
        return member(roles, piece.text)
    elif "BY" in classes:
        roles.role, roles.loose = "s" if roles.named["x"] else "x", []
    elif "ABOUT_ROWS" in classes:
        if roles.role == "x" and not roles.named["x"]:
            return member(roles, piece.text)
    elif "STACK" in classes:
        roles.stacked = True
    elif "KIND" in classes and not roles.kind:
        roles.kind = piece.text
    elif "PLOT" in classes:
        roles.plotted = True
    elif "NUMBER" in classes and piece.text.lower() in {"one", "two", "three", "a"}:
        return True
    elif not classes & PASSED:
        return False
    if "OF" in classes and roles.role == "":
        roles.role = "y"
    roles.joined = "AND" in classes and piece.text != ","
    return True


def on_axis(roles: Roles, axis: str) -> None:
    """Read "date along the bottom", and "along the bottom date"."""
    if not roles.loose:
        roles.role = axis
        return
    moved = roles.loose if axis == "y" else roles.loose[-1:]
    for names in roles.named.values():
        names[:] = [name for name in names if name not in moved]
    roles.named[axis] += moved
    roles.role, roles.loose = "y", []


def member(roles: Roles, text: str) -> bool:
    """Put a member where the words before it say."""
    if roles.role == "" and roles.joined:
        return False
    role = roles.role or "y"
    roles.named[role].append(text)
    roles.loose.append(text)
    roles.role = "y" if role == "y" else ""
    roles.joined = False
    return True
