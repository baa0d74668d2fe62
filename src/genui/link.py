"""Linking: a spec becomes one self-contained HTML file: shell, data, style and runtime."""

import gzip
import traceback
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from genui.assets import Assets, runtime_of, style_of
from genui.digests import SHOWN, shape_digest
from genui.errors import ConfigError
from genui.forms import form_plan
from genui.inert import DIGEST_DIGITS, digest_of, escaped_title
from genui.model import Json, Tool, View
from genui.pagedata import data_text

if TYPE_CHECKING:
    from jinja2 import Environment

PAGE = "page.html"
CUSTOM = "custom.js"


def link(tool: Tool, view: View, assets: Assets, *, source: str = "") -> bytes:
    """Link a view into the bytes of its artifact; `source` is the digest of what its spec was made from.

    Raises:
        ConfigError: An overridden template cannot be used.
    """
    return page_of(page_data(tool, view, source=source), assets)


def page_data(tool: Tool, view: View, *, source: str = "") -> dict[str, Json]:
    """Return what a page holds as data: what a build remembers, then what the runtime reads.

    That is tool, spec, form and, for readers without a host, an example.
    """
    data: dict[str, Json] = {
        **head_data(tool, source=source, kind=str(view.spec.get("kind", "rich"))),
        "spec": view.spec,
        "form": form_plan(tool, view.spec),
    }
    if view.example is not None:
        data["example"] = view.example
    return data


def head_data(tool: Tool, *, source: str, kind: str) -> dict[str, Json]:
    """Return the first members of a page's data: what a later build must remember, and the tool."""
    return {
        "source": source,
        "shape": shape_digest(tool.definition),
        "kind": kind,
        "tool": {key: tool.definition[key] for key in SHOWN if key in tool.definition},
    }


def page_of(data: dict[str, Json], assets: Assets) -> bytes:
    """Return the page that shows these data.

    Raises:
        ConfigError: An overridden template cannot be used.
    """
    runtime = runtime_of(assets)
    custom = assets.texts.get(CUSTOM)
    return fill_template(
        assets,
        PAGE,
        title=escaped_title(data),
        digest=digest_of(runtime)[:DIGEST_DIGITS],
        data=data_text(data),
        style=style_of(assets),
        runtime=runtime,
        custom="" if custom is None else f"\n<script>{custom}</script>",
    )


@cache
def fixed_weight(assets: Assets) -> int:
    """Return the gzipped bytes of a page without its data: the same for all pages of a project."""
    return len(gzip.compress(page_of({}, assets), mtime=0))


def fill_template(assets: Assets, name: str, **values: str) -> bytes:
    """Render a template of these assets; the values are markup, each escaped for its place.

    Raises:
        ConfigError: The template cannot be used: the message names its file and line.
    """
    from jinja2 import TemplateError
    from markupsafe import Markup

    shown = {key: Markup(value) for key, value in values.items()}  # noqa: S704
    try:
        return environment(assets).get_template(name).render(**shown).encode()
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
