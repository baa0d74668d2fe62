"""The style of a page: the rules of a stylesheet that something in the page can match, said briefly."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

from genui.javascript.scopes import DIGITS, LOWER, UPPER, short_names

BRACE = re.compile(r"[{}]")
INNER = re.compile(r"\([^()]*\)")
CLASS = re.compile(r"\.([A-Za-z][\w-]*)")
TAG = re.compile(r"(?:^|[\s>+~])([a-z][a-z0-9]*)")
STRINGS = re.compile(r'"[^"]*"|\[[^\]]*\]')
DEFINED = re.compile(r"(--[\w-]+):")
PROPERTY = re.compile(r"--[\w-]+")
ROOT = re.compile(r":root\{[^}]*")
VALUED = re.compile(r"(--[\w-]+):([^;{}]+);")
SAID = re.compile(r"(?<=:)[^:;{}!]*var\([^:;{}!]*(?=[;}])")
"""The value of a declaration that refers to custom properties."""

JOINED = re.compile(r"--(?:\$\{|[\"'`])")
"""The beginning of a custom property's name to which a script adds the rest."""

HOSTS = re.compile(r"--(?:color|font|border|shadow)-")
"""Custom properties that hosts set."""


@dataclass(frozen=True)
class Rule:
    """A rule of minified CSS: its selectors with what each asks for, or an at-rule with the rules in it."""

    head: str
    body: str
    selectors: tuple[tuple[str, frozenset[str]], ...] = ()
    rules: tuple["Rule", ...] = ()


@lru_cache(maxsize=256)
def rules_of(css: str) -> tuple[Rule, ...]:
    """Return the rules of minified CSS."""
    found, at, depth, begin = list[Rule](), 0, 0, 0
    for brace in BRACE.finditer(css):
        depth += 1 if brace[0] == "{" else -1
        if depth == 1 and brace[0] == "{":
            begin = brace.start()
        elif depth == 0:
            head, body = css[at:begin].strip(), css[begin + 1 : brace.start()]
            at = brace.end()
            found.append(Rule(head, body, asking(head), rules_of(body) if head.startswith("@media") else ()))
    return tuple(found)


@lru_cache(maxsize=2048)
def asking(head: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the selectors before a rule's body with what each asks for; an at-rule has none."""
    return () if head.startswith("@") else tuple((each, asked_of(each)) for each in selectors(head))


def selectors(text: str) -> Iterator[str]:
    """Yield the selectors of a list; commas in parentheses part none."""
    depth, start = 0, 0
    for at, sign in enumerate(text):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "," and not depth:
            yield text[start:at]
            start = at + 1
    yield text[start:]


def asked_of(selector: str) -> frozenset[str]:
    """Return the classes and tags that a selector asks for, less the numbers at their ends."""
    plain = STRINGS.sub("", selector)
    while plain != (plain := INNER.sub("", plain)):
        pass
    return frozenset(name.rstrip(DIGITS) for name in [*CLASS.findall(plain), *TAG.findall(plain)])


def matched(rules: Iterable[Rule], words: frozenset[str]) -> str:
    """Return the rules less the selectors with a class or tag that none of these words can be.

    Words are given less the numbers at their ends, since scripts put numbers after words.
    """
    found: list[str] = []
    for rule in rules:
        if rule.rules:
            inside = matched(rule.rules, words)
            found += [f"{rule.head}{{{inside}}}"] if inside else []
        elif rule.head.startswith("@"):
            found.append(f"{rule.head}{{{rule.body}}}")
        elif kept := [each for each, asked in rule.selectors if asked <= words]:
            found.append(f"{','.join(kept)}{{{rule.body}}}")
    return "".join(found)


def together(css: str) -> str:
    """Return CSS with all that `:root`, or a condition of the media, has in the last of its places."""
    rules = rules_of(css)
    bodies, last = defaultdict[str, list[str]](list), dict[str, int]()
    for at, rule in enumerate(rules):
        head = rule.head if rule.head == ":root" or rule.rules else f"{at}"
        bodies[head].append(rule.body)
        last[head] = at
    between = {":root": ";"}
    return "".join(
        f"{rules[at].head}{{{between.get(head, '').join(bodies[head])}}}"
        for head, at in sorted(last.items(), key=itemgetter(1))
    )


def read_once(css: str, own: set[str]) -> tuple[str, str] | None:
    """Return the first of these custom properties of the root that is read in one place, with its value."""
    uses = Counter(PROPERTY.findall(css))
    for name, value in VALUED.findall("".join(ROOT.findall(css))):
        if name in own and uses[name] == 2 and f"var({name})" in css:
            return name, value
    return None


def said_often(css: str, own: set[str]) -> Iterator[str]:
    """Yield the values that are shorter as one more custom property of the root.

    They refer to nothing but its own properties, which mean the same everywhere.
    """
    defined = Counter(DEFINED.findall(css))
    fixed = {
        name for name in DEFINED.findall("".join(ROOT.findall(css))) if name in own and defined[name] == 1
    }
    for value, n in Counter(SAID.findall(css)).items():
        length = len(PROPERTY.sub("--a", value))
        names = PROPERTY.findall(value)
        if n * (length - len("var(--a)")) > length + len("--a:;") + 1 and fixed.issuperset(names):
            yield value


def brief(css: str, script: str, words: frozenset[str]) -> str:
    """Return CSS less the custom properties that nobody reads, with short names for those of its own.

    What a script names stays, with a number behind it as well; where a script puts names together, so does
    all that it has a word for.
    """
    css = together(css)
    named = {*PROPERTY.findall(script)}
    is_said = words.__contains__ if JOINED.search(script) else lambda _: False
    every = {*PROPERTY.findall(css)}
    own = {
        name
        for name in every
        if not HOSTS.match(name)
        and named.isdisjoint({name, name.rstrip(DIGITS)})
        and not is_said(name[2:].rstrip(DIGITS))
    }
    while unread := {name for name in DEFINED.findall(css) if name in own and f"var({name}" not in css}:
        css = re.sub(rf"(?:{'|'.join(map(re.escape, sorted(unread)))}):[^;{{}}]*;?", "", css)
    while found := read_once(css, own):
        name, value = found
        css = css.replace(f"{name}:{value};", "").replace(f"var({name})", value)
    for number, value in enumerate(said_often(css, own)):
        name = f"--said-{number}"
        css = re.sub(rf"(?<=:){re.escape(value)}(?=[;}}])", f"var({name})", css)
        css = css.replace(":root{", f":root{{{name}:{value};", 1)
        own.add(name)
    uses = Counter(name for name in PROPERTY.findall(css) if name in own)
    free = (f"--{name}" for name in short_names(LOWER + UPPER) if f"--{name}" not in named | (every - own))
    short = dict(zip(sorted(uses, key=lambda name: (-uses[name], name)), free, strict=False))
    return PROPERTY.sub(lambda name: short.get(name[0], name[0]), css)
