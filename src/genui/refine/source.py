"""One array or object of a result: what shows it, and by which names its members go."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from genui.baseline.meaning import Meaning, entry_of, head_of, meaning_of
from genui.expressions import pointer_parts
from genui.model import Json
from genui.refine.draft import Component
from genui.refine.names import Name
from genui.refine.spelling import words_in


@dataclass
class Source:
    """One array or object of the result, and what is shown of it."""

    home: str
    expression: Json
    rows: bool
    open: bool = False
    """True where other members than the known ones may come."""
    components: list[Component] = field(default_factory=list)
    names: dict[str, list[str]] = field(default_factory=dict)
    meanings: dict[str, Meaning] = field(default_factory=dict)

    def known(self) -> list[Name]:
        """Return the members that are known by name."""
        return [
            Name(
                *(pointer, tuple(texts), self.home, self.rows),
                temporal=is_temporal(self.meanings.get(pointer)),
                about=self.about(),
            )
            for pointer, texts in self.names.items()
        ]

    def about(self) -> frozenset[str]:
        """Return the words for one row: "order" for what is in orders."""
        path = self.expression.get("$path") if isinstance(self.expression, dict) else None
        return about_path(path) if isinstance(path, str) else frozenset()

    def call(self, pointer: str, *texts: Json) -> None:
        """Add names that a member goes by."""
        last = last_part(pointer)
        told = [text for text in texts if isinstance(text, str) and text]
        bare = [text.rpartition(", ")[0] for text in told if ", " in text]
        known = self.names.setdefault(pointer, [last])
        known += [text for text in (*told, *bare) if text not in known]

    def meaning(self, pointer: str) -> Meaning:
        """Return what a member means, by its name alone where no schema tells."""
        last = (pointer_parts(pointer) or ["value"])[-1]
        return self.meanings.get(pointer) or meaning_of(last, {})

    def entry(self, pointer: str) -> dict[str, Any]:
        """Return the column or field of a member, as the baseline would make it."""
        meaning = self.meaning(pointer)
        if not self.rows:
            return entry_of(pointer, meaning.label, meaning.alone)
        return entry_of(pointer, head_of(meaning), meaning.format)


@lru_cache(maxsize=4096)
def last_part(pointer: str) -> str:
    """Return what a member is called in its object."""
    return (pointer_parts(pointer) or ["value"])[-1]


@lru_cache(maxsize=256)
def about_path(path: str) -> frozenset[str]:
    """Return the words in the path of some rows."""
    return frozenset(word for part in pointer_parts(path)[1:] for word in words_in(part))


def is_temporal(meaning: Meaning | None) -> bool:
    """Tell whether a member is a day or a moment."""
    name = meaning.format.get("name") if meaning and isinstance(meaning.format, dict) else None
    return meaning is not None and (name or meaning.format) in {"date", "datetime", "time", "relative"}
