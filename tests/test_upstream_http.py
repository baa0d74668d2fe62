import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware

from genui.config import Target
from genui.errors import UpstreamError
from genui.upstream import introspect

SCHEMA = {"type": "object", "properties": {"z": {"maximum": 123456789012345678901234567890}, "a": {}}}


# Servers of the official package are imported where they are made: each process that collects tests
# would import them, a second of processor time.


async def list_tools(_context, params):
    from mcp_types import ListToolsResult, Tool

    number = int(params.cursor) if params and params.cursor else 0
    tool = Tool(name=f"tool-{number}", input_schema=SCHEMA)
    return ListToolsResult(tools=[tool], next_cursor=str(number + 1) if number < 2 else None)


class Doorkeeper:
    """Lets in only who has the password."""

    def __init__(self, app) -> None:
        self.app = app

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "http" and dict(scope["headers"]).get(b"authorization") != b"Bearer open":
            await send({"type": "http.response.start", "status": 401, "headers": []})
            await send({"type": "http.response.body", "body": b"who are you?"})
            return
        await self.app(scope, receive, send)


@contextmanager
def serving(app: Starlette) -> Iterator[str]:
    """Serve an ASGI application on a free loopback port."""
    import uvicorn

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def application(transport: str, *, locked: bool = False) -> Starlette:
    from mcp.server.lowlevel import Server
    from mcp.server.mcpserver import MCPServer

    if transport == "sse":
        server = MCPServer("paged", version="1", log_level="ERROR")
        for number in range(3):
            server.add_tool(lambda a: str(a), name=f"tool-{number}", description="x")
        app = server.sse_app()
    else:
        app = Server("paged", version="1", on_list_tools=list_tools).streamable_http_app(
            json_response=transport == "json"
        )
    if locked:
        app.user_middleware.append(Middleware(Doorkeeper))
    return app


def learned(url: str, transport: str, **members) -> list[str]:
    snapshot = introspect(
        Target(url=url, transport=transport, **members), start_timeout=20, request_timeout=20
    )
    assert snapshot.server == {"name": "paged", "version": "1"}
    return [tool.name for tool in snapshot.tools]


def failed(url: str, transport: str, *, start: float = 20.0) -> UpstreamError:
    with pytest.raises(UpstreamError) as caught:
        introspect(Target(url=url, transport=transport), start_timeout=start, request_timeout=20)
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize("kind", ["http", "json", "sse"])
def test_the_tools_of_a_url_are_read_over_its_transport_and_by_trying(kind, capfd):
    path, transport = ("/sse", "sse") if kind == "sse" else ("/mcp", "http")
    with serving(application(kind)) as url:
        assert learned(url + path, transport) == ["tool-0", "tool-1", "tool-2"]
        assert learned(url + path, "auto") == ["tool-0", "tool-1", "tool-2"]
    assert capfd.readouterr() == ("", "")


def test_definitions_over_http_are_whole():
    with serving(application("http")) as url:
        snapshot = introspect(Target(url=f"{url}/mcp"), start_timeout=20, request_timeout=20)
    assert snapshot.tools[0].definition == {"name": "tool-0", "inputSchema": SCHEMA}
    assert list(snapshot.tools[0].input_schema["properties"]) == ["z", "a"]


@pytest.mark.parametrize("kind", ["http", "sse"])
def test_headers_open_a_locked_server_and_their_absence_is_told(kind):
    path = "/sse" if kind == "sse" else "/mcp"
    with serving(application(kind, locked=True)) as url:
        assert len(learned(url + path, kind, headers={"Authorization": "Bearer open"})) == 3
        error = failed(url + path, "auto")
    assert "401 Unauthorized" in error.message
    assert "headers" in error.hint


def test_a_wrong_path_and_a_wrong_transport_are_told():
    with serving(application("sse")) as url:
        assert "405 Method Not Allowed" in failed(f"{url}/sse", "http").message
        both = failed(f"{url}/nowhere", "auto")
        assert "404 Not Found (http)" in both.message
        assert "404 Not Found (sse)" in both.message
        assert "/mcp or /sse" in both.hint
    with serving(application("http")) as url:
        assert "answered GET with 4" in failed(f"{url}/mcp", "sse").message


def test_nobody_there_is_told_without_what_is_secret_in_the_url():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    error = failed(f"http://user:canary-1@127.0.0.1:{port}/mcp?token=canary-2", "auto")
    assert "cannot be reached" in error.message
    assert f"http://127.0.0.1:{port}/mcp" in error.message
    assert "canary" not in error.message + error.hint


@pytest.mark.parametrize("transport", ["http", "sse"])
def test_a_server_that_takes_a_connection_and_says_nothing_is_given_up(transport):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        error = failed(f"http://127.0.0.1:{listener.getsockname()[1]}/", transport, start=0.3)
    assert "0.3 s" in error.message or "Timeout" in error.message


class Site(BaseHTTPRequestHandler):
    """A web site, not an MCP server."""

    def answer(self) -> None:
        self.rfile.read(int(self.headers.get("content-length") or 0))
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", "4")
        self.end_headers()
        self.wfile.write(b"<p>x")

    do_GET = do_POST = answer  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def site_of(kind: type[Site]) -> Iterator[str]:
    """Serve a plain web site on a free loopback port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), kind) as site:
        thread = threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{site.server_address[1]}/"
        finally:
            site.shutdown()
            thread.join()


def test_a_web_site_is_no_mcp_server(capfd):
    with site_of(Site) as url:
        error = failed(url, "auto")
    assert "text/html" in error.message
    assert capfd.readouterr() == ("", "")


def test_the_era_without_a_handshake_is_spoken_over_http(monkeypatch):
    monkeypatch.setattr("genui.upstream.session.HANDSHAKE_VERSION", "2026-07-28")
    with serving(application("http")) as url:
        snapshot = introspect(Target(url=f"{url}/mcp"), start_timeout=20, request_timeout=20)
    assert snapshot.protocol_version == "2026-07-28"
    assert snapshot.server["name"] == "paged"
    assert len(snapshot.tools) == 3


class Modern(Site):
    """Knows the era without a handshake only, and insists on its headers."""

    def answer(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        good = (self.headers["mcp-method"], self.headers["mcp-protocol-version"]) == (
            request["method"],
            "2026-07-28",
        )
        body = {
            "result": {
                "resultType": "complete",
                "supportedVersions": ["2026-07-28"],
                "tools": [{"name": "x"}],
            }
        }
        if not good:
            body = {"error": {"code": -32022, "message": "no", "data": {"supported": ["2026-07-28"]}}}
        data = json.dumps({"jsonrpc": "2.0", "id": request["id"], **body}).encode()
        self.send_response(200 if good else 400)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_POST = answer  # noqa: N815


def test_a_server_that_refuses_the_handshake_over_http_is_asked_the_modern_way():
    with site_of(Modern) as url:
        snapshot = introspect(Target(url=url, transport="http"), start_timeout=20, request_timeout=20)
    assert (snapshot.protocol_version, snapshot.tools[0].name) == ("2026-07-28", "x")
