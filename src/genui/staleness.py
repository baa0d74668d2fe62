"""Why a view is stale: an input that changed, found by trying, or an artifact that is another than linked."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from genui.canonical import canonical_json
from genui.config import Config
from genui.config.hints import HINTS
from genui.model import JsonObject, State, Tool
from genui.snapshot import MANIFEST_NAME
from genui.store import Stored
from genui.viewfile import page_file, view_file
from genui.viewoptions import ViewOptions

if TYPE_CHECKING:
    from genui.plan import Job


def changed_input(job: "Job", source_of: Callable[..., str]) -> str:
    """Return which input changed since a view was made, or those that may have, where no one explains it.

    An artifact holds one digest of all inputs. So what was added is found by leaving it out, and a hint that
    was another by what the spec still says.
    """
    origin = job.stored.view.origin if job.stored else {}
    now = job.generation
    was = f"{origin['provider']} {origin.get('model')}" if origin.get("provider") else "offline"
    asked = f"{now['provider']} {now['model']}" if now else "offline"
    if asked != was:
        return f"[model] changed: it was {was}, now it is {asked}"
    made = job.entry.source if job.entry else ""
    spec = job.stored.view.spec if job.stored else {}
    for name, options in earlier(job.options, {**spec.get("form", {}), **spec}):
        if source_of(job.tool, options, generation=now) == made:
            return f"{name} changed"
    model = ", or mode, temperature or prompts of [model]" if now else ""
    return f"its inputs changed: hints, kind or examples in genui.toml{model}"


def earlier(options: ViewOptions, said: JsonObject) -> Iterator[tuple[str, ViewOptions]]:
    """Yield what the inputs may have been, each with the name of the one that is different."""
    for name in sorted(HINTS.keys() & said.keys()):
        yield f"the hint {name}", replace(options, hints={**options.hints, name: said[name]})
    for name in options.hints:
        left = {key: value for key, value in options.hints.items() if key != name}
        yield f"the hint {name}", replace(options, hints=left)
    yield "the hints", replace(options, hints={})
    for kind in (None, "rich", "minimal"):
        yield "the kind", replace(options, kind=kind)
    for number in range(len(options.examples)):
        yield "the examples", replace(options, examples=options.examples[:number])
    for number in range(len(options.actions)):
        left_out = options.actions[:number] + options.actions[number + 1 :]
        yield "another tool that its rows can start", replace(options, actions=left_out)


def drift(before: JsonObject | None, now: Tool) -> str:
    """Name the members of a tool definition that changed since the last build."""
    if before is None:
        return ""
    members = sorted({*before, *now.definition})
    changed = [
        member
        for member in members
        if canonical_json(before.get(member)) != canonical_json(now.definition.get(member))
    ]
    return f"the tool's {' and '.join(changed)} changed" if changed else ""


RUNTIME = re.compile(rb'<meta name="genui-runtime" content="([0-9a-f]{1,64})">')
SCRIPTS = re.compile(rb"<(script|style)>.*?</\1>", re.DOTALL)
"""The parts that all pages of one genui and one set of templates share; the data block has a type."""

SHOWN = 60
"""Characters of a line that a reason quotes."""


def compared(job: "Job", html: bytes, config: Config, stored: Stored, *, genui: str) -> tuple[State, str]:
    """Compare the artifact that is there with what its view file links to; return its state and reason.

    `genui` is the version that linked it now.
    """
    assert job.stored is not None
    if html in map(stored.artifacts.__getitem__, job.there):
        return "fresh", ""
    if not job.there:
        return "missing", "no artifact yet"
    there = stored.artifacts[job.entry.file if job.entry else job.there[0]]
    if job.stored.edited:
        name = view_file(job.slug) if job.stored.view.page is None else page_file(job.slug)
        return "stale", f"{name} was changed by hand"
    if another := another_genui(there, html, was=stored.manifest.genui, genui=genui):
        return "stale", another
    same = SCRIPTS.sub(b"", there) == SCRIPTS.sub(b"", html)
    if same and config.build.templates_directory is not None:
        return "stale", "the templates changed"
    told = first_difference(there, html)
    return "tampered", f"the artifact is not what view file, tool and config give: {told}"


def another_genui(there: bytes, linked: bytes, *, was: str, genui: str) -> str:
    """Return how it shows that another genui linked an artifact, and the ways out; "" where it does not."""
    named, own = runtime_named(there), runtime_named(linked)
    if named and named != own:
        which = f"runtime {named}, this one has {own or 'none in such a page'}"
    elif was and was != genui:
        which = f"{was}, this one is {genui}"
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
