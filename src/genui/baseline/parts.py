"""The members of a result as parts: pointer, meaning and role of each; small objects give theirs."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from genui.baseline.envelopes import ASIDES, FAULTS, WRAPPERS
from genui.baseline.meaning import (
    NUMBERS,
    Meaning,
    alone_among,
    claim_label,
    entry_of,
    head_of,
    in_money,
    is_scalar,
    last_word,
    meaning_of,
)
from genui.baseline.patterns import words_in
from genui.baseline.units import PARTS
from genui.expressions import pointer_of, pointer_parts
from genui.labels import label_of, words_of
from genui.model import Json, JsonObject
from genui.roles import Named, arranged, role_of
from genui.schema import Member, declared_types, entries, members

MAX_COLUMNS = 12
"""Columns that a page shows as far as they fit; the rest wait in the column chooser."""
FEW_COLUMNS = 8
"""Columns among which ids and long texts still show."""
LATE = 6
"""Rank of roles that tell more to programs, or in the opened row."""
MAX_INLINE = 4
"""Members of a nested object that fit among those of its parent."""

TEXTS: Mapping[str, str] = {
    **dict.fromkeys(("markdown", "md", "readme"), "markdown"),
    **dict.fromkeys(("diff", "patch"), "diff"),
    **dict.fromkeys(("code", "sql", "script", "html", "xml", "yaml"), "code-block"),
    **dict.fromkeys(
        ("body", "content", "contents", "text", "output", "stdout", "stderr", "log", "logs"), "auto"
    ),
}
"""Texts that deserve a component of their own, by the last word of their name."""

WRAPPED = frozenset({"node", "attributes", "properties", "fields", "source", "document", "metadata"})
"""Members of rows that hold what the row is about: GraphQL, JSON:API, GeoJSON and search engines."""


@dataclass(frozen=True, slots=True)
class Part:
    """A declared member of the data, its pointer from the root and its meaning."""

    name: str
    pointer: str
    schema: JsonObject
    meaning: Meaning
    scalar: bool = False

    @property
    def role(self) -> Mapping[str, Any]:
        """What the member is to people, and its rank in a row: a row of templates/runtime/roles.json."""
        named = named_of(self)
        return role_of(named.words, named.kind)


def parts_of(found: Sequence[Member], pointer: str, root: Json) -> list[Part]:
    """Return members as parts: those of small nested objects, and of what rows only wrap, as their own."""
    parts: list[Part] = []
    in_rows = {inner.name for one in found for inner in members(entries(one.schema, root) or {}, root)}
    for member in found:
        here = pointer + pointer_of(member.name)
        inner = members(member.schema, root) if is_object(member.schema) else ()
        if inner and not pointer and words_in(member.name) in WRAPPED:
            parts += parts_of(inner, here, root)
        elif 0 < len(inner) <= MAX_INLINE and all(is_scalar(one.schema) for one in inner):
            others = {one.name for one in found} | in_rows
            counts = all(meaning_of(one.name, one.schema).family == "count" for one in inner)
            counted = len(inner) > 1 and counts and others.isdisjoint(one.name for one in inner)
            parts += [_inlined(member, one, here, inner, bare=counted) for one in inner]
        else:
            meaning = meaning_of(member.name, member.schema)
            # The code of a thing that has a name is what it is called by as well, and no source.
            named = words_in(member.name) == "code" and any(words_in(one.name) == "name" for one in found)
            plain = is_scalar(member.schema) and (named or not text_type(member.name, member.schema))
            parts.append(Part(member.name, here, member.schema, meaning, plain))
    above = {words_in(one.name) for one in members(root, root)} & {"currency"}
    names = {words_in(part.name) for part in parts} | above
    return [_among(part, names) for part in parts]


def _among(part: Part, names: Collection[str]) -> Part:
    """Return a part with what its neighbours tell: beside a path "size" is one of bytes."""
    if "currency" in names and part.meaning.family in PARTS:
        return replace(part, meaning=in_money(part.meaning))
    claim = claim_label(part.name, names)
    if claim:
        part = replace(part, meaning=replace(part.meaning, label=claim))
    measured = part.meaning.unit or part.meaning.family not in ("", "count")
    given = "" if measured else alone_among(words_in(part.name), part.schema, names)
    return replace(part, meaning=replace(part.meaning, format=given, alone=given)) if given else part


def _inlined(outer: Member, inner: Member, pointer: str, found: Sequence[Member], *, bare: bool) -> Part:
    """Return a member of a nested object under both names: "Memory used bytes".

    `found`: all that the object has; where it has no other, "Memory" says enough. `bare`: the counts of a
    survey, "Agree".
    """
    meaning = meaning_of(inner.name, inner.schema)
    claim = claim_label(inner.name, [one.name for one in found])
    meaning = replace(meaning, label=claim) if claim else meaning
    above = meaning_of(outer.name, outer.schema).label
    repeats = meaning.label.lower().startswith(above.lower())
    words = meaning.label.split()
    lowered = " ".join([word.lower() if word[1:].islower() else word for word in words])
    outer_only = len(found) == 1 and meaning.family and len(words_of(inner.name)) == 1
    repeats = bare or repeats or words_in(outer.name) in (ASIDES - FAULTS) | WRAPPERS
    # "Average steps" of "averages".
    label = meaning.label if repeats else above if outer_only else f"{singular(above)} {lowered}"
    told = Meaning(label, meaning.unit, meaning.format, meaning.alone, meaning.measure, meaning.family)
    return Part(
        f"{outer.name}_{inner.name}", pointer + pointer_of(inner.name), inner.schema, told, scalar=True
    )


def singular(label: str) -> str:
    """Return a label in the singular, where its end tells that it is in the plural."""
    return re.sub(r"(?<![isu])s$", "", label)


def text_type(name: str, schema: JsonObject) -> str:
    """Return the component for a long text or a picture, "" where a line will do."""
    if declared_types(schema) != frozenset({"string"}) or "enum" in schema or "format" in schema:
        return ""
    media = schema.get("contentMediaType")
    if isinstance(media, str) and media.startswith("image/"):
        return "image"
    # A code with a name before it is one that things are called by: "postal_code".
    named = last_word(name) == "code" and words_in(name) not in {"code", "source_code"}
    return "" if named else TEXTS.get(last_word(name), "")


def is_object(schema: JsonObject) -> bool:
    """Tell whether a schema allows objects only."""
    return declared_types(schema) == frozenset({"object"})


def columns_of(parts: Sequence[Part], about: str = "") -> list[dict[str, Any]]:
    """Return the columns of a table: names first, ids and nested values last, many hidden at first.

    `about`: the sentence about the tool, as `arranged` wants it.
    """
    told = [parts[at] for at in arranged([named_of(part) for part in parts], about)]
    columns = [entry_of(part.pointer, head_of(part.meaning), part.meaning.format) for part in told]
    money = any(isinstance(one := part.meaning.format, dict) and one["name"] == "currency" for part in told)
    # What programs tell rows apart by goes before what people do; amounts are written with their currency.
    dispensable = [column for column, part in zip(columns, told, strict=True) if part.role["rank"] >= LATE]
    late = [*(one for one in columns[FEW_COLUMNS:] if one in dispensable), *columns[MAX_COLUMNS:]]
    late += [one for one in columns if money and one["key"] == "/currency"]
    return [{**column, **({"hidden": True} if column in late else {})} for column in columns]


def named_of(part: Part) -> Named:
    """Return what decides a part's role."""
    types = (declared_types(part.schema) or frozenset()) - {"null"}
    kind = "text"
    if not part.scalar and types != {"string"}:
        kind = "nested"
    elif part.meaning.format in ("date", "datetime"):
        kind = "moment"
    elif types and types <= NUMBERS:
        kind = "number"
    elif types == {"boolean"}:
        kind = "boolean"
    parts = pointer_parts(part.pointer)
    return Named(
        label_of(parts[-1][:300]).lower(), kind, inner=len(parts) > 1 + (words_in(parts[0]) in WRAPPED)
    )
