"""What the page finds in a result: data behind text, the words around it, expressions, values as text."""

import json
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

CASES = Path(__file__).parent / "cases"
FOUND = json.loads((CASES / "results" / "text.json").read_text(encoding="utf-8"))
SHAPES = json.loads((CASES / "results" / "shapes.json").read_text(encoding="utf-8"))
FORMATS = json.loads((CASES / "results" / "formats.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def page(pages: Any) -> Any:
    yield pages.open_runtime().page
    pages.close_shown()


def run(page: Any, expression: str, *values: Any) -> Any:
    """Evaluate in the page; values go in and out as JSON text, so that no member name is special."""
    script = f"(texts) => {{ const [a, b] = texts.map(JSON.parse); return JSON.stringify({expression}); }}"
    told = page.evaluate(script, [json.dumps(value) for value in values])
    return None if told is None else json.loads(told)


def run_all(page: Any, expression: str, rows: list[Any]) -> list[Any]:
    """Evaluate the same of every row, which is `a`, in one call."""
    return run(page, f"a.map((a) => {expression})", rows)  # type: ignore[no-any-return]


def test_expressions_evaluate_as_the_shared_table_says(page: Any) -> None:
    table = json.loads((CASES / "expressions.json").read_text(encoding="utf-8"))
    found = run_all(page, "((v) => [v === undefined, v])(written(evaluate(a.expr, a.scope)))", table)
    for row, told in zip(table, found, strict=True):
        assert told == ([True, None] if row.get("missing") else [False, row["value"]]), row["expr"]


def test_data_is_found_in_text(page: Any) -> None:
    read = "readResult({ content: a.texts.map((text) => ({ type: 'text', text })) })"
    for case, found in zip(FOUND, run_all(page, read, FOUND), strict=True):
        told = {name: found[name] for name in ("data", "lead", "trail")}
        wanted = {"data": case["data"], "lead": case.get("lead", ""), "trail": case.get("trail", "")}
        assert told == wanted, case["name"]


def test_text_has_a_shape(page: Any) -> None:
    for case, shape in zip(SHAPES, run_all(page, "shapeOfText(a.text)", SHAPES), strict=True):
        wanted = {name: case[name] for name in ("as", "data", "lead", "trail", "language") if name in case}
        assert {name: shape.get(name) for name in wanted} == wanted, case["name"]


def test_values_are_written_as_people_write_them(page: Any) -> None:
    host = "{ locale: a.locale ?? 'en-GB', timeZone: a.zone ?? 'UTC' }"
    written = run_all(page, f"(setLocale({host}), formatValue(a.value, a.format))", FORMATS)
    for case, told in zip(FORMATS, written, strict=True):
        assert told.replace("\u202f", " ").replace("\u00a0", " ") == case["text"], case


def test_what_is_near_is_told_from_now(page: Any) -> None:
    page.evaluate("setLocale({ locale: 'en-GB', timeZone: 'UTC' })")
    now = "Date.now = () => Date.parse('2026-11-22T10:00:00Z')"
    told = {
        "2026-11-22T10:20:00Z": "in 20 min",
        "2026-11-22T12:10:00Z": "in 2 h",
        "2026-11-23T15:00:00Z": "Tomorrow, 15:00",
        "2026-11-23": "Tomorrow",
        "2026-11-25": "in 3 days",
        "2026-12-24": "24 Dec",
        "2026-11-22T09:00:00Z": "Today, 09:00",
        "2026-11-21": "Yesterday",
        "soon": "soon",
    }
    assert run_all(page, f"({now}, formatValue(a, 'relative'))", list(told)) == list(told.values())


def test_today_and_now_are_counted_from_the_hosts_day(page: Any) -> None:
    page.evaluate("setLocale({ locale: 'en-GB', timeZone: 'Asia/Tokyo' })")
    now = "Date.now = () => Date.parse('2026-11-22T20:00:00Z')"
    assert run(page, f"({now}, evaluate({{ $today: -7 }}, {{}}))") == "2026-11-16"
    assert run(page, "evaluate({ $now: -0.5 }, {})") == "2026-11-22T08:00:00.000Z"


def test_structured_content_is_the_data_exactly(page: Any) -> None:
    data = {"result": '{"a": 1}', "__proto__x": [1]}
    result = {"structuredContent": data, "content": [{"type": "text", "text": "other"}]}
    assert run(page, "readResult(a).data", result) == data


def test_a_member_named_proto_stays_a_member(page: Any) -> None:
    result = {"content": [{"type": "text", "text": "{'__proto__': {'x': 1}, 'b': None}"}]}
    assert run(page, "Object.keys(readResult(a).data)", result) == ["__proto__", "b"]
    assert run(page, "({}).x === undefined") is True


STATES: list[tuple[dict[str, Any], str]] = [
    ({"content": []}, "empty"),
    ({"content": [{"type": "text", "text": "  "}]}, "empty"),
    ({"structuredContent": {"items": [], "more": {}}, "content": []}, "empty"),
    ({"structuredContent": {"count": 0}, "content": []}, "result"),
    ({"structuredContent": {"success": True, "data": {"rows": [], "count": 0}}, "content": []}, "empty"),
    ({"structuredContent": {"name": "Ada", "orders": []}, "content": []}, "result"),
    ({"structuredContent": {"rows": [None], "count": 1}, "content": []}, "result"),
    ({"content": [{"type": "text", "text": "no"}], "isError": True}, "error"),
    ({"content": [{"type": "image", "data": "", "mimeType": "image/png"}]}, "result"),
    ({"structuredContent": {"ok": False, "error": "unknown", "message": "", "payload": None}}, "error"),
    ({"content": [{"type": "text", "text": '{"data": null, "errors": [{"message": "m"}]}'}]}, "error"),
    ({"structuredContent": {"error": {"code": "X", "message": "m"}}}, "error"),
    ({"structuredContent": {"success": False, "rows": [{"a": 1}]}}, "result"),
    ({"structuredContent": {"id": 7, "name": "job", "error": "exit 1"}}, "result"),
    ({"structuredContent": {"status": "done", "error": None}}, "result"),
    ({"structuredContent": {"status": "error", "message": "Paper 7 not found"}}, "error"),
    ({"structuredContent": {"status": "failed", "jobs": [1]}}, "result"),
    ({"structuredContent": {"result": "Error: unknown ticker"}}, "error"),
    ({"content": [{"type": "text", "text": "Error: no such table\nLINE 1: SELECT\n   ^"}]}, "error"),
    ({"content": [{"type": "text", "text": "Error running find: unknown operator $whre"}]}, "error"),
    ({"content": [{"type": "text", "text": "Failed to list invoices"}]}, "error"),
    ({"content": [{"type": "text", "text": "Error handling in Rust is done by values."}]}, "result"),
    ({"content": [{"type": "text", "text": "Errors: 0\nWarnings: 2"}]}, "result"),
    ({"content": [{"type": "text", "text": "Error: see below\n" + "line\n" * 400}]}, "result"),
    ({"structuredContent": {"start": 0, "papers": [], "has_more": False, "next": None}}, "empty"),
    ({"structuredContent": {"start": 20, "papers": []}}, "result"),
    ({"toolResult": {"a": 1}}, "result"),
    ({}, "empty"),
]


def test_a_result_has_a_state(page: Any) -> None:
    states = run_all(page, "readResult(a).state", [result for result, _ in STATES])
    for (result, wanted), state in zip(STATES, states, strict=True):
        assert state == wanted, result


def test_structured_content_that_copies_the_content_is_shown_once(page: Any) -> None:
    image = {"type": "image", "data": "aGk=", "mimeType": "image/png"}
    read = run(page, "readResult(a)", {"structuredContent": {"content": [image]}, "content": [image]})
    assert "data" not in read
    assert read["blocks"] == [image]


def test_a_deep_literal_is_text_not_a_crash(page: Any) -> None:
    text = "(" * 5000 + ")" * 5000
    assert run(page, "readResult({ content: [{ type: 'text', text: a }] }).data", text) == text


def test_a_locale_that_no_browser_knows_is_ignored(page: Any) -> None:
    page.evaluate("setLocale({ locale: 'de-CH', timeZone: 'Europe/Zurich' })")
    page.evaluate("setLocale({ locale: '-nonsense-', timeZone: 'Mars/Base' })")
    assert run(page, "[locality.locale, locality.timeZone]") == ["de-CH", "Europe/Zurich"]


def test_a_failure_told_in_text_beside_a_picture_hides_no_picture(page: Any) -> None:
    content = [
        {"type": "text", "text": "Error: half done"},
        {"type": "image", "data": "aGk=", "mimeType": "image/png"},
    ]
    assert run(page, "readResult(a).state", {"content": content}) == "result"


def test_what_tells_rows_apart_to_programs_only_comes_last(page: Any) -> None:
    rows = [
        ({"id": "6FXMGgJwohJLUSr5nVlf9X", "name": "Mezzanine"}, "name id"),
        ({"id": "sha256:4bb28bf23c12ff", "tag": "web"}, "tag id"),
        ({"id": "A-10402", "name": "Ada"}, "name id"),
        ({"commit": "3" * 40, "title": "Mend"}, "title commit"),
        ({"title": "Long texts may look so", "id": 7}, "title id"),
    ]
    found = run_all(page, "columnsOf([a[0]]).map(({ key }) => key.slice(1)).join(' ')", rows)
    assert found == [columns for _, columns in rows]


def test_what_is_the_same_in_all_rows_or_missing_comes_after_what_differs(page: Any) -> None:
    rows = [{"object": "invoice", "note": None, "number": f"R-{i}", "total": i} for i in range(4)]
    assert run(page, "columnsOf(a).map(({ key }) => key).join('')", rows) == "/number/total/object/note"


COLUMNS: list[tuple[str, list[Any], str, str | None]] = [
    ("id", [10001, 10002], "key", "text"),
    ("year", [2024, 2025], "key", "text"),
    ("total", [1.5, 20], "measure", "number"),
    ("count", [1, None, 20000], "measure", "integer"),
    ("totalBytes", [25276510208], "measure", "bytes"),
    ("used_percent", [3], "measure", "percent"),
    ("created_at", [1700000000], "temporal", "datetime"),
    ("t", [1795050000000, None], "temporal", "datetime"),
    ("t", [1795046400000, None], "temporal", "date"),
    ("ts_ms", [1795046400123], "temporal", "datetime"),
    ("population", [1795046400], "measure", "integer"),
    ("n", [1, 2, 3, 4], "key", "text"),
    ("n", [10, 100, 1000], "measure", "integer"),
    ("loan", [7710, 7711, 7712], "key", "text"),
    ("step", [7710, 7711, 7712], "measure", "integer"),
    ("day", [1, 2, 3, 4], "measure", "integer"),
    ("ordered_at", ["2025-04-04 07:18:00", None], "temporal", "datetime"),
    ("status", ["paid", "shipped", "paid"], "category", "badge"),
    ("status", ["alpha", "beta"], "category", "badge"),
    ("paid", [True, False], "text", None),
    ("tags", [["a"], []], "nested", None),
]


def test_a_column_is_typed_by_its_name_and_values(page: Any) -> None:
    found = run_all(page, "describeValues(a[0], a[1])", COLUMNS)
    for (name, values, *wanted), told in zip(COLUMNS, found, strict=True):
        assert [told["kind"], told.get("format", {}).get("name")] == wanted, (name, values)
