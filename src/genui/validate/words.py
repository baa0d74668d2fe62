"""Rules about words: talk of a model, instructions to one, what was left out, what was cut off."""

import re
from collections.abc import Iterator

from genui.scripts import Node, Script
from genui.validate.page import Page, Spot

INSTRUCTIONS = re.compile(
    r"""(?ix)
    (?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|of|these|my)\s+)*
        (?:previous|prior|above|earlier|preceding|system|safety)\s+
        (?:instruction|prompt|rule|direction|guideline|command)s?
    | (?:ignore|disregard)\s+(?:(?:all|any|the|your|of|these|my)\s+)*
        (?:previous|prior|above|earlier|preceding|system|safety)\s+messages?
    | ignor(?:iere?n?|ez|er|e|a|á|are|ate)\s+(?:\w+\s+){0,3}?
        (?:vorherigen|vorigen|bisherigen|obigen|früheren|anteriores|previas|precedenti)\s+
        (?:anweisungen|befehle|regeln|vorgaben|instrucciones|órdenes|instruções|ordens|istruzioni)
    | (?:ignor(?:ez|er|e|a|á|are|ate)|oubliez|olvida|dimentica)\s+(?:\w+\s+){0,3}?
        (?:instructions|consignes|instrucciones|instruções|istruzioni)\s+
        (?:précédentes|ci-dessus|anteriores|previas|precedenti)
    | игнориру\w+\s+(?:\w+\s+){0,2}?(?:предыдущи|прежни)\w+\s+(?:инструкци|указани)
    | (?:忽略|无视|無視)(?:之前|以上|先前|前面|此前|上述|所有|的)+(?:指令|指示|提示|说明|說明)
    | (?:以前|これまで|上記|前)の(?:すべての)?(?:指示|命令)[をは](?:すべて)?(?:無視|忘れ)
    | 이전(?:의)?\s*(?:모든\s*)?(?:지시|지침|명령)\S*\s*(?:모두\s*)?무시
    | (?:new|updated|real|hidden|secret)\s+(?:system\s+instructions?\s*:|instructions?\s*(?:
        for\s+(?:the\s+)?(?:assistant|model|ai|agent)\s*:
        | :[^.]{0,60}\b(?:tools?|assistant|model|ignore|call|invoke|reveal|forward|exfiltrate|you\s+must)\b))
    | (?:note|message|instructions?|attention)\s+(?:to|for)\s+(?:the\s+|any\s+)?
        (?:assistant|ai\b|llm|language\s+model|claude|chatgpt|gpt|(?:model|agent)s?\s*:)
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
    *("<|", "[inst", "[/inst", "tool_definition", "ignor", "oubliez", "olvida", "dimentica"),
    *("игнориру", "忽略", "无视", "無視", "指示", "무시"),
)
"""One of these is in every text that speaks to a model."""

INVISIBLE = re.compile("[\u200b-\u200d\u2060\ufeff\u00ad]")
OVERRIDES = re.compile(
    "[\u202d\u202e]|(?<!\U0001f3f4)(?<![\U000e0020-\U000e007f])[\U000e0000-\U000e007f]|[\U000e0100-\U000e01ef]{4}"
)
"""What shows text in another order than it has, and characters that nobody sees and models read."""

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
    seen = page.source if page.source.isascii() else INVISIBLE.sub("", page.source)
    low = seen.lower().replace("system-ui", "")
    if not any(word in low for word in TRIGGERS) and "&" not in low:
        return
    for text in (seen, *(INVISIBLE.sub("", words) for _, _, words in page.prose)):
        if found := INSTRUCTIONS.search(text):
            line = text.count("\n", 0, found.start()) + 1 if text is seen else 1
            yield Spot(line, 1, f"speaks to a model: {' '.join(found[0].split())[:60]!r}")
            return


def hidden_characters(page: Page) -> Iterator[Spot]:
    """Yield characters that make a text look other than it is."""
    if page.source.isascii() or not UNUSUAL.search(page.source):
        return
    if found := OVERRIDES.search(page.source):
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
