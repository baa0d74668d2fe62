"""Markup that a script writes: constant texts are parsed and held to the rules as the page itself is."""

import re
from collections.abc import Iterator
from functools import lru_cache

from genui.lint import markup
from genui.lint.page import Findings, Page, parse_page
from genui.scripts import (
    LOCAL_URL,
    NUMBER,
    Const,
    Either,
    Escaped,
    Joined,
    Record,
    Value,
    options_of,
    text_of,
)

MARK = "\ue000"
"""Stands for escaped text."""

QUOTED = re.compile(r"=\s*(\"[^\"<>]*|'[^'<>]*)\Z")
LONGEST = 200_000

AROUND = '<!doctype html><html lang="en"><head><title>x</title></head><body>{}</body></html>'
ROW = "<table><tbody><tr>{}</tr></tbody></table>"
PLACES = {
    "table": "{}",
    "tr": "<table><tbody>{}</tbody></table>",
    "col": "<table><colgroup>{}</colgroup></table>",
    "li": "<ul>{}</ul>",
    "option": "<datalist>{}</datalist>",
    **dict.fromkeys(("td", "th"), ROW),
    **dict.fromkeys(("thead", "tbody", "tfoot", "caption", "colgroup"), "<table>{}</table>"),
    **dict.fromkeys(("dt", "dd"), "<dl>{}</dl>"),
}
"""Where an element has to stand; elsewhere the parser drops it, with all its attributes."""

PLACED = re.compile(rf"<({'|'.join(PLACES)})(?![a-z0-9-])", re.IGNORECASE | re.ASCII)


def skeletons(value: Value) -> list[str] | None:
    """Return the texts that a value may be, data that was escaped marked; None where it may be anything."""
    found = [skeleton(option) for option in options_of(value)]
    return None if any(text is None for text in found) else [text for text in found if text is not None]


def skeleton(value: Value, *, unknown: str | None = None) -> str | None:
    """Return a value's text with marks for what is harmless; `unknown`, or None, for all else."""
    match value:
        case Const():
            return text_of(value) or ""
        case Joined(parts):
            found = ""
            for part in parts:
                if isinstance(part, Escaped):
                    found += escaped_mark(found, part.characters) or unknown or "\0"
                    continue
                text = skeleton(part, unknown=unknown)
                if text is None:
                    return None
                found += text
            return None if "\0" in found or len(found) > LONGEST else found
        case Either(options):
            texts = [skeleton(option, unknown=unknown) for option in options]
            return None if any(text is None for text in texts) else "".join(text or "" for text in texts)
        case Record():
            return skeleton(Joined(tuple(value.entries)), unknown=unknown) if value.entries else ""
        case Escaped(characters):
            return escaped_mark("", characters) or unknown
    if value == NUMBER:
        return "0"
    return "data:image/png," if value == LOCAL_URL else unknown


def escaped_mark(before: str, done: frozenset[str]) -> str | None:
    """Return the mark for text with escaped characters if it cannot leave the place where it stands."""
    inside = QUOTED.search(before)
    if inside:
        return MARK if inside[1][0] in done and not re.search(URL_ATTRIBUTE, before) else None
    in_tag = before.rfind("<") > before.rfind(">")
    return MARK if "<" in done and not in_tag else None


URL_ATTRIBUTE = r"""(?:href|src|srcset|action|formaction|style|on\w+|poster|data)\s*=\s*["'][^"']*\Z"""


@lru_cache(maxsize=512)
def fragment_problems(text: str) -> tuple[tuple[str, str], ...]:
    """Return rule and message for everything wrong with constant markup."""
    if "<" not in text:
        return ()
    found: list[tuple[str, str]] = []
    for page in readings(text):
        found += [(slug, spot.message) for slug, spot in markup.elements(page)]
        found += [("external-script", "a script in markup") for _ in page.named("script")]
    return tuple(dict.fromkeys(found))


def readings(text: str) -> Iterator[Page]:
    """Yield markup as a page, and unless nothing in it is misplaced, once more in other surroundings."""
    first = PLACED.search(text)
    places = (PLACES[first[1].lower()], "{}", ROW) if first else ("{}",)
    for place in dict.fromkeys(places):
        page = parse_page(AROUND.format(place.format(text)))
        yield page
        if not page.errors:
            break


def unscripted(page: Page) -> Findings:
    """Yield what is wrong with the markup for browsers that run no scripts."""
    for element in page.named("noscript"):
        for slug, message in fragment_problems(element.text):
            yield slug, element.spot(f"in <noscript>: {message}")
