#!/usr/bin/env python3
"""Soak `genui serve` over HTTP: calls, sessions that come and go, and strangers; memory has to stay flat.

  python benchmarks/soakhttp.py [--seconds 240] [--sessions 5000] [--callers 8] [--strangers 50] [--grown 1.0]

Callers call over sessions that stay. Others open a session, list the tools and end it, spread over the
time. Strangers bear no token: they are refused, or hang up in the middle of a request. Prints what
happened; exits 1 on a wrong answer, or when memory grew by more than --grown megabytes a minute after
the first minute (after the first quarter where it is run for less than two).
"""

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path

SERVER = """
import json, sys
for line in sys.stdin.buffer:
    message = json.loads(line)
    key, params = message.get("id"), message.get("params") or {}
    if key is None:
        continue
    if message["method"] == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}
    elif message["method"] == "tools/list":
        result = {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}
    else:
        result = {"content": [{"type": "text", "text": params["arguments"]["text"]}]}
    sys.stdout.buffer.write(json.dumps({"jsonrpc": "2.0", "id": key, "result": result}).encode() + b"\\n")
    sys.stdout.buffer.flush()
"""
TOKEN = "soaked"
BEARER = {"authorization": f"Bearer {TOKEN}"}
ACCEPT = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
APPS = {"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}}
OPENING = {"protocolVersion": "2025-11-25", "capabilities": APPS, "clientInfo": {"name": "soak"}}


class Client:
    """One keep-alive connection."""

    def __init__(self, port):
        self.port, self.reader, self.writer, self.session = port, None, None, {}

    async def ask(self, method, path, body=None, headers=BEARER):
        """Send a request; return status, headers and body."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = b"" if body is None else json.dumps(body).encode()
        said = {"host": "127.0.0.1", **ACCEPT, "content-length": len(content), **headers, **self.session}
        head = "".join(f"{name}: {value}\r\n" for name, value in said.items())
        self.writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + content)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        got = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in answer[1:])}
        return int(answer[0].split()[1]), got, await self.body(got)

    async def body(self, headers):
        if headers.get("transfer-encoding") != "chunked":
            return await self.reader.readexactly(int(headers.get("content-length", 0)))
        parts = []
        while size := int(await self.reader.readline(), 16):
            parts.append(await self.reader.readexactly(size))
            await self.reader.readline()
        await self.reader.readline()
        return b"".join(parts)

    async def call(self, method, params, key=1):
        message = {"jsonrpc": "2.0", "id": key, "method": method, "params": params}
        status, headers, body = await self.ask("POST", "/mcp", message)
        if method == "initialize":
            self.session = {"mcp-session-id": headers["mcp-session-id"]}
        return status, body

    def close(self):
        if self.writer is not None:
            self.writer.close()
            self.writer = None


class Soak:
    """Everybody who talks to one `genui serve`."""

    def __init__(self, port, seconds):
        self.port, self.until = port, time.monotonic() + seconds
        self.calls = self.opened = self.refused = 0
        self.errors = []

    def going(self):
        return time.monotonic() < self.until

    def expect(self, good, what):
        if not good:
            self.errors.append(what)

    async def caller(self):
        """Call for as long as it goes."""
        client = Client(self.port)
        await client.call("initialize", OPENING)
        while self.going():
            self.calls += 1
            text = f"t{self.calls}"
            status, body = await client.call(
                "tools/call", {"name": "echo", "arguments": {"text": text}}, self.calls
            )
            self.expect(status == 200 and text.encode() in body, f"call: {status} {body[:100]!r}")
        await client.ask("DELETE", "/mcp")
        client.close()

    async def visitors(self, sessions, seconds):
        """Open sessions and end them, one after the other."""
        for number in range(sessions):
            await asyncio.sleep(
                max(0.0, self.until - seconds + number * seconds / sessions - time.monotonic())
            )
            if not self.going():
                return
            client = Client(self.port)
            status, body = await client.call("initialize", OPENING)
            self.expect(status == 200, f"initialize: {status} {body[:100]!r}")
            status, body = await client.call("tools/list", {})
            self.expect(b'"echo"' in body, f"tools/list: {status} {body[:100]!r}")
            status, _, _ = await client.ask("DELETE", "/mcp")
            self.expect(status == 200, f"DELETE: {status}")
            client.close()
            self.opened += 1

    async def strangers(self, rate):
        """Connect without a token; every fourth hangs up before it has said all."""
        while self.going():
            await asyncio.sleep(1 / rate)
            client = Client(self.port)
            with contextlib.suppress(ConnectionError):
                if self.refused % 4 == 3:
                    _, client.writer = await asyncio.open_connection("127.0.0.1", self.port)
                    client.writer.write(b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ")
                else:
                    status, _, _ = await client.ask("POST", "/mcp", {"id": 1}, headers={})
                    self.expect(status == 401, f"stranger: {status}")
            client.close()
            self.refused += 1


def resident(pid):
    """Return the resident megabytes of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(row.split()[1]) for row in status.splitlines() if row.startswith("VmRSS")) / 1024


async def soaked(options, process):
    """Let everybody talk for the time; return the soak and the memory every tenth of it."""
    line = (await process.stderr.readline()).decode()
    soak = Soak(int(line.split()[-1].rsplit(":", 1)[1].split("/")[0]), options.seconds)
    talk = asyncio.gather(
        *(soak.caller() for _ in range(options.callers)),
        *(soak.visitors(options.sessions // 4, options.seconds) for _ in range(4)),
        soak.strangers(options.strangers),
    )
    marks = []
    start = time.monotonic()
    while not talk.done():
        await asyncio.wait({talk}, timeout=options.seconds / 10)
        marks.append((time.monotonic() - start, resident(process.pid)))
    await talk
    return soak, marks


async def run(options):
    with tempfile.TemporaryDirectory() as views:
        flags = ["--generated", views, "--log-level", "error", "--transport", "http", "--port", "0"]
        upstream = [sys.executable, "-I", "-S", "-c", SERVER]
        process = await asyncio.create_subprocess_exec(
            *[sys.executable, "-m", "genui", "serve", *flags, "--token-env", "SOAK_TOKEN", "--", *upstream],
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "SOAK_TOKEN": TOKEN},
        )
        try:
            soak, marks = await soaked(options, process)
        finally:
            process.terminate()
            await process.wait()
    first = next(mark for mark in marks if mark[0] >= min(59.0, options.seconds / 4))
    last = marks[-1]
    grown = (last[1] - first[1]) / max(last[0] - first[0], 1.0) * 60
    print(f"{soak.calls} calls ({soak.calls / options.seconds:.0f}/s), {soak.opened} sessions", end=", ")
    print(f"{soak.refused} strangers; resident MB: {' '.join(f'{size:.1f}' for _, size in marks)}")
    print(f"grown after second {first[0]:.0f}: {grown:+.2f} MB a minute; errors: {len(soak.errors)}")
    for error in soak.errors[:10]:
        print(f"  {error}")
    return 1 if soak.errors or grown > options.grown else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=240.0)
    parser.add_argument("--sessions", type=int, default=5000)
    parser.add_argument("--callers", type=int, default=8)
    parser.add_argument("--strangers", type=float, default=50.0, help="a second")
    parser.add_argument("--grown", type=float, default=1.0, metavar="MB")
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
