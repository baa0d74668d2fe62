#!/usr/bin/env python3
"""Chaos for `genui serve`: killed upstreams, killed hosts, half lines, garbage, a 64 MB line, a slow reader.

  python benchmarks/chaos.py [--kills 50] [--seed 1] [--only NAME …]

Every request is answered once, with its own result or with an error that says why; nothing hangs, no
process is left. Prints a line for each kind; exits 1 when one of them fails.
"""

import argparse
import json
import os
import random
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SERVER = """
import json, os, subprocess, sys
MARK = sys.argv[1]
STUBBORN = "import signal, time; signal.signal(15, 1); time.sleep(300)"
child = subprocess.Popen([sys.executable, "-c", STUBBORN, MARK], stdin=-3, stdout=-3)
def write(data):
    view = memoryview(data)
    while view:
        view = view[os.write(1, view):]
INIT = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}
for line in sys.stdin.buffer:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        write(b'{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "parse error"}}\\n')
        continue
    key, params = message.get("id"), message.get("params") or {}
    if key is None or "method" not in message:
        continue
    name = params.get("name")
    if name == "garbage":
        write(b'not json at all\\n\\xff\\xfe\\n{"jsonrpc": "2.0", "method": \\n\\n')
    if name == "halves":
        result = {"text": params["arguments"]["text"]}
        data = json.dumps({"jsonrpc": "2.0", "id": key, "result": result}).encode() + b"\\n"
        for at in range(0, len(data), 3):
            write(data[at:at + 3])
        continue
    if message["method"] == "initialize":
        result = INIT
    elif message["method"] == "tools/list":
        result = {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}
    elif name == "size":
        result = {"text": str(len(params["arguments"]["text"]))}
    elif name == "huge":
        result = {"text": "x" * params["arguments"]["size"]}
    elif name == "pid":
        result = {"text": str(os.getpid())}
    else:
        result = {"text": (params.get("arguments") or {}).get("text")}
    write(json.dumps({"jsonrpc": "2.0", "id": key, "result": result}).encode() + b"\\n")
"""
APPS = {"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}}
PATIENCE = 60
MARK = f"genui-chaos-{os.getpid()}"


class Host:
    """A host of one serve process."""

    def __init__(self, *, into=subprocess.PIPE, out=subprocess.PIPE):
        flags = ["--generated", tempfile.gettempdir() + "/genui-chaos-none", "--log-level", "error"]
        command = [sys.executable, "-m", "genui", "serve", *flags, "--", sys.executable, "-c", SERVER, MARK]
        self.process = subprocess.Popen(command, stdin=into, stdout=out, stderr=subprocess.DEVNULL, bufsize=0)
        self.buffer, self.ids = b"", 0

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def request(self, method, params=None):
        self.ids += 1
        self.send({"id": self.ids, "method": method, "params": params or {}})
        return self.ids

    def call(self, name, **arguments):
        return self.request("tools/call", {"name": name, "arguments": arguments})

    def line(self):
        deadline = time.monotonic() + PATIENCE
        while b"\n" not in self.buffer:
            if not select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError("serve hangs")
            chunk = os.read(self.process.stdout.fileno(), 1 << 20)
            if not chunk:
                raise EOFError(f"serve ended with {self.process.wait(5)}")
            self.buffer += chunk
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line

    def answer(self, key):
        """Return the answer to one request, passing over what is none."""
        while True:
            try:
                message = json.loads(self.line())
            except ValueError:
                continue
            if isinstance(message, dict) and message.get("id") == key and "method" not in message:
                return message

    def text(self, name, **arguments):
        return self.answer(self.call(name, **arguments))["result"]["text"]

    def greet(self):
        params = {
            "protocolVersion": "2025-11-25",
            "capabilities": APPS,
            "clientInfo": {"name": "c", "version": "1"},
        }
        assert "result" in self.answer(self.request("initialize", params))
        self.send({"method": "notifications/initialized"})
        self.answer(self.request("tools/list"))
        return self

    def close(self):
        """Close, and return the seconds that serve took to end."""
        start = time.monotonic()
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()
        return time.monotonic() - start


def left_over():
    """Return the processes that bear our mark, serve and its upstreams alike; zombies do not count."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if MARK.encode() in words:
                found.append(int(entry.name))
    return found


def killed_upstreams(kills, dice):
    """The upstream is killed at random moments, calls in flight: each is answered once, serve goes on."""
    host = Host().greet()
    failed = 0
    for _ in range(kills):
        pid = int(host.text("pid"))
        asked = {host.call("echo", text=str(number)): str(number) for number in range(dice.randrange(1, 40))}
        if dice.random() < 0.5:
            select.select([], [], [], dice.random() * 0.003)
        os.kill(pid, signal.SIGKILL)
        late = [host.call("echo", text="late") for _ in range(3)]
        asked |= dict.fromkeys(late, "late")
        while asked:
            message = json.loads(host.line())
            if "method" in message:
                continue
            expected = asked.pop(message["id"])
            if "error" in message:
                failed += 1
                assert message["error"]["data"]["errorType"] in ("UPSTREAM_EXITED", "UPSTREAM_RESTARTING")
            else:
                assert message["result"]["text"] == expected
    assert host.text("echo", text="alive") == "alive"
    return f"{failed} calls failed with a clear error, none was lost; ended in {host.close():.2f} s"


def killed_hosts(kills, dice):
    """The host vanishes at random moments, without a word: serve and all it started end."""
    slowest = 0.0
    for _ in range(kills):
        host = Host()
        moment = dice.random()
        if moment > 0.2:
            host.greet()
            for _ in range(dice.randrange(60)):
                host.call("huge" if dice.random() < 0.1 else "echo", size=300_000, text="x")
        start = time.monotonic()
        for stream in (host.process.stdin, host.process.stdout):
            stream.close()
        host.process.wait(10)
        while left_over() and time.monotonic() - start < 10:
            select.select([], [], [], 0.02)
        slowest = max(slowest, time.monotonic() - start)
        assert not left_over(), "something is left"
    return f"the slowest end took {slowest:.2f} s"


def half_lines(_kills, dice):
    """Both sides send their lines in pieces."""
    host = Host().greet()
    for number in range(100):
        host.ids += 1
        call = {"jsonrpc": "2.0", "id": host.ids, "method": "tools/call"}
        call["params"] = {"name": "halves", "arguments": {"text": f"é{number}" * 20}}
        data = json.dumps(call, ensure_ascii=False).encode() + b"\n"
        at = 0
        while at < len(data):
            size = dice.randrange(1, 60)
            host.process.stdin.write(data[at : at + size])
            at += size
        assert host.answer(host.ids)["result"]["text"] == f"é{number}" * 20
    return f"100 calls; ended in {host.close():.2f} s"


def garbage(_kills, _dice):
    """Both sides send what is no message; what is one still gets through."""
    host = Host().greet()
    for line in (
        b"not json",
        b"\xff\xfe\x00",
        b'{"id": 1, "method"',
        b"[",
        b"",
        b"\\",
        b"null",
        b"[[[[" * 5000,
    ):
        host.process.stdin.write(line + b"\n")
        assert host.text("echo", text="x") == "x"
    for _ in range(20):
        assert host.text("garbage", text="y") == "y"
    return f"28 times; ended in {host.close():.2f} s"


def huge_lines(_kills, _dice):
    """A line of nearly 64 MB goes either way, one beyond the limit is refused, and memory stays small."""
    host = Host().greet()
    size = 64 * 1024 * 1024
    down = host.call("huge", size=size)
    assert len(host.answer(down)["result"]["text"]) == size
    assert host.text("size", text="y" * (size - 1024)) == str(size - 1024)
    try:
        refused = host.answer(host.call("size", text="y" * (size + 1024)))
    except BrokenPipeError:
        raise AssertionError("serve closed its input") from None
    assert refused["error"]["data"]["errorType"] == "MESSAGE_TOO_LONG"
    assert host.text("echo", text="x") == "x"
    status = Path(f"/proc/{host.process.pid}/status").read_text()
    most = next(int(row.split()[1]) for row in status.splitlines() if row.startswith("VmHWM")) / 1024
    return f"at most {most:.0f} MB resident; ended in {host.close():.2f} s"


def slow_reader(_kills, _dice):
    """The host reads slowly: the upstream waits, nothing is lost, memory stays small."""
    host = Host().greet()
    asked = [host.call("huge", size=200_000) for _ in range(150)]
    select.select([], [], [], 1)
    got = []
    while len(got) < len(asked):
        if len(got) % 10 == 0:
            select.select([], [], [], 0.05)
        message = json.loads(host.line())
        assert len(message["result"]["text"]) == 200_000
        got.append(message["id"])
    assert got == asked
    status = Path(f"/proc/{host.process.pid}/status").read_text()
    most = next(int(row.split()[1]) for row in status.splitlines() if row.startswith("VmHWM")) / 1024
    return f"30 MB of results, at most {most:.0f} MB resident; ended in {host.close():.2f} s"


KINDS = (killed_upstreams, killed_hosts, half_lines, garbage, huge_lines, slow_reader)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[kind.__name__ for kind in KINDS])
    options = parser.parse_args()
    bad = 0
    for kind in KINDS:
        if kind.__name__ not in options.only:
            continue
        try:
            told = kind(options.kills, random.Random(options.seed))
            deadline = time.monotonic() + 3
            while left_over() and time.monotonic() < deadline:
                select.select([], [], [], 0.02)
            assert not left_over(), f"left over: {left_over()}"
            print(f"ok    {kind.__name__}: {told}", flush=True)
        except (AssertionError, EOFError, TimeoutError, KeyError, OSError) as error:
            bad += 1
            print(f"FAIL  {kind.__name__}: {type(error).__name__}: {error}", flush=True)
            for pid in left_over():
                os.kill(pid, signal.SIGKILL)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
