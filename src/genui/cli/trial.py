"""A trial of `genui serve`: a host with MCP Apps that greets it, lists the tools and reads their views."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, Queue
from threading import Thread
from typing import Any

from genui.config import Config, target_of
from genui.consent import require_upstream
from genui.errors import UpstreamError
from genui.serve.own import OWN_TOOLS
from genui.serve.uris import is_ours

MIME_TYPE = "text/html;profile=mcp-app"
EXTENSION = "io.modelcontextprotocol/ui"
MOST_READ = 25
"""Views that are read; the others are listed only."""


@dataclass(frozen=True)
class Trial:
    """What the host got."""

    declared: bool
    tools: tuple[dict[str, Any], ...]
    """Of the upstream, as listed to the host."""
    own: frozenset[str] = frozenset()
    """Tools that bring their own view."""
    problems: Mapping[str, str] = field(default_factory=dict)
    """Why a tool's view could not be shown, by its name."""


class Guest:
    """A host on the pipes of a serve process."""

    def __init__(self, command: list[str], *, patience: float) -> None:
        self.patience = patience
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.lines: Queue[bytes] = Queue()
        self.ids = 0
        self.reader = Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        """Pass on what serve says, an empty line at its end."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(b"")

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise self.gone() from error

    def ask(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a request.

        Raises:
            UpstreamError: None came in time, or serve ended.
        """
        self.ids += 1
        self.send({"id": self.ids, "method": method, "params": params})
        while True:
            try:
                line = self.lines.get(timeout=self.patience)
            except Empty as error:
                raise UpstreamError(
                    f"no answer to {method} within {self.patience:.0f} s",
                    hint="run the upstream's command alone; start_timeout in [build] gives it more time",
                ) from error
            if not line:
                raise self.gone()
            try:
                message = json.loads(line)
            except ValueError:
                continue
            if isinstance(message, dict) and message.get("id") == self.ids and "method" not in message:
                return message

    def gone(self) -> UpstreamError:
        """Return the error for a serve process that ended."""
        assert self.process.stderr is not None
        self.process.kill()
        said = self.process.stderr.read().decode(errors="replace").strip().splitlines()
        last = next((line for line in reversed(said) if line.startswith("error:")), "it said nothing")
        return UpstreamError(
            f"genui serve ended: {last.removeprefix('error: ')}",
            hint="run the upstream's command alone to see why",
        )

    def close(self) -> None:
        """End serve."""
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()


def tried(config: Config, command: Sequence[str] = ()) -> Trial:
    """Serve the configured upstream to a host with MCP Apps, and return what it got.

    Raises:
        ConsentError: genui.toml names it, and nobody agreed to that on this machine.
        UpstreamError: The upstream could not be started, or did not answer.
    """
    require_upstream(config)
    target = target_of(config)
    serve = [sys.executable, "-m", "genui", "serve", "--no-restart", "--log-level", "error"]
    if config.file is not None:
        serve += ["--config", str(config.file)]
    serve += ["--generated", str(config.generated)]
    if command:
        serve += ["--", *command]
    elif config.file is None and target.command is not None:
        serve += ["--", target.command, *target.args]
    elif config.file is None:
        serve += ["--url", str(target.url)]
    guest = Guest(serve, patience=config.build.start_timeout)
    try:
        return received(guest, prefix=config.serve.prefix)
    finally:
        guest.close()


def received(guest: Guest, *, prefix: str) -> Trial:
    """Play the host and return what it got."""
    capabilities = {"extensions": {EXTENSION: {"mimeTypes": [MIME_TYPE]}}}
    greeting = guest.ask(
        "initialize",
        {
            "protocolVersion": "2025-11-25",
            "capabilities": capabilities,
            "clientInfo": {"name": "genui doctor", "version": str(os.getpid())},
        },
    )
    if "result" not in greeting:
        error = greeting.get("error") or {}
        told, kind = str(error.get("message")), str((error.get("data") or {}).get("errorType"))
        said, _, mend = told.partition("; ")
        if kind == "UPSTREAM_UNAUTHORIZED" and mend:
            raise UpstreamError(f"no handshake: {said}", hint=mend)
        where = "look at its URL and its own log" if "://" in told else "run the upstream's command alone"
        raise UpstreamError(f"no handshake: {told}", hint=f"{where} to see why")
    guest.send({"method": "notifications/initialized"})
    declared = EXTENSION in (greeting["result"].get("capabilities", {}).get("extensions") or {})
    tools = [tool for tool in listed(guest) if not ours(tool, prefix)]
    left = MOST_READ
    problems: dict[str, str] = {}
    own = set()
    for tool in tools:
        uri = ((tool.get("_meta") or {}).get("ui") or {}).get("resourceUri")
        if uri is None:
            problems[tool["name"]] = "it is listed without a view"
        elif not is_ours(str(uri)):
            own.add(tool["name"])
        elif left:
            left -= 1
            if problem := unread(guest, uri):
                problems[tool["name"]] = problem
    return Trial(declared, tuple(tools), frozenset(own), problems)


def listed(guest: Guest) -> list[dict[str, Any]]:
    """Return the upstream's tools as the host sees them, page by page."""
    tools: list[dict[str, Any]] = []
    cursor: str | None = None
    for _ in range(1000):
        answer = guest.ask("tools/list", {} if cursor is None else {"cursor": cursor})
        if "result" not in answer:
            told = (answer.get("error") or {}).get("message")
            raise UpstreamError(f"the tools are not listed: {told}", hint="see what the upstream logs")
        tools += [tool for tool in answer["result"].get("tools", []) if isinstance(tool, dict)]
        cursor = answer["result"].get("nextCursor")
        if not cursor:
            break
    return tools


def ours(tool: Mapping[str, Any], prefix: str) -> bool:
    """Tell whether a tool is one of genui's own."""
    own = OWN_TOOLS.get(str(tool.get("name")).removeprefix(prefix))
    return own is not None and tool.get("title") == own["title"]


def unread(guest: Guest, uri: str) -> str:
    """Return why a view could not be shown, "" where it could."""
    answer = guest.ask("resources/read", {"uri": uri})
    if "result" not in answer:
        return f"reading its view failed: {(answer.get('error') or {}).get('message')}"
    contents = answer["result"].get("contents") or [{}]
    if contents[0].get("mimeType") != MIME_TYPE:
        return f"its view has the type {contents[0].get('mimeType')!r}, expected {MIME_TYPE!r}"
    return "" if "<html" in str(contents[0].get("text", ""))[:2000].lower() else "its view is no HTML page"
