"""docs/refine.md: what genui refine understands, rendered from the table of rules."""

from genui.refine.formats import CURRENCIES, FORMATS
from genui.refine.forms import CONTROLS
from genui.refine.rules import rules

INTRODUCTION = """\
# Changing a view in words

Made from the rules in src/genui/refine by `python -m genui.docs`; do not edit.

    genui refine get_forecast "line chart of high by date, hide wind and sort by date descending"
    genui refine get_forecast --from wishes.txt     # one wish a line, # comments, - is stdin
    genui refine get_forecast "dark mode" --dry-run # the change, nothing written; --json for machines
    genui history get_forecast
    genui undo get_forecast                         # or: genui undo get_forecast 3

No model, no key and no network: a table of rules reads plain English, typos included. Several wishes go
into one sentence, with their reasons ("…, nobody reads it") and what they replace ("… instead of a table").
A clause that follows no rule is read by what its words are about: acts, parts of the view, members, formats;
every word that says something must have its place in the wish.

**All or nothing**: what was not understood is quoted, nothing is written, and the exit
code is 4. A name may be short or misspelt (`temp` for `temperature_c`); where it can mean two members,
the candidates are told. Where nothing tells what a tool answers, a name is taken as it is written
(`created_at`, or in quotes), and the page applies it where the result has such a member.

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
- A wish is refused where a member is named and only others would change.
- What was wished in a chat stands before the committed view until it is adopted or taken back; see
  [serve.md](serve.md).
- A view that a hand has changed is refined as it is, and stays marked as changed by hand.

## What is understood

Words may stand in other orders and forms than here; "please" and its like are passed over.

| about | for example |
|---|---|
"""

ENDING = """
Formats: {formats}.

Currencies: {currencies}.

Controls: {controls}.

What a table, a chart or a form cannot do is refused: colours and fonts, filters, computed columns, joins,
sorting by two columns. For those, edit `view.json` by hand, or set a model in genui.toml.
"""


def guide_page() -> str:
    """Return docs/refine.md."""
    rows = [
        f"| {rule.name} | " + " · ".join(f"`{example}`" for example in rule.examples) + " |"
        for rule in rules()
    ]
    ending = ENDING.format(
        formats=", ".join(first_words(FORMATS)),
        currencies=", ".join(dict.fromkeys(CURRENCIES.values())),
        controls=", ".join(first_words(CONTROLS)),
    )
    return INTRODUCTION + "\n".join(rows) + "\n" + ending


def first_words(table: dict[str, str]) -> list[str]:
    """Return the first word for each meaning."""
    firsts: dict[str, str] = {}
    for word, meaning in table.items():
        firsts.setdefault(meaning, word)
    return list(firsts.values())
