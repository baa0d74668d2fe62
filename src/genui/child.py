"""A server as a child process, in a process group of its own, so that its children end with it.

It gets our environment, less the keys and settings that are genui's own.
"""

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from typing import Any

GRACE = 1.0
"""Seconds between SIGTERM and SIGKILL."""

SIGKILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""Windows has none, and needs none: there taskkill ends a process and its children at once."""


MODEL_KEYS = frozenset({"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY", "OLLAMA_API_KEY"})
"""Variables with the keys of models; an upstream that needs one is given it by `env` in [upstream]."""


class Child:
    """A running server and our ends of its pipes."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str],
        cwd: str | None = None,
        stderr: int | None = None,
    ) -> None:
        self.command, self.env, self.cwd = command, env, cwd
        self.process = start(command, env=env, cwd=cwd, stderr=stderr)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.pid = self.process.pid
        # A relay closes its descriptors itself: copies, so that the file objects do not close them again.
        with self.process.stdin, self.process.stdout:
            self.stdin, self.stdout = (
                os.dup(self.process.stdin.fileno()),
                os.dup(self.process.stdout.fileno()),
            )

    @property
    def name(self) -> str:
        """The program, as messages call it."""
        return self.command[0]

    @property
    def status(self) -> int | None:
        """The exit code once it is known, negative for a signal."""
        return self.process.returncode

    def again(self) -> "Child":
        """Start the same server once more."""
        return Child(self.command, env=self.env, cwd=self.cwd)

    def signal(self, number: int) -> bool:
        """Send a signal to the whole group; tell whether there was anyone to get it."""
        return signal_group(self.process, number)

    def wait(self, seconds: float | None) -> None:
        """Wait until the process has ended, but no longer than some seconds."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return

    def end(self, grace: float) -> None:
        """End the whole group: asked first, then after some seconds killed."""
        end_group(self.process, grace=grace)

    def told(self) -> str:
        """Say how it ended."""
        return f"the upstream {self.name!r} {ending(self.status)}"


def start(
    command: Sequence[str], *, env: Mapping[str, str], cwd: str | None = None, stderr: int | None = None
) -> "subprocess.Popen[bytes]":
    """Start a server with our environment, less what is genui's own, and its own variables.

    Raises:
        UpstreamError: It cannot be started.
    """
    ours = {name for name in os.environ if name in MODEL_KEYS or name.startswith("GENUI_")}
    environment = {**{name: value for name, value in os.environ.items() if name not in ours}, **env}
    # CREATE_NEW_PROCESS_GROUP is a name that only Windows has.
    group: dict[str, Any] = {"creationflags": 0x200} if os.name == "nt" else {"process_group": 0}
    try:
        return subprocess.Popen(
            [found_command(command[0], environment), *command[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            bufsize=0,
            cwd=cwd,
            env=environment,
            **group,
        )
    except (OSError, ValueError) as error:
        from genui.upstream.channel import start_error

        raise start_error(command, cwd, error) from error


def found_command(command: str, environment: Mapping[str, str]) -> str:
    """Return what to run; on Windows that needs the suffix that PATHEXT adds (npx is npx.cmd)."""
    if os.name != "nt":
        return command
    import shutil

    return shutil.which(command, path=environment.get("PATH")) or command


def ending(code: int | None) -> str:
    """Say how a process ended."""
    if code is None:
        return "closed its output"
    if code < 0:
        return f"was ended by {signal_name(-code)}"
    return f"exited with status {code}"


def signal_name(number: int) -> str:
    """Return a signal's name; one that has none is called by its number."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def signal_group(process: Any, number: int) -> bool:
    """Send a signal to the group of a process; tell whether there was anyone to get it."""
    try:
        if os.name == "nt":
            process.send_signal(number)
        else:
            os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError, ValueError):
        return False
    return True


def end_group(process: "subprocess.Popen[bytes]", *, grace: float = GRACE) -> None:
    """End what is left of a process group: asked first, then after some seconds killed."""
    if os.name == "nt":
        taskkill = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(taskkill, capture_output=True, check=False)
    elif signal_group(process, signal.SIGTERM):
        deadline = time.monotonic() + grace
        while signal_group(process, 0) and time.monotonic() < deadline:
            time.sleep(0.01)
            process.poll()
        signal_group(process, SIGKILL)
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        return
