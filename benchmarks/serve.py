#!/usr/bin/env python3
"""Measure `genui serve` against the upstream itself, interleaved: first tools/list, hits, calls, memory.

  python benchmarks/serve.py [--rounds 7] [--calls 500] [-- COMMAND ARGS…]

Without a command the upstream is a small server in this file with 300 tools. A view of --view-size
bytes is committed for every tool. Ratios and added milliseconds of one run count, not absolute figures.
"""

import argparse
import json
import os
import select
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from genui.canonical import sha256
from genui.digests import shape_digest
from genui.head import END, MARK
from genui.snapshot import MANIFEST_NAME, Manifest, manifest_bytes

SERVER = """
import json, sys
PROPERTIES = {"query": {"type": "string", "description": "text"}, "limit": {"type": "integer", "minimum": 1}}
SCHEMA = {"type": "object", "properties": PROPERTIES, "required": ["query"]}
TOOLS = [{"name": f"tool_{i}", "description": f"Tool {i}", "inputSchema": SCHEMA} for i in range(300)]
INFO = {"name": "benchmark", "version": "1"}
INIT = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": INFO}
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        text = {"content": [{"type": "text", "text": "hi"}]}
        result = {"initialize": INIT, "tools/list": {"tools": TOOLS}}.get(message["method"], text)
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}) + "\\n")
        sys.stdout.flush()
"""
APPS = {"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}}


class Client:
    """A host on raw pipes."""

    def __init__(self, command):
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        self.buffer = b""
        self.ids = 0

    def ask(self, method, **params):
        """Return the seconds until the answer's last byte, and the answer."""
        self.ids += 1
        message = {"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params}
        data = json.dumps(message).encode() + b"\n"
        start = time.perf_counter()
        self.process.stdin.write(data)
        while True:
            line = self.line()
            taken = time.perf_counter() - start
            answer = json.loads(line)
            if answer.get("id") == self.ids and "method" not in answer:
                return taken, answer

    def line(self):
        while b"\n" not in self.buffer:
            if not select.select([self.process.stdout], [], [], 60)[0]:
                raise TimeoutError("no answer within a minute")
            chunk = os.read(self.process.stdout.fileno(), 1 << 20)
            if not chunk:
                raise EOFError("the process ended")
            self.buffer += chunk
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line

    def first_list(self):
        """Do the handshake; return the seconds from start to the first tools/list answer, and the tools."""
        self.ask(
            "initialize",
            protocolVersion="2025-11-25",
            capabilities=APPS,
            clientInfo={"name": "b", "version": "1"},
        )
        self.process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        answer = self.ask("tools/list")[1]
        return time.perf_counter() - self.started, answer["result"]["tools"]

    def resident(self):
        """Return the resident megabytes, None where the system does not say."""
        status = Path(f"/proc/{self.process.pid}/status")
        if not status.exists():
            return None
        return (
            next(int(row.split()[1]) for row in status.read_text().splitlines() if row.startswith("VmRSS"))
            / 1024
        )

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


def commit(directory, tools, size):
    """Commit a view of some bytes for every tool."""
    for tool in tools:
        head = {
            "source": "0" * 64,
            "shape": shape_digest(tool),
            "kind": "rich",
            "tool": {"name": tool["name"]},
        }
        data = MARK + json.dumps(head, indent=1).encode() + END
        html = (b"<!doctype html>" + data).ljust(size, b"x")
        folder = directory / "views" / tool["name"]
        folder.mkdir(parents=True)
        (folder / f"{sha256(html)[:12]}.html").write_bytes(html)
        (folder / "view.json").write_text(json.dumps({"sha256": sha256(html)}), encoding="utf-8")
    (directory / MANIFEST_NAME).write_bytes(manifest_bytes(Manifest("0")))


def starts(command, rounds):
    """Return the seconds to the first tools/list of each command, interleaved."""
    found = {name: [] for name in command}
    for _ in range(rounds):
        for name, words in command.items():
            client = Client(words)
            found[name].append(client.first_list()[0])
            client.close()
    return found


def hits(client, tools):
    """Return the seconds of each tool's first reading, and of later ones."""
    uris = [
        tool["_meta"]["ui"]["resourceUri"]
        for tool in tools
        if "resourceUri" in tool.get("_meta", {}).get("ui", {})
    ]
    first = [client.ask("resources/read", uri=uri)[0] for uri in uris]
    again = [client.ask("resources/read", uri=uris[-1])[0] for _ in range(200)]
    return first, again


def calls(clients, tool, number):
    """Return the seconds of calls of each client, interleaved."""
    found = {name: [] for name in clients}
    for _ in range(number // 25):
        for name, client in clients.items():
            found[name] += [client.ask("tools/call", name=tool, arguments={})[0] for _ in range(25)]
    return found


def milliseconds(values, quantile=0.5):
    return sorted(values)[min(len(values) - 1, int(quantile * len(values)))] * 1000


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--calls", type=int, default=500)
    parser.add_argument("--view-size", type=int, default=40_000)
    parser.add_argument("command", nargs="*", help="the upstream (after --)")
    options = parser.parse_args()
    upstream = options.command or [sys.executable, "-c", SERVER]
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        client = Client(upstream)
        tools = client.first_list()[1]
        client.close()
        commit(directory, tools, options.view_size)
        flags = ["--generated", name, "--log-level", "error", "--"]
        # The views that are committed here are none of genui's shell: else each would be linked anew.
        os.environ["GENUI_SERVE_ALLOW_CODE"] = "true"
        serve = [sys.executable, "-m", "genui", "serve", *flags, *upstream]
        begun = starts({"direct": upstream, "serve": serve}, options.rounds)
        clients = {"direct": Client(upstream), "serve": Client(serve)}
        clients["direct"].first_list()
        listed = clients["serve"].first_list()[1]
        first, again = hits(clients["serve"], listed)
        taken = calls(clients, tools[0]["name"], options.calls)
        resident = clients["serve"].resident()
        for each in clients.values():
            each.close()
    direct, served = (statistics.median(begun[name]) * 1000 for name in ("direct", "serve"))
    print(f"upstream: {shlex.join(upstream)[:60]!r}, {len(tools)} tools")
    print(f"first tools/list: direct {direct:.0f} ms, serve {served:.0f} ms, added {served - direct:+.0f} ms")
    p50, p95 = milliseconds(first), milliseconds(first, 0.95)
    print(f"hit of {options.view_size} bytes, first reading: p50 {p50:.2f} ms, p95 {p95:.2f} ms")
    print(f"hit, read again: p50 {milliseconds(again):.2f} ms, p95 {milliseconds(again, 0.95):.2f} ms")
    plain, relayed = milliseconds(taken["direct"]), milliseconds(taken["serve"])
    print(f"tools/call: direct {plain:.3f} ms, serve {relayed:.3f} ms, added {relayed - plain:+.3f} ms")
    if resident is not None:
        print(f"resident: {resident:.1f} MB")


if __name__ == "__main__":
    main()
