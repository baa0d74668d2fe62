"""`genui attach` and `genui detach`: put genui in front of the servers that a host is configured with."""

import shutil
import sys
from collections.abc import Mapping, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Annotated, Any

import typer

from genui.cli.options import AsJson
from genui.cli.output import print_json, print_line, print_note
from genui.config import Target
from genui.config.target import cache_directory
from genui.errors import ConfigError
from genui.hostconfigs.attach import Edited, attached, detached, is_wrapped, write
from genui.hostconfigs.hosts import HOSTS, host_files, places_here
from genui.hostconfigs.texts import read_host_file, refuse_unknown, servers_in

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
Views = Annotated[
    Path | None,
    typer.Option(
        "--generated", metavar="DIR", help="The views of the server (default: one folder for each)."
    ),
]


def attach(
    where: Where,
    servers: Servers = None,
    generated: Views = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Have a host start its servers through genui serve. genui detach undoes it to the byte."""
    names = servers or []
    if generated is not None and len(names) != 1:
        raise ConfigError(
            f"--generated names the views of one server, and {len(names)} are named",
            hint="name the one server",
        )

    def command(_name: str, entry: Mapping[str, Any]) -> list[str]:
        views = generated.resolve() if generated else views_of(entry)
        return [*genui_command(), "serve", "--generated", str(views)]

    changed = [attached(file, names_in(file, names), serve=command) for file in files_of(where, names)]
    finish(changed, dry_run=dry_run, as_json=as_json)
    if not as_json and any(change.state == "attached" for each in changed for change in each.changes):
        print_note("next: restart the host. Views are compiled when it asks for them; nothing needs a key.")
        print_note(f"undo: genui detach {where}")


def detach(where: Where, servers: Servers = None, dry_run: DryRun = False, as_json: AsJson = False) -> None:
    """Have a host start its servers itself again, its file as it was before genui attach."""
    names = servers or []
    changed = [detached(file, names_in(file, names)) for file in files_of(where, names)]
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


def files_of(where: str, names: Sequence[str]) -> list[Path]:
    """Return the files that are meant: those of a host that exist, or the one named.

    Raises:
        ConfigError: There is none, or none has a server that is named.
    """
    if where not in HOSTS:
        if Path(where).is_file():
            return [Path(where)]
        raise ConfigError(
            f"{where!r} is neither a host nor a file", hint=f"hosts: {', '.join(HOSTS)}; or name a file"
        )
    files = host_files(where, places_here())
    known = {name for file in files for name in servers_in(file, read_host_file(file))}
    refuse_unknown(names, known, where)
    return [file for file in files if not names or set(names) & servers_in(file, read_host_file(file)).keys()]


def names_in(file: Path, names: Sequence[str]) -> list[str]:
    """Return which of the named servers a file has, or all names for the error to tell."""
    known = servers_in(file, read_host_file(file))
    return [name for name in names if name in known] or list(names)


def finish(changed: Sequence[Edited], *, dry_run: bool, as_json: bool) -> None:
    """Write the files, or only show what would change."""
    for each in changed:
        if not dry_run:
            write(each)
    if as_json:
        print_json([as_row(each) for each in changed])
        return
    for each in changed:
        print_line(f"{each.file}{'' if each.changes else ': nothing to do'}")
        for change in each.changes:
            print_line(f"  {change.state} {change.server}{f': {change.note}' if change.note else ''}")
        if dry_run:
            before, after = each.before.splitlines(), each.after.splitlines()
            for line in unified_diff(before, after, "now", "then", lineterm="", n=1):
                print_line(line)


def as_row(each: Edited) -> dict[str, Any]:
    """Return what became of a file, for machines."""
    rows = [{"server": row.server, "state": row.state, "note": row.note} for row in each.changes]
    wrapped = [name for name, span in servers_in(each.file, each.after).items() if is_wrapped(span.value)]
    return {"file": str(each.file), "servers": rows, "wrapped": wrapped}
