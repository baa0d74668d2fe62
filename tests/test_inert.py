"""A page is inert when all of it is what genui released, or text and JSON of the tool that is served."""

import json
import re
from random import Random

import pytest

from genui.assets import load_assets
from genui.canonical import digest, sha256
from genui.emergency import emergency_page
from genui.inert import prove
from genui.link import link
from genui.model import Tool, View

TOOL = Tool({"name": "add", "description": "Adds <b>two</b> & more.", "inputSchema": {"type": "object"}})
ASSETS = load_assets("templates")
PAGE = link(TOOL, View("add", {"version": 1, "title": "Add & <go>", "result": []}), ASSETS, source="5" * 64)

FORGERIES = {
    "a script before the page": lambda page: b"<script>alert(1)</script>" + page,
    "a script after the page": lambda page: page + b"<script>alert(1)</script>",
    "a second script": lambda page: page.replace(b"</main>", b"</main><script>alert(1)</script>"),
    "code in the runtime": lambda page: page.replace(
        b"</script>\n</body>", b";fetch('//x')</script>\n</body>"
    ),
    "an empty runtime": lambda page: re.sub(rb"(?s)(<script>).*(</script>\n</body>)", rb"\1\2", page),
    "a style that loads": lambda page: page.replace(b"</style>", b"main{background:url(//x)}</style>"),
    "a handler": lambda page: page.replace(b"<main>", b'<main onclick="alert(1)">'),
    "a refresh": lambda page: page.replace(b"<style>", b'<meta http-equiv="refresh" content="0;//x"><style>'),
    "a base": lambda page: page.replace(b"<head>", b'<head><base href="//x">'),
    "markup in the title": lambda page: page.replace(b"<title>", b"<title></title><script>a</script><title>"),
    "another title": lambda page: page.replace(b"<title>Add", b"<title>Odd"),
    "another heading": lambda page: page.replace(b"<h1>Add", b"<h1>Odd"),
    "another digest": lambda page: re.sub(rb'(genui-runtime" content=")\w+', rb"\g<1>000000000000", page),
    "data that end early": lambda page: page.replace(
        b'"kind": "rich"', b'"kind": "</script><script>a</script>"'
    ),
    "data that are no JSON": lambda page: page.replace(b'"kind": "rich"', b'"kind": rich'),
    "data that are a list": lambda page: re.sub(rb'(?s)("view-data">\n).*?(\n</script>)', rb"\1[]\2", page),
    "data of another tool": lambda page: page.replace(b'"name": "add"', b'"name": "drop"'),
    "a byte order mark": lambda page: b"\xef\xbb\xbf" + page,
    "CRLF line ends": lambda page: page.replace(b"\n", b"\r\n"),
    "the end missing": lambda page: page[:-20],
    "nothing": lambda page: b"",
    "no UTF-8": lambda page: page.replace(b"<title>Add", b"<title>\xff"),
}


def test_a_page_as_it_was_linked_is_inert() -> None:
    assert prove(PAGE, tool="add").inert
    assert prove(PAGE).told == "inert"


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES)
def test_a_forged_page_has_code_of_its_own(forge) -> None:
    forged = forge(PAGE)

    assert forged != PAGE
    proof = prove(forged, tool="add")
    assert not proof.inert
    assert proof.told == "has code of its own"
    assert proof.why


def test_a_page_with_any_one_byte_changed_outside_of_its_data_is_not_inert() -> None:
    random = Random(7)
    start, end = PAGE.index(b'id="view-data">'), PAGE.index(b"\n</script>")
    places = [at for at in random.sample(range(len(PAGE)), 400) if not start < at < end]

    for at in places:
        forged = PAGE[:at] + bytes([PAGE[at] ^ 1 << random.randrange(7)]) + PAGE[at + 1 :]
        assert not prove(forged, tool="add").inert, at


def test_other_words_in_the_data_leave_a_page_inert_since_only_code_is_proved() -> None:
    other = PAGE.replace(b'"kind": "rich"', b'"kind": "minimal"')

    assert other != PAGE
    assert prove(other, tool="add").inert


def test_a_page_of_an_earlier_release_is_inert_and_one_of_an_unknown_release_is_not(monkeypatch) -> None:
    from genui import inert

    texts = {**ASSETS.texts, "dist/runtime.js": "old()"}
    page = link(TOOL, View("add", {"result": []}), type(ASSETS)(texts, digest(texts)), source="")
    known = inert.known_digests()

    assert not prove(page).inert
    monkeypatch.setitem(known, "runtime", [*known["runtime"], sha256(b"old()")])
    assert prove(page).inert


def test_an_own_style_is_inert_where_the_project_has_it() -> None:
    texts = {**ASSETS.texts, "dist/style.css": "main{color:red}"}
    page = link(TOOL, View("add", {"result": []}), type(ASSETS)(texts, digest(texts)), source="")

    assert not prove(page).inert
    assert prove(page, style=sha256(b"main{color:red}")).told == "inert, own style"


@pytest.mark.parametrize("reason", ["it broke", "</p><script>alert(1)</script>", "{x} %s \0"])
def test_the_page_of_last_resort_is_inert_for_its_tool_alone(reason: str) -> None:
    page = emergency_page(TOOL, reason)

    assert prove(page, tool="add").inert
    assert not prove(page, tool="drop").inert
    assert not prove(page.replace(b"<main>", b"<main><script>a</script>"), tool="add").inert


def test_a_page_says_no_more_than_its_data_do() -> None:
    data = json.loads(PAGE.split(b'id="view-data">\n')[1].split(b"\n</script>")[0])

    assert data["spec"]["title"] == "Add & <go>"
    assert b"<h1>Add &amp; &lt;go&gt;</h1>" in PAGE
