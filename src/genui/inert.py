"""Proof that a page is inert: whose code runs in it, told by comparing bytes, with no compiler and no parser.

A page that genui links is a shell, JSON data, a style and a runtime. Cut out what the data give, and what is
left must have digests that genui knows. That proves whose code runs, not that the words in the data are true.
"""

import html
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from genui.emergency import emergency_data
from genui.plaintext import plain_text

HOLES: tuple[tuple[str, str, str], ...] = (
    ("title", "<title>", "</title>"),
    ("digest", '<meta name="genui-runtime" content="', '">'),
    ("data", '<script type="application/json" id="view-data">\n', "\n</script>"),
    ("style", "<style>", "</style>"),
    ("heading", "<h1>", "</h1>"),
    ("runtime", "<script>", "</script>"),
)
"""What differs from page to page or has a digest of its own, in order: name, text before, text after."""

DIGEST_DIGITS = 12
"""The head of a page names its runtime by the first hex digits of its sha256."""

KNOWN_NAME = "known.json"


@dataclass(frozen=True, slots=True)
class Known:
    """The sha256 of every shell, style and runtime that genui vouches for, this release and earlier ones."""

    shell: frozenset[str]
    style: frozenset[str]
    runtime: frozenset[str]

    def with_style(self, text: str) -> "Known":
        """Return the same with a project's own style, which carries no code."""
        return Known(self.shell, self.style | {digest_of(text)}, self.runtime)


@dataclass(frozen=True, slots=True)
class Proof:
    """Whether a page is inert, and if not, which part of it genui does not know."""

    reason: str = ""
    """Why the page counts as one with code of its own; "" where it is inert."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """The page's data; empty where they cannot be read."""
    runtime: str = ""
    """What the head names as the runtime's digest; "" where the page has no such head."""

    @property
    def inert(self) -> bool:
        """True where nothing in the page runs but a runtime of genui."""
        return not self.reason


def read_known(directory: Path) -> Known:
    """Read the digests that ship beside the runtime, from templates/dist."""
    document = json.loads((directory / KNOWN_NAME).read_bytes())
    return Known(*(frozenset(document[part]) for part in ("shell", "style", "runtime")))


def digest_of(text: str) -> str:
    """Return the sha256 of a fixed text in hex."""
    return sha256(text.encode()).hexdigest()


def prove(page: bytes, known: Known, *, tool: str | None = None) -> Proof:
    """Tell whether a page is inert; `tool` is the name of the tool that it is served for."""
    try:
        text = page.decode()
    except UnicodeDecodeError:
        return Proof("it is not UTF-8")
    cut = cut_out(text)
    if cut is None:
        last = emergency_data(page)
        if last is None:
            return Proof("it has not the shell of a page that genui links")
        return Proof(foreign(last, tool), last)
    shell, held = cut
    data = read_data(held["data"])
    found = Proof("its data are no JSON object", {}, held["digest"])
    if data is None:
        return found
    reason = fault(shell, held, data, known, tool)
    return Proof(reason, data, held["digest"])


def fault(
    shell: str, held: Mapping[str, str], data: Mapping[str, Any], known: Known, tool: str | None
) -> str:
    """Return what in a page is not genui's or not what the data give; "" where nothing is."""
    title = escaped_title(data)
    if digest_of(shell) not in known.shell:
        return "its shell is none that genui knows"
    if held["title"] != title or held["heading"] != title:
        return "its title is not the one that its data give"
    if digest_of(held["style"]) not in known.style:
        return "its style is none that genui knows"
    runtime = digest_of(held["runtime"])
    if runtime not in known.runtime or held["digest"] != runtime[:DIGEST_DIGITS]:
        return "its runtime is none that genui knows"
    return foreign(data, tool)


def foreign(data: Mapping[str, Any], tool: str | None) -> str:
    """Say so where data are of another tool than the one that a page is served for; "" where they are not."""
    name = member(data, "tool").get("name")
    return "" if tool is None or name == tool else f"its data are of the tool {name!r}"


def cut_out(text: str) -> tuple[str, dict[str, str]] | None:
    """Return a page less what stands in its holes, and that; None where it has no such shell."""
    fixed: list[str] = []
    held: dict[str, str] = {}
    for name, before, after in HOLES:
        start = text.find(before)
        end = text.find(after, start + len(before))
        if start < 0 or end < 0:
            return None
        fixed.append(text[: start + len(before)])
        held[name] = text[start + len(before) : end]
        text = text[end:]
    return "".join([*fixed, text]), held


def read_data(text: str) -> Mapping[str, Any] | None:
    """Return the data of a page; None where they are no JSON object, or could end their element."""
    if "<" in text:
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def escaped_title(data: Mapping[str, Any]) -> str:
    """Return the title that data give, as it stands in the page: the spec's, the tool's, or its name."""
    tool = member(data, "tool")
    titles = (member(data, "spec").get("title"), tool.get("title"), member(tool, "annotations").get("title"))
    title = next((each for each in titles if isinstance(each, str) and each), str(tool.get("name", "")))
    return escaped(" ".join(plain_text(title).split()))


def member(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return a member that should be an object; an empty one where it is none."""
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def escaped(text: str) -> str:
    """Escape a text for a page."""
    return html.escape(text)
