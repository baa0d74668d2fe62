"""Linking makes one self-contained file, the same on every machine: shell, data, style, runtime."""

import json
import re

import html5lib
import pytest

from genui.assets import RUNTIME, STYLE, Assets, load_assets
from genui.canonical import digest
from genui.emergency import emergency_page
from genui.errors import ConfigError
from genui.link import link, shared_bytes, weight
from genui.model import Json, Tool, View
from genui.plaintext import data_text, embed_json

TOOL = Tool({"name": "add", "inputSchema": {"type": "object"}, "_meta": {"secret": 1}, "execution": {}})
ASSETS = load_assets("templates")


def assets(**changes: str) -> Assets:
    """The bundled assets with other texts; `page_html` stands for page.html."""
    texts = {**ASSETS.texts, **{key.replace("_", "."): text for key, text in changes.items()}}
    return Assets(texts, digest(texts))


def linked(tool: Tool = TOOL, *, of: Assets = ASSETS, **spec: Json) -> bytes:
    view = View(tool.name, {"version": 1, "result": [], **spec})
    return link(tool, view, of, source="5" * 64)


def data_of(html: bytes) -> Json:
    tree = html5lib.parse(html.decode(), namespaceHTMLElements=False, scripting=True)
    return json.loads("".join(tree.find(".//script[@id='view-data']").itertext()))


def test_the_page_begins_with_what_a_build_remembers_and_holds_the_tool_only_as_far_as_it_shows_it() -> None:
    data = data_of(linked(title="Add"))

    assert list(data) == ["source", "shape", "kind", "tool", "spec", "form"]
    assert (data["source"], data["kind"], data["tool"]) == ("5" * 64, "rich", {"name": "add"})
    assert data["spec"] == {"version": 1, "result": [], "title": "Add"}
    assert data["form"]["words"]["title"] == "Add"


def test_two_pages_differ_in_their_title_and_data_alone() -> None:
    one, other = (linked(title=title).decode() for title in ("Add", "Sum"))
    data = re.compile(r'(?s)(?<="view-data">\n).*?(?=\n</script>)')

    assert data.sub("", one) == data.sub("", other).replace(">Sum<", ">Add<")


def test_a_page_names_its_runtime_and_no_version_of_genui() -> None:
    from genui import __version__

    html = linked().decode()

    assert f'<meta name="genui-runtime" content="{digest_of(ASSETS.texts[RUNTIME])[:12]}">' in html
    assert __version__ not in html.replace(ASSETS.texts[RUNTIME], "").replace(ASSETS.texts[STYLE], "")


def digest_of(text: str) -> str:
    from hashlib import sha256

    return sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    "value",
    [
        "</script><script>alert(1)</script>",
        "<!--<script>",
        "\u2028\u2029\ud800 {{ 7 * 7 }} $& \\1 %s {0}",
        "a\u202eb \U000e0041 \ufeff",
        {"__proto__": {"x": "&lt;"}, "": None},
        [1e300, -0.5, 12345678901234567890, True],
    ],
)
def test_data_comes_back_from_the_page_as_it_went_in(value: Json) -> None:
    assert data_of(linked(description=value))["spec"]["description"] == value


def test_data_hide_nothing_from_a_reviewer() -> None:
    assert data_text("a\u202eb\U000e0041<") == '"a\\u202eb\\udb40\\udc41\\u003c"'


def test_numbers_that_json_does_not_have_become_null() -> None:
    assert embed_json({"a": [float("nan"), float("-inf"), 1.5]}) == '{"a":[null,null,1.5]}'
    assert json.loads(data_text({"a": [float("nan"), 1.5]})) == {"a": [None, 1.5]}


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("<b>x</b>", "<b>x</b>"),
        ("a\0b\x1b\ud800\ufffec", "a\ufffdb\ufffd\ufffd\ufffdc"),
        ("{{ 7 * 7 }}", "{{ 7 * 7 }}"),
        ("one\n two", "one two"),
    ],
)
def test_a_title_is_text(name: str, shown: str) -> None:
    tree = html5lib.parse(linked(Tool({"name": name})).decode(), namespaceHTMLElements=False)

    assert tree.find(".//title").text == shown
    assert tree.find(".//h1").text == shown


def test_the_weight_of_a_page_leaves_its_data_out() -> None:
    long = Tool({**TOOL.definition, "description": "x" * 5000})

    assert weight(linked(long)) == weight(linked())
    assert abs(weight(linked()) - shared_bytes(ASSETS)[1]) < 20


@pytest.mark.parametrize("text", ["</style>", "a{}/*<!--*/", "<SCRIPT>"])
def test_a_style_of_ones_own_that_would_end_its_element_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=r"style\.css contains '</?[!sS]"):
        linked(of=assets(**{STYLE: text}))


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("<title>{{ title }}</title>\n{{ nothing }}", r"page\.html:2: 'nothing' is undefined"),
        ("<title>\n\n{% if %}", r"page\.html:3: Expected an expression"),
        ("{% include 'foot.html' %}", r"page\.html:1: foot\.html"),
        ("\n{{ title | shout }}", r"page\.html:2: No filter named 'shout'"),
    ],
)
def test_a_template_that_cannot_be_used_is_named_with_its_line(template: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said) as caught:
        linked(of=assets(page_html=template))

    assert "page.html" in caught.value.hint


def test_the_emergency_page_needs_no_template() -> None:
    html = emergency_page(TOOL, "page.html:2: 'nothing' is undefined").decode()

    assert "<h1>add</h1>" in html
    assert "page.html:2: &#39;nothing&#39; is undefined" in html


def test_a_page_names_nothing_that_linters_know_as_blocked() -> None:
    html = linked(result=[{"type": "auto"}])

    blocked = ("window.alert", "window.prompt", "window.confirm", "navigator.clipboard")
    assert [name for name in blocked if name.encode() in html] == []
