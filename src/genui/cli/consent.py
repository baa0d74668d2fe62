"""The question whether to trust a genui.toml. It is asked on a terminal only."""

import sys
from collections.abc import Iterable

from genui.cli import output
from genui.consent import ConsentError, agree, question
from genui.errors import GenuiError


def asked(error: GenuiError) -> bool:
    """Show a person what a genui.toml names, and keep a yes; False where nobody says yes."""
    if not isinstance(error, ConsentError) or not confirmed(question(error.config), "Trust it?"):
        return False
    agree(error.config)
    return True


def confirmed(told: Iterable[str], what: str) -> bool:
    """Tell a person something and ask for a yes; False where nobody is there."""
    # Both: an answer through a pipe may be anybody's, and nobody reads a question in a log.
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    for line in told:
        output.print_note(line)
    sys.stderr.write(f"{what} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}
