"""Parsing any page by the HTML standard's own algorithm, as html5lib has it, with the place of every tag."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from genui.validate.page import TEXT_ELEMENTS, UNREAD, Element, Page, Spot
from genui.validate.templates import know_templates

PLACE = "\0"
"""The attribute in which the tokenizer notes where a tag stands; no page can have one of this name."""

NAMESPACES = {"http://www.w3.org/1999/xhtml": "html", "http://www.w3.org/2000/svg": "svg"}
XLINK = "{http://www.w3.org/1999/xlink}"
"""How the tree spells a namespaced attribute."""

CONTROLS = re.compile("[\x01-\x08\x0b\x0e-\x1f\x7f]")
NOT_ASCII = re.compile("[^\\x00-\\x7f]+")

SPACE, WORD = r"[ \t\n\f]", "[a-zA-Z][a-zA-Z0-9-]*"
PLAIN_TAG = re.compile(rf'(/?)({WORD})((?:{SPACE}+{WORD}(?:="[^"&\0]*")?)*){SPACE}*(/?)>')
"""What follows the `<` of a tag without entities, whose attributes are bare or in double quotes."""

ATTRIBUTE = re.compile(rf'({WORD})(?:="([^"]*)")?')


def parse_by_standard(text: str, **known: Any) -> Page:
    """Parse any page, by the algorithm of the HTML standard."""
    parser = parser_class()()
    document = parser.parse(text, scripting=True)
    elements: list[Element] = []
    words: list[tuple[int, int, str]] = []
    remarks: list[tuple[int, int, str]] = []
    collect(document, elements, words, remarks)
    errors = tuple((code, Spot(line, column + 1, said)) for (line, column), code, said in parser.found)
    return Page(
        tuple(elements),
        errors,
        parser.compatMode != "no quirks",
        prose=tuple(words),
        remarks=tuple(remarks),
        **known,
    )


def collect(
    root: Any,
    elements: list[Element],
    words: list[tuple[int, int, str]],
    remarks: list[tuple[int, int, str]],
) -> None:
    """Append the elements, texts and comments of a document, in its order, without recursion."""
    pending: list[tuple[Any, Element | None]] = [(root, None)]
    while pending:
        node, parent = pending.pop()
        at = (parent.line, parent.column) if parent is not None else (1, 1)
        if isinstance(node.tag, str) and node.tag.startswith("{"):
            parent = element_of(node, parent)
            elements.append(parent)
            if parent.name not in UNREAD and node.text and not node.text.isspace():
                words.append((parent.line, parent.column, node.text))
        elif not isinstance(node.tag, str) and node.text:
            remarks.append((*at, node.text))
        if node.tail and not node.tail.isspace():
            words.append((*at, node.tail))
        pending.extend((child, parent) for child in reversed(node))


def element_of(node: Any, parent: Element | None) -> Element:
    """Return the element of a tree node."""
    namespace, _, name = node.tag[1:].partition("}")
    attributes = {key.replace(XLINK, "xlink:"): value for key, value in node.attrib.items() if key != PLACE}
    place = [int(part) for part in node.attrib.get(PLACE, "0 0 0 0").split()]
    text = text_of(node) if name in TEXT_ELEMENTS else ""
    kind = NAMESPACES.get(namespace, "math")
    return Element(name, kind, attributes, place[0], place[1], parent, text, place[2], place[3])


def text_of(node: Any) -> str:
    """Return all text in a tree node, which is not what its comments say."""
    parts: list[str] = []
    pending: list[Any] = [node]
    while pending:
        one = pending.pop()
        if isinstance(one, str):
            parts.append(one)
        elif isinstance(one.tag, str):
            pending += [part for child in reversed(one) for part in (child.tail, child) if part is not None]
            pending.append(one.text or "")
    return "".join(filter(None, parts))


@cache
def tokenizer_class() -> Any:
    """Return an html5lib tokenizer that knows where it is, and notes the place of every tag."""
    from html5lib._tokenizer import HTMLTokenizer
    from html5lib.constants import tokenTypes

    start_tag, end_tag, parse_error = (tokenTypes[kind] for kind in ("StartTag", "EndTag", "ParseError"))

    class Tokenizer(HTMLTokenizer):
        chunk: Any = None
        offset, line, column = 0, 1, 0

        def place(self) -> tuple[int, int]:
            # html5lib counts the lines of ten thousand characters for every tag.
            stream = self.stream
            if stream.chunk is not self.chunk or stream.chunkOffset < self.offset:
                self.chunk, self.offset = stream.chunk, 0
                self.line, self.column = stream.prevNumLines + 1, stream.prevNumCols
            start, end = self.offset, stream.chunkOffset
            if lines := self.chunk.count("\n", start, end):
                self.line, self.column = self.line + lines, end - self.chunk.rfind("\n", start, end) - 1
            else:
                self.column += end - start
            self.offset = end
            return self.line, self.column

        def tagOpenState(self) -> Any:  # noqa: N802
            # html5lib takes some twenty steps for a tag; nearly every one is plain, and needs but this.
            plain = PLAIN_TAG.match(self.stream.chunk, self.stream.chunkOffset)
            closing, name, given, closed = plain.groups() if plain else ("", "", "", "")
            attributes = [[key.lower(), value] for key, value in ATTRIBUTE.findall(given)] if given else []
            if not plain or (closing and (given or closed)) or len(dict(attributes)) < len(attributes):
                return super().tagOpenState()
            self.stream.chunkOffset = plain.end()
            token: Any = {"type": end_tag if closing else start_tag, "name": name, "data": attributes}
            self.currentToken = token | {"selfClosing": bool(closed), "selfClosingAcknowledged": False}
            self.emitCurrentToken()
            return True

        def __iter__(self) -> Iterator[Any]:
            begin = (1, 0)
            for token in super().__iter__():
                end = self.place()
                attributes: Any = token["data"] if token["type"] == start_tag else {}
                if token["type"] == start_tag:
                    attributes[PLACE] = f"{begin[0]} {begin[1] + 1} {end[0]} {end[1] + 1}"
                if token["type"] != parse_error:
                    begin = end
                yield token

    return Tokenizer


@cache
def parser_class() -> Any:
    """Return an html5lib parser that notes the place of every tag, and its errors in words."""
    from html5lib import HTMLParser
    from html5lib._inputstream import invalid_unicode_re
    from html5lib.constants import E

    know_templates()

    class Parser(HTMLParser):
        def reset(self) -> None:
            self.tokenizer.__class__ = tokenizer_class()
            self.found: list[tuple[tuple[int, int], str, str]] = []
            self.tokenizer.stream.reportCharacterErrors = self.note_characters
            super().reset()

        def note_characters(self, text: str) -> None:
            # html5lib looks for some seventy ranges at every character, nearly all of them beyond ASCII.
            rare = "".join(NOT_ASCII.findall(text))
            found = len(CONTROLS.findall(text)) + len(invalid_unicode_re.findall(rare))
            self.tokenizer.stream.errors += ["invalid-codepoint"] * found

        def parseError(self, errorcode: str = "", datavars: Any = None) -> None:  # noqa: N802
            # html5lib is older than <template> and takes what is right in one for errors.
            if not any(element.name == "template" for element in self.tree.openElements):
                said = E.get(errorcode, errorcode) % (datavars or {})
                tokens: Any = self.tokenizer
                self.found.append((tokens.place(), errorcode, said))

    return Parser
