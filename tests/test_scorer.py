"""The scorer: fixed measures that tell a better view from a plainer one, and a wrong one from both."""

import pytest

from genui.generate.offline import generate
from genui.generate.scorer import score_page, score_spec, weakest
from genui.model import Tool, errors_of
from genui.typecheck import check_spec
from genui.wishes import Wishes

TOOL = Tool(
    {
        "name": "list_parcels",
        "description": "Returns the parcels of a customer with their weights and dates.",
        "inputSchema": {
            "type": "object",
            "required": ["cust_ref"],
            "properties": {"page": {"type": "integer"}, "cust_ref": {"type": "string"}},
        },
        "outputSchema": {
            "type": "object",
            "properties": {
                "total_weight_kg": {"type": "number"},
                "parcels": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "number": {"type": "string"},
                            "sent_at": {"type": "string"},
                            "size_bytes": {"type": "integer"},
                        },
                    },
                },
            },
        },
    }
)
ROWS = {"$path": "/result/parcels"}
GOOD = {
    "version": 1,
    "title": "Parcels of a customer",
    "description": "What is on its way, and how heavy it is.",
    "form": {
        "submit": "Show parcels",
        "order": ["cust_ref"],
        "folded": ["page"],
        "fields": {"cust_ref": {"label": "Customer", "hint": "Name or number", "placeholder": "C-1044"}},
    },
    "result": [
        {
            "type": "stat-cards",
            "props": {
                "stats": [
                    {"label": "Weight, kg", "value": {"$path": "/result/total_weight_kg"}, "format": "number"}
                ]
            },
        },
        {
            "type": "table",
            "title": "Parcels",
            "props": {
                "rows": ROWS,
                "columns": [
                    {"key": "/number", "label": "Number"},
                    {"key": "/sent_at", "label": "Sent", "format": "datetime"},
                    {"key": "/size_bytes", "label": "Size", "format": "bytes"},
                ],
            },
        },
    ],
}


def scored(spec, tool=TOOL, **wishes):
    findings = check_spec(spec, tool)
    assert not errors_of(findings)
    return score_spec(spec, tool, wishes=Wishes(**wishes), findings=findings)


def with_columns(*columns):
    stats, table = GOOD["result"]
    return {**GOOD, "result": [stats, {**table, "props": {"rows": ROWS, "columns": list(columns)}}]}


def baseline():
    view, _ = generate(TOOL, Wishes())
    return scored(view.spec)


def test_a_view_in_words_of_its_domain_is_better_than_the_offline_one():
    good = scored(GOOD)
    assert good.total > baseline().total
    assert good.words > baseline().words
    assert good.form > baseline().form


COLUMNS = GOOD["result"][1]["props"]["columns"]
POORER = {
    "a table whose columns are all hidden": with_columns(*({**one, "hidden": True} for one in COLUMNS)),
    "most of the result left out": {**GOOD, "result": GOOD["result"][:1]},
    "names of programs for labels": with_columns(*({**one, "label": one["key"][1:]} for one in COLUMNS))
    | {"title": "list_parcels", "description": "", "form": {}},
}


@pytest.mark.parametrize("what", POORER)
def test_a_poorer_view_loses(what):
    poor, least = scored(POORER[what]), baseline()
    assert poor.total < least.total - 5
    assert "against" in weakest(least, poor)


def test_a_hidden_column_is_worth_nearly_as_much_as_a_shown_one():
    first, *others = COLUMNS
    partly = scored(with_columns(first, *({**one, "hidden": True} for one in others)))
    assert scored(POORER["a table whose columns are all hidden"]).fields < partly.fields < scored(GOOD).fields


def test_a_format_that_does_not_fit_is_worse_than_one_that_the_page_guesses():
    number, sent, size = COLUMNS
    none = scored(with_columns(number, {k: v for k, v in sent.items() if k != "format"}, size))
    wrong = scored(with_columns(number, {**sent, "format": "badge"}, size))
    assert wrong.formats < none.formats < scored(GOOD).formats


@pytest.mark.parametrize("label", ["GitHub stars", "Größe", "ID", "取引先"])
def test_words_with_capitals_or_other_scripts_are_words(label):
    assert scored(with_columns({**COLUMNS[0], "label": label}, *COLUMNS[1:])).words == scored(GOOD).words


def test_guessed_paths_of_an_unknown_result_lose_against_looking_at_it():
    tool = Tool({"name": "list_parcels", "inputSchema": {"type": "object"}})
    spec = {**GOOD, "form": {"submit": "Show parcels"}}
    seen = scored({**spec, "result": [{"type": "auto"}]}, tool)
    assert scored(spec, tool).total < seen.total - 5


def test_a_page_is_compared_by_what_its_text_tells():
    page = score_page("<title>x</title>", TOOL, wishes=Wishes(), findings=())
    assert page.formats is None
    assert "words" not in str(page)
    assert scored(GOOD).total_of(page) == 100
    assert weakest(scored(GOOD), page) == "fields 0 against 100"
