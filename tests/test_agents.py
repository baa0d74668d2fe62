"""A host's own model as the author of a view: a short brief, the language to read once, checked paths."""

import json
from pathlib import Path

import pytest
from ondemand import TOOLS, Served, project

from genui.components import COMPONENTS
from genui.expressions import FORMATS, OPERATORS

ROOT = Path(__file__).parent.parent
BRIEF_BYTES = 12_000
DEEP = {
    "type": "object",
    "properties": {f"member_{at}": {"type": "string", "description": "é" * 300} for at in range(200)},
}
HUGE = {
    "name": "huge",
    "description": "What this does. " * 2000,
    "inputSchema": DEEP,
    "outputSchema": {"type": "object", "properties": {"rows": {"type": "array", "items": DEEP}}},
}
DEMO = [
    json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(
        [*ROOT.glob("generated/tools/*.json"), *ROOT.glob("examples/*/generated/tools/*.json")]
    )
]
LOG = {"name": "audit_log", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}
LOOSE = {
    **LOG,
    "outputSchema": {"type": "object", "properties": {"total": {"type": "integer"}, "entries": {}}},
}
EXAMPLE = """
[[tools.audit_log.examples]]
arguments = {}
[tools.audit_log.examples.result]
total = 2
entries = [{ who = "Ada", what = "sign in", tries = 1 }, { who = "Bo", what = "left", tries = 2 }]
"""


def table(rows, *keys):
    columns = [{"key": key, "label": "It"} for key in keys]
    return {
        "version": 2,
        "result": [{"type": "table", "props": {"rows": {"$path": rows}, "columns": columns}}],
    }


def served(folder, tool, more=""):
    return Served(project(folder, more=more), tools=[tool])


@pytest.mark.parametrize("tool", [*TOOLS, *DEMO, HUGE], ids=lambda tool: tool["name"])
def test_a_brief_fits_into_a_chat_and_says_what_an_agent_needs(tmp_path, tool):
    with served(tmp_path, tool) as host:
        result = host.call("brief", tool["name"])
        assert len(json.dumps(result)) <= BRIEF_BYTES
        told = json.loads(result["content"][0]["text"])
        assert "structuredContent" not in result
        assert "_ui_submit" in told["instructions"]
        assert "ui://_ui_brief/components" in told["instructions"]
        assert told["task"].count("<data-") == told["task"].count("</data-") == 1
        for name in (*COMPONENTS, *FORMATS, *OPERATORS):
            assert name in told["rules"]


def test_the_example_of_a_brief_passes_the_schema_of_answers(tmp_path):
    import jsonschema

    from genui.spec import answer_schema

    with served(tmp_path, LOG) as host:
        rules = json.loads(host.call("brief", "audit_log")["content"][0]["text"])["rules"]
    example = next(line for line in rules.splitlines() if line.startswith('{"version"'))
    jsonschema.validate({"kind": "rich", "reason": "", **json.loads(example)}, dict(answer_schema()))


@pytest.mark.parametrize("prefix", ["_ui_", "views_"])
def test_the_language_of_specs_is_a_resource_that_an_agent_reads_once(tmp_path, prefix):
    with Served(project(tmp_path), **{"serve.prefix": prefix}) as host:
        uri = f"ui://{prefix}brief/components"
        (content,) = host.ask("resources/read", uri=uri)["result"]["contents"]
        assert (content["uri"], content["mimeType"]) == (uri, "text/markdown")
        for name in (*COMPONENTS, *FORMATS):
            assert name in content["text"]
        assert uri not in json.dumps(host.ask("resources/list"))


def test_the_language_is_nobodys_where_genui_has_no_tools_of_its_own(tmp_path):
    with Served(project(tmp_path), **{"serve.own_tools": "none"}) as host:
        assert "error" in host.ask("resources/read", uri="ui://_ui_brief/components")


def findings(result):
    return {one["where"]: one for one in result["structuredContent"]["findings"]}


def test_a_path_that_the_schema_lacks_is_refused_with_the_names_that_there_are(tmp_path):
    with Served(project(tmp_path)) as host:
        result = host.call("submit", spec=table("/result/days", "/hihg", "/date"))
        assert result["isError"]
        (told,) = findings(result).values()
        assert told["where"] == "/result/0/props/columns/0/key"
        assert "'/hihg'" in told["message"]
        assert "did you mean high?" in told["hint"]
        assert "conditions, date, high, wind" in told["hint"]
        assert "`rows` or `auto`" in told["hint"]
        lost = findings(host.call("submit", spec=table("/result/dayz", "/high")))
        assert list(lost) == ["/result/0/props/rows"]
        assert "did you mean days?" in lost["/result/0/props/rows"]["hint"]


@pytest.mark.parametrize("tool", [LOG, LOOSE], ids=["no schema", "a loose schema"])
def test_where_no_schema_tells_the_examples_do(tmp_path, tool):
    with served(tmp_path, tool, EXAMPLE) as host:
        told = findings(host.call("submit", "audit_log", spec=table("/result/entries", "/when", "/who")))
        assert "did you mean who?" in told["/result/0/props/columns/0/key"]["hint"]
        told = findings(host.call("submit", "audit_log", spec=table("/result/entires", "/who")))
        where = "/result/0/props/rows"
        if tool is LOG:
            assert "an example shows" in told[where]["message"]
        assert "did you mean entries?" in told[where]["hint"]
        chart = {"kind": "bar", "rows": {"$path": "/result/entries"}, "x": "/who", "y": [{"key": "/what"}]}
        spec = {"version": 2, "result": [{"type": "chart", "props": chart}]}
        assert findings(host.call("submit", "audit_log", spec=spec))["/result/0/props/y/0/key"]["rule"] == (
            "measure-not-number"
        )
        live = host.says("submit", "audit_log", spec=table("/result/entries", "/who", "/tries"))
        assert (live["verdict"], live["unchecked"]) == ("live", [])


def test_an_answer_says_which_paths_nothing_can_check(tmp_path):
    with served(tmp_path, LOG) as host:
        live = host.says("submit", "audit_log", spec=table("/result/entries", "/who"))
        assert live["unchecked"] == [
            "/result/0/props/rows: $path /result/entries",
            "/result/0/props/columns/0/key: /who",
        ]
        assert "no output schema" in live["note"]
        text = {"version": 2, "result": [{"type": "text", "props": {"of": {"$path": "/content/0/text"}}}]}
        assert host.says("submit", "audit_log", spec=text)["unchecked"] == []


def test_columns_are_not_checked_where_the_caller_writes_the_query(tmp_path):
    tool = {**LOG, "inputSchema": {"type": "object", "properties": {"sql": {"type": "string"}}}}
    with served(tmp_path, tool, EXAMPLE) as host:
        assert host.says("submit", "audit_log", spec=table("/result/rows", "/any"))["unchecked"]
