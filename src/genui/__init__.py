"""A build-time static UI compiler for MCP servers."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from genui.attach import CompiledView
    from genui.attach import compile_view as compile  # noqa: A004 - genui.compile is its name
    from genui.errors import GenuiError, WishError
    from genui.uiresource import is_ui_resource, ui_resource

__version__ = "0.1.0"

__all__ = [
    "CompiledView",
    "GenuiError",
    "WishError",
    "__version__",
    "compile",
    "is_ui_resource",
    "ui_resource",
]

API = {
    "compile": ("genui.attach", "compile_view"),
    "CompiledView": ("genui.attach", "CompiledView"),
    "GenuiError": ("genui.errors", "GenuiError"),
    "WishError": ("genui.errors", "WishError"),
    "is_ui_resource": ("genui.uiresource", "is_ui_resource"),
    "ui_resource": ("genui.uiresource", "ui_resource"),
}
"""Where each name lives: it is loaded when first asked for, so that `import genui` costs nothing."""


def __getattr__(name: str) -> object:
    """Load a name of the public API."""
    if name not in API:
        raise AttributeError(f"module 'genui' has no attribute {name!r}")
    from importlib import import_module

    module, attribute = API[name]
    found: object = getattr(import_module(module), attribute)
    return found
