"""The page runtime: its files minified one by one, and put together as a page needs them."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple, dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from genui.assets import Assets, remembered
from genui.canonical import digest, sha256
from genui.errors import ConfigError
from genui.javascript import MARK, Piece, bundle, moved, needed, pieces_of, words_of
from genui.runtime.classes import in_piece, in_style, short_classes
from genui.runtime.files import DIRECTORY, scripts_in
from genui.runtime.members import own_members
from genui.runtime.sheet import brief, matched, rules_of

ENTRY = "main.js"
"""Every view made from a spec starts here; the files it needs come along."""

EXPORTS = "ext-apps.js"
"""What a page written by a person or a model imports, and with it the bridge."""

OPEN, CLOSE = '(()=>{"use strict";', "})()"

EXPORTED = ("App",)
"""What code that is no runtime file may call by its name."""

STYLE, PAGE_TEMPLATE = "style.css", "page.html"
NEEDS = re.compile(r"^// needs: (.*)$", re.MULTILINE)
SECTION = re.compile(r"/\* == ([\w -]+) == \*/")
ENDS_ELEMENT = re.compile(r"</(?:script|style)|<!--|<script", re.IGNORECASE)
"""What would end an inline script or style early, or make the HTML parser count nested ones."""


@dataclass(frozen=True)
class Runtime:
    """The minified runtime files in pieces and style sections by name, and which files each file needs."""

    pieces: Mapping[str, tuple[Piece, ...]]
    needs: Mapping[str, tuple[str, ...]]
    base: str
    """The part of the style that every page has."""
    sections: Mapping[str, str]
    """The other parts by the files that want them: a name, or several with spaces between."""

    @cached_property
    def scripts(self) -> Mapping[str, str]:
        """Each runtime file by itself, whole, with the names of its source for what others use."""
        kept = {name for pieces in self.pieces.values() for piece in pieces for name in piece.names}
        return {name: bundle(pieces, kept=kept, brief=False) for name, pieces in self.pieces.items()}


@cache
def runtime_of(assets: Assets) -> Runtime:
    """Minify every runtime file and style section of these assets, once for each user.

    Raises:
        ConfigError: A file contains what would end its element in the page.
    """
    told = remembered("runtime", runtime_key(assets), lambda: minified(assets))
    needs = {name: tuple(" ".join(NEEDS.findall(text)).split()) for name, text in scripts_in(assets).items()}
    pieces = {
        name: tuple(Piece(kind, text, tuple(names), *more) for kind, text, names, *more in each)
        for name, each in told["pieces"].items()
    }
    return Runtime(pieces, needs, told["base"], told["sections"])


def runtime_key(assets: Assets) -> str:
    """Return a digest of all that decides how the runtime is minified: texts, compiler, libraries."""
    from importlib.metadata import version

    libraries = [version(name) for name in ("tree-sitter", "tree-sitter-javascript", "rcssmin")]
    return digest([scripts_in(assets), assets.texts[STYLE], version_of("javascript", "runtime"), libraries])


def version_of(*packages: str) -> str:
    """Return a digest of the text of some packages of genui, for what is remembered of their work."""
    here = Path(__file__).parent.parent
    paths = sorted(path for name in packages for path in here.glob(f"{name}/*.py"))
    return sha256(b"".join(path.read_bytes() for path in paths))


def minified(assets: Assets) -> dict[str, Any]:
    """Return the minified scripts, and the base and the sections of the style."""
    import rcssmin

    base, *rest = SECTION.split(assets.texts[STYLE])
    pieces = pieces_of(moved(scripts_in(assets), kept=EXPORTED))
    for name, each in pieces.items():
        for piece in each:
            checked(DIRECTORY + name, MARK.sub(r"\2", piece.text))
    return {
        "pieces": {name: [astuple(piece) for piece in each] for name, each in pieces.items()},
        "base": checked(STYLE, rcssmin.cssmin(base)),
        "sections": {
            name: checked(STYLE, rcssmin.cssmin(text))
            for name, text in zip(rest[::2], rest[1::2], strict=True)
        },
    }


def checked(path: str, text: str) -> str:
    """Return the text if no HTML parser can leave its element early."""
    if found := ENDS_ELEMENT.search(text):
        raise ConfigError(
            f"templates/{path} contains {found[0]!r}, which no inline script or style may contain",
            hint="write it in two parts, such as '<' + '!--'",
        )
    return text


def linked_runtime(
    assets: Assets, files: Iterable[str], entries: frozenset[str] | None = None
) -> tuple[str, str]:
    """Return the script and the style of a page that needs these runtime files.

    `entries` names what its form uses of the tables in them, such as "kinds.text"; None: all there is.
    """
    return put_together(assets, frozenset(files), entries)


@cache
def put_together(
    assets: Assets, files: frozenset[str], entries: frozenset[str] | None = None
) -> tuple[str, str]:
    """Return the script and the style of the closure of these files, dependencies first."""
    runtime = runtime_of(assets)
    order = files_of_page(assets, files)
    pieces = pieces_needed(runtime, order, entries)
    names = {name.removesuffix(".js") for name in order}
    texts = [runtime.base, *(t for wanted, t in runtime.sections.items() if names & {*wanted.split()})]
    words = words_of(assets.texts[PAGE_TEMPLATE]).union(*(piece.words for piece in pieces))
    css = "".join(matched(rules_of(text), words) for text in texts)
    classes, renamed = classes_of(assets)
    script = wrapped(map(renamed, pieces), assets)
    return script, brief(in_style(css, classes), script, words)


@cache
def classes_of(assets: Assets) -> tuple[dict[str, str], Callable[[Piece], Piece]]:
    """Return short names for the classes that only scripts and style know, and what puts them in a piece."""
    runtime = runtime_of(assets)
    pieces = [piece for each in runtime.pieces.values() for piece in each]
    names = short_classes(assets, pieces, "".join((runtime.base, *runtime.sections.values())))
    return names, cache(partial(in_piece, names=names))


def files_of_page(assets: Assets, files: Iterable[str]) -> list[str]:
    """Return all the runtime files that a page which needs these is made from, in order."""
    return dependency_order(runtime_of(assets).needs, [*sorted(files), ENTRY])


def pieces_needed(
    runtime: Runtime, order: Iterable[str], entries: frozenset[str] | None = None
) -> list[Piece]:
    """Return the pieces of these runtime files that a page with them can reach."""
    asked = defaultdict[str, set[str]](set)
    for entry in entries or ():
        table, _, name = entry.partition(".")
        asked[table].add(name)
    pieces = (piece for name in order for piece in runtime.pieces[name])
    return needed(pieces, kept=EXPORTED, asked={table: frozenset(names) for table, names in asked.items()})


def wrapped(pieces: Iterable[Piece], assets: Assets) -> str:
    """Return pieces as one script with a scope of its own."""
    return OPEN + bundle(pieces, kept=EXPORTED, own=own_members(assets)) + CLOSE


@cache
def page_bridge(assets: Assets) -> str:
    """Return the script that stands in for @modelcontextprotocol/ext-apps in a page."""
    runtime = runtime_of(assets)
    return wrapped(pieces_needed(runtime, dependency_order(runtime.needs, [EXPORTS])), assets)


def dependency_order(needs: Mapping[str, tuple[str, ...]], roots: Iterable[str]) -> list[str]:
    """Return the roots and all they need, what is needed first, else in the order given.

    Raises:
        ConfigError: A file needs one that does not exist.
    """
    order: dict[str, bool] = {}

    def visit(name: str, needed_by: str) -> None:
        if name in order:
            return
        if name not in needs:
            raise ConfigError(
                f"{needed_by} needs the runtime file {name!r}, which does not exist",
                hint=f"known files: {', '.join(sorted(needs))}",
            )
        order[name] = False
        for other in needs[name]:
            visit(other, f"templates/{DIRECTORY}{name}")
        del order[name]
        order[name] = True

    for root in roots:
        visit(root, "the page")
    return list(order)
