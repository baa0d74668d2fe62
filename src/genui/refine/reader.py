"""A wish read by slots: clauses, the act of each, and the items that fill it; every word has its place."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from genui.refine.clauses import (
    ANY,
    CLAUSE,
    MAX_CLAUSE,
    NEAR,
    REMARK,
    UNKNOWN,
    UNLIKELY,
    Reading,
    clause_of,
    readings_of,
    segmented,
    senses_at,
)
from genui.refine.draft import Draft, Unfulfilled
from genui.refine.english import frames
from genui.refine.fields import refuse_hidden
from genui.refine.freetexts import ALWAYS
from genui.refine.guards import coined, guard, refuse_unnamed, refuse_unsaid, unlikely
from genui.refine.index import SHORT, Entity, index_of
from genui.refine.names import VERBS, kinds_of_word
from genui.refine.parts import settle
from genui.refine.pieces import pieces_of, rows_told, with_breaks
from genui.refine.refusals import not_understood
from genui.refine.slots import Act, Context, Item, Slots, owned
from genui.refine.words import (
    Token,
    as_written,
    mended,
    opened,
    parts_of,
    plain_text,
    tokens_of,
)

MAX_WISH = 2000
"""Characters of a wish."""
MAX_TRIES = 240
"""Clauses that are tried before a wish is given up: what takes longer is prose."""
MAX_PIECES, MAX_CLAUSES = 12, 40

_REASON = re.compile(frames.REASONS, re.I)

_TOPIC = re.compile(rf"(?:{frames.TOPICS})", re.I)

NO_TOPIC = frozenset(
    {"default", "theme", "raw", "dir", "limit", "currency", "only", "fold", "layout", "per_page"}
)
"""Kinds of words by which a statement wishes something."""

TOPIC = Act("topic", (), "", lambda _: None, (), names=("column", "value", "field"))

_BIDS, _NAMES, _STATED = (re.compile(one, re.I) for one in (frames.BIDS, frames.NAMES, frames.STATED))

VALUES = frozenset({"choice", "datum", "part"})
"""Kinds of names for which "it" does not stand where a member is named beside them."""

MAKING = frozenset({"calculate", "calculate and name", "one column of several", "share, running total, rank"})
"""Acts that add a column made of others."""

_TOLD = re.compile(rf"(?:{frames.TOLD})", re.I)
"""How a piece begins that tells of the person: it is never read as a wish."""

_ASKED = re.compile(r"(?:who|which|what|where|how)\b", re.I)
"""How a question begins that the next clause answers."""

_REMARK = re.compile(rf"(?:{frames.REMARKS})", re.I)


class Reader:
    """One wish on its way: its tokens, its pieces, and the best reason to refuse it so far."""

    def __init__(self, plain: str, draft: Draft, wish: str) -> None:
        self.wish = wish
        self.text = _REASON.sub(", ", plain).strip(" .!?,;")
        names = index_of(draft).words()
        self.tokens = list(opened(mended(tokens_of(self.text), names), names))
        self.tokens = [*rows_told([*with_breaks(self.tokens)], index_of(draft))]
        self.pieces = pieces_of(self.tokens)
        self.first = draft
        self.loose = False
        self.tries = 0
        self.understood = 0
        """Clauses that were understood and refused."""
        self.least: dict[int, float] = {}
        self.known: dict[tuple[tuple[int, int], frozenset[str]], list[Reading]] = {}
        self.refusals: list[tuple[int, float, Unfulfilled]] = []
        self.spared: Unfulfilled | None = None

    def clause(self, start: int, end: int) -> str:
        """Return the text of some tokens."""
        if start >= end:
            return ""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end]

    def typed(self, clause: str) -> str:
        """Return a clause as a refusal quotes it: all that was typed where it was read in other words."""
        return clause if clause in self.wish else self.wish

    def whole(self, span: tuple[int, int], draft: Draft, carried: frozenset[str]) -> list[Reading]:
        """Return how the acts read all of some tokens, the cheapest first."""
        found = self.readings(span, draft, carried)
        return [one for one in found if not one.unknown and (self.loose or not one.loose)]

    def price(self, at: int, end: int) -> float:
        """Return what it costs to read some pieces as one clause; infinite where no act reads them."""
        found = self.whole((self.pieces[at][0], self.pieces[end - 1][1]), self.first, ANY)
        return found[0].cost if found else float("inf")

    def likely(self, at: int) -> float:
        """Return the least that it costs to read the pieces from one on."""
        if at == len(self.pieces):
            return 0.0
        if at not in self.least:
            ways = [
                self.price(at, end) + CLAUSE + self.likely(end)
                for end in range(at + 1, min(len(self.pieces), at + MAX_PIECES) + 1)
            ]
            skipped = REMARK + self.likely(at + 1) if self.is_remark(self.pieces[at]) else float("inf")
            self.least[at] = min(*ways, skipped)
        return self.least[at]

    def solve(self, at: int, draft: Draft, context: Context) -> Draft | None:
        """Return the draft as the pieces from one on wish it; None where they cannot be read."""
        if at == len(self.pieces):
            if context.act is None or self.lost(draft, context):
                return None
            draft.state["already"] = context.already
            return draft
        clause = self.clause(*self.pieces[at])
        if len(self.pieces) > 1 and self.is_remark(self.pieces[at]):
            if _TOLD.match(clause):
                return self.solve(at + 1, draft, self.topic(self.pieces[at], draft, context))
            if at and _STATED.match(clause):
                return self.solve(at + 1, draft, context)
        ends = range(at + 1, min(len(self.pieces), at + MAX_PIECES) + 1)
        ways = [(round(self.price(at, end) + CLAUSE + self.likely(end), 4), -end) for end in ends]
        most = float("inf")
        for cost, end in sorted(ways):
            self.tries += 1
            # What is understood, and cannot be, is not read in a much less likely way.
            if self.tries > MAX_TRIES or cost > most:
                break
            span, understood = (self.pieces[at][0], self.pieces[-end - 1][1]), self.understood
            for after, said in self.read(span, draft, context):
                whole = self.solve(-end, after, said)
                if whole is not None:
                    return whole
            if self.understood > understood:
                most = min(most, cost + NEAR)
        if len(self.pieces) > 1 and self.is_remark(self.pieces[at]):
            return self.solve(at + 1, draft, self.topic(self.pieces[at], draft, context))
        return None

    def lost(self, draft: Draft, context: Context) -> bool:
        """Tell whether a later clause took back what an earlier one says."""
        try:
            drawn = repr(draft.components("chart", "heatmap") or draft.components())
            for reading in context.readings:
                refuse_unsaid(reading, repr(draft.spec))
                if reading.act.name == "chart":
                    refuse_unnamed(reading, [drawn])
        except Unfulfilled as reason:
            self.refusals.append((0, UNKNOWN, reason))
            return True
        return False

    def readings(self, span: tuple[int, int], draft: Draft, carried: frozenset[str]) -> list[Reading]:
        """Return how the acts read some tokens, the cheapest first."""
        start, end = span
        if end - start > MAX_CLAUSE:
            return []
        key = (span, carried)
        if draft.spec is self.first.spec and key in self.known:
            return self.known[key]
        tokens = self.tokens[start:end]
        found = readings_of(clause_of(tokens, self.clause(start, end), index_of(draft)), carried)
        told = sorted(
            (one for one in found if one.unknown or not self.beyond(one, tokens)),
            key=lambda one: (one.cost, one.rank),
        )
        if draft.spec is self.first.spec:
            self.known[key] = told
        return told

    def is_remark(self, piece: tuple[int, int]) -> bool:
        """Tell whether a piece only says why: it begins so, and asks for nothing that a view cannot do."""
        if piece[0] and self.tokens[piece[0] - 1].word == "then":
            return False
        kinds = {
            sense.kind
            for one in range(*piece)
            for _, found in senses_at(self.tokens, one, piece[1])
            for sense in found
        }
        clause = self.clause(*piece)
        if (_TOPIC.match(clause) and _BIDS.search(clause)) or _NAMES.search(clause):
            return False
        listed_on = _ASKED.match(clause) and piece[0] and self.tokens[piece[0] - 1].word == "and"
        topic = piece is not self.pieces[-1] and _TOPIC.match(clause) is not None and not kinds & NO_TOPIC
        # "write 'none' where it is empty" asks for something.
        bids = bool(kinds_of_word(self.tokens[piece[0]].word) & (VERBS | {"lead"}))
        topic = topic and not listed_on and not bids
        return (_REMARK.match(clause) is not None or topic) and "cannot" not in kinds

    def topic(self, piece: tuple[int, int], draft: Draft, context: Context) -> Context:
        """Return the context that a piece leaves which only says what the next one is about."""
        tokens = self.tokens[slice(*piece)]
        _, items, _ = segmented(TOPIC, (), clause_of(tokens, "", index_of(draft)))
        named = tuple(one for one in items if one.kind == "name")
        index = index_of(draft)
        # "the abnormal ones" are no field abnormal_only.
        halves = [one for one in named if one.kinds == {"field"}]
        if any(index.find(parts_of(one.text), ("field",))[0] >= SHORT for one in halves):
            named = ()
        asks = _ASKED.match(self.clause(*piece)) is not None
        return replace(context, items=named or context.items, topic=bool(named), asked=asks)

    def read(self, span: tuple[int, int], draft: Draft, context: Context) -> Iterator[tuple[Draft, Context]]:
        """Yield the drafts that a clause can make, the likeliest first."""
        start, end = span
        tokens, clause = self.tokens[start:end], self.clause(start, end)
        carried = frozenset({context.act.name} if context.act is not None and context.act.carries else ())
        carried |= {"field"} if any("field" in one.kinds for one in context.items) else set()
        whole = self.whole(span, draft, carried)
        same: list[tuple[Draft, Context]] = []
        so_already = float("inf")
        for found in whole:
            one = replace(found, items=owned(found.items))
            if one.cost > whole[0].cost + UNLIKELY and not coined(one):
                break
            # A wish that is fulfilled already means nothing else, said in a less likely way.
            if same and one.cost > so_already + NEAR:
                break
            if (why := unlikely(one, clause, index_of(draft), context)) is not None:
                self.refusals.append((start, UNKNOWN * (2 if coined(one) else 1), why))
                continue
            copy = draft.copy()
            slots = Slots(copy, one.items, clause, context, as_written(one.text, self.wish), one.act.name)
            named = spoken_of(slots, one, context)
            try:
                one.act.change(slots)
                settle(draft, copy, one.act.name)
                guard(draft, copy, one)
            except Unfulfilled as reason:
                kind = "not understood: " * reason.weak
                told = Unfulfilled(f'{kind}"{self.typed(clause)}": {reason.message}', reason.hint)
                if reason.already:
                    self.spared = told
                    already = (*context.already, clause)
                    same.append((draft, replace(context, act=one.act, items=named, already=already)))
                    break
                self.refusals.append((start, one.cost + 2 * UNKNOWN * reason.weak, told))
                if reason.weak:
                    continue
                self.understood += 1
                break
            # What was found out of the spec on the way to the change tells nothing of the spec behind it.
            copy.state.clear()
            left = Context(
                one.act,
                named,
                slots.used.get("homes", context.homes),
                slots.used.get("sorted", ()),
                readings=(*context.readings, one),
                already=context.already,
                form=context.form or bool(slots.nouns() & {"form", "field"}),
            )
            if copy.spec == draft.spec:
                so_already = min(so_already, one.cost)
                same.append((copy, replace(left, already=(*context.already, clause))))
            else:
                yield copy, left
        yield from same[:1]
        if not whole:
            told = not_understood(tokens, self.typed(clause), self.readings(span, draft, carried), draft)
            self.refusals.append((start, UNKNOWN + (end - start) / 100, told))

    def beyond(self, reading: Reading, tokens: Sequence[Token]) -> bool:
        """Tell whether a clause asks, outside of names and free text, for what no view can do."""
        said = [one for one in reading.items if one.kind not in {"fill", "lead"}]
        leads_on = reading.items[1:] and reading.items[-1].kind == "lead"
        hangs = said and said[-1].kind == "prep" and said[-1].value != "and"
        if (leads_on or hangs) and not reading.text:
            return True
        known = [one for one in reading.items if one.kind == "control" or one.kind not in ALWAYS]
        return any(
            sense.kind == "cannot" and not any(one.start <= at and at + length <= one.end for one in known)
            for at in range(min(reading.free, len(tokens)))
            for length, found in senses_at(tokens, at, len(tokens))
            for sense in found
        )

    def refusal(self) -> Unfulfilled:
        """Return the best reason why the wish is refused: what came nearest to a reading."""
        if not self.refusals:
            return Unfulfilled("not understood: the wish is empty or says nothing")
        furthest = max(start for start, _, _ in self.refusals)
        strong = [one for one in self.refusals if one[1] < UNKNOWN]
        among = [one for one in self.refusals if one[0] == furthest]
        return min(strong or among, key=lambda one: one[1])[2]


def spoken_of(slots: Slots, reading: Reading, context: Context) -> tuple[Item, ...]:
    """Return the names that a pronoun behind a clause stands for."""
    if reading.act.name in MAKING:
        # "…, and show it as percent" is said of the new column, which no name stands for.
        return ()
    names = tuple(one for one in reading.items if one.kind == "name")
    if slots.nouns() & {"field", "form"}:
        names = tuple(replace(one, value=fields_of(one) or one.value) for one in names)
    return tuple(one for one in names if one.kinds - VALUES) or context.items or names


def fields_of(name: Item) -> tuple[Entity, ...]:
    """Return the fields of the form that a name can mean."""
    return tuple(one for one in name.value if one.kind == "field")


def read_wish(wish: str, draft: Draft) -> Draft:
    """Return the draft as a wish in words has it.

    Raises:
        Unfulfilled: A clause was not understood, or cannot be fulfilled.
    """
    if len(wish) > MAX_WISH:
        raise Unfulfilled(f"not understood: a wish of {len(wish)} characters is too long, {MAX_WISH} at most")
    plain = plain_text(wish)
    if not plain:
        raise Unfulfilled("the wish is empty")
    reader = Reader(plain, draft, wish)
    if len(reader.pieces) > MAX_CLAUSES:
        raise Unfulfilled(f"not understood: {len(reader.pieces)} clauses are too many, {MAX_CLAUSES} at most")
    for loose in (False, True):
        reader.tries, reader.loose, reader.least = 0, loose, {}
        done = reader.solve(0, draft, Context())
        if done is not None:
            if done.spec == draft.spec and reader.spared is not None:
                raise reader.spared
            refuse_hidden(done)
            return done
    raise reader.refusal()
