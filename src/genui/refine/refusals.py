"""Why a clause is refused, and what is near to it."""

from collections.abc import Sequence

from genui.refine.acts import ACTS
from genui.refine.clauses import Reading, senses_at
from genui.refine.draft import Draft, Unfulfilled, listed
from genui.refine.index import MEMBERS, index_of
from genui.refine.slots import Act
from genui.refine.words import Token, vocabulary

CAN = 'a page of its own can: mode = "html" in genui.toml; or the server itself'


VALUES = frozenset({"datum", "choice"})
NAMED = frozenset({*MEMBERS, "field", *VALUES})
"""Kinds of what can be told as a name, values of members among them."""


def not_understood(
    tokens: Sequence[Token], clause: str, readings: Sequence[Reading], draft: Draft
) -> Unfulfilled:
    """Return why a clause is refused: what no view can do, no such name, or words without a place."""
    cannot = {
        sense.value
        for at in range(len(tokens))
        for _, found in senses_at(tokens, at, len(tokens))
        for sense in found
        if sense.kind == "cannot"
    }
    if cannot:
        told = listed(sorted(map(str, cannot)))
        return Unfulfilled(f'"{clause}": a wish cannot {told}', CAN)
    known = vocabulary()
    # What a clause begins with is its act, and no name that is missing: of "only open ones" that is "open".
    act = {tokens[0].text} if tokens and tokens[0].word in known else set()
    missing = (one for one in readings if one.unknown and not act & {*one.unknown})
    about = (one for one in missing if set(one.act.names) & {*MEMBERS, "field"})
    near = min(about, key=lambda one: one.cost, default=None)
    if near is not None and len(near.unknown) <= 3:
        word = " ".join(near.unknown)
        names = nearest(word, draft, near.act.names)
        return Unfulfilled(
            f'not understood: "{clause}": nothing here is called "{word}"',
            f"names: {', '.join(names)}" if names else "",
        )
    ways = "; ".join(one.examples[0] for one in nearest_acts(clause))
    strange = next((one.text for one in tokens if one.word not in known), "")
    why = f'"{strange}" says nothing here.' if strange else "Together these words say nothing here."
    return Unfulfilled(f'not understood: "{clause}"', f"{why} Near to it: {ways}.")


def nearest(word: str, draft: Draft, kinds: Sequence[str]) -> list[str]:
    """Return the names that are spelled most like a word."""
    from rapidfuzz.process import extract

    meant = [one for one in index_of(draft).entities if one.kind in kinds and one.kind in NAMED]
    names = list(dict.fromkeys(str(one.value) if one.kind in VALUES else one.told for one in meant))
    return [one[0] for one in extract(word, names, limit=6)]


def nearest_acts(clause: str) -> list[Act]:
    """Return the three acts whose examples are most like a clause."""
    from rapidfuzz.fuzz import token_set_ratio

    others = [act for act in ACTS if clause not in act.examples]
    return sorted(others, key=lambda act: -max(token_set_ratio(clause, one) for one in act.examples))[:3]
