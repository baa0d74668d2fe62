"""What members are to people, and their order in a row; templates/runtime/roles.js says the same."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from genui.assets import bundled_directory


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


def arranged(members: Sequence[Named]) -> list[int]:
    """Return the members' places in a row: what rows are called by first, ids and hashes last."""
    found = [role_of(one.words, one.kind) for one in members]
    names = [role["role"] for role in found]
    # Rows that begin with their time and have no name are events: they stay as they are.
    events = names[:1] == ["moment"]
    own = [at for at, one in enumerate(members) if not one.inner]
    wanted = [(own, "name"), *([] if events else [(own, "subject"), (range(len(members)), "name")])]
    # Where an id would lead, what it stands for says more.
    wanted += [(own, "category place")] if names[:1] == ["id"] else []
    lead = next((at for places, roles in wanted for at in places if names[at] in roles.split()), None)

    def rank(at: int) -> int:
        if lead is None:
            return found[at]["rank"] if names[at] in {"hash", "nested", "link"} else 1
        return -1 if at == lead else found[at]["rank"]

    return sorted(range(len(members)), key=rank)
