"""The standard streams of `genui serve`: stdin and stdout are the wire, words go to stderr."""

import os


def claimed() -> tuple[int, int]:
    """Take stdin and stdout for the wire; what else writes to stdout now goes to stderr."""
    client_in, client_out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        os.dup2(nothing, 1)
    os.close(nothing)
    return client_in, client_out


def tell(text: str) -> None:
    """Write a line to stderr."""
    os.write(2, text.encode("utf-8", "backslashreplace") + b"\n")
