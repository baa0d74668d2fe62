"""Which of its inputs has made a view stale, beside its tool: told by trying what each may have been."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from genui.canonical import canonical_json
from genui.hints import HINTS
from genui.model import JsonObject, Tool
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
