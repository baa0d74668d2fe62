"""What changed in a view besides its result: what it may do, its form, its words."""

from collections.abc import Mapping

from genui.components import walk
from genui.expressions import values_in
from genui.inert import OWN_CODE
from genui.model import Json, JsonObject, listed, mapping
from genui.review.definitions import ARGUMENT_RULES
from genui.review.entries import entry_changes
from genui.review.members import choices, words_of
from genui.review.rules import Label, Tells, Told, arrow, label_changes, quoted, tell
from genui.review.sides import Seen
from genui.schema import members
from genui.typecheck import path_parts

MEMBERS: Mapping[str, str] = {
    "title": "title-changed",
    "description": "text-changed",
    "theme": "look-changed",
    "layout": "look-changed",
}
"""The plain members of a spec, each with its rule."""

STEERED: Mapping[str, tuple[str, str]] = {
    "hint": ("argument-label", "hint"),
    "placeholder": ("argument-label", "placeholder"),
    "default": ("default-changed", "default"),
    "control": ("control-changed", "control"),
    "rows": ("control-changed", "lines"),
    "monospace": ("control-changed", "fixed width"),
    "folded": ("form-order", "folded"),
}
"""What a spec may say of an argument: the rule, and how it is called."""

SWITCHES: Mapping[str, tuple[tuple[str, str], tuple[str, str], tuple[str, str]]] = {
    "context": (
        ("tells-model", "the view tells the model what it shows"),
        ("option-changed", "the view no longer tells the model what it shows"),
        ("option-changed", "the view tells the model something else"),
    ),
    "nextPage": (
        ("paging-new", "a button gets the next page"),
        ("paging-gone", "the button for the next page is gone"),
        ("action-changed", "the button for the next page sends other arguments"),
    ),
    "raw": (
        ("raw-shown", "raw JSON can be shown"),
        ("raw-hidden", "raw JSON can no longer be shown"),
        ("option-changed", "raw JSON is shown otherwise"),
    ),
}
"""What a spec switches on, off, or over: the rule and the words of each."""

Tools = tuple[Mapping[str, Seen], Mapping[str, Seen]]
"""The tools of both sides, by name."""

Actions = Mapping[str, JsonObject]
"""The actions of a spec by the tool that each starts."""


def view_changes(before: Seen, after: Seen, sides: Tools) -> Tells:
    """Tell what changed in a spec besides its result; `sides` have the tools that it may start."""
    old, new = before.spec, after.spec
    yield from ability_changes(old, new, sides)
    yield from form_changes(before, after)
    if old == new:
        return
    kinds = [spec.get("kind", "rich") for spec in (old, new)]
    if kinds[0] != kinds[1]:
        rule = "rich-to-minimal" if kinds[1] == "minimal" else "minimal-to-rich"
        yield Told(rule, f"the view is {kinds[1]} now", "/spec/kind")
    for name, rule in MEMBERS.items():
        if old.get(name) != new.get(name) and not follows(name, before, after):
            yield Told(rule, f"{name} of the view {arrow(old.get(name), new.get(name))}", f"/spec/{name}")


def follows(name: str, before: Seen, after: Seen) -> bool:
    """Tell whether title or description of a view are the tool's, which has others now."""
    own = [plain(str(one.spec.get(name) or "")) for one in (before, after)]
    told = [plain(one.title if name == "title" else one.tool.description) for one in (before, after)]
    return told[0] != told[1] and told[1].startswith(own[1]) and name in ("title", "description")


def plain(text: str) -> str:
    """Return a text without what a view's own words leave out of the tool's."""
    return " ".join(text.split()).rstrip(".")


def ability_changes(old: JsonObject, new: JsonObject, sides: Tools) -> Tells:
    """Tell what a view may do that it could not do before, and the other way round."""
    mine, theirs = actions_of(old), actions_of(new)
    # A button that keeps its words and starts another tool is one change, and looks like none.
    moved = {
        tool: one
        for tool, action in theirs.items()
        for one in mine
        if tool not in mine and one not in theirs and mine[one].get("label") == action.get("label")
    }
    for tool in sorted(mine.keys() | theirs.keys()):
        yield from action_changes(tool, mine, theirs, moved, sides)
    refresh = new.get("refresh")
    every = refresh.get("interval") if isinstance(refresh, Mapping) else None
    again = "there is a button that runs the tool again"
    other = refresh != old.get("refresh")
    yield from tell(
        (
            opens_links(new) and not opens_links(old),
            "opens-links",
            "the view shows links that people can open",
            "/spec/result",
        ),
        (other and every, "runs-itself", f"the view runs its tool again every {every} s", "/spec/refresh"),
        (
            other and not every,
            "option-changed",
            again if refresh else "the button that runs the tool again is gone",
            "/spec/refresh",
        ),
    )
    for name, (begun, ended, changed) in SWITCHES.items():
        was, now = (spec.get(name, name == "raw") for spec in (old, new))
        if was != now:
            rule, words = changed if was and now else begun if now else ended
            yield Told(rule, words, f"/spec/{name}")


def action_changes(
    tool: str, mine: Actions, theirs: Actions, moved: Mapping[str, str], sides: Tools
) -> Tells:
    """Tell what changed in the button that starts a tool; `moved` has the tool before, where that changed."""
    old, new, spot = mine.get(tool, {}), theirs.get(tool, {}), "/spec/actions"
    name, run, button = (
        called(tool, sides),
        run_words(tool, new, sides),
        f"row button {quoted((new or old).get('label'))}",
    )
    both = tool in mine and tool in theirs
    unasked = both and new.get("reads") and not old.get("reads")
    other = both and not unasked and old.get("arguments") != new.get("arguments")
    before = called(moved.get(tool, tool), sides)
    labels = [one.get("label") for one in (old, new)]
    yield from tell(
        (tool in moved, "action-repointed", f"the {button} now runs {run}; before, it ran {before}", spot),
        (tool not in mine and tool not in moved, "calls-tool", f"a new {button} runs {run}", spot),
        (
            tool not in theirs and tool not in moved.values(),
            "action-gone",
            f"the {button} is gone; it ran {name}",
            spot,
        ),
        (unasked, "confirm-lost", f"the {button} now runs {run}; before, it asked first", spot),
        (other, "action-changed", f"the {button} runs {name} with other arguments", spot),
        (both and labels[0] != labels[1], "text-changed", f"the button of {name}: {arrow(*labels)}", spot),
    )


def may_words(seen: Seen, sides: Tools) -> str:
    """Return what a view may do, on one line; "" where there is none."""
    if seen.page is None:
        return ""
    if seen.page.code == OWN_CODE:
        return "runs code of its own, which may call any tool of the server"
    others = [run_words(tool, action, sides) for tool, action in actions_of(seen.spec).items()]
    links = "opens links" if opens_links(seen.spec) else "opens no links"
    return f"may run {' and '.join(['its own tool', *others])}; {links}; {seen.page.code}"


def run_words(tool: str, action: JsonObject, sides: Tools) -> str:
    """Return which tool an action runs, the danger, and whether people are asked."""
    hints = [tools[tool].tool.annotations if tool in tools else {} for tools in sides]
    before, after = (one.get("destructiveHint") is True for one in hints)
    # Who drops the hint in the same change makes the tool no safer.
    gone = " (it no longer says so)" if before and not after else ""
    harm = f", which may destroy something{gone}," if before or after else ""
    asks = "at once, without asking first" if action.get("reads") else "after asking first"
    return f"{called(tool, sides)}{harm} {asks}"


def called(tool: str, sides: Tools) -> str:
    """Return what people call a tool, with its name."""
    title = next((tools[tool].title for tools in reversed(sides) if tool in tools), tool)
    return tool if title == tool else f'"{title}" ({tool})'


def actions_of(spec: JsonObject) -> dict[str, JsonObject]:
    """Return the actions of a spec by the tool that each starts."""
    return {str(one.get("tool")): one for one in listed(spec.get("actions")) if isinstance(one, Mapping)}


def opens_links(spec: JsonObject) -> bool:
    """Tell whether a spec names links: a component of them, or a format that is one."""
    linked = any(one.get("type") == "links" for one in walk(spec.get("result")))
    return linked or any(name in ("link", "url") for name in formats_in(spec.get("result")))


def formats_in(value: Json) -> set[str]:
    """Return the names of the formats inside a value."""
    objects = [one for _, one in values_in(value) if isinstance(one, Mapping)]
    given = [one.get("format", one.get("$fmt")) for one in objects]
    return {str(one.get("name") if isinstance(one, Mapping) else one) for one in given if one}


def form_changes(before: Seen, after: Seen) -> Tells:
    """Tell what changed in the form."""
    old, new = mapping(before.spec.get("form")), mapping(after.spec.get("form"))
    ours, theirs = mapping(old.get("fields")), mapping(new.get("fields"))
    for path in {**ours, **theirs}:
        yield from steering_change(path, mapping(ours.get(path)), mapping(theirs.get(path)), after)
    labels, places = ([form.get(name) for form in (old, new)] for name in ("submit", "position"))
    stands = f"the form stands at the {places[1] or 'top'}"
    yield from tell(
        (labels[0] != labels[1], "submit-label", f"button {arrow(*labels)}", "/spec/form/submit"),
        (places[0] != places[1], "look-changed", stands, "/spec/form/position"),
    )
    yield from order_changes(before, after)
    presets = [listed(form.get("presets")) for form in (old, new)]
    yield from entry_changes("presets", presets[0], presets[1], "the form", "/spec/form/presets")


def steering_change(path: str, old: JsonObject, new: JsonObject, after: Seen) -> Tells:
    """Tell what changed in what a spec says of one argument."""
    if old == new:
        return
    declared = {one.name: one for one in members(after.tool.input_schema, after.tool.input_schema)}
    parts, spot = path_parts(path), f"/spec/form/fields/{path.replace('~', '~0').replace('/', '~1')}"
    member = declared.get(parts[0])
    title = member.schema.get("title") if member else None
    own = str(new.get("label") or title or words_of(parts[-1]))
    if hidden(old) != hidden(new):
        rule = "argument-shown" if hidden(old) else "argument-hidden"
        yield Told(rule, f"{own} is {'shown' if hidden(old) else 'hidden'} in the form now", spot)
    for name, (rule, words) in STEERED.items():
        if old.get(name) == new.get(name) or (name == "control" and hidden(old) != hidden(new)):
            continue
        said = f"{own}: {words} {arrow(old.get(name), new.get(name))}"
        yield Told(rule, said, f"{spot}/{name}" if name in new else spot)
    ours, theirs = ([mapping(one) for one in listed(steer.get("options"))] for steer in (old, new))
    for aspect, words in choices(
        [one.get("value") for one in ours], [one.get("value") for one in theirs], own
    ):
        yield Told(ARGUMENT_RULES[aspect], words, spot)
    labels = [
        Label(
            option_label(one),
            option_label(other),
            quoted(other.get("value")),
            f"{spot}/options/{index}/label",
        )
        for index, other in enumerate(theirs)
        for one in ours
        if one.get("value") == other.get("value")
    ]
    yield from label_changes("argument-label", labels, of=f"{own}: choice ")


def option_label(option: JsonObject) -> str:
    """Return what a choice is called."""
    return str(option.get("label") or option.get("value"))


def hidden(steer: JsonObject) -> bool:
    """Tell whether a spec hides an argument."""
    return steer.get("hidden") is True or steer.get("control") == "hidden"


def order_changes(before: Seen, after: Seen) -> Tells:
    """Tell where the arguments that both sides have stand in another order or group, or are folded."""
    schemas = [mapping(mapping(one.tool.input_schema).get("properties")) for one in (before, after)]
    both = schemas[0].keys() & schemas[1].keys()
    forms = [mapping(one.spec.get("form")) for one in (before, after)]
    orders = [
        [words_of(str(one)) for one in dict.fromkeys([*listed(form.get("order")), *schema]) if one in both]
        for form, schema in zip(forms, schemas, strict=True)
    ]
    folded = [{words_of(str(one)) for one in listed(form.get("folded")) if one in both} for form in forms]
    groups = [[str(mapping(one).get("label")) for one in listed(form.get("groups"))] for form in forms]
    told = [f"the controls stand in the order {', '.join(orders[1])}"] if orders[0] != orders[1] else []
    told += [f"{one} is folded away now" for one in sorted(folded[1] - folded[0])]
    told += [f"{one} is no longer folded away" for one in sorted(folded[0] - folded[1])]
    told += [f"groups {', '.join(groups[1]) or 'none'}"] if groups[0] != groups[1] else []
    if told:
        yield Told("form-order", f"the form: {'; '.join(told)}", "/spec/form")
