"""An upstream behind a URL that goes away and comes back: errors meanwhile, then the same conversation."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from clients import PATIENCE, HttpClient, StdioClient
from test_serve_http import running

MIRROR = [sys.executable, str(Path(__file__).parent / "servers" / "mirror_server.py")]


def mirror(transport: str, port: str = "0") -> tuple[subprocess.Popen[str], str]:
    """Start a mirror and return it with its port."""
    process = subprocess.Popen(
        [*MIRROR, transport, port], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    return process, process.stdout.readline().strip()


def stop(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait(PATIENCE)
    process.stdin.close()
    process.stdout.close()


def reached(client: Any) -> Any:
    """Ask until the upstream answers."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        answer = client.ask("tools/call", {"name": "echo", "arguments": {"n": 1}})
        if "result" in answer:
            return answer
        assert answer["error"]["data"]["retryable"]
    raise AssertionError(answer)


@pytest.mark.parametrize("transport", ["http", "sse"])
def test_a_lost_upstream_is_found_again_and_what_was_in_flight_is_answered(transport, tmp_path):
    first, port = mirror(transport)
    flags = ["--generated", str(tmp_path), "--url", f"http://127.0.0.1:{port}/{transport}"]
    command = [sys.executable, "-m", "genui", "serve", *flags]
    with StdioClient(command, stderr=subprocess.DEVNULL) as client:
        client.initialize()
        assert "result" in client.ask("tools/call", {"name": "echo"})
        key = client.request("tools/call", {"name": "die"})
        lost = client.answers[key].get(timeout=PATIENCE)["error"]
        assert "127.0.0.1" in lost["message"]
        assert lost["data"]["retryable"]
        meanwhile = client.ask("tools/call", {"name": "echo"})["error"]
        assert "cannot be reached" in meanwhile["message"]
        stop(first)
        second, _ = mirror(transport, port)
        try:
            reached(client)
            assert "tools" in client.ask("tools/list", {})["result"]
            with client.more:
                assert client.more.wait_for(
                    lambda: any(one["method"].endswith("list_changed") for one in client.told), PATIENCE
                )
        finally:
            stop(second)


def test_an_upstream_that_is_not_there_fails_each_request_and_not_the_server():
    with running(
        "--transport", "http", "--url", "http://user:pass-w0rd@127.0.0.1:9/mcp?key=pass-w0rd"
    ) as site:
        status, _, body = site.ask("POST", "/mcp", opening())
        assert status == 200
        assert "cannot be reached" in body["error"]["message"]
        assert site.ask("GET", "/healthz")[0] == 200
        site.ends()
    assert "pass-w0rd" not in f"{body}{site.log.decode()}"


def opening() -> dict[str, Any]:
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c"}}
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


def test_which_transport_a_url_speaks_is_found_out(tmp_path):
    server, port = mirror("sse")
    try:
        flags = ("--transport", "http", "--url", f"http://127.0.0.1:{port}/sse")
        with running(*flags) as site, HttpClient(site.url) as client:
            assert "result" in client.initialize()
    finally:
        stop(server)
