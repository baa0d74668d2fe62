"""An upstream on stdio: a child process in a group of its own, watched closely enough to say why it failed.

The SDK's stdio client hides the exit status, drops the lines that explain a failure and leaves the
grandchildren of a child that exits by itself; its parser refuses lone surrogates. So the pipe is ours.
"""

import contextlib
import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from queue import Empty, Queue
from typing import Any

from genui.child import GRACE, end_group, ending, start
from genui.config import Limits, Target
from genui.config.target import package_runner
from genui.errors import UpstreamError
from genui.model import Finding, JsonObject
from genui.secretlike import secrets_of
from genui.upstream.errors import label_of

CHUNK_BYTES = 65_536
WORDS_BYTES = 2048
"""How much of standard error is kept for the error message."""
MAX_NOISE_LINES = 1000
"""Lines on stdout that are no message, before the upstream counts as no MCP server."""

BROKEN_OFF = (
    "if an earlier download of it was broken off, first remove the folder _npx in the folder that "
    "`npm config get cache` names"
)


@contextmanager
def started(target: Target, limits: Limits) -> Iterator["Process"]:
    """Start the command and end its whole process group afterwards.

    Raises:
        UpstreamError: It cannot be started.
    """
    assert target.command
    command = [target.command, *target.args]
    secrets = (*target.env.values(), *chain(*secrets_of(target.args)))
    child = start(command, env=target.env, cwd=target.cwd, stderr=subprocess.PIPE)
    process = Process(child, command, limits, secrets=secrets)
    try:
        yield process
    finally:
        process.close()


class Process:
    """The channel to a child process: JSON lines on its stdin and stdout."""

    def __init__(
        self,
        child: "subprocess.Popen[bytes]",
        command: Sequence[str],
        limits: Limits,
        *,
        secrets: Sequence[str],
    ) -> None:
        self.label = label_of(command)
        self.runner = package_runner(command[0])
        self.child = child
        self.limit = limits.message_bytes
        self.secrets = [secret for secret in secrets if len(secret) >= 6]
        self.chunks: Queue[bytes] = Queue(maxsize=16)
        self.lines: list[bytes] = []
        self.rest = bytearray()
        self.words = b""
        self.noise: list[str] = []
        self.closing = False
        self.threads = [
            threading.Thread(target=read, daemon=True) for read in (self.read_output, self.read_words)
        ]
        for thread in self.threads:
            thread.start()

    def read_output(self) -> None:
        """Hand stdout over in chunks, the empty one at its end; discard it once closing."""
        for chunk in chunks_of(self.child.stdout):
            if not self.closing:
                self.chunks.put(chunk)
        self.chunks.put(b"")

    def read_words(self) -> None:
        """Keep the end of stderr."""
        for chunk in chunks_of(self.child.stderr):
            self.words = (self.words + chunk)[-WORDS_BYTES:]

    def send(self, message: JsonObject, *, timeout: float) -> None:
        """Write one line; a child that is gone is reported by the next receive."""
        assert self.child.stdin
        with contextlib.suppress(OSError):
            self.child.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def receive(self, timeout: float) -> Any:
        """Return the next JSON line, None when none came in time; other lines are noise."""
        deadline = time.monotonic() + timeout
        while True:
            while self.lines:
                line = self.lines.pop()
                message = parsed(line)
                if message is not None:
                    return message
                self.note(line)
            remaining = deadline - time.monotonic()
            try:
                chunk = self.chunks.get(timeout=remaining) if remaining > 0 else None
            except Empty:
                return None
            if chunk is None:
                return None
            if not chunk:
                raise self.gone()
            self.split(chunk)

    def split(self, chunk: bytes) -> None:
        """Add a chunk and take the lines that it completes."""
        first, *others = chunk.split(b"\n")
        self.rest += first
        if len(self.rest) > self.limit:
            raise UpstreamError(
                f"{self.label} sent a message of more than {self.limit} bytes",
                hint="raise message_bytes in [limits] if that is right",
            )
        if others:
            self.lines = [*reversed(others[:-1]), bytes(self.rest)]
            self.rest = bytearray(others[-1])

    def note(self, line: bytes) -> None:
        """Remember a line on stdout that is no message; too many are an error."""
        text = line.decode(errors="replace").strip()
        if text:
            self.noise.append(text[:200])
        if len(self.noise) > MAX_NOISE_LINES:
            raise UpstreamError(
                f"{self.label} speaks no MCP{self.evidence()}", hint="check the command of the upstream"
            )

    def evidence(self) -> str:
        """Return the first line that was no message and the end of stderr, without configured secrets."""
        parts = []
        if self.noise:
            parts.append(f"; on standard output, where only messages belong, it wrote {self.noise[0]!r}")
        words = self.words.decode(errors="replace").strip().splitlines()[-8:]
        if words:
            parts.append("; its last words were:\n" + "\n".join(f"    {line[:300]}" for line in words))
        text = "".join(parts)
        for secret in self.secrets:
            text = text.replace(secret, "***")
        return text

    def findings(self) -> Sequence[Finding]:
        """Return a finding when stdout held more than messages."""
        if not self.noise:
            return ()
        message = f"the upstream writes {self.noise[0]!r} to standard output, where only messages belong"
        return (Finding("stdout-noise", "warning", message, hint="it should log to standard error"),)

    def gone(self) -> UpstreamError:
        """Say how a child ended that closed its output."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.child.wait(GRACE)
        self.threads[1].join(GRACE)
        hint = "run that command by hand to see what it needs"
        if self.runner == "npx":
            hint += f"; {BROKEN_OFF}"
        return UpstreamError(
            f"{self.label} {ending(self.child.returncode)} before it answered{self.evidence()}", hint=hint
        )

    def close(self) -> None:
        """End the child and everything that it started, and let go of its pipes."""
        self.closing = True
        assert self.child.stdin
        with contextlib.suppress(OSError):
            self.child.stdin.close()
        with contextlib.suppress(Empty):
            while True:
                self.chunks.get_nowait()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.child.wait(GRACE)
        end_group(self.child)
        for thread, pipe in zip(self.threads, (self.child.stdout, self.child.stderr), strict=True):
            thread.join(GRACE)
            if pipe and not thread.is_alive():
                pipe.close()


def chunks_of(pipe: Any) -> Iterator[bytes]:
    """Read a pipe to its end."""
    with contextlib.suppress(OSError):
        while chunk := os.read(pipe.fileno(), CHUNK_BYTES):
            yield chunk


def parsed(line: bytes) -> Any:
    """Return the message on a line, None where there is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if isinstance(message, list):
        return message
    return message if isinstance(message, dict) and ("id" in message or "method" in message) else None
