"""What changed in the project as a whole: its server, and what it may serve."""

from genui.model import JsonObject
from genui.review.changes import Tells, Told, arrow, quoted
from genui.review.sides import Side

SHOWN = ("command", "args", "url", "cwd", "transport")
"""What is shown of [upstream]; the other keys may hold secrets."""


def project_changes(before: Side, after: Side) -> Tells:
    """Tell what is about the whole project."""
    names = [side.server.get("name", "") for side in (before, after)]
    versions = [side.server.get("version", "") for side in (before, after)]
    if names[0] != names[1] and all(names):
        yield Told("server-changed", f"the server is {quoted(names[1])}, before {quoted(names[0])}", "", "")
    elif versions[0] != versions[1]:
        yield Told(
            "server-version",
            f"{names[1] or 'the server'} {versions[0] or 'of no version'} → {versions[1] or 'of no version'}",
            "",
            "",
        )
    yield from upstream_changes(before.upstream, after.upstream)
    if after.allow_code and not before.allow_code:
        yield Told("code-allowed", "[serve] allow_code is on now", "", "")


def upstream_changes(old: JsonObject, new: JsonObject) -> Tells:
    """Tell what of the server is started otherwise."""
    for name in sorted(old.keys() | new.keys()) if old and new else ():
        if old.get(name) != new.get(name):
            shown = f": {arrow(old.get(name), new.get(name))}" if name in SHOWN else ""
            yield Told("upstream-changed", f"genui.toml starts the server with other {name}{shown}", "", "")
