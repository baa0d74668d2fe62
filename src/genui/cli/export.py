"""`genui export`: the views as plain files, with a page that shows them all."""

from pathlib import Path
from typing import Annotated

import typer

from genui.assets import load_assets, preview_texts
from genui.cli import output
from genui.cli.options import AsJson, ConfigPath, GeneratedPath
from genui.cli.project import read_config
from genui.errors import GenuiError
from genui.export import INDEX, export_files
from genui.project import stored_snapshot
from genui.store import read_store, write_plain


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
    if as_json:
        output.print_json({"directory": str(out), "files": sorted(files)})
        return
    output.print_line(f"{output.counted(len(files) - 1, 'view')} in {out}: open {out / INDEX}")
