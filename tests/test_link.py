"""Linking makes one self-contained file, the same on every machine, with only the runtime it needs."""

import json

import html5lib
import pytest
from genui.runtime import dependency_order, linked_runtime, runtime_of

from genui.assets import Assets, load_assets
from genui.canonical import digest
from genui.emergency import emergency_page
from genui.errors import ConfigError
from genui.link import embed_json, fill_template, link, page_weight
from genui.model import Json, Tool, View

PAGE = """<!doctype html><title>{{ title }}</title><!-- {{ source }} --><style>{{ style }}</style>
<main></main><script type="application/json" id="view-data">{{ data }}</script><script>{{ script }}</script>
"""
TOOL = Tool({"name": "add", "inputSchema": {"type": "object"}, "_meta": {"secret": 1}, "execution": {}})


def assets(**changes: str) -> Assets:
    """Small assets of the real shape; a name such as `table_js` stands for runtime/table.js."""
    texts = {"page.html": PAGE, "style.css": "", "runtime/main.js": "// needs: dom.js\nmain();"}
    texts["runtime/dom.js"] = "const main = () => {};"
    for key, text in changes.items():
        name, _, kind = key.rpartition("_")
        texts[f"runtime/{name}.js" if kind == "js" else f"{name}.{kind}"] = text
    return Assets(texts, digest(texts))


def linked(tool: Tool = TOOL, *, of: Assets | None = None, **spec: Json) -> bytes:
    view = View(tool.name, {"version": 1, "result": [], **spec})
    return link(tool, view, of or assets(), source="add.view.json")


def data_of(html: bytes) -> Json:
    tree = html5lib.parse(html.decode(), namespaceHTMLElements=False, scripting=True)
    return json.loads("".join(tree.find(".//script[@id='view-data']").itertext()))


def test_the_same_inputs_give_the_same_bytes() -> None:
    runtime_of.cache_clear()
    first = linked()
    runtime_of.cache_clear()

    assert linked() == first


def test_the_page_holds_the_members_of_the_tool_that_it_uses_and_no_others() -> None:
    data = data_of(linked(title="Add"))

    assert data.keys() == {"tool", "spec", "form", "genui"}
    assert data["tool"] == {"name": "add"}
    assert data["spec"] == {"version": 1, "result": [], "title": "Add"}
    assert data["form"]["words"]["title"] == "Add"


@pytest.mark.parametrize(
    "value",
    [
        "</script><script>alert(1)</script>",
        "<!--<script>",
        "\u2028\u2029\ud800 {{ 7 * 7 }} $& \\1 %s {0}",
        {"__proto__": {"x": "&lt;"}, "": None},
        [1e300, -0.5, 12345678901234567890, True],
    ],
)
def test_data_comes_back_from_the_page_as_it_went_in(value: Json) -> None:
    html = fill_template(
        assets(), "page.html", data=embed_json(value), title="", source="", script="", style=""
    )

    assert data_of(html) == value


def test_numbers_that_json_does_not_have_become_null() -> None:
    assert embed_json({"a": [float("nan"), float("-inf"), 1.5]}) == '{"a":[null,null,1.5]}'


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


def test_a_source_name_cannot_end_the_comment_it_stands_in() -> None:
    html = link(TOOL, View("add", {"result": []}), assets(), source="a--b---> <script>").decode()

    assert "<!-- a- -b- - -&gt; &lt;script&gt; -->" in html


def test_the_weight_of_a_page_leaves_its_data_out() -> None:
    long = Tool({**TOOL.definition, "description": "x" * 5000})

    assert page_weight(linked(long)) == page_weight(linked()) < len(linked(long)) - 5000


def test_a_page_has_the_closure_of_the_files_it_needs_in_order() -> None:
    of = assets(table_js="// needs: cells.js dom.js\ntable();", cells_js="cells();", chart_js="chart();")

    script, _ = linked_runtime(of, ["table.js"])

    assert script == '(()=>{"use strict";cells();table();(()=>{})()})()'


def test_files_that_need_each_other_come_once() -> None:
    needs = {"a.js": ("b.js",), "b.js": ("a.js", "c.js"), "c.js": ()}

    assert sorted(dependency_order(needs, ["a.js", "b.js"])) == ["a.js", "b.js", "c.js"]


def test_a_style_section_is_kept_for_the_runtime_file_of_its_name() -> None:
    style = "main{top:0}\n/* == table == */\ntd{top:1px}\n/* == chart-axes == */\nsvg{top:2px}\n"
    of = assets(style_css=style, table_js="h('td')", **{"chart-axes_js": "h('svg')"})

    assert linked_runtime(of, ["table.js"])[1] == "main{top:0}td{top:1px}"
    assert linked_runtime(of, ["chart-axes.js"])[1] == "main{top:0}svg{top:2px}"


def test_a_needed_file_that_does_not_exist_is_named() -> None:
    with pytest.raises(ConfigError, match=r"runtime/main\.js needs the runtime file 'tabel\.js'"):
        linked(of=assets(main_js="// needs: tabel.js\n"))


@pytest.mark.parametrize("text", ["x = '</script>';", "x = '<!--';", "x = `<SCRIPT>`;"])
def test_runtime_text_that_would_end_its_element_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=r"runtime/dom\.js contains '</?[!sS]"):
        linked(of=assets(dom_js=text))


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


def test_a_template_may_include_another() -> None:
    of = assets(page_html="{% include 'foot.html' %}", foot_html="<p>{{ title }}</p>")

    assert linked(of=of, title="a & b") == b"<p>a &amp; b</p>"


def test_the_emergency_page_needs_no_template() -> None:
    html = emergency_page(TOOL, "page.html:2: 'nothing' is undefined").decode()

    assert "<h1>add</h1>" in html
    assert "page.html:2: &#x27;nothing&#x27; is undefined" in html


def test_the_minified_stylesheet_keeps_its_tokens() -> None:
    import tinycss2

    of = load_assets("templates")
    runtime = runtime_of(of)

    def tokens(css: str) -> list[str]:
        return [
            node.serialize()
            for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
            for node in [*rule.prelude, *(rule.content or [])]
            if node.type not in ("whitespace", "comment")
        ]

    minified = runtime.base + "".join(runtime.sections.values())
    assert squeezed(tokens(minified)) == squeezed(tokens(of.texts["style.css"]))


def squeezed(tokens: list[str]) -> str:
    """Less the white space and last semicolons that CSS does not read, and no other."""
    import re

    text = " ".join(tokens)
    return (
        re.sub(r"\s*([{}:;,>()\[\]/=])\s*", r"\1", re.sub(r"\s+", " ", text)).replace(";}", "}").strip("; ")
    )


@pytest.mark.parametrize(
    ("style", "page", "kept"),
    [
        (".a,.b>td{top:0}", "h('div.a')", ".a{top:0}"),
        (".a .gone,.a:not(.gone){top:0}", "h('p.a')", ".a:not(.gone){top:0}"),
        ("h4{top:0}ol{top:0}", "h('h' + level)", "h4{top:0}"),
        (".c1{top:0}.d1{top:0}", "h('div', { class: 'c' + n })", ".c1{top:0}"),
        ("@media tv{.a{top:0}.b{top:0}}@media print{.c{top:0}}", "h('p.a')", "@media tv{.a{top:0}}"),
        ("@keyframes k{50%{top:0}}[type=date]{top:0}", "go()", "@keyframes k{50%{top:0}}[type=date]{top:0}"),
    ],
)
def test_a_page_has_the_style_rules_that_something_in_it_can_match(style: str, page: str, kept: str) -> None:
    assert linked_runtime(assets(style_css=style, dom_js=f"const main = () => {page};"), [])[1] == kept


def test_a_result_in_columns_brings_the_rules_of_columns() -> None:
    pages = [linked(of=load_assets("templates"), layout=layout) for layout in ("stack", "grid-2", "grid-3")]

    assert [b"[class^=grid-]" in page for page in pages] == [False, True, True]


@pytest.mark.parametrize(
    ("script", "kept"),
    [
        ("go()", "main{--a:1px;top:var(--a)}"),
        ("set('--high')", "main{--high:1px;top:var(--high)}"),
        ("set('--' + 'high')", "main{--high:1px;top:var(--high)}"),
    ],
)
def test_custom_properties_have_short_names_unless_a_script_names_them(script: str, kept: str) -> None:
    style = "main{--high:1px;--unread:2px;top:var(--high)}"

    assert linked_runtime(assets(style_css=style, dom_js=f"const main = () => {script};"), [])[1] == kept


def test_properties_that_hosts_set_keep_their_names() -> None:
    style = "main{color:var(--color-text-primary,var(--mine));--mine:red}"

    assert linked_runtime(assets(style_css=style), [])[1] == (
        "main{color:var(--color-text-primary,var(--a));--a:red}"
    )


def test_a_property_that_begins_like_one_that_a_script_names_has_a_short_name() -> None:
    style = "main{--s:1px;--sans:2px;top:var(--s);left:var(--sans);right:var(--sans)}"

    assert linked_runtime(assets(style_css=style, dom_js="const main = () => set('--s');"), [])[1] == (
        "main{--s:1px;--a:2px;top:var(--s);left:var(--a);right:var(--a)}"
    )


def test_a_property_of_the_root_that_is_read_once_is_said_where_it_is_read() -> None:
    style = (
        ":root{--one:var(--two);--two:red;--more:1px}main{color:var(--one);top:var(--more);left:var(--more)}"
    )

    assert linked_runtime(assets(style_css=style), [])[1] == (
        ":root{--a:1px}main{color:red;top:var(--a);left:var(--a)}"
    )


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("", "var(--a)"),
        ("ul{--line:blue}", "1px solid var(--a)"),
        ("ul{--line:blue!important}", "1px solid var(--a)"),
    ],
)
def test_a_value_that_is_said_often_is_a_property_of_the_root(more: str, said: str) -> None:
    places = ["a", "b", "main", "p", "ol", "li"]
    style = ":root{--line:red}" + more + "".join(f"{tag}{{border:1px solid var(--line)}}" for tag in places)

    css = linked_runtime(assets(style_css=style, table_js=f"h({' '.join(places)!r}, 'ul')"), ["table.js"])[1]

    assert css.count(f"{{border:{said}}}") == len(places)
    assert ("--a:1px solid var(--b);" in css) == (not more)


def test_the_root_and_each_condition_of_the_media_are_said_once() -> None:
    wide = "@media(min-width:9px)"
    style = f":root{{left:1px}}{wide}{{main{{top:0}}}}main{{top:1px}}:root{{top:1px}}{wide}{{main{{left:0}}}}"

    assert linked_runtime(assets(style_css=style), [])[1] == (
        f"main{{top:1px}}:root{{left:1px;top:1px}}{wide}{{main{{top:0}}main{{left:0}}}}"
    )


def test_a_page_names_nothing_that_linters_know_as_blocked() -> None:
    spec = {"version": 1, "result": [{"type": "auto"}]}
    html = link(Tool({"name": "a"}), View("a", spec), load_assets("templates"), source="a.view.json")

    blocked = ("window.alert", "window.prompt", "window.confirm", "navigator.clipboard")
    assert [name for name in blocked if name.encode() in html] == []
