"""Checks of scripts that no engine runs: what cannot be parsed, early errors, modules that are none."""

from genui.lint.code import Found
from genui.scripts import Node, Script, early_error


def syntax_errors(script: Script) -> Found:
    """Yield the first place where the script is no JavaScript, or else what an engine refuses in it."""
    missing, twice = script.source.missing, script.names.twice
    wrong = [*script.source.nodes("ERROR", "jsx_element", "jsx_self_closing_element"), *missing, *twice]
    wrong += [node for node in script.source.comments if script.module and node.kind == "html_comment"]
    if wrong:
        node = min(wrong, key=lambda node: node.start)
        message = f"cannot be parsed: {' '.join(node.text.split())[:60]}"
        if node in missing:
            message = f"{node.kind!r} is missing here"
        elif node in twice:
            message = f"{node.name!r} is declared twice"
        yield "script-syntax", node, message
        return
    if error := early_error(script.root, module=script.module or module_only(script) is not None):
        line, column, message = error
        lines = script.source.lines
        at = min(lines[min(line, len(lines)) - 1] + column - 1, len(script.source.data))
        yield "script-syntax", Node("error", at, at, script.source, None), message


def not_modules(script: Script) -> Found:
    """Yield what only a module may do, in a plain script."""
    node = module_only(script)
    if not script.module and node is not None:
        yield "script-not-module", node, f"{node.text.split()[0]} works only in a module"


def module_only(script: Script) -> Node | None:
    """Return what makes a module of a script."""
    declared = script.source.nodes("import_statement", "export_statement")
    awaited = (node for node in script.source.nodes("await_expression") if node.function is None)
    return next(declared, None) or next(awaited, None)
