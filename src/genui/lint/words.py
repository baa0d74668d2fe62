"""Checks of words: talk of a model, instructions to one, what was left out or for later, what was cut off."""

import re
from collections.abc import Iterator

from genui.instructions import APART, HIDDEN, INVISIBLE, instruction_in
from genui.lint.code import Found
from genui.lint.liveness import moment
from genui.lint.page import Findings, Page, Spot
from genui.scripts import LOGICAL, Const, Node, Record, Script, Value, has_data, options_of, value_of

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


def in_one_line(found: re.Match[str]) -> str:
    """Return what was found with single spaces for all white space."""
    return " ".join(found[0].split())


def answers(page: Page) -> Findings:
    """Yield what a model says around the page or in it, and fences."""
    answer = page.answer
    if answer is not None and answer.fenced:
        yield "code-fence", Spot(1, 1, "the page stands between markdown fences")
    if answer is not None and answer.talk:
        yield "model-chatter", Spot(1, 1, f"text around the page: {' '.join(answer.talk.split())[:60]!r}")
    for line, column, text in page.prose:
        if found := CHATTER.search(text):
            yield "model-chatter", Spot(line, column, f"a model is talking: {in_one_line(found)!r}")


def injected_instructions(page: Page) -> Findings:
    """Yield words meant for a model, wherever in the page they stand."""
    for text in (page.source, APART.join(words for _, _, words in page.prose)):
        seen = text if text.isascii() else INVISIBLE.sub("", text)
        if found := instruction_in(seen):
            line = seen.count("\n", 0, found.start()) + 1 if text is page.source else 1
            yield "injected-instructions", Spot(line, 1, f"speaks to a model: {in_one_line(found)[:60]!r}")
            return


def hidden_characters(page: Page) -> Findings:
    """Yield characters that make a text look other than it is."""
    if page.source.isascii():
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
            yield "truncated", spot._replace(message=f"the page is cut off: {spot.message}")
            return


GAP = re.compile(
    r"(?i:\blorem\s+ipsum\b)|\b(?:TODO|FIXME)\s*:|\[(?:TODO|FIXME|TBD|(?i:insert|your))\b[^\]\n]{0,200}\]"
)
UNFILLED = re.compile(r"\{\{[^{}\n]+\}\}|\$\{[^{}\n]+\}|<%.{1,200}?%>|\{%.{1,200}?%\}")
"""What a template engine, or a template literal, would have filled."""

QUOTING = frozenset({"code", "pre", "kbd", "samp", "textarea", "var"})
"""Elements that show such text as it is."""

FILLED_HERE = re.compile(r"\{\{|\\\{|\{\\|['\"]\$\{")
"""A script that says this fills such places itself."""

MADE_UP = re.compile(
    r"(?i)^_?(?:mock|dummy|fake|sample|demo|placeholder|lorem)_?(?:data|items?|rows?|results?|records?|list|users?|[A-Z]\w*)?$"
)
"""How names begin that hold data nobody sent."""


def placeholders(page: Page) -> Findings:
    """Yield comments that stand for code which is not there, and texts that wait for somebody."""
    comments = [
        (*script.place(comment), comment.text)
        for script in page.scripts
        for comment in script.source.nodes("comment", "html_comment")
    ]
    for line, column, text in (*comments, *page.remarks):
        if found := OMITTED.search(text):
            yield "placeholder", Spot(line, column, f"something was left out: {in_one_line(found)!r}")
    is_filled = any(FILLED_HERE.search(script.text) for script in page.scripts)
    quoting = {(element.line, element.column) for element in page.named(*QUOTING)}
    for line, column, text in page.prose:
        if found := GAP.search(text):
            yield "placeholder", Spot(line, column, f"a text was left for later: {in_one_line(found)!r}")
        if not is_filled and (line, column) not in quoting and (found := UNFILLED.search(text)):
            yield "placeholder", Spot(line, column, f"nothing fills {found[0]!r}")


def unfilled(script: Script) -> Found:
    """Yield places in plain texts that only a template would fill."""
    names = {use.name for use in script.names.bound}
    for node in script.source.nodes("string"):
        for found in re.finditer(r"\$\{\s*([A-Za-z_$][\w$]*)[^{}]*\}", node.text):
            if found[1] in names:
                message = f"nothing fills {found[0]!r}: only backquotes make a template"
                yield "placeholder", node, message


def made_up(script: Script) -> Found:
    """Yield data that the page itself holds, drawn before or in place of what a tool sends."""
    for node in script.source.nodes("variable_declarator"):
        name, value = node.fields["name"], node.get("value")
        binding = script.binding(name)
        if value is None or binding is None or not binding.uses or not MADE_UP.match(name.name):
            continue
        if value.kind in ("array", "object") and value.kids:
            yield "made-up-data", node, f"{name.name} is data that no tool has sent"
    choices = [node for node in script.source.nodes("binary_expression") if node.operator in LOGICAL]
    in_place = [node.fields["right"] for node in choices if has_data(value_of(script, node.get("left")))]
    for node in (*(one for one in in_place if are_rows(value_of(script, one))), *drawn_first(script)):
        yield "made-up-data", node, "these rows stand in the page: no tool has sent them"


def drawn_first(script: Script) -> Iterator[Node]:
    """Yield calls that draw rows of the page's own while it loads, by what draws results too."""
    for binding in dict.fromkeys(script.names.bound.values()):
        calls = [use.parent for use in binding.uses if use.parent is not None and use.parent.callee is use]
        given = [(call, [value_of(script, one) for one in call.arguments]) for call in calls]
        if any(has_data(value) for _, values in given for value in values):
            for call, values in given:
                if any(map(are_rows, values)) and moment(script, call) is not None:
                    yield call


def are_rows(value: Value) -> bool:
    """Tell whether a value is, or holds, a list of records of which everything is written out."""
    lists = [one for one in options_of(value) if isinstance(one, Record) and 0 in one.members]
    return any(len(one.members) > 1 and all(map(is_row, one.entries)) for one in lists)


def is_row(value: Value) -> bool:
    """Tell whether a value is a record of two or more texts and numbers."""
    members = value.members if isinstance(value, Record) else {}
    known = [one.value for one in members.values() if isinstance(one, Const)]
    # A list of texts alone is a heading with its class, and no row.
    worded = 0 in members and all(isinstance(one, str) for one in known)
    return 1 < len(known) == len(members) and not worded
