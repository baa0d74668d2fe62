"""The tokens of plain markup: tags, comments, character references, and what ends an element's text."""

import re
from collections.abc import Mapping
from html.entities import html5

# Python before 3.11.5 reads possessive groups wrongly: only single characters are repeated so.
SPACES = " \t\n\f"
SPACE = f"[{SPACES}]"
NAME = "[a-zA-Z][a-zA-Z0-9]*+"
VALUE = rf"""(?:"([^"]*+)"|'([^']*+)'|([a-zA-Z0-9_.:#%+,-]++)(?![^{SPACES}>]))"""
ATTRIBUTE = re.compile(rf"{SPACE}++([a-zA-Z_:@][a-zA-Z0-9_:@.-]*+)(?:{SPACE}*+={SPACE}*+{VALUE})?")
ATTRIBUTES = "(?:" + re.sub(r"\((?!\?)", "(?:", ATTRIBUTE.pattern) + ")*"
TAG = re.compile(rf"([^<]*+)<(?:({NAME})({ATTRIBUTES}){SPACE}*+(/?)|/({NAME}){SPACE}*+)>")
"""A text and the tag after it: name, attributes and slash of a start tag, or the name of an end tag."""

COMMENT = re.compile(r"<!--(?!-?>)((?:[^-<]++|-(?!-)|<(?!!--))*)-->")
AROUND = f"(?:{SPACE}++|{COMMENT.pattern.replace('((', '(?:(')})*"
BEFORE = re.compile(rf"{AROUND}<!doctype{SPACE}++html{SPACE}*+>{AROUND}", re.IGNORECASE | re.ASCII)
AFTER = re.compile(rf"{AROUND}\Z")
"""What may stand before and after the html element."""

REFERENCE = re.compile(rf"&(?:#(?:[xX]([0-9a-fA-F]{{1,6}})|([0-9]{{1,7}}));|({NAME};)|(?={SPACE}))")
ODD = re.compile(
    "[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0x10000, 0x110000, 0x10000))
    + "]"
)
"""Characters that are errors wherever they stand."""

ODD_BYTES = bytes([*range(9), 11, *range(14, 32), 127])
CARRIAGE_RETURN, LAST = 13, 0x10FFFF

ENDS = {
    name: re.compile(rf"</{name}(?:({SPACE}*+>)|[{SPACES}/])", re.IGNORECASE | re.ASCII)
    for name in ("script", "style", "title", "textarea")
}
"""The first of these ends the element's text; without group 1 it is no plain end tag."""

UNREAD = frozenset({"script", "style"})
"""Elements whose text nobody reads, and that has no character references."""


class UnclearError(Exception):
    """The markup is not plain."""


def clear(found: re.Match[str] | None) -> re.Match[str]:
    """Return what was found, or raise UnclearError."""
    if not found:
        raise UnclearError
    return found


def is_odd(text: str) -> bool:
    """Tell whether there are characters in a text that should not be in any."""
    if text.isascii():
        return len(text.encode().translate(None, ODD_BYTES)) < len(text)
    return ODD.search("".join(set(text))) is not None


def attributes_of(given: str, proper: Mapping[str, str]) -> dict[str, str]:
    """Return the attributes in a tag, under their `proper` names."""
    found = ATTRIBUTE.findall(given)
    attributes = {name.lower(): double or single or bare for name, double, single, bare in found}
    if len(attributes) < len(found):
        raise UnclearError
    if "&" in given:
        attributes = {name: resolved(value) for name, value in attributes.items()}
    return {proper.get(name, name): value for name, value in attributes.items()} if proper else attributes


def resolved(text: str) -> str:
    """Return a text with the characters that its references mean."""
    if "&" not in text:
        return text
    if len(REFERENCE.findall(text)) < text.count("&"):
        raise UnclearError
    return REFERENCE.sub(meant, text)


def meant(found: re.Match[str]) -> str:
    """Return what one reference means."""
    digits, decimal, name = found.groups()
    if name:
        if name not in html5:
            raise UnclearError
        return html5[name]
    if not digits and not decimal:
        return "&"
    code = int(digits, 16) if digits else int(decimal)
    if code > LAST or code == CARRIAGE_RETURN or ODD.match(chr(code)):
        raise UnclearError
    return chr(code)
