"""The proof that a page is inert: fixed texts that genui knows, escaped text, and data; nothing else.

It proves whose code runs, not that the words are true: those are for a reviewer of the view file to read.
It compares bytes and knows no HTML: what stands in the holes of the shell is held to what the data give, the
rest to digests of texts that this genui or an earlier one was released with.
"""

import os
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from json import loads
from typing import Any, NamedTuple

from genui.canonical import sha256
from genui.emergency import filled, texts_in
from genui.plaintext import escaped, one_line

INERT, OWN_STYLE, OWN_CODE = "inert", "inert, own style", "has code of its own"
"""The words for a page's code, the same everywhere."""

HOLES = (
    (b"<title>", b"</title>"),
    (b'<meta name="genui-runtime" content="', b'">'),
    (b'<script type="application/json" id="view-data">\n', b"\n</script>"),
    (b"<style>", b"</style>"),
    (b"<h1>", b"</h1>"),
    (b"<script>", b"</script>"),
)
"""The text before and after each hole of the shell, in the order of the page.

In a shell each pair stands together once: where the rest of a page is a known shell, its holes are where the
shell has them, whatever is in them.
"""

DIGITS = 12
"""Hex digits of the runtime's sha256 in the head."""


class Parts(NamedTuple):
    """A page taken apart; `shell` is what is left without its holes."""

    shell: bytes
    title: bytes
    digest: bytes
    data: bytes
    style: bytes
    heading: bytes
    runtime: bytes


class Proof(NamedTuple):
    """Whether a page is inert; `why` says in a sentence why it is not."""

    why: str = ""
    own_style: bool = False

    @property
    def inert(self) -> bool:
        """True where all that runs in the page is genui's."""
        return not self.why

    @property
    def told(self) -> str:
        """The words for the page's code."""
        return OWN_CODE if self.why else OWN_STYLE if self.own_style else INERT


def prove(html: bytes, *, tool: str | None = None, style: str = "") -> Proof:
    """Prove a page inert, or say why it is not.

    `tool` names the one that the page is served for, None where nobody serves it; `style` is the sha256 of
    the project's own style, "" where it has none.
    """
    parts = cut(html)
    if parts is None:
        return Proof() if is_emergency(html, tool) else Proof("it is not made of genui's shell")
    if not known("shell", parts.shell):
        return Proof("its shell has bytes that genui does not know")
    if not known("runtime", parts.runtime):
        return Proof("its script is not a runtime that genui knows")
    if parts.digest != digest_of(parts.runtime)[:DIGITS].encode():
        return Proof("its head names another runtime than it has")
    # A style of the project's own runs nothing as long as it cannot end its element.
    own = not known("style", parts.style)
    if own and (digest_of(parts.style) != style or b"</style" in parts.style.lower()):
        return Proof("its style is not one that genui or this project knows")
    return Proof(told_by(parts, tool), own_style=own)


def told_by(parts: Parts, tool: str | None) -> str:
    """Return what in the data and the texts that they give is not as it should be, "" where all is."""
    data = data_of(parts)
    if data is None:
        return "its data are not the JSON of a view"
    name = data["tool"].get("name")
    if tool is not None and name != tool:
        return f"its data are those of {name!r}, not of {tool!r}"
    title = escaped(title_of(data["tool"], data["spec"])).encode()
    if parts.title != title or parts.heading != title:
        return "its title is not the one that its data give"
    return ""


def cut(html: bytes) -> Parts | None:
    """Take a page apart at the holes of the shell; None where one is missing."""
    # In order, each search from the end of the last hole: data cannot pose as a later hole.
    shell, holes, at = b"", [], 0
    for before, after in HOLES:
        start = html.find(before, at) + len(before)
        end = html.find(after, start) if start >= len(before) else -1
        if end < 0:
            return None
        shell += html[at:start]
        holes.append(html[start:end])
        at = end
    return Parts(shell + html[at:], *holes)


def data_of(parts: Parts) -> Mapping[str, Any] | None:
    """Return a view's data; None where they could end their element, or are not a view's."""
    # genui writes "<" as an escape, so one that stands here could only end the element.
    if b"<" in parts.data:
        return None
    try:
        data = loads(parts.data.decode(), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or not isinstance(data.get("tool"), dict):
        return None
    return data if isinstance(data.get("spec"), dict) else None


def refuse_constant(constant: str) -> None:
    """Refuse NaN and Infinity, which Python reads as numbers and JSON does not have."""
    raise ValueError(f"{constant} is no JSON")


def title_of(tool: Mapping[str, Any], spec: Mapping[str, Any]) -> str:
    """Return the title of a view: of its spec, else of its tool, on one line."""
    hints = tool.get("annotations")
    named = tool.get("title") or (hints.get("title") if isinstance(hints, dict) else "")
    return one_line(str(spec.get("title") or (named if isinstance(named, str) else "") or tool.get("name")))


def is_emergency(html: bytes, tool: str | None) -> bool:
    """Tell whether a page is the one for when all else fails: made again of its texts, it is the same."""
    if b'data-component="emergency"' not in html:
        return False
    name, reason = texts_in(html)
    named = tool is None or name == escaped(one_line(tool)).encode()
    return named and b"<" not in name + reason and filled(name, reason) == html


def known(kind: str, text: bytes) -> bool:
    """Tell whether genui was released with a text."""
    return digest_of(text) in known_digests()[kind]


def own_style(folder: str | None) -> str:
    """Return the sha256 of the style.css in a project's templates, "" where there is none."""
    try:
        with open(os.path.join(folder or "", "style.css"), "rb") as file:
            return sha256(file.read().replace(b"\r\n", b"\n")) if folder else ""
    except OSError:
        return ""


@cache
def known_digests() -> Mapping[str, Sequence[str]]:
    """Return the sha256 of every shell, style and runtime that genui knows; its own come first."""
    # Inside the wheel, or at the top of a checkout.
    here = os.path.dirname(os.path.abspath(__file__))
    inside = os.path.join(here, "templates", "dist")
    folder = inside if os.path.isdir(inside) else os.path.join(here, "..", "..", "templates", "dist")
    with open(os.path.join(folder, "known.json"), encoding="utf-8") as file:
        found: Mapping[str, Sequence[str]] = loads(file.read())
    return found


@lru_cache(maxsize=4)
def digest_of(text: bytes) -> str:
    """Return the sha256 of a text; the last few are kept, for pages share them."""
    return sha256(text)
