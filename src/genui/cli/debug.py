"""`--debug`: what a model is sent and what it answers, on stderr, without keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from genui.cli import output
from genui.debugging import listen

Debug = Annotated[
    bool,
    typer.Option(
        "--debug",
        help="Tell on stderr what a model is sent and what it answers: no keys, but all that tools say.",
    ),
]


@contextmanager
def debugging(*, wanted: bool) -> Iterator[None]:
    """Tell meanwhile whatever genui's modules log; nothing where that is not wanted."""
    stop = listen(lambda text: output.print_note(f"debug: {text}")) if wanted else lambda: None
    try:
        yield
    finally:
        stop()
