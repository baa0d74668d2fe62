"""How a form behaves under hands and keys: focus, folds, messages, confirmation, what the host fills in."""

import pytest
from browser import assert_clean
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TEXT = {"type": "string"}
DONE = {"content": [{"type": "text", "text": "done"}]}


def tool(properties, required=(), **more):
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": "do_it", "inputSchema": schema, **more}


def named(view, name):
    return view.frame.locator(f'[name="{name}"]')


def test_enter_in_a_line_runs_the_tool_and_in_a_text_area_does_not(open_tool):
    view = open_tool(tool({"q": TEXT, "body": TEXT}, ["q"]), call=DONE)
    named(view, "q").fill("x")

    named(view, "body").press("Enter")
    assert not view.calls
    named(view, "q").press("Enter")

    assert view.wait_calls(1)[0]["arguments"] == {"q": "x", "body": "\n"}


def test_control_enter_runs_from_anywhere(open_tool):
    view = open_tool(tool({"body": TEXT, "n": {"type": "integer"}}), call=DONE)

    named(view, "body").press("Control+Enter")

    assert view.wait_calls(1)[0]["arguments"] == {}
    assert_clean(view)


def test_messages_follow_the_typing_after_the_first_attempt(open_tool):
    view = open_tool(
        tool(
            {"mail": {"type": "string", "format": "email"}, "n": {"type": "integer", "minimum": 1}}, ["mail"]
        )
    )
    mail = named(view, "mail")
    mail.fill("freya@")
    expect(mail).not_to_have_attribute("aria-invalid", "true")

    view.frame.locator("[data-submit]").click()
    expect(mail).to_be_focused()
    expect(view.frame.get_by_role("alert")).to_contain_text("1 value needs a change")
    expect(view.frame.locator(".err")).to_have_text("Add a domain after the @, like name@example.com.")
    mail.fill("freya@example.com")

    expect(mail).not_to_have_attribute("aria-invalid", "true")
    expect(view.frame.get_by_role("alert")).to_have_count(0)
    named(view, "n").fill("0")
    expect(view.frame.locator(".err")).to_have_text("Use 1 or more.")


def test_the_summary_links_to_what_needs_a_change_even_in_a_closed_fold(open_tool):
    fields = {f"f{i}": TEXT for i in range(6)} | {"last": {"type": "string", "minLength": 3}}
    view = open_tool(tool(fields), {"version": 1, "result": [{"type": "auto"}], "form": {"folded": ["last"]}})
    fold = view.frame.locator("details.fold")
    fold.locator("summary").click()
    named(view, "last").fill("x")
    fold.locator("summary").click()

    view.frame.locator("[data-submit]").click()

    expect(named(view, "last")).to_be_focused()
    named(view, "f0").focus()
    view.frame.get_by_role("alert").get_by_role("link", name="Last").click()
    expect(named(view, "last")).to_be_focused()


def test_more_than_five_optional_fields_are_folded_with_their_number(open_tool):
    view = open_tool(
        tool({f"f{i}": TEXT for i in range(8)} | {"must": TEXT}, ["must"]),
        {"version": 1, "result": [{"type": "auto"}]},
    )

    fold = view.frame.locator("details.fold")
    expect(fold.locator("summary")).to_have_text("More options3 optional")
    expect(named(view, "f7")).to_be_hidden()
    names = view.frame.locator(".form [name]").evaluate_all("all => all.map((el) => el.name)")
    assert names[0] == "must"

    fold.locator("summary").click()
    named(view, "f7").press("Escape")
    expect(named(view, "f7")).to_be_hidden()
    expect(fold.locator("summary")).to_be_focused()


def test_focus_follows_adding_moving_and_removing_entries(open_tool):
    rows = {"type": "array", "items": {"type": "object", "properties": {"k": TEXT}}}
    view = open_tool(tool({"rows": rows}, ["rows"]))
    add = view.frame.locator('[data-add="rows"]')

    for value in "abc":
        add.click()
        expect(view.frame.locator(":focus")).to_have_attribute("name", f"rows.{'abc'.index(value)}.k")
        view.frame.locator(":focus").fill(value)
    view.frame.locator('[data-down="rows.0"]').click()
    expect(view.frame.locator(":focus")).to_have_attribute("data-down", "rows.1")
    view.frame.locator('[data-down="rows.1"]').click()
    expect(view.frame.locator(":focus")).to_have_attribute("data-up", "rows.2")
    view.frame.locator('[data-remove="rows.0"]').click()
    expect(view.frame.locator(":focus")).to_have_attribute("data-remove", "rows.0")
    expect(view.frame.locator(".item > legend")).to_have_text(["Item 1 of 2", "Item 2 of 2"])
    view.frame.locator('[data-remove="rows.1"]').click()
    view.frame.locator('[data-remove="rows.0"]').click()
    expect(add).to_be_focused()


def test_an_optional_object_can_be_added_and_taken_away(open_tool):
    view = open_tool(
        tool({"geo": {"type": "object", "properties": {"lat": {"type": "number"}}, "required": ["lat"]}}),
        call=DONE,
    )

    view.frame.locator('[data-include="geo"]').click()
    expect(named(view, "geo.lat")).to_be_focused()
    view.frame.get_by_role("button", name="Remove geo").click()
    expect(view.frame.locator('[data-include="geo"]')).to_be_focused()
    view.frame.locator("[data-submit]").click()

    assert view.wait_calls(1)[0]["arguments"] == {}


def test_a_destructive_tool_asks_once_more_in_place_of_its_button(open_tool):
    schema = tool({"repository": TEXT}, ["repository"], annotations={"destructiveHint": True}) | {
        "name": "delete_repository"
    }
    view = open_tool(schema, call=DONE)
    named(view, "repository").fill("acme/legacy")
    view.frame.locator("[data-submit]").click()

    expect(view.frame.locator(":focus")).to_have_text("Delete acme/legacy?")
    expect(view.frame.locator("[data-submit]")).to_have_count(0)
    view.frame.locator(":focus").press("Escape")
    expect(view.frame.locator("[data-submit]")).to_be_focused()
    view.frame.locator("[data-submit]").click()
    view.frame.locator("[data-cancel]").click()
    assert not view.calls
    view.frame.locator("[data-submit]").click()
    view.frame.locator("[data-confirm]").click()

    assert view.wait_calls(1)[0]["arguments"] == {"repository": "acme/legacy"}


@pytest.mark.parametrize("annotations", [{}, {"destructiveHint": False}, {"readOnlyHint": False}])
def test_only_an_explicit_destructive_hint_asks(open_tool, annotations):
    view = open_tool(tool({}, annotations=annotations), call=DONE)

    view.frame.locator("[data-submit]").click()

    assert len(view.wait_calls(1)) == 1


def test_whatever_the_host_fills_in_is_sent_again(open_tool):
    odd = {
        "q": "x",
        "n": "twelve",
        "mode": "unheard of",
        "tags": "a,b",
        "extra": {"deep": [1]},
        "when": "2026-01-02T03:04:05.678+02:00",
    }
    fields = {
        "q": TEXT,
        "n": {"type": "integer"},
        "mode": {"enum": ["a", "b"]},
        "tags": {"type": "array", "items": TEXT},
    }
    view = open_tool(tool(fields | {"when": {"type": "string", "format": "date-time"}}))

    view.send_input(odd)
    view.frame.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")

    expect(named(view, "n.@json")).to_have_value('"twelve"')
    view.frame.locator("[data-json-mode]").click()
    assert view.frame.evaluate("JSON.parse(document.querySelector('[name=\"@json\"]').value)") == odd


def test_the_focus_stays_in_its_field_when_the_host_fills_the_form(open_tool):
    view = open_tool(tool({"q": TEXT}))

    named(view, "q").focus()
    view.send_partial({"q": "hello"})

    expect(named(view, "q")).to_have_value("hello")
    expect(named(view, "q")).to_be_focused()


def test_partial_input_fills_the_form_until_somebody_types(open_tool):
    view = open_tool(tool({"q": TEXT, "tags": {"type": "array", "items": TEXT}}))

    view.send_partial({"q": "hel", "tags": [None]})
    view.send_partial({"q": "hello", "tags": ["a", None]})
    expect(named(view, "q")).to_have_value("hello")
    named(view, "q").fill("mine")
    view.send_partial({"q": "hello there"})

    expect(named(view, "q")).to_have_value("mine")
    assert_clean(view)


def test_the_form_survives_a_round_trip_through_json(open_tool):
    view = open_tool(tool({"a": TEXT, "rows": {"type": "array", "items": {"type": "integer"}}}), call=DONE)
    named(view, "a").fill("x")
    mode = view.frame.locator("[data-json-mode]")

    mode.click()
    named(view, "@json").fill('{"a": "y", "rows": [1, 2]}')
    mode.click()
    expect(named(view, "rows.1")).to_have_value("2")
    mode.click()
    named(view, "@json").fill("{")
    mode.click()

    expect(named(view, "@json")).to_be_focused()
    expect(named(view, "@json")).to_have_attribute("aria-invalid", "true")


def test_a_default_that_was_cleared_stays_cleared_through_json(open_tool):
    fields = {"a": {**TEXT, "default": "x"}, "n": {"type": "integer", "default": 5}, "v": {"const": 1}}
    view = open_tool(tool(fields), call=DONE)
    named(view, "a").fill("")

    view.frame.locator("[data-json-mode]").click()
    view.frame.locator("[data-json-mode]").click()
    view.frame.locator("[data-submit]").click()

    assert view.wait_calls()[0]["arguments"] == {"n": 5, "v": 1}


def test_a_long_list_is_searched_by_keyboard(open_tool):
    view = open_tool(tool({"land": {"enum": [f"Land {i}" for i in range(200)]}}, ["land"]), call=DONE)
    box = named(view, "land")

    box.fill("19")
    options = view.frame.get_by_role("option")
    expect(options.first).to_have_text("Land 19")
    box.press("ArrowDown")
    box.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    box.press("Enter")
    expect(view.frame.get_by_role("listbox")).to_have_count(0)
    box.press("Enter")

    assert view.wait_calls(1)[0]["arguments"] == {"land": "Land 119"}


def test_a_long_description_is_cut_and_stays_whole_in_the_page(open_tool):
    words = "One sentence says what it is. " * 12
    view = open_tool(tool({"q": {"type": "string", "description": words}}))

    hint = view.frame.locator(".hint")
    expect(hint).to_have_text(words.strip())
    more = view.frame.get_by_role("button", name="more")
    expect(more).to_have_attribute("aria-expanded", "false")
    more.click()
    expect(view.frame.get_by_role("button", name="less")).to_have_attribute("aria-expanded", "true")


def test_the_spec_steers_label_hint_control_order_and_hiding(open_tool):
    spec = {
        "version": 1,
        "result": [{"type": "auto"}],
        "form": {
            "submit": "Find them",
            "order": ["b", "a"],
            "fields": {
                "a": {"label": "First", "hint": "A word", "control": "textarea"},
                "b": {"control": "select"},
                "secret": {"hidden": True},
                "rows.*.k": {"label": "Key"},
            },
        },
    }
    rows = {"type": "array", "items": {"type": "object", "properties": {"k": TEXT}}, "minItems": 1}
    fields = {
        "a": TEXT,
        "b": {"enum": ["x", "y"]},
        "secret": {"type": "string", "default": "s"},
        "rows": rows,
    }
    view = open_tool(tool(fields, ["rows"]), spec, call=DONE)

    expect(view.frame.get_by_label("First")).to_have_attribute("name", "a")
    expect(view.frame.locator("textarea[name=a] ~ .hint")).to_have_text("A word")
    expect(view.frame.locator("select[name=b]")).to_be_visible()
    expect(named(view, "secret")).to_have_count(0)
    named(view, "rows.0.k").fill("v")
    expect(view.frame.get_by_label("Key")).to_have_value("v")
    names = view.frame.locator(".form [name]").evaluate_all("all => all.map((el) => el.name)")
    assert names[:2] == ["b", "a"]
    view.frame.get_by_role("button", name="Find them").click()
    assert view.wait_calls(1)[0]["arguments"] == {"secret": "s", "rows": [{"k": "v"}]}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_forms_of_all_kinds_are_accessible_and_fit_a_phone(open_tool, theme):
    point = {
        "type": "object",
        "properties": {"x": {"type": "number"}, "on": {"type": "boolean"}},
        "required": ["x", "on"],
    }
    fields = {
        "q": {"type": "string", "description": "What to look for. " * 20},
        "at": {"type": "string", "format": "date-time"},
        "heat": {"type": "number", "minimum": 0, "maximum": 2, "default": 1},
        "unit": {"enum": ["small", "large"]},
        "land": {"enum": [f"Land {i}" for i in range(30)]},
        "days": {"type": "array", "uniqueItems": True, "items": {"enum": ["mon", "tue"]}},
        "points": {"type": "array", "items": point, "minItems": 2},
        "tags": {"type": "array", "items": TEXT, "minItems": 2},
        "head": {"type": "object", "additionalProperties": TEXT, "default": {"a": "1", "b": "2"}},
        "pay": {
            "oneOf": [
                {"title": "Card", "properties": {"no": TEXT}},
                {"title": "Cash", "properties": {"sum": TEXT}},
            ]
        },
        "maybe": {"type": ["string", "null"]},
        "any": {},
        "file": {"type": "string", "contentEncoding": "base64"},
        "hue": {"type": "string", "format": "color"},
    }
    view = open_tool(tool(fields, list(fields)), theme=theme, width=320)
    view.frame.locator("[data-submit]").click()
    expect(view.frame.get_by_role("alert")).to_be_visible()

    assert view.axe() == []
    assert view.frame.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_clean(view)
