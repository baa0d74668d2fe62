"""Comparing an artifact with what its view file links to, and saying where they differ."""

import re

from genui import __version__
from genui.config import Config
from genui.manifest import NAME as MANIFEST_NAME
from genui.model import State
from genui.plan import Job
from genui.store import Stored
from genui.viewfile import page_file, view_file

RUNTIME = re.compile(rb'<meta name="genui-runtime" content="([0-9a-f]{1,64})">')
SCRIPTS = re.compile(rb"<(script|style)>.*?</\1>", re.DOTALL)
"""The parts that all pages of one genui and one set of templates share; the data block has a type."""

SHOWN = 60
"""Characters of a line that a reason quotes."""


def compared(job: Job, html: bytes, config: Config, stored: Stored) -> tuple[State, str]:
    """Compare the artifact that is there with what its view file links to; return its state and reason."""
    assert job.stored is not None
    if html in map(stored.artifacts.__getitem__, job.there):
        return "fresh", ""
    if not job.there:
        return "missing", "no artifact yet"
    there = stored.artifacts[job.entry.file if job.entry else job.there[0]]
    if job.stored.edited:
        name = view_file(job.slug) if job.stored.view.page is None else page_file(job.slug)
        return "stale", f"{name} was changed by hand"
    if another := another_genui(there, html, stored):
        return "stale", another
    same = SCRIPTS.sub(b"", there) == SCRIPTS.sub(b"", html)
    if same and config.build.templates_directory is not None:
        return "stale", "the templates changed"
    told = first_difference(there, html)
    return "tampered", f"the artifact is not what view file, tool and config give: {told}"


def another_genui(there: bytes, linked: bytes, stored: Stored) -> str:
    """Return how it shows that another genui linked an artifact, and the ways out; "" where it does not."""
    named, own, genui = runtime_named(there), runtime_named(linked), stored.manifest.genui
    if named and named != own:
        which = f"runtime {named}, this one has {own or 'none in such a page'}"
    elif genui and genui != __version__:
        which = f"{genui}, this one is {__version__}"
    else:
        return ""
    return (
        f"built by another genui ({which}): build with this genui and commit, "
        f"or install the genui that {MANIFEST_NAME} names"
    )


def runtime_named(html: bytes) -> str:
    """Return the digest of the runtime that an artifact names, "" where it names none."""
    found = RUNTIME.search(html)
    return found[1].decode() if found else ""


def first_difference(there: bytes, linked: bytes) -> str:
    """Return "line N: …" with what stands there from a little before the first differing byte on."""
    pairs = enumerate(zip(there, linked, strict=False))
    at = next((at for at, (old, new) in pairs if old != new), min(len(there), len(linked)))
    start = there.rfind(b"\n", 0, at) + 1
    line = there[start:].partition(b"\n")[0]
    number = there.count(b"\n", 0, at) + 1
    return f"line {number}: {shortened(line, at - start) or 'it ends too early'}"


def shortened(line: bytes, column: int) -> str:
    """Return a line around a column, the rest as "…"."""
    start = max(0, column - SHOWN // 4)
    text = line[start : start + SHOWN].decode("utf-8", "replace").strip()
    return f"{'…' if start else ''}{text}{'…' if start + SHOWN < len(line) else ''}"
