"""Classes as tests say them: in a page most have short names."""

from genui.assets import load_assets
from genui.runtime import classes_of
from genui.runtime.classes import in_style


def css(selector: str) -> str:
    """Return a selector, or a script with some, for a page: its classes by their names in there."""
    return in_style(selector, classes_of(load_assets("templates"))[0])
