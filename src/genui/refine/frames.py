"""The plain wish inside a sentence: less its question, courtesy or complaint, less what hangs on its end."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from genui.refine.spelling import singular
from genui.refine.words import ORDERING, is_statement, phrase

MAX_ROUNDS = 5
"""Frames around one wish."""
WHICH = re.compile(r"[\s,(]*(?:that|which|who)\b", re.I)
"""How a clause begins that tells which rows are meant."""
MAX_LENGTH = 300
"""Characters of a clause that frames are looked for in; a longer one is prose."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A frame that says a wish in another shape."""

    pattern: re.Pattern[str]
    say: str
    unless: re.Pattern[str] | None = None
    judges: bool = False
    """True where it only says what a member is worth, which is a reason where a wish about it follows."""


@cache
def table() -> dict[str, Any]:
    """Return the table as it is written."""
    return tomllib.loads((Path(__file__).parent / "frames.toml").read_text(encoding="utf-8"))


def spelled_out(text: str) -> str:
    """Return a pattern with its <WORDS> put in."""
    words: dict[str, str] = table()["words"]
    while (filled := re.sub(r"<([A-Z]+)>", lambda match: words[match[1]], text)) != text:
        text = filled
    return text


@cache
def leads() -> re.Pattern[str]:
    """Return what stands before a wish."""
    texts = "|".join(map(spelled_out, table()["leads"]["patterns"]))
    return re.compile(rf"(?:{texts})(?:[\s,:]+|$)", re.I)


@cache
def tails() -> tuple[re.Pattern[str], ...]:
    """Return what hangs on the end of a wish, none of it beginning another."""
    verb = spelled_out("<VERB>")
    other = rf"(?![^\"]*(?:[,;.!?]|\b(?:and|but|then|so)\s+(?:please\s+|also\s+|then\s+)?{verb}\b|\"))"
    return tuple(
        re.compile(rf"[\s,(]+{other}(?:{spelled_out(text)})\)?$", re.I)
        for text in table()["tails"]["patterns"]
    )


@cache
def turns() -> tuple[Turn, ...]:
    """Return the frames that say a wish in another shape."""
    return tuple(
        Turn(
            re.compile(spelled_out(row["pattern"]), re.I),
            row["say"],
            re.compile(row["unless"], re.I) if "unless" in row else None,
            row.get("judges", False),
        )
        for row in table()["turns"]
    )


@cache
def gerunds() -> dict[str, str]:
    """Return the plain form of each verb that wishes, by its -ing form: "hiding" is "hide"."""
    verbs = [verb for verb in spelled_out("<VERB>")[3:-1].split("|") if " " not in verb]
    found = {f"{verb.removesuffix('e') if verb != 'see' else verb}ing": verb for verb in verbs}
    doubled = {f"{verb}{verb[-1]}ing": verb for verb in verbs if re.search(r"[^aeiou][aeiou][ptdbg]$", verb)}
    return {**found, **doubled}


@lru_cache(maxsize=1024)
def reframed(clause: str, about: frozenset[str] = frozenset(), *, judging: bool = True) -> tuple[str, ...]:
    """Return a clause with less and less around its wish, each different from the ones before.

    `about` are the words for rows: what hangs on them says which, so that it stays. `judging` is
    whether to say that a member is worth nothing wishes it away.
    """
    if len(clause) > MAX_LENGTH:
        return ()
    found = [clause]
    for one in found:
        if len(found) > 2 * MAX_ROUNDS:
            break
        found += [other for other in lessened(one, about, judging=judging) if other not in found]
    return tuple(found[1:])


def lessened(clause: str, about: frozenset[str], *, judging: bool) -> Iterator[str]:
    """Yield a clause in each way that takes one frame off it."""
    if match := leads().match(clause):
        yield imperative(clause[match.end() :])
    for turn in turns():
        match = turn.pattern.fullmatch(clause)
        if (
            match is not None
            and judging >= turn.judges
            and not (turn.unless and turn.unless.fullmatch(clause))
        ):
            yield turn.say.format_map({name[0]: text for name, text in match.groupdict().items() if text})
            break
    yield from without_tail(clause, about)
    if (plain := imperative(clause)) != clause:
        yield plain


def without_tail(clause: str, about: frozenset[str]) -> Iterator[str]:
    """Yield a clause less what hangs on its end, unless that hints at something no view does."""
    hint = phrase("impossible", r"\b<>")
    for tail in tails():
        match = tail.search(clause)
        if match is None or not match.start() or hint.search(match.group()):
            continue
        before = clause[: match.start()]
        if ORDERING.search(before):
            continue
        if not WHICH.match(match.group()) or singular(before.split()[-1].lower()) not in about:
            yield before
            return


def says_how_it_is(clause: str) -> bool:
    """Tell whether a clause wishes nothing, less what leads to it: "most of the time we pay in euros"."""
    led = leads().match(clause)
    return is_statement(clause) or bool(led and is_statement(clause[led.end() :]))


def imperative(clause: str) -> str:
    """Return a clause whose first word is a verb in -ing with the plain verb: "hiding x" is "hide x"."""
    first, space, rest = clause.partition(" ")
    return f"{gerunds().get(first.lower(), first)}{space}{rest}".strip()
