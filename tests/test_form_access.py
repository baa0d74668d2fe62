"""Forms by keyboard, in the host's time zone, and within their budget of bytes."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from genui.baseline import baseline
from genui.model import Tool

TEXT = {"type": "string"}
DONE = {"content": [{"type": "text", "text": "done"}]}
CASES = Path(__file__).parent / "cases" / "forms"
SERVERS = Path(__file__).parents[2] / "shared" / "corpus" / "servers"


def tool(properties, required=(), **more):
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": "do_it", "inputSchema": schema, **more}


def named(view, name):
    return view.frame.locator(f'[name="{name}"]')


@pytest.mark.browser
def test_every_control_is_reached_by_tab_in_its_order_and_none_holds_the_focus(open_tool):
    point = {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]}
    fields = {
        "a": TEXT,
        "b": {"enum": ["x", "y"]},
        "c": {"type": "boolean"},
        "land": {"enum": [*range(20)]},
        "points": {"type": "array", "items": point, "minItems": 2},
        "m": {"type": "object", "additionalProperties": TEXT, "default": {"k": "v"}},
        "heat": {"type": "number", "minimum": 0, "maximum": 1},
        **{f"o{i}": TEXT for i in range(8)},
    }
    view = open_tool(tool(fields, ["a", "b", "c", "land", "points", "m", "heat"]))
    view.frame.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    focusable = "input,select,textarea,button:not(:disabled),summary"
    in_order = f"""[...document.querySelectorAll('{focusable}')].filter((el) => el.checkVisibility() &&
      (el.type !== 'radio' || el === document.querySelector(`[name="${{el.name}}"]:checked`) ||
        (!document.querySelector(`[name="${{el.name}}"]:checked`) &&
          el === document.getElementsByName(el.name)[0])))"""
    wanted = view.frame.evaluate(f"{in_order}.map((el, i) => (el.dataset.at = i))")

    view.frame.evaluate(f"{in_order}[0].focus()")
    reached = []
    for _ in wanted:
        reached.append(view.frame.evaluate("+document.activeElement.dataset.at"))
        view.page.keyboard.press("Tab")

    assert reached == wanted


@pytest.mark.browser
def test_a_slider_and_the_number_beside_it_say_the_same_by_keyboard(open_tool):
    view = open_tool(tool({"heat": {"type": "number", "minimum": 0, "maximum": 2, "default": 1}}), call=DONE)

    view.frame.get_by_role("slider").press("ArrowRight")

    expect(named(view, "heat")).to_have_value("1.1")
    view.frame.locator("[data-submit]").click()
    assert view.wait_calls(1)[0]["arguments"] == {"heat": 1.1}


@pytest.mark.browser
def test_a_hint_and_a_message_are_tied_to_their_control(open_tool):
    view = open_tool(tool({"n": {"type": "integer", "minimum": 1, "description": "How many"}}, ["n"]))

    view.frame.locator("[data-submit]").click()

    expect(named(view, "n")).to_be_focused()
    expect(named(view, "n")).to_have_accessible_description("How many N is needed.")
    expect(named(view, "n")).to_have_attribute("required", "")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("zone", "shown", "typed", "sent"),
    [
        ("Europe/Zurich", "2026-02-01T11:00", "2026-07-01T09:30", "2026-07-01T09:30:00+02:00"),
        ("America/Los_Angeles", "2026-02-01T02:00", "2026-02-01T02:01", "2026-02-01T02:01:00-08:00"),
        ("Asia/Kolkata", "2026-02-01T15:30", "2026-02-01T15:31", "2026-02-01T15:31:00+05:30"),
        ("UTC", "2026-02-01T10:00", "2026-02-01T10:01", "2026-02-01T10:01:00Z"),
    ],
)
def test_a_moment_is_shown_and_read_in_the_time_zone_of_the_host(open_tool, zone, shown, typed, sent):
    moment = {"type": "string", "format": "date-time", "default": "2026-02-01T10:00:00Z"}
    view = open_tool(tool({"at": moment, "same": moment}), time_zone=zone, call=DONE)

    expect(named(view, "at")).to_have_value(shown)
    named(view, "at").fill(typed)
    view.frame.locator("[data-submit]").click()

    assert view.wait_calls(1)[0]["arguments"] == {"at": sent, "same": "2026-02-01T10:00:00Z"}


@pytest.mark.parametrize(
    ("format_", "typed", "what"),
    [("date", "02302026", "date"), ("time", "12", "time"), ("date-time", "023020261030A", "date and time")],
)
def test_a_date_that_there_is_not_is_refused_and_not_left_out(open_tool, format_, typed, what):
    view = open_tool(tool({"at": {"type": "string", "format": format_}}), call=DONE)

    named(view, "at").press_sequentially(typed)
    view.frame.locator("[data-submit]").click()

    expect(view.frame.locator(".err")).to_have_text(f"Use a whole, real {what}, or clear it.")
    expect(named(view, "at")).to_be_focused()
    assert not view.calls


def test_a_text_of_several_lines_is_sent_as_the_host_gave_it(open_tool):
    given = {"q": "one\r\ntwo", "mail": "a\nb"}
    view = open_tool(tool({"q": TEXT, "mail": TEXT}), call=DONE)
    view.send_input(given)

    view.frame.evaluate("document.querySelector('[data-submit]').click()")

    assert view.wait_calls(1)[0]["arguments"] == given


def test_a_branch_is_shown_for_what_the_host_has_only_begun_to_give(open_tool):
    shapes = [
        {"title": "Card", "properties": {"kind": {"const": "card"}, "n": TEXT}, "required": ["kind", "n"]},
        {"title": "Cash", "properties": {"kind": {"const": "cash"}, "n": TEXT}, "required": ["kind", "n"]},
    ]
    view = open_tool({"name": "pay", "inputSchema": {"type": "object", "oneOf": shapes}}, call=DONE)
    view.send_partial({"kind": "cash"})

    expect(view.frame.get_by_label("Cash")).to_be_checked()
    assert not view.frame.locator('[name="@json"]').count()


def test_the_config_can_keep_runs_from_the_model():
    from genui.baseline.hints import with_hints

    assert with_hints(baseline(Tool(tool({}))), {"context": False})["context"] is False
