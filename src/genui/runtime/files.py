"""The runtime files among the templates."""

from genui.assets import Assets

DIRECTORY = "runtime/"


def scripts_in(assets: Assets) -> dict[str, str]:
    """Return the runtime files as they are written, by name."""
    return {
        path.removeprefix(DIRECTORY): text
        for path, text in assets.texts.items()
        if path.startswith(DIRECTORY) and path.endswith(".js")
    }
