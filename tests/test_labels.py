"""Names and prose told to people: the table shared with the page, titles, buttons, hints."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genui.labels import field_help, first_sentence, label_of, submit_label, title_of
from genui.model import Tool

LABELS = json.loads((Path(__file__).parent / "cases/labels.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "label"), LABELS, ids=lambda text: ascii(text)[:40])
def test_a_name_becomes_a_label(name, label):
    assert label_of(name) == label


@pytest.mark.browser
def test_the_page_says_the_same_labels(open_runtime):
    page = open_runtime()
    names = [name for name, _ in LABELS]
    told = page.evaluate("(names) => JSON.parse(names).map(labelOf)", json.dumps(names))
    assert dict(zip(map(ascii, names), map(ascii, told), strict=True)) == {
        ascii(name): ascii(label) for name, label in LABELS
    }


def tool(name="", title=None, description="", annotated=None):
    definition = {"name": name, "description": description, "inputSchema": {"type": "object"}}
    if title is not None:
        definition["title"] = title
    if annotated is not None:
        definition["annotations"] = {"title": annotated}
    return Tool(definition)


@pytest.mark.parametrize(
    ("made", "title"),
    [
        (tool("get_forecast"), "Get forecast"),
        (tool("getForecast", title="Weather forecast"), "Weather forecast"),
        (tool("x", annotated="List orders"), "List orders"),
        (tool("x", title="  A\n\ttitle\x00 "), "A title"),
        (tool("x", title=""), "X"),
        (tool("slack_list_channels"), "Slack list channels"),
        (tool("../x"), "X"),
        (tool(""), "Tool"),
        (tool("🙂"), "🙂"),
        (tool("\u202egnp.exe"), "GNP exe"),
        (tool("名前"), "名前"),
    ],
)
def test_a_view_has_a_title(made, title):
    assert title_of(made) == title


def test_a_title_is_cut_at_a_word():
    title = title_of(tool("x", title="word " * 100))
    assert len(title) <= 80
    assert title.endswith("word…")


def test_a_tool_that_only_reads_and_names_no_deed_is_shown():
    reader = {"name": "monthly_totals", "inputSchema": {}, "annotations": {"readOnlyHint": True}}

    assert submit_label(Tool(reader)) == "Show monthly totals"
    assert submit_label(Tool({**reader, "annotations": {}})) == "Run monthly totals"


@pytest.mark.parametrize(
    ("made", "button"),
    [
        (tool("get_forecast"), "Get forecast"),
        (tool("list_orders"), "List orders"),
        (tool("x", title="Get Forecast"), "Get forecast"),
        (tool("x", title="Search GitHub Repositories"), "Search GitHub repositories"),
        (
            tool("x", title="Search Jira Issues", description="Search issues in a Jira project."),
            "Search Jira issues",
        ),
        (tool("x", title="Export CSV File"), "Export CSV file"),
        (tool("weather"), "Get weather"),
        (tool("random", description="Generates random numbers from a seed."), "Generate random numbers"),
        (tool("random", description="Random numbers. Get as many as you like."), "Get random"),
        (tool("git_status"), "Run git status"),
        (tool("slack_list_channels"), "List channels"),
        (tool("git_create_branch"), "Create branch"),
        (tool("maps_distance_matrix"), "Run maps distance matrix"),
        (tool("echo", title="Echo Tool"), "Echo"),
        (tool("x", title="Read File (Deprecated)"), "Read file"),
        (tool("x", title="Delete repository."), "Delete repository"),
        (tool("x", title="Update A Block"), "Update a block"),
        (tool("order_pizza"), "Run order pizza"),
        (tool("x", title="天気予報"), "天気予報"),
        (tool("x", title="()"), "Run"),
        (tool("x", title="GitHub: List issues"), "List issues"),
    ],
)
def test_the_button_says_verb_and_noun(made, button):
    assert submit_label(made) == button


def test_no_button_says_submit_or_grows_long():
    assert len(submit_label(tool("x", title="Get " + "very " * 30 + "long"))) <= 40


@pytest.mark.parametrize(
    ("description", "sentence"),
    [
        ("", ""),
        ("Get the forecast", "Get the forecast."),
        ("Get the forecast. Then more.", "Get the forecast."),
        ("Adds `a` and **b**.\n\nArgs:\n  a: first", "Adds a and b."),
        ("Lists orders\n\nReturns:\n  a list", "Lists orders."),
        (
            "\n\nScrape content from a single URL.\nThis is the most powerful.",
            "Scrape content from a single URL.",
        ),
        ("Use this tool when the user asks. Finds places by name.", "Finds places by name."),
        ("IMPORTANT: call it first. Sends a message.", "Sends a message."),
        ("Finds e.g. cats, i.e. animals, at home. Nice.", "Finds e.g. cats, i.e. animals, at home."),
        ("Pi is 3.14 here. Yes.", "Pi is 3.14 here."),
        ("See [the docs](https://example.com/a_b) for more", "See the docs for more."),
        ("Notion | Retrieve a user\nError Responses:\n400: Bad request", "Retrieve a user."),
        ("# Heading\n\ntext", "Heading"),
        ("```json\n{}\n```\nRuns it.", "Runs it."),
        ("Search <b>all</b> files!", "Search all files!"),
        ("天気を返します。次。", "天気を返します。"),
        ("**Examples:** none", ""),
        ("\x00\x01Tidy\x07 this", "Tidy this."),
    ],
)
def test_the_first_sentence_is_about_the_tool(description, sentence):
    assert first_sentence(description) == sentence


def test_a_sentence_is_cut_at_a_word():
    cut = first_sentence("word " * 200)
    assert len(cut) <= 200
    assert cut.endswith("word…")


@pytest.mark.parametrize(
    ("description", "hint"),
    [
        ("", ""),
        ("City or postcode", "City or postcode"),
        ("(Optional) The city.", "The city."),
        ("Optional. how many", "How many"),
        ("Optional for guests", "Optional for guests"),
        ("remove_duplicates: the columns", "remove_duplicates: the columns"),
        ("One. Two.", "One. Two."),
        ("Path `a/b`\n\nExample: x", "Path a/b"),
    ],
)
def test_help_is_short_and_plain(description, hint):
    assert field_help(description) == hint


def test_help_keeps_whole_sentences_within_its_length():
    hint = field_help("A short one. " + "Second " * 40 + ".")
    assert hint == "A short one."


@given(st.text(max_size=80), st.text(max_size=400))
def test_no_text_makes_them_raise(name, description):
    made = tool(name, description=description)
    assert title_of(made)
    assert len(submit_label(made)) <= 40
    assert len(first_sentence(description)) <= 201
    assert "\n" not in field_help(description)


def test_long_hostile_prose_is_read_in_bounds():
    for hostile in (
        "[" * 100_000,
        "*" * 100_000,
        "<" * 100_000,
        "`" * 100_000,
        "a." * 50_000,
        " " * 100_000,
        "(" * 99_999,
    ):
        first_sentence(hostile)
        field_help(hostile)
