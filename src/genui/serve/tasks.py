"""What takes its time: done by a front in a thread, its end taken in where the core lives."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Task(NamedTuple):
    """Something to do in a thread."""

    work: Callable[[], Any]
    """Never raises."""
    done: Callable[[Any], None]
    """Called with what `work` returned, in the thread of the core."""


class Call:
    """A call of one of our own tools that is being answered; a model that works for it can be stopped."""

    def __init__(self) -> None:
        self.cancelled = False
        self.stop: Callable[[], None] = lambda: None

    def cancel(self) -> None:
        """Give it up."""
        self.cancelled = True
        self.stop()


class Order(NamedTuple):
    """What a view is to be made of: a tool as it is now, among the tools there are."""

    definition: Mapping[str, Any]
    tools: tuple[Mapping[str, Any], ...]
    """The definitions of all tools: names and what follows on what depend on them."""
    uri: str | None
    """Of the view that is served now."""
    base: str
    """The sha256 of the committed view, "" where there is none: it may be for another shape."""
    reviewed: bool
    """Whether the committed view fits."""
    overlaid: bool
    """Whether the overlay has a view that fits."""
    prefix: str
    trace: str = ""
    """Ties log lines to the request."""

    @property
    def name(self) -> str:
        """The tool's name."""
        return str(self.definition["name"])


class Made(NamedTuple):
    """The answer to a call, and the tool whose view has become another; "" where none has."""

    result: dict[str, Any]
    changed: str = ""
