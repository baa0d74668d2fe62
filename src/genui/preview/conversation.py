"""One conversation with the upstream that many calls share: each answer finds its request."""

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from genui.errors import UpstreamError
from genui.model import JsonObject
from genui.upstream.session import Session, result_of

LISTEN_SECONDS = 5.0
"""How long the listening thread waits before it looks whether it is still wanted."""


@dataclass
class Conversation(Session):
    """A session whose requests may overlap; what the upstream says besides is handed on."""

    heard: Callable[[JsonObject], None] = lambda message: None
    """Called with every notification, in the listening thread."""
    ended: Callable[[UpstreamError], None] = lambda error: None
    """Called once when the upstream is gone without having been hung up on."""
    failure: UpstreamError | None = None
    waiting: "dict[int, Future[JsonObject]]" = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)
    closing: bool = False

    def start(self) -> None:
        """Begin to listen."""
        threading.Thread(target=self.listen, daemon=True).start()

    def request(self, method: str, params: JsonObject) -> JsonObject:
        """Send a request and return its result, as a session does."""
        _, answer = self.ask(method, params)
        try:
            message = answer.result(self.timeout)
        except TimeoutError:
            raise self.silence(method) from None
        self.timeout = self.request_timeout
        return result_of(message, self.channel.label, method)

    def ask(self, method: str, params: JsonObject) -> "tuple[int, Future[JsonObject]]":
        """Send a request; return its id and what will hold the whole answer, a result or an error.

        Raises:
            UpstreamError: The upstream is gone.
        """
        with self.lock:
            if self.failure:
                raise self.failure
            self.sent += 1
            identity, answer = self.sent, Future[JsonObject]()
            self.waiting[identity] = answer
            if self.is_modern:
                params = {**params, "_meta": {**(params.get("_meta") or {}), **self.meta()}}
            self.send({"jsonrpc": "2.0", "id": identity, "method": method, "params": params})
        return identity, answer

    def tell(self, method: str, params: JsonObject) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def send(self, message: JsonObject) -> None:
        """Send a message, one at a time."""
        with self.lock:
            self.channel.send(message)

    def listen(self) -> None:
        """Take what the upstream says until it is gone."""
        try:
            while not self.closing:
                batch = self.channel.receive(LISTEN_SECONDS)
                for message in batch if isinstance(batch, list) else [batch]:
                    if isinstance(message, Mapping):
                        self.take(message)
        except UpstreamError as error:
            self.end(error)

    def take(self, message: JsonObject) -> None:
        """Give an answer to whom it belongs, answer what is asked of us, hand on the rest."""
        if "method" not in message:
            answer = self.waiting.pop(message.get("id", 0), None)
            if answer and ("result" in message or "error" in message):
                with suppress(CancelledError):
                    answer.set_result(message)
            return
        self.note(message)
        if "id" not in message:
            self.heard(message)

    def finish(self) -> None:
        """Hang up: whoever still waits is told so."""
        self.closing = True
        self.end(UpstreamError(f"{self.channel.label} was let go", hint="ask again"))

    def end(self, error: UpstreamError) -> None:
        """Let every caller know that no answer will come."""
        with self.lock:
            self.failure = error
            left, self.waiting = list(self.waiting.values()), {}
        for answer in left:
            if not answer.done():
                answer.set_exception(error)
        if not self.closing:
            self.ended(error)


def plain_answer(message: JsonObject) -> dict[str, Any]:
    """Return what of an answer concerns the one who asked: the result or the error."""
    return {key: message[key] for key in ("result", "error") if key in message}
