"""What members are to people, and their order in a row; templates/runtime/roles.js says the same."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from genui.assets import bundled_directory

SHORT_WORD = 3
"""Letters of words that a sentence says as they are; longer ones may go on: "fare" in "fares"."""

LATE = 4
"""Rank of roles that stay behind the others, whoever speaks of them."""


@dataclass(frozen=True, slots=True)
class Named:
    """A member of rows, as far as its role needs it."""

    words: str
    """The words of its name in small letters."""
    kind: str
    """text, number, boolean, moment or nested."""
    inner: bool = False
    """It belongs to an object within the row."""


@cache
def shared(name: str) -> Any:
    """Return a table that the page reads too: a JSON file of templates/runtime."""
    return json.loads((bundled_directory("templates") / "runtime" / name).read_text(encoding="utf-8"))


@cache
def table() -> tuple[Mapping[str, Any], ...]:
    """Return the roles, first match first: templates/runtime/roles.json with its lists of names apart."""
    names = ("whole", "last")
    return tuple(
        {
            "rank": 1,
            **row,
            "kinds": row.get("kinds", "text").split(),
            **{key: row[key].split("|") if key in row else [] for key in names},
        }
        for row in shared("roles.json")
    )


def role_of(words: str, kind: str) -> Mapping[str, Any]:
    """Return the role of a member by the words of its name and the kind of its values."""
    last = words.rpartition(" ")[2]
    return next(
        row
        for row in table()
        if kind in row["kinds"]
        and (not (row["whole"] or row["last"]) or words in row["whole"] or last in row["last"])
    )


def plainly(text: str) -> str:
    """Return a sentence as `is_asked` wants it."""
    return re.sub(r"[\W_]+", " ", f" {text} ").lower()


def is_asked(words: str, asked: str) -> bool:
    """Tell whether a sentence in small letters speaks of a member by the words of its name."""
    told = [word for word in words.split(" ") if len(word) >= SHORT_WORD]
    return any((f" {word}" if len(word) > SHORT_WORD else f" {word} ") in asked for word in told)


def arranged(members: Sequence[Named], about: str = "") -> list[int]:
    """Return the members' places in a row: what rows are called by first, ids and hashes last.

    `about`: the sentence about the tool; what it speaks of comes right behind the first.
    """
    found = [role_of(one.words, one.kind) for one in members]
    names = [role["role"] for role in found]
    lead = _lead(members, names, about)

    def rank(at: int) -> int:
        if lead is None:
            return found[at]["rank"] if names[at] in {"hash", "nested", "link"} else 1
        flag = members[at].kind == "boolean"
        told = not flag and 0 < found[at]["rank"] < LATE and is_asked(members[at].words, about)
        return -1 if at == lead else 0 if told else found[at]["rank"]

    return sorted(range(len(members)), key=rank)


def _lead(members: Sequence[Named], names: Sequence[str], about: str) -> int | None:
    """Return what rows are called by, None where they keep their order."""
    # Rows that begin with their time and have no name are events: they stay as they are.
    events = names[:1] == ["moment"]
    own = [at for at, one in enumerate(members) if not one.inner]
    first = [at for at, name in enumerate(names) if name != "id"][:1]
    opens = [at for at in first if at in own]
    wanted: list[tuple[Sequence[int], str]] = [(own, "name")]
    if not events:
        within = [at for at, name in enumerate(names) if name == "name"]
        # An artist before the name of a place.
        wanted += [(own, "subject"), (opens if within else [], "category"), (within, "name")]
    # Where an id would lead, what it stands for says more.
    wanted += [(opens, "moment"), (own, "category place")] if names[:1] == ["id"] else []
    told = [at for at in own if is_asked(members[at].words, about)]
    wanted += [] if events else [(told, "category")]
    return next((at for places, roles in wanted for at in places if names[at] in roles.split()), None)
