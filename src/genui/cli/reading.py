"""Reading what a command line names: a file, or the standard input."""

import json
import sys
from pathlib import Path

from genui.errors import GenuiError
from genui.model import Json

STDIN = "-"


def read_input(name: str | Path, expected: str) -> bytes:
    """Return the bytes of a file, or of stdin for "-".

    Raises:
        GenuiError: It cannot be read.
    """
    try:
        return sys.stdin.buffer.read() if str(name) == STDIN else Path(name).read_bytes()
    except OSError as error:
        raise GenuiError(f"{name} cannot be read: {error.strerror}", hint=f"give {expected}") from error


def read_json(name: str | Path, expected: str) -> Json:
    """Return the JSON value in a file, or on stdin for "-".

    Raises:
        GenuiError: It cannot be read, or holds no JSON.
    """
    data = read_input(name, expected)
    try:
        value: Json = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise GenuiError(f"{name} holds no JSON: {error}", hint=f"give {expected}") from error
    return value
