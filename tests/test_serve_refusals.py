"""HTTP upstreams that refuse, forget, redirect and answer oddly: the host hears what it is, once."""

import json
import subprocess
import sys
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from clients import StdioClient

from genui.cli import main

RESULT = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "odd"}}
TOOLS = {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}
CHALLENGE = 'Bearer realm="mcp", resource_metadata="https://auth.example/.well-known/x"'


class Odd(BaseHTTPRequestHandler):
    """Answers as usual, unless `odd` of the server does: it gets the handler and the message."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def say(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in {"content-length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def answer(self, result, message, **headers):
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
        self.say(200, body, content_type="application/json", **headers)

    def events(self, *chunks):
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        for chunk in chunks:
            self.wfile.write(chunk.encode())
            self.wfile.flush()

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.seen.append((self.command, self.path, dict(self.headers), message))
        if self.server.odd(self, message):
            return
        if "id" not in message or "method" not in message:
            self.say(202)
        elif message["method"] == "initialize":
            self.answer(RESULT, message, mcp_session_id="s1")
        else:
            known = message["method"] == "tools/list"
            text = {"content": [{"type": "text", "text": json.dumps(message.get("params"))}]}
            self.answer(TOOLS if known else text, message)

    def do_GET(self):
        self.server.seen.append((self.command, self.path, dict(self.headers), None))
        if not self.server.odd(self, None):
            self.say(405)

    def do_DELETE(self):
        self.server.seen.append((self.command, self.path, dict(self.headers), None))
        self.say(200)


@contextmanager
def odd_server(odd):
    """Run an odd upstream, with its address in `url`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Odd)
    server.odd, server.seen, server.daemon_threads = odd, [], True
    server.url = f"http://127.0.0.1:{server.server_port}/mcp"
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def talking(odd, tmp_path, *flags):
    """Serve an odd upstream through genui and talk to it on stdio."""
    with odd_server(odd) as server:
        command = [sys.executable, "-m", "genui", "serve", "--generated", str(tmp_path), *flags]
        with StdioClient([*command, "--url", server.url], stderr=subprocess.DEVNULL) as client:
            yield client, server


def locked(status):
    def refuse(handler, _message):
        body = json.dumps({"error": "invalid_token", "error_description": "none"}).encode()
        handler.say(status, body, content_type="application/json", www_authenticate=CHALLENGE)
        return True

    return refuse


@pytest.mark.parametrize(("transport", "status"), [("http", 401), ("sse", 403)])
def test_a_missing_credential_is_told_with_what_sets_it(transport, status, tmp_path):
    with talking(locked(status), tmp_path, "--upstream-transport", transport) as (client, _):
        error = client.initialize()["error"]
        assert isinstance(error["code"], int)
        assert str(status) in error["message"]
        assert CHALLENGE in error["message"]
        assert "headers in [upstream] of genui.toml" in error["message"]
        for queue in client.answers.values():
            assert queue.empty()
        again = client.ask("ping")["error"]
        assert "headers in [upstream]" in again["message"]
        assert again["data"]["errorType"] == "UPSTREAM_UNAUTHORIZED"
        assert again["data"]["retryable"] is False
        assert client.told == []


def test_the_doctor_names_what_sets_a_missing_credential(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    with odd_server(locked(401)) as server:
        (tmp_path / "genui.toml").write_text(f'[upstream]\nurl = "{server.url}"\n', encoding="utf-8")
        assert main(["doctor", "--json"]) == 1
    (check,) = (check for check in json.loads(capsys.readouterr().out) if check["area"] == "upstream")
    assert CHALLENGE in check["message"]
    assert "headers in [upstream] of genui.toml" in check["mend"]


def test_an_error_of_the_upstreams_comes_through_whatever_the_status(tmp_path):
    error = {"code": -32099, "message": "no", "data": {"big": 2**70, "zero": -0.0}}

    def refusing(handler, message):
        if message and message.get("method") == "tools/call":
            body = json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode()
            handler.say(400, body, content_type="application/json")
            return True
        return False

    with talking(refusing, tmp_path) as (client, _):
        client.initialize()
        got = client.ask("tools/call", {"name": "echo"})["error"]
        assert json.dumps(got) == json.dumps(error)


def test_a_session_that_is_gone_is_opened_again_and_the_request_repeated(tmp_path):
    forgotten = []

    def forgetful(handler, message):
        if message and message.get("method") == "tools/call" and not forgotten:
            forgotten.append(handler.headers["mcp-session-id"])
            handler.say(404)
            return True
        return False

    with talking(forgetful, tmp_path) as (client, server):
        client.initialize()
        assert "result" in client.ask("tools/call", {"name": "echo", "arguments": {"n": 1}})
        methods = [message["method"] for *_, message in server.seen if message]
        assert methods.count("initialize") == 2
        assert methods.count("tools/call") == 2
    assert forgotten == ["s1"]
    assert any(seen[0] == "DELETE" for seen in server.seen)


def test_a_redirect_within_the_origin_keeps_method_body_and_session(tmp_path):
    def moved(handler, _message):
        if handler.path == "/mcp" and handler.command == "POST":
            handler.say(307, location="/there/mcp")
            return True
        return False

    with talking(moved, tmp_path) as (client, server):
        client.initialize()
        params = {"name": "echo", "arguments": {"text": "é\ud800"}}
        text = client.ask("tools/call", params)["result"]["content"][0]["text"]
        assert json.loads(text) == params
        there = [headers for _, path, headers, message in server.seen if path == "/there/mcp" and message]
        assert {name.lower() for name in there[-1]} >= {"mcp-session-id", "mcp-protocol-version"}


def test_a_redirect_elsewhere_is_refused_and_named(tmp_path):
    def elsewhere(handler, _message):
        handler.say(307, location="http://127.0.0.1:9/mcp?token=secret")
        return True

    with talking(elsewhere, tmp_path) as (client, _):
        message = client.initialize()["error"]["message"]
        assert "redirects to http://127.0.0.1:9/mcp" in message
        assert "secret" not in message


def test_a_stream_that_breaks_off_goes_on_from_its_last_event(tmp_path):
    def broken(handler, message):
        if message is None and "last-event-id" in handler.headers:
            key = handler.headers["last-event-id"].removeprefix("e")
            answer = {"jsonrpc": "2.0", "id": key, "result": {"content": [], "resumed": True}}
            handler.events(f"id: e2\ndata: {json.dumps(answer)}\n\n")
            return True
        if message and message.get("method") == "tools/call":
            note = {
                "jsonrpc": "2.0",
                "method": "notifications/message",
                "params": {"level": "info", "data": 1},
            }
            handler.events(f"id: e{message['id']}\nretry: 5\ndata: {json.dumps(note)}\n\n", "id: e9")
            return True
        return False

    with talking(broken, tmp_path) as (client, _):
        client.initialize()
        assert client.ask("tools/call", {"name": "echo"})["result"]["resumed"] is True
        assert [one["method"] for one in client.told] == ["notifications/message"]


NO_ANSWERS = [
    (200, b"", "application/json"),
    (200, b"<html>", "text/html"),
    (200, b'{"oops": 1}', "application/json"),
    (200, b"[", "application/json"),
    (202, b"", "text/plain"),
    (500, b"Internal", "text/plain"),
    (500, b'{"error": "x"}', "application/json"),
    (429, b'{"error": {"message": "slow down"}}', "application/json"),
    (200, b": nothing\n\n", "text/event-stream"),
]


def test_whatever_is_no_answer_becomes_one_error(tmp_path):
    left = list(NO_ANSWERS)

    def odd(handler, message):
        if message and message.get("method") == "tools/call":
            status, body, kind = left.pop(0)
            handler.say(status, body, content_type=kind)
            return True
        return False

    with talking(odd, tmp_path) as (client, _):
        client.initialize()
        for case in NO_ANSWERS:
            error = client.ask("tools/call", {"name": "echo"})["error"]
            assert error["data"]["errorType"].startswith("UPSTREAM_"), case
            assert isinstance(error["message"], str)
        assert "result" in client.ask("tools/list")
    assert left == []
