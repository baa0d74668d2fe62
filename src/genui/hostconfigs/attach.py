"""Putting `genui serve` in front of the servers in a host's file, and taking it away again to the byte."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from genui.atomic import replace_file
from genui.errors import ConfigError
from genui.hostconfigs.servers import blanked, read_host_file, refuse_unknown, servers_in
from genui.serve.spans import Edit, Span, edited, outline, replaced

BACKUP = ".genui-backup"
"""The suffix of the backup: the file as it was before genui, beside it, readable by its owner only."""


@dataclass(frozen=True)
class Change:
    """The change of one server, and why."""

    server: str
    state: str
    """attached, detached, already or skipped."""
    note: str = ""


@dataclass(frozen=True)
class Edited:
    """A host's file as it would be written."""

    file: Path
    before: str
    after: str
    changes: tuple[Change, ...]
    backup: str | None = None
    """What the backup is to hold; None where no server is wrapped any more."""


def attached(
    file: Path, names: Sequence[str], *, serve: Callable[[str, Mapping[str, Any]], list[str]]
) -> Edited:
    """Wrap servers, all that can be where none is named; `serve` gives the command that goes before one.

    Raises:
        ConfigError: The file cannot be read, or has no server of that name.
    """
    text = read_host_file(file)
    found = servers_in(file, text)
    refuse_unknown(names, found, str(file))
    changes, edits = [], []
    for name in names or found:
        reason = why_not(found[name].value)
        if reason:
            changes.append(Change(name, "already" if is_wrapped(found[name].value) else "skipped", reason))
            continue
        command = serve(name, found[name].value)
        edits += wrapping(text, found[name], command)
        changes.append(Change(name, "attached", " ".join(command)))
    after = edited(text, edits)
    original = unwrapped(file, text)[0] if file.with_name(file.name + BACKUP).is_file() else text
    return Edited(file, text, after, tuple(changes), backup=kept_backup(file, after, original))


def detached(file: Path, names: Sequence[str]) -> Edited:
    """Unwrap servers, all where none is named.

    Raises:
        ConfigError: The file cannot be read, or has no server of that name.
    """
    text = read_host_file(file)
    refuse_unknown(names, servers_in(file, text), str(file))
    after, changes = unwrapped(file, text, names)
    return Edited(file, text, after, changes, backup=kept_backup(file, after, unwrapped(file, after)[0]))


def kept_backup(file: Path, after: str, original: str) -> str | None:
    """Return the original text while a server of it is wrapped that was not, else None."""
    wrapped = {name for name, span in servers_in(file, after).items() if is_wrapped(span.value)}
    before = {name for name, span in servers_in(file, original).items() if is_wrapped(span.value)}
    return original if wrapped - before else None


def unwrapped(file: Path, text: str, names: Sequence[str] = ()) -> tuple[str, tuple[Change, ...]]:
    """Return a text with servers as the backup has them, or as their own arguments tell."""
    backup = file.with_name(file.name + BACKUP)
    original = backup.read_bytes().decode() if backup.is_file() else ""
    kept = servers_in(backup, original) if original else {}
    edits, changes = [], []
    for name, span in servers_in(file, text).items():
        if (names and name not in names) or not is_wrapped(span.value):
            continue
        before = kept.get(name)
        if before is not None and is_wrapped(before.value):
            changes.append(Change(name, "skipped", "it was configured so before genui attach"))
        elif before is not None:
            edits.append(replaced(span, original[before.start : before.end]))
            changes.append(Change(name, "detached"))
        elif "--" in span.value["args"]:
            edits += unwrapping(text, span)
            changes.append(Change(name, "detached", "from its arguments: the backup does not have it"))
        else:
            changes.append(Change(name, "skipped", "it was not written by genui attach"))
    return edited(text, edits), tuple(changes)


def is_wrapped(entry: Mapping[str, Any]) -> bool:
    """Tell whether a server's command is `genui serve`."""
    command, args = entry.get("command"), entry.get("args")
    if not isinstance(command, str) or not isinstance(args, list):
        return False
    if re.split(r"[/\\]", command)[-1] in ("genui", "genui.exe"):
        return args[:1] == ["serve"]
    return args[:3] == ["-m", "genui", "serve"]


def why_not(entry: Mapping[str, Any]) -> str:
    """Return why a server is not wrapped, "" where it can be."""
    if is_wrapped(entry):
        return "it runs genui serve"
    command, args = entry.get("command"), entry.get("args", [])
    if isinstance(command, str) and command:
        return "" if isinstance(args, list) else "its args are no array"
    if entry.get("url") or entry.get("serverUrl"):
        return "it has a url: name it in a genui.toml, and have the host run genui serve --config FILE"
    return "it has no command"


def wrapping(text: str, span: Span, serve: Sequence[str]) -> list[Edit]:
    """Return the edits that put a command before a server's own."""
    entry = outline(blanked(text), span.start).value
    program, *flags = serve
    own = [entry["command"].value, *(entry["args"].value if "args" in entry else [])]
    args = [*flags, "--", *own]
    command = entry["command"]
    edits = [replaced(command, dumped(program))]
    if "args" in entry:
        old = entry["args"]
        return [*edits, replaced(old, laid_out(args, text, old))]
    gap = re.search(r"[\s]*\Z", text[span.start + 1 : text.rfind('"command"', span.start, command.start)])
    space = gap[0] if gap else ""
    return [*edits, Edit(command.end, command.end, f',{space or " "}"args": {dumped(args)}')]


def unwrapping(text: str, span: Span) -> list[Edit]:
    """Return the edits that take genui away from a server, told by its own arguments."""
    entry = outline(blanked(text), span.start).value
    command, args = entry["command"], entry["args"]
    # Without a backup, the command after -- is all that is left of the original.
    program, *own = args.value[args.value.index("--") + 1 :] or [""]
    return [
        replaced(command, dumped(program)),
        replaced(args, laid_out(own, text, args)),
    ]


def laid_out(args: Sequence[Any], text: str, old: Span) -> str:
    """Return an array as the old one is laid out: an item a line, or all in one."""
    lines = text[old.start : old.end].splitlines(keepends=True)
    if len(lines) < 2:
        return dumped(args)
    end = "\r\n" if lines[0].endswith("\r\n") else "\n"
    inner = re.match(r"[ \t]*", lines[1])
    outer = re.match(r"[ \t]*", lines[-1])
    indent, close = inner[0] if inner else "", outer[0] if outer else ""
    items = f",{end}".join(f"{indent}{dumped(item)}" for item in args)
    return f"[{end}{items}{end}{close}]"


def dumped(value: Any) -> str:
    """Return JSON as people write it in such files."""
    return json.dumps(value, ensure_ascii=False)


def write(change: Edited) -> None:
    """Write a changed file, its backup first; nobody ever sees half of either.

    Raises:
        ConfigError: One of them cannot be written.
    """
    file = change.file.resolve()
    backup = change.file.with_name(change.file.name + BACKUP)
    try:
        # The backup first: a kill in between leaves the host's file as it was.
        if change.backup is not None:
            replace_file(backup, change.backup.encode(), mode=0o600)
        if change.after != change.before:
            replace_file(file, change.after.encode(), mode=file.stat().st_mode & 0o777)
        if change.backup is None:
            backup.unlink(missing_ok=True)
    except OSError as error:
        raise ConfigError(
            f"{error.filename or file} cannot be written: {error.strerror}", hint="nothing else was changed"
        ) from error
