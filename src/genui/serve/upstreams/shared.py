"""One program for the stateless requests of all HTTP clients: ids and tokens are made unique on the way.

Clients choose ids and progress tokens without knowing of each other, so each request that goes in gets a
number of ours, and everything that comes back about it gets the client's own words again.
"""

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

from genui.config import Target
from genui.errors import UpstreamError
from genui.serve.era import ENVELOPE_PREFIX
from genui.serve.in_flight import HEAD, answer_id
from genui.serve.log import Log
from genui.serve.spans import Edit, dumped, edited, outline, read, replaced
from genui.serve.upstreams.link import LONGEST_WAIT, Receiver
from genui.serve.upstreams.process import ProcessLink, start_process
from genui.serve.wire import line_of, read_text

SUBSCRIPTION = f"{ENVELOPE_PREFIX}subscriptionId"
LOG_LEVEL = f"{ENVELOPE_PREFIX}logLevel"
CANCELLED = "notifications/cancelled"
ENVELOPE = (
    ("params", "jsonrpc", "id", "method", "result", "error"),
    ("_meta",),
    ("progressToken", SUBSCRIPTION, LOG_LEVEL),
)
"""The members that say whose a message is: of a message, then of its params, then of their _meta."""


class Lane:
    """What one request sees of the shared program."""

    def __init__(self, shared: "Shared", receiver: Receiver) -> None:
        self.shared = shared
        self.receiver = receiver
        self.numbers: dict[int, str] = {}
        """Our numbers of its requests in flight, and their own ids as JSON."""
        self.tokens: dict[int, str] = {}
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


class Shared:
    """The program and who waits for what from it."""

    def __init__(self, target: Target, *, message_bytes: int, log: Log) -> None:
        self.target = target
        self.message_bytes = message_bytes
        self.log = log
        self.link: ProcessLink | None = None
        self.starting = asyncio.Lock()
        self.lanes: set[Lane] = set()
        self.requests: dict[int, Lane] = {}
        self.tokens: dict[int, Lane] = {}
        self.last = 0
        self.wait, self.not_before = 0.0, 0.0

    async def lane(self, receiver: Receiver) -> Lane:
        """Return a lane; the program is started if it does not run.

        Raises:
            UpstreamError: It cannot be started, or has just ended.
        """
        async with self.starting:
            if self.link is None:
                await self.start()
        lane = Lane(self, receiver)
        self.lanes.add(lane)
        return lane

    async def start(self) -> None:
        """Start the program, not too soon after it ended."""
        left = self.not_before - time.monotonic()
        if left > 0:
            what = f"the upstream {self.target.command!r} has ended"
            raise UpstreamError(
                f"{what}; it is started again in {left:.0f} s at the earliest",
                hint="run its command alone to see why",
            )
        self.link = await start_process(self.target, self, message_bytes=self.message_bytes)

    # From the clients

    def send(self, lane: Lane, line: bytes) -> None:
        """Send one message with numbers of ours in the place of ids and tokens."""
        if self.link is None:
            return
        text = read_text(line)
        try:
            message = outline(text, 0, ("params", "_meta"))
        except (ValueError, RecursionError):
            return
        if not isinstance(message.value, dict) or "method" not in message.value:
            return  # there is nothing else that a stateless client may send
        edits = self.numbered(lane, text, message.value)
        if edits is not None:
            self.link.write(line_of(edited(text, edits)))

    def numbered(self, lane: Lane, text: str, members: Mapping[str, Any]) -> list[Edit] | None:
        """Return the edits that make a message's ids unique; None for one that must not go on."""
        if members["method"].value == CANCELLED:
            return None  # a client cancels by hanging up; the id could be another client's
        if "id" not in members:
            return []
        key = members["id"]
        self.last += 1
        number = self.last
        self.requests[number] = lane
        lane.numbers[number] = text[key.start : key.end]
        edits = [replaced(key, str(number))]
        params = members.get("params")
        meta = params.value.get("_meta") if params is not None and isinstance(params.value, dict) else None
        if meta is not None and isinstance(meta.value, dict):
            lane.wants_logs = lane.wants_logs or LOG_LEVEL in meta.value
            token = meta.value.get("progressToken")
            if token is not None:
                self.tokens[number] = lane
                lane.tokens[number] = text[token.start : token.end]
                edits.append(replaced(token, str(number)))
        return edits

    def leave(self, lane: Lane) -> None:
        """Forget a lane; what it still waits for is cancelled."""
        self.lanes.discard(lane)
        for number in lane.numbers:
            self.requests.pop(number, None)
            if self.link is not None:
                params = {"requestId": number, "reason": "the client hung up"}
                line = dumped({"jsonrpc": "2.0", "method": CANCELLED, "params": params})
                self.link.write(line_of(line))
        for number in lane.tokens:
            self.tokens.pop(number, None)
        lane.numbers, lane.tokens = {}, {}

    # From the upstream

    def upstream_sent(self, data: bytes) -> None:
        """Give each line to the lane it is meant for."""
        self.wait = 0.0
        for line in data.split(b"\n"):
            if line and not line.isspace():
                self.sort(line)

    def sort(self, line: bytes) -> None:
        """Give one line to the lane it is meant for."""
        number = answer_id(line)
        if isinstance(number, int) and number in self.requests:
            lane = self.requests.pop(number)
            lane.receiver.upstream_sent(restored(line, number, lane.numbers.pop(number)) + b"\n")
            return
        try:
            message = read(read_text(line))
        except (ValueError, RecursionError):
            return
        if not isinstance(message, dict) or "method" not in message or "id" in message:
            return  # a late answer, or what a server of this era may not send
        lane_or_none = self.meant(message)
        if lane_or_none is None:
            self.log.write("debug", "notification-of-nobody", method=str(message["method"]))
            return
        lane_or_none.receiver.upstream_sent(reworded(line, lane_or_none) + b"\n")

    def meant(self, message: Mapping[str, Any]) -> Lane | None:
        """Return the lane that a notification is for, None where that cannot be told."""
        params = message.get("params")
        if not isinstance(params, dict):
            params = {}
        meta = params.get("_meta")
        token, subscription = params.get("progressToken"), None
        if isinstance(meta, dict):
            subscription = meta.get(SUBSCRIPTION)
        if isinstance(subscription, int):
            return self.requests.get(subscription)
        if isinstance(token, int) and message["method"] == "notifications/progress":
            return self.tokens.get(token)
        if message["method"] != "notifications/message":
            return None
        asked = [lane for lane in self.lanes if lane.numbers and lane.wants_logs]
        return asked[0] if len(asked) == 1 else None

    def upstream_lost(self, message: str) -> None:
        """Tell everyone who waits, and let some time pass before the next start."""
        self.wait = min(max(1.0, 2 * self.wait), LONGEST_WAIT)
        self.not_before = time.monotonic() + (self.wait if self.wait > 1 else 0.0)
        self.log.write("warning", "upstream-lost", message=message)
        lanes, self.lanes = self.lanes, set()
        self.requests, self.tokens = {}, {}
        for lane in lanes:
            lane.numbers, lane.tokens = {}, {}
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


def misread(line: bytes) -> str | None:
    """Return a member by which a program could read another id, token or method than we do; None without one.

    Of two members of one name some parsers take the first, and some take names of another case.
    """
    level: Any = json.loads(read_text(line), object_pairs_hook=tuple)
    for inner, *names in ENVELOPE:
        exact = {name.casefold(): name for name in (inner, *names)}
        seen: set[str] = set()
        following: Any = ()
        for name, value in level:
            plain = name.casefold()
            if plain in seen or exact.get(plain, name) != name:
                return str(name)
            seen.add(plain)
            if name == inner and isinstance(value, tuple):
                following = value
        level = following
    return None


def restored(line: bytes, number: int, own: str) -> bytes:
    """Return an answer with the client's own id."""
    key = own.encode("utf-8", "surrogateescape")
    found = HEAD.match(line)
    if found is not None:
        line = b"".join((line[: found.start(1)], key, line[found.end(1) :]))
    else:
        text = read_text(line)
        line = edited(text, [replaced(outline(text).value["id"], own)]).encode("utf-8", "surrogateescape")
    return resubscribed(line, {number: own}, "result") if SUBSCRIPTION.encode() in line else line


def reworded(line: bytes, lane: Lane) -> bytes:
    """Return a notification with the client's own token or subscription."""
    if b"progressToken" in line:
        text = read_text(line)
        token = outline(text, 0, ("params",)).value["params"].value.get("progressToken")
        if token is not None and token.value in lane.tokens:
            line = edited(text, [replaced(token, lane.tokens[token.value])]).encode(
                "utf-8", "surrogateescape"
            )
    return resubscribed(line, lane.numbers, "params") if SUBSCRIPTION.encode() in line else line


def resubscribed(line: bytes, own: Mapping[int, str], member: str) -> bytes:
    """Return a line with the client's own id in the place of our number for its subscription."""
    text = read_text(line)
    outer = outline(text, 0, (member, "_meta")).value.get(member)
    meta = outer.value.get("_meta") if outer is not None and isinstance(outer.value, dict) else None
    mark = meta.value.get(SUBSCRIPTION) if meta is not None and isinstance(meta.value, dict) else None
    if mark is None or mark.value not in own:
        return line
    return edited(text, [replaced(mark, own[mark.value])]).encode("utf-8", "surrogateescape")
