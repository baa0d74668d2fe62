"""An upstream that is a program: a process group of its own behind asyncio's pipes."""

import asyncio
import signal
import time
from collections.abc import Callable
from typing import Any

from genui.child import SIGKILL, ending, found_command, group_options, signal_group
from genui.config import Target
from genui.environment import upstream_environment
from genui.serve.in_flight import answered_id
from genui.serve.lines import Lines
from genui.serve.request import INTERNAL_ERROR, correlation_id, error_answer
from genui.serve.upstreams.link import HIGH, Receiver
from genui.upstream.errors import start_error

GRACE = 0.8
"""Seconds between closing the upstream's input and SIGTERM."""

LAST_GRACE = 0.5
"""Seconds between SIGTERM and SIGKILL."""

TICK = 0.01


class ProcessLink(asyncio.SubprocessProtocol):
    """A running upstream; what it sends goes to the receiver in whole lines."""

    def __init__(self, receiver: Receiver, command: str, *, message_bytes: int) -> None:
        self.receiver = receiver
        self.command = command
        self.limit = message_bytes
        self.lines = Lines(self.took, most=message_bytes, too_long=self.refused)
        self.transport: Any = None
        self.stdin: Any = None
        self.stdout: Any = None
        self.writable = asyncio.Event()
        self.writable.set()
        self.exited = asyncio.Event()
        self.output_open = True
        self.closing = False
        self.told = False

    # What asyncio calls

    def connection_made(self, transport: Any) -> None:
        """Take the pipes."""
        self.transport = transport
        RUNNING.add(self)
        self.stdin, self.stdout = transport.get_pipe_transport(0), transport.get_pipe_transport(1)
        self.stdin.set_write_buffer_limits(high=HIGH)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Pass on what the upstream wrote."""
        self.lines.feed(data)
        whole, self.lines.out = self.lines.out, []
        if whole:
            self.receiver.upstream_sent(b"".join(whole))

    def took(self, line: bytes) -> None:
        """Keep a whole line until all of a chunk are read."""
        self.lines.out.append(line)

    def refused(self, head: bytes, tail: bytes) -> None:
        """Answer the request whose answer is too long; nothing stands for what is no answer."""
        key = answered_id(head, tail.rstrip())
        if key is not None:
            message = f"the upstream's answer is larger than {self.limit} bytes, the limit of one message"
            data = {"errorType": "MESSAGE_TOO_LARGE", "retryable": False, "requestId": correlation_id()}
            self.lines.out.append(error_answer(key, INTERNAL_ERROR, message, data).encode() + b"\n")

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Note that the upstream has closed a pipe."""
        if fd == 1:
            self.output_open = False
            self.end_soon()
        self.writable.set()

    def process_exited(self) -> None:
        """Note that the upstream has exited."""
        self.exited.set()
        self.end_soon()

    def pause_writing(self) -> None:
        """Note that the upstream does not read as fast as we write."""
        self.writable.clear()

    def resume_writing(self) -> None:
        """Note that there is room again."""
        self.writable.set()

    # The link

    def write(self, data: bytes) -> None:
        """Send whole lines."""
        if not self.stdin.is_closing():
            self.stdin.write(data)

    async def room(self) -> None:
        """Wait until the upstream has read enough of what waits for it."""
        await self.writable.wait()

    def pause(self) -> None:
        """Read no more for now."""
        if self.output_open:
            self.stdout.pause_reading()

    def resume(self) -> None:
        """Read again."""
        if self.output_open:
            self.stdout.resume_reading()

    async def close(self) -> None:
        """Close its input, then end the whole group: SIGTERM, SIGKILL."""
        self.closing = True
        self.resume()
        self.stdin.close()
        await settled(self.exited.is_set)
        for number in (signal.SIGTERM, SIGKILL):
            if self.gone():
                break
            self.signal(number)
            await settled(self.gone, seconds=LAST_GRACE)
        RUNNING.discard(self)
        self.transport.close()

    # The end

    def gone(self) -> bool:
        """Tell whether the whole process group has ended."""
        return self.exited.is_set() and not self.signal(0)

    def signal(self, number: int) -> bool:
        """Send a signal to the whole group; tell whether there was anyone to get it."""
        return signal_group(self.transport.get_extra_info("subprocess"), number)

    def end_soon(self) -> None:
        """Tell the receiver of the end, once the exit code and the last lines are known or overdue."""
        if self.exited.is_set() and not self.output_open:
            self.end()
        else:
            asyncio.get_running_loop().call_later(GRACE, self.end)

    def end(self) -> None:
        """Tell the receiver that the upstream has ended, and how."""
        if self.told or self.closing:
            return
        self.told = True
        if self.lines.size:
            self.pipe_data_received(1, b"\n")
        self.receiver.upstream_lost(
            f"the upstream {self.command!r} {ending(self.transport.get_returncode())}"
        )
        self.receiver.link_ended()


async def settled(done: Callable[[], bool], *, seconds: float = GRACE) -> None:
    """Wait until something is so, but no longer than the grace."""
    until = time.monotonic() + seconds
    while not done() and time.monotonic() < until:
        await asyncio.sleep(TICK)


RUNNING: set[ProcessLink] = set()
"""Every upstream that has not been seen to end."""


def kill_all() -> None:
    """End what is left when there is no more time."""
    for link in RUNNING:
        link.signal(SIGKILL)


async def start_process(target: Target, receiver: Receiver, *, message_bytes: int) -> ProcessLink:
    """Start an upstream with our environment, less what is genui's own, and its own variables.

    Raises:
        UpstreamError: It cannot be started.
    """
    command, variables = target.command or "", upstream_environment(target.env)
    try:
        _, link = await asyncio.get_running_loop().subprocess_exec(
            lambda: ProcessLink(receiver, command, message_bytes=message_bytes),
            found_command(command, variables),
            *target.args,
            stderr=None,
            cwd=target.cwd,
            env=variables,
            **group_options(),
        )
    except (OSError, ValueError) as error:
        raise start_error([command, *target.args], target.cwd, error) from error
    return link
