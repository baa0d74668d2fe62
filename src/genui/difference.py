"""Comparing an artifact with what its view file links to, and saying where they differ."""

import re

from genui import __version__
from genui.config import Config
from genui.manifest import NAME as MANIFEST_NAME
from genui.manifest import Entry
from genui.model import State
from genui.plan import Job
from genui.store import Stored
from genui.viewfile import PAGE_SUFFIX
from genui.viewfile import SUFFIX as VIEW_SUFFIX

RUNTIME = re.compile(rb'<meta name="genui-runtime" content="([0-9a-f]{1,64})">')
SCRIPTS = re.compile(rb"<(script|style)>.*?</\1>", re.DOTALL)
"""What is the same in pages of one genui and one set of templates; the data block has a type."""

SHOWN = 60
"""Characters of a line that a reason quotes."""


def compared(job: Job, entry: Entry, html: bytes, config: Config, stored: Stored) -> tuple[State, str]:
    """Compare an artifact with what its view file links to; return its state and the reason."""
    assert job.stored is not None
    if job.entry is None:
        return "missing", "no artifact yet"
    there = stored.artifacts.get(job.entry.file)
    if there is None:
        return "missing", f"{job.entry.file} is gone"
    if there == html:
        told = "" if entry == job.entry else f"{MANIFEST_NAME} does not tell what its artifact is"
        return "stale" if told else "fresh", told
    if job.stored.edited:
        name = job.slug + (VIEW_SUFFIX if job.stored.view.page is None else PAGE_SUFFIX)
        return "stale", f"{name} was changed by hand"
    if another := another_genui(there, html, stored):
        return "stale", another
    if config.build.templates_directory is not None and same_but_for_scripts(there, html):
        return "stale", "the templates changed"
    told = first_difference(there, html)
    return "tampered", f"the artifact is not what view file, tool and config give: {told}"


def another_genui(there: bytes, linked: bytes, stored: Stored) -> str:
    """Say what tells that another genui has linked an artifact, and the ways out; "" where nothing does."""
    named, own = runtime_named(there), runtime_named(linked)
    if named in ("", own) and stored.manifest.genui == __version__:
        return ""
    which = f"runtime {named}, this one has {own}" if named not in ("", own) else f"not {__version__}"
    return (
        f"built by another genui ({which}): build with this genui and commit, "
        f"or install genui {stored.manifest.genui}, which {MANIFEST_NAME} names"
    )


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
