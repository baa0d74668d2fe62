"""Hosts are told of the views that are worth more than text; the table of docs/serve.md says which."""

import json
import tomllib

import pytest
from kept import store_tools

from genui.announce import announced, useful
from genui.cli import main
from genui.config import load_config

TEXT = {"content": [{"type": "text", "text": "Order A-7 was cancelled."}]}
LONG = {"content": [{"type": "text", "text": "The history of rain. " * 40}]}
IMAGE = {"content": [{"type": "image", "data": "", "mimeType": "image/png"}]}
ROWS = {"content": [], "structuredContent": {"orders": [{"id": 1}]}}
JSON = {"content": [{"type": "text", "text": '{"a": 1, "b": 2, "c": 3}'}]}
PYTHON = {"content": [{"type": "text", "text": "[{'id': 1}]"}]}
ONE = {"type": "object", "properties": {"result": {"type": "integer"}}}
WRAPPED = {"type": "object", "properties": {"result": {"type": "string"}}}
SEVERAL = {"type": "object", "properties": {name: {"type": "number"} for name in "abc"}}
LIST = {"type": "object", "properties": {"result": {"type": "array", "items": {"type": "object"}}}}
NESTED = {"type": "object", "properties": {"page": {"$ref": "#/$defs/Page"}}, "$defs": {"Page": LIST}}


@pytest.mark.parametrize(
    ("tool", "results", "view", "why"),
    [
        ({"name": "list_orders"}, [TEXT], False, "one line"),
        ({"name": "list_orders"}, [LONG], False, "for the model to read"),
        ({"name": "cancel"}, [ROWS], True, "rows or several values"),
        ({"name": "cancel"}, [JSON], True, "rows or several values"),
        ({"name": "cancel"}, [PYTHON], True, "rows or several values"),
        (
            {"name": "cancel"},
            [{"structuredContent": {"result": '[{"id": 1}]'}}],
            True,
            "rows or several values",
        ),
        ({"name": "cancel"}, [IMAGE], True, "media"),
        ({"name": "cancel"}, [TEXT, ROWS], True, "rows or several values"),
        ({"name": "count_notes", "outputSchema": ONE}, [], False, "one or two values"),
        ({"name": "list_notes", "outputSchema": WRAPPED}, [], True, "'list'"),
        ({"name": "search", "outputSchema": {"type": "object"}}, [], True, "'search'"),
        ({"name": "cancel", "outputSchema": WRAPPED}, [], False, "nothing says"),
        ({"name": "totals", "outputSchema": SEVERAL}, [], True, "3 members"),
        ({"name": "cancel", "outputSchema": LIST}, [], True, "has rows"),
        ({"name": "cancel", "outputSchema": NESTED}, [], True, "has rows"),
        ({"name": "report", "annotations": {"readOnlyHint": False}}, [], False, "plain confirmation"),
        ({"name": "listOrders"}, [], True, "'list'"),
        ({"name": "enlist"}, [], False, "nothing says"),
        ({"name": "read_file", "annotations": {"readOnlyHint": True}}, [], False, "nothing says"),
        ({"name": 7, "outputSchema": [], "annotations": "x"}, [], False, "nothing says"),
    ],
)
def test_a_view_is_useful_by_the_first_rule_that_applies(tool, results, view, why):
    told = useful(tool, [{"arguments": {}, "result": result} for result in results])

    assert told.view is view
    assert why in told.why


CANCEL = {"name": "cancel_order", "inputSchema": {"type": "object"}}


@pytest.mark.parametrize(
    ("text", "flags", "view"),
    [
        ("", {}, True),
        ('[serve]\nannounce = "useful"', {}, False),
        ('[serve]\nannounce = "useful"\n[tools.cancel_order]\nannounce = true', {}, True),
        ("[tools.cancel_order]\nannounce = false", {}, False),
        ("[tools.cancel_order]\nannounce = false", {"serve.views": "all"}, True),
        ("[tools.cancel_order]\nannounce = true", {"serve.views": "none"}, False),
    ],
)
def test_a_tools_own_setting_wins_over_the_table_and_a_session_over_both(tmp_path, text, flags, view):
    (tmp_path / "genui.toml").write_text(text, encoding="utf-8")

    assert announced(load_config(tmp_path, environ={}, flags=flags), CANCEL).view is view


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "genui.toml").write_text(
        '[upstream]\ncommand = "no-such-program"\n[serve]\nannounce = "useful"\n', encoding="utf-8"
    )
    store_tools(tmp_path / "generated", CANCEL, {"name": "list_orders", "inputSchema": {"type": "object"}})
    return tmp_path


def test_list_inspect_and_build_say_which_views_stay_text_and_why(project, capsys):
    assert main(["build", "--from-snapshot"]) == 0
    assert "note: hosts show these as text: cancel_order; genui list says why" in capsys.readouterr().err
    main(["list", "--from-snapshot"])
    cancel, orders, _ = capsys.readouterr().out.splitlines()
    assert "text only: nothing says that it answers with more than a text" in cancel
    assert "text only" not in orders
    main(["inspect", "list_orders", "--from-snapshot", "--json"])
    assert json.loads(capsys.readouterr().out)["announced"] == "to hosts: its name says 'list'"


def test_refine_says_where_hosts_do_not_show_the_view(project, capsys):
    assert main(["build", "--from-snapshot"]) == 0
    capsys.readouterr()
    assert main(["refine", "list_orders", "title: All orders"]) == 0
    assert "as text" not in capsys.readouterr().err
    assert main(["refine", "cancel_order", "title: Cancel"]) == 0
    assert "announce = true in [tools.cancel_order] of genui.toml shows the view" in capsys.readouterr().err


def test_a_new_configuration_announces_what_is_useful(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["init", "--dry-run", "--", "npx", "server"]) == 0

    assert tomllib.loads(capsys.readouterr().out)["serve"] == {"announce": "useful"}
