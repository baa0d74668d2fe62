"""Rules about words: talk of a model, instructions to one, what was left out, what was cut off."""

import re
from collections.abc import Iterator

from genui.instructions import APART, HIDDEN, INVISIBLE, instruction_in
from genui.lint.page import Page, Spot
from genui.scripts import Node, Script

UNUSUAL = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e01ef]")
"""What is not in nearly every page."""

REORDERING = re.compile("[\u202a\u202b\u2066-\u2068]")
"""What may stand in text of people, but not literally in code."""

CHATTER = re.compile(
    r"""(?ix)
    \bhere(?:'|’|\ i)s\s+(?:the|your|a|an)\s+(?:\w+[\s-]+){0,4}
        (?:html|code|page|ui|view|interface|file|implementation)\b
    | \bi(?:'|’)?(?:\s+ha)?ve\s+(?:created|generated|built|written|made|updated)\s+(?:the|a|an|your)\b
    | \bas\s+an\s+ai\b | \bas\s+a\s+(?:large\s+)?language\s+model\b
    | \blet\s+me\s+know\s+if\b | \bi\s+hope\s+this\s+helps\b
    | \bfeel\s+free\s+to\s+(?:customi[sz]e|modify|adjust|ask)\b
    """
)
OMITTED = re.compile(
    r"""(?ix)
    (?:\.\.\.|…)\s*\(?(?:the\s+)?(?:rest|remaining|remainder|more|existing|previous|other|same)\b
    | \b(?:rest|remainder)\s+of\s+(?:the\s+|your\s+)?
        (?:code|html|script|page|file|styles?|css|implementation)\b
    | \b(?:your|add|insert|put|more)\s+(?:\w+\s+)?
        (?:code|logic|implementation|html|styles)\s+(?:goes\s+)?here\b
    | \b(?:same|code|unchanged)\s+as\s+(?:before|above|previously)\b
    | \bto\s*do:?\s+(?:implement|add|finish|write|render|handle|call)\b
    | \bimplement(?:ation)?\s+(?:goes\s+)?(?:here|this)\b
    | \b(?:code|content|output)\s+(?:truncated|omitted|continues)\b
    """
)


def code_fence(page: Page) -> Iterator[Spot]:
    """Yield fences around the page."""
    answer = page.answer
    if answer is not None and answer.fenced:
        yield Spot(1, 1, "the page stands between markdown fences")


def model_chatter(page: Page) -> Iterator[Spot]:
    """Yield what a model says around the page or in it."""
    answer = page.answer
    if answer is not None and answer.talk:
        yield Spot(1, 1, f"text around the page: {' '.join(answer.talk.split())[:60]!r}")
    for line, column, text in page.prose:
        if found := CHATTER.search(text):
            yield Spot(line, column, f"a model is talking: {' '.join(found[0].split())!r}")


def injected_instructions(page: Page) -> Iterator[Spot]:
    """Yield words meant for a model, wherever in the page they stand."""
    for text in (page.source, APART.join(words for _, _, words in page.prose)):
        seen = text if text.isascii() else INVISIBLE.sub("", text)
        if found := instruction_in(seen):
            line = seen.count("\n", 0, found.start()) + 1 if text is page.source else 1
            yield Spot(line, 1, f"speaks to a model: {' '.join(found[0].split())[:60]!r}")
            return


def hidden_characters(page: Page) -> Iterator[Spot]:
    """Yield characters that make a text look other than it is."""
    if page.source.isascii() or not UNUSUAL.search(page.source):
        return
    if found := HIDDEN.search(page.source):
        line = page.source.count("\n", 0, found.start()) + 1
        column = found.start() - page.source.rfind("\n", 0, found.start())
        does = "is seen by models alone" if found[0] >= "\U000e0000" else "shows text in another order"
        yield Spot(line, column, f"U+{ord(found[0][0]):04X} {does}")
    for script in page.scripts:
        if found := REORDERING.search(script.text):
            at = Node("character", *bytes_of(script, found.start()), script.source, None)
            yield Spot(*script.place(at), f"U+{ord(found[0]):04X} shows code in another order than it runs")


def bytes_of(script: Script, at: int) -> tuple[int, int]:
    """Return where a character stands in a script's bytes, as a start and an end."""
    start = len(script.text[:at].encode(errors="replace"))
    return start, start


def truncated(page: Page) -> Iterator[Spot]:
    """Yield where the page ends in the middle of something."""
    for code, spot in page.errors:
        if (
            "eof" in code.lower()
            and "got-end-tag" not in code
            and "got-char" not in code
            and "doctype" not in code
        ):
            yield Spot(spot.line, spot.column, f"the page is cut off: {spot.message}")
            return
