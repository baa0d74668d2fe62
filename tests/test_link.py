"""Linking makes one self-contained file, the same on every machine: shell, data, style and runtime."""

import json

import html5lib
import pytest

from genui.assets import CUSTOM, PAGE, RUNTIME, STYLE, Assets, load_assets
from genui.canonical import digest, sha256
from genui.digests import shape_digest
from genui.emergency import emergency_page
from genui.errors import ConfigError
from genui.link import embed_json, filled_page, link, shared_bytes, weight
from genui.model import Json, Tool, View

BUNDLED = load_assets("templates")
TOOL = Tool({"name": "add", "inputSchema": {"type": "object"}, "_meta": {"secret": 1}, "execution": {}})


def assets(**changes: str) -> Assets:
    """The bundled templates with some of a project's own: page, style, custom."""
    names = {"page": PAGE, "style": STYLE, "custom": CUSTOM}
    own = {names[name]: text for name, text in changes.items()}
    texts = {**BUNDLED.texts, **own}
    return Assets(texts, digest(texts), frozenset(own))


def linked(tool: Tool = TOOL, *, of: Assets = BUNDLED, **spec: Json) -> bytes:
    return link(tool, View(tool.name, {"version": 1, "result": [], **spec}), of, source="5" * 64)


def data_of(html: bytes) -> Json:
    tree = html5lib.parse(html.decode(), namespaceHTMLElements=False, scripting=True)
    return json.loads("".join(tree.find(".//script[@id='view-data']").itertext()))


def test_the_page_holds_what_a_build_remembers_then_what_it_uses_of_the_tool_and_nothing_else() -> None:
    data = data_of(linked(title="Add"))

    assert list(data) == ["source", "shape", "kind", "tool", "spec", "form"]
    assert (data["source"], data["shape"], data["kind"]) == ("5" * 64, shape_digest(TOOL.definition), "rich")
    assert data["tool"] == {"name": "add"}
    assert data["spec"] == {"version": 1, "result": [], "title": "Add"}
    assert data["form"]["words"]["title"] == "Add"


def test_all_but_title_and_data_is_the_same_in_every_page() -> None:
    other = Tool({"name": "list_orders", "title": "Orders", "inputSchema": {"properties": {"n": {}}}})
    first, second = (
        linked(),
        linked(other, result=[{"type": "table", "props": {"rows": {"$path": "/result"}}}]),
    )

    assert first != second
    assert without_holes(first) == without_holes(second) == filled_page(BUNDLED, title="", data="").decode()


def without_holes(html: bytes) -> str:
    text = html.decode()
    for before, after in (("<title>", "</title>"), ('id="view-data">\n', "\n</script>"), ("<h1>", "</h1>")):
        start = text.index(before) + len(before)
        text = text[:start] + text[text.index(after, start) :]
    return text


def test_the_data_have_one_member_a_line_in_the_order_of_the_spec() -> None:
    lines = linked(zebra=1, apple={"b": 2, "a": [3]}).decode().splitlines()
    start = lines.index('  "zebra": 1,')

    assert lines[start + 1 : start + 7] == ['  "apple": {', '   "b": 2,', '   "a": [', "    3", "   ]", "  }"]


def test_the_head_names_the_runtime_and_nothing_names_a_version() -> None:
    from genui import __version__

    html = linked().decode()

    assert f'content="{sha256(BUNDLED.texts[RUNTIME].encode())[:12]}"' in html
    assert __version__ not in html.partition("<style>")[0]


@pytest.mark.parametrize(
    "value",
    [
        "</script><script>alert(1)</script>",
        "<!--<script>",
        "\u2028\u2029\ud800 {{ 7 * 7 }} $& \\1 %s {0}",
        "left\u202eright \ufeff\x7f\uffff 🙂 日本",
        {"__proto__": {"x": "&lt;"}, "": None},
        [1e300, -0.5, 12345678901234567890, True],
    ],
)
def test_data_comes_back_from_the_page_as_it_went_in(value: Json) -> None:
    html = filled_page(BUNDLED, title="", data=embed_json(value))

    assert data_of(html) == value
    assert not set("<>&\u2028\u2029\u202e") & set(embed_json(value))


def test_numbers_that_json_does_not_have_become_null() -> None:
    assert json.loads(embed_json({"a": [float("nan"), float("-inf"), 1.5]})) == {"a": [None, None, 1.5]}


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

    assert tree.find(".//title").text == tree.find(".//h1").text == shown


def test_the_weight_of_a_page_leaves_its_data_out() -> None:
    long = Tool({**TOOL.definition, "description": "x" * 5000})

    assert weight(linked(long)) == weight(linked())
    assert abs(weight(linked(title="")) - shared_bytes(BUNDLED)[1]) < 20


@pytest.mark.parametrize("text", ["x = '</script>';", "x = '<!--';", "x = `<SCRIPT>`;"])
def test_code_of_ones_own_that_would_end_its_element_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=r"custom\.js contains '</?[!sS]"):
        linked(of=assets(custom=text))


def test_a_style_of_ones_own_that_would_end_its_element_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"templates/style\.css contains '</STYLE'"):
        linked(of=assets(style="a{}</STYLE >"))


def test_code_of_ones_own_comes_in_a_script_after_the_runtime() -> None:
    html = linked(of=assets(custom="genui.format('x', String)")).decode()

    assert html.endswith("</script>\n<script>genui.format('x', String)</script>\n</body>\n</html>\n")


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
        linked(of=assets(page=template))

    assert "page.html" in caught.value.hint


def test_the_emergency_page_needs_no_template() -> None:
    html = emergency_page(TOOL, "page.html:2: 'nothing' is undefined").decode()

    assert "<h1>add</h1>" in html
    assert "page.html:2: &#39;nothing&#39; is undefined" in html


def test_a_page_names_nothing_that_linters_know_as_blocked() -> None:
    html = linked(Tool({"name": "a"}), result=[{"type": "auto"}])

    blocked = ("window.alert", "window.prompt", "window.confirm", "navigator.clipboard")
    assert [name for name in blocked if name.encode() in html] == []
