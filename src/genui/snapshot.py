"""The upstream as it is committed: manifest.toml, and every definition in `tools/`, so drift has a name."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from genui.canonical import parsed
from genui.model import JsonObject, Snapshot, Tool
from genui.slug import slugs_of

TOOLS = "tools"
"""The folder of the definitions, a file each."""


def tool_file(slug: str) -> str:
    """Return the path of a tool's definition in the generated directory."""
    return f"{TOOLS}/{slug}.json"


def definition_files(snapshot: Snapshot) -> dict[str, JsonObject]:
    """Return every definition by its path."""
    slugs = slugs_of(tool.name for tool in snapshot.tools)
    return {tool_file(slugs[tool.name]): tool.definition for tool in snapshot.tools}


def definition_of(data: bytes) -> JsonObject | None:
    """Read a definition; None where the bytes hold none."""
    found = parsed(data)
    return found if isinstance(found, dict) and isinstance(found.get("name"), str) else None


def snapshot_of(upstream: Mapping[str, Any], definitions: Iterable[JsonObject]) -> Snapshot:
    """Return what introspection found, as the manifest and the definitions keep it."""
    # Only name and version are committed: nothing of how or where the server is started.
    server = {key: upstream[key] for key in ("name", "version") if key in upstream}
    tools = sort_tools(tuple(Tool(definition) for definition in definitions))
    return Snapshot(server, str(upstream.get("protocolVersion", "")), tools)


def upstream_of(snapshot: Snapshot) -> dict[str, str]:
    """Return name and version of a server and its protocol's, and nothing else of it."""
    told = {key: str(snapshot.server[key]) for key in ("name", "version") if key in snapshot.server}
    return told | {"protocolVersion": snapshot.protocol_version}


def sort_tools(tools: tuple[Tool, ...]) -> tuple[Tool, ...]:
    """Return the tools by name, so that a server that shuffles its list changes nothing."""
    return tuple(sorted(tools, key=lambda tool: tool.name))


FORMAT = 2
MANIFEST_NAME = "manifest.toml"
HEADER = b"# Written by genui build. Review it, commit it, do not edit it.\n\n"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest, whole."""

    genui: str = ""
    upstream: JsonObject = field(default_factory=dict)
    """Name, version and protocolVersion of the server, nothing that tells how it is started."""
    format: int = 0
    """0 where there is no manifest, or none that can be read: a build writes it anew."""


def manifest_of(data: bytes) -> Manifest:
    """Read a manifest; what cannot be read, such as a conflict that git has left, is as good as absent."""
    try:
        document = tomllib.loads(data.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        return Manifest()
    upstream, number = document.get("upstream"), document.get("format")
    return Manifest(
        str(document.get("genui", "")),
        upstream if isinstance(upstream, dict) else {},
        number if isinstance(number, int) else 0,
    )


def manifest_bytes(manifest: Manifest) -> bytes:
    """Serialize a manifest."""
    import tomli_w

    document: dict[str, Any] = {
        "format": FORMAT,
        "genui": manifest.genui,
        "upstream": dict(manifest.upstream),
    }
    return HEADER + tomli_w.dumps(document).encode()
