"""Where an artifact differs from what its view file links to, in words for a reviewer."""

import re

RUNTIME = re.compile(rb'<meta name="genui-runtime" content="([0-9a-f]{1,64})">')
SCRIPTS = re.compile(rb"<(script|style)>.*?</\1>", re.DOTALL)
"""What is the same in pages of one genui and one set of templates; the data block has a type."""

SHOWN = 60
"""Characters of a line that a reason quotes."""


def same_but_for_scripts(one: bytes, other: bytes) -> bool:
    """Tell whether two artifacts differ in nothing but script and style."""
    return SCRIPTS.sub(b"", one) == SCRIPTS.sub(b"", other)


def runtime_named(html: bytes) -> str:
    """Return the digest of the runtime that an artifact names, "" where it names none."""
    found = RUNTIME.search(html)
    return found[1].decode() if found else ""


def first_difference(there: bytes, linked: bytes) -> str:
    """Return "line N: …" with what stands there from a little before the first differing character on."""
    old, new = there.split(b"\n"), linked.split(b"\n")
    number = next((at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
    if number is None:
        number = min(len(old), len(new))
        told = old[number] if number < len(old) else b""
        return f"line {number + 1}: {shortened(told, 0) or 'it ends too early'}"
    line, wanted = old[number], new[number]
    column = next((at for at, pair in enumerate(zip(line, wanted, strict=False)) if pair[0] != pair[1]), -1)
    return f"line {number + 1}: {shortened(line, min(len(line), len(wanted)) if column < 0 else column)}"


def shortened(line: bytes, column: int) -> str:
    """Return a line around a column, the rest as "…"."""
    start = max(0, column - SHOWN // 4)
    text = line[start : start + SHOWN].decode("utf-8", "replace").strip()
    return f"{'…' if start else ''}{text}{'…' if start + SHOWN < len(line) else ''}"
