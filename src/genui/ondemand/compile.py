"""Compiling on a miss: the one way from serving to the compiler, imported when the first miss comes."""

from collections.abc import Mapping, Sequence
from typing import Any

from genui.artifact import OutOfTimeError, artifact, bounded, stand_in
from genui.assets import Assets, load_assets
from genui.canonical import digest
from genui.config import Config
from genui.digests import shape_digest
from genui.errors import ArtifactError
from genui.generate.offline import generate
from genui.model import Step, Tool, errors_of
from genui.plan import source_of
from genui.slug import slug_of
from genui.store import read_store, write_plain
from genui.typecheck import check_spec
from genui.viewfile import StoredView
from genui.viewoptions import ViewOptions, options_of


def compile_view(definition: Mapping[str, Any], config: Config) -> bytes:
    """Compile a tool's view in memory: from its committed view file where that fits, else offline.

    Raises:
        ArtifactError: It does not fit, and the config wants no other.
    """
    tool, assets = Tool(definition), served_templates(config)
    stored, fits = committed_view(tool, config)
    if stored is not None and fits:
        options = options_of(config, tool.name)
        source = source_of(tool, options)
        html, _, problem = artifact(tool, stored.view, options, assets, config, source=source)
        if not problem:
            return html
    if config.serve.locked or config.serve.on_miss == "passthrough":
        raise ArtifactError(f"the view file of {tool.name} cannot be linked", hint="run genui build")
    return compile_one(tool, config, assets, ledger=stored.view.ledger if stored is not None else ())


def compile_one(tool: Tool, config: Config, assets: Assets, *, ledger: Sequence[Step] = ()) -> bytes:
    """Compile one tool's view in memory, for a view that nobody has built yet. Never raises.

    The wishes of a ledger for an earlier form of the tool are repeated as far as they apply.
    """
    try:
        with bounded():
            options = options_of(config, tool.name)
            view, _ = generate(tool, options, ledger=ledger)
            return artifact(tool, view, options, assets, config, source=source_of(tool, options))[0]
    except (Exception, OutOfTimeError) as error:  # noqa: BLE001 - whatever fails, the host gets a page
        why = f"{type(error).__name__}: {error}"
        return stand_in(tool, ViewOptions(), assets, config, source=digest([tool.name, why]), why=why)


def served_templates(config: Config) -> Assets:
    """Return the templates of pages made while serving, with code of the project's own if it may run."""
    own = config.path(config.build.templates_directory)
    return load_assets("templates", own, code=config.serve.allow_code)


def committed_view(tool: Tool, config: Config) -> tuple[StoredView | None, bool]:
    """Return the source of a tool's committed view, None where it is a page or unreadable; and if it fits."""
    try:
        stored = read_store(config.generated)
    except ArtifactError:
        return None, False
    view = next((one for one in stored.views.values() if one.view.tool == tool.name), None)
    if view is None or view.view.page is not None:
        return None, False
    before = stored.tools_before().get(tool.name)
    same = before is not None and shape_digest(before) == shape_digest(tool.definition)
    return view, same and not errors_of(check_spec(view.view.spec, tool))


def saved(html: bytes, name: str, config: Config) -> str:
    """Save a compiled view for inspection, and return its path."""
    folder, file = config.overlay / "debug", f"{slug_of(name)}.html"
    write_plain(folder, {file: html})
    return str(folder / file)
