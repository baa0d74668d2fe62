"""An MCP server on stdio, standard library only: tools that run, hang, die and show views of their own."""

import json
import os
import sys
import threading
from pathlib import Path

UI = {"ui": {"resourceUri": "ui://own/page.html"}}
DAYS = [{"date": "2026-11-21", "high": 4, "low": -1}, {"date": "2026-11-22", "high": 6, "low": 2}]
TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
TOOLS = [
    {"name": "echo", "title": "Echo text", "inputSchema": TEXT, "annotations": {"readOnlyHint": True}},
    {
        "name": "forecast",
        "title": "Forecast",
        "inputSchema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        "outputSchema": {
            "type": "object",
            "properties": {
                "days": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "date": {"type": "string", "format": "date"},
                            "high": {"type": "integer"},
                            "low": {"type": "integer"},
                        },
                    },
                }
            },
        },
    },
    {"name": "own", "title": "With a view of its own", "inputSchema": {"type": "object"}, "_meta": UI},
    {"name": "hidden", "inputSchema": {"type": "object"}, "_meta": {"ui": {"visibility": ["model"]}}},
    {"name": "kinds", "inputSchema": {"type": "object"}},
    {"name": "slow", "inputSchema": {"type": "object"}},
    {"name": "die", "inputSchema": {"type": "object"}},
]
LOG = Path(os.environ["PREVIEW_LOG"]) if "PREVIEW_LOG" in os.environ else None
PAGE = Path(os.environ["PREVIEW_PAGE"]) if "PREVIEW_PAGE" in os.environ else None
EXTERNAL = os.environ.get("PREVIEW_EXTERNAL")
INLINE = """<!doctype html><p id=inline>inline</p><p id=data></p><p id=answer></p><script>
addEventListener("message", ({ data }) => {
  if (data.type === "ui-lifecycle-iframe-render-data")
    document.getElementById("data").textContent = data.payload.renderData.greeting;
  if (data.type === "ui-message-response")
    document.getElementById("answer").textContent +=
      data.payload.error?.message ?? data.payload.response.content[0].text;
});
const send = (message) => parent.postMessage(message, "*");
send({ type: "ui-lifecycle-iframe-ready" });
for (const text of ["acted", "again"])
  send({ type: "tool", messageId: text, payload: { toolName: "echo", params: { text } } });
</script>"""
lock = threading.Lock()


def write(message):
    with lock:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()


def note(line):
    if LOG:
        with LOG.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def embedded(uri, mime_type, text, **meta):
    resource = {"uri": uri, "mimeType": mime_type, "text": text}
    return {"type": "resource", "resource": resource | ({"_meta": meta} if meta else {})}


def kinds():
    size = {"mcpui.dev/ui-preferred-frame-size": {"width": 300, "height": 120}}
    data = {"mcpui.dev/ui-initial-render-data": {"greeting": "from the server"}}
    return [
        embedded("ui://kinds/html", "text/html", INLINE, **size, **data),
        embedded("ui://kinds/url", "text/uri-list", "# one\r\nhttp://example.com/\r\n"),
        embedded("ui://kinds/remote", "application/vnd.mcp-ui.remote-dom+javascript", "root.append('x')"),
        *([embedded("ui://kinds/external", "text/uri-list", EXTERNAL)] if EXTERNAL else []),
        embedded("ui://kinds/odd", "text/markdown", "# no"),
    ]


def call(name, arguments, params):
    if name == "echo":
        return {"content": [{"type": "text", "text": arguments.get("text", "")}]}
    if name == "forecast":
        data = {"city": arguments.get("city"), "days": DAYS}
        return {"content": [{"type": "text", "text": json.dumps(data)}], "structuredContent": data}
    if name == "kinds":
        return {"content": kinds()}
    if name == "slow":
        token = params.get("_meta", {}).get("progressToken")
        if token is not None:
            write({"method": "notifications/progress", "params": {"progressToken": token, "progress": 1}})
        return None  # never answered: it is cancelled, or its caller goes
    return {"content": [{"type": "text", "text": f"{name} ran"}]}


def answer(request):
    method, params = request["method"], request.get("params", {})
    if method == "initialize":
        info = {"name": "previewed", "version": "2.0"}
        return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return call(params["name"], params.get("arguments", {}), params)
    if method == "resources/read":
        text = PAGE.read_text(encoding="utf-8") if PAGE else "<!doctype html><title>own</title>"
        mime_type = "text/html;profile=mcp-app"
        return {"contents": [{"uri": params["uri"], "mimeType": mime_type, "text": text}]}
    return {"error": {"code": -32601, "message": f"no {method}"}}


def main():
    note(f"started {os.getpid()}")
    for line in sys.stdin:
        request = json.loads(line)
        note(json.dumps([request.get("method"), request.get("params")]))
        if request.get("method") == "tools/call" and request["params"]["name"] == "die":
            os._exit(7)
        if "id" not in request:
            continue
        result = answer(request)
        if result is not None:
            body = result if "error" in result else {"result": result}
            write({"id": request["id"], **body})


if __name__ == "__main__":
    main()
