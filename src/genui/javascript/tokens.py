"""Tokens of a minified script: the white space that keeps them apart, and marks for what a page decides."""

import re
from collections.abc import Iterator

OPEN, CLOSE = "\ue000", "\ue001"
"""Around what is written differently in each page: a letter for its kind, then its text."""

NAME, GLOBAL, MEMBER, OPTIONAL, STRING, AFTER_WORD, KEY = "ngposwk"
"""Kinds of marks: a name of the top, one of the platform, `.member`, the member after `?.`, a string, a
string with a word before it, from which a name has to be kept apart, the key of a member."""

RECEIVER, METHOD, HELD, METHOD_HELD = "rchd"
"""Kinds of marks before and behind what a method is called on, with the method and how many arguments it
gets: `map/1`. The latter two stand for parentheses as well: `(a || b).map(c)` may become `map(a || b, c)`."""

LAST = "l"
"""The kind of mark for a last argument that a method is often given, said in it: `replace/2/""`."""

MADE = "m"
"""The kind of mark for `new` and what it makes, of at most one argument: `new Set(a)` may become `A(a)`."""

MARK = re.compile(f"{OPEN}(.)([^{CLOSE}]*){CLOSE}")
WORD_BEFORE = re.compile(rf"(?<=[\w$]){OPEN}{STRING}")
WORD_BEHIND = re.compile(rf"({OPEN}[{STRING}{AFTER_WORD}][^{CLOSE}]*{CLOSE})(?=[\w$])")

BEFORE_CALL = (OPEN + RECEIVER, OPEN + HELD)

SEMICOLON = "\0;"
"""The end of a statement among the tokens: not needed before a closing brace."""

WORD = re.compile(r"[\w$\\]")
INTEGER = re.compile(r"[\d_]+\Z")
JOINING = {("+", "+"), ("-", "-"), ("/", "/"), ("/", "*"), ("<", "!"), ("-", ">")}
"""Last and first characters that would make another token of two."""


def marked(kind: str, text: str) -> str:
    """Return the mark for a text of a kind."""
    return f"{OPEN}{kind}{text}{CLOSE}"


def joined(tokens: list[str]) -> str:
    """Return the tokens with the little white space between them that keeps them apart."""
    text = WORD_BEFORE.sub(OPEN + AFTER_WORD, "".join(spaced(tokens)))
    return WORD_BEHIND.sub(r"\1 ", text)


def spaced(tokens: list[str]) -> Iterator[str]:
    """Yield the tokens, and white space where two would be one."""
    following = begun = ""
    found: list[str] = []
    for token in reversed(tokens):
        if token is SEMICOLON:
            if not following.startswith("}") and following not in ("", SEMICOLON):
                found.append(";")
        elif token.startswith(BEFORE_CALL):
            found.append(token)
            begun = token
            continue
        else:
            # What is said before a receiver may be the name of a function.
            apart = following and (must_part(token, following) or (begun and WORD.match(edge(token, -1))))
            found += [" ", token] if apart else [token]
        following, begun = token, ""
    return reversed(found)


def must_part(token: str, following: str) -> bool:
    """Tell whether two tokens would read as something else without white space between them."""
    last, first = edge(token, -1), edge(following, 0)
    if WORD.match(first):
        return bool(WORD.match(last)) or (last == "/" and len(token) > 1)
    return (last, first) in JOINING or (first == "." and bool(INTEGER.match(token)))


def edge(token: str, at: int) -> str:
    """Return the first or last character of a token as the page will have it."""
    if not token.startswith(OPEN):
        return token[at]
    kind = token[1]
    if kind in (METHOD, METHOD_HELD):
        return ".("[at]
    if kind == LAST:
        return ","
    return "." if kind == MEMBER and at == 0 else "a" if kind not in (STRING, KEY) else '"'
