"""Early errors: what a JavaScript engine refuses before it runs anything."""

import re

from genui.scripts.tree import Node

STOP = "\n;)\n"
"""Ends every check: what comes first is the script's own error, and nothing ever runs."""

PLACE = re.compile(r"<input>:(\d+):(\d+)")
MEMORY = 128 << 20
SECONDS = 3


def early_error(root: Node, *, module: bool) -> tuple[int, int, str] | None:
    """Return line and column (1-based) and message of the first early error; the script never runs.

    There is none where the wheel of QuickJS does not exist: it is not built for every platform.
    """
    try:
        import quickjs
    except ImportError:
        return None
    # A context belongs to its thread; a new one takes 0.1 ms.
    context = quickjs.Context()
    context.set_memory_limit(MEMORY)
    context.set_time_limit(SECONDS)
    text = without_imports(root)
    head = 'async function page() { "use strict";\n' if module else "function page() {\n"
    try:
        context.eval(f"{head}{text}\n}}{STOP}")
    except quickjs.StackOverflow:
        return None
    except quickjs.JSException as error:
        message, _, trace = str(error).partition("\n")
        place = PLACE.search(trace)
        line, column = (int(place[1]) - 1, int(place[2])) if place else (1, 1)
        is_own = line <= text.count("\n") + 1
        return (line, column, message.removeprefix("SyntaxError: ")) if is_own else None
    return None


def without_imports(root: Node) -> str:
    """Return a script with spaces in place of what only modules may have."""
    data = bytearray(root.source.data)
    for node in root.kids:
        if node.kind in ("import_statement", "export_statement"):
            declaration = node.get("declaration") or node.get("value")
            end = declaration.start if declaration is not None else node.end
            data[node.start : end] = re.sub(rb"[^\n]", b" ", bytes(data[node.start : end]))
    return data.decode(errors="replace")
