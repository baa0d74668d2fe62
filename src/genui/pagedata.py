"""JSON inside a page: serialized so that no HTML or JavaScript parser can leave it early."""

import json
import math
import re

from genui.model import Json

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
