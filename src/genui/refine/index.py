"""One index of all names that a wish can use: fields, members, parts, rows, choices and values."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from genui.baseline.meaning import Meaning
from genui.expressions import pointer_parts
from genui.labels import label_of
from genui.model import Json
from genui.refine.draft import Draft
from genui.refine.seen import seen_rows, texts_of
from genui.refine.sources import Source, is_temporal, last_part, look_again, sources_of
from genui.refine.words import alike, parts_of, phrases, related, said_otherwise, singular, vocabulary
from genui.schema import declared_types, unwrap, walk_members
from genui.typecheck import path_of

EXACT, SHORT, KIN, FAR, ASIDE = 0.05, 0.4, 0.5, 0.9, 0.05
"""What a name costs: as it is called, by some of its words, by other words, by some other words.

And what it costs where the other words leave out the last one, which says what it is: of unit_price "price".
"""
BESIDE = 0.03
"""How much dearer a description is than a name."""
MAX_VALUES = 12
UNIT_WORDS = {
    "celsius": ("temperature",), "fahrenheit": ("temperature",), "kilometer-per-hour": ("speed",),
    "mile-per-hour": ("speed",),
}  # fmt: skip
"""What is measured in a unit, which people say with the name."""
FORMAT_WORDS = {"currency": ("price", "cost"), "duration": ("time", "duration"), "bytes": ("size",)}
"""What a value with a format is, which people say with the name: day_pass_eur is the day pass price."""
COUNTS = frozenset(
    {"total", "count", "total_count", "totalcount", "total_results", "num_results", "matches", "hits"}
)
"""Members beside rows that tell how many there are."""
WEAK = frozenset(
    {
        "of",
        "at",
        "by",
        "in",
        "on",
        "the",
        "is",
        "a",
        "to",
        "per",
        "c",
        "f",
        "for",
        "up",
        "and",
        "or",
        "first",
        "last",
        "one",
    }
)
"""Words that alone name nothing."""
MOST_DESCRIBED = 4
"""Words of a description that is a name."""
SENTENCE = 120
"""Characters of a description that tell what the rows are."""
HEADS = frozenset({"name", "title", "id", "type", "status", "date"})
"""Members that no rows are called by."""
STATES = (("is",), ("has",), ("are",), ("can",), ("was",))
"""How the name of a member begins that says yes or no, and by whose other words people call it."""
MEMBERS = ("column", "value")


@dataclass(frozen=True, slots=True)
class Entity:
    """What a name can mean."""

    kind: str
    """column, value (a member of rows, of an object), field, part, rows, choice (of a field), datum."""
    key: str
    """The pointer, path or place of what is meant."""
    told: str
    home: str = ""
    """The source that a member, its value or its rows belong to."""
    value: Json = None
    texts: tuple[tuple[str, ...], ...] = ()
    """Its names as words."""
    also: frozenset[tuple[str, ...]] = frozenset()
    """Other names for it."""
    whole: tuple[tuple[str, ...], ...] = ()
    """Names that are never cut short."""
    described: tuple[tuple[str, ...], ...] = ()
    """A short description, by which people call it as well."""

    @property
    def is_coined(self) -> bool:
        """True for a member that only the wish itself tells."""
        return self.kind == "column" and not self.texts


@dataclass(frozen=True)
class Index:
    """The names of a draft as it is now."""

    entities: tuple[Entity, ...]
    sources: dict[str, Source]
    memo: dict[tuple[str, ...], list[tuple[float, Entity]]]
    seen: bool = False
    """True where an example tells all that a person sees."""

    def find(self, words: tuple[str, ...], kinds: Collection[str]) -> tuple[float, tuple[Entity, ...]]:
        """Return what words can mean among some kinds, all equally well, and what that reading costs."""
        if words not in self.memo:
            scored = ((_cost(words, one), one) for one in self.entities)
            self.memo[words] = [(cost, one) for cost, one in scored if cost is not None]
        found = [(cost, one) for cost, one in self.memo[words] if one.kind in kinds]
        if any(one.kind == "column" and cost == SHORT for cost, one in found):
            # A word of a column's name is no word of a value.
            found = [(cost, one) for cost, one in found if one.kind != "datum" or cost < SHORT - 0.01]
        best = min((cost for cost, _ in found), default=FAR)
        return best, tuple(one for cost, one in found if cost == best)

    def words(self) -> frozenset[str]:
        """Return every word that a name is made of, and short names written as one: "checkout"."""
        words = {word for one in self.entities for text in one.texts for word in text}
        return frozenset(words | {"".join(text) for one in self.entities for text in one.texts if text[1:]})


def index_of(draft: Draft) -> Index:
    """Return the index of a draft."""
    if "index" not in draft.state:
        twin = draft.copy()
        sources = sources_of(draft) or (sources_of(twin) if look_again(twin) else [])
        found = [*_members(draft, sources), *_fields(draft), *_parts(draft), *_rows(draft, sources)]
        draft.state["index"] = Index(
            tuple(found), {one.home: one for one in sources}, {}, bool(draft.examples)
        )
    index: Index = draft.state["index"]
    return index


def _texts(told: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    found = dict.fromkeys(words for one in told if (words := parts_of(one)))
    return tuple(found)


def _also(texts: Iterable[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
    return frozenset(other for text in texts for other in said_otherwise(text))


def _measured(meaning: Meaning | None) -> frozenset[tuple[str, ...]]:
    alone = meaning.alone if meaning is not None else None
    name = alone.get("name") if isinstance(alone, dict) else alone
    words = FORMAT_WORDS.get(str(name), ())
    return frozenset(parts_of(f"{meaning.label} {word}") for word in words) if meaning else frozenset()


def _members(draft: Draft, sources: list[Source]) -> Iterator[Entity]:
    about = [word for one in sources if one.rows for word in parts_of(last_part(one.path))]
    paths = {one.path for one in sources}
    for source in sources:
        for pointer, names in source.names.items():
            if not source.rows and source.path + pointer in paths:
                continue
            meaning = source.meanings.get(pointer)
            last, whole = last_part(pointer), []
            told = [*names, *(" ".join(pointer_parts(pointer)) for _ in pointer_parts(pointer)[1:])]
            if meaning is not None:
                unit = meaning.alone.get("unit") if isinstance(meaning.alone, dict) else ""
                told += [f"{meaning.label} {word}" for word in UNIT_WORDS.get(str(unit), ())]
                told += [f"{meaning.label} {word}" for word in ("time", "date") if is_temporal(meaning)]
                whole += [
                    f"number of {meaning.label}",
                    f"{meaning.label} number",
                    f"{meaning.label} count",
                ] * (meaning.family == "count")
            if not source.rows and last.lower() in COUNTS:
                whole += [text for word in about for text in (f"{word} count", f"number of {word}")]
                whole += ["total count", "grand total"]
            kind = "column" if source.rows else "value"
            schema = source.schemas.get(pointer, {})
            if declared_types(schema) == frozenset({"boolean"}):
                told += [" ".join(words[1:]) for one in names if (words := parts_of(one))[:1] in STATES]
            texts, short = _texts(told), _short_description(schema)
            also = _also(texts) | _measured(meaning)
            if meaning is not None and is_temporal(meaning):
                also |= {(*one, word) for one in also for word in ("date", "time")}
            yield Entity(kind, pointer, last, source.home, None, texts, also, _texts(whole), short)
            if source.rows:
                yield from _values(draft, source, pointer, last)


def _short_description(schema: Json) -> tuple[tuple[str, ...], ...]:
    """Return the words of a description that is no sentence: "Sea level pressure"."""
    told = schema.get("description") if isinstance(schema, dict) else None
    words = parts_of(re.split(r"[,;.:(]", told)[0]) if isinstance(told, str) else ()
    return (words,) if 0 < len(words) <= MOST_DESCRIBED else ()


def _values(draft: Draft, source: Source, pointer: str, told: str) -> Iterator[Entity]:
    """Yield the texts that a column has: those that its schema tells, and those that are seen."""
    schema = source.schemas.get(pointer, {})
    values = schema.get("enum") or schema.get("examples")
    known = [value for value in values[:MAX_VALUES] if isinstance(value, str)] if values else []
    rows = seen_rows(draft, source.expression, found=source.home.startswith("auto "))
    for value in dict.fromkeys([*known, *texts_of(rows, pointer_parts(pointer))]):
        yield Entity("datum", pointer, told, source.home, value, _texts([value]))


def field_schemas(draft: Draft) -> dict[str, tuple[str, Json]]:
    """Return name and schema of every field of the form, by its path."""
    if "fields" not in draft.memory:
        schema = draft.tool.input_schema
        walked = walk_members(schema, schema, depth=3)
        draft.memory["fields"] = {
            path_of(path): (one.name, unwrap(one.schema, schema)[0]) for path, one in walked
        }
    fields: dict[str, tuple[str, Json]] = draft.memory["fields"]
    return fields


def _fields(draft: Draft) -> Iterator[Entity]:
    steers = draft.spec.get("form", {}).get("fields", {})
    for path, (name, schema) in field_schemas(draft).items():
        title, label = schema.get("title"), steers.get(path, {}).get("label")
        counts = [f"number of {name}"] * bool({"integer", "number"} & (declared_types(schema) or frozenset()))
        told = [text for text in (name, path, title, label) if isinstance(text, str)]
        texts = _texts(told)
        yield Entity("field", path, name, texts=texts, also=_also(texts), whole=_texts(counts))
        for value in dict.fromkeys([*choices_of(schema), *described(schema)]):
            if isinstance(value, str):
                yield Entity("choice", path, name, value=value, texts=_texts([value]))


def described(schema: Json) -> list[str]:
    """Return the values that a description tells in quotes, where it tells several."""
    told = re.findall(r"[\"'`]([\w-]+)[\"'`]", str(schema.get("description", "")))
    return told if len(told) > 1 else []


def choices_of(schema: Json) -> list[Json]:
    """Return the values that the schema of a field allows, [] where it allows any."""
    if "boolean" in (declared_types(schema) or ()):
        return [True, False]
    items = schema.get("items")
    found = schema.get("enum") or (items.get("enum") if isinstance(items, dict) else None)
    named = [one.get("const") for one in schema.get("oneOf", ()) if isinstance(one, dict) and "const" in one]
    return found if isinstance(found, list) else named


PART_NAMES = {
    "chart": ("chart", "graph", "plot", "diagram"), "heatmap": ("heatmap", "chart"),
    "table": ("table", "grid"),
    "cards": ("card",), "stat-cards": ("tile", "stat card", "stat", "kpi", "figures", "card"),
    "list": ("list",), "tree": ("tree",),
    "timeline": ("timeline",), "key-value": ("detail", "key value", "property", "summary"),
    "rows": ("table",),
    "tabs": ("tab",), "message-list": ("chat", "messages"), "markdown": ("markdown",), "badges": ("badge",),
    "image": ("image", "picture"), "dag": ("graph", "diagram", "picture", "drawing", "network"),
}  # fmt: skip
"""What people call the components of a view."""


def title_of(component: dict[str, Any]) -> str:
    """Return the title above a component, "" where it has none."""
    return str(component.get("title") or component.get("props", {}).get("title") or "")


def _parts(draft: Draft) -> Iterator[Entity]:
    for place, one in enumerate(draft.components()):
        kind = one["type"]
        drawn = one.get("props", {}).get("as", "") if kind == "rows" else ""
        names = [
            *PART_NAMES.get(kind, ()),
            *(["chart", "graph"] if drawn in {"line", "area", "bar", "chart"} else []),
        ]
        if kind == "chart":
            names += [f"{one['props'].get('kind', '')} {word}" for word in ("chart", "graph")]
        title = title_of(one) if not title_of(one).startswith("{") and " and " not in title_of(one) else ""
        nouns = [f"{title} {noun}" for noun in (*names, "section", "part")] if title else []
        told = [*names, *([title, *nouns] if title else [])]
        yield Entity("part", str(place), title or kind, texts=_texts(told))
    there = {one["type"] for one in draft.components()}
    for kind in ("chart", "table", "cards", "list", "tree", "timeline"):
        if kind not in there:
            yield Entity("part", "", kind, texts=_texts(PART_NAMES[kind]))
    yield Entity("part", "form", "form", texts=_texts(["form", "input form", "search form"]))


def _rows(draft: Draft, sources: list[Source]) -> Iterator[Entity]:
    several = len([one for one in sources if one.rows]) > 1
    titles = [
        parts_of(re.split(r"[ _](?:with|by|for|of|from)[ _]", text)[0])
        for text in (draft.tool.name, draft.tool.title or "")
    ]
    title = [word for words in titles for word in words][1:]
    heads = {word for words in titles for word in words[-1:]}
    parted = [word for one in sources if one.rows for word in set(parts_of(last_part(one.path)))]
    for source in sources:
        names = parts_of(last_part(source.path)) if source.path else ()
        called = set()
        if source.rows:
            called = {word for word in names[-1:] if word not in {"result", "value"}}
            called |= set() if several else {word for word in title if len(word) > 3}
            called |= {word for word in names if parted.count(word) == 1 and len(word) > 3} - vocabulary()
            columns = {last_part(key).lower() for key in source.names} - HEADS
            named = {word for told in source.names.values() for name in told for word in parts_of(name)}
            # Reports of bounties are no rewards, and no sailings are ships where a column is the vessel.
            nouns = called & {*names[-1:], *heads}
            others = [one for one in named if not any(alike(one, word) for word in nouns)]
            kin = {other for word in nouns for other in related(word)} - {"table", "list", "chart"}
            called |= {word for word in kin if not any(alike(word, one) for one in others)}
            told = draft.tool.description[:SENTENCE]
            told = re.split(r"\b(?:with|by|including|in|for)\b|\.", told)[0]
            called |= columns & set(parts_of(told))
            # "group the tests by panel": what the tool says that it returns.
            plural = {singular(word) for word in re.findall(r"\b[a-z]{4,}s\b", "" if several else told)}
            called |= plural - vocabulary() - named
        whole = {names, names[-1:]} if names and source.path != "/result" else set()
        if whole or called:
            told = label_of(last_part(source.path))
            also = frozenset(tuple(word.split()) for word in called)
            yield Entity("rows", source.path, told, source.home, texts=tuple(sorted(whole)), also=also)


def is_cut(short: str, word: str) -> bool:
    """Tell whether a name is a word cut short: mag of magnitude, dept of department, qty of quantity."""
    if not 2 < len(short) < len(word) or short in WEAK or short[0] != word[0]:
        return False
    letters = iter(word)
    return word.startswith(short) or (short[-1] == word[-1] and all(one in letters for one in short))


@lru_cache(maxsize=65536)
def _fit(words: tuple[str, ...], text: tuple[str, ...]) -> float | None:
    """Return what it costs to read words as a name, None where they cannot be it."""
    if words == text:
        return EXACT
    # Joining is most of the time that a wish takes: most names begin otherwise.
    if words and words[0][0] == text[0][0] and "".join(words) == "".join(text):
        return EXACT
    if len(words) > len(text) or all(word in WEAK for word in words):
        return None
    if set(words) == set(text):
        return EXACT + 0.01
    left = list(text)
    cost = SHORT if len(words) < len(text) else 0.0
    for word in words:
        match = next((one for one in left if one == word), None)
        if match is None:
            match = next((one for one in left if alike(word, one)), None)
            match = match or next(
                (
                    one
                    for one in left
                    if len(word) > 2 and one.startswith(word) and not phrases().get((word,))
                ),
                None,
            )
            match = match or next((one for one in left if is_cut(one, word)), None)
            if match is None:
                return None
            cost += KIN
        left.remove(match)
    return min(cost, FAR) + (ASIDE if cost > KIN and text[-1] in left else 0.0)


def _cost(words: tuple[str, ...], entity: Entity) -> float | None:
    costs = [cost for text in entity.texts if (cost := _fit(words, text)) is not None]
    if words[1:] or not phrases().get(words):
        # "average" alone is no name of what is described as the average wind.
        costs += [cost + BESIDE for text in entity.described if (cost := _fit(words, text)) is not None]
    if words in entity.also:
        costs.append(SHORT - 0.01)
    if words in entity.whole:
        costs.append(EXACT)
    if not costs:
        return None
    best = min(costs)
    if entity.kind == "datum" and best >= SHORT and len(words) == 1 and len(entity.texts[0]) > 1:
        # "Ada" is Ada Lovelace, and "won" is Closed Won, where no other value has that word.
        first = words[0] in entity.texts[0] and len(words[0]) > 2 and not phrases().get(words)
        return SHORT - 0.01 if first else None
    if entity.kind == "datum" and len(words) == 1 and (len(words[0]) > 3 or best < SHORT):
        return best
    if entity.kind in {"rows", "choice", "datum", "part"}:
        return best if best < SHORT else None
    return best
