"""A wish in pieces: where its clauses can end, and tokens that stand for more than they say."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from genui.refine.english.connectives import BREAKS
from genui.refine.freetexts import is_break
from genui.refine.index import SHORT, Index
from genui.refine.names import is_plural, kinds_of_word
from genui.refine.words import Token
from genui.schema import declared_types

BESIDE = (("next", "to"), ("right", "after"), ("right", "before"), ("right", "behind"), ("directly", "after"))
"""How a place begins that is told behind what is to stand there."""


def with_breaks(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield tokens, with a comma before a place told behind a format: "rate as percent next to name"."""
    formatted = False
    for at, token in enumerate(tokens):
        beside = (token.word, next_word(tokens, at)) in BESIDE
        if beside and formatted and tokens[at - 1].word not in BREAKS | {"column"}:
            yield Token(",", ",", token.start, token.start, parts=(",",))
        formatted = token.word not in BREAKS and (formatted or token.word in {"as", "in"})
        yield token


def rows_told(tokens: Sequence[Token], index: Index) -> Iterator[Token]:
    """Yield tokens, those as rows that only can be: "cancelled trains", where nothing is called a train."""
    for at, token in enumerate(tokens):
        before = tokens[at - 1].parts if at else ()
        value = index.find(before, ("datum", "choice"))[0] < SHORT if before else False
        value = value or names_flag(index, before) or (next_word(tokens, at) in RELATIVE)
        plural = is_plural(token) and kinds_of_word(token.word) <= {"control"}
        unnamed = plural and index.find((token.word,), ANY_NAME)[0] >= SHORT
        if value and unnamed:
            yield replace(token, word="row", parts=("row",))
        else:
            yield token


RELATIVE = frozenset({"that", "which", "who", "whose", "where"})
"""Words that say more of the rows before them."""


def next_word(tokens: Sequence[Token], at: int) -> str:
    """Return the word behind a token, "" at the end."""
    return tokens[at + 1].word if at + 1 < len(tokens) else ""


def names_flag(index: Index, words: tuple[str, ...]) -> bool:
    """Tell whether words are the name of a column that says yes or no: "controlled medicines"."""
    found = index.find(words, ("column",))[1] if words else ()
    schemas = [index.sources[one.home].schemas.get(one.key, {}) for one in found if one.home in index.sources]
    return len(schemas) == 1 and declared_types(schemas[0]) == frozenset({"boolean"})


def adds(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether "with" can lead to another clause: "bar chart of sales with a line at 70"."""
    behind = tokens[at + 1].word if at + 1 < len(tokens) else ""
    new = at > 0 and "noun" in kinds_of_word(tokens[at - 1].word)
    return at > 0 and not new and tokens[at].word == "with" and behind in {"a", "an", "no", "the"}


ANY_NAME = ("column", "value", "field", "rows", "part", "datum", "choice")


def pieces_of(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Return the spans of tokens between commas, "and" and their like."""
    ends = [at for at in range(len(tokens)) if is_break(tokens, at) or adds(tokens, at)]
    spans = pairwise([-1, *ends, len(tokens)])
    return [(before + 1, end) for before, end in spans if end > before + 1]
