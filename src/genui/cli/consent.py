"""The question whether to trust a genui.toml. It is asked on a terminal only."""

import sys

from genui.cli import output
from genui.consent import ConsentError, agree, question
from genui.errors import GenuiError


def asked(error: GenuiError) -> bool:
    """Show a person what a genui.toml names, and keep a yes; False where nobody says yes."""
    # Both: an answer through a pipe may be anybody's, and nobody reads a question in a log.
    if not isinstance(error, ConsentError) or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    for line in question(error.config):
        output.print_note(line)
    sys.stderr.write("Trust it? [y/N] ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
        return False
    agree(error.config)
    return True
