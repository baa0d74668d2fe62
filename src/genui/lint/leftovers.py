"""Rules about what was left for later: gaps in texts and comments, templates nobody fills, made-up data."""

import re
from collections.abc import Iterator

from genui.lint.moments import moment
from genui.lint.page import Page, Spot
from genui.lint.words import OMITTED
from genui.scripts import Const, Node, Record, Script, Value
from genui.scripts.evaluation import value_of
from genui.scripts.expressions import LOGICAL
from genui.scripts.script import arguments_of
from genui.scripts.values import Items, has_data, options_of

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


def placeholders(page: Page) -> Iterator[Spot]:
    """Yield comments that stand for code which is not there, and texts that wait for somebody."""
    comments = [
        (*script.place(comment), comment.text)
        for script in page.scripts
        for comment in script.source.comments
    ]
    for line, column, text in (*comments, *page.remarks):
        if found := OMITTED.search(text):
            yield Spot(line, column, f"something was left out: {' '.join(found[0].split())!r}")
    for line, column, text in page.prose:
        if found := GAP.search(text):
            yield Spot(line, column, f"a text was left for later: {' '.join(found[0].split())!r}")
    yield from unfilled(page)


def unfilled(page: Page) -> Iterator[Spot]:
    """Yield places of templates that nothing fills."""
    held = {(element.line, element.column): element.name for element in page.elements}
    if not any(FILLED_HERE.search(script.text) for script in page.scripts):
        for line, column, text in page.prose:
            if held.get((line, column)) not in QUOTING and (found := UNFILLED.search(text)):
                yield Spot(line, column, f"nothing fills {found[0]!r}")
    for script in page.scripts:
        names = {use.name for use in script.names.bound}
        for node in script.source.nodes("string"):
            for found in re.finditer(r"\$\{\s*([A-Za-z_$][\w$]*)[^{}]*\}", node.text):
                if found[1] in names:
                    yield Spot(
                        *script.place(node), f"nothing fills {found[0]!r}: only backquotes make a template"
                    )


def made_up(page: Page) -> Iterator[Spot]:
    """Yield data that the page itself holds, drawn before or in place of what a tool sends."""
    for script in page.scripts if not page.linked else ():
        for node in script.source.nodes("variable_declarator"):
            name, value = node.get("name"), node.get("value")
            if name is None or value is None or not MADE_UP.match(name.name):
                continue
            binding = script.names.bound.get(name)
            if value.kind in ("array", "object") and value.kids and binding is not None and binding.uses:
                yield Spot(*script.place(node), f"{name.name} is data that no tool has sent")
        if not any(map(is_list_of_rows, script.source.nodes("array"))):
            continue
        for node in (*stand_ins(script), *drawn_first(script)):
            yield Spot(*script.place(node), "these rows stand in the page: no tool has sent them")


def is_list_of_rows(node: Node) -> bool:
    """Tell whether a literal may be one of rows: cheap to ask, before anything is followed."""
    return len(node.kids) > 1 and all(kid.kind == "object" and len(kid.kids) > 1 for kid in node.kids)


def stand_ins(script: Script) -> Iterator[Node]:
    """Yield rows that are shown where a result has none."""
    for node in script.source.nodes("binary_expression"):
        operator, left, right = node.get("operator"), node.get("left"), node.get("right")
        if operator is None or operator.text not in LOGICAL or left is None or right is None:
            continue
        if has_data(value_of(script, left)) and are_rows(value_of(script, right)):
            yield right


def drawn_first(script: Script) -> Iterator[Node]:
    """Yield calls that draw rows of the page's own while it loads, by what draws results too."""
    for binding in {id(one): one for one in script.names.bound.values()}.values():
        calls = [
            use.parent for use in binding.uses if use.parent is not None and use.parent.get("function") is use
        ]
        given = [(call, [value_of(script, one) for one in arguments_of(call)]) for call in calls]
        if any(has_data(value) for _, values in given for value in values):
            for call, values in given:
                if any(map(are_rows, values)) and moment(script, call) is not None:
                    yield call


def are_rows(value: Value) -> bool:
    """Tell whether a value is, or holds, a list of records of which everything is written out."""
    for option in options_of(value):
        if isinstance(option, Record) and any(map(are_rows, option.members.values())):
            return True
        if isinstance(option, Items) and len(option.entries) > 1 and all(map(is_row, option.entries)):
            return True
    return False


def is_row(value: Value) -> bool:
    """Tell whether a value is a record of two or more texts and numbers."""
    members = value.members.values() if isinstance(value, Record) else ()
    return len(members) > 1 and all(isinstance(one, Const) for one in members)
