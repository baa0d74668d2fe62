"""Rules about words: talk of a model, instructions to one, what was left out, what was cut off."""

import re
from collections.abc import Iterator

from genui.validate.page import Page, Spot

INSTRUCTIONS = re.compile(
    r"""(?ix)
    (?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|of|these|my)\s+)*
        (?:previous|prior|above|earlier|preceding|system|safety)\s+
        (?:instruction|prompt|rule|direction|guideline|message|command)s?
    | (?:new|updated|real|hidden|secret)\s+(?:system\s+)?instructions?\s*
        (?:for\s+(?:the\s+)?(?:assistant|model|ai|agent))?\s*:
    | (?:note|message|instructions?|attention)\s+(?:to|for)\s+(?:the\s+|any\s+)?
        (?:assistant|ai\b|llm|language\s+model|model|agent|claude|chatgpt|gpt)
    | (?:ignore|disregard|override)\s+(?:what\s+)?the\s+user(?:'s)?\s+
        (?:request|instruction|question|wishe?|intent|said|says|asked|wants)s?
    | (?:assistant|ai|model|agent|claude|chatgpt|system)\s*:\s*(?:please\s+)?
        (?:ignore|disregard|call|send|run|execute|invoke|reveal|forward|you\s+(?:must|should|are|will))\b
    | (?:before|instead\s+of)\s+(?:answering|replying|responding)[^.]{0,40}\b(?:call|invoke|run|use)\s+
        (?:the\s+)?[\w-]+\s+tool
    | (?:without|never)\s+(?:asking|telling|informing|notifying)\s+the\s+user
    | (?:do\s+not|don't|never)\s+(?:tell|inform|reveal\s+(?:this\s+)?to|mention\s+(?:this\s+)?to)\s+the\s+user
    | (?:reveal|print|repeat|output|send)\s+(?:me\s+)?(?:your|the)\s+
        (?:system\s+prompt|hidden\s+instructions|initial\s+instructions)
    | you\s+are\s+now\s+(?:in\s+)?(?:an?\s+|the\s+)?
        (?:dan\b|developer\s+mode|unrestricted|jailbroken|admin|root|different\s+(?:ai|assistant))
    | <\|(?:im_start|im_end|system|endoftext)\|>
    | \[/?(?:INST|SYSTEM)\]
    | =+\s*TOOL_DEFINITION_(?:START|END)\s*=+
    | </?(?:system|important|instructions)>\s*(?:you|ignore|call|send|always|before)
    """
)
"""Text that speaks to a model where it should speak to people."""

TRIGGERS = (
    *("instruction", "prompt", "previous", "prior", "above", "earlier", "preceding", "system", "safety"),
    *(
        "assistant",
        "note to",
        "message to",
        "note for",
        "message for",
        "attention",
        "the user",
        "you are now",
        "model:",
        "agent:",
        "claude",
        "chatgpt",
        "ai:",
        "answering",
        "replying",
        "responding",
    ),
    *("<|", "[inst", "[/inst", "tool_definition"),
)
"""One of these is in every text that speaks to a model."""

INVISIBLE = re.compile("[\u200b-\u200d\u2060\ufeff\u00ad]")
OVERRIDES = re.compile("[\u202d\u202e]")

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
    seen = INVISIBLE.sub("", page.source)
    low = seen.lower()
    if not any(word in low for word in TRIGGERS) and "&" not in low:
        return
    for text in (seen, *(INVISIBLE.sub("", words) for _, _, words in page.prose)):
        if found := INSTRUCTIONS.search(text):
            line = text.count("\n", 0, found.start()) + 1 if text is seen else 1
            yield Spot(line, 1, f"speaks to a model: {' '.join(found[0].split())[:60]!r}")
            return


def hidden_characters(page: Page) -> Iterator[Spot]:
    """Yield characters that make a text look other than it is."""
    if found := OVERRIDES.search(page.source):
        line = page.source.count("\n", 0, found.start()) + 1
        column = found.start() - page.source.rfind("\n", 0, found.start())
        yield Spot(line, column, f"U+{ord(found[0]):04X} shows text in another order than it has")


def placeholders(page: Page) -> Iterator[Spot]:
    """Yield comments that stand for code which is not there."""
    for script in page.scripts:
        for comment in script.source.comments:
            if found := OMITTED.search(comment.text):
                yield Spot(*script.place(comment), f"something was left out: {' '.join(found[0].split())!r}")
    for line, column, text in page.remarks:
        if found := OMITTED.search(text):
            yield Spot(line, column, f"something was left out: {' '.join(found[0].split())!r}")


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
