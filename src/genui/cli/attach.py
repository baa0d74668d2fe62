"""`genui attach` and `genui detach`: put genui in front of the servers that a host is configured with."""

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from genui.cli.options import AsJson, ConfigPath
from genui.cli.output import print_note, tell
from genui.config import Config, Target, load_config, resolve_command
from genui.config.target import cache_directory
from genui.errors import ConfigError
from genui.hostconfigs.attach import Edited, attached, detached, is_wrapped, write
from genui.hostconfigs.hosts import HOSTS, host_files, path_in, places_here, workspace_of
from genui.hostconfigs.servers import HostServer, found_target, read_host_file, refuse_unknown, servers_in

Where = Annotated[
    str,
    typer.Argument(
        metavar="HOST|FILE", help=f"{', '.join(HOSTS)}, or a configuration file.", show_default=False
    ),
]
Servers = Annotated[
    list[str] | None, typer.Argument(metavar="[SERVER]...", help="Servers; all where none is named.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")]


def attach(
    where: Where,
    servers: Servers = None,
    config: ConfigPath = None,
    generated: Annotated[
        Path | None,
        typer.Option(
            "--generated", metavar="DIR", help="The views of the server (default: one folder for each)."
        ),
    ] = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Have a host start its servers through genui serve. genui detach undoes it to the byte."""
    names = servers or []
    for flag, value in (("--generated", generated), ("--config", config)):
        if value is not None and len(names) != 1:
            raise ConfigError(
                f"{flag} names the views of one server, and {len(names)} are named",
                hint="name the one server",
            )
    settings = load_config(config)

    def serve(file: Path, name: str, entry: Mapping[str, Any]) -> list[str]:
        own = config is not None or is_upstream_of(settings, HostServer(name, entry, file))
        views = generated.resolve() if generated else None
        return serve_command(file, entry, views, (settings.file if own else None))

    files = files_of(where, names)
    changed = [attached(file, own, serve=partial(serve, file)) for file, own in files.items()]
    finish(changed, dry_run=dry_run, as_json=as_json)
    if not as_json and any(change.state == "attached" for each in changed for change in each.changes):
        for file in files:
            if shared := workspace_of(file):
                how = f"begin with {shared[1]}" if shared[1] else f"are relative to {shared[0]}"
                print_note(f"{file} is shared with others: paths in its folder {how}")
        print_note("next: restart the host. What is not built is compiled when it asks; nothing needs a key.")
        print_note(f"undo: genui detach {where}")


def is_upstream_of(settings: Config, server: HostServer) -> bool:
    """Tell whether a host's server is the one that genui.toml names."""
    upstream = settings.upstream
    if upstream is None or upstream.command is None:
        return False
    there = found_target(server).target
    return (resolve_command(upstream.command), upstream.args) == (there.command, there.args)


def serve_command(
    file: Path, entry: Mapping[str, Any], generated: Path | None, config: Path | None
) -> list[str]:
    """Return what goes before a server's own command in a host's file."""
    program = genui_command()
    if shared := workspace_of(file):
        # Others have another home: genui is in the workspace, or found on PATH.
        inside = Path(program[0]).is_relative_to(shared[0]) and len(program) == 1
        program = [path_in(file, Path(program[0])) if inside else "genui"]
    if config is not None and generated is None:
        return [*program, "serve", "--config", path_in(file, config.resolve())]
    if shared and generated is None:
        return [*program, "serve"]
    return [*program, "serve", "--generated", path_in(file, generated or views_of(entry))]


def detach(where: Where, servers: Servers = None, dry_run: DryRun = False, as_json: AsJson = False) -> None:
    """Have a host start its servers itself again, its file as it was before genui attach."""
    changed = [detached(file, own) for file, own in files_of(where, servers or []).items()]
    finish(changed, dry_run=dry_run, as_json=as_json)


def genui_command() -> list[str]:
    """Return how this very genui is started from anywhere, absolute."""
    beside = Path(sys.executable).with_name("genui.exe" if sys.platform == "win32" else "genui")
    if beside.is_file():
        return [str(beside)]
    return [sys.executable, "-m", "genui"] if sys.executable else [shutil.which("genui") or "genui"]


def views_of(entry: Mapping[str, Any]) -> Path:
    """Return the folder for the views of a server that has none yet: one for each command."""
    args = tuple(str(arg) for arg in entry.get("args", []))
    return cache_directory(Target(command=str(entry["command"]), args=args)) / "generated"


def files_of(where: str, names: Sequence[str]) -> dict[Path, list[str]]:
    """Return the files that are meant, those of a host or the one named, with the named servers of each.

    Raises:
        ConfigError: There is none, or none has a server that is named.
    """
    if where not in HOSTS and not Path(where).is_file():
        raise ConfigError(
            f"{where!r} is neither a host nor a file", hint=f"hosts: {', '.join(HOSTS)}; or name a file"
        )
    files = host_files(where, places_here()) if where in HOSTS else [Path(where)]
    known = {file: servers_in(file, read_host_file(file)) for file in files}
    refuse_unknown(names, chain(*known.values()), where)
    own = {file: [name for name in names if name in servers] for file, servers in known.items()}
    return {file: there for file, there in own.items() if there or not names}


def finish(changed: Sequence[Edited], *, dry_run: bool, as_json: bool) -> None:
    """Write the files, or only show what would change."""
    for each in changed if not dry_run else ():
        write(each)
    lines = chain(*(lines_of(each, dry_run=dry_run) for each in changed))
    tell([as_row(each) for each in changed], lines, as_json=as_json)


def lines_of(each: Edited, *, dry_run: bool) -> Iterator[str]:
    """Yield what became of a file, or would."""
    yield f"{each.file}{'' if each.changes else ': nothing to do'}"
    for change in each.changes:
        yield f"  {change.state} {change.server}{f': {change.note}' if change.note else ''}"
    if dry_run:
        before, after = each.before.splitlines(), each.after.splitlines()
        yield from unified_diff(before, after, "now", "then", lineterm="", n=1)


def as_row(each: Edited) -> dict[str, Any]:
    """Return what became of a file, for machines."""
    rows = [{"server": row.server, "state": row.state, "note": row.note} for row in each.changes]
    wrapped = [name for name, span in servers_in(each.file, each.after).items() if is_wrapped(span.value)]
    return {"file": str(each.file), "servers": rows, "wrapped": wrapped}
