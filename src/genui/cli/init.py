"""`genui init`: write a commented genui.toml."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from genui.assets import ejected
from genui.cli.options import Command, ConfigPath, Trust, UpstreamTransport, Url
from genui.cli.output import confirmed, print_line, print_note
from genui.config import Target, load_config, target_from_flags
from genui.config.keys import default_of, keys_of
from genui.config.load import FILE_NAME
from genui.config.reference import toml_value
from genui.config.tables import TABLES
from genui.config.target import package_runner
from genui.consent import actions_of, agree
from genui.errors import ConfigError
from genui.hostconfigs.hosts import HOSTS, places_here
from genui.hostconfigs.server_json import registry_server
from genui.hostconfigs.servers import Found, find_server, found_target, host_servers
from genui.secretlike import secret_notes
from genui.store import write_plain

REGISTRY = "registry:"


def init(
    command: Command = None,
    url: Url = None,
    upstream_transport: UpstreamTransport = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="HOST[:NAME]|registry:FILE|URL",
            help=f"Take a server from a host's configuration ({', '.join(HOSTS)}; without NAME, list them), "
            "or from a server.json of the registry, once you have seen its command.",
        ),
    ] = None,
    config: ConfigPath = None,
    eject: Annotated[
        Path | None,
        typer.Option(
            "--eject", metavar="DIR", help="Write the bundled prompts and templates, to be changed."
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the file instead of writing it.")] = False,
    trust: Trust = False,
) -> None:
    """Write a commented genui.toml for one MCP server."""
    if eject is not None:
        write_bundled(eject, force=force)
        return
    if source and not source.partition(":")[2]:
        list_servers(source.rstrip(":"))
        return
    file = config or Path(FILE_NAME)
    found = named_upstream(command or (), url, upstream_transport or "auto", source)
    text = config_text(found.target, folder=file.parent)
    if source and source.startswith(REGISTRY) and not (dry_run or trust):
        confirm(found.target, source)
    if dry_run:
        print_line(text.removesuffix("\n"))
    else:
        write(file, text, force=force)
        # Whoever wrote the file trusts it; where that cannot be kept, the next command asks.
        with suppress(ConfigError):
            agree(load_config(file, environ={}))
    for line in advice(found, file, written=not dry_run):
        print_note(line)


def named_upstream(command: Sequence[str], url: str | None, transport: str, source: str | None) -> Found:
    """Return the one upstream that the command line names."""
    if source and (command or url):
        raise ConfigError(
            "both --from and another upstream are given, expected one", hint="leave one of them out"
        )
    if source and source.startswith(REGISTRY):
        return registry_server(source.removeprefix(REGISTRY))
    if source:
        return found_target(find_server(source, places_here()))
    target = target_from_flags(command, url=url, transport=transport)
    if target is None:
        raise ConfigError(
            "no upstream is named",
            hint="genui init -- npx -y some-server@1.2.3, or --url URL, or --from claude-desktop:NAME",
        )
    return Found(target, notes=tuple(secret_notes(target.args, target.url)))


def confirm(target: Target, source: str) -> None:
    """Ask whether what a stranger's server.json says is to be written, and so trusted.

    Raises:
        ConfigError: Nobody said yes.
    """
    said = {name: value for name, value in vars(target).items() if value}
    what = [
        f"{source} says that genui is to",
        *(f"  {line}" for line in actions_of({"upstream": said})),
    ]
    if not confirmed(what, "Write it?"):
        raise ConfigError(
            f"{source} was not agreed to, and nothing was written",
            hint="look at it with --dry-run; --trust agrees without a question",
        )


def write_bundled(folder: Path, *, force: bool) -> None:
    """Write the prompts and templates that a project may replace."""
    for name, text in ejected().items():
        write(folder / name, text, force=force)
    print_note(f"next: change what you like, delete the rest, and set under [build] in {FILE_NAME}:")
    print_note(f'  prompts_directory = "{folder.as_posix()}/prompts"')
    print_note(f'  templates_directory = "{folder.as_posix()}/templates"')


def list_servers(host: str) -> None:
    """Print the servers of a host's configuration."""
    servers = host_servers(host, places_here())
    if not servers:
        raise ConfigError(
            f"{host} is configured with no server", hint="genui init -- COMMAND names one directly"
        )
    width = max(len(name) for name in servers)
    for name, server in sorted(servers.items()):
        entry = server.entry
        # Less what may be secret.
        what = (
            entry.get("command") or str(entry.get("url") or entry.get("serverUrl") or "?").partition("?")[0]
        )
        print_line(f"{name:<{width}}  {what}  ({server.file})")
    print_note(f"take one with: genui init --from {host}:{min(servers)}")


def write(file: Path, text: str, *, force: bool) -> None:
    """Write the file, unless one is there."""
    if file.exists() and not force:
        raise ConfigError(
            f"{file} exists already", hint="overwrite it with --force, or see the new one with --dry-run"
        )
    write_plain(file.parent, {file.name: text.encode()})
    print_line(f"wrote {file}")


def advice(found: Found, file: Path, *, written: bool) -> Iterator[str]:
    """Return what to know and to do next."""
    if found.variables:
        names = ", ".join(sorted(set(found.variables)))
        yield f"values were not copied, since they may be secret; set these variables: {names}"
    yield from (f"note: {note}" for note in found.notes)
    if pinned := pinned_command(found.target):
        yield f"note: a new release of the server may change its tools unseen; pin it: {pinned}"
    if runner := package_runner(found.target.command or ""):
        yield f"note: the first start waits until {runner} has downloaded the package"
    if written:
        option = "" if file == Path(FILE_NAME) else f" --config {file}"
        yield f"next: genui build{option}, then review generated/ and commit it"
        yield f"your host then runs: genui serve{option}"


PACKAGE_FLAGS = {"npx": ("-p", "--package"), "bunx": ("-p", "--package"), "uvx": ("--from",)}
"""The flags of a package runner whose value is the package."""
BARE_FLAGS = frozenset({"-y", "--yes", "-q", "--quiet", "--bun", "--isolated"})
"""Flags without a value; what stands after another flag may be its value."""
COMMENTED = ("build", "model", "serve")
WRITTEN = {"serve": {"announce": "useful"}}
"""Keys that a new file sets."""

EXTRA = """\
# [limits] holds what is refused or cut when it grows past a size.

# [defaults] holds for all tools; this for one, or for those of a pattern like "list_*".
# Its examples show in a view that is opened without a host.
# [tools.some_tool]
# view = true
# kind = "rich"
# form = "before"                  # For what destroys: a person completes and sends its form first.
# [[tools.some_tool.examples]]
# arguments = { city = "Oslo" }
# result = { temperature = 4 }
"""


def config_text(target: Target, *, folder: Path) -> str:
    """Return a commented genui.toml for an upstream, to lie in a folder.

    Raises:
        ConfigError: A value cannot be written as UTF-8.
    """
    import tomli_w

    upstream = tomli_w.dumps({"upstream": upstream_values(target, folder)})
    parts = [
        "# genui makes views of this MCP server's tools: genui build. docs/configuration.md has every key.\n",
        upstream,
        *("\n".join(commented_table(name)) + "\n" for name in COMMENTED),
        EXTRA,
    ]
    text = "\n".join(parts)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ConfigError(
            f"the upstream holds {error.object[error.start : error.end]!r}, which is no UTF-8 text",
            hint="use a name that is",
        ) from error
    return text


def pinned_command(target: Target) -> str:
    """Return the command with a version of its package, "" where it names one or starts no package."""
    program, words = package_runner(target.command or ""), list(target.args)
    if not program:
        return ""
    at = next((at + 1 for at, word in enumerate(words) if word in PACKAGE_FLAGS[program]), None)
    if at is None:
        at = next((at for at, word in enumerate(words) if word not in BARE_FLAGS), len(words))
    if at >= len(words) or not re.fullmatch(r"(@[^@/]+/)?[^-@/=:][^@/=:]*(@latest)?", words[at]):
        return ""
    words[at] = words[at].removesuffix("@latest") + "@1.2.3"
    return " ".join([program, *words[: at + 1]])


def upstream_values(target: Target, folder: Path) -> dict[str, Any]:
    """Return what [upstream] has to say: nothing that is a default."""
    values: dict[str, Any] = {}
    for name, entry in keys_of(Target).items():
        value = getattr(target, name)
        if value != default_of(entry):
            values[name] = list(value) if isinstance(value, tuple) else value
    if "cwd" in values:
        # Relative to the folder of genui.toml where one lies in the other.
        base = folder.resolve()
        cwd = base / values.pop("cwd")
        if cwd.is_relative_to(base) or base.is_relative_to(cwd):
            values |= {"cwd": Path(os.path.relpath(cwd, base)).as_posix()} if cwd != base else {}
        else:
            values["cwd"] = str(cwd)
    return values | {name: dict(values.pop(name)) for name in ("env", "headers") if name in values}


def commented_table(name: str) -> Iterator[str]:
    """Return a table with its keys and their defaults, all of it as comments."""
    table = TABLES[name]
    yield f"# {table.__doc__}"
    written = WRITTEN.get(name, {})
    yield f"[{name}]" if written else f"# [{name}]"
    for key, entry in keys_of(table).items():
        if key in written:
            yield f"{f'{key} = {toml_value(written[key])}':<34} # {entry.metadata['doc']}"
            continue
        default = default_of(entry)
        absent = "1.0" if "float" in str(entry.type) else '"…"'
        shown = absent if default is None else toml_value(default)
        yield f"# {f'{key} = {shown}':<32} # {entry.metadata['doc']}"
