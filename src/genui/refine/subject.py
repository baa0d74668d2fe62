"""What a view is about: the words for it, and when they name no member."""

import re
from collections.abc import Sequence

from genui.refine.draft import Draft, props_of
from genui.refine.names import bare
from genui.refine.source import Source
from genui.refine.sources import WHOLE_VALUES, sources_of
from genui.refine.spelling import singular, words_in
from genui.refine.synonyms import groups_of, others

_PARTS = frozenset({"table", "chart", "list", "tree", "line", "card", "open", "close", "more", "high", "low"})
"""Words that say how to show, whatever the tool is called."""


def words_about(draft: Draft) -> frozenset[str]:
    """Return the words for what the view shows: its tool, its rows, and what people call those."""
    named = {word for source in sources_of(draft) for word in source.about()}
    named |= set(words_in(f"{draft.tool.name} {draft.spec.get('title', '')}"))
    named = {word for word in named if len(word) > 3}
    return frozenset(named.union(*(groups_of().get(word, ()) for word in named))) - _PARTS


def rows_meant(draft: Draft, said: str) -> list[Source]:
    """Return the rows that a word stands for which is another word for them: the people of employees."""
    words = words_in(bare(said))
    return [
        one
        for one in sources_of(draft)
        if one.rows and len(words) == 1 and words[0] in others(one.about()) and not outright(one, words[0])
    ]


def outright(source: Source, word: str) -> bool:
    """Tell whether a word stands in the name of a member."""
    return any(word in words_in(text) for name in source.known() for text in name.texts)


CHOOSING = re.compile(
    r"\b(?:only|just) (?:the |those |me |show |show me |list |see )*([\w-]+) "
    r"(?:with(?! the\b)|without|where|that|which|when|in|from|of|whose|who)\b",
    re.I,
)
"""What asks for some rows, whatever they are called."""


def chooses_rows(clause: str, about: frozenset[str]) -> bool:
    """Tell whether a clause asks for some of the rows alone: "only flights without stops"."""
    return any(singular(found[1].lower()) in about for found in CHOOSING.finditer(clause))


def stands_for_all(draft: Draft, said: str) -> bool:
    """Tell whether a plural names the rows themselves, where nothing tells what the result holds."""
    plain = re.fullmatch(r"[a-z]+s", bare(said).lower()) is not None and '"' not in said
    sources = sources_of(draft)
    known = [name for source in sources for name in source.known()]
    return plain and not known and all(source.open for source in sources)


def said_outright(sources: Sequence[Source], names: str) -> bool:
    """Tell whether a member is called just so, and not by another word for it."""
    told = bare(names).casefold()
    whole = words_in(re.sub(r"^(?:the|my|our|this|that) ", "", names.strip('" '), flags=re.I))
    texts = [text for one in sources for name in one.known() for text in name.texts]
    return any(told == text.casefold() or whole == words_in(text) for text in texts)


def look_again(draft: Draft) -> bool:
    """Let what shows one value whole, as text or a tree, look for rows; return whether there was one."""
    whole = next(iter(draft.components(*WHOLE_VALUES)), None)
    if whole is None:
        return False
    props = {"of": props_of(whole)["of"]} if props_of(whole).get("of") != {"$path": "/result"} else {}
    title = {"title": whole["title"]} if "title" in whole else {}
    whole.clear()
    whole.update({"type": "rows", **title, **({"props": props} if props else {})})
    return True
