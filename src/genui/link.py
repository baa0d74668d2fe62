"""Linking: a spec becomes one self-contained HTML file that takes only the runtime files it can need."""

import json
import math
import re
import traceback
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from genui import __version__
from genui.assets import Assets
from genui.components import runtime_files
from genui.digests import SHOWN
from genui.emergency import emergency_page
from genui.errors import ConfigError
from genui.forms import entries_of_plan, files_of_plan, form_plan
from genui.model import Json, Tool, View
from genui.plaintext import plain_text
from genui.runtime import linked_runtime

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["embed_json", "emergency_page", "fill_template", "link", "page_data", "page_weight"]

PAGE = "page.html"
MARKUP = frozenset({"data", "script", "style"})
"""The template variables that are safe in their places as they are; the others are text."""

DATA_BLOCK = re.compile(rb'(<script type="application/json"[^>]*>)([^<]*)(?=</script)')


def link(tool: Tool, view: View, assets: Assets, *, source: str) -> bytes:
    """Link a view into the bytes of its artifact; `source` names the view file in the header comment.

    Raises:
        ConfigError: An overridden template or runtime file cannot be used.
    """
    data = page_data(tool, view)
    files = runtime_files(view.spec, tool=tool.definition) | files_of_plan(data["form"])
    script, style = linked_runtime(assets, files, entries_of_plan(data["form"]))
    title = str(view.spec.get("title") or tool.title or tool.name)
    return fill_template(
        assets,
        PAGE,
        title=" ".join(plain_text(title).split()),
        source=re.sub("-(?=-)", "- ", plain_text(source)),
        data=embed_json(data),
        script=script,
        style=style,
    )


def page_data(tool: Tool, view: View) -> dict[str, Json]:
    """Return what the runtime reads: tool, spec, form and, for readers without a host, an example."""
    data: dict[str, Json] = {
        "tool": {key: tool.definition[key] for key in SHOWN if key in tool.definition},
        "spec": view.spec,
        "form": form_plan(tool, view.spec),
        "genui": __version__,
    }
    if view.example is not None:
        data["example"] = view.example
    return data


def embed_json(value: Json) -> str:
    """Serialize a JSON value so that no HTML or JavaScript parser can leave it early."""
    try:
        text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    except ValueError:
        text = json.dumps(finite(value), ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def finite(value: Json) -> Json:
    """Return a value with null for the numbers that Python reads and JSON does not have."""
    if isinstance(value, dict):
        return {key: finite(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def page_weight(html: bytes) -> int:
    """Return the size of an artifact without the tool's own schema and spec data."""
    return len(html) - sum(len(match[2]) for match in DATA_BLOCK.finditer(html))


def fill_template(assets: Assets, name: str, **values: str) -> bytes:
    """Render a template of these assets; data, script and style are markup, all else is text.

    Raises:
        ConfigError: The template cannot be used: the message names its file and line.
    """
    from jinja2 import TemplateError
    from markupsafe import Markup

    shown = {key: Markup(value) if key in MARKUP else value for key, value in values.items()}  # noqa: S704
    try:
        template = environment(assets).get_template(name)
        return template.render(version=__version__, **shown).encode()
    except TemplateError as error:
        raise template_error(name, error) from error


@cache
def environment(assets: Assets) -> "Environment":
    """Return the environment that all templates of these assets share."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    def load(name: str) -> tuple[str, str, Callable[[], bool]] | None:
        return (assets.texts[name], name, lambda: True) if name in assets.texts else None

    return Environment(
        loader=FunctionLoader(load), autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
    )


def template_error(name: str, error: Exception) -> ConfigError:
    """Say which line of which template is wrong, and what is wrong with it."""
    at = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    known = [(getattr(error, "name", None) or name, getattr(error, "lineno", None))]
    file, line = [*known, *((place, number) for place, number in at if place.endswith(".html"))][-1]
    return ConfigError(
        f"templates/{file}:{line or 1}: {error}",
        hint=f"compare it with the bundled {file}, or remove it from the templates directory",
    )
