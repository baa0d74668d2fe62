"""A clause taken apart: every word has its place in an act, or is left over."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from genui.refine.acts import ACTS
from genui.refine.dates import dates_at
from genui.refine.english.connectives import ANDS, AS, BEFORE_ME, BREAKS
from genui.refine.freetexts import (
    ALWAYS,
    NAMING,
    Senses,
    is_no_text,
    no_text,
    text_price,
    texts_in,
)
from genui.refine.index import EXACT, SHORT, Index
from genui.refine.names import VERBS, kinds_of_word, names_at
from genui.refine.slots import LEFT_OUT, Act, Item
from genui.refine.words import Sense, Token, denied_of, longest, parts_of, phrases

CONTRASTS = frozenset({"instead", "rather", "not"})
AUXILIARY = frozenset(
    {*("do", "does", "is", "are", "should", "must"), *("can", "will", "would", "could", "may")}
)
"""Words behind which "not" denies a verb."""
CONTRAST = r"(?:instead of|rather th[ae]n|not)(?: (?!(?:for|of|in|on|with|and|at)\b)\w+){1,4}$"
"""How a clause ends that tells what is there now: "… instead of a table"."""

VALUES = frozenset({"format", "control", "currency", "chart", "pres"})


COSTS = {
    "contrast": 0.05,
    "fill": 0.02,
    "lead": 0.06,
    "prep": 0.03,
    "pron": 0.01,
    "noun": 0.08,
    "cmp": 0.01,
    "where": 0.02,
}

UNKNOWN = 10.0
CLAUSE, REMARK, CARRIED, ANEW, LEFT = 0.15, 0.6, 0.02, 0.6, 0.4
"""What a clause costs, a piece that only tells why, an act or a name left out, an act's word behind "and"."""

NEAR, UNLIKELY = 0.3, 0.9
"""How much dearer a reading may be that is about as likely, and one that is likely at all."""

ANY = frozenset({"*"})

MAX_CLAUSE = 60
"""Words of one clause."""

VERBAL = VERBS | {"lead", "count", "op", "cannot", "number"}
"""Kinds of words that are no plurals of nouns: "orders" asks for no order."""

DOUBTFUL = frozenset({"format", "control", "currency"})
"""Kinds whose words are often names as well, so that they are believed behind "as" and its like."""

NAMED = {
    "overdue": ("column", "value"),
    "sign": ("column", "datum", "value"),
    "chart": ("rows", "column", "value"),
    "control": ("field",),
}
"""Kinds whose words are no such thing where members or rows are called so: "expired", "lines"."""

LABELS, LISTED = frozenset({"noun", "title"}), 4.0
"""Kinds of words that are names in a list of names, and what it costs to read them otherwise."""
LISTING = frozenset({"only", "just", "with", ":", "except", "but", "besides", "hide"})
"""Words behind which a list of names begins."""

NAMED_KINDS, MANY = ("column", "value", "field", "datum"), 4
"""Kinds of names that words without a meaning of their own may be as well, and how long such words are."""

LONGEST, TORN = 5, 0.5
"""Words of the longest name, and what it costs to begin something within a name."""

NO_CURRENCY = frozenset({"try", "all", "top", "mad", "pen", "cup", "lek"})
"""Codes of currencies that are other words where they are written small."""


Needs = tuple[frozenset[str], ...]
"""The kinds of items of which a clause must have one each."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A clause as an act reads it."""

    cost: float
    rank: int
    act: Act
    items: tuple[Item, ...]
    unknown: tuple[str, ...] = ()
    text: str = ""
    free: int = MAX_CLAUSE
    """The token that the free text begins with, where it is not in quotes."""
    loose: bool = False
    """True where the free text goes on behind a comma or "and"."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a wish that one act reads."""

    tokens: Sequence[Token]
    text: str
    index: Index
    senses: Senses
    """What the phrases that begin at each token can stand for, with their lengths."""
    inside: frozenset[int]
    """The tokens within a name of several words, where nothing else is likely to begin."""


def clause_of(tokens: Sequence[Token], text: str, index: Index) -> Clause:
    """Return a clause with what its words can stand for."""
    end = len(tokens)
    senses = [list(senses_at(tokens, at, end)) for at in range(end)]
    inside: set[int] = set()
    for at in range(end):
        words: tuple[str, ...] = ()
        for stop in range(at, min(end, at + LONGEST)):
            words += tokens[stop].parts or (tokens[stop].word,)
            found = index.find(words, NAMED_KINDS)[1] if stop > at else ()
            if any(words in one.texts or words in one.also for one in found):
                inside.update(range(at + 1, stop + 1))
    return Clause(tokens, text, index, senses, frozenset(inside))


def senses_at(tokens: Sequence[Token], at: int, end: int) -> Iterator[tuple[int, tuple[Sense, ...]]]:
    """Yield what the phrases that begin at a token can stand for, with their lengths."""
    words = [one.word for one in tokens[at : min(end, at + longest().get(tokens[at].word, 1))]]
    for length in range(len(words), 0, -1):
        if any(tokens[at + one].quoted for one in range(length)):
            continue
        found = phrases().get(tuple(words[:length]), ())
        if (
            length == 1
            and tokens[at].text.lower() != tokens[at].word
            and tokens[at].text.lower().removesuffix("s") == tokens[at].word
        ):
            found = tuple(
                one for one in found if one.kind not in VERBAL or one.text == tokens[at].text.lower()
            )
        if length == 1 and tokens[at].text.lower() == tokens[at].word:
            found = tuple(one for one in found if one.kind != "noun" or one.text == tokens[at].word)
        if found:
            yield length, found
    word = tokens[at].word
    yield from ((length, (Sense("date", date),)) for length, date in dates_at(tokens, at, end))
    if word.removeprefix("-").replace(",", "").replace(".", "", 1).isdigit():
        yield 1, (Sense("number", float(word.replace(",", ""))),)


@cache
def kinds_of(act: Act) -> frozenset[str]:
    """Return the kinds of items that an act can use."""
    needed = [kind for group in act.needs for kind in group.split(" | ")]
    own = frozenset([*needed, *act.takes.split()])
    # A filter says "not" of its own.
    says_not = act.text or (own & {"filter", "filter_out"} and "tone" not in own)
    return own | ALWAYS | (set() if says_not else {"contrast"})


def readings_of(clause: Clause, carried: frozenset[str]) -> Iterator[Reading]:
    """Yield how the acts read a clause, also those that leave words over; some may leave their word out."""
    spoken = carried == ANY or "field" in carried
    present = {sense.kind for found in clause.senses for _, each in found for sense in each}
    for rank, act in enumerate(ACTS):
        carries = act.carries and (act.name in carried or carried == ANY)
        own = set(act.needs[0].split(" | "))
        if not own & (present | {"name", "text", "contrast"}) and not carries:
            continue
        needs = tuple(frozenset(group.split(" | ")) for group in act.needs)
        needed = needs[1:] if carries and not own & present else needs
        yield from texts_by(act, rank, needed, clause) if act.text else plain_by(act, rank, needed, clause)
        if spoken and act.name in LEFT_OUT:
            for one in texts_by(act, rank, needs[:1], clause):
                yield replace(one, cost=one.cost + LEFT)


def plain_by(act: Act, rank: int, needs: Needs, clause: Clause) -> Iterator[Reading]:
    """Yield how an act without a free text reads a clause."""
    cost, items, unknown = segmented(act, needs, clause)
    if cost < float("inf"):
        yield Reading(cost, rank, act, items, unknown)


def texts_by(act: Act, rank: int, needs: Needs, clause: Clause) -> Iterator[Reading]:
    """Yield the cheapest reading of a clause by an act that takes a free text."""
    best: Reading | None = None
    tokens, index = clause.tokens, clause.index
    whole = (1 << len(needs)) - 1
    paths = paths_of(act, needs, clause) if not any(one.quoted for one in tokens) else []
    own = frozenset().union(*needs) - {"name"}
    for start, end, text, loose in texts_in(tokens, clause.text):
        first = tokens[start]
        if not first.quoted and not first.text[0].isupper() and kinds_of_word(first.word) & own:
            continue
        if paths:
            found = paths[start].get(whole)
            if start in clause.inside or no_text(tokens, start):
                continue
        else:
            kept = [*tokens[:start], *tokens[end:]]
            found = paths_of(act, needs, clause_of(kept, "", index))[-1].get(whole)
            # 'title "Sales", and the button …': the text belongs to what is before it.
            apart = next((at for at, one in enumerate(kept[start:], start) if one.word in BREAKS), len(kept))
            if found is not None and any(one.kind in own and one.start > apart for one in found[1]):
                continue
        if found is None or found[2]:
            continue
        named = first.quoted and act.name in NAMING and index.find(first.parts, NAMED_KINDS)[0] <= EXACT
        if named and any(one.kind == "name" and one.start >= start for one in found[1]):
            # "call 'objectDate' Year": what is in quotes is the name that there is.
            continue
        if not first.quoted and is_no_text(act, tokens, start, end):
            continue
        if act.name == "filter by a text" and index.find(parts_of(text), ("datum",))[0] <= EXACT:
            continue
        carried = len(needs) < len(act.needs)
        price = text_price(act, tokens, start, end, text, carried=carried)
        if price is None:
            continue
        cost = found[0] + price + CARRIED * carried
        if best is None or cost < best.cost:
            free = MAX_CLAUSE if first.quoted else start
            best = Reading(cost, rank, act, found[1], (), text, free, loose)
    if best is not None:
        yield best


Path = tuple[float, tuple[Item, ...], tuple[str, ...]]


def paths_of(act: Act, needs: Needs, clause: Clause) -> list[dict[int, Path]]:
    """Return the cheapest ways to place the tokens up to each in an act, by which of its needs are met."""
    tokens = clause.tokens
    end = len(tokens)
    best: list[dict[int, Path]] = [{} for _ in range(end + 1)]
    best[0][0] = (0.0, (), ())
    for at in range(end):
        options = list(options_at(act, clause, at)) if best[at] else []
        for length, price, item in options:
            kind = item.kind if item is not None else ""
            bits = sum(
                1 << bit
                for bit, group in enumerate(needs)
                if kind in group or (kind == "pron" and "name" in group)
            )
            for mask, (cost, items, unknown) in best[at].items():
                known = best[at + length].get(mask | bits)
                if known is None or cost + price < known[0]:
                    left = unknown if item is not None else (*unknown, tokens[at].text)
                    best[at + length][mask | bits] = (
                        cost + price,
                        (*items, item) if item is not None else items,
                        left,
                    )
    return best


def segmented(act: Act, needs: Needs, clause: Clause) -> Path:
    """Return the cheapest way to place every token in an act that has all it needs.

    Where a name is missing and words are left over, they may be the name: that reading is told, too.
    """
    last = paths_of(act, needs, clause)[-1]
    whole = (1 << len(needs)) - 1
    without = whole & ~sum(1 << bit for bit, group in enumerate(needs) if "name" in group)
    nothing: Path = (float("inf"), (), ())
    found, named = last.get(whole, nothing), last.get(without, nothing)
    cost, items, unknown = found if found[0] < float("inf") or not named[2] else named
    return cost + (CARRIED if len(needs) < len(act.needs) else 0.0), items, unknown


def is_noun(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether "name" is what something is called, and no verb: "the name", "branch name"."""
    before = tokens[at - 1].word if at else ""
    return before == "the" or not (
        at == 0 or before in ANDS | {":"} or kinds_of_word(before) & {"fill", "lead"}
    )


def can_mean(sense: Sense, text: str, tokens: Sequence[Token], at: int, *, led: bool) -> bool:
    """Tell whether words can stand for something where they are."""
    before, said = tokens[at - 1].word if at else "", text.lower()
    match sense.kind:
        case "lead":
            return before not in ANDS | {"as"}
        case "rename":
            return said != "name" or not is_noun(tokens, at)
        case "fill" if said in {"me", "us"}:
            return not at or before in BEFORE_ME
        case "fill":
            return said != "my" or before not in {"to", "by", "only"}
        case "format":
            # "label it …" names, "as labels" formats; "times" multiplies.
            return said != "times" and (led or tokens[at].word != "label")
        case "currency":
            # "€€" is a degree.
            return text not in NO_CURRENCY and before != tokens[at].word
    return True


def sense_price(act: Act, sense: Sense, text: str, clause: Clause, at: int, stop: int) -> float:
    """Return what it costs to take the words from `at` to `stop` for one of their senses."""
    tokens, index, end = clause.tokens, clause.index, len(clause.tokens)
    before, length = tokens[at - 1].word if at else "", stop - at
    is_named = index.find((tokens[at].word,), NAMED_KINDS)[0] <= EXACT
    price = 0.0 if sense.value == "and" else COSTS.get(sense.kind, 0.04)
    if sense.kind == "fill":
        price = price * length + (0.1 if text.lower() == "just" else 0.0)
        if length == 1 and is_named:
            # "not ok" is said of a member ok, "visible sheets" of a value.
            price += 0.1 if len(text) < MANY else 0.8
    if sense.kind in VERBS and before in ANDS:
        price += ANEW
    if before in {"by", "per"} and is_named:
        # "group them per show": behind these words stands a name.
        price += 0.8
    if sense.kind == "link" and before == "the" and is_named:
        price += 1.0
    last = stop == end or tokens[stop].word in ANDS
    ends = sense.kind == "prep" and sense.value != "and" and (last or before in ANDS)
    if ends and is_named and not act.text:
        # "hide from and until" names two fields: no clause goes on behind this "from".
        price += 0.3
    is_listed = before in ANDS | LISTING and at - 1 not in clause.inside
    if (act.coins or is_named) and sense.kind in LABELS and last and is_listed:
        price += LISTED
    rows = sense.kind == "sort" and index.find((tokens[at].word,), ("rows",))[0] <= EXACT
    if rows and stop < end and index.find((tokens[stop].word,), ("column",))[0] <= EXACT:
        # "order id" is the id of an order, where rows are called so.
        price += 1.0
    if sense.kind in NAMED and index.find((tokens[at].word,), NAMED[sense.kind])[0] < SHORT:
        price += 1.0
    if sense.kind == "op":
        # "total discount": a name right behind makes a figure likelier than a second name.
        following = tokens[stop].parts if stop < end else ()
        named = index.find(following, ("column",))[0] <= EXACT or stop + 1 in clause.inside
        price += 0.3 if named else 0.6
    return price


def options_at(act: Act, clause: Clause, at: int) -> Iterator[tuple[int, float, Item | None]]:
    """Yield what the tokens from one on can be to an act: length, cost, item."""
    tokens, end, takes = clause.tokens, len(clause.tokens), kinds_of(act)
    before = tokens[at - 1].word if at else ""
    torn = TORN if at in clause.inside else 0.0
    for length, found in clause.senses[at]:
        # "with a bar" is led to by its own first word.
        led = before in AS or (length > 1 and tokens[at].word in AS)
        text = " ".join(one.text for one in tokens[at : at + length])
        for sense in found:
            kinds = {sense.kind, f"{sense.kind}:{sense.value}"}
            if kinds & takes and can_mean(sense, text, tokens, at, led=led):
                price = sense_price(act, sense, text, clause, at, at + length) + torn
                price += 0.3 if sense.kind in DOUBTFUL and not led else 0.0
                yield length, price, Item(sense.kind, sense.value, at, at + length, text)
    if at and "contrast" in takes and tokens[at].word in CONTRASTS and before not in AUXILIARY:
        told = " ".join(one.text for one in tokens[at:end])
        member = clause.index.find(denied_of(told), NAMED_KINDS)[0] <= EXACT
        if member or re.match(CONTRAST, told, re.I):
            yield end - at, COSTS["contrast"], Item("contrast", "", at, end, told)
    if act.names:
        dear = 0.5 if before in {"as", "into"} and takes & VALUES else 0.0
        yield from names_at(act, tokens, clause.index, at, end, dear=dear + torn)
    yield 1, UNKNOWN, None
