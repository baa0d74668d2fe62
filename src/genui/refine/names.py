"""The names in a clause: what words can name, and the members that only the words themselves tell."""

import re
from collections.abc import Iterator, Sequence

from genui.refine.index import EXACT, KIN, SHORT, Entity, Index
from genui.refine.slots import Act, Item
from genui.refine.words import Sense, Token, phrases, singular

VERBS = frozenset(
    {
        *("hide", "sort", "group", "rename", "fold", "unfold", "show", "swap", "round", "default"),
        *("filter", "filter_out", "change", "order", "move", "only", "limit"),
    }
)
"""Kinds of words that are verbs of acts."""

HEADS = frozenset({"code", "number", "value", "text", "data", "url", "id", "address", "figure"})
"""Nouns behind a name that only say what it is."""

NAMING = ("column", "value", "field", "datum")

COINED = frozenset(
    {"rename", "noun", "title", "format", "control", "description", "count", "op", "button", "change"}
)
"""Kinds of words that can be names as well."""


def names_at(
    act: Act, tokens: Sequence[Token], index: Index, at: int, end: int, *, dear: float
) -> Iterator[tuple[int, float, Item]]:
    """Yield the names that begin at a token."""
    words: tuple[str, ...] = ()
    for length in range(1, min(end - at, 5) + 1):
        token = tokens[at + length - 1]
        if token.quoted and length > 1:
            return
        words += token.parts or (token.word,)
        cost, found = index.find(words, act.names)
        if is_plural(token):
            found = rows_in_plural(found, words, index)
        found = tuple(one for one in found if is_called(one, tokens, at, at + length, words, index))
        if cost > SHORT and "field" not in act.names and index.find(words, ("field",))[0] == EXACT:
            found = ()
        if at and tokens[at - 1].word == "in" and cost >= KIN:
            # "watch time in hours" asks for a unit, and names no duration.
            found = ()
        if (token.quoted or words == ("no",)) and cost > EXACT + 0.02:
            found = ()
        text = " ".join(one.text for one in tokens[at : at + length])
        following = tokens[at + length].word if at + length < end else ""
        a_noun = len(words) == 1 and Sense("noun", "field") in phrases().get(words, ())
        if a_noun and following != "column" and {one.kind for one in found} != {"datum"}:
            cost += 0.1
        if found:
            yield length, cost + dear, Item("name", found, at, at + length, text)
            heads = following in HEADS and all(one.kind in NAMING for one in found)
            if cost <= EXACT and heads and not index.find((*words, following), NAMING)[1]:
                # "loinc codes" are what is called loinc; a ticket's ID is no ticket.
                told = f"{text} {tokens[at + length].text}"
                yield length + 1, cost + dear + 0.1, Item("name", found, at, at + length + 1, told)
        elif act.coins and (coined := coinage(tokens[at : at + length], index)):
            yield length, 2.0 + dear + length, Item("name", (coined,), at, at + length, text)


def is_called(
    one: Entity, tokens: Sequence[Token], at: int, stop: int, words: tuple[str, ...], index: Index
) -> bool:
    """Tell whether something is what the noun beside its name says: "the units field", "no price column"."""
    beside = [*tokens[max(0, at - 1) : at], *tokens[stop : stop + 1]]
    senses = [sense for each in beside for sense in phrases().get((each.word,), ())]
    nouns = {sense.value for sense in senses if sense.kind == "noun"}
    if "column" in nouns:
        return one.kind not in {"field", "choice", "part"}
    asked = "field" in nouns and index.find(words, ("field",))[0] <= EXACT
    return not asked or one.kind == "field"


def is_plural(token: Token) -> bool:
    """Tell whether a word is written in the plural."""
    return token.text.lower() != token.word == singular(token.text.lower())


def rows_in_plural(found: tuple[Entity, ...], words: tuple[str, ...], index: Index) -> tuple[Entity, ...]:
    """Leave out the columns and values that are called as their rows are: "orders" beside a column Order.

    The only part of its kind is no plural, so that "tables" are the rows that are called so.
    """
    cost, rows = index.find(words, ("rows",))
    called = {one.told.lower() for one in found if one.kind == "column"} & set(words)
    if cost < SHORT and (called or [one.told for one in found] == ["table"]):
        return rows
    homes = {one.home for one in found if one.kind == "rows"}
    return tuple(one for one in found if one.kind not in {"column", "datum"} or one.home not in homes)


def coinage(tokens: Sequence[Token], index: Index) -> Entity | None:
    """Return a member that no schema tells, taken as it is written; None where members are known."""
    source = next((one for one in index.sources.values() if one.open), None)
    if source is None:
        return None
    quoted = len(tokens) == 1 and tokens[0].quoted
    plain = all(re.fullmatch(r"[^\W\d][\w-]*", one.text) for one in tokens)
    written = len(tokens) == 1 and "_" in tokens[0].text
    if len(tokens) > 1 and any("_" in one.text for one in tokens):
        return None
    usual = any(kinds_of_word(one.word) - COINED for one in tokens)
    # "branch name up" where the form has a branchName: the field is meant, or nothing is.
    asked = any(index.find((one.word,), ("field", "choice"))[0] <= SHORT for one in tokens)
    whole = index.find(tuple(word for one in tokens for word in one.parts or (one.word,)), ("field",))[0]
    if not quoted and asked and whole > EXACT:
        return None
    # Where members are known or seen, a word that names none of them is no member.
    known = index.seen or any(one.meanings for one in index.sources.values())
    if index.seen and not (quoted and re.fullmatch(r"\w+", tokens[0].text)):
        return None
    if not quoted and (known or not plain or (usual and not written)):
        return None
    name = tokens[0].text if len(tokens) == 1 else "_".join(one.text.lower() for one in tokens)
    return Entity("column", "/" + name.replace("~", "~0").replace("/", "~1"), name, source.home)


def kinds_of_word(word: str) -> set[str]:
    """Return the kinds of things that a word alone can stand for."""
    return {sense.kind for sense in phrases().get((word,), ())}
