"""Patterns of JSON Schema, which are JavaScript's, tried on texts in Python."""

import re
import warnings
from functools import lru_cache

RISKY = re.compile(r"[*+}][^(]*\)+[*+{]|\|.*\)[*+{]")
"""Repeats in repeats, which can run for ever."""

MOST = 50_000
"""Longer texts are not held against a pattern; those against a risky one must be far shorter."""
MOST_RISKY = 18
MOST_STEPS = 10**7
"""A pattern with several open repeats may take the length of the text to their number."""
MOST_PATTERN = 2_000
"""Characters of a pattern; a longer one is left to the server."""
_OPEN = re.compile(r"[*+]|,\}")

_GROUP = re.compile(r"\(\?<(?![=!])")
_DOLLAR = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\$", re.DOTALL)


def portable(pattern: str) -> str:
    r"""Return a pattern with Python's own marks for the ends of a text (\A, \Z) as JavaScript writes them."""
    return re.sub(r"\\([AzZ])", lambda mark: "^" if mark[1] == "A" else "$", pattern)


@lru_cache(maxsize=1024)
def compiled(pattern: str, flags: str = "") -> re.Pattern[str] | None:
    """Return a JavaScript pattern for Python, None where Python cannot read it: then nothing is checked."""
    if len(pattern) > MOST_PATTERN:
        return None
    text = _GROUP.sub("(?P<", pattern)
    text = _DOLLAR.sub(lambda mark: r"\Z" if mark[0] == "$" else mark[0], text)
    try:
        with warnings.catch_warnings():
            # Python may read some sets otherwise one day; until then they mean what JavaScript means.
            warnings.simplefilter("ignore", FutureWarning)
            return re.compile(text, re.ASCII | (re.IGNORECASE if "i" in flags else re.NOFLAG))
    except (re.error, OverflowError, RecursionError):
        return None


def matches(pattern: str, text: str, *, flags: str = "") -> bool:
    """Tell whether a pattern is found in a text; yes where that cannot be told in reasonable time."""
    found = compiled(pattern, flags)
    if found is None or len(text) > longest(pattern):
        return True
    return found.search(text) is not None


def longest(pattern: str) -> int:
    """Return how long a text may be that is held against a pattern."""
    if RISKY.search(pattern):
        return MOST_RISKY
    repeats = len(_OPEN.findall(pattern)) + 1  # a search begins anywhere, which is one more
    return min(MOST, int(MOST_STEPS ** (1 / max(1, repeats))))
