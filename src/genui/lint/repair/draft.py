"""A page under repair: its tree, and its scripts as texts that are edited by byte ranges."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from genui.lint.page import SCRIPT_TYPES, Answer, parse_html, read_answer
from genui.scripts import Script, read_script

DOCTYPE = "<!doctype html>\n"


class Edit(NamedTuple):
    """A replacement in a script, in bytes of its text."""

    start: int
    end: int
    text: str


class Unrepairable(Exception):  # noqa: N818 - no error, a verdict
    """What is wrong with a page cannot be mended without doubt."""


@dataclass(eq=False)
class Draft:
    """A page under repair."""

    answer: Answer
    soup: Any
    """The tree that Beautiful Soup made with html5lib."""

    def scripts(self) -> "Iterator[tuple[Any, Script]]":
        """Yield the scripts that run, read anew."""
        for tag in self.soup.find_all("script"):
            kind = (tag.get("type") or "").strip().lower()
            if kind in SCRIPT_TYPES and tag.get("src") is None:
                yield tag, read_script(tag.string or "", module=kind == "module")

    def edit_scripts(self, edits: "Callable[[Script], list[Edit]]") -> bool:
        """Make in every script the edits that it needs; tell whether there were any."""
        done = [edit(tag, script, edits(script)) for tag, script in self.scripts()]
        return any(done)


def read_draft(html: bytes) -> Draft:
    """Read a page for repair."""
    answer = read_answer(html.decode())
    return Draft(answer, parse_html(answer.page.strip("\n") + "\n", scripting=False).soup)


def page_of(draft: Draft) -> bytes:
    """Return the page as it is now."""
    from bs4 import Doctype
    from bs4.dammit import EntitySubstitution
    from bs4.formatter import HTMLFormatter

    class Formatter(HTMLFormatter):
        def attributes(self, tag: Any) -> Any:
            return [
                (name, None if value == "" and name != "alt" else value) for name, value in tag.attrs.items()
            ]

    formatter = Formatter(entity_substitution=EntitySubstitution.substitute_xml, void_element_close_prefix="")
    for item in list(draft.soup.contents):
        if isinstance(item, Doctype):
            item.extract()
    text: str = draft.soup.decode(formatter=formatter)
    return (DOCTYPE + text.strip("\n") + "\n").encode()


def edit(tag: Any, script: Script, edits: Sequence[Edit]) -> bool:
    """Make edits in a script; tell whether there were any."""
    data = script.source.data
    for start, end, text in sorted(edits, key=lambda one: one.start, reverse=True):
        data = data[:start] + text.encode() + data[end:]
    if edits:
        tag.string = data.decode()
    return bool(edits)


def after_imports(script: Script) -> int:
    """Return where a script's own statements begin."""
    return max((node.end for node in script.source.nodes("import_statement")), default=0)
