"""A little of benchmarks/chaos.py: half lines, garbage, long lines, slow readers and hosts that vanish."""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

import pytest
from serve_host import APPS, Host, is_gone, serving

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")


MIRROR = """
import sys
for line in sys.stdin.buffer:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
"""


def most_resident(host):
    """The megabytes that serve had resident at most."""
    status = Path(f"/proc/{host.process.pid}/status").read_text()
    return next(int(row.split()[1]) for row in status.splitlines() if row.startswith("VmHWM")) / 1024


def written(host, data):
    while data:
        data = data[host.process.stdin.write(data) :]


@pytest.mark.parametrize("seed", [1, 2])
def test_lines_in_pieces_are_lines(seed):
    dice = random.Random(seed)
    with serving() as host:
        host.initialize(**APPS)
        for number in range(30):
            message = {"id": 1000 + number, "method": "tools/call"}
            message["params"] = {"name": "echo", "arguments": {"n": number, "text": "é\\" * 20}}
            data = json.dumps(message, ensure_ascii=False).encode() + b"\n"
            while data:
                size = dice.randrange(1, 50)
                written(host, data[:size])
                data = data[size:]
            answer = host.read()
            assert answer["id"] == 1000 + number
            assert json.loads(answer["result"]["content"][0]["text"])["n"] == number


def test_garbage_passes_and_messages_go_on():
    with Host("--", sys.executable, "-c", MIRROR) as host:
        lines = [
            b"",
            b"not json",
            b"[",
            b"\\",
            b"null",
            b"[[[[" * 2000,
            b'{"method"',
            "é".encode(),
            b"\xff\xfe",
        ]
        for line in lines:
            host.process.stdin.write(line + b"\n")
        host.process.stdin.close()
        got = b""
        while chunk := os.read(host.process.stdout.fileno(), 65536):
            got += chunk
        assert got.split(b"\n") == [*lines, b""]


@pytest.mark.parametrize("backslash", ["", "\\\\"], ids=["plain", "escaped"])
def test_long_lines_pass_both_ways_in_little_memory(backslash):
    size = 12 * 1024 * 1024
    with serving() as host:
        host.initialize(**APPS)
        head = b'{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"length","arguments":{"x":"'
        written(host, head + backslash.encode() + b"y" * size + b'"}}}\n')
        assert json.loads(host.read()["result"]["content"][0]["text"]) == size + len(backslash) // 2
        key = host.request("tools/call", name="long", arguments={"size": size})
        parts, got = [], 0
        while not parts or not parts[-1].endswith(b"\n"):
            parts.append(os.read(host.process.stdout.fileno(), 1 << 20))
            got += len(parts[-1])
        assert json.loads(b"".join(parts))["id"] == key
        assert got > size
        assert most_resident(host) < 48


def test_hosts_that_vanish_at_any_moment_leave_nothing():
    dice = random.Random(3)
    for _ in range(3):
        with serving() as host:
            host.initialize()
            pids = host.call("child")
            for _ in range(dice.randrange(30)):
                host.request("tools/call", name="echo", arguments={"text": "x" * 20_000})
            host.process.stdin.close()
            host.process.stdout.close()
            start = time.monotonic()
            host.ends()
            assert all(is_gone(pid) for pid in pids)
            assert time.monotonic() - start < 20


def test_kills_at_random_moments_lose_no_request():
    dice = random.Random(4)
    with serving() as host:
        host.initialize(**APPS)
        host.ask("tools/list")
        for _ in range(6):
            pid = host.call("child")[0]
            asked = {
                host.request("tools/call", name="echo", arguments={}) for _ in range(dice.randrange(1, 30))
            }
            os.kill(pid, signal.SIGKILL)
            asked.add(host.request("tools/call", name="echo", arguments={}))
            while asked:
                message = host.read()
                if "method" not in message:
                    asked.remove(message["id"])
