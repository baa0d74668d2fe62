"""The proof that a page is inert compares bytes: whatever else a page has is code of its own."""

import json
import re
from pathlib import Path

import pytest

from genui import inert
from genui.assets import CUSTOM, PAGE, RUNTIME, STYLE, Assets, bundled_directory, load_assets
from genui.canonical import digest
from genui.emergency import emergency_page
from genui.inert import HOLES, INERT, OWN_CODE, OWN_STYLE, Proof, cut, own_style, prove
from genui.link import link
from genui.model import Tool, View
from genui.shell import known_of, shell_of
from genui.validate import RULES, validate_artifact, validate_page

BUNDLED = load_assets("templates")
DIST = bundled_directory("templates") / "dist"
TOOL = Tool({"name": "add", "title": "Add & <see>", "inputSchema": {"type": "object"}})
STYLED = "main{color:red}\n"


def with_own(**own: str) -> Assets:
    names = {"page": PAGE, "style": STYLE, "custom": CUSTOM}
    changed = {names[name]: text for name, text in own.items()}
    texts = {**BUNDLED.texts, **changed}
    return Assets(texts, digest(texts), frozenset(changed))


def linked(of: Assets = BUNDLED, tool: Tool = TOOL, **spec: object) -> bytes:
    return link(tool, View(tool.name, {"version": 1, "result": [], **spec}), of, source="5" * 64)


HTML = linked()


def swapped(old: str, new: str, html: bytes = HTML) -> bytes:
    assert old.encode() in html
    return html.replace(old.encode(), new.encode(), 1)


def test_the_committed_shell_and_digests_are_what_the_templates_give() -> None:
    known = json.loads((DIST / "known.json").read_bytes())

    assert (DIST / "shell.html").read_bytes() == shell_of(BUNDLED), "run: make runtime"
    assert known_of(BUNDLED, known, release=False) == known, "run: make runtime"


def test_each_pair_of_marks_stands_in_the_shell_once_and_in_order() -> None:
    shell = shell_of(BUNDLED)
    places = [shell.find(before + after) for before, after in HOLES]

    assert all(shell.count(before + after) == 1 for before, after in HOLES)
    assert places == sorted(places)


def test_what_genui_was_released_with_breaks_no_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inert, "KNOWN", {"shell": [], "style": [], "runtime": []})

    found = {finding.rule for finding in validate_page(HTML, linked=True)}
    assert found <= {"parent-access"}  # the bridge speaks to the window around it, as nothing else may


def test_a_release_adds_its_digests_to_those_that_stay_known() -> None:
    first = known_of(BUNDLED, {}, release=True)
    assert first["style"] == [first["style"][0]] * 2

    later = known_of(with_own(style=STYLED), first, release=False)
    assert later["style"][1:] == first["style"][1:]
    assert later["runtime"] == first["runtime"]
    assert len(known_of(with_own(style=STYLED), later, release=True)["style"]) == 3


@pytest.mark.parametrize("title", ["Add", "a <b> & 'c' \"d\"", "x\u202ey\0\ud800", "é  日本\n🙂"])
def test_a_linked_view_is_inert_whatever_its_words_are(title: str) -> None:
    html = linked(title=title)

    assert prove(html, tool="add").told == INERT
    assert prove(html).inert


def test_a_view_of_an_earlier_release_stays_inert(monkeypatch: pytest.MonkeyPatch) -> None:
    old = with_own(page=BUNDLED.texts[PAGE].replace("<body>", "<body >"), style=STYLED)
    html = linked(old)
    assert not prove(html).inert

    known = known_of(BUNDLED, known_of(old, {}, release=True), release=False)
    monkeypatch.setattr(inert, "KNOWN", known)

    assert prove(html).inert
    assert prove(HTML).inert


CHANGES = {
    "a script": (swapped("</body>", "<script>fetch('https://example.com')</script>\n</body>"), "its shell"),
    "a handler": (swapped("<main>", "<main onclick=run()>"), "its shell"),
    "a meta element": (swapped("<meta charset", '<meta http-equiv="refresh"><meta charset'), "its shell"),
    "a script after its end": (HTML + b"<script>1</script>", "its shell"),
    "a byte order mark": (b"\xef\xbb\xbf" + HTML, "its shell"),
    "carriage returns": (HTML.replace(b"\n", b"\r\n"), "it is not made of genui's shell"),
    "a cut end": (HTML[:-2], "its shell"),
    "half of it": (HTML[: len(HTML) // 2], "it is not made of genui's shell"),
    "nothing": (b"", "it is not made of genui's shell"),
    "code in the runtime": (swapped("</script>\n</body>", ";fetch('/x')</script>\n</body>"), "its script"),
    "a second runtime": (swapped("</script>\n</body>", "</script><script>1</script>\n</body>"), "its shell"),
    "another runtime named": (re.sub(rb'(runtime" content=")\w', rb"\1x", HTML), "its head names another"),
    "a rule in the style": (swapped("</style>", "a{background:url(//x.example)}</style>"), "its style"),
    "markup in the style": (swapped("</style>", "</style ><script>1</script></style>"), "its style"),
    "another title": (re.sub(rb"<title>[^<]*", b"<title>Pay", HTML), "its title"),
    "another heading": (re.sub(rb"<h1>[^<]*", b"<h1>Pay", HTML), "its title"),
    "markup in the heading": (swapped("<h1>", "<h1><img src=x onerror=run()>"), "its title"),
    "markup in the title": (swapped("</title>", "</TITLE><script>1</script></title>"), "its title"),
    "markup in the data": (swapped('"rich"', '"</SCRIPT ><script>1</script>"'), "its data are not"),
    "a comment in the data": (swapped('"rich"', '"<!--<script>"'), "its data are not"),
    "data that are no JSON": (swapped('"rich"', "rich"), "its data are not"),
    "a number that JSON has not": (swapped('"rich"', "NaN"), "its data are not"),
    "data that are no view's": (swapped('"spec": {', '"spek": {'), "its data are not"),
    "data that are no text": (HTML.replace(b'"rich"', b'"\xff"'), "its data are not"),
    "the name of another tool": (swapped('"name": "add"', '"name": "pay"'), "its data are those of 'pay'"),
    "a twin of the tool": (
        swapped('"spec": {', '"tool": {"name": "pay"},\n "spec": {'),
        "its data are those",
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_page_with_anything_else_in_it_has_code_of_its_own(change: str) -> None:
    html, why = CHANGES[change]
    proof = prove(html, tool="add")

    assert proof.told == OWN_CODE
    assert proof.why.startswith(why)


def test_no_single_changed_byte_outside_the_data_leaves_a_page_inert() -> None:
    start, end = HTML.index(b"{\n"), HTML.index(b"\n</script>")
    outside = [*range(0, start, 7), *range(end, len(HTML), 997)]

    for at in outside:
        changed = HTML[:at] + bytes([HTML[at] ^ 1]) + HTML[at + 1 :]
        assert not prove(changed, tool="add").inert, f"byte {at}"
        assert not prove(HTML[:at] + HTML[at + 1 :], tool="add").inert, f"without byte {at}"
        assert not prove(HTML[:at] + b"<" + HTML[at:], tool="add").inert, f"with one more at {at}"


def test_a_project_with_a_style_of_its_own_has_inert_pages_and_no_other_has(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_bytes(STYLED.replace("\n", "\r\n").encode())
    of = load_assets("templates", tmp_path)
    html = linked(of)

    assert of.own_style == own_style(str(tmp_path))
    assert prove(html, tool="add", style=of.own_style).told == OWN_STYLE
    assert prove(HTML, tool="add", style=of.own_style).told == INERT
    assert prove(html, tool="add").told == OWN_CODE
    assert not of.has_code


def test_a_known_style_that_ends_its_element_is_not_believed(tmp_path: Path) -> None:
    style = "a{}</style ><script>1</script>"
    (tmp_path / "style.css").write_text(style, encoding="utf-8")
    html = swapped(BUNDLED.texts[STYLE], style)

    assert not prove(html, tool="add", style=own_style(str(tmp_path))).inert


@pytest.mark.parametrize("own", [{"custom": "1"}, {"page": BUNDLED.texts[PAGE] + " "}])
def test_a_template_or_a_script_of_ones_own_is_code_of_its_own(own: dict[str, str]) -> None:
    of = with_own(**own)

    assert of.has_code
    assert prove(linked(of), tool="add").why == "its shell has bytes that genui does not know"


def test_without_their_code_a_projects_templates_give_inert_pages(tmp_path: Path) -> None:
    for name, text in (("page.html", "x"), ("custom.js", "x"), ("style.css", STYLED)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    of = load_assets("templates", tmp_path, code=False)

    assert prove(linked(of), tool="add", style=of.own_style).inert


def test_a_template_that_is_the_bundled_one_is_nobodys_own(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(BUNDLED.texts[PAGE], encoding="utf-8")

    assert load_assets("templates", tmp_path).own == frozenset()


@pytest.mark.parametrize("reason", ["it broke", "a <b> & 'c'", "x\0\u202e"])
def test_the_emergency_page_is_inert_for_its_tool(reason: str) -> None:
    html = emergency_page(TOOL, reason)

    assert prove(html, tool="add").inert
    assert not prove(html, tool="pay").inert
    assert not prove(html + b" ", tool="add").inert
    assert not prove(html.replace(b"</p>", b"<img onerror=x></p>", 1), tool="add").inert
    assert not prove(html.replace(b"const root", b"fetch('/x');const root"), tool="add").inert


def test_serving_and_the_proof_say_the_same_words() -> None:
    from genui.serve import shelf

    assert shelf.OWN_CODE == OWN_CODE == Proof("why").told


def test_an_inert_page_is_refused_for_its_size_alone() -> None:
    assert validate_artifact(HTML, BUNDLED, tool="add", max_bytes=len(HTML)) == ()
    found = validate_artifact(HTML, BUNDLED, tool="add", max_bytes=len(HTML) - 1)
    assert [finding.rule for finding in found] == ["page-size"]


def test_a_style_of_ones_own_is_held_to_the_rules() -> None:
    of = with_own(style="@import 'a.css';")

    (finding,) = validate_artifact(linked(of), of, tool="add")

    assert (finding.rule, finding.severity) == ("external-css", RULES["external-css"].severity)
    assert finding.message.startswith("style.css: @import")


def test_what_is_too_much_for_all_pages_is_told_by_the_budget() -> None:
    noise = "".join(f"/*{digest(number)}*/" for number in range(900))
    of = with_own(style=noise)

    assert [finding.rule for finding in validate_artifact(linked(of), of, tool="add")] == ["size-budget"]


def test_code_of_ones_own_is_held_to_the_rules_and_the_runtime_beside_it_is_not_read_again() -> None:
    of = with_own(custom="eval('1')")

    assert [finding.rule for finding in validate_artifact(linked(of), of, tool="add")] == ["eval"]
    assert RUNTIME in of.texts


def test_cutting_and_joining_gives_the_shell_of_any_page() -> None:
    parts = cut(HTML)

    assert parts is not None
    assert parts.shell == shell_of(BUNDLED)
    assert parts.runtime == BUNDLED.texts[RUNTIME].encode()
