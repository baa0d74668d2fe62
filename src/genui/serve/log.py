"""The log: one line an event, text or JSON, to stderr or a file. It never writes to stdout, the wire."""

import os
import time
from typing import Any, Literal

from genui.canonical import compact_json

Level = Literal["debug", "info", "warning", "error"]

COMPONENTS = {
    "upstream": "upstream",
    "request": "relay",
    "answer": "relay",
    "message": "relay",
    "view": "views",
    "drift": "views",
    "serving": "views",
    "manifest": "views",
    "hit": "views",
    "miss": "views",
    "compiled": "compiler",
    "compile": "compiler",
    "saved": "compiler",
    "model": "compiler",
    "tools": "tools",
    "listing": "tools",
    "name": "tools",
}
"""Which part of serve speaks, by the first word of an event; serve itself where nothing is said."""

LEVELS: tuple[str, ...] = ("debug", "info", "warning", "error")


class Log:
    """Writes events at or above a level. What an event says holds no arguments, results or variables."""

    def __init__(self, descriptor: int = 2, *, level: str = "info", form: str = "text") -> None:
        self.descriptor = descriptor
        self.least = LEVELS.index(level)
        self.form = form
        self.said: set[str] = set()

    def logs(self, level: Level) -> bool:
        """Tell whether events of a level are written."""
        return LEVELS.index(level) >= self.least

    def once(self, level: Level, event: str, **members: Any) -> None:
        """Write an event unless the same was written before."""
        what = f"{event} {members}"
        if what not in self.said:
            self.said.add(what)
            self.write(level, event, **members)

    def write(self, level: Level, event: str, **members: Any) -> None:
        """Write one event."""
        if LEVELS.index(level) < self.least:
            return
        component = COMPONENTS.get(event.partition("-")[0], "serve")
        now = time.time()
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now * 1000) % 1000:03d}Z"
        if self.form == "json":
            head = {"timestamp": stamp, "level": level, "component": component, "event": event}
            line = compact_json(head | members)
        else:
            told = " ".join(f"{name}={text_of(value)}" for name, value in members.items())
            line = f"{stamp} {level} {component} {event} {told}".rstrip()
        try:
            os.write(self.descriptor, line.encode("utf-8", "backslashreplace") + b"\n")
        except OSError:
            return  # a log that cannot be written must not end the connection


def text_of(value: Any) -> str:
    """Return a value as a text line shows it: bare where it has no space, else as JSON."""
    text = value if isinstance(value, str) else compact_json(value)
    return text if text and text.isprintable() and not set(' "=') & set(text) else compact_json(text)


def open_log(file: str | None, *, level: str, form: str) -> Log:
    """Return the log that the config asks for.

    Raises:
        OSError: The file cannot be opened.
    """
    if file is None:
        return Log(level=level, form=form)
    descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    return Log(descriptor, level=level, form=form)


def tell_compiled(log: Log, html: bytes, told: dict[str, Any]) -> None:
    """Log that a view was compiled, or that only the page of last resort could be made."""
    from genui.emergency import MARK

    if MARK in html:
        log.write("error", "compile-failed", message="see what genui build says of it", **told)
    else:
        log.write("info", "compiled", **told)
