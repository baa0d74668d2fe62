"""Classes and custom properties that only the style and the scripts of a page know: short names for them.

None is a class that a page template, a spec or its data names, or that anybody outside looks for: they
have `data-component` and its like. tests/test_classes.py holds them against the runtime.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

from genui.assets import Assets, load_assets
from genui.javascript import Piece
from genui.javascript.pieces import RAW
from genui.javascript.scopes import LOWER, UPPER, short_names
from genui.javascript.tokens import AFTER_WORD, CLOSE, OPEN, STRING

NAMED = """
    about area asis bar bars base below btn calm card cards cell chart check checks clip cursor dag
    danger diff dim dot drop edit entry err field find fold foot form gap grid group heat hint ico inner
    item kinds kv lab legend lines link many mapped mid mono more near note num options out pane
    pick plain primary prose push quiet ran reading req rows run scroll seg slide sm small soft spark
    spin stat stats tabs talk task text time tip tools tree wide wrap zoom
"""
CLASSES = frozenset(NAMED.split())
SAID_ALONE = """
    btn calm clip danger dim drop ico mapped mid mono num options primary push quiet ran run sm wide
"""
ALONE = frozenset(SAID_ALONE.split())
"""Those that scripts name also outside of `tag.class`: such a text with nothing but these means classes."""

PROPERTIES = frozenset({"--fg2", "--lt", "--rt", "--sh", "--wd"})
"""Custom properties that scripts set or read."""

WORD = re.compile(r"[A-Za-z][\w-]*")
TAGGED = re.compile(r"[a-z0-9]*\.[A-Za-z][\w-]*(?: [\w-]+)* ?")
LISTED = re.compile(r" ?[A-Za-z][\w-]*(?: [\w-]+)* ?")
CLASS = re.compile(r"(?<=\.)[A-Za-z][\w-]*")
PROPERTY = re.compile(r"--[A-Za-z][\w-]*")
IN_STYLE = re.compile(rf'"[^"]*"|(?<=\.)[A-Za-z][\w-]*|{PROPERTY.pattern}')
"""A string, or a class or custom property: what stands in strings is none."""

STRINGS = re.compile(f'(?<={OPEN}[{STRING}{AFTER_WORD}]")([^"\\\\{CLOSE}]*)(?="{CLOSE})')
"""The strings in a piece, without their quotes."""


def classes_in(text: str) -> list[str]:
    """Return the classes that a string of a script means."""
    if TAGGED.fullmatch(text):
        return WORD.findall(text.partition(".")[2])
    if LISTED.fullmatch(text) and ALONE.issuperset(text.split()):
        return text.split()
    return CLASS.findall(text)


def in_text(text: str, names: Mapping[str, str]) -> str:
    """Return a string of a script with the classes in it renamed: `div.stack dim`, `sm quiet`, `.field`."""

    def short(word: re.Match[str]) -> str:
        return names.get(word[0], word[0])

    if TAGGED.fullmatch(text):
        tag, _, classes = text.partition(".")
        return f"{tag}.{WORD.sub(short, classes)}"
    if LISTED.fullmatch(text) and ALONE.issuperset(text.split()):
        return WORD.sub(short, text)
    return CLASS.sub(short, text)


def in_piece(piece: Piece, names: Mapping[str, str]) -> Piece:
    """Return a piece of a script with the classes in its strings and the custom properties renamed."""
    if piece.kind == RAW:
        return piece
    text = STRINGS.sub(lambda found: in_text(found[1], names), piece.text)
    text = PROPERTY.sub(lambda found: names.get(found[0], found[0]), text)
    return piece if text == piece.text else replace(piece, text=text)


def in_style(css: str, names: Mapping[str, str]) -> str:
    """Return minified CSS with its classes and custom properties renamed."""
    return IN_STYLE.sub(lambda found: names.get(found[0], found[0]), css)


def own_classes(assets: Assets) -> frozenset[str]:
    """Return the classes that no template of the user's mentions, which may mean others by them."""
    return CLASSES.difference(words_of_user(assets))


@cache
def words_of_user(assets: Assets) -> frozenset[str]:
    """Return all words in the templates that are not those of genui."""
    bundled = load_assets("templates").texts
    theirs = (text for path, text in assets.texts.items() if bundled.get(path) != text)
    return frozenset(word for text in theirs for word in WORD.findall(text))


def short_classes(assets: Assets, pieces: Iterable[Piece], css: str) -> dict[str, str]:
    """Return short names for classes and custom properties, the shortest for the classes said most here."""
    uses = Counter(IN_STYLE.findall(css))
    own = own_classes(assets)
    taken = words_of_user(assets).union(uses)
    for piece in pieces:
        for text in STRINGS.findall(piece.text):
            uses.update(name for name in classes_in(text) if name in own)
    free = (name for name in short_names(LOWER + UPPER) if name not in taken and "$" not in name)
    names = dict(zip(sorted(own, key=lambda name: (-uses[name], name)), free, strict=False))
    properties = sorted(name for name in PROPERTIES if name[2:] not in taken)
    letters = (name for name in UPPER if name not in taken and f"--{name}" not in uses)
    return names | dict(zip(properties, map("--{}".format, letters), strict=False))
