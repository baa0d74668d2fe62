"""The documents that are made from the tables: `python -m genui.docs` rewrites those under docs/."""

import json
from collections.abc import Mapping
from pathlib import Path

from genui.canonical import pretty_json
from genui.components import COMPONENTS, OPS, TRANSFORMS, WINDOW_OPS, Component
from genui.config.reference import reference_files
from genui.expressions import FORMATS, OPERATORS
from genui.lint import RULES
from genui.lint.examples import EXAMPLES
from genui.lint.repair import REPAIRS
from genui.refine.guide import guide_page
from genui.review.output import review_schema
from genui.review.rules import GROUPS as REVIEW_GROUPS
from genui.spec import DEFAULT_LIMITS, SPEC_RULES, spec_schema
from genui.typecheck import CHECK_RULES

_INTRODUCTION = """\
# Components of a view spec

Made from the tables in src/genui by `python -m genui.docs`; do not edit. The grammar is
view-spec.schema.json. A prop takes a literal or, where its kind says so, an expression.

Kinds of props: **value**, **rows**, **text**, **number**, **url**: a literal or an expression.
**key**: a JSON Pointer inside the row (`/high`, `""` the row itself). **columns**: a list of
`{key, label?, format?, align?: start|end, hidden?, href?, tone?, shade?, aggregate?, wrap?, width?}`; with
`hidden: false` one keeps its place where others give way.
**fields**: a list of `{key, label?, format?, tone?}`. **keys**: a list of `{key, label?}`. **stats**: a list
of `{label, value, format?, change?, good?: up|down, trend?, tone?}`. **sort**: `{key, descending?}`.
**transform**: a list of steps, see [Transforms](#transforms). **tone**: see [Tones](#tones-and-shades).
**filters**: a list of `{key, label?, as?: facet|range|dates}`; the values tell which where `as` is absent.
**summary**: a list of `{op, key?, label, one?, format?}`, `one` the label of a single one.
**references**: a list of `{value, label?, tone?}`. **components**: a list of components, `$item` the row.
**labels**: a list of texts. **flag**: true or false. **count**: a whole number.

A prop marked *row* is evaluated once for each entry of `rows`, where `$item`, `$index` and `$key` are known.
`rows` may be a map: its values are the rows, and `$key` is the name of each.
Every component also takes `title` (text) and `visible` (a condition).

A spec has no loops, no functions of its own, no CSS, no network and no templates with logic. A view that
needs them is a page: `mode = "html"` ([pages.md](pages.md)).
"""

_PICTURES: Mapping[str, tuple[str, str]] = {
    "table": ("table-totals", "A table with filters, tones, a shaded column, totals and an opened row"),
    "list": ("checklist", "A list of tasks with boxes and bars"),
    "timeline": ("timeline", "Incidents by day with badges, hashes and a text below"),
    "chart": ("reference-line", "Bars on a scale of powers of ten, one in the tone bad, beside a limit"),
}
"""Pictures of docs/gallery, each with its words."""

_TONES = """\
## Tones and shades

A tone is `ok`, `warn`, `bad`, `info` or `neutral`. `tone` takes one for all, a map from values to tones, or
an expression of the row that gives one. Colour is never alone: a badge has its word, all else a sign beside
it.

![A matrix of shares, the greater the darker](gallery/matrix.png)

| where | has a tone |
|---|---|
| a column, a field | the cell: `{"key": "/state", "tone": {"paid": "ok", "late": "bad"}}` |
| `tone` of table, rows, cards, list, timeline | the row |
| `tone` of chart | its bar or point |
| `tone` of badges; a stat; a reference | the word; the figure; the line |

`shade` tints the cells of a column by their numbers: `{"domain": [0, 100], "domainMid": 50}`, both
optional. The columns of a pivot share one scale. A legend stands below the table. `aggregate` puts a total
below a column; its operations are those of [Transforms](#transforms). `width` is in pixels. `href`
makes a cell a link: `{"key": "/title", "href": {"$item": "/url"}}`.
"""

_AGAIN = """\
## Running the tool again

`nextPage` of a spec is `{arguments, label?, visible?}`: a button that runs the same tool with these
arguments changed, such as `{"cursor": {"$path": "/result/next_cursor"}}`. It shows where all of them are
there. They come from the data (`$path`, `$first`, `$add`, `$sub`), unless the tool has readOnlyHint.
`refresh` is `{label?, interval?}`: a button that runs the tool with the same arguments; every `interval`
seconds (5 or more) by itself, only for a tool with readOnlyHint, while the page is seen and nobody is busy
in it. A tool with destructiveHint has neither.
"""

_FORM = """\
## Form

The form is planned from inputSchema when the view is built; `form` only steers it. `order` and `folded` name
members of the arguments. `fields` is keyed by path: member names joined by dots, `*` for an entry of an
array or a value of a map, `\\.` for a dot inside a name. `options` are the only choices there are, except
with control `text`, where they are suggestions and any text may be typed. `rows` makes a text so many lines
high, `monospace` sets it in a font of fixed width. `groups` put members under a heading:
`{label, fields, folded?}`. `presets` are buttons that fill members in:
`{"label": "Last 7 days", "values": {"from": {"$today": -7}, "to": {"$today": 0}}}`.
"""


def documents() -> Mapping[str, bytes]:
    """Return every generated document by its name below docs/."""
    made = {
        "view-spec.schema.json": pretty_json(spec_schema()),
        "components.md": components_page().encode(),
        "refine.md": guide_page().encode(),
        "rules.md": rules_page().encode(),
        "review-rules.md": review_rules_page().encode(),
        "review.schema.json": pretty_json(review_schema()),
    }
    return made | reference_files()


def components_page() -> str:
    """Return docs/components.md."""
    formats = {
        f"`{name}`": known.doc + (f" (options: {', '.join(known.options)})" if known.options else "")
        for name, known in FORMATS.items()
    }
    rules = {**SPEC_RULES, **{slug: rule.doc for slug, rule in CHECK_RULES.items()}}
    parts = [
        _INTRODUCTION,
        *map(_component, COMPONENTS.values()),
        _FORM,
        _TONES,
        _transforms(),
        _AGAIN,
        _table("Expressions", "operator", {f"`{name}`": one.doc for name, one in OPERATORS.items()}),
        _table("Formats", "name", formats),
        _table("Findings", "rule", {f"`{slug}`": doc for slug, doc in rules.items()}),
        _limits(),
    ]
    return "\n".join(parts)


_RULES = """\
# Rules for pages

Made from the tables in src/genui/lint by `python -m genui.docs`; do not edit.

`genui validate` holds a page to these rules, and so does every build. An *error* forbids using the page,
a *warning* asks to look, an *info* says what is good to know. The verdict on a page is **accept** (neither
errors nor warnings), **warn** (warnings only), **repair** (errors that can be mended without doubt;
`genui validate --fix` writes the result) or **reject**. A repaired page is held to all rules again.

A page is read as a browser reads it: an HTML tree by the standard's own algorithm, scripts as syntax trees
whose names, constants and destructurings are followed, styles with their escapes read. A local name `top`,
a word in a text, a string or a comment breaks no rule. The host's sandbox and CSP stay the barrier: no
reading of a script can foresee all that it does.
"""


def rules_page() -> str:
    """Return docs/rules.md."""
    index = [
        f"| [`{slug}`](#{slug}) | {rule.severity} | {'yes' if slug in REPAIRS else ''} "
        f"| {rule.hint.replace('<', '&lt;')} |"
        for slug, rule in RULES.items()
    ]
    parts = [_RULES, "| rule | severity | repaired | what mends it |", "|---|---|---|---|", *index, ""]
    for slug, rule in RULES.items():
        parts += [f"## {slug}", "", rule.why, ""]
        if slug in EXAMPLES:
            example = EXAMPLES[slug]
            language = "js" if example.place in ("script", "result") else "html"
            for word, text in (("Bad", example.bad), ("Good", example.good)):
                other = example.good if word == "Bad" else example.bad
                text = _difference(text, other) if example.place == "page" else text
                parts += [f"{word}:", "", f"````{language}", text.strip("\n"), "````", ""]
    return "\n".join(parts)


_REVIEW_RULES = """\
# Rules of a review

Made from the table in src/genui/review/rules.py by `python -m genui.docs`; do not edit.

`genui review` tells each change by one of these rules ([reviewing.md](reviewing.md)). *Breaking*: people,
hosts or saved calls lose something, or a page may do more than before. *Risky*: look before you approve.
*Cosmetic*: the same things look otherwise. `[review.levels]` in genui.toml gives a rule another level, `off`
mutes it:

    [review.levels]
    column-order = "off"
    tool-description = "breaking"
"""


def review_rules_page() -> str:
    """Return docs/review-rules.md."""
    parts = [_REVIEW_RULES]
    for title, rules in REVIEW_GROUPS.items():
        rows = [
            f'| <a id="{name}"></a>`{name}` | {rule.level} | {rule.why} |' for name, rule in rules.items()
        ]
        parts += [f"## {title}\n", "| rule | level | why it matters |", "|---|---|---|", *rows, ""]
    return "\n".join(parts)


def _difference(text: str, other: str) -> str:
    """Return the lines in which two pages differ, with one more on each side."""
    lines, others = text.splitlines(), other.splitlines()
    same = [here == there for here, there in zip(lines, others, strict=False)]
    first = same.index(False) if False in same else len(same)
    last = 0
    while last < min(len(lines), len(others)) - first and lines[-1 - last] == others[-1 - last]:
        last += 1
    return "\n".join(lines[max(0, first - 1) : len(lines) - max(0, last - 1)])


def _component(component: Component) -> str:
    lines = [f"## {component.type}\n", component.doc + "\n"]
    if component.type in _PICTURES:
        name, words = _PICTURES[component.type]
        lines.append(f"![{words}](gallery/{name}.png)\n")
    if component.props:
        lines += ["| prop | kind | says |", "|---|---|---|"]
        for name, prop in component.props.items():
            kind = " or ".join(prop.choices) or prop.kind
            marks = [mark for mark, on in (("required", prop.required), ("row", prop.scope == "row")) if on]
            default = f" Default: `{json.dumps(prop.default)}`." if prop.default is not None else ""
            lines.append(f"| `{name}` | {', '.join([kind, *marks])} | {prop.doc}.{default} |")
        lines.append("")
    if component.children:
        lines.append("Takes `children`: a list of components.\n")
    lines += ["```json", json.dumps(component.example, indent=2, ensure_ascii=False), "```\n"]
    return "\n".join(lines)


_TRANSFORMS = """\
## Transforms

`transform` is a list of steps, carried out in order before a component draws. Each step is an object with
one member. It sees the rows that the step before it left, and the checker knows their type. Of a map,
`$key` is known until `aggregate` or `pivot` makes other rows; `calculate` can keep it. Where several values
become one, those that are absent or null are left out.
"""


def _transforms() -> str:
    steps = {name: json.dumps({name: step.example}, ensure_ascii=False) for name, step in TRANSFORMS.items()}
    lines = [
        _TRANSFORMS,
        "| step | says | example |",
        "|---|---|---|",
        *(f"| `{name}` | {TRANSFORMS[name].doc} | `{example}` |" for name, example in steps.items()),
        "",
        "| `op` of aggregate and pivot | gives |",
        "|---|---|",
        *(f"| `{name}` | {doc} |" for name, doc in OPS.items()),
        "",
        "| `op` of window | gives |",
        "|---|---|",
        *(f"| `{name}` | {doc} |" for name, doc in WINDOW_OPS.items()),
        "",
    ]
    return "\n".join(lines)


def _table(title: str, head: str, rows: Mapping[str, str]) -> str:
    body = [f"| {name} | {doc.replace('|', '/')} |" for name, doc in rows.items()]
    return "\n".join([f"## {title}\n", f"| {head} | says |", "|---|---|", *body, ""])


def _limits() -> str:
    return (
        "## Limits\n\n"
        f"A spec has at most {DEFAULT_LIMITS.spec_bytes // 1024} KB, a component "
        f"{DEFAULT_LIMITS.component_bytes // 1024} KB, the result {DEFAULT_LIMITS.components} components in "
        f"{DEFAULT_LIMITS.depth} levels. `[limits]` in genui.toml changes that.\n"
    )


if __name__ == "__main__":
    for name, data in documents().items():
        (Path(__file__).parents[2] / "docs" / name).write_bytes(data)
