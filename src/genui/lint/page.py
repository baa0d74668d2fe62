"""A page parsed by Beautiful Soup on html5lib: elements and their places, errors, and the talk around it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from genui.inert import known
from genui.model import Tool
from genui.scripts import Script, read_script

CELLS, ROWS = frozenset({"td", "th"}), frozenset({"td", "th", "tr"})
GROUPS = ROWS | {"tbody", "thead", "tfoot", "caption", "colgroup"}
ENDED = {
    **dict.fromkeys(("td", "th"), CELLS),
    "tr": ROWS,
    **dict.fromkeys(("tbody", "thead", "tfoot", "caption", "colgroup"), GROUPS),
    "col": frozenset[str](),
}
"""What the start of a part of a table ends."""


@cache
def know_templates() -> None:
    """Have every parser of html5lib keep the parts of tables in templates, and end a template at its end tag.

    The HTML standard's insertion mode "in template", as far as trees for judging and mending need it.
    """
    from html5lib.html5parser import getPhases

    # Parsers ask for the same classes, which are kept by how they were asked for.
    body = vars(getPhases(False)["inBody"])  # noqa: FBT003
    starts, ends = body["startTagHandler"], body["endTagHandler"]
    ignored, other = starts["tr"], ends["template"]

    def start(phase: Any, token: Any) -> Any:
        if not in_template(phase):
            return ignored(phase, token)
        name, opened = token["name"], phase.tree.openElements
        while opened[-1].name in ENDED[name]:
            opened.pop()
        phase.tree.insertElement(token)
        if name == "col":
            opened.pop()
            token["selfClosingAcknowledged"] = True
        return None

    def end(phase: Any, token: Any) -> Any:
        if not in_template(phase):
            return other(phase, token)
        while phase.tree.openElements.pop().name != "template":
            pass
        return None

    starts.update(dict.fromkeys(ENDED, start))
    ends["template"] = end


def in_template(phase: Any) -> bool:
    """Tell whether the parser is inside a template."""
    return any(element.name == "template" for element in phase.tree.openElements)


IMPLIED = frozenset({"html", "head", "body", "tbody", "tr", "colgroup", "p"})
"""Elements that a document may have without their tags."""


class Spot(NamedTuple):
    """A place in a page, and what was found there."""

    line: int
    column: int
    message: str


@dataclass(frozen=True)
class Parsed:
    """A parsed document."""

    text: str
    """Its text, with line feeds alone."""
    soup: Any
    errors: tuple[tuple[str, Spot], ...]
    """html5lib's code of each parse error, and where."""
    quirks: bool
    starts: tuple[int, ...]
    """The offset of each line."""

    def start(self, tag: Any) -> tuple[int, int]:
        """Return line and column of the start tag; 0, 0 where the page has none: the parser implied it."""
        after = self.starts[tag.sourceline - 1] + tag.sourcepos + 1
        # html5lib tells where a tag ends; of an implied element, where the tag that implies it does.
        at = self.text.rfind("<", 0, after)
        while not self.text[at + 1 : after].lower().startswith(tag.name.lower()):
            if at < 0 or (tag.name in IMPLIED and ">" in self.text[at : after - 1]):
                return 0, 0
            at = self.text.rfind("<", 0, at)
        line = tag.sourceline - self.text.count("\n", at, after)
        return line, at - self.starts[line - 1] + 1


def parse_html(text: str, *, scripting: bool = True) -> Parsed:
    """Parse a document by the algorithm of the HTML standard; `scripting` decides what noscript holds."""
    from bs4 import BeautifulSoup

    text = text.replace("\r\n", "\n").replace("\r", "\n")
    builder = builder_class()(multi_valued_attributes=None)
    builder.scripting = scripting
    soup = BeautifulSoup(text, builder=builder)
    starts = accumulate((len(line) + 1 for line in text.split("\n")), initial=0)
    return Parsed(text, soup, builder.errors, builder.quirks, tuple(starts))


@cache
def builder_class() -> Any:
    """Return Beautiful Soup's tree builder for html5lib that keeps the parse errors."""
    from bs4.builder._html5lib import HTML5TreeBuilder
    from html5lib import HTMLParser
    from html5lib.constants import E

    know_templates()

    class Parser(HTMLParser):
        def parseError(self, errorcode: str = "", datavars: Any = None) -> None:  # noqa: N802
            # html5lib is older than <template> and takes what is right in one for errors.
            if not in_template(self):
                super().parseError(errorcode, datavars)

    class Builder(HTML5TreeBuilder):
        scripting = True

        def feed(self, markup: Any) -> None:
            tree: Any = self.create_treebuilder
            parser = Parser(tree=tree)
            self.underlying_builder.parser = parser
            parser.parse(markup, scripting=self.scripting)
            self.quirks = parser.compatMode != "no quirks"
            self.errors = tuple(
                (code, Spot(line, column + 1, E.get(code, code) % (told or {})))
                for (line, column), code, told in parser.errors
            )

    return Builder


START = re.compile(r"<!doctype\b|<html[\s>]", re.IGNORECASE)
END = re.compile(r"</html\s*>", re.IGNORECASE)
FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[\w-]*[ \t]*$", re.MULTILINE)
FENCE_AFTER = re.compile(r"\s*" + FENCE.pattern, re.MULTILINE)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Answer:
    """A page and what a model said around it."""

    before: str
    page: str
    after: str

    @property
    def fenced(self) -> bool:
        """True when there are markdown fences around the page."""
        return bool(FENCE.search(self.before) or FENCE.search(self.after))

    @property
    def talk(self) -> str:
        """What is said around the page, less fences and comments."""
        return (said(self.before) + "\n" + said(self.after)).strip()


def said(text: str) -> str:
    """Return a text less fences, comments and thoughts."""
    return FENCE.sub("", COMMENT.sub("", THOUGHT.sub("thoughts", text))).strip()


def read_answer(text: str) -> Answer:
    """Part a page from what is said around it; where no page begins, all of it is the page."""
    bom = len(text) - len(text.lstrip("\ufeff"))
    start = START.search(COMMENT.sub(lambda match: " " * len(match[0]), text))
    begin = start.start() if start is not None else 0
    fenced = FENCE.search(text[:begin])
    ends = [match.end() for match in END.finditer(text, begin)]
    if ends:
        end = next((one for one in ends if fenced and FENCE_AFTER.match(text, one)), ends[-1])
    else:
        closing = FENCE.search(text, begin) if fenced else None
        end = closing.start() if closing is not None else len(text)
    # A page keeps its own white space and comments, and a mark of its byte order.
    if not fenced and not said(text[bom:begin]):
        begin = 0
    if not said(text[end:]) and not FENCE.search(text[end:]):
        end = len(text)
    return Answer(text[:begin], text[begin:end], text[end:])


TEXT_ELEMENTS = frozenset({"script", "style", "title", "button"})
"""Elements whose text checks look at."""

UNREAD = frozenset({"script", "style", "noscript"})
"""Elements whose text nobody reads."""

SCRIPT_TYPES = frozenset({"", "module", "text/javascript", "application/javascript"})
DATA_TYPE = "application/json"
DATA_TYPES = re.compile(
    r"application/json|[a-z]+/[\w.-]+\+json|text/(?:plain|csv|tab-separated-values|markdown)"
)
"""Types of script elements that only hold data, which nothing runs or loads."""


Findings = Iterator[tuple[str, Spot]]
"""The slugs of rules that a page breaks, and where."""


class Element(NamedTuple):
    """One element: its name, attributes, place, and for some its text and where that begins."""

    name: str
    namespace: str
    attributes: dict[str, str]
    line: int
    column: int
    parent: "Element | None"
    text: str = ""
    text_line: int = 0
    text_column: int = 0

    def spot(self, message: str) -> Spot:
        """Return this element's place with what is wrong there."""
        return Spot(self.line, self.column, message)

    def said(self, name: str) -> str:
        """Return an attribute as it is compared: in lower case, less white space around it."""
        return self.attributes.get(name, "").strip().lower()

    def up(self) -> "Iterator[Element]":
        """Yield the elements around this one, the innermost first."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent


@dataclass(frozen=True)
class Page:
    """A parsed page, and what rules need to know besides."""

    elements: tuple[Element, ...]
    errors: tuple[tuple[str, Spot], ...]
    """Parse errors: the html5lib code and where."""
    quirks: bool
    linked: bool = False
    """True when the page must hold its bridge, False when it may import the SDK."""
    tools: Mapping[str, Tool] | None = None
    """The server's tools by name, where they are known."""
    source: str = ""
    """The text of the page."""
    answer: Answer | None = None
    """The page with what a model said around it, where that is known."""
    prose: tuple[tuple[int, int, str], ...] = ()
    """Line, column and text of what people read."""
    remarks: tuple[tuple[int, int, str], ...] = ()
    """Line, column and text of comments."""

    def named(self, *names: str) -> Iterator[Element]:
        """Yield the elements of these names."""
        return (element for element in self.elements if element.name in names)

    @cached_property
    def vouched(self) -> frozenset[str]:
        """The texts of scripts and styles that genui was released with: they were judged then."""
        kinds = {"script": ("runtime", "page_runtime"), "style": ("style",)}
        return frozenset(
            element.text
            for element in self.named(*kinds)
            if element.said("type") in ("", "text/css")
            and any(known(kind, element.text.encode()) for kind in kinds[element.name])
        )

    @cached_property
    def scripts(self) -> tuple[Script, ...]:
        """The scripts that run and are not vouched for, parsed."""
        return tuple(
            read_script(
                element.text,
                line=element.text_line,
                column=element.text_column,
                module=element.said("type") == "module",
            )
            for element in self.named("script")
            if element.said("type") in SCRIPT_TYPES and element.text not in self.vouched
        )


NAMESPACES = {"http://www.w3.org/1999/xhtml": "html", "http://www.w3.org/2000/svg": "svg"}


def parse_page(text: str, **known: Any) -> Page:
    """Parse a page as a browser with scripting does."""
    from bs4.element import Comment, PreformattedString, Tag

    parsed = parse_html(text)
    elements: dict[int, Element] = {}
    prose: list[tuple[int, int, str]] = []
    remarks: list[tuple[int, int, str]] = []
    for node in parsed.soup.descendants:
        parent = elements.get(id(node.parent))
        line, column = (parent.line, parent.column) if parent is not None else (1, 1)
        if isinstance(node, Tag):
            texts = node.find_all(string=True) if node.name in TEXT_ELEMENTS else ()
            text_of_tag = "".join(text for text in texts if not isinstance(text, PreformattedString))
            kind = NAMESPACES.get(node.namespace or "", "math")
            attributes = {str(name): str(value) for name, value in node.attrs.items()}
            line, column = parsed.start(node)
            after = (node.sourceline or 0, (node.sourcepos or 0) + 2) if line else (0, 0)
            elements[id(node)] = Element(
                node.name, kind, attributes, line, column, parent, text_of_tag, *after
            )
        elif isinstance(node, Comment):
            remarks.append((line, column, str(node)))
        elif (parent is None or parent.name not in UNREAD) and not isinstance(node, PreformattedString):
            prose += [] if node.isspace() else [(line, column, str(node))]
    return Page(
        tuple(elements.values()),
        parsed.errors,
        parsed.quirks,
        prose=tuple(prose),
        remarks=tuple(remarks),
        **known,
    )
