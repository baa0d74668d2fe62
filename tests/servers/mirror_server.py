"""An upstream that says every kind of message, on stdio, over HTTP and over SSE: standard library only.

mirror_server.py stdio | http | sse        (http and sse print the port that they listen on)
"""

import json
import os
import queue
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

META = "io.modelcontextprotocol/"
EXOTIC = {
    "content": [
        {"type": "text", "text": 'héllo \u2028 \U0001f600 "q"', "annotations": {"priority": 0.1, "x": None}},
        {"type": "x-future-block", "blob": [1, 2, {"deep": None}]},
        {"type": "resource_link", "uri": "test://a", "name": "a", "x-unknown": 1},
    ],
    "structuredContent": {"big": 12345678901234567890123, "f": 1e-07, "neg0": -0.0, "empty": {}, "nul": None},
    "_meta": {"vendor/key": {"x": None}},
    "x-unknown-field": {"keep": ["me", None]},
}
TOOL = {
    "name": "exotic",
    "title": "Exotic",
    "description": "Tool with everything",
    "inputSchema": {
        "type": "object",
        "$defs": {"n": {"type": "number", "maximum": 12345678901234567890123}},
        "properties": {"z": {"$ref": "#/$defs/n", "default": -0.0}, "a": {"enum": [1, None, "x"]}},
    },
    "outputSchema": {"type": "object", "properties": {"big": {"type": "integer"}}},
    "annotations": {"readOnlyHint": True, "x-hint": 1},
    "icons": [{"src": "https://example.com/i.png", "sizes": ["48x48"]}],
    "execution": {"taskSupport": "optional"},
    "_meta": {"vendor/tool": [1, 2.50]},
    "x-unknown": {"deep": [None, True]},
}
NAMES = ("progress", "ask", "error", "notes", "hang", "seen", "echo")
INFO = {"name": "mirror", "version": "1", "icons": [{"src": "data:,"}], "x-info": 1}
CAPABILITIES = {
    "tools": {"listChanged": True, "x": 1},
    "resources": {"subscribe": True},
    "prompts": {},
    "logging": {},
    "completions": {},
    "tasks": {"list": {}, "cancel": {}},
    "experimental": {"vendor": {"n": 1}},
    "extensions": {"vendor/ext": {}},
}
ASKED = (
    ("sampling/createMessage", {"messages": [], "maxTokens": 5, "x-future": 1}),
    ("elicitation/create", {"message": "who?", "requestedSchema": {"type": "object", "properties": {}}}),
    ("roots/list", None),
    ("ping", None),
    ("vendor/ask", {"deep": {"n": 12345678901234567890123}}),
)
PLAIN = {
    "ping": {},
    "logging/setLevel": {},
    "resources/subscribe": {},
    "resources/unsubscribe": {},
    "prompts/list": {"prompts": [{"name": "p", "arguments": [{"name": "q", "x": 1}], "icons": []}]},
    "resources/templates/list": {"resourceTemplates": [{"uriTemplate": "test://{x}", "name": "x", "y": 0}]},
    "completion/complete": {"completion": {"values": ["a"], "total": 150, "hasMore": False, "x": 1}},
    "tasks/list": {"tasks": [{"taskId": "1", "status": "working", "ttl": None}]},
    "tasks/get": {"taskId": "1", "status": "completed", "pollInterval": 5},
    "tasks/result": EXOTIC,
    "tasks/cancel": {"taskId": "1", "status": "cancelled"},
}


class RefusedError(Exception):
    """An error answer."""


class Mirror:
    """One conversation, whatever carries it."""

    def __init__(self):
        self.seen, self.answers, self.asked = [], {}, 0

    def take(self, message, emit):
        """Take in one message; emit what comes of it, the answer last."""
        if "method" not in message:
            self.answers[message["id"]].put(message)
        elif "id" not in message:
            self.seen.append({"method": message["method"], "params": message.get("params")})
        else:
            self.answer(message, emit)

    def answer(self, message, emit):
        params = message.get("params") or {}
        modern = META + "protocolVersion" in (params.get("_meta") or {})
        try:
            result = self.result(message, params, emit, modern)
        except RefusedError as refused:
            emit({"jsonrpc": "2.0", "id": message["id"], "error": refused.args[0]})
            return
        if result is not None:
            if modern:
                result = {"resultType": "complete", "ttlMs": 5, "cacheScope": "private", **result}
            emit({"jsonrpc": "2.0", "id": message["id"], "result": result})

    def result(self, message, params, emit, modern):
        method = message["method"]
        if method == "initialize":
            return {
                "protocolVersion": params["protocolVersion"],
                "capabilities": CAPABILITIES,
                "serverInfo": INFO,
                "instructions": "be plain",
                "x-init": None,
            }
        if method == "server/discover":
            return {
                "supportedVersions": ["2026-07-28"],
                "capabilities": CAPABILITIES,
                "instructions": "plain",
            }
        if method == "tools/list":
            if params.get("cursor") == "2":
                return {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in NAMES]}
            return {"tools": [TOOL], "nextCursor": "2", "_meta": {"page": 1}}
        if method == "resources/list":
            return {"resources": [{"uri": "test://a", "name": "a", "size": 12345678901234567890123}]}
        if method == "resources/read":
            return {
                "contents": [{"uri": params["uri"], "text": "hello", "x": 1}, {"uri": "b", "blob": "AA=="}]
            }
        if method == "prompts/get":
            return {"messages": [{"role": "user", "content": {"type": "text", "text": str(params)}}], "x": 1}
        if method == "tools/call":
            return self.call(message, params, emit, modern)
        if method == "subscriptions/listen":
            mark = {"_meta": {META + "subscriptionId": message["id"]}}
            emit(note("notifications/subscriptions/acknowledged", **mark))
            emit(note("notifications/tools/list_changed", **mark))
            return {"_meta": {META + "subscriptionId": message["id"]}}
        if method in PLAIN:
            return PLAIN[method]
        raise RefusedError(
            {"code": -32601, "message": "Method not found", "data": {"method": method, "n": -0.0}}
        )

    def call(self, message, params, emit, modern):
        name, arguments = params["name"], params.get("arguments", {})
        if name == "exotic":
            return EXOTIC
        if name == "progress":
            for number in (1, 2.5, 3):
                token = params["_meta"]["progressToken"]
                emit(note("notifications/progress", progressToken=token, progress=number, total=3, x=None))
                emit(note("notifications/message", level="info", data={"n": number}, logger="l", x=1))
            return {"content": []}
        if name == "ask" and modern:
            if "inputResponses" in params:
                return {"content": [], "structuredContent": params["inputResponses"]}
            asked = {"one": {"method": "roots/list"}}
            return {"resultType": "input_required", "inputRequests": asked, "requestState": "s"}
        if name == "ask":
            return {"content": [], "structuredContent": {"got": [self.ask(emit, *one) for one in ASKED]}}
        if name == "error":
            raise RefusedError({"code": -32042, "message": "denied", "data": {"why": [1, None]}, "x-more": 1})
        if name == "notes":
            for what in (
                "tools/list_changed",
                "prompts/list_changed",
                "resources/list_changed",
                "vendor/odd",
            ):
                emit(note("notifications/" + what))
            emit(note("notifications/resources/updated", uri="test://a"))
            return {"content": []}
        if name == "hang":
            return None
        if name == "die":
            os._exit(7)
        if name == "seen":
            return {"content": [], "structuredContent": {"seen": self.seen}}
        return {"content": [{"type": "text", "text": json.dumps(arguments)}]}

    def ask(self, emit, method, params):
        """Ask the client something and wait for its answer."""
        self.asked += 1
        key = f"server-{self.asked}"
        self.answers[key] = queue.Queue()
        emit({"jsonrpc": "2.0", "id": key, "method": method, **({"params": params} if params else {})})
        answer = self.answers[key].get(timeout=20)
        return {name: answer[name] for name in ("result", "error") if name in answer}


def note(method, **params):
    return {"jsonrpc": "2.0", "method": method, **({"params": params} if params else {})}


def over_stdio():
    mirror, lock = Mirror(), threading.Lock()

    def emit(message):
        with lock:
            sys.stdout.write(json.dumps(message, ensure_ascii=False) + "\n")
            sys.stdout.flush()

    for line in sys.stdin:
        message = json.loads(line)
        if "method" in message and "id" in message:
            threading.Thread(target=mirror.take, args=(message, emit), daemon=True).start()
        else:
            mirror.take(message, emit)


SESSIONS = {}


class Site(BaseHTTPRequestHandler):
    """What both HTTP transports have in common."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        return

    def body(self):
        return json.loads(self.rfile.read(int(self.headers["content-length"])))

    def plain(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in {"content-length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def stream(self):
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True

    def event(self, data, kind="message"):
        self.wfile.write(f"event: {kind}\ndata: {data}\n\n".encode())
        self.wfile.flush()


class Streamable(Site):
    """Streamable HTTP: an answer alone is JSON, with more to say it is a stream."""

    def do_POST(self):
        message, session = self.body(), self.headers.get("mcp-session-id")
        modern = self.headers.get("mcp-protocol-version") == "2026-07-28"
        if modern:
            mirror, session = Mirror(), None
        elif message.get("method") == "initialize":
            session = f"s{len(SESSIONS)}"
            mirror = SESSIONS[session] = Mirror()
        elif session not in SESSIONS:
            self.plain(404 if session else 400, b"no session")
            return
        else:
            mirror = SESSIONS[session]
        if "method" not in message or "id" not in message:
            mirror.take(message, None)
            self.plain(202)
            return
        headers = {"mcp_session_id": session} if session else {}
        if message["method"] != "tools/call" and message["method"] != "subscriptions/listen":
            said = []
            mirror.take(message, said.append)
            self.plain(200, json.dumps(said[0]).encode(), content_type="application/json", **headers)
            return
        self.stream()
        mirror.take(message, lambda one: self.event(json.dumps(one)))

    def do_GET(self):
        self.plain(405)

    def do_DELETE(self):
        self.plain(200 if SESSIONS.pop(self.headers.get("mcp-session-id"), None) else 404)


class Sse(Site):
    """HTTP with SSE."""

    def do_GET(self):
        box = queue.Queue()
        key = str(len(SESSIONS))
        SESSIONS[key] = (Mirror(), box)
        self.stream()
        self.event(f"/messages?s={key}", "endpoint")
        try:
            while True:
                self.event(json.dumps(box.get()))
        except OSError:
            return

    def do_POST(self):
        message = self.body()
        mirror, box = SESSIONS[parse_qs(urlsplit(self.path).query)["s"][0]]
        self.plain(202)
        threading.Thread(target=mirror.take, args=(message, box.put), daemon=True).start()


if __name__ == "__main__":
    if sys.argv[1] == "stdio":
        over_stdio()
    else:
        port = int(sys.argv[2]) if len(sys.argv) > 2 else 0
        server = ThreadingHTTPServer(("127.0.0.1", port), {"http": Streamable, "sse": Sse}[sys.argv[1]])
        print(server.server_address[1], flush=True)
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
        server.serve_forever()
