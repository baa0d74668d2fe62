"""Chromium's DevTools protocol over two pipes: what is asked of a browser, and what it tells."""

import json
import os
import threading
from concurrent.futures import Future
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from genui.render.chromium import start

if TYPE_CHECKING:
    from collections.abc import Callable

ANSWER = 30.0
"""Seconds that the browser itself may take to answer."""

CLOSING = 3.0
"""Seconds that it may take to close."""

Params = dict[str, Any]


class GoneError(Exception):
    """The browser does not start, has ended, or refuses what was asked."""


class Devtools:
    """A running Chromium; any thread may ask, and a thread of its own hears what it says."""

    def __init__(self, executable: str) -> None:
        self.listeners: dict[str, Callable[[str, Params], None]] = {}
        self.waiting: dict[int, Future[Params]] = {}
        self.last = 0
        self.ended = False
        self.lock = threading.Lock()
        self.profile = TemporaryDirectory(prefix="genui-", ignore_cleanup_errors=True)
        try:
            self.child = start(executable, self.profile.name)
        except OSError as error:
            self.profile.cleanup()
            raise GoneError(f"{error.strerror}") from error
        self.reader = threading.Thread(target=self._read, name="genui-render", daemon=True)
        self.reader.start()

    def send(self, method: str, params: Params | None = None, *, session: str = "") -> "Future[Params]":
        """Ask the browser, or the target of a session, for something; the answer comes in its time."""
        answer: Future[Params] = Future()
        with self.lock:
            self.last += 1
            self.waiting[self.last] = answer
            message = {"id": self.last, "method": method, "params": params or {}}
            data = json.dumps(message | ({"sessionId": session} if session else {})).encode() + b"\0"
            with suppress(OSError):
                while data:
                    data = data[os.write(self.child.asked, data) :]
        if self.ended:
            self._forget()
        return answer

    def call(
        self, method: str, params: Params | None = None, *, session: str = "", timeout: float = ANSWER
    ) -> Params:
        """Ask, and wait for the answer.

        Raises:
            GoneError: The browser refuses, or is no more.
            TimeoutError: It takes longer than this.
        """
        return self.send(method, params, session=session).result(timeout)

    def _read(self) -> None:
        try:
            with suppress(OSError):
                self._hear_all()
        finally:
            self.ended = True
            self._forget()

    def _hear_all(self) -> None:
        parts: list[bytes] = []
        while data := os.read(self.child.said, 1 << 20):
            *ends, rest = data.split(b"\0")
            for end in ends:
                self._hear(json.loads(b"".join([*parts, end])))
                parts.clear()
            parts.append(rest)

    def _hear(self, message: Params) -> None:
        if "id" not in message:
            if listener := self.listeners.get(message.get("sessionId", "")):
                listener(message["method"], message["params"])
        elif answer := self.waiting.pop(message["id"], None):
            if "error" in message:
                answer.set_exception(GoneError(message["error"].get("message", "refused")))
            else:
                answer.set_result(message["result"])

    def _forget(self) -> None:
        """Tell all who wait that nothing comes any more."""
        while self.waiting:
            with suppress(KeyError):
                self.waiting.popitem()[1].set_exception(GoneError("the browser has gone"))

    def close(self) -> None:
        """End the browser, and remove its profile."""
        with suppress(GoneError, TimeoutError):
            self.call("Browser.close", timeout=CLOSING)
        os.close(self.child.asked)
        self.child.end(CLOSING)
        self.reader.join(CLOSING)
        os.close(self.child.said)
        self.profile.cleanup()
