"""The upstream behind every front but the stdio hot path: a URL's, or a command.

A command is a process for each client, and one shared by all stateless requests. Clients choose ids and
progress tokens without knowing of each other, so each request that goes into the shared process gets a number
of ours, and all that comes back about it gets the client's own words again.
"""

import asyncio
from collections.abc import Callable, Mapping
from itertools import count
from threading import Event, Semaphore, Thread
from typing import Any

from genui.child import SIGKILL, Child
from genui.config import Limits, Target
from genui.serve.in_flight import answer_id, answered_id, messages_in
from genui.serve.log import Log
from genui.serve.pipes import PipeLink
from genui.serve.protocol import LOG_LEVEL_KEY, SUBSCRIPTION_KEY, value_at
from genui.serve.request import failure
from genui.serve.spans import dumped, patched
from genui.serve.wire import Lines, line_of
from genui.upstream.link import Link, Receiver, Upstream

GRACE = 0.8
"""Seconds between closing the upstream's input and SIGTERM."""

AHEAD = 16
"""Chunks that may be read before the loop has taken them."""


class ProcessLink:
    """A running program; what it sends goes to the receiver in whole lines."""

    def __init__(self, child: Child, receiver: Receiver, *, message_bytes: int) -> None:
        self.loop = asyncio.get_running_loop()
        self.child, self.receiver = child, receiver
        self.lines = bounded_lines(message_bytes)
        self.reading, self.ahead = Event(), Semaphore(AHEAD)
        self.reading.set()
        self.told = False
        self.pipes = PipeLink(child, sent=self.sent, ended=lambda _link: self.watch(GRACE))
        self.watch(None)
        RUNNING.add(self)

    # In threads

    def call_soon(self, act: Callable[[], None]) -> None:
        """Have something done by the loop, if it is still there."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(act)

    def sent(self, data: bytes) -> None:
        """Hand on the lines that are whole now, as fast as they are taken."""
        self.reading.wait()
        self.lines.feed(data)
        whole, self.lines.out = b"".join(self.lines.out), []
        if whole:
            self.ahead.acquire()
            self.call_soon(lambda: self.took(whole))

    def watch(self, seconds: float | None) -> None:
        """End with the program, though a child of its own holds its output open, or after some seconds."""

        def wait() -> None:
            self.child.wait(seconds)
            self.pipes.over.wait(GRACE)
            self.call_soon(self.end)

        Thread(target=wait, daemon=True).start()

    # In the loop

    def took(self, lines: bytes) -> None:
        """Give the receiver some lines."""
        self.ahead.release()
        self.receiver.upstream_sent(lines)

    def end(self) -> None:
        """Tell the receiver that the program has ended, and how."""
        if self.told:
            return
        self.told = True
        rest = self.lines.rest()
        if rest:
            self.receiver.upstream_sent(rest + b"\n")
        self.receiver.upstream_lost(self.child.told())
        self.receiver.link_ended()

    def write(self, data: bytes) -> None:
        """Send whole lines."""
        self.pipes.write(data)
        self.pipes.flush()

    async def room(self) -> None:
        """Wait until the program has read enough of what waits for it."""
        while not self.pipes.has_room:
            await asyncio.sleep(0.01)

    def pause(self) -> None:
        """Read no more for now."""
        self.reading.clear()

    def resume(self) -> None:
        """Read again."""
        self.reading.set()

    async def close(self) -> None:
        """Close its input, then end it and all that it has started."""
        self.told = True
        self.resume()
        await asyncio.to_thread(self.pipes.close, GRACE)
        RUNNING.discard(self)


RUNNING: set[ProcessLink] = set()
"""Every program that has not been seen to end."""


def kill_all() -> None:
    """End what is left when there is no more time."""
    for link in RUNNING:
        link.child.signal(SIGKILL)


def bounded_lines(most: int) -> Lines:
    """Return what cuts a program's output into lines; an answer that is too long becomes an error."""

    def refused(head: bytes, tail: bytes) -> None:
        key = answered_id(head, tail.rstrip())
        if key is not None:
            message = f"the upstream's answer is larger than {most} bytes, the limit of one message"
            lines.send(line_of(failure(key, "MESSAGE_TOO_LARGE", message)))

    lines = Lines(lambda line: lines.send(line), most=most, too_long=refused)
    return lines


CANCELLED = "notifications/cancelled"


class Lane:
    """What one request sees of the shared program."""

    def __init__(self, shared: "ProgramUpstream", receiver: Receiver) -> None:
        self.shared = shared
        self.receiver = receiver
        self.own: dict[int, tuple[Any, Any]] = {}
        """Of each request in flight, by our number of it: its own id, and its own progress token."""
        self.wants_logs = False

    def write(self, data: bytes) -> None:
        """Send whole lines."""
        for line in data.split(b"\n"):
            if line and not line.isspace():
                self.shared.send(self, line)

    async def room(self) -> None:
        """Wait until the upstream has read enough."""
        if self.shared.link is not None:
            await self.shared.link.room()

    def pause(self) -> None:
        """Do nothing: one slow client must not stop the others."""

    def resume(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Cancel what is still in flight."""
        self.shared.leave(self)


class ProgramUpstream:
    """Gives links to processes of one command, and lanes to the shared one."""

    checks_headers = False

    def __init__(self, target: Target, limits: Limits, log: Log) -> None:
        self.target = target
        self.label = f"the upstream {target.command!r}"
        self.message_bytes = limits.message_bytes
        self.log = log
        self.link: ProcessLink | None = None
        self.lanes: set[Lane] = set()
        self.requests: dict[int, Lane] = {}
        """Who waits for the answer to each request, by our number of it."""
        self.numbers = count(1)

    async def open(self, receiver: Receiver, headers: Mapping[str, str] | None = None) -> Link:
        """Start a process for one client, or give a request with headers a lane to the shared one."""
        if headers is None:
            return self.started(receiver)
        if self.link is None:
            self.link = self.started(self)
        lane = Lane(self, receiver)
        self.lanes.add(lane)
        return lane

    def started(self, receiver: Receiver) -> ProcessLink:
        """Start a process with our environment, less what is genui's own, and its own variables."""
        target = self.target
        child = Child([target.command or "", *target.args], env=target.env, cwd=target.cwd)
        return ProcessLink(child, receiver, message_bytes=self.message_bytes)

    # From the clients

    def send(self, lane: Lane, line: bytes) -> None:
        """Send one message with numbers of ours in the place of ids and tokens."""
        if self.link is None:
            return
        messages = messages_in(line)
        if not messages or "method" not in messages[0]:
            return  # there is nothing else that a stateless client may send
        if messages[0]["method"] == CANCELLED:
            return  # a client cancels by hanging up; the id could be another client's
        self.link.write(patched(line, self.numbered(lane, messages[0])) + b"\n")

    def numbered(self, lane: Lane, message: Mapping[str, Any]) -> dict[str, Any]:
        """Return the patch that makes a message's ids unique."""
        if "id" not in message:
            return {}
        number, meta = next(self.numbers), value_at(message, "params", "_meta")
        token = value_at(meta, "progressToken")
        self.requests[number], lane.own[number] = lane, (message["id"], token)
        lane.wants_logs = lane.wants_logs or value_at(meta, LOG_LEVEL_KEY) is not None
        renamed = {"params": {"_meta": {"progressToken": number}}} if token is not None else {}
        return {"id": number, **renamed}

    def leave(self, lane: Lane) -> None:
        """Forget a lane; what it still waits for is cancelled."""
        self.lanes.discard(lane)
        for number in lane.own:
            self.requests.pop(number, None)
            if self.link is not None:
                params = {"requestId": number, "reason": "the client hung up"}
                line = dumped({"jsonrpc": "2.0", "method": CANCELLED, "params": params})
                self.link.write(line_of(line))
        lane.own = {}

    # From the upstream

    def upstream_sent(self, data: bytes) -> None:
        """Give each line to the lane it is meant for."""
        for line in data.split(b"\n"):
            if line and not line.isspace():
                self.sort(line)

    def sort(self, line: bytes) -> None:
        """Give one line to the lane it is meant for, in the client's own words."""
        number = answer_id(line)
        if isinstance(number, int) and number in self.requests:
            lane = self.requests.pop(number)
            patch: dict[str, Any] = {"id": lane.own[number][0]}
            if SUBSCRIPTION_KEY.encode() in line:
                patch |= resubscribed(messages_in(line)[0], lane, "result")
            del lane.own[number]
            lane.receiver.upstream_sent(patched(line, patch) + b"\n")
            return
        message = next(iter(messages_in(line)), {})
        if "method" not in message or "id" in message:
            return  # a late answer, or what a server of this era may not send
        meant = self.meant(message)
        if meant is None:
            self.log.write("debug", "notification-of-nobody", method=str(message["method"]))
            return
        patch = resubscribed(message, meant, "params")
        token = value_at(message, "params", "progressToken")
        if isinstance(token, int) and token in meant.own:
            patch.setdefault("params", {})["progressToken"] = meant.own[token][1]
        meant.receiver.upstream_sent(patched(line, patch) + b"\n")

    def meant(self, message: Mapping[str, Any]) -> Lane | None:
        """Return the lane that a notification is for, None where that cannot be told."""
        subscription = value_at(message, "params", "_meta", SUBSCRIPTION_KEY)
        if isinstance(subscription, int):
            return self.requests.get(subscription)
        token = value_at(message, "params", "progressToken")
        if isinstance(token, int) and message["method"] == "notifications/progress":
            return self.requests.get(token)
        if message["method"] != "notifications/message":
            return None
        asked = [lane for lane in self.lanes if lane.own and lane.wants_logs]
        return asked[0] if len(asked) == 1 else None

    def upstream_lost(self, message: str) -> None:
        """Tell everyone who waits."""
        self.log.write("warning", "upstream-lost", message=message)
        lanes, self.lanes = self.lanes, set()
        self.requests = {}
        for lane in lanes:
            lane.own = {}
            lane.receiver.upstream_lost(message)

    def upstream_renewed(self) -> None:
        """Do nothing: a program does not come back by itself."""

    def link_ended(self) -> None:
        """Let go of the program; the next request starts another."""
        link, self.link = self.link, None
        if link is not None:
            self.closing = asyncio.ensure_future(link.close())

    async def close(self) -> None:
        """End the program."""
        if self.link is not None:
            await self.link.close()


def resubscribed(message: Mapping[str, Any], lane: Lane, member: str) -> dict[str, Any]:
    """Return the patch that puts the client's own id in the place of our number for its subscription."""
    number = value_at(message, member, "_meta", SUBSCRIPTION_KEY)
    if not isinstance(number, int) or number not in lane.own:
        return {}
    return {member: {"_meta": {SUBSCRIPTION_KEY: lane.own[number][0]}}}


def upstream_of(target: Target, limits: Limits, log: Log) -> Upstream:
    """Return where links to a target come from; an HTTP client is loaded for a URL only."""
    if target.url:
        from genui.upstream.remote import UrlUpstream

        return UrlUpstream(target, limits, log)
    return ProgramUpstream(target, limits, log)
