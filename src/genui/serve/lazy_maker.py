"""What makes views while serving, loaded when the first of them is needed."""

from _thread import allocate_lock
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from genui.serve.log import Log
from genui.serve.tasks import Call, Made, Order
from genui.serve.views import Views

if TYPE_CHECKING:
    from genui.config import Config
    from genui.ondemand.maker import Maker


def overlay_of(config: "Config") -> str:
    """Return the folder of views made while serving; "" where none of earlier runs is used."""
    used = config.serve.cache and not config.serve.debug and not config.serve.locked
    return str(config.overlay) if used else ""


class LazyMaker:
    """Loads the maker once for all connections. Threads come here, never the relay."""

    def __init__(self, config: "Config", views: "Views", log: "Log") -> None:
        self.config, self.views, self.log = config, views, log
        self.locked = config.serve.locked
        """Whether nothing may be made."""
        self.opened: Maker | None = None
        self.lock = allocate_lock()
        self.tried: set[Any] = set()
        """What was rebased once, or could not be, with what was committed then."""

    def loaded(self) -> "Maker":
        """Return the maker, loaded."""
        with self.lock:
            if self.opened is None:
                from genui.ondemand.maker import Maker
                from genui.serve.directory import Overlay

                self.opened = Maker(self.config, overlay_of(self.config), self.log)
                if self.views.overlay is None and not self.locked:
                    self.views.overlay = Overlay(
                        str(self.opened.folder), log=self.log, allowed=self.views.allowed
                    )
            return self.opened

    def answer(self, rest: str, order: "Order", arguments: "Mapping[str, Any]", call: "Call") -> "Made":
        """Answer a call of one of our own tools. Never raises."""
        try:
            maker = self.loaded()
            from genui.ondemand.calls import answer

            return answer(maker, rest, order, arguments, call)
        except Exception as error:  # noqa: BLE001 - a call is answered whatever happens
            from genui.serve.own import failed_result
            from genui.serve.tasks import Made

            told = getattr(error, "message", f"{type(error).__name__}: {error}")
            self.log.write("error", "call-failed", tool=order.name, message=told)
            return Made(failed_result(told))

    def improve(self, order: "Order") -> str:
        """Have a model better a baseline; return the tool's name if it did. Never raises."""
        try:
            if self.config.model.provider == "offline":
                return ""
            return self.loaded().improve(order)
        except Exception as error:  # noqa: BLE001 - the baseline stays, whatever happens
            told = getattr(error, "message", f"{type(error).__name__}: {error}")
            self.log.write("error", "model-failed", tool=order.name, message=told, requestId=order.trace)
            return ""

    def rebase(self, order: "Order") -> str:
        """Put wishes of the overlay on what is committed now; return the tool's name if so. Never raises."""
        try:
            return "" if self.locked else self.loaded().rebase(order)
        except Exception as error:  # noqa: BLE001 - what is reviewed is served, whatever happens
            told = getattr(error, "message", f"{type(error).__name__}: {error}")
            self.log.write("error", "rebase-failed", tool=order.name, message=told)
            return ""

    def close(self) -> None:
        """Stop what is being made, at the model's provider too."""
        with self.lock:
            if self.opened is not None:
                self.opened.close()
