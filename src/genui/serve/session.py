"""What a restarted upstream has to be told again, so that the host's session goes on as it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from json import loads
from typing import TYPE_CHECKING, Any

from genui.serve.protocol import value_at

if TYPE_CHECKING:
    from genui.serve.core import Core

KEPT = frozenset({"initialize", "notifications/initialized", "logging/setLevel"})
SUBSCRIBE, UNSUBSCRIBE = "resources/subscribe", "resources/unsubscribe"


class Session:
    """The messages of the host that set up its session, as it sent them."""

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
        """Keep a message if it sets up the session."""
        if method in KEPT:
            self.lines[method] = line
        elif method in (SUBSCRIBE, UNSUBSCRIBE):
            uri = value_at(message, "params", "uri")
            if isinstance(uri, str) and method == SUBSCRIBE:
                self.subscriptions[uri] = line
            elif isinstance(uri, str):
                self.subscriptions.pop(uri, None)


def replay(core: Core, done: Callable[[bool], None]) -> None:
    """Set up the host's session again with a restarted upstream, and say whether it took it.

    The answers are kept from the host: it has had them.
    """
    greeting = core.session.lines.get("initialize")
    if greeting is None:
        done(True)  # noqa: FBT003
        return

    def greeted(text: str) -> None:
        good = isinstance(loads(text).get("result"), dict)
        if good:
            resume(core)
        done(good)

    ask_again(core, greeting, greeted)


def resume(core: Core) -> None:
    """Tell the upstream what came after the greeting, and read its tools again."""
    initialized = core.session.lines.get("notifications/initialized")
    if initialized is not None:
        core.wire.from_client.send(initialized + b"\n")
    for line in (core.session.lines.get("logging/setLevel"), *core.session.subscriptions.values()):
        if line is not None:
            ask_again(core, line, lambda _text: None)


def ask_again(core: Core, line: bytes, then: Callable[[str], None]) -> None:
    """Send the upstream a request of the host's once more, with an id of our own."""
    # With an id of ours: the host's own may be in use again by now.
    core.wire.ask(loads(line.decode("utf-8", "surrogateescape")), then)
