"""The first stage of a view: the outline that Python makes is the page's own, and says what stands where."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from drawing import component, path

from genui.assets import load_assets
from genui.baseline import baseline
from genui.cli import main
from genui.link import link
from genui.model import Tool, View
from genui.outline import OutlineError, outline_of
from genui.outlinetext import outline_text

ROOT = Path(__file__).parent.parent
RUNTIME = ROOT / "templates/runtime"
CORPUS = ROOT.parent / "shared/corpus/servers"
TOOL = Tool({"name": "list_orders", "inputSchema": {"type": "object"}})
ORDERS = [
    {"id": n, "customer": f"Customer {n % 7}", "status": ["paid", "failed"][n % 2], "total": 10.5 * n}
    for n in range(10)
]


def outline(*components: dict[str, Any], data: Any) -> dict[str, Any]:
    return outline_of({"result": list(components)}, TOOL, {"content": [], "structuredContent": data})


def part(*components: dict[str, Any], data: Any) -> dict[str, Any]:
    (found,) = outline(*components, data=data)["parts"]
    return found


def imports_of(name: str) -> Iterator[str]:
    text = (RUNTIME / name).read_text(encoding="utf-8")
    yield from re.findall(r'(?:from|import) "\./([\w.-]+)"', text)


def test_the_first_stage_imports_nothing_that_makes_nodes_or_formats() -> None:
    left, seen = ["outline-alone.js"], set()
    while left:
        name = left.pop()
        seen.add(name)
        left += [other for other in imports_of(name) if other not in seen]
    assert "outline.js" in seen
    assert not seen & {"dom.js", "format.js", "draw.js", "bridge.js"}
    for name in seen:
        text = re.sub(r"//.*|/\*[^]*?\*/".replace("[^]", r"[\s\S]"), "", (RUNTIME / name).read_text("utf-8"))
        assert not re.search(r"\b(document|window|Intl|DOMParser)\b[.(]", text), name


def test_values_stay_raw_beside_the_name_of_their_format() -> None:
    price = {"key": "/total", "format": {"name": "currency", "currency": "EUR"}}
    table = part(component("table", rows=path("/result"), columns=[price]), data=ORDERS)
    assert table["type"] == "table"
    assert table["columns"][0]["format"] == {"name": "currency", "currency": "EUR"}
    assert table["rows"] == ORDERS


def test_a_text_with_values_in_it_keeps_them_as_parts() -> None:
    text = {"$concat": ["Due ", {"$fmt": "date", "of": path("/result/due")}, "!"]}
    header = part(component("header", text=text), data={"due": "2026-11-24"})
    assert header["text"] == ["Due ", {"value": "2026-11-24", "format": {"name": "date"}}, "!"]


def test_badges_tell_their_tones() -> None:
    found = part(component("table", rows=path("/result")), data=ORDERS)
    (status,) = [column for column in found["columns"] if column["key"] == "/status"]
    assert status["tones"] == {"paid": "info", "failed": "bad"}


def test_what_is_behind_a_click_is_there_as_well() -> None:
    folded = {**component("section", title="More", folded=True), "children": [component("text", of="deep")]}
    section = part(folded, data={"a": 1})
    assert section["folded"] is True
    assert section["parts"][0]["text"] == "deep"


def test_an_answer_that_failed_is_told_in_plain_words() -> None:
    answer = {"isError": True, "content": [{"type": "text", "text": "connect ETIMEDOUT 203.0.113.7:443"}]}
    found = outline_of({"title": "Orders"}, TOOL, answer)
    assert (found["state"], found["parts"][0]["title"]) == ("error", "The service did not answer")


def test_a_fault_in_a_component_is_told_and_its_data_follows() -> None:
    found = outline(component("chart", kind="line", rows=path("/result")), data=ORDERS)
    assert found["faults"]
    assert found["parts"][0]["type"] == "failed"


@pytest.mark.parametrize("levels", [900, 3000])
def test_data_that_nest_too_deep_are_refused(levels: int) -> None:
    data: Any = 1
    for _ in range(levels):
        data = [data]
    with pytest.raises(OutlineError, match="the outline was not made"):
        outline(component("auto"), data=data)
    assert outline(component("auto"), data={"a": 1})["parts"]


def test_many_rows_take_a_moment_and_few_lines() -> None:
    rows = [{"name": f"row {n}", "at": f"2026-0{n % 9 + 1}-11", "n": n} for n in range(10_000)]
    text = outline_text(outline(component("table", rows=path("/result")), data=rows))
    assert "10,000 rows" in text
    assert len(text.encode()) <= 2000


def test_a_text_that_is_cut_says_how_much_is_left() -> None:
    many = [component("table", rows=path("/result")) for _ in range(40)]
    text = outline_text(outline(*many, data=ORDERS))
    assert len(text.encode()) <= 2000
    assert re.search(r"… \d+ lines more, [\d,]+ bytes; --json prints all$", text)


def samples() -> Iterator[tuple[str, Tool, dict[str, Any]]]:
    for file in sorted(CORPUS.glob("*.json")):
        server = json.loads(file.read_bytes())
        tools = {tool["name"]: tool for tool in server["tools"]}
        for number, sample in enumerate(server["samples"]):
            if sample["tool"] in tools and isinstance(sample.get("result"), dict):
                yield f"{file.stem} {number}", Tool(tools[sample["tool"]]), sample


@pytest.mark.skipif(not CORPUS.is_dir(), reason="no recorded answers of servers in ../shared/corpus")
def test_python_and_the_page_make_the_same_outline_of_recorded_answers(open_runtime: Any) -> None:
    page = open_runtime()
    made = 0
    for name, tool, sample in samples():
        for spec in (baseline(tool), {"result": [{"type": "auto"}]}):
            args = sample.get("arguments") or {}
            asked = {
                "spec": spec,
                "tool": {"name": tool.name, "outputSchema": tool.output_schema},
                "result": sample["result"],
                "input": args,
                "title": spec.get("title") or tool.title or tool.name,
            }
            in_page = json.loads(page.evaluate("(json) => outline(json)", json.dumps(asked)))
            found = outline_of(spec, tool, sample["result"], args)
            assert found == in_page, name
            assert len(outline_text(found).encode()) <= 2000, name
            made += 1
    assert made > 100


def test_inspect_prints_the_outline_of_data_in_a_file(capsys: Any, tmp_path: Path) -> None:
    data = tmp_path / "units.json"
    data.write_text(json.dumps({"units": [{"quantity": "Mass", "symbol": "kg", "unit": "kilogram"}]}))
    asked = ["inspect", "list_units", "--from-snapshot", "--outline", "--data", str(data)]
    assert main([*asked, "--config", str(ROOT / "genui.toml")]) == 0
    assert "  - Mass | kg | kilogram" in capsys.readouterr().out
    assert main([*asked, "--json", "--config", str(ROOT / "genui.toml")]) == 0
    assert json.loads(capsys.readouterr().out)["type"] == "result"


def test_an_outline_of_made_up_data_says_so_and_how_to_see_a_result(capsys: Any) -> None:
    asked = ["inspect", "list_units", "--from-snapshot", "--config", str(ROOT / "genui.toml")]
    assert main([*asked, "--data", "made"]) == 0
    assert "--data FILE shows a result, [[tools.list_units.examples]] keeps one" in capsys.readouterr().err
    assert main([*asked, "--outline"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("example:9", "has no example:9"),
        ("nowhere.json", "No such file"),
        ("genui.toml", "holds no JSON"),
    ],
)
def test_data_that_are_not_there_are_named(capsys: Any, monkeypatch: Any, data: str, said: str) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["inspect", "list_units", "--from-snapshot", "--outline", "--data", data]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.usefixtures("pages")
def test_chromium_makes_the_outline_where_quickjs_has_no_wheel(monkeypatch: Any) -> None:
    made = outline(component("auto"), data=ORDERS)
    monkeypatch.setitem(__import__("sys").modules, "quickjs", None)
    assert outline(component("auto"), data=ORDERS) == made


def test_without_an_engine_it_is_said_that_no_outline_was_made(monkeypatch: Any) -> None:
    monkeypatch.setitem(__import__("sys").modules, "quickjs", None)
    monkeypatch.setitem(__import__("sys").modules, "playwright.sync_api", None)
    with pytest.raises(OutlineError, match="neither QuickJS nor Playwright"):
        outline(component("auto"), data=ORDERS)


OWN = """genui.component("badges", (props, scope, context) => {
  const node = document.createElement("p");
  node.append(`Mine, of ${context.tool.name}: `, context.render({ type: "text", props: { of: "a child" } }));
  return props.of ? node : null;
});
genui.format("url", (value) => `<${value}>`);"""


def test_a_projects_own_component_and_format_draw_into_the_page(open_view: Any, tmp_path: Path) -> None:
    (tmp_path / "custom.js").write_text(OWN, encoding="utf-8")
    told = {"$concat": ["At ", {"$fmt": "url", "of": "https://a.example/"}]}
    spec = {"result": [component("badges", of="x"), component("badges", of=""), component("text", of=told)]}
    html = link(TOOL, View(TOOL.name, spec), load_assets("templates", tmp_path), source="")
    view = open_view(html, tool=dict(TOOL.definition))
    view.send_result({"content": [], "structuredContent": {"a": 1}})
    view.frame.locator("[data-component=badges]").get_by_text("Mine, of list_orders: a child").wait_for()
    assert view.frame.locator("[data-component=badges]").count() == 1
    assert view.frame.get_by_text("At <https://a.example/>").count() == 1


def test_the_text_of_a_chart_tells_what_it_is_compared_with_and_its_axes():
    props = {"kind": "line", "rows": {"$path": "/result"}, "x": "/day", "y": [{"key": "/load"}]}
    rows = [{"day": "2026-11-23", "load": 3}, {"day": "2026-11-24", "load": 5}]
    plain = outline_of(
        {"result": [{"type": "chart", "props": props}]}, Tool({"name": "t"}), {"structuredContent": rows}
    )
    assert not {"xTitle", "yTitle"} & plain["parts"][0].keys()
    more = {**props, "yTitle": "Load, %", "reference": [{"value": 4, "label": "Limit"}]}
    told = outline_of(
        {"result": [{"type": "chart", "props": more}]}, Tool({"name": "t"}), {"structuredContent": rows}
    )
    assert "  y Load, %; line at 4 Limit" in outline_text(told).splitlines()
