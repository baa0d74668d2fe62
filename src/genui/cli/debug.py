"""`--debug`: what a model is sent and what it answers, on stderr, without keys."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from genui.cli import output

Debug = Annotated[
    bool,
    typer.Option(
        "--debug",
        help="Tell on stderr what a model is sent and what it answers: no keys, but all that tools say.",
    ),
]


class Telling(logging.Handler):
    """Prints what the modules log, line by line as it is, without the keys of this process."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one record."""
        from genui.generate.material import without_keys

        output.print_note(f"debug: {without_keys(record.getMessage())}")


@contextmanager
def debugging(*, wanted: bool) -> Iterator[None]:
    """Tell meanwhile whatever genui's modules log; nothing where that is not wanted."""
    if not wanted:
        yield
        return
    log, handler = logging.getLogger("genui"), Telling(logging.DEBUG)
    before = log.level
    log.addHandler(handler)
    log.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(before)
