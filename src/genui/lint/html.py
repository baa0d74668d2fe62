"""HTML parsed by Beautiful Soup on html5lib: the tree, the places of tags, and the parse errors."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a page, and what was found there."""

    line: int
    column: int
    message: str

    def saying(self, message: str) -> "Spot":
        """Return this place with another message."""
        return replace(self, message=message)


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

    def end(self, tag: Any) -> tuple[int, int]:
        """Return line and column after the start tag; 0, 0 where the page has no such tag."""
        return (tag.sourceline, tag.sourcepos + 2) if self.start(tag)[0] else (0, 0)

    def start(self, tag: Any) -> tuple[int, int]:
        """Return line and column of the start tag; 0, 0 where the page has none: the parser implied it."""
        if tag.sourceline is None:
            return 0, 0
        after = self.starts[tag.sourceline - 1] + tag.sourcepos + 1
        # html5lib tells where a tag ends; of an implied element, where the tag that implies it does.
        at = self.text.rfind("<", 0, after)
        while at >= 0 and not self.text[at + 1 : after].lower().startswith(tag.name.lower()):
            if tag.name in IMPLIED and ">" in self.text[at : after - 1]:
                return 0, 0
            at = self.text.rfind("<", 0, at)
        if at < 0:
            return 0, 0
        line = tag.sourceline - self.text.count("\n", at, after)
        return line, at - self.starts[line - 1] + 1


def parse_html(text: str, *, scripting: bool = True) -> Parsed:
    """Parse a document by the algorithm of the HTML standard; `scripting` decides what noscript holds."""
    from bs4 import BeautifulSoup

    text = text.replace("\r\n", "\n").replace("\r", "\n")
    builder = builder_class()(multi_valued_attributes=None)
    builder.scripting = scripting
    soup = BeautifulSoup(text, builder=builder)
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
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
            if not any(element.name == "template" for element in self.tree.openElements):
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
