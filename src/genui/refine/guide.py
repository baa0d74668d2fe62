"""docs/refine.md: what genui refine understands, rendered from the table of acts."""

from genui.expressions import UNITS
from genui.refine.acts import ACTS
from genui.refine.english.phrases import CANNOT
from genui.refine.english.values import CONTROLS, CURRENCIES, FORMATS

INTRODUCTION = """\
# Changing a view in words

Made from the tables in src/genui/refine by `python -m genui.docs`; do not edit.

    genui refine get_forecast "line chart of high by date, hide wind and sort by date descending"
    genui refine get_forecast --from wishes.txt     # one wish a line, # comments, - is stdin
    genui refine get_forecast "dark mode" --dry-run # the change, nothing written; --json for machines
    genui history get_forecast
    genui undo get_forecast                         # or: genui undo get_forecast 3

No model, no key and no network. A wish is split into clauses; in each the reader finds an act by its words
and fills its slots with names (of columns, fields, parts, choices, values), numbers, formats and directions.
Typos are mended; several wishes go into one sentence, with their reasons ("…, nobody reads it"); "it" is what
was named last.

**All or nothing**: every word has its place, or nothing is written and the exit code is 4. A refusal says
which it is: not understood (the word, and what is near to it), no such name (the nearest), ambiguous (the
candidates, as commands to copy), nothing that a view can do, or that it would change nothing. A name may be
short or misspelt (`temp` for `temperature_c`). Where an example is kept, names and values are those that its
page shows, also of rows that it reads from a text. Where neither a schema nor an example tells what a tool
answers, a name is taken as it is written (`created_at`, or in quotes), and the page applies it where the
result has such a member. A part of a wish that the view fulfils already stops no other part, and is told.

Tools are those of `generated/tools/`, so nothing is started; run `genui build` when the server changed.

## The ledger

Each wish is a step in the `ledger` of `view.json`: the words, the patch of the spec (RFC 6902,
each change guarded by a `test` of what was there) and the verdict of the checker. Steps are cumulative.

- `genui build` replays the ledger whenever the tool, the config or the compiler gives a new baseline: each
  step by its patch, led to where its entries stand now. Where the tests in it fail, the words are read anew
  and the new patch is kept.
- Two branches that refine one view are joined; see [merging.md](merging.md).
- A step that does not apply any more stays in the ledger with the reason as its verdict, and every build
  tells it (`step-conflict`). It applies again when its member is back.
- `genui build --force` keeps the ledger. `genui undo` restores the bytes of the view, the artifact and
  the manifest; the tool and the config being the same, the directory is what it was before.
- A unit changes by conversion or not at all: temperatures, lengths, weights, volumes and speeds are
  converted; money in another currency is refused.
- What was wished in a chat stands before the committed view until it is adopted or taken back; see
  [serve.md](serve.md).
- A view that a hand has changed is refined as it is, and stays marked as changed by hand.

## What is understood

Words may stand in other orders and forms than here.

| about | for example |
|---|---|
"""

ENDING = """
Formats: {formats}.

Colours: red, yellow, green, blue and grey, which are the tones bad, warn, ok, info and neutral.

Units: {units}.

Currencies: {currencies}.

Controls: {controls}.

What a wish cannot ask for yet is refused as such: {cannot}. For
that write a page (`mode = "html"`), or change the server. Other words may be read by a model:
`[model] provider` in genui.toml.
"""


def guide_page() -> str:
    """Return docs/refine.md."""
    rows = [f"| {act.name} | " + " · ".join(f"`{one}`" for one in act.examples) + " |" for act in ACTS]
    ending = ENDING.format(
        formats=", ".join(FORMATS),
        units=", ".join(unit for alike in UNITS.values() for unit in alike),
        currencies=", ".join(CURRENCIES),
        controls=", ".join(CONTROLS),
        cannot=", ".join(CANNOT),
    )
    return INTRODUCTION + "\n".join(rows) + "\n" + ending
