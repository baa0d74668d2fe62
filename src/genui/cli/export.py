"""`genui export`: the views as plain files, with a page that shows them all."""

from pathlib import Path
from typing import Annotated

import typer

from genui.assets import GALLERY, Assets, load_assets, preview_texts
from genui.build import artifact_file
from genui.canonical import sha256
from genui.cli import output
from genui.cli.inputs import read_config
from genui.cli.options import AsJson, ConfigPath, GeneratedPath
from genui.config import Config
from genui.errors import ArtifactError, GenuiError
from genui.link import fill_template
from genui.model import Snapshot
from genui.plaintext import embed_json
from genui.project import stored_snapshot
from genui.sample import sample_exchange
from genui.slug import slugs_of
from genui.store import Stored, read_store, write_plain
from genui.viewoptions import options_of


def export(
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Where to write.")] = None,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    probe: Annotated[
        Path | None,
        typer.Option("--probe", metavar="FILE", help="Write a page that tells what a real host does."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write the views under plain names, and an index.html that shows them without a host."""
    if probe is not None:
        write_plain(probe.parent, {probe.name: preview_texts()["probe.html"].encode()})
        output.print_line(f"{probe}: show it in a host, and send what it tells (docs/hosts.md)")
        return
    if out is None:
        raise GenuiError("neither --out nor --probe is given", hint="genui export --out DIR")
    settings = read_config(config, generated)
    stored = read_store(settings.generated)
    if not stored.artifacts:
        raise GenuiError(f"{settings.generated} holds no views", hint="run genui build first")
    assets = load_assets("templates", settings.path(settings.build.templates_directory))
    snapshot = stored_snapshot(settings, stored)
    files = export_files(settings.generated, stored, snapshot, settings, assets)
    write_plain(out, files)
    told = f"{output.counted(len(files) - 1, 'view')} in {out}: open {out / INDEX}"
    output.tell({"directory": str(out), "files": sorted(files)}, [told], as_json=as_json)


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
        {
            "file": f"{slugs[tool.name]}.html",
            "tool": tool.definition,
            # Recorded calls show a view better than made-up data.
            **next(iter(options_of(config, tool.name).examples), {**sample_exchange(tool), "made": True}),
        }
        for tool in built
    ]
    title = str(snapshot.server.get("name") or "MCP server")
    files[INDEX] = fill_template(assets, GALLERY, title=title, data=embed_json(shown))
    return files


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
