"""Hostile definitions and results: each compiles to a safe, working view, or is refused with one finding."""

import json
import re
import sys

import pytest
from hostility import CASES, hostile_case

from genui.assets import load_assets
from genui.build import compile_project
from genui.canonical import pretty_json
from genui.config import load_config
from genui.model import Snapshot, Tool
from genui.plaintext import plain_text
from genui.snapshot import definition_files, definition_of
from genui.store import Stored

NAMES = sorted(path.stem for path in CASES.iterdir())
SEEN = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const canaries = document.querySelectorAll("genui-canary,[genui-canary]").length;
  const state = document.documentElement.dataset.state;
  return [document.body.innerText, canaries + (globalThis.genuiCanary ? 1 : 0), state];
}"""
"""What there is to see once two frames are drawn: each question of its own takes as long as all."""


def compiled(case):
    snapshot = Snapshot({"name": "hostile", "version": "1"}, "", (Tool(case["tool"]),))
    return compile_project(snapshot, load_config(None, environ={}), Stored(), load_assets("templates"))


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_definition_compiles_to_a_whole_view_or_is_refused_with_one_finding(name):
    case = hostile_case(CASES / f"{name}.json")

    made = compiled(case)

    if "finding" in case:
        assert [finding.rule for finding in made.findings] == [case["finding"]]
        assert not [one for one in made.outcomes if one.entry]
        return
    assert [outcome.reason for outcome in made.outcomes if outcome.state == "fallback"] == []
    html = made.files[made.outcomes[0].entry.file].decode()
    assert html.count("<script") == html.count("</script>") == 2
    assert "<genui-canary" not in html
    assert "\u202e" not in html


def test_every_definition_survives_its_snapshot():
    tools = tuple(
        Tool({**hostile_case(CASES / f"{name}.json")["tool"], "name": f"tool_{number}"})
        for number, name in enumerate(NAMES)
    )
    files = definition_files(Snapshot({"name": "hostile", "version": "1"}, "", tools))

    read = [definition_of(pretty_json(definition)) for definition in files.values()]

    assert {json.dumps(definition, sort_keys=True) for definition in read} == {
        json.dumps(tool.definition, sort_keys=True) for tool in tools
    }


@pytest.fixture(scope="module")
def alike():
    """Cases by the page that they give, digests aside: it is shown once, with the result of each."""
    pages = {}
    for name in NAMES:
        case = hostile_case(CASES / f"{name}.json")
        if "finding" not in case:
            made = compiled(case)
            html = made.files[made.outcomes[0].entry.file]
            pages.setdefault(re.sub(rb'"[0-9a-f]{64}"', b"", html), []).append((name, case, html))
    return list(pages.values())


@pytest.mark.browser
@pytest.mark.parametrize("group", range(4))
def test_no_hostile_view_executes_data_or_breaks(pages, alike, group):
    sys.setrecursionlimit(20_000)  # for the JSON that the harness writes of deep results
    for cases in alike[group::4]:
        _, first, html = cases[0]
        view = pages.open_view(html, tool=first["tool"])
        for name, case, _ in cases:
            try:
                hold_out(view, case)
            except AssertionError as error:
                raise AssertionError(f"{name}: {error}") from error
        pages.close_shown()


def hold_out(view, case):
    """Send the result of a case, and hold the view to what the case says."""
    from browser import assert_clean

    text = view.frame.evaluate("document.body.innerText")
    if "result" in case:
        view.send_result(case["result"])
    shown, canaries, state = view.frame.evaluate(SEEN)
    text += shown
    assert_clean(view)
    assert canaries == 0
    assert state in ("ready", "result", "error")
    assert [shown for shown in case.get("shows", ()) if shown not in text] == []
    assert [gone for gone in case.get("gone", ()) if gone in text] == []


@pytest.mark.browser
def test_a_member_called_proto_is_sent_as_a_member(open_tool):
    schema = hostile_case(CASES / "proto-sent.json")["tool"]["inputSchema"]
    tool = {"name": "do_it", "inputSchema": {**schema, "required": ["__proto__"]}}
    view = open_tool(tool, call={"content": []})

    view.frame.locator('[name="__proto__"]').fill("a value")
    view.frame.locator("[data-submit]").click()

    arguments = view.wait_calls()[0]["arguments"]
    assert json.dumps(arguments) == '{"__proto__": "a value"}'
    assert view.frame.evaluate("'a' in Object.prototype || Object.keys(Object.prototype).length") == 0


RUNAWAY = [
    ("^(a+)+$", "a" * 40 + "!"),
    ("(a?){50}a{50}", "a" * 49),
    ("^((ab)*c*(d))*$", "d" * 40 + "x"),
    (".*.*.*.*.*=.*", "x" * 20000),
    ("^(([a-z])+.)+[A-Z]([a-z])+$", "a" * 60),
    ("(a*)*\\1b", "a" * 40),
    ("^(?:(?:a?){20}){20}$", "a" * 60 + "!"),
    ("(x{1000}){1000}", "x" * 10),
    ("\\s+$", " " * 40000 + "x"),
    ("(" * 3000 + "a" + ")" * 3000, "a"),
]


@pytest.mark.browser
def test_no_pattern_hangs_a_page(open_runtime):
    page = open_runtime()
    work = "([pattern, text]) => typeof fitsPattern(text, [pattern])"
    for pattern, text in RUNAWAY:
        assert page.evaluate(work, [pattern, text]) == "boolean"  # it came to an end


@pytest.mark.browser
def test_patterns_are_held_all_the_same(open_runtime):
    page = open_runtime()
    rows = (
        ("^[A-Z]{2}\\d{3}$", "AB123", True),
        ("^[A-Z]{2}\\d{3}$", "AB12", False),
        ("b+", "aab", True),
        ("[", "x", True),
    )

    for pattern, text, fits in rows:
        found = page.evaluate("([pattern, text]) => fitsPattern(text, [pattern])", [pattern, text])
        assert found is fits, (pattern, text)


def test_overrides_of_the_order_are_named():
    assert plain_text("report\u202efdp.exe \u202d \u2067ok") == "report[U+202E]fdp.exe [U+202D] \u2067ok"
