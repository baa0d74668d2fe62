"""An upstream on stdio: a child process in a group of its own, watched closely enough to say why it failed.

The SDK's stdio client hides the exit status, drops the lines that explain a failure and leaves the
grandchildren of a child that exits by itself; its parser refuses lone surrogates. So the pipe is ours.
"""

import subprocess
from collections.abc import Sequence
from itertools import chain
from threading import Thread
from typing import Any

from genui.child import GRACE, Child, ending
from genui.config import Limits, Target
from genui.config.target import package_runner
from genui.errors import UpstreamError
from genui.model import Finding, JsonObject
from genui.secretlike import secrets_of
from genui.serve.messages import decoded, dumped
from genui.serve.pipes import PipeLink, read_some
from genui.serve.wire import Lines
from genui.upstream.channel import Channel, label_of

WORDS_BYTES = 2048
"""How much of standard error is kept for the error message."""
MAX_NOISE_LINES = 1000
"""Lines on stdout that are no message, before the upstream counts as no MCP server."""

BROKEN_OFF = (
    "if an earlier download of it was broken off, first remove the folder _npx in the folder that "
    "`npm config get cache` names"
)


class Process(Channel):
    """The channel to a child process: JSON lines on its stdin and stdout."""

    def __init__(self, target: Target, limits: Limits) -> None:
        command = [str(target.command), *target.args]
        super().__init__(label_of(command))
        self.child = Child(command, env=target.env, cwd=target.cwd, stderr=subprocess.PIPE)
        secrets = (*target.env.values(), *chain(*secrets_of(target.args)))
        self.secrets = [secret for secret in secrets if len(secret) >= 6]
        self.words = b""
        self.noise: list[str] = []
        self.lines = Lines(self.take, most=limits.message_bytes)
        self.listener = Thread(target=self.read_words, daemon=True)
        self.listener.start()
        self.pipes = PipeLink(self.child, sent=self.sent, ended=self.ended)

    def send(self, message: JsonObject) -> None:
        """Write one line."""
        self.pipes.write(dumped(message).encode() + b"\n")

    def read_words(self) -> None:
        """Keep the end of stderr, in a thread."""
        assert self.child.process.stderr
        with self.child.process.stderr as stderr:
            while chunk := read_some(stderr.fileno()):
                self.words = (self.words + chunk)[-WORDS_BYTES:]

    def sent(self, chunk: bytes) -> None:
        """Cut what the child writes into lines; a line that is longer than a message may be is an error."""
        self.lines.feed(chunk)
        if self.lines.is_long:
            told = f"{self.label} sent a message of more than {self.lines.most} bytes"
            self.messages.put(UpstreamError(told, hint="raise message_bytes in [limits] if that is right"))

    def take(self, line: bytes) -> None:
        """Queue a message. A line that is none is noise; too many of those are an error."""
        message = parsed(line)
        if message is not None:
            self.messages.put(message)
        elif len(self.noise) < MAX_NOISE_LINES:
            text = line.decode(errors="replace").strip()
            self.noise += [text[:200]] if text else []
        else:
            told = f"{self.label} speaks no MCP{self.evidence()}"
            self.messages.put(UpstreamError(told, hint="check the command of the upstream"))

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

    def ended(self, link: PipeLink) -> None:
        """Queue the error that says how a child ended that closed its output."""
        if not link.over.is_set() or link.lost:
            return
        self.child.wait(GRACE)
        self.listener.join(GRACE)
        told = f"{self.label} {ending(self.child.status)} before it answered{self.evidence()}"
        hint = "run that command by hand to see what it needs"
        if package_runner(self.child.name) == "npx":
            hint += f"; {BROKEN_OFF}"
        self.messages.put(UpstreamError(told, hint=hint))

    def close(self) -> None:
        """End the child and everything that it started."""
        self.pipes.lost = True
        self.pipes.close(GRACE)
        self.listener.join(GRACE)


def parsed(line: bytes) -> Any:
    """Return the message on a line, None where there is none."""
    message = decoded(line)
    if isinstance(message, list):
        return message
    return message if isinstance(message, dict) and message.keys() & {"id", "method"} else None
