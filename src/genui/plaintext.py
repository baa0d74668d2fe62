"""Text that an HTML document may contain."""

import re

FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
    + "]"
)
"""Control characters, lone surrogates and noncharacters: parse errors in HTML, some impossible in UTF-8."""


def plain_text(text: str) -> str:
    """Return the text with U+FFFD for every character that a document may not contain."""
    return FORBIDDEN.sub("\ufffd", text)
