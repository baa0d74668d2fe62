"""A host on raw pipes in front of a real `genui serve` process."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

UPSTREAM = Path(__file__).parent / "servers" / "serve_upstream.py"
APPS = {"extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}}
PATIENCE = 20.0
SERVE = (sys.executable, "-m", "genui", "serve")


class Host:
    """Starts serve and talks to it; whatever happens, nothing is left running."""

    def __init__(self, *arguments: str, cwd: Path | None = None, entry: tuple[str, ...] = SERVE) -> None:
        self.process = subprocess.Popen(
            [*entry, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=cwd,
            start_new_session=True,
        )
        self.buffer = b""
        self.ids = 0

    @classmethod
    def around(cls, process: "subprocess.Popen[bytes]") -> "Host":
        """Talk to a process that somebody else has started."""
        host = cls.__new__(cls)
        host.process, host.buffer, host.ids = process, b"", 0
        return host

    def __enter__(self) -> "Host":
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def send(self, message: Any) -> None:
        self.process.stdin.write(json.dumps(message).encode() + b"\n")

    def request(self, method: str, **params: Any) -> int:
        """Send a request and return its id."""
        self.ids += 1
        self.send({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params})
        return self.ids

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request and return its answer, passing over what comes between."""
        key = self.request(method, **params)
        while (message := self.read()).get("id") != key:
            pass
        return message

    def read(self) -> Any:
        """Read one line."""
        deadline = time.monotonic() + PATIENCE
        while b"\n" not in self.buffer:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            assert ready, "serve did not answer"
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            assert chunk, f"serve closed its output: {self.errors()}"
            self.buffer += chunk
        line, _, self.buffer = self.buffer.partition(b"\n")
        return json.loads(line)

    def initialize(self, **capabilities: Any) -> Any:
        """Do the handshake."""
        answer = self.ask(
            "initialize", protocolVersion="2025-11-25", capabilities=capabilities, clientInfo={}
        )
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer

    def call(self, name: str, **arguments: Any) -> Any:
        """Call a tool and return what its text says."""
        answer = self.ask("tools/call", name=name, arguments=arguments)
        return json.loads(answer["result"]["content"][0]["text"])

    def ends(self) -> int:
        """Wait for serve to end and return its exit code."""
        return self.process.wait(PATIENCE)

    def errors(self) -> str:
        """Return what serve wrote to stderr until it ended."""
        return self.process.stderr.read().decode()


def serving(*upstream: str, flags: tuple[str, ...] = (), **options: Any) -> Host:
    """Start serve in front of the fake upstream, where no genui.toml names a model that it would ask."""
    options.setdefault("cwd", UPSTREAM.parent)
    return Host(*flags, "--", sys.executable, str(UPSTREAM), *upstream, **options)


def is_gone(pid: int) -> bool:
    """Wait until a process has ended; zombies nobody reaps count as ended."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.02)
    return False
