"""What makes views while serving, loaded when the first of them is needed."""

from collections.abc import Callable, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from genui.serve.directory import Overlay
from genui.serve.own import failed_result
from genui.serve.tasks import Call, Made, Order
from genui.serve.views import Views, overlay_of

if TYPE_CHECKING:
    from genui.ondemand.maker import Maker


T = TypeVar("T")


class LazyMaker:
    """Loads the maker once for all connections. Threads come here, never the relay."""

    def __init__(self, views: Views) -> None:
        self.config, self.views, self.log = views.config, views, views.log
        self.opened: Maker | None = None
        self.lock = Lock()
        self.tried: set[Any] = set()
        """What was rebased once, or could not be, with what was committed then."""

    def loaded(self) -> "Maker":
        """Return the maker, loaded."""
        with self.lock:
            if self.opened is None:
                from genui.ondemand.maker import Maker

                self.opened = Maker(self.config, overlay_of(self.config), self.log, on_evicted=self.evicted)
                if not self.views.overlay.directory and not self.config.serve.locked:
                    self.views.overlay = Overlay(str(self.opened.folder), self.config, self.log)
            return self.opened

    def evicted(self) -> None:
        """Count a view that was dropped from the overlay for another."""
        self.views.evictions += 1

    def answer(self, rest: str, order: "Order", arguments: "Mapping[str, Any]", call: "Call") -> "Made":
        """Answer a call of one of our own tools. Never raises."""

        def act() -> Made:
            from genui.ondemand.calls import answer

            return answer(self.loaded(), rest, order, arguments, call)

        return self.attempt(order, "call-failed", act, lambda told: Made(failed_result(told)))

    def language(self) -> str:
        """Return the language of view specs as text. Never raises."""
        try:
            from genui.ondemand.agent import language_text

            return language_text(self.config)
        except Exception as error:  # noqa: BLE001 - such as a prompt of the project's own with a slip
            return f"The language cannot be told: {error}"

    def improve(self, order: "Order") -> str:
        """Have a model better a baseline; return the tool's name if it did. Never raises."""
        if self.config.serve.locked or self.config.model.provider == "offline":
            return ""
        return self.attempt(order, "model-failed", lambda: self.loaded().improve(order), lambda _: "")

    def rebase(self, order: "Order") -> str:
        """Put wishes of the overlay on what is committed now; return the tool's name if so. Never raises."""
        if self.config.serve.locked:
            return ""
        return self.attempt(order, "rebase-failed", lambda: self.loaded().rebase(order), lambda _: "")

    def attempt(
        self, order: "Order", event: str, act: "Callable[[], T]", instead: "Callable[[str], T]"
    ) -> "T":
        """Do something that may fail in any way; what was served before stays then."""
        try:
            return act()
        except Exception as error:  # noqa: BLE001 - a host is answered whatever happens
            told = getattr(error, "message", f"{type(error).__name__}: {error}")
            code = {"errorCode": type(error).__name__, "requestId": order.trace}
            self.log.write("error", event, tool=order.name, message=told, **code)
            return instead(f"{told}\n{getattr(error, 'hint', '')}".rstrip())

    def close(self) -> None:
        """Stop what is being made, at the model's provider too."""
        with self.lock:
            if self.opened is not None:
                self.opened.close()
