"""`generated/.replies/`: recorded answers of models, one file a request, from which builds replay."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from glob import escape as glob_escape
from pathlib import Path
from typing import Any, TypeVar

from genui.canonical import pretty_json
from genui.errors import ArtifactError
from genui.generate.request import Reply
from genui.model import Step
from genui.slug import slug_of
from genui.viewfile import origin_of, step_json, step_of

T = TypeVar("T")

DIRECTORY = ".replies"
FORMAT = 1
LEDGER_SUFFIX, VERDICT_SUFFIX = ".ledger.json", ".verdict.json"
MEMBERS = ("tool", "prompt", "key", "provider", "model", "answer")


def read_replies(generated: Path) -> dict[str, Reply]:
    """Read every recorded answer, by the key of its request.

    Raises:
        ArtifactError: One of the files is no reply.
    """
    paths = sorted((generated / DIRECTORY).glob("*.json"))
    replies = (read_reply(path) for path in paths if not path.name.endswith((LEDGER_SUFFIX, VERDICT_SUFFIX)))
    return {reply.key: reply for reply in replies}


def read_reply(path: Path) -> Reply:
    """Read one recorded answer."""
    try:
        document: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise damaged(path, str(error)) from error
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise damaged(path, f"expected a JSON object with format {FORMAT}")
    for member in MEMBERS:
        if not isinstance(document.get(member), str):
            raise damaged(path, f"{member} is {json.dumps(document.get(member))[:60]}, expected text")
    return Reply(**{member: document[member] for member in MEMBERS})


def read_ledgers(generated: Path) -> dict[str, tuple[Step, ...]]:
    """Read the recorded refinements by the tool whose view has them.

    Raises:
        ArtifactError: One of the files is no ledger.
    """
    return read_by_tool(
        generated, LEDGER_SUFFIX, lambda document: tuple(step_of(raw) for raw in document["ledger"])
    )


def read_verdicts(generated: Path) -> dict[str, dict[str, str]]:
    """Read what was found of the views that recorded answers made, by tool.

    Raises:
        ArtifactError: One of the files is no verdict.
    """
    return read_by_tool(generated, VERDICT_SUFFIX, lambda document: origin_of(document["origin"]))


def read_by_tool(generated: Path, suffix: str, read: Callable[[Any], T]) -> dict[str, T]:
    """Read the files of one kind by the tool that each names."""
    found: dict[str, T] = {}
    for path in sorted((generated / DIRECTORY).glob(f"*{suffix}")):
        try:
            document: Any = json.loads(path.read_text(encoding="utf-8"))
            found[str(document["tool"])] = read(document)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise damaged(path, str(error)) from error
    return found


def verdict_file(tool: str, origin: Mapping[str, str]) -> tuple[str, bytes]:
    """Return the name and the bytes of what was found of a view, as its view file tells it."""
    name = slug_of(tool) + VERDICT_SUFFIX
    return name, pretty_json({"format": FORMAT, "tool": tool, "origin": dict(origin)})


def refined_tools(generated: Path) -> set[str]:
    """Return the tools for whose views a model answered wishes."""
    return {read_reply(path).tool for path in sorted((generated / DIRECTORY).glob("*.refine.*.json"))}


def ledger_file(tool: str, ledger: Iterable[Step]) -> tuple[str, bytes]:
    """Return the name and the bytes of a recorded ledger, without which a replay could not refine."""
    steps = [step_json(step) for step in ledger]
    return slug_of(tool) + LEDGER_SUFFIX, pretty_json({"format": FORMAT, "tool": tool, "ledger": steps})


def is_recorded(generated: Path, tool: str) -> bool:
    """Tell whether answers about a tool are recorded."""
    return any((generated / DIRECTORY).glob(f"{glob_escape(slug_of(tool))}.*.json"))


def damaged(path: Path, reason: str) -> ArtifactError:
    """Return the error for a recorded answer that cannot be read."""
    return ArtifactError(
        f"{path} cannot be read: {reason}",
        hint="restore it from version control, or delete it and run genui build --record",
    )


def reply_file(reply: Reply) -> tuple[str, bytes]:
    """Return the name and the bytes of a recorded answer."""
    name = f"{slug_of(reply.tool)}.{reply.prompt}.{reply.key}.json"
    return name, pretty_json({"format": FORMAT, **asdict(reply)})


def authors_of(replies: Iterable[Reply]) -> dict[str, tuple[str, str]]:
    """Return the provider and the model that wrote the view of each tool.

    The reply of a generate prompt wins: another model may have answered the others.
    """
    found: dict[str, tuple[str, str]] = {}
    for reply in replies:
        if reply.tool not in found or reply.prompt.startswith("generate"):
            found[reply.tool] = (reply.provider, reply.model)
    return found
