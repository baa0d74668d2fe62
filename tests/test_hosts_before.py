"""What a person sends: the view of a twin is the form, filled with what the model proposed."""

from typing import Any

import pytest
from browser import CAPABILITIES, assert_clean
from playwright.sync_api import expect

from genui.asking import DEMANDS, asked_text, twin_definition, twin_names
from genui.digests import without

TOOL: dict[str, Any] = {
    "name": "cancel_order",
    "title": "Cancel order",
    "inputSchema": {
        "type": "object",
        "properties": {"id": {"type": "string"}, "reason": {"type": "string"}},
        "required": ["id", "reason"],
    },
    "annotations": {"destructiveHint": True},
}
ASKED = {"content": [{"type": "text", "text": asked_text("cancel_order")}]}
DONE = {"content": [{"type": "text", "text": "Order A-7 was cancelled."}]}


def asked(open_tool: Any, **options: Any) -> Any:
    view = open_tool(TOOL, **options)
    view.send_input({"id": "A-7"})
    view.send_result(ASKED)
    return view


def sent(view: Any) -> None:
    view.frame.locator("[name=reason]").fill("too late")
    view.frame.locator("[data-submit]").click()
    view.frame.locator("[data-confirm]").click()


@pytest.mark.browser
def test_the_form_stands_open_with_what_was_proposed_and_nothing_has_run(open_tool: Any) -> None:
    view = asked(open_tool, call=DONE)

    expect(view.frame.locator("[name=id]")).to_have_value("A-7")
    expect(view.frame.locator("[data-submit]")).to_be_visible()
    expect(view.frame.locator("h1")).to_be_visible()
    expect(view.frame.locator("html")).to_have_attribute("data-state", "ready")
    assert view.frame.locator("[data-result]").count() == 0
    assert view.calls == []
    assert view.axe() == []
    view.frame.locator("[data-submit]").click()
    expect(view.frame.locator("[name=reason]")).to_have_attribute("aria-invalid", "true")


@pytest.mark.browser
def test_what_is_sent_runs_the_real_tool_and_the_model_is_told(open_tool: Any) -> None:
    view = asked(open_tool, call=DONE)
    sent(view)

    expect(view.frame.locator("[data-result]")).to_contain_text("was cancelled")
    assert [(call["name"], call["arguments"]) for call in view.calls] == [
        ("cancel_order", {"id": "A-7", "reason": "too late"})
    ]
    [told] = view.wait_sent("ui/update-model-context")
    assert "Order A-7 was cancelled." in told["content"][0]["text"]
    expect(view.frame.get_by_role("button", name="Copy result")).to_have_count(0)
    assert_clean(view)


@pytest.mark.browser
def test_where_the_model_cannot_be_told_the_result_is_to_be_copied(open_tool: Any) -> None:
    without = {name: value for name, value in CAPABILITIES.items() if name != "updateModelContext"}
    view = asked(open_tool, call=DONE, host_capabilities=without)
    sent(view)

    expect(view.frame.get_by_role("button", name="Copy result")).to_be_visible()
    assert view.sent("ui/update-model-context") == []


@pytest.mark.browser
def test_a_host_that_begins_again_takes_nothing_typed_nor_the_result(open_tool: Any) -> None:
    view = asked(open_tool, call=DONE)
    view.frame.locator("[name=reason]").fill("typed")
    view.send_input({"id": "A-7"})
    view.send_result(ASKED)
    expect(view.frame.locator("[name=reason]")).to_have_value("typed")

    sent(view)
    expect(view.frame.locator("[data-result]")).to_contain_text("was cancelled")
    view.send_input({"id": "A-7"})
    view.send_result(ASKED)
    expect(view.frame.locator("[data-result]")).to_contain_text("was cancelled")


@pytest.mark.browser
def test_a_proposal_that_comes_after_its_answer_fills_the_form(open_tool: Any) -> None:
    view = open_tool(TOOL, call=DONE)
    view.send_result(ASKED)
    view.send_input({"id": "A-7"})

    expect(view.frame.locator("[name=id]")).to_have_value("A-7")
    expect(view.frame.locator("[data-submit]")).to_be_visible()


def test_a_twin_demands_no_member_at_any_depth_and_only_reads() -> None:
    inner = {"type": "object", "properties": {"required": {"type": "string"}}, "required": ["required"]}
    schema = {"anyOf": [{"required": ["id"]}, {"$ref": "#/$defs/Inner"}], "$defs": {"Inner": inner}}
    twin = twin_definition("cancel_order_form", {**TOOL, "inputSchema": schema})

    assert twin["inputSchema"] == {
        "type": "object",
        "anyOf": [{}, {"$ref": "#/$defs/Inner"}],
        "$defs": {"Inner": {"type": "object", "properties": {"required": {"type": "string"}}}},
    }
    assert twin["annotations"]["readOnlyHint"] is True
    assert "wait" in twin["description"]


@pytest.mark.parametrize("schema", [None, True, [], "object"])
def test_a_twin_of_an_odd_schema_is_there_all_the_same(schema: Any) -> None:
    twin = twin_definition("cancel_order_form", {"name": "cancel_order", "inputSchema": schema})

    assert twin["inputSchema"] == {"type": "object"}


def test_a_taken_name_gets_a_number() -> None:
    assert twin_names(["a", "b"], {"a_form", "a_form2"}) == {"a_form3": "a", "b_form": "b"}


def test_data_in_a_schema_are_left_as_they_are() -> None:
    assert without({"default": {"required": ["x"]}, "enum": [{"required": 1}]}, DEMANDS) == {
        "default": {"required": ["x"]},
        "enum": [{"required": 1}],
    }
