"""Comparing two sides: tools are paired, every rule is asked, and what genui.toml says of levels holds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from genui.canonical import canonical_json, pretty_json
from genui.inert import OWN_CODE
from genui.review.components import result_changes
from genui.review.definitions import definition_changes, text_changes, visible
from genui.review.making import differ, finding_changes, is_relinked, making_changes, page_changes
from genui.review.project import project_changes
from genui.review.renames import followed, tools_renamed
from genui.review.rules import LEVELS, MUTED, RULES, Change, Level, Tells, Told, tell
from genui.review.sides import Seen, Side, source_digest
from genui.review.views import Tools, view_changes
from genui.sarif import line_at
from genui.snapshot import tool_file
from genui.viewfile import view_bytes, view_file

FINDINGS = ("finding-error", "finding-new")
WORDING = (
    *("argument-label", "argument-text", "tool-title", "tool-description"),
    *("title-changed", "text-changed", "submit-label"),
)
"""Rules of texts, which tell no more where one hides characters or speaks to the model."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A change that genui.toml accepts: `[[review.accept]]`."""

    rule: str
    tool: str
    reason: str


@dataclass(frozen=True, slots=True)
class Review:
    """The result of a comparison."""

    before: Side
    after: Side
    changes: tuple[Change, ...]
    """The worst first, then by tool."""
    unused: tuple[Accepted, ...] = ()
    """What genui.toml accepts and nothing did."""
    relinked: tuple[str, ...] = ()
    """Tools whose pages differ by the genui that linked them alone: `with_relinked` tells which show it."""

    def at(self, level: Level) -> list[Change]:
        """Return the changes of a level that nobody accepted."""
        return [one for one in self.changes if one.level == level and not one.accepted]

    @property
    def tools(self) -> list[str]:
        """The tools that something changed in, in the order of their worst change."""
        return list(dict.fromkeys(one.tool for one in self.changes if one.tool))


@dataclass(frozen=True, slots=True)
class Policy:
    """What genui.toml says of changes."""

    levels: Mapping[str, str] = field(default_factory=dict)
    accept: Sequence[Accepted] = ()

    def level(self, rule: str) -> str:
        """Return the level of a rule here."""
        # Who lowers a rule cannot make that silent by the same means.
        return RULES[rule].level if rule == "rule-lowered" else self.levels.get(rule, RULES[rule].level)


def review_of(before: Side, after: Side, policy: Policy, checked: Mapping[str, str] | None = None) -> Review:
    """Compare two sides; `checked` is why `check` is not content with a view, by tool."""
    found: list[Change] = []
    reasons = dict(checked or {})
    renamed = tools_renamed(before, after)
    linked: list[str] = []
    for name in sorted({*before.tools, *after.tools} - set(renamed.values())):
        old, new = before.tools.get(name), after.tools.get(renamed.get(name, name))
        seen = new or old
        assert seen is not None
        told = without_repeats(tool_changes(old, new, (before.tools, after.tools)), reasons.pop(name, ""))
        if old and new and not told and is_relinked(old, new):
            linked.append(name)
        found += (changed(one, seen, policy) for one in told)
    found += (changed(one, None, policy) for one in project_changes(before, after))
    for name, reason in sorted(reasons.items()):
        found.append(changed(Told("check-failed", reason, ""), after.tools.get(name), policy, name))
    return reviewed(Review(before, after, (), (), tuple(linked)), found, policy)


def reviewed(review: Review, found: Iterable[Change], policy: Policy) -> Review:
    """Return a review with these changes: the worst first, those that genui.toml accepts last."""
    accepted, unused = with_accepted([one for one in found if one.level != MUTED], policy.accept)
    levels, rules = list[str](LEVELS), list(RULES)
    accepted.sort(
        key=lambda one: (bool(one.accepted), levels.index(one.level), one.tool, rules.index(one.rule))
    )
    return replace(review, changes=tuple(accepted), unused=unused)


def tool_changes(old: Seen | None, new: Seen | None, sides: Tools) -> list[Told]:
    """Return what changed in one tool and its view; `sides` have the tools that a view may start."""
    if old is None or new is None:
        return list(came_or_went(old, new))
    if new.problem:
        unreadable = f"the view file cannot be read: {new.problem}"
        return list(tell((old.problem != new.problem, "view-unreadable", unreadable, "")))
    same = source_digest(old) == source_digest(new)
    was, names = old, (old.tool.name, new.tool.name)
    renamed = (names[0] != names[1], "tool-renamed", f"{names[0]} is called {names[1]} now", "/name")
    told = list(tell(renamed, where="tool"))
    if not same:
        told += text_changes(old, new)
        old, renames = followed(old, new)
        told += [*renames, *definition_changes(old, new)]
    told += tell((old.view and not new.view, "view-gone", "the tool has no view any more", ""), where="tool")
    told += tell((new.view and not old.view, "view-new", "the tool has a view now", ""))
    if old.view is None or new.view is None:
        return told
    if not same and old.spec and new.spec:
        told += [*view_changes(old, new, sides), *result_changes(old.spec, new.spec)]
    if not same:
        told += finding_changes(old, new)
    told += [*making_changes(old, new), *page_changes(was, new)]
    if not told and not same:
        told.append(unnamed(old, new))
    other_page = differ(old.page, new.page) and not is_relinked(old, new)
    page = "the page is another one, though its sources are the same"
    return told or list(tell((same and other_page, "page-differs", page, "")))


def unnamed(old: Seen, new: Seen) -> Told:
    """Tell a change that no rule has words for: nothing that changed is ever silent."""
    if canonical_json(old.definition) != canonical_json(new.definition):
        return Told("tool-changed", "the definition changed in details that no view shows", "", "tool")
    return Told("option-changed", "a detail of the spec changed", "/spec")


def without_repeats(told: Sequence[Told], reason: str) -> list[Told]:
    """Return what is told of a tool, each fact once; `reason` is why check is not content with its view."""
    gone, new, named = (
        {one.key for one in told if one.key and one.rule in rules}
        for rules in (("member-gone",), ("member-new",), ("column-new", "field-new"))
    )
    spoiled = {one.pointer: one.rule for one in told if one.rule in ("text-hidden", "text-instructs")}
    hidden = "text-hidden" in spoiled.values()
    found = [one for one in told if one.rule in FINDINGS]
    causes = [*(one.words.partition(": ")[2][:40] for one in found), *(f"/{name}'" for name in gone)]
    checked = [reason] if reason and not any(one in reason for one in causes) else []
    more = any(one.rule != "refined" for one in told)

    def repeats(one: Told) -> bool:
        if one.rule in FINDINGS:
            by_member = any(f"/{name}'" in one.words for name in gone)
            return by_member or (hidden and one.words.startswith("hidden-characters"))
        if one.rule in WORDING:
            # A text of the spec may be taken from the same place of the definition.
            return not spoiled.keys().isdisjoint((one.pointer, one.pointer.removeprefix("/spec")))
        if one.rule in ("column-gone", "field-gone"):
            return one.key in gone
        if one.rule == "member-new":
            return one.key in new & named
        # Whose wish it was stands beside the tool's name.
        return (one.rule == "page-differs" and bool(checked)) or (one.rule == "refined" and more)

    kept = [one for one in told if not repeats(one)]
    return [*kept, *(Told("check-failed", one, "") for one in checked)]


def came_or_went(old: Seen | None, new: Seen | None) -> Tells:
    """Tell a tool that is new or gone."""
    if new is None:
        gone = "the tool and its view are gone" if old and old.view else "the tool is gone"
        yield Told("tool-gone", gone, "", "tool")
        return
    hints = new.tool.annotations
    destroys = hints.get("destructiveHint") is True and not hints.get("readOnlyHint")
    without = "" if new.view else ", without a view"
    yield from tell(
        (destroys, "tool-new-destructive", f"a new tool that may destroy something{without}", ""),
        (not destroys, "tool-new", f"a new tool{without}", ""),
        where="tool",
    )
    yield from text_changes(None, new)
    own_code = new.page is not None and new.page.code == OWN_CODE
    yield from tell(
        (new.problem, "view-unreadable", f"the view file cannot be read: {new.problem}", ""),
        (own_code, "not-inert", "its page has code of its own", ""),
    )
    yield from finding_changes(None, new)


def changed(told: Told, seen: Seen | None, policy: Policy, name: str = "") -> Change:
    """Return what is told as a change, at its level and on its line."""
    file, line = "", 1
    if seen is not None and told.where == "tool":
        file = tool_file(seen.slug)
        line = line_at(pretty_json(seen.definition), told.pointer) if told.pointer else 1
    elif seen is not None and told.where == "view":
        file = view_file(seen.slug) if seen.view is not None or seen.problem else tool_file(seen.slug)
        text = view_bytes(seen.view.view, guard=seen.view.sum, sha256=seen.view.sha256) if seen.view else b""
        line = line_at(text, told.pointer) if told.pointer else 1
    tool = name or (seen.tool.name if seen else "")
    return Change(told.rule, policy.level(told.rule), tool, visible(told.words), file, told.pointer, line)


def with_accepted(
    changes: Iterable[Change], accept: Sequence[Accepted]
) -> tuple[list[Change], tuple[Accepted, ...]]:
    """Return the changes with the reasons why they are accepted, and what of these nothing matched."""
    used: set[Accepted] = set()

    def one(change: Change) -> Change:
        reasons = [each for each in accept if each.rule == change.rule and each.tool == change.tool]
        used.update(reasons)
        return replace(change, accepted=reasons[0].reason) if reasons else change

    found = [one(change) for change in changes]
    return found, tuple(each for each in accept if each not in used)


class Look(NamedTuple):
    """What one side of a view looks like."""

    outline: str
    """What it says to people who do not see it: headings, labels, rows."""
    picture: str
    """A PNG as a data: URI, "" where none was drawn."""


Looks = Mapping[str, tuple[Look, Look]]
"""By tool, the looks before and after."""

NOTHING = Look("", "")


def with_relinked(review: Review, looks: Looks, policy: Policy) -> Review:
    """Return a review that tells of views linked by another genui, unless they look the same."""
    versions = [side.genui or "?" for side in (review.before, review.after)]
    which = f" ({versions[0]} → {versions[1]})" if versions[0] != versions[1] else ""
    found = []
    for name in review.relinked:
        before, after = looks.get(name, (NOTHING, NOTHING))
        if not before.outline or not after.outline:
            words = "nobody has drawn both sides, so look at it"
        elif before.outline != after.outline:
            words = "it says something else now: see its outline"
        elif before.picture != after.picture:
            words = "it says the same and looks otherwise"
        else:
            continue
        told = Told("relinked", f"another genui{which} links the same view file; {words}", "")
        found.append(changed(told, review.after.tools[name], policy))
    return reviewed(review, [*review.changes, *found], policy) if found else review
