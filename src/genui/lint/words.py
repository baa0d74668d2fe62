"""Checks of words: talk of a model, instructions to one, what was left out, what was cut off."""

import re

from genui.instructions import APART, HIDDEN, INVISIBLE, instruction_in
from genui.lint.page import Findings, Page, Spot

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


def answers(page: Page) -> Findings:
    """Yield what a model says around the page or in it, and fences."""
    answer = page.answer
    if answer is not None and answer.fenced:
        yield "code-fence", Spot(1, 1, "the page stands between markdown fences")
    if answer is not None and answer.talk:
        said = " ".join(answer.talk.split())[:60]
        yield "model-chatter", Spot(1, 1, f"text around the page: {said!r}")
    for line, column, text in page.prose:
        if found := CHATTER.search(text):
            said = " ".join(found[0].split())
            yield "model-chatter", Spot(line, column, f"a model is talking: {said!r}")


def injected_instructions(page: Page) -> Findings:
    """Yield words meant for a model, wherever in the page they stand."""
    for text in (page.source, APART.join(words for _, _, words in page.prose)):
        seen = text if text.isascii() else INVISIBLE.sub("", text)
        if found := instruction_in(seen):
            line = seen.count("\n", 0, found.start()) + 1 if text is page.source else 1
            said = " ".join(found[0].split())[:60]
            yield "injected-instructions", Spot(line, 1, f"speaks to a model: {said!r}")
            return


def hidden_characters(page: Page) -> Findings:
    """Yield characters that make a text look other than it is."""
    if page.source.isascii() or not UNUSUAL.search(page.source):
        return
    if found := HIDDEN.search(page.source):
        line = page.source.count("\n", 0, found.start()) + 1
        column = found.start() - page.source.rfind("\n", 0, found.start())
        does = "is seen by models alone" if found[0] >= "\U000e0000" else "shows text in another order"
        yield "hidden-characters", Spot(line, column, f"U+{ord(found[0][0]):04X} {does}")
    for script in page.scripts:
        if found := REORDERING.search(script.text):
            at = len(script.text[: found.start()].encode(errors="replace"))
            message = f"U+{ord(found[0]):04X} shows code in another order than it runs"
            yield "hidden-characters", Spot(*script.place_of(at), message)


def truncated(page: Page) -> Findings:
    """Yield where the page ends in the middle of something."""
    for code, spot in page.errors:
        if "eof" in code.lower() and not re.search("got-end-tag|got-char|doctype", code):
            yield "truncated", spot.saying(f"the page is cut off: {spot.message}")
            return
