"""Checks of what was left for later: gaps in texts and comments, templates nobody fills, made-up data."""

import re
from collections.abc import Iterator

from genui.lint.code import Found
from genui.lint.moments import moment
from genui.lint.page import Findings, Page, Spot
from genui.lint.words import OMITTED
from genui.scripts import LOGICAL, Const, Node, Record, Script, Value, has_data, options_of, value_of

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
        for comment in script.source.comments
    ]
    for line, column, text in (*comments, *page.remarks):
        if found := OMITTED.search(text):
            said = " ".join(found[0].split())
            yield "placeholder", Spot(line, column, f"something was left out: {said!r}")
    is_filled = any(FILLED_HERE.search(script.text) for script in page.scripts)
    quoting = {(element.line, element.column) for element in page.named(*QUOTING)}
    for line, column, text in page.prose:
        if found := GAP.search(text):
            said = " ".join(found[0].split())
            yield "placeholder", Spot(line, column, f"a text was left for later: {said!r}")
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
    for node in (*stand_ins(script), *drawn_first(script)):
        yield "made-up-data", node, "these rows stand in the page: no tool has sent them"


def stand_ins(script: Script) -> Iterator[Node]:
    """Yield rows that are shown where a result has none."""
    for node in script.source.nodes("binary_expression"):
        left, right = node.fields["left"], node.fields["right"]
        is_choice = node.operator in LOGICAL and has_data(value_of(script, left))
        if is_choice and are_rows(value_of(script, right)):
            yield right


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
    for option in options_of(value):
        if isinstance(option, Record):
            if len(option.members) > 1 and 0 in option.members and all(map(is_row, option.entries)):
                return True
            if 0 not in option.members and any(map(are_rows, option.members.values())):
                return True
    return False


def is_row(value: Value) -> bool:
    """Tell whether a value is a record of two or more texts and numbers."""
    members = value.members.values() if isinstance(value, Record) else ()
    return len(members) > 1 and all(isinstance(one, Const) for one in members)
