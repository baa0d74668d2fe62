"""What a clause says, taken apart: the items an act has found in it, and what they mean in the draft."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from genui.expressions import pointer_parts
from genui.refine.draft import Component, Draft, Unfulfilled, listed
from genui.refine.index import COUNTS, MEMBERS, Entity, index_of
from genui.refine.sources import Source, look_again, sources_of
from genui.refine.words import alike, parts_of


@dataclass(frozen=True, slots=True)
class Item:
    """One word or phrase of a clause, and what it stands for."""

    kind: str
    value: Any
    start: int
    end: int
    text: str

    @property
    def kinds(self) -> set[str]:
        """The kinds of what a name can mean, none of another item."""
        return {one.kind for one in self.value} if self.kind == "name" else set()


OF_SEVERAL = frozenset({"hide", "format", "decimals", "tone", "shade", "wrap", "align", "unit"}) | {
    *("fixed width", "control of a field", "totals row", "total below", "filters for the reader"),
}
"""Acts that do with many members what they do with one."""

GOING_ON = frozenset({"format of the date", "decimals of what was named"})
"""Acts that say how a member is written which the clause before named: "in dollars, no cents"."""

FORMING = frozenset({"unit", "format", "decimals", "name in capitals"})
"""Acts that say how a member is written, wherever one is called so."""

LEFT_OUT = frozenset({"hint", "placeholder", "default text", "choices of a field"})
"""Acts about the field that was spoken of, where they name none."""

PLURALS = frozenset({"ids", "dates", "times", "timestamps", "urls", "links", "names", "prices"})
"""Plurals of what members are, which mean all that are."""

SEVERAL = re.compile(r"\b(?:both|all|each|every)\b|\b(?:fields|columns|inputs|lines|values)\b", re.I)

NAMES = frozenset({"name", "title", "login", "label"})
"""Members by which people call the object that they are in."""

ROLES = frozenset({"series", "axis", "overtime", "count", "sort"})
"""Kinds of words that give the names behind them a role."""

Member = tuple[Source, str]
"""A member of the result: its source and its pointer."""


@dataclass(frozen=True)
class Context:
    """What the clauses before one leave to it."""

    act: "Act | None" = None
    items: tuple[Item, ...] = ()
    """The names last used, for which "it" stands."""
    homes: tuple[str, ...] = ()
    """The rows last spoken of."""
    sorted: tuple[str, ...] = ()
    topic: bool = False
    """True where a remark just before named them, so that a clause without a name is about them, too."""
    asked: bool = False
    """True where a question stood just before, which the clause answers."""
    readings: tuple[Any, ...] = ()
    """How the clauses so far were read."""
    already: tuple[str, ...] = ()
    """The clauses that the view fulfilled before."""
    form: bool = False
    """True where a clause before was about the form, so that a name which can be a field is one."""


@dataclass(frozen=True)
class Slots:
    """The items of a clause, and the draft that they are about."""

    draft: Draft
    items: tuple[Item, ...]
    clause: str
    context: Context
    text: str = ""
    """The free text at the end, or in quotes."""
    act: str = ""
    """The name of the act that reads the clause."""
    used: dict[str, Any] = field(default_factory=dict)
    """What the act has named: kept for the clauses behind."""

    def has(self, *kinds: str) -> bool:
        """Tell whether an item of one of these kinds is there."""
        return any(one.kind in kinds for one in self.items)

    def all(self, *kinds: str) -> list[Item]:
        """Return the items of these kinds."""
        return [one for one in self.items if one.kind in kinds]

    def value(self, kind: str, default: Any = None) -> Any:
        """Return the value of the first item of a kind."""
        return next((one.value for one in self.items if one.kind == kind), default)

    def words(self, *kinds: str) -> set[str]:
        """Return the words of the items of these kinds, in small letters."""
        return {word for one in self.all(*kinds) for word in one.text.lower().split()}

    def behind(self, *preps: str) -> list[Item]:
        """Return the names behind the first of some prepositions, up to the next one that parts."""
        found: list[Item] = []
        on = split = False
        for one in self.items:
            if one.kind == "prep" and one.value != "and":
                on = one.value in preps or (split and one.value == "by" and "series" in preps)
            elif one.kind in ROLES:
                on, split = one.kind in preps, one.kind == "series"
            elif on and one.kind == "name":
                found.append(one)
        return found

    def nouns(self) -> set[str]:
        """Return what the names are said to be: column, field, form, row…"""
        nouns = {one.value for one in self.items if one.kind == "noun" or one.value == "field"}
        names = self.all("name")
        form = any(each.key == "form" for one in names for each in one.value)
        if self.context.form and names and "column" not in nouns:
            form = form or all("field" in one.kinds for one in names)
        return nouns | ({"form"} if form else set())

    def names(self) -> list[Item]:
        """Return the names of the clause, or those that its pronoun stands for."""
        named = [one for one in self.all("name") if not is_rows(one)]
        before = self.context.act.name if self.context.act is not None else ""
        goes_on = self.act in GOING_ON and before in {"format", "decimals", *GOING_ON}
        if not named and (self.has("pron") or self.context.topic or goes_on or self.act in LEFT_OUT):
            # The names stood in another clause; here stands their pronoun.
            at = next(iter(self.all("pron")), None)
            if at is None:
                return list(self.context.items)
            return [replace(one, start=at.start, end=at.end) for one in self.context.items]
        return named

    def meant(self, item: Item, kinds: Sequence[str], *, without: Sequence[str] = ()) -> Entity:
        """Return the one thing that a name means among these kinds; some fields only where no member does.

        Raises:
            Unfulfilled: It can mean several; they are told as wishes to copy.
        """
        nouns = self.nouns()
        found = [one for one in item.value if one.kind in kinds]
        for noun, only in (("column", MEMBERS), ("field", ("field",)), ("form", ("field",))):
            if noun in nouns and (narrow := [one for one in found if one.kind in only]):
                found = narrow
        for home in ({one.home for one in self.rows_named()}, set(self.context.homes)):
            if len(found) > 1 and (near := [one for one in found if one.home in home]):
                found = near
        members = [one for one in found if one.kind != "field"]
        said = parts_of(item.text)
        others = [{one.kind for one in each.value} for each in self.all("name") if each is not item]
        if members and any(kinds <= set(MEMBERS) for kinds in others):
            found = members
        if members and not self.nouns() & {"field", "form"}:
            known = index_of(self.draft).sources
            told = any(one.home not in known or one.key in known[one.home].names for one in members)
            fields = [one for one in found if one.kind == "field" and said in one.texts]
            found = members + [one for one in fields if told and one.key not in without]
        if len({(one.home, one.key) for one in found}) == 1:
            # A member of an object, and of what is inside it.
            found = found[:1]
        found = _named_of(_without_counts(found), said)
        if len(found) > 1 and self.has("extreme"):
            end = "high" if str(self.value("extreme")).endswith("desc") else "low"
            near = [one for one in found if any(alike(end, word) for text in one.texts for word in text)]
            found = near if len(near) == 1 else found
        if not found:
            raise Unfulfilled(f'"{item.text}" is {_what(item.value)} here', weak=True)
        if len(found) > 1:
            raise self.ambiguous(item, found)
        return found[0]

    def every(self, item: Item, kinds: Sequence[str]) -> Sequence[Entity]:
        """Return all that a name means where several are asked for, or where they are one series."""
        found = [one for one in item.value if one.kind in kinds]
        if self.act not in OF_SEVERAL or self.has("cmp", "sign"):
            # What is compared is one figure.
            return [self.meant(item, kinds)]
        stems = {re.sub(r"\d+$", "", one.key) for one in found}
        if len(found) > 1 and len(stems) == 1 and len({one.home for one in found}) == 1:
            return found
        if (
            self.act in FORMING
            and len({one.told for one in found}) == 1
            and {one.kind for one in found} <= {*MEMBERS}
        ):
            # "distance in miles": wherever it is shown.
            return found
        plural = item.text.lower() != " ".join(parts_of(item.text)) or SEVERAL.search(self.clause)
        if found and {one.kind for one in found} <= {*MEMBERS} and item.text.lower() in PLURALS:
            # "ids" are id and customer_id.
            said, every = parts_of(item.text), index_of(self.draft).entities
            return [one for one in every if one.kind in MEMBERS and said[0] in (one.texts or ((),))[0][-1:]]
        if len({one.kind for one in found}) == 1 and plural:
            return found
        return [self.meant(item, kinds)]

    def ambiguous(self, item: Item, found: Sequence[Entity]) -> Unfulfilled:
        """Return the refusal of a name that can mean several things."""
        told = [self.address(one, found) for one in found[:6]]
        said = re.compile(rf"\b(?:the )?{re.escape(item.text)}\b(?: (?:column|input|field|value)\b)?")
        ways = dict.fromkeys(one.join(said.split(self.clause, maxsplit=1)) for one in told)
        return either(self, f'"{item.text}" can be {listed(told)}', list(ways))

    def address(self, entity: Entity, others: Sequence[Entity]) -> str:
        """Return how to name a thing so that it is none of the others."""
        if len({one.kind == "field" for one in others}) > 1:
            noun = {"field": "input", "column": "column", "value": "value"}.get(entity.kind, "part")
            return f"the {entity.told} {noun}"
        if len({one.told for one in others}) > 1:
            return entity.told
        source = index_of(self.draft).sources.get(entity.home)
        above = pointer_parts(entity.key)[:-1] or pointer_parts(source.path if source else "")
        where = above[-1] if above else "the result"
        return f"{entity.told} of {where}"

    def members(self, items: Sequence[Item] | None = None, *kinds: str) -> list[Member]:
        """Return the members of the result that names mean."""
        if not sources_of(self.draft):
            look_again(self.draft)
        sources = {one.home: one for one in sources_of(self.draft)}
        rows = {one.home for one in self.rows_named()}
        if items is None and not self.names():
            raise Unfulfilled("which member?", weak=True)
        chosen = []
        named = self.names() if items is None else items
        meant = [(name, one) for name in named for one in self.every(name, kinds or MEMBERS)]
        for item, one in meant:
            if one.kind == "column" and rows and one.home not in rows:
                raise Unfulfilled(
                    f"{' and '.join(sorted({each.told for each in self.rows_named()}))} have no {item.text}"
                )
            if one.home not in sources:
                raise Unfulfilled(f"{one.told} is shown no more", weak=True)
            chosen.append((sources[one.home], one.key))
        self.used["homes"] = tuple(dict.fromkeys(source.home for source, _ in chosen))
        return list({(source.home, key): (source, key) for source, key in chosen}.values())

    def columns(self, items: Sequence[Item] | None = None) -> list[Member]:
        """Return the members of rows that names mean."""
        return self.members(items, "column")

    def fields(self, items: Sequence[Item] | None = None) -> list[str]:
        """Return the paths of the fields of the form that names mean."""
        if not any(one.kind == "field" for one in index_of(self.draft).entities):
            raise Unfulfilled("this tool takes no arguments")
        named = self.names() if items is None else items
        fields = [one for one in named if {each.kind for each in one.value} - {"choice", "part"}]
        if not fields:
            raise Unfulfilled("which field of the form?", weak=True)
        meant = [one for name in fields for one in self.every(name, ("field",))]
        return list(dict.fromkeys(one.key for one in meant))

    def rows_named(self) -> list[Entity]:
        """Return the rows that the clause speaks of, and those of the parts that it names."""
        found = [
            one for item in self.all("name") if is_rows(item) for one in item.value if one.kind == "rows"
        ]
        titled = [one for item in self.all("name") for one in item.value if one.kind == "part"]
        found += [
            Entity("rows", source.path, one.told, source.home)
            for one in titled
            for component in self.draft.component(one.key)
            for source in sources_of(self.draft)
            if any(component is each for each in source.components)
        ]
        return found

    def source(self, members: Sequence[Member] = ()) -> Source:
        """Return the rows that a clause is about: its members', named, spoken of before, or the main ones."""
        sources = {one.home: one for one in sources_of(self.draft) if one.rows}
        homes = [*(source.home for source, _ in members), *(one.home for one in self.rows_named())]
        for home in [*homes, *self.context.homes]:
            if home in sources:
                return sources[home]
        if not sources and look_again(self.draft):
            return self.source()
        if not sources:
            raise Unfulfilled("this result has no rows", "only rows are sorted, grouped, charted or listed")
        charted = [one for one in sources.values() if any(each["type"] == "chart" for each in one.components)]
        return (
            charted
            or [one for one in sources.values() if one.measures() or one.open]
            or list(sources.values())
        )[0]

    def has_absent_part(self) -> bool:
        """Tell whether the clause names a part that the view has not."""
        return any(one.kind == "part" and not one.key for item in self.all("name") for one in item.value)

    def parts(self) -> list[Component]:
        """Return the components that the clause names."""
        items = [one for one in self.all("name") if "rows" not in one.kinds]
        places = [one.key for item in items for one in item.value if one.kind == "part"]
        return [component for place in places for component in self.draft.component(place)]


def command(tool: str, wish: str) -> str:
    """Return the line that a person can copy to wish something."""
    quote = "'" if '"' in wish else '"'
    return f"  genui refine {tool} {quote}{wish}{quote}"


def either(s: Slots, why: str, ways: Sequence[str]) -> Unfulfilled:
    """Return the refusal of words by which several wishes can be meant, each as a line to copy."""
    lines = [command(s.draft.tool.name, way) for way in ways]
    return Unfulfilled(why, "say which:\n" + "\n".join(lines))


def owned(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return items in which the rows that a member's name begins with only tell whose it is: "order id"."""
    kept: list[Item] = []
    homes: set[str] = set()
    for one, other in zip_longest(items, items[1:]):
        if homes:
            one = replace(one, value=tuple(each for each in one.value if each.home in homes))
        rows = {each.home for each in one.value if each.kind == "rows"} if one.kind == "name" else set()
        beside = other is not None and other.kind == "name" and one.end == other.start
        homes = rows & {each.home for each in other.value if each.kind == "column"} if beside else set()
        kept.append(replace(one, kind="fill", value="") if homes else one)
    return tuple(kept)


def is_rows(item: Item) -> bool:
    """Tell whether a name means rows, and no member, field or part."""
    return bool(item.kinds) and item.kinds <= {"rows", "part"}


def _what(entities: Sequence[Entity]) -> str:
    told = {
        "field": "an input",
        "column": "a column",
        "value": "a value",
        "rows": "the rows",
        "part": "a part",
        "choice": "a choice",
        "datum": "a value of a column",
    }
    return listed(sorted({told[one.kind] for one in entities}))


def _named_of(found: list[Entity], said: tuple[str, ...]) -> list[Entity]:
    """Leave the name of an object that is called by itself: "author" is /author/name."""
    above = {tuple(pointer_parts(one.key)[:-1]) for one in found}
    if len(found) < 2 or len(above) > 1 or parts_of(" ".join(*above)) != said:
        return found
    return [one for one in found if pointer_parts(one.key)[-1].lower() in NAMES] or found


def _without_counts(found: list[Entity]) -> list[Entity]:
    """Leave out a count beside the rows where a member of the rows is called so, too."""
    columns = [one for one in found if one.kind == "column"]
    others = [one for one in found if one.kind != "column"]
    return (
        columns
        if columns and all(one.kind == "value" and one.told.lower() in COUNTS for one in others)
        else found
    )


@dataclass(frozen=True)
class Act:
    """One thing that a clause can ask for: what it has to say, what it may say, and how the spec changes."""

    name: str
    needs: tuple[str, ...]
    """Kinds of items that must be there, each "a | b"; the first is the act's own word."""
    takes: str
    """Kinds of items that may be there."""
    change: Callable[[Slots], object]
    examples: tuple[str, ...]
    names: tuple[str, ...] = ()
    """What its names may mean."""
    text: bool = False
    """True where it ends with a free text."""
    carries: bool = False
    """True where the next clause may leave its word out: "hide wind and rain"."""
    coins: bool = False
    """True where a name that no schema tells may be taken as it is written."""


MEMBER = ("column", "value", "rows", "part")
COLUMN = ("column", "rows", "part")
FIELD = ("field", "part")
ANY = ("column", "value", "field", "rows", "part")
"""What the names of an act may mean."""
