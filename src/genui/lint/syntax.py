"""Rules about scripts that no engine runs: what cannot be parsed, early errors, modules that are none."""

from collections.abc import Iterator

from genui.lint.code import Found
from genui.lint.page import Page, Spot
from genui.scripts import Node, Script, early_error
from genui.scripts.scopes import FUNCTIONS


def syntax_errors(script: Script) -> Found:
    """Yield the first place where the script is no JavaScript."""
    wrong = list(script.source.nodes("ERROR"))
    wrong += script.source.missing
    wrong += [*script.source.nodes("jsx_element", "jsx_self_closing_element"), *script.names.twice]
    wrong += [node for node in script.source.comments if script.module and node.kind == "html_comment"]
    for node in sorted(wrong, key=lambda node: node.start)[:1]:
        if node in script.source.missing:
            yield node, f"{node.kind!r} is missing here"
        elif node in script.names.twice:
            yield node, f"{node.name!r} is declared twice"
        else:
            yield node, f"cannot be parsed: {' '.join(node.text.split())[:60]}"


def early_errors(script: Script) -> Found:
    """Yield what a JavaScript engine refuses in a script that parses."""
    module = script.module or module_only(script) is not None
    if next(syntax_errors(script), None) is None and (error := early_error(script.root, module=module)):
        line, column, message = error
        yield Node("error", *offset(script, line, column), script.source, None), message


def offset(script: Script, line: int, column: int) -> tuple[int, int]:
    """Return start and end byte of a place in a script."""
    script.source.place(0)
    lines = script.source.lines
    at = lines[min(line, len(lines)) - 1] + column - 1
    return min(at, len(script.source.data)), min(at, len(script.source.data))


def not_modules(page: Page) -> Iterator[Spot]:
    """Yield plain scripts that only a module could be."""
    for script in page.scripts:
        if not script.module and (node := module_only(script)) is not None:
            yield Spot(*script.place(node), f"{node.text.split()[0]} works only in a module")


def module_only(script: Script) -> Node | None:
    """Return what makes a module of a script."""
    for node in script.source.nodes("import_statement", "export_statement"):
        return node
    for node in script.source.nodes("await_expression"):
        if not any(up.kind in FUNCTIONS for up in node.up()):
            return node
    return None
