"""Exporting: the artifacts under plain names, and one page that shows them all without a host."""

from pathlib import Path

from genui.assets import GALLERY, Assets
from genui.canonical import sha256
from genui.config import Config
from genui.errors import ArtifactError
from genui.link import embed_json, fill_template
from genui.manifest import Entry, Manifest
from genui.model import Json, Snapshot, Tool
from genui.sample import sample_exchange
from genui.store import ARTIFACT
from genui.wishes import wishes_of

INDEX = "index.html"


def export_files(
    directory: Path, manifest: Manifest, snapshot: Snapshot, config: Config, assets: Assets
) -> dict[str, bytes]:
    """Return what an export holds: `<slug>.html`, byte-equal to the artifacts, and the index.

    Raises:
        ArtifactError: An artifact is missing or does not match its digest.
    """
    pages = {
        name: (slug_in(entry), artifact_bytes(directory, entry)) for name, entry in manifest.tools.items()
    }
    files = {f"{slug}.html": data for slug, data in pages.values()}
    shown = [
        {"file": f"{pages[tool.name][0]}.html", "tool": tool.definition, **exchange(tool, config)}
        for tool in snapshot.tools
        if tool.name in pages
    ]
    title = str(snapshot.server.get("name") or "MCP server")
    files[INDEX] = fill_template(assets, GALLERY, title=title, data=embed_json(shown))
    return files


def exchange(tool: Tool, config: Config) -> dict[str, Json]:
    """Return a tool's first configured example, else one made from its schemas."""
    examples = wishes_of(config, tool.name).examples
    if not examples:
        return {**sample_exchange(tool), "made": True}
    return dict(examples[0])


def slug_in(entry: Entry) -> str:
    """Return the slug in an artifact's file name."""
    match = ARTIFACT.match(entry.file)
    return match["slug"] if match else entry.file.removesuffix(".html")


def artifact_bytes(directory: Path, entry: Entry) -> bytes:
    """Read an artifact and hold it to its digest."""
    path = directory / entry.file
    data = path.read_bytes() if path.is_file() else b""
    if sha256(data) != entry.sha256:
        what = "does not match its digest in manifest.toml" if data else "is missing"
        raise ArtifactError(
            f"{path} {what}", hint="run genui build --force, or restore it from version control"
        )
    return data
