"""Text that an HTML document may contain."""

import re

FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
    + "]"
)
"""Control characters, lone surrogates and noncharacters: parse errors in HTML, some impossible in UTF-8."""


OVERRIDES = re.compile("[\u202d\u202e]")
"""Characters that turn the order of all that follows: a text with one reads as another than it is."""


def plain_text(text: str) -> str:
    """Return the text with U+FFFD for what a document may not contain, and overrides of its order named."""
    return named_overrides(FORBIDDEN.sub("\ufffd", text))


def named_overrides(text: str) -> str:
    """Return the text with a visible name in place of each character that turns the order of what follows."""
    return OVERRIDES.sub(lambda found: f"[U+{ord(found[0]):04X}]", text)


def one_line(text: str) -> str:
    """Return a text as a document may show it, on one line."""
    if not text.isprintable():
        text = plain_text(text)
    return " ".join(text.split())


def escaped(text: str) -> str:
    """Return a text as it stands in markup."""
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&#34;"), ("'", "&#39;")):
        text = text.replace(character, entity)
    return text
