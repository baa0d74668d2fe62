"""JavaScript: parsing it, and taking away what only people need."""

from genui.javascript.minify import minify_script, minify_scripts
from genui.javascript.syntax import bound_names, decoded, javascript, parse_script, top_level_names

__all__ = [
    "bound_names",
    "decoded",
    "javascript",
    "minify_script",
    "minify_scripts",
    "parse_script",
    "top_level_names",
]
