"""A model's answer around a page: fences, talk and thoughts before and after it."""

import re
from dataclasses import dataclass

START = re.compile(r"<!doctype\b|<html[\s>]", re.IGNORECASE)
END = re.compile(r"</html\s*>", re.IGNORECASE)
FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[\w-]*[ \t]*$", re.MULTILINE)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LEADING_COMMENT = re.compile(r"\s*<!--(?!.*<!doctype).*?-->\s*\Z", re.DOTALL | re.IGNORECASE)
THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
ELEMENT = re.compile(r"<[a-z!/]", re.IGNORECASE)


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

    @property
    def is_plain(self) -> bool:
        """True when what is around the page holds no markup, so that leaving it out changes nothing."""
        return not ELEMENT.search(self.talk)


def said(text: str) -> str:
    """Return a text less fences, comments and thoughts."""
    return FENCE.sub("", COMMENT.sub("", THOUGHT.sub("thoughts", text))).strip()


def read_answer(text: str) -> Answer:
    """Part a page from what is said around it; where no page begins, all of it is the page."""
    bom = len(text) - len(text.lstrip("\ufeff"))
    start = START.search(COMMENT.sub(lambda match: " " * len(match[0]), text))
    if start is None:
        return Answer("", text, "")
    begin = start.start()
    if not said(text[bom:begin]) and not FENCE.search(text[:begin]):
        begin = 0
    ends = list(END.finditer(text, start.start()))
    if not ends:
        closing = FENCE.search(text, start.start()) if FENCE.search(text[:begin]) else None
        end = closing.start() if closing is not None else len(text)
    else:
        fenced = FENCE.search(text[:begin]) is not None
        first = next(
            (one for one in ends if fenced and FENCE.match(text, after_space(text, one.end()))), ends[-1]
        )
        end = first.end()
    if not said(text[end:]) and not FENCE.search(text[end:]):
        end = len(text)
    return Answer(text[:begin], text[begin:end], text[end:])


def after_space(text: str, at: int) -> int:
    """Return where the next text stands."""
    while at < len(text) and text[at].isspace():
        at += 1
    return at
