"""tools.json: what introspection found out, stored so that drift can be named and nothing need be started."""

import json
from pathlib import Path
from typing import Any

from genui.canonical import pretty_json
from genui.errors import ArtifactError
from genui.model import Snapshot, Tool

FORMAT = 1


def snapshot_json(snapshot: Snapshot) -> bytes:
    """Return the bytes of tools.json: every definition whole, its members in the upstream's order."""
    return pretty_json(
        {
            "format": FORMAT,
            "server": {key: snapshot.server[key] for key in ("name", "version") if key in snapshot.server},
            "protocolVersion": snapshot.protocol_version,
            "tools": [tool.definition for tool in sort_tools(snapshot.tools)],
        }
    )


def sort_tools(tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """Return the tools by name, so that a server that shuffles its list changes nothing."""
    return tuple(sorted(tools, key=lambda tool: tool.name))


def read_snapshot(path: Path) -> Snapshot:
    """Read tools.json.

    Raises:
        ArtifactError: It is missing, damaged, or of a format that this genui does not know.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ArtifactError(
            f"{path} cannot be read: {error.strerror}",
            hint="run genui build once without --from-snapshot, and commit it",
        ) from error
    return snapshot_of(data, where=str(path))


def snapshot_of(data: bytes, *, where: str) -> Snapshot:
    """Return the snapshot that the bytes of tools.json hold; errors name the file by `where`.

    Raises:
        ArtifactError: They are damaged, or of a format that this genui does not know.
    """
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise damaged(where, "it is not valid JSON") from error
    if not isinstance(document, dict):
        raise damaged(where, "it is not a JSON object")
    if document.get("format") != FORMAT:
        raise ArtifactError(
            f"{where} has format {document.get('format')!r}, expected {FORMAT}",
            hint="use the genui version that wrote it, or write it anew: genui build",
        )
    server, version, tools = (document.get(key) for key in ("server", "protocolVersion", "tools"))
    if not isinstance(server, dict) or not isinstance(version, str) or not isinstance(tools, list):
        raise damaged(where, "server, protocolVersion or tools is missing or of the wrong type")
    for tool in tools:
        check_tool(tool, where)
    return Snapshot(server, version, sort_tools(tuple(Tool(tool) for tool in tools)))


def check_tool(tool: Any, where: str) -> None:
    """Refuse an entry that is no tool definition."""
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        raise damaged(where, "an entry of tools is not an object with a name")


def damaged(where: str, why: str) -> ArtifactError:
    """Return the error for a file that is no snapshot."""
    return ArtifactError(f"{where} is no snapshot of tools: {why}", hint="write it anew: genui build")
