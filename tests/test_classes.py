"""Classes with short names in a page are named nowhere but where scripts and the style name classes."""

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest

from genui.assets import load_assets
from genui.javascript import decoded, parse_script
from genui.runtime import linked_runtime, runtime_of
from genui.runtime.classes import (
    ALONE,
    CLASSES,
    PROPERTIES,
    TAGGED,
    classes_in,
    in_style,
    in_text,
    own_classes,
)
from genui.runtime.files import scripts_in
from genui.spec.grammar import LAYOUTS

TEMPLATES = load_assets("templates")
WORD = re.compile(r"[A-Za-z][\w-]*")
IN_STYLE = frozenset(
    re.findall(r"\.([A-Za-z][\w-]*)", re.sub(r"/\*.*?\*/", "", TEMPLATES.texts["style.css"]))
)

MEANT = """
    area bar cards cell chart check diff edge edit entry field form grid group item label legend line
    lines link more node note option row rows text time title tree
"""
MEANT_OTHERWISE = frozenset(MEANT.split())
"""Words that strings of scripts say alone and mean no class by."""


def literals(*kinds: str, of: Iterable[str] = scripts_in(TEMPLATES).values()) -> list[str]:
    """Return all literals of these kinds in scripts, by default the runtime."""
    found, stack = [], [parse_script(text).root_node for text in of]
    while stack:
        node = stack.pop()
        stack += node.children
        if node.type in kinds:
            found.append(decoded(node))
    return found


def test_every_class_with_a_short_name_is_one_of_the_style() -> None:
    assert CLASSES <= IN_STYLE
    assert ALONE <= CLASSES


def test_strings_name_these_classes_as_classes_alone() -> None:
    told = [text[1:-1] for text in literals("string")]
    named = {text: classes_in(text) for text in told if CLASSES & {*classes_in(text)}}

    assert len(named) > 60
    assert [
        text for text, names in named.items() if set(names) - IN_STYLE - {"combo", "grid-2", "grid-3"}
    ] == []


def test_what_could_be_a_list_of_classes_is_told_to_be_one_or_none() -> None:
    parts = {text.strip() for text in literals("string_fragment")}
    alone = {text[1:-1].strip() for text in literals("string")} | parts
    doubtful = {
        text for text in alone if text and set(text.split()) <= IN_STYLE and CLASSES & {*text.split()}
    }

    assert {text for text in doubtful if not ALONE.issuperset(text.split())} <= MEANT_OTHERWISE


def test_no_class_is_said_in_parts_or_in_a_pattern() -> None:
    texts = literals("template_string", "regex") + [text for text in literals("string") if text[0] == "'"]
    names = "|".join(sorted(CLASSES))

    assert [text for text in texts if re.search(rf"\.(?:{names})\b(?!\(|\.|\}})", text)] == []


def test_no_class_is_one_of_the_page_or_of_a_spec() -> None:
    page = {*WORD.findall(" ".join(re.findall(r'class="([^"]*)"', TEMPLATES.texts["page.html"])))}

    assert CLASSES & (page | {*LAYOUTS}) == set()


@pytest.mark.parametrize(
    ("text", "brief"),
    [
        ("div.stack small dim", "div.stack a b"),
        ("span.small ", "span.a "),
        ("quiet push", "c push"),
        ("quiet word", "quiet word"),
        ("small", "small"),
        (".small dim", ".a b"),
        ("legend,.dim:is(.small,[open])>a", "legend,.b:is(.a,[open])>a"),
        ("small.dim-2", "small.dim-2"),
        ("Too small. Be dim", "Too small. Be dim"),
    ],
)
def test_a_string_keeps_what_means_no_class(text: str, brief: str) -> None:
    assert in_text(text, {"small": "a", "dim": "b", "quiet": "c"}) == brief


def test_a_style_keeps_what_is_no_class() -> None:
    css = '.dim,small .dim-2:not(.dim){margin:.5em;width:1.5rem;content:".dim"}'

    assert in_style(css, {"dim": "a"}) == '.a,small .dim-2:not(.a){margin:.5em;width:1.5rem;content:".dim"}'


def test_what_a_template_of_the_user_mentions_keeps_its_name() -> None:
    theirs = replace(TEMPLATES, texts={**TEMPLATES.texts, "page.html": "<p class='dim'>"}, digest="page")

    assert own_classes(TEMPLATES) == CLASSES
    assert own_classes(theirs) == CLASSES - {"dim"}
    assert all(".dim" in part for part in linked_runtime(theirs, ["auto.js"]))


def test_a_custom_property_has_one_short_name_in_scripts_and_style() -> None:
    css, texts = TEMPLATES.texts["style.css"], scripts_in(TEMPLATES).values()
    theirs = replace(TEMPLATES, texts={**TEMPLATES.texts, "page.html": "<p style='--fg2:red'>"}, digest="own")
    pages = [linked_runtime(TEMPLATES, ["auto.js", "dag.js"]), linked_runtime(theirs, ["auto.js", "dag.js"])]

    assert all(re.search(rf"{name}\b", text) for name in PROPERTIES for text in (css, "".join(texts)))
    assert [name for name in PROPERTIES for text in pages[0] if name in text] == []
    assert [name for name in PROPERTIES for text in pages[1] if name in text] == ["--fg2"] * 2
    for script, style in pages:
        said = {*re.findall(r"--[a-zA-Z]\w*(?=:)", script)}
        assert len(said) > 4
        assert {name for name in said if f"var({name}" not in style} == set()


def test_a_page_styles_the_classes_that_it_gives() -> None:
    script, css = linked_runtime(TEMPLATES, [name for name in runtime_of(TEMPLATES).pieces if "form" in name])
    told = [each for text in literals("string", of=[script]) for each in text[1:-1].split("|")]
    given = {name for text in told if TAGGED.fullmatch(text) for name in WORD.findall(text)[1:]}
    styled = {*re.findall(r"\.([A-Za-z_][\w-]*)", css)}

    assert len(given & styled) > 35
    assert (given | styled) & CLASSES == set()
