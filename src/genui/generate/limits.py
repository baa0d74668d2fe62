"""The limits of a spec as genui.toml sets them."""

from genui.generate.author import Author
from genui.spec import SpecLimits


def spec_limits(author: Author) -> SpecLimits:
    """Return the limits of a spec as configured."""
    limits = author.config.limits
    return SpecLimits(limits.spec_bytes, limits.component_bytes, limits.components, limits.depth)
