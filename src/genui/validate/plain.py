"""Reading markup that can be read in one way only: in one pass and strictly, or not at all.

Nothing here mends or moves. Whatever the HTML standard's algorithm would close, imply, move or complain of,
and whatever is rare, ends the reading; that algorithm then has to tell what the page is.
"""

from collections.abc import Iterator
from typing import NamedTuple

from genui.validate.grammar import CELL, DONE, NEXT, RULES, SVG_ATTRIBUTES, SVG_RULES, TERMS
from genui.validate.tokens import (
    AFTER,
    BEFORE,
    COMMENT,
    ENDS,
    SPACES,
    TAG,
    UNREAD,
    UnclearError,
    attributes_of,
    clear,
    is_odd,
    resolved,
)

Tag = tuple[str, str, dict[str, str], int, int, int, str, int, int]
"""Name, namespace, attributes, line, column, the parent's place among the tags or -1, text and its place."""


class Open(NamedTuple):
    """An element whose end tag is awaited."""

    name: str
    number: int
    holds: frozenset[str] | None
    barred: int
    """What was barred before it."""
    line: int
    column: int
    slot: int
    said: int
    """How many texts stand before its own."""
    svg: bool


class Markup:
    """What a plain page is made of: tags in their order, and texts and comments with their places."""

    def __init__(self, text: str, texts_of: frozenset[str]) -> None:
        self.text, self.texts_of = text, texts_of
        self.line, self.begin, self.seen, self.barred = 1, 0, 0, 0
        self.tags: list[Tag] = []
        self.remarks: list[tuple[int, int, str]] = []
        self.said: list[str] = []
        self.words: list[tuple[int, int, int, str]] = []
        self.slot = self.slots = 0
        """Every element has two places for text, in it and after it, and every comment one."""
        self.last_space = ""
        self.open = [Open("", -1, frozenset({"html"}), 0, 1, 1, 0, 0, svg=False)]

    @property
    def prose(self) -> Iterator[tuple[int, int, str]]:
        """Line, column and text of what people read, in the order of the tree."""
        for slot, line, column, text in sorted(self.words):
            yield line, column, text + self.last_space if slot == self.slot else text

    def read(self) -> None:
        """Read the page, or raise UnclearError."""
        if is_odd(self.text):
            raise UnclearError
        text, tag_at, at = self.text, TAG.match, clear(BEFORE.match(self.text)).end()
        while self.open[0].holds is not DONE:
            found = tag_at(text, at)
            if not found:
                at = self.comment(at)
                continue
            said, name, given, slash, ended = found.groups()
            if said:
                self.say(said)
            if ended:
                at = found.end()
                self.close(ended.lower())
            else:
                at = self.start(name.lower(), given, slash, found.end(1), found.end())
        self.last_space += COMMENT.sub("", clear(AFTER.match(text, at))[0])

    def say(self, text: str) -> None:
        """Take a text where it stands."""
        last = self.open[-1]
        if last.holds:
            if text.strip(SPACES):
                raise UnclearError
            if last.holds is DONE:
                self.last_space += text
        if "&" in text:
            text = resolved(text)
        self.said.append(text)
        if text and not text.isspace():
            self.words.append((self.slot, last.line, last.column, text))

    def comment(self, at: int) -> int:
        """Take a comment and the text before it."""
        begin = self.text.find("<", at)
        found = clear(COMMENT.match(self.text, begin) if begin >= 0 else None)
        self.say(self.text[at:begin])
        last = self.open[-1]
        if found[1]:
            self.remarks.append((last.line, last.column, found[1]))
        if last.holds is not DONE:
            self.slot = self.slots
            self.slots += 1
        return found.end()

    def start(self, name: str, given: str, slash: str, at: int, end: int) -> int:
        """Take a start tag, and the whole element where that holds nothing or only text."""
        above, slot, text = self.open[-1], self.slots, ""
        svg = above.svg
        proper, rule = SVG_RULES.get(name, (name, None)) if svg else (name, RULES.get(name))
        svg = svg or name == "svg"
        if (
            rule is None
            or (rule.counts & self.barred)
            or (above.holds is not None and name not in above.holds)
            or (rule.within and above.name not in rule.within)
            or (slash and not rule.void and not svg)
            or (name in TERMS and "dl" not in (above.name, self.open[-2].name))
        ):
            raise UnclearError
        attributes = attributes_of(given, SVG_ATTRIBUTES if svg else {}) if given else {}
        line, column = self.place(at)
        text_line, text_column = self.place(end)
        self.slots, self.slot = slot + 2, slot + 1
        if name in ENDS and not svg:
            end, text = self.whole(name, end, (slot, line, column))
        elif not rule.void and not slash:
            number, said = len(self.tags), len(self.said)
            self.open.append(Open(name, number, rule.holds, self.barred, line, column, slot, said, svg))
            self.barred |= rule.bars
            self.slot = slot
            if name == "pre":
                end = self.after_line_end(end)
        kept, space = text if name in self.texts_of else "", "svg" if svg else "html"
        self.tags.append(
            (proper, space, attributes, line, column, above.number, kept, text_line, text_column)
        )
        return end

    def whole(self, name: str, at: int, where: tuple[int, int, int]) -> tuple[int, str]:
        """Take the text of an element that holds only text; return where its end tag ends, and the text."""
        if name == "textarea":
            at = self.after_line_end(at)
        end = clear(ENDS[name].search(self.text, at))
        text = self.text[at : end.start()]
        if not end[1] or (name == "script" and "<!--" in text):
            raise UnclearError
        if name not in UNREAD:
            text = resolved(text)
            if text and not text.isspace():
                self.words.append((*where, text))
        self.said.append(text)
        return end.end(), text

    def after_line_end(self, at: int) -> int:
        """Return the place after the line end that does not belong to the text of a pre or textarea."""
        first = self.text[at : at + 1]
        if first == "&" or (first == "\n" and self.barred & CELL):
            raise UnclearError
        return at + 1 if first == "\n" else at

    def close(self, name: str) -> None:
        """Take an end tag."""
        last = self.open.pop()
        if last.name != name or (name == "html" and last.holds is not DONE):
            raise UnclearError
        self.barred = last.barred
        if name in NEXT:
            self.open[-1] = self.open[-1]._replace(holds=NEXT[name])
        if name not in ("body", "html"):
            self.slot = last.slot + 1
        if name in self.texts_of:
            tag = self.tags[last.number]
            self.tags[last.number] = (*tag[:6], "".join(self.said[last.said :]), *tag[7:])

    def place(self, at: int) -> tuple[int, int]:
        """Return line and column, which must not be before those that were asked for last."""
        if lines := self.text.count("\n", self.seen, at):
            self.line += lines
            self.begin = self.text.rfind("\n", self.seen, at) + 1
        self.seen = at
        return self.line, at - self.begin + 1


def read_plain(text: str, *, texts_of: frozenset[str]) -> Markup | None:
    """Read a page whose markup is plain, with the texts of elements of these names; None for any other."""
    markup = Markup(text.replace("\r\n", "\n").replace("\r", "\n"), texts_of)
    try:
        markup.read()
    except UnclearError:
        return None
    return markup
