"""Text, and JSON as text, that an HTML document may contain."""

import json
import math
import re

from genui.model import Json

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


UNSEEN = re.compile(
    "[<>&\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]"
    "|[\U000e0000-\U000e0fff]"
)
"""What a page's data hold as escapes: what could end their element, and what a reviewer would not see."""


def data_text(value: Json) -> str:
    """Serialize a page's data for reviewers, a member a line, so that no HTML parser can leave them early."""
    try:
        text = json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)
    except ValueError:
        text = json.dumps(finite(value), ensure_ascii=False, indent=1)
    return UNSEEN.sub(lambda found: escapes(found[0]), text)


def escapes(character: str) -> str:
    """Return a character as JSON escapes, a pair of them beyond the basic plane."""
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def embed_json(value: Json) -> str:
    """Serialize a JSON value in one line so that no HTML or JavaScript parser can leave it early."""
    try:
        text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    except ValueError:
        text = json.dumps(finite(value), ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def finite(value: Json) -> Json:
    """Return a value with null for the numbers that Python reads and JSON does not have."""
    if isinstance(value, dict):
        return {key: finite(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
