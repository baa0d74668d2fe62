"""Early errors: what a JavaScript engine refuses before it runs anything."""

import re
import threading
from typing import Any

from genui.scripts.tree import Node

STOP = "\n;)\n"
"""Ends every check: what comes first is the script's own error, and nothing ever runs."""

PLACE = re.compile(r"<input>:(\d+):(\d+)")
IMPORTING = frozenset({"import_statement", "export_statement"})
MEMORY = 128 << 20
SECONDS = 3

local = threading.local()


def engine() -> Any:
    """Return this thread's QuickJS context; None where its wheel does not exist."""
    if not hasattr(local, "context"):
        local.context = None
        try:
            import quickjs
        except ImportError:
            return None
        local.context = quickjs.Context()
        local.context.set_memory_limit(MEMORY)
        local.context.set_time_limit(SECONDS)
    return local.context


def early_error(root: Node, *, module: bool) -> tuple[int, int, str] | None:
    """Return line and column (1-based) and message of the first early error; the script never runs."""
    context = engine()
    if context is None:
        return None
    import quickjs

    text = without_imports(root)
    head = 'async function page() { "use strict";\n' if module else "function page() {\n"
    try:
        context.eval(f"{head}{text}\n}}{STOP}")
    except quickjs.StackOverflow:
        return None
    except quickjs.JSException as error:
        said = str(error)
        place = PLACE.search(said)
        line = int(place[1]) - 1 if place else 1
        if place and line > text.count("\n") + 2:
            return None
        message = said.partition("\n")[0].removeprefix("SyntaxError: ")
        return line, int(place[2]) if place else 1, message
    return None


def without_imports(root: Node) -> str:
    """Return a script with spaces in place of what only modules may have."""
    data = bytearray(root.source.data)
    for node in root.kids:
        if node.kind not in IMPORTING:
            continue
        declaration = node.get("declaration") or node.get("value")
        end = declaration.start if declaration is not None else node.end
        data[node.start : end] = re.sub(rb"[^\n]", b" ", bytes(data[node.start : end]))
    return data.decode(errors="replace")
