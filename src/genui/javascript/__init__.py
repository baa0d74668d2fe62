"""JavaScript: parsing it, taking away what only people need, and putting scripts together."""

from genui.javascript.bundle import bundle, needed
from genui.javascript.minify import minify_script
from genui.javascript.moved import moved
from genui.javascript.pieces import Piece, pieces_of, words_of
from genui.javascript.syntax import bound_names, decoded, javascript, parse_script, top_level_names
from genui.javascript.tokens import MARK

__all__ = [
    "MARK",
    "Piece",
    "bound_names",
    "bundle",
    "decoded",
    "javascript",
    "minify_script",
    "moved",
    "needed",
    "parse_script",
    "pieces_of",
    "top_level_names",
    "words_of",
]
