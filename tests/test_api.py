"""The Python API: a view compiled in memory, attached to a server of one's own, and UI resources."""

import base64
import importlib.util
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

import genui
from genui.uiresource import content_type, is_allowed_origin

ROOT = Path(__file__).parents[1]
ADD = {
    "name": "add",
    "title": "Add",
    "inputSchema": {"type": "object", "properties": {"a": {"type": "number"}}},
}


def example():
    spec = importlib.util.spec_from_file_location("attached_server", ROOT / "examples" / "attached_server.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_importing_genui_loads_nothing_of_it():
    code = "import sys, genui; print(*[n for n in sys.modules if n.startswith('genui.')], genui.__version__)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert loaded.strip() == genui.__version__


def test_a_definition_becomes_a_page_and_what_links_a_tool_to_it():
    view = genui.compile(ADD)

    assert view == genui.compile(ADD)
    assert view.uri.startswith("ui://add/")
    assert view.html.startswith("<!doctype html>")
    assert view.meta["ui"] == {"resourceUri": view.uri}
    assert view.resource_meta["ui"]["csp"]["connectDomains"] == []
    assert view.title == "Add"


def test_wishes_and_a_spec_of_ones_own_are_honoured():
    view = genui.compile(ADD, wishes=["dark mode", "title: Sum"])

    assert (view.spec["theme"], view.title) == ("dark", "Sum")
    assert [step.feedback for step in view.ledger] == ["dark mode", "title: Sum"]
    assert genui.compile(ADD, spec=view.spec).html == view.html


def test_what_cannot_be_is_refused_with_a_reason():
    with pytest.raises(genui.WishError, match="play music"):
        genui.compile(ADD, wishes="play music")
    with pytest.raises(genui.GenuiError, match="is no tool"):
        genui.compile(7)
    with pytest.raises(genui.GenuiError, match="the spec of add is wrong at /result"):
        genui.compile(ADD, spec={"version": 1, "result": []})
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        genui.nothing  # noqa: B018


def test_a_function_and_a_tool_of_the_sdk_give_the_same_view():
    from mcp_types import Tool

    module = example()
    view = genui.compile(module.plan_training)
    definition = {
        "name": "plan_training",
        "description": module.plan_training.__doc__,
        "inputSchema": view_schema(module, "parameters"),
        "outputSchema": view_schema(module, "output"),
    }

    assert genui.compile(Tool.model_validate(definition)).spec == view.spec
    assert genui.compile(definition).spec == view.spec


def view_schema(module, which):
    from mcp.server.mcpserver.tools.base import Tool

    made = Tool.from_function(module.plan_training)
    return made.parameters if which == "parameters" else made.fn_metadata.output_schema


def test_the_attached_server_lists_its_view_serves_it_and_answers():
    async def talk():
        from mcp import Client

        with anyio.fail_after(30):
            async with Client(example().build_server()) as client:
                (tool,) = (await client.list_tools()).tools
                uri = tool.meta["ui"]["resourceUri"]
                (content,) = (await client.read_resource(uri)).contents
                result = await client.call_tool("plan_training", {"weeks": 4})
                return tool, content, result

    tool, content, result = anyio.run(talk)

    assert content.mime_type == "text/html;profile=mcp-app"
    assert content.text.startswith("<!doctype html>")
    assert content.meta["ui"]["prefersBorder"] is True
    assert [week["week"] for week in result.structured_content["weeks"]] == [1, 2, 3, 4]
    assert tool.output_schema is not None


# UI resources


def test_a_ui_resource_is_a_content_block_with_its_metadata():
    block = genui.ui_resource(
        "ui://card/v1", "<p>Hi", frame_size={"width": 400}, render_data={"a": 1}, metadata={"x/y": 2}
    )

    assert block == {
        "type": "resource",
        "resource": {
            "uri": "ui://card/v1",
            "mimeType": "text/html",
            "text": "<p>Hi",
            "_meta": {
                "mcpui.dev/ui-preferred-frame-size": {"width": 400},
                "mcpui.dev/ui-initial-render-data": {"a": 1},
                "x/y": 2,
            },
        },
    }
    assert genui.is_ui_resource(block)
    assert "_meta" not in genui.ui_resource("ui://card", "<p>")["resource"]


def test_a_blob_holds_the_same_text():
    resource = genui.ui_resource("ui://card", "<p>é", blob=True)["resource"]

    assert "text" not in resource
    assert base64.b64decode(resource["blob"]).decode() == "<p>é"


@pytest.mark.parametrize("uri", ["http://x", "ui:/x", "", "ui://", "ui://a b", "UI://x", None])
def test_a_uri_that_is_not_ui_is_refused(uri):
    with pytest.raises(genui.GenuiError, match="uri is"):
        genui.ui_resource(uri, "<p>")


def test_other_contents_are_checked_by_their_type():
    assert genui.ui_resource("ui://x", "https://example.com", mime_type="text/uri-list")
    assert genui.ui_resource("ui://x", "f()", mime_type="application/vnd.mcp-ui.remote-dom+javascript")
    for address in ("http://example.com", "javascript:1", "file:///x", "# only a comment"):
        with pytest.raises(genui.GenuiError, match="expected https"):
            genui.ui_resource("ui://x", address, mime_type="text/uri-list")
    with pytest.raises(genui.GenuiError, match="no host shows"):
        genui.ui_resource("ui://x", "x", mime_type="image/png")
    with pytest.raises(genui.GenuiError, match="no content"):
        genui.ui_resource("ui://x", " ")


@pytest.mark.parametrize(
    ("mime_type", "kind"),
    [
        ("text/html", "rawHtml"),
        ("text/html; profile=mcp-app", "rawHtml"),
        ("text/uri-list", "externalUrl"),
        ("application/vnd.mcp-ui.remote-dom+javascript; framework=react", "remoteDom"),
        ("application/vnd.mcp-ui.remote-domain", None),
        ("text/plain", None),
        (None, None),
    ],
)
def test_the_mime_type_tells_the_kind(mime_type, kind):
    assert content_type(mime_type) == kind
    assert genui.is_ui_resource({"type": "resource", "resource": {"mimeType": mime_type}}) == (
        kind is not None
    )


def test_what_is_no_resource_is_no_ui_resource():
    for value in (
        None,
        7,
        "x",
        [],
        {},
        {"type": "text"},
        {"type": "resource"},
        {"type": "resource", "resource": 7},
    ):
        assert not genui.is_ui_resource(value)


@pytest.mark.parametrize("origin", ["null", "https://a.example", "http://localhost:3000", "http://127.0.0.1"])
def test_trusted_origins(origin):
    assert is_allowed_origin(origin)


@pytest.mark.parametrize(
    "origin", ["http://a.example", "http://localhost.evil.example", "https://", "ftp://x", "", "http://["]
)
def test_untrusted_origins(origin):
    assert not is_allowed_origin(origin)
