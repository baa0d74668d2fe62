"""The upstream behind a preview: started when it is needed, and again after it has ended.

Many calls share one conversation: each answer finds its request.
"""

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

from genui.config import Config, Target, start_seconds, target_of
from genui.consent import require_upstream
from genui.errors import UpstreamError
from genui.model import JsonObject, Snapshot
from genui.serve.messages import value_at
from genui.serve.protocol import CANCELLED, INVALID_REQUEST
from genui.upstream import channel_to, over_spoken
from genui.upstream.session import Session, open_session, result_of, snapshot_of

CALL_SECONDS = 600.0
"""For one call; what takes longer is taken for dead."""
TIMED_OUT = -32001


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


@dataclass
class Upstream:
    """Holds one conversation at a time; the first request after its end opens the next."""

    config: Config
    heard: Callable[[JsonObject], None]
    ended: Callable[[UpstreamError], None]
    started: Callable[[], None]
    conversation: Conversation | None = None
    server: JsonObject = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)
    calls: "dict[str, tuple[Conversation, int, Future[JsonObject]]]" = field(default_factory=dict)
    """What is under way, by the key that its page gave it."""
    stack: ExitStack = field(default_factory=ExitStack)

    def talk(self) -> Conversation:
        """Return the conversation, a new one where there is none or the last has ended.

        Raises:
            UpstreamError: The upstream does not start or answer.
        """
        with self.lock:
            if self.conversation is None or self.conversation.failure:
                self.close()
                self.conversation = self.opened()
                self.started()
            return self.conversation

    def opened(self) -> Conversation:
        """Start or reach the upstream and agree on a protocol version.

        Raises:
            ConsentError: genui.toml names it, and nobody agreed to that on this machine.
            UpstreamError: It does not start or answer.
        """
        require_upstream(self.config)
        target = target_of(self.config)
        return over_spoken(target, lambda transport: self.opened_over(target, transport))

    def opened_over(self, target: Target, transport: str) -> Conversation:
        """Open a conversation over one transport."""
        config, talk = self.config, None
        try:
            channel = self.stack.enter_context(channel_to(target, config.limits, transport=transport))
            talk = Conversation(channel, config.limits, start_seconds(config), config.build.request_timeout)
            talk.heard, talk.ended = self.heard, self.ended
            threading.Thread(target=talk.listen, daemon=True).start()
            self.server = open_session(talk)
        except BaseException:
            self.hang_up(talk)
            raise
        return talk

    def learn(self) -> Snapshot:
        """Return what the upstream is and the tools that it has now.

        Raises:
            UpstreamError: It is gone, silent, or has no tools.
        """
        return snapshot_of(self.talk(), self.server)

    def ask(self, method: str, params: JsonObject, *, key: str) -> dict[str, Any]:
        """Pass a request on and return `{"result"}` or `{"error"}`; `key` is what cancels it.

        Raises:
            UpstreamError: The upstream is gone, or does not start.
        """
        talk = self.talk()
        told = self.asked(talk, method, params, key=key)
        if self.config.upstream and self.config.upstream.url and is_forgotten(told):
            talk.end(UpstreamError(f"{talk.channel.label} has started anew", hint="ask again"))
            told = self.asked(self.talk(), method, params, key=key)
        return told

    def asked(self, talk: Conversation, method: str, params: JsonObject, *, key: str) -> dict[str, Any]:
        """Send one request and wait for its answer."""
        identity, answer = talk.ask(method, params)
        self.calls[key] = (talk, identity, answer)
        try:
            message = answer.result(CALL_SECONDS)
            return {part: message[part] for part in ("result", "error") if part in message}
        except TimeoutError:
            return {"error": {"code": TIMED_OUT, "message": f"no answer within {CALL_SECONDS:g} s"}}
        except CancelledError:
            return {"error": {"code": CANCELLED, "message": "cancelled"}}
        finally:
            self.calls.pop(key, None)

    def cancel(self, key: str, *, reason: str) -> None:
        """Tell the upstream that nobody waits for an answer any more."""
        found = self.calls.get(key)
        if found is None:
            return
        talk, identity, answer = found
        with talk.lock:
            talk.waiting.pop(identity, None)
        answer.cancel()
        params = {"requestId": identity, "reason": reason}
        talk.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})

    def close(self) -> None:
        """End the conversation, and the upstream where it is ours."""
        with self.lock:
            talk, self.conversation = self.conversation, None
            self.hang_up(talk)

    def hang_up(self, talk: Conversation | None) -> None:
        """Let go of a conversation and its channel; that it ends now is nothing to tell."""
        if talk:
            talk.finish()
        stack, self.stack = self.stack, ExitStack()
        stack.close()


def is_forgotten(answer: JsonObject) -> bool:
    """Tell whether a server behind a URL no longer knows our session: it did nothing, and wants another."""
    code, message = (value_at(answer, "error", name) for name in ("code", "message"))
    return code == INVALID_REQUEST and "session" in str(message).lower()
