"""Errors that a user can mend: each carries a message, a hint and an exit code."""

from collections.abc import Iterable

MOST_NAMED = 40
"""Names that a hint lists."""


class GenuiError(Exception):
    """An error fit to show: the message names the offending value, the hint what mends it."""

    exit_code = 2

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class ConfigError(GenuiError):
    """genui.toml, an environment variable or a flag says something genui cannot use."""


class SpecError(GenuiError):
    """A view spec does not follow docs/view-spec.schema.json or exceeds a limit."""

    exit_code = 1


class ArtifactError(GenuiError):
    """Something under generated/ is damaged, edited by hand or not what its digest says."""

    exit_code = 1


class UpstreamError(GenuiError):
    """The upstream did not start, did not answer, or answered with something that is no MCP."""

    exit_code = 3


class GenerationError(GenuiError):
    """A wish or a generation could not be fulfilled."""

    exit_code = 4


class WishError(GenuiError):
    """A wish in words was not understood, or names something that is not there; nothing was changed."""

    exit_code = 4


def suggestion(name: str, known: Iterable[str], *, what: str = "known") -> str:
    """Return a hint with the nearest known name, and all that there are, or the first of them."""
    from difflib import get_close_matches

    spelled = {entry.lower(): entry for entry in sorted(known)}
    near = get_close_matches(name.lower(), spelled, n=1, cutoff=0.5)
    hint = f"did you mean {spelled[near[0]]}? " if near else ""
    more = f", and {len(spelled) - MOST_NAMED} more" if len(spelled) > MOST_NAMED else ""
    return f"{hint}{what}: {', '.join(list(spelled.values())[:MOST_NAMED]) or 'none'}{more}"
