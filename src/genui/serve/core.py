"""The sans-IO core: one per client connection, bytes in and bytes out, deciding what is amended or answered.

A front feeds `wire.client_sent` and `wire.upstream_sent`, writes what `wire.take_for_client` and
`wire.take_for_upstream` give, and does what is in `tasks`.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from genui.asking import SUFFIX
from genui.serve.answering import resources_read, subscribed, tools_call
from genui.serve.catalog import (
    RESOURCES,
    TOOLS,
    Catalog,
    Listing,
    LiveTool,
    Waiting,
    announce,
    listened,
    live_tool,
    read_if_due,
    reread,
    start_listing,
)
from genui.serve.lazy_maker import LazyMaker
from genui.serve.lists import initialize, resources_list, templates_list, tools_list
from genui.serve.messages import Id, dumped, first_id, is_id, members_at, read, read_text, value_at
from genui.serve.protocol import (
    CAPABILITIES_KEY,
    EXITED,
    INVALID_REQUEST,
    Request,
    correlation_id,
    declares_apps,
    era_of,
    failure,
)
from genui.serve.spans import outline
from genui.serve.tasks import Call, Task
from genui.serve.views import Views
from genui.serve.wire import Wire

Route = Callable[["Core", Request], bool]
"""Reads a request; tells whether it goes on to the upstream."""

ROUTES: Mapping[str, Route] = {
    "initialize": initialize,
    "server/discover": initialize,
    "tools/list": tools_list,
    "tools/call": tools_call,
    "resources/list": resources_list,
    "resources/templates/list": templates_list,
    "resources/read": resources_read,
    "resources/subscribe": subscribed,
    "resources/unsubscribe": subscribed,
    "subscriptions/listen": listened,
}
"""The requests that are read at all; every other one passes."""


SUBSCRIBING = frozenset({"resources/subscribe", "resources/unsubscribe"})
SETS_UP = SUBSCRIBING | {"initialize", "notifications/initialized", "logging/setLevel"}
"""The methods of messages that set up a session."""


class Session:
    """The messages of the host that set up its session: a restarted upstream is told them again."""

    def __init__(self) -> None:
        self.lines: dict[str, bytes] = {}
        """By method."""
        self.subscriptions: dict[str, bytes] = {}
        """By URI."""

    @property
    def handshake(self) -> bool:
        """True once the host has greeted as it did before 2026-07-28."""
        return "initialize" in self.lines

    def note(self, method: str, message: Mapping[str, Any], line: bytes) -> None:
        """Keep a message that sets up the session."""
        uri = value_at(message, "params", "uri")
        if method not in SUBSCRIBING:
            self.lines[method] = line
        elif method == "resources/subscribe" and isinstance(uri, str):
            self.subscriptions[uri] = line
        elif isinstance(uri, str):
            self.subscriptions.pop(uri, None)


class Core:
    """What genui knows of one connection, and what it does with each message."""

    flush: Callable[[], None] = staticmethod(lambda: None)
    """Has a front write what is here for the client, where nobody else is about to; else nothing."""

    def __init__(self, views: Views, maker: LazyMaker) -> None:
        serve, limits = views.config.serve, views.config.limits
        self.views, self.maker, self.log = views, maker, views.log
        self.tasks: list[Task] = []
        """What the front has to do in threads."""
        self.calls: dict[Id, Call] = {}
        """Requests that threads are working on."""
        self.hidden: frozenset[str] = frozenset()
        """Members of tools that the session's protocol version hides."""
        self.apps, self.most_in_flight = serve.apps, limits.in_flight
        self.prefix = serve.prefix if serve.own_tools != "none" else ""
        """What the names of our own tools begin with; "" where there are none."""
        self.catalog = Catalog()
        self.wire = Wire(
            passes=self.passes,
            on_list_changed=self.list_changed,
            most=limits.message_bytes,
            on_too_long=self.too_long,
        )
        self.session, self.handshake_apps = Session(), False
        self.listens: set[Id] = set()
        """Ids of the requests by which a host of the stateless era listens to what changes."""
        self.has_resources: bool | None = None
        """Whether the upstream itself has resources; None while it has not said."""
        self.listing: Listing | None = None
        self.server = "?"
        """Name and version of the upstream, as it says them."""
        self.logged_unamended = False
        self.latest_params: Mapping[str, Any] = {}
        """Of the host's last request for tools: ours carry the same envelope."""
        self.waiting: list[Waiting] = []
        self.due = time.monotonic() + serve.refresh
        """When the tools are read again unasked, where that is configured."""
        self.refusing = ""
        """Why every request is answered with an error just now; "" when the upstream can be asked."""
        self.orphans: set[Id] = set()
        """Ids of requests that an upstream made before it was lost: nobody wants their answers."""
        self.traces: dict[Id, tuple[str, float]] = {}
        """While everything is logged: what ties the log lines of an unanswered request, and when it came."""
        if self.log.logs("debug"):
            self.wire.on_done = self.log_answer

    # From the client

    def passes(self, line: bytes) -> bool:
        """Read one line; tell whether it goes to the upstream as it is."""
        # Each line is parsed, which takes 2 µs: a search for names would miss "tools\/list" and \u escapes.
        try:
            message = read(read_text(line))
            if isinstance(message, dict):
                return self.message(message, line)
            return self.batch(message, line) if isinstance(message, list) else True
        except (ValueError, RecursionError):
            return True

    def message(self, message: Mapping[str, Any], line: bytes) -> bool:
        """Read one message; tell whether it goes to the upstream as it is."""
        method = message.get("method")
        key = message.get("id")
        if not isinstance(method, str):
            return self.answered(key)
        if self.refusing or len(self.wire.in_flight) >= self.most_in_flight:
            return self.refused(method, key)
        if method in SETS_UP:
            self.session.note(method, message, line)
        if not is_id(key):
            cancels = method == "notifications/cancelled" and "id" not in message
            return not cancels or self.cancelled(value_at(message, "params", "requestId"))
        trace = self.log_request(key, method, message, size=len(line)) if self.wire.on_done else ""
        route = ROUTES.get(method)
        if route is not None and (route is not tools_call or self.may_be_own(message)):
            params = members_at(message, "params")
            request = Request(key, method, params, line, trace or correlation_id())
            if method == "initialize":
                self.handshake_apps = declares_apps(request.params.get("capabilities"))
            if not self.amends(request.params):
                self.log_unamended(request)
            elif not route(self, request):
                return False
        self.wire.in_flight[key] += 1
        return True

    def answered(self, key: Any) -> bool:
        """Tell whether the upstream gets an answer of the client's: not one to an upstream that is gone."""
        if is_id(key):
            self.wire.upstreams.discard(key)
            if key in self.orphans:
                self.orphans.discard(key)
                return False
        return not self.refusing

    def refused(self, method: str, key: Any) -> bool:
        """Answer a request that cannot be passed on now; tell whether it is passed on nevertheless."""
        if not is_id(key):
            return method == "notifications/cancelled" or not self.refusing
        kind = "UPSTREAM_RESTARTING" if self.refusing else "TOO_MANY_REQUESTS"
        number = len(self.wire.in_flight)
        told = f"{number} requests are unanswered, and limits.in_flight is {self.most_in_flight}"
        trace = correlation_id()
        self.log.write("warning", "request-refused", errorCode=kind, requestId=trace)
        self.wire.send(failure(key, kind, self.refusing or told, trace=trace))
        return False

    def too_long(self, head: bytes) -> None:
        """Answer a message that is longer than may be, as far as its beginning tells what it was."""
        most, trace = self.views.config.limits.message_bytes, correlation_id()
        self.log.write("warning", "message-too-long", most=most, requestId=trace)
        message = f"the message is longer than limits.message_bytes, {most} bytes"
        kind = "MESSAGE_TOO_LONG"
        self.wire.send(failure(first_id(head), kind, message, code=INVALID_REQUEST, trace=trace))

    def log_request(self, key: Id, method: str, message: Mapping[str, Any], *, size: int) -> str:
        """Log that a request came, never what it carries; return what ties its log lines."""
        trace = correlation_id()
        name = value_at(message, "params", "name") if method == "tools/call" else None
        named = {"tool": name} if isinstance(name, str) else {}
        self.log.write("debug", "request", method=method, id=key, bytes=size, **named, requestId=trace)
        self.traces[key] = trace, time.monotonic()
        if len(self.traces) > self.most_in_flight:
            del self.traces[next(iter(self.traces))]
        return trace

    def log_answer(self, key: Id) -> None:
        """Log that a request was answered by the upstream, or given up."""
        trace, since = self.traces.pop(key, ("", time.monotonic()))
        spent = round((time.monotonic() - since) * 1000, 1)
        self.log.write("debug", "answer", id=key, ms=spent, requestId=trace)

    def log_unamended(self, request: Request) -> None:
        """Log once that a host is given the tools as they are, and why."""
        if self.logged_unamended:
            return
        self.logged_unamended = True
        host = value_at(request.params, "clientInfo", "name")
        why = 'apps is "never" in [serve]' if self.apps == "never" else "host declares no MCP Apps"
        self.log.write("info", "host", host=str(host or "?"), message=f"{why}: tools pass unchanged")

    def may_be_own(self, message: Mapping[str, Any]) -> bool:
        """Tell whether a tools/call may mean a tool of ours, or a twin (asking.py); nearly none does."""
        name = value_at(message, "params", "name")
        if not isinstance(name, str):
            return False
        return (self.prefix != "" and name.startswith(self.prefix)) or (self.views.asking and SUFFIX in name)

    def batch(self, messages: list[Any], line: bytes) -> bool:
        """Read a batch; what is answered here is taken out of what goes to the upstream."""
        text = read_text(line)
        items = [text[item.start : item.end] for item in outline(text).value]
        left = [
            item
            for item, message in zip(items, messages, strict=True)
            if not isinstance(message, dict) or self.message(message, item.encode("utf-8", "surrogateescape"))
        ]
        if len(left) < len(items) and left:
            self.wire.forward(f"[{','.join(left)}]")
        return len(left) == len(items)

    def amends(self, params: Mapping[str, Any]) -> bool:
        """Tell whether the host that sent a message gets views."""
        if self.apps != "auto":
            return self.apps == "always"
        if era_of(params) == "modern":
            return declares_apps(value_at(params, "_meta", CAPABILITIES_KEY))
        return self.handshake_apps

    def cancelled(self, key: Any) -> bool:
        """Forget a request; tell whether the upstream has to hear of it."""
        if not is_id(key):
            return True
        # A cancelled request is never answered, so nothing may be kept for its answer.
        self.wire.cancelled(key)
        kept = [entry for entry in self.waiting if not entry.request or entry.request.id != key]
        ours = len(kept) < len(self.waiting)
        self.waiting = kept
        call = self.calls.pop(key, None)
        if call is not None:
            call.cancel()
        return not (ours or call)

    # From the upstream

    def list_changed(self, method: str) -> None:
        """Note that the upstream said that one of its lists changed."""
        self.catalog.invalidate()
        # Our resources are made of tools, and the upstream does not know that it changed those too.
        if method == TOOLS and (self.handshake_apps or not self.session.handshake):
            announce(self, RESOURCES)

    def upstream_closed(self, message: str, kind: str = EXITED) -> None:
        """Answer every request that only the upstream could answer, saying why it will not."""
        waiting = [entry.request.id for entry in self.waiting if entry.request]
        lost = [*self.wire.upstream_closed(), *waiting]
        self.waiting, self.listing = [], None
        for key in lost:
            self.wire.send(failure(key, kind, message))

    def upstream_lost(self, message: str, kind: str = EXITED) -> None:
        """Take in that the upstream is gone and may come back: what it was asked is answered with errors."""
        asked = set(self.wire.upstreams)
        self.upstream_closed(message, kind)
        self.catalog.invalidate()
        self.orphans |= asked
        for key in asked:
            self.notify("notifications/cancelled", {"requestId": key, "reason": message})

    def upstream_renewed(self) -> None:
        """Take in that the upstream was lost and is there again: its tools are read, by us or by the host."""
        self.catalog.invalidate()
        if self.catalog.before:
            reread(self, self.latest_params)
        else:
            announce(self, TOOLS)

    def tick(self) -> None:
        """Do what is due; called a few times a second."""
        self.views.poll_files()
        read_if_due(self)

    # Our own part

    def live(self, definitions: Sequence[Any]) -> list[LiveTool | None]:
        """Return definitions as tools. An upstream that shows one hidden member hides none of them."""
        if any(isinstance(each, dict) and not self.hidden.isdisjoint(each) for each in definitions):
            self.hidden = frozenset()
        known = self.catalog.before
        return [live_tool(each, known, self.hidden) for each in definitions]

    def when_listed(self, request: Request, then: Callable[[], None]) -> None:
        """Do something once the upstream's tools are known; ask for them if they are not."""
        if self.catalog.tools is not None:
            then()
            return
        self.waiting.append(Waiting(request, then))
        start_listing(self, request.params)

    def pass_on(self, request: Request) -> None:
        """Send the upstream a request that turned out to be its own."""
        self.wire.for_upstream.append(request.line + b"\n")
        self.wire.in_flight[request.id] += 1

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Send the client a notification."""
        told = {"params": dict(params)} if params is not None else {}
        self.wire.send(dumped({"jsonrpc": "2.0", "method": method, **told}))

    def in_thread(
        self,
        request: Request,
        work: Callable[[Call], Any],
        done: Callable[[Any, Callable[[str], None]], None],
    ) -> None:
        """Have a request worked on in a thread; `done` gets the outcome, and what answers the host.

        A request that the host has given up meanwhile gets no answer.
        """
        call = self.calls[request.id] = Call()

        def finish(outcome: Any) -> None:
            if self.calls.get(request.id) is call:
                del self.calls[request.id]
            done(outcome, self.wire.send if not call.cancelled else lambda _text: None)

        self.tasks.append(Task(lambda: work(call), finish))
