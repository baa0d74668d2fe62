#!/usr/bin/env python3
"""Soak `genui serve`: many calls, many in flight, some given up, some huge; every answer once, memory flat.

  python benchmarks/soak.py [--calls 200000] [--in-flight 64] [--seed 1]

One call in a hundred has a result of 1 MB, one in fifty is never answered and is cancelled after a
while. Prints what happened; exits 1 on a lost, doubled or wrong answer, or when memory grew by more
than --grown megabytes after the first tenth.
"""

import argparse
import json
import os
import random
import re
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SERVER = """
import json, os, sys
big = "x" * (1 << 20)
def write(data):
    view = memoryview(data)
    while view:
        view = view[os.write(1, view):]
for line in sys.stdin.buffer:
    message = json.loads(line)
    key, params = message.get("id"), message.get("params") or {}
    if key is None:
        continue
    if message["method"] == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}
    elif message["method"] == "tools/list":
        names = ("echo", "big", "hang")
        result = {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in names]}
    elif params["name"] == "hang":
        continue
    else:
        text = big if params["name"] == "big" else params["arguments"]["text"]
        result = {"content": [{"type": "text", "text": text}]}
    write(json.dumps({"jsonrpc": "2.0", "id": key, "result": result}).encode() + b"\\n")
"""
APPS = {"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}}
HEAD = re.compile(rb'\{"jsonrpc": "2.0", "id": (\d+)')
BIG = 1 << 20


class Soak:
    """A host that keeps a number of calls in flight."""

    def __init__(self, command, *, seed):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.out, self.into = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.out, False)
        self.random = random.Random(seed)
        self.waiting, self.hanging, self.parts = {}, [], []
        self.queue = b""
        self.sent = self.answered = self.cancelled = self.lists = 0
        self.errors = []

    def send(self, message):
        self.queue += json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"

    def call(self):
        """Put one more call in flight."""
        self.sent += 1
        dice = self.random.random()
        name = "big" if dice < 0.01 else "hang" if dice < 0.03 else "echo"
        text = f'{self.sent} "quoted"' if self.random.random() < 0.1 else str(self.sent)
        if dice > 0.9995:
            self.send({"id": self.sent, "method": "tools/list"})
            self.waiting[self.sent] = None
            self.lists += 1
            return
        self.send(
            {"id": self.sent, "method": "tools/call", "params": {"name": name, "arguments": {"text": text}}}
        )
        if name == "hang":
            self.hanging.append(self.sent)
        else:
            self.waiting[self.sent] = BIG if name == "big" else text

    def cancel(self):
        """Give up a call that is never answered."""
        key = self.hanging.pop(self.random.randrange(len(self.hanging)))
        self.send({"method": "notifications/cancelled", "params": {"requestId": key}})
        self.cancelled += 1

    def take(self, line):
        """Check one answer."""
        found = HEAD.match(line)
        key = int(found[1]) if found else None
        if key not in self.waiting:
            self.errors.append(f"unexpected: {line[:100]!r}")
            return
        expected = self.waiting.pop(key)
        self.answered += 1
        if expected == BIG:
            good = len(line) > BIG and line.endswith(b'"}]}}')
        elif expected is None:
            names = [tool["name"] for tool in json.loads(line)["result"]["tools"]]
            good = names[:3] == ["echo", "big", "hang"] and all(name[:4] == "_ui_" for name in names[3:])
        else:
            good = json.loads(line)["result"]["content"][0]["text"] == expected
        if not good:
            self.errors.append(f"wrong answer to {key}: {line[:100]!r}")

    def turn(self):
        """Write and read what can be, for as long as nothing can."""
        writers = [self.out] if self.queue else []
        readable, writable, _ = select.select([self.into], writers, [], 60)
        if not readable and not writable:
            raise TimeoutError(f"nothing for a minute: {len(self.waiting)} calls are unanswered")
        if writable:
            self.queue = self.queue[os.write(self.out, self.queue[:65536]) :]
        if readable:
            chunk = os.read(self.into, 1 << 20)
            if not chunk:
                raise EOFError(f"serve ended with {self.process.wait()}")
            *lines, rest = (b"".join((*self.parts, chunk)) if b"\n" in chunk else chunk).split(b"\n")
            self.parts = [rest] if lines else [*self.parts, rest]
            for line in lines:
                self.take(line)

    def resident(self):
        """Return the resident megabytes of serve."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(row.split()[1]) for row in status.splitlines() if row.startswith("VmRSS")) / 1024


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--calls", type=int, default=200_000)
    parser.add_argument("--in-flight", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--grown", type=float, default=2.0, metavar="MB")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as views:
        flags = ["--generated", views, "--log-level", "error"]
        soak = Soak(
            [sys.executable, "-m", "genui", "serve", *flags, "--", sys.executable, "-c", SERVER],
            seed=options.seed,
        )
        soak.send(
            {
                "id": 0,
                "method": "initialize",
                "params": {"protocolVersion": "2025-11-25", "capabilities": APPS},
            }
        )
        soak.waiting[0] = None
        soak.take = lambda line: soak.waiting.clear()
        while soak.waiting:
            soak.turn()
        del soak.take
        marks, start = [], time.perf_counter()
        while soak.sent < options.calls or soak.waiting or soak.queue:
            while soak.sent < options.calls and len(soak.waiting) + len(soak.hanging) < options.in_flight:
                soak.call()
            if soak.hanging and (len(soak.hanging) > options.in_flight // 4 or soak.random.random() < 0.05):
                soak.cancel()
            if soak.waiting or soak.queue:
                soak.turn()
            if soak.sent * 10 // options.calls > len(marks):
                marks.append(soak.resident())
        spent, last = time.perf_counter() - start, soak.resident()
        soak.process.stdin.close()
        code = soak.process.wait(10)
    grown = max([*marks[1:], last]) - marks[0]
    print(f"{soak.sent} calls, {soak.answered} answered once, {soak.cancelled} cancelled, {soak.lists} lists")
    print(
        f"{soak.sent / spent:.0f} calls/s; resident MB by tenth: "
        f"{' '.join(f'{mark:.1f}' for mark in marks)}, end {last:.1f}"
    )
    print(f"grown after the first tenth: {grown:+.1f} MB; errors: {len(soak.errors)}; exit {code}")
    for error in soak.errors[:10]:
        print(f"  {error}")
    return 1 if soak.errors or grown > options.grown or code else 0


if __name__ == "__main__":
    sys.exit(main())
