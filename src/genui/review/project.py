"""What changed in the project as a whole: its server, and what it may serve."""

import shlex

from genui.model import JsonObject
from genui.review.rules import LEVELS, MUTED, RULES, Tells, Told, arrow, quoted, tell
from genui.review.sides import Side

SHOWN = ("url", "cwd", "transport")
"""What is shown of [upstream]; the other keys may hold secrets."""


def project_changes(before: Side, after: Side) -> Tells:
    """Tell what is about the whole project."""
    names = [side.server.get("name", "") for side in (before, after)]
    versions = [side.server.get("version", "") for side in (before, after)]
    other = names[0] != names[1] and all(names)
    told = " → ".join(version or "of no version" for version in versions)
    server = f"the server is {quoted(names[1])}, before {quoted(names[0])}"
    yield from tell(
        (other, "server-changed", server, ""),
        (
            not other and versions[0] != versions[1],
            "server-version",
            f"{names[1] or 'the server'} {told}",
            "",
        ),
        where="",
    )
    if before.settings and after.settings:
        yield from upstream_changes(*(side.settings.get("upstream", {}) for side in (before, after)))
        yield from setting_changes(*(side.settings.get("told", {}) for side in (before, after)))
        yield from lowered_rules(*(side.settings.get("levels", {}) for side in (before, after)))


def upstream_changes(old: JsonObject, new: JsonObject) -> Tells:
    """Tell what of the server is started otherwise."""
    if not old or not new:
        return
    lines = [shlex.join([str(one.get("command", "")), *one.get("args", ())]) for one in (old, new)]
    if lines[0] != lines[1]:
        yield Told(
            "upstream-changed", f"genui.toml starts the server by another command: {arrow(*lines)}", "", ""
        )
    for name in sorted((old.keys() | new.keys()) - {"command", "args"}):
        if old.get(name) != new.get(name):
            shown = f": {arrow(old.get(name), new.get(name))}" if name in SHOWN else ""
            yield Told("upstream-changed", f"genui.toml starts the server with other {name}{shown}", "", "")


def setting_changes(old: JsonObject, new: JsonObject) -> Tells:
    """Tell the other settings, by their names in genui.toml."""
    for name in sorted(old.keys() | new.keys()):
        values = [one.get(name) for one in (old, new)]
        allows = name == "[serve] allow_code" and values[1]
        rule, words = (
            ("code-allowed", f"{name} is on now")
            if allows
            else ("setting-changed", f"{name}: {arrow(*values)}")
        )
        yield from tell((values[0] != values[1], rule, words, ""), where="")


def lowered_rules(old: JsonObject, new: JsonObject) -> Tells:
    """Tell the rules that genui.toml gives a lower level than before."""
    order = [*LEVELS, MUTED]
    for name in sorted(old.keys() | new.keys()):
        levels = [str(one.get(name, RULES[name].level)) for one in (old, new)]
        if order.index(levels[1]) > order.index(levels[0]):
            yield Told("rule-lowered", f"[review.levels] {name}: {' → '.join(levels)}", "", "")
