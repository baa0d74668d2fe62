"""Exporting: the artifacts under plain names, and one page that shows them all without a host."""

from pathlib import Path

from genui.assets import GALLERY, Assets
from genui.build import artifact_file
from genui.canonical import sha256
from genui.config import Config
from genui.errors import ArtifactError
from genui.link import fill_template
from genui.model import Json, Snapshot, Tool
from genui.pagedata import embed_json
from genui.sample import sample_exchange
from genui.slug import slugs_of
from genui.store import Stored
from genui.viewoptions import options_of

INDEX = "index.html"


def export_files(
    directory: Path, stored: Stored, snapshot: Snapshot, config: Config, assets: Assets
) -> dict[str, bytes]:
    """Return what an export holds: `<slug>.html`, byte-equal to the artifacts, and the index.

    Raises:
        ArtifactError: An artifact is not what its name says.
    """
    slugs = slugs_of(tool.name for tool in snapshot.tools)
    built = [tool for tool in snapshot.tools if stored.folders.get(slugs[tool.name])]
    files = {f"{slugs[tool.name]}.html": artifact_in(directory, stored, slugs[tool.name]) for tool in built}
    shown = [
        {"file": f"{slugs[tool.name]}.html", "tool": tool.definition, **exchange(tool, config)}
        for tool in built
    ]
    title = str(snapshot.server.get("name") or "MCP server")
    files[INDEX] = fill_template(assets, GALLERY, title=title, data=embed_json(shown))
    return files


def exchange(tool: Tool, config: Config) -> dict[str, Json]:
    """Return a tool's first configured example, else one made from its schemas."""
    # Recorded calls show a view better than made-up data.
    examples = options_of(config, tool.name).examples
    if not examples:
        return {**sample_exchange(tool), "made": True}
    return dict(examples[0])


def artifact_in(directory: Path, stored: Stored, slug: str) -> bytes:
    """Return the artifact in a view's folder that is what its name says."""
    paths = stored.folders[slug]
    for path in paths:
        if path == artifact_file(slug, sha256(html := stored.artifacts[path])):
            return html
    raise ArtifactError(
        f"{directory / paths[0]} is not what its name says",
        hint="run genui build, or restore it from version control",
    )
