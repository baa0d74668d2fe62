"""The rules of a review: every kind of change with its level and why it matters; and a change, in words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from genui.expressions import brief
from genui.model import Json

Level = Literal["breaking", "risky", "cosmetic"]
LEVELS: tuple[Level, ...] = ("breaking", "risky", "cosmetic")
"""The worst first."""

MUTED = "off"
"""The level of a rule whose changes are not told."""


class Rule(NamedTuple):
    """One kind of change."""

    level: Level
    why: str
    """A sentence that says why it matters."""


GROUPS: Mapping[str, Mapping[str, Rule]] = {
    "Tools and views": {
        "tool-gone": Rule("breaking", "Nobody can call the tool any more, and its view is gone."),
        "tool-renamed": Rule("breaking", "Hosts and saved calls know the tool by its old name."),
        "tool-new": Rule("cosmetic", "People get one tool more."),
        "tool-new-destructive": Rule("risky", "People get a tool that can destroy something."),
        "view-gone": Rule("breaking", "The tool answers without a view."),
        "view-new": Rule("cosmetic", "The tool answers with a view now."),
        "view-unreadable": Rule("breaking", "Nobody can tell what the view shows, and no build can link it."),
        "rich-to-minimal": Rule(
            "breaking", "People see the plainest view there is instead of a designed one."
        ),
        "minimal-to-rich": Rule("cosmetic", "People see a designed view instead of the plainest one."),
        "server-changed": Rule("risky", "The tools are those of another server."),
        "upstream-changed": Rule("risky", "The same pages show and change what another server answers."),
        "setting-changed": Rule("risky", "Serving or the next build does something else by genui.toml."),
        "rule-lowered": Rule(
            "breaking", "What this very change does may be told more quietly, or not at all."
        ),
        "server-version": Rule("cosmetic", "The server says that it is another version."),
    },
    "What a view may do": {
        "not-inert": Rule("breaking", "The page runs code that is not genui's; read it before you approve."),
        "code-changed": Rule("breaking", "Other code runs in the page; read it before you approve."),
        "code-gone": Rule("cosmetic", "The page runs no code but genui's now."),
        "own-style": Rule("risky", "A style of the project's own can hide or disguise what is shown."),
        "code-allowed": Rule("breaking", "genui serve shows pages with code of their own from now on."),
        "calls-tool": Rule("breaking", "The view can start a tool that it could not start before."),
        "action-repointed": Rule("breaking", "A click meant for one thing now does another."),
        "confirm-lost": Rule("breaking", "The view starts a tool without asking people first."),
        "opens-links": Rule("breaking", "The view shows addresses that people can open."),
        "runs-itself": Rule("risky", "The view runs its tool again without a person asking."),
        "tells-model": Rule("risky", "What the view shows goes into the model's context."),
        "action-gone": Rule("risky", "People can no longer start the next step from here."),
        "action-changed": Rule("risky", "The next step is started with other arguments."),
        "paging-gone": Rule("risky", "People cannot get at the further pages of the result."),
        "paging-new": Rule("cosmetic", "People can get at further pages of the result."),
        "text-instructs": Rule("breaking", "The text speaks to the model and may change what it does."),
        "text-hidden": Rule("breaking", "The text has characters that models read and people do not see."),
    },
    "Hints of the tool": {
        "hint-read-only": Rule("breaking", "Hosts decide by readOnlyHint whether to ask people first."),
        "hint-destructive": Rule(
            "breaking", "By destructiveHint hosts and the form ask before something is lost."
        ),
        "hint-idempotent": Rule("risky", "Hosts decide by idempotentHint whether a call may be repeated."),
        "hint-open-world": Rule("risky", "Hosts decide by openWorldHint how far to trust a result."),
        "tool-title": Rule("cosmetic", "Hosts show the tool under another title."),
        "tool-description": Rule("risky", "Models choose and call the tool by its description."),
        "tool-changed": Rule("cosmetic", "Another member of the definition changed; no view relies on it."),
    },
    "Arguments": {
        "required-uncontrolled": Rule("breaking", "People cannot give a value that the tool needs."),
        "argument-gone": Rule("risky", "People can no longer give this value."),
        "argument-renamed": Rule("risky", "Calls that name it as before are refused."),
        "argument-new": Rule("cosmetic", "People can give one value more."),
        "argument-new-required": Rule("risky", "Calls that worked before lack a value now."),
        "argument-required": Rule("risky", "Calls that leave it out are refused now."),
        "argument-optional": Rule("cosmetic", "The tool works without this value now."),
        "argument-type": Rule("breaking", "Values that worked before are refused now."),
        "argument-null": Rule("risky", "null is another value than none, and is refused or allowed now."),
        "argument-narrowed": Rule("risky", "Values that worked before are refused now."),
        "argument-widened": Rule("cosmetic", "More values are allowed than before."),
        "argument-choice-gone": Rule("risky", "A choice that people know is gone."),
        "argument-choice-new": Rule("cosmetic", "People have one choice more."),
        "argument-hidden": Rule("risky", "People no longer see this value, nor can they change it."),
        "argument-shown": Rule("cosmetic", "People see this value now."),
        "default-changed": Rule("risky", "Who changes nothing sends another value."),
        "labels-swapped": Rule("breaking", "Who reads a label that they know takes another value for it."),
        "argument-label": Rule("cosmetic", "A control has other words."),
        "argument-text": Rule("cosmetic", "The schema describes the argument in other words."),
        "control-changed": Rule("cosmetic", "The value is given with another control."),
        "submit-label": Rule("cosmetic", "The button has other words."),
        "form-order": Rule("cosmetic", "The controls stand in another order or group."),
        "preset-gone": Rule("risky", "A button that filled in the form is gone."),
        "preset-changed": Rule("risky", "A button fills the form with other values."),
        "preset-new": Rule("cosmetic", "A button fills the form."),
    },
    "The result's data": {
        "member-gone": Rule("breaking", "The view shows a member that the tool no longer gives."),
        "member-type": Rule("breaking", "The view shows a member as what it no longer is."),
        "member-optional": Rule("risky", "What the view shows may be absent now."),
        "member-nullable": Rule("risky", "What the view shows may be empty now."),
        "unit-stale": Rule("breaking", "The view names a unit that the tool no longer gives."),
        "member-unit": Rule("risky", "The same number is another amount."),
        "member-value-gone": Rule(
            "risky", "Tones, filters and conditions may wait for a value that never comes."
        ),
        "member-value-new": Rule("cosmetic", "The result may hold a value that the view has no words for."),
        "member-renamed": Rule("cosmetic", "The view shows what it showed, by another name."),
        "member-new": Rule("cosmetic", "The tool gives one member more."),
        "member-text": Rule("cosmetic", "The schema describes the member in other words."),
        "member-unshown": Rule("cosmetic", "A member changed that the view does not name."),
        "schema-gone": Rule("risky", "Nothing says any more what the tool answers: the view has to guess."),
        "schema-new": Rule("cosmetic", "The tool says what it answers now."),
    },
    "What is shown": {
        "column-gone": Rule("breaking", "People no longer see these values."),
        "column-hidden": Rule("risky", "People see these values only once they ask for the column."),
        "column-shown": Rule("cosmetic", "A column is shown that had to be asked for."),
        "column-new": Rule("cosmetic", "People see more values."),
        "column-renamed": Rule("cosmetic", "The same values stand under another label."),
        "column-order": Rule("cosmetic", "The columns stand in another order."),
        "field-gone": Rule("breaking", "People no longer see this value."),
        "field-new": Rule("cosmetic", "People see one value more."),
        "field-renamed": Rule("cosmetic", "The same value stands under another label."),
        "series-gone": Rule("breaking", "The chart no longer shows this measure."),
        "series-new": Rule("cosmetic", "The chart shows one measure more."),
        "series-renamed": Rule("cosmetic", "The same measure has another label."),
        "stat-gone": Rule("breaking", "People no longer see this figure."),
        "stat-new": Rule("cosmetic", "People see one figure more."),
        "chart-gone": Rule("breaking", "People no longer see this chart."),
        "chart-new": Rule("cosmetic", "People see one chart more."),
        "chart-kind": Rule("cosmetic", "The same values are drawn in another form."),
        "axis-changed": Rule("risky", "The chart runs along something else."),
        "scale-changed": Rule("risky", "The same values look nearer or farther apart."),
        "component-gone": Rule("breaking", "People no longer see this part of the result."),
        "component-new": Rule("cosmetic", "People see one part more."),
        "component-replaced": Rule(
            "risky", "The same data are shown in another way, perhaps not all of them."
        ),
        "component-order": Rule("cosmetic", "The parts of the view stand in another order."),
        "source-changed": Rule("risky", "The same words stand over other data."),
        "filter-added": Rule("risky", "Some rows are left out, and people do not see that."),
        "filter-gone": Rule("risky", "Rows are shown that were left out before."),
        "transform-changed": Rule("risky", "Figures are reckoned in another way."),
        "rows-limited": Rule("risky", "Rows beyond a number are not shown."),
        "visible-changed": Rule("risky", "A part is shown under another condition."),
        "format-changed": Rule("risky", "The same value reads as another amount, date or unit."),
        "unit-changed": Rule("risky", "The same number reads as another amount."),
        "total-changed": Rule("risky", "Totals say something else."),
        "reference-changed": Rule("risky", "Values are compared with another line."),
        "raw-hidden": Rule("risky", "People cannot look at what the tool really answered."),
        "raw-shown": Rule("cosmetic", "People can look at what the tool really answered."),
        "sort-changed": Rule("cosmetic", "The rows stand in another order at first."),
        "reader-filter-gone": Rule("risky", "People can no longer narrow the rows down."),
        "reader-filter-new": Rule("cosmetic", "People can narrow the rows down."),
        "tone-changed": Rule("cosmetic", "The same values have another colour or mark."),
        "option-changed": Rule("cosmetic", "A detail of how a part looks changed."),
        "title-changed": Rule("cosmetic", "A heading has other words."),
        "text-changed": Rule("cosmetic", "A fixed text has other words."),
        "look-changed": Rule("cosmetic", "Theme, layout or position changed."),
    },
    "Who made it": {
        "generator-changed": Rule("risky", "Another author made the view: read it as a new one."),
        "model-changed": Rule("risky", "Another model wrote the view: read it as a new one."),
        "prompt-changed": Rule("cosmetic", "The model was asked by another prompt."),
        "fallback": Rule("risky", "The view stands in for a better one that could not be made."),
        "score-worse": Rule("risky", "By genui's own measures the view got worse."),
        "size-worse": Rule("risky", "Hosts load more for every call."),
        "refined": Rule("cosmetic", "Somebody wished for this change."),
        "wish-gone": Rule("risky", "What a person wished for was taken back."),
        "wish-conflict": Rule("risky", "The view cannot fulfil what a person wished for."),
        "edited-by-hand": Rule("risky", "A hand changed the view file: builds keep it as it is from now on."),
        "page-imported": Rule("risky", "A person brought this page in: nothing can make it anew."),
        "page-changed": Rule("risky", "The page's source changed, and its code did not."),
    },
    "Checks": {
        "check-failed": Rule("breaking", "What is committed is not what genui makes of its sources."),
        "finding-error": Rule("breaking", "genui refuses what is in the view file."),
        "finding-new": Rule("risky", "genui asks to look at something in the view file."),
        "finding-gone": Rule("cosmetic", "Something that genui asked to look at is mended."),
        "accessibility-new": Rule("risky", "People without sight or mouse may not be able to use it."),
        "relinked": Rule("cosmetic", "The same view file, linked by another genui."),
        "page-differs": Rule(
            "risky", "The page shows something else, by another genui, other settings, or a hand."
        ),
        "example-changed": Rule("cosmetic", "A view that is opened without a host shows other example data."),
    },
}
"""Rules by id, in groups of one subject: the headings of docs/review-rules.md."""

RULES: Mapping[str, Rule] = {name: rule for group in GROUPS.values() for name, rule in group.items()}


Where = Literal["view", "tool", ""]
"""The file that a change is in: the view file, the tool's definition, or none of one tool."""


class Told(NamedTuple):
    """What a comparison tells: the rule, the words of a reviewer, and where it is."""

    rule: str
    words: str
    pointer: str = ""
    where: Where = "view"
    key: str = ""
    """The name of the member that it is about, where other rules may tell the same."""


Tells = Iterator[Told]

Row = tuple[object, str, str, str]
"""What may be told: whether it is so, the rule, the words, and the place."""


def tell(*rows: Row, where: Where = "view") -> Tells:
    """Tell the rows that are so."""
    return (Told(rule, words, spot, where) for holds, rule, words, spot in rows if holds)


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a review."""

    rule: str
    level: str
    tool: str
    """"" where it is about the project."""
    words: str
    file: str = ""
    """Its path in the generated directory."""
    pointer: str = ""
    line: int = 1
    accepted: str = ""
    """The reason why genui.toml accepts it."""


def quoted(value: Json) -> str:
    """Return a value as words: texts in quotation marks, all else as JSON, cut."""
    return f'"{value}"' if isinstance(value, str) and len(value) <= 60 else brief(value)


def arrow(before: Json, after: Json) -> str:
    """Return "7 → 3"; what is not there is "none"."""
    return " → ".join("none" if one is None else quoted(one) for one in (before, after))


def edited(before: str, after: str) -> str:
    """Return the words in which two texts differ, with two before them."""
    if not before or not after:
        return f'{"removed" if before else "added"}: "{shortened(before or after)}"'
    old, new = before.split(), after.split()
    least = min(len(old), len(new))
    start = next((at for at in range(least) if old[at] != new[at]), least)
    last = next((at for at in range(least - start) if old[-1 - at] != new[-1 - at]), least - start)
    told = [shortened(" ".join(words[max(0, start - 2) : len(words) - last])) for words in (old, new)]
    return f'"{told[0]}" → "{told[1]}"'


class Label(NamedTuple):
    """A label on both sides."""

    before: str
    after: str
    stands_for: str
    pointer: str


def label_changes(rule: str, labels: Iterable[Label], *, of: str = "") -> Tells:
    """Tell labels that changed; `of` says of what.

    A label that stood for something else before is no new word: who reads it takes another value for the one
    that is known by it.
    """
    new = [one for one in labels if one.before != one.after]
    olds = {one.before for one in new}
    swapped = [one for one in new if one.after in olds]
    if swapped:
        told = ", ".join(f'"{one.after}" now stands for {one.stands_for}' for one in swapped)
        yield Told("labels-swapped", f"{of}labels changed places: {told}", swapped[0].pointer)
    for one in new:
        if one not in swapped:
            where: Where = "tool" if one.pointer.startswith("/inputSchema") else "view"
            yield Told(rule, f"{of}{one.before} is called {one.after} now", one.pointer, where)


def shortened(text: str, most: int = 140) -> str:
    """Return a text on one line, cut."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"
