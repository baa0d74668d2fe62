"""Linking: a spec becomes one self-contained HTML file: the shell, its data as JSON, style and runtime."""

import gzip
import re
import traceback
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from genui.assets import CUSTOM, PAGE, RUNTIME, STYLE, Assets
from genui.digests import SHOWN, shape_digest
from genui.errors import ConfigError
from genui.forms import form_plan
from genui.inert import DIGITS, digest_of, prove, title_of
from genui.model import Json, Tool, View
from genui.plaintext import data_text, one_line

if TYPE_CHECKING:
    from jinja2 import Environment

MARKUP = frozenset({"data", "style", "runtime", "custom"})
"""The template variables that are safe in their places as they are; the others are text."""

BUDGET = 80 * 1024
"""Bytes by gzip that a page may have without its data."""

DATA = b'<script type="application/json" id="view-data">'

ENDS_ELEMENT = re.compile(r"</(?:script|style)|<!--|<script", re.IGNORECASE)
"""What would end an inline script or style early, or make the HTML parser count nested ones."""


def link(tool: Tool, view: View, assets: Assets, *, source: str, reviewed: bool = True) -> bytes:
    """Link a view into the bytes of its artifact; `source` is the digest of all that its spec is made from.

    Raises:
        ConfigError: An overridden template cannot be used.
    """
    data = page_data(tool, view, source=source, reviewed=reviewed)
    return filled_page(assets, title=one_line(title_of(data["tool"], view.spec)), data=data_text(data))


def filled_page(assets: Assets, *, title: str, data: str) -> bytes:
    """Return the page of these assets with its title and its data."""
    return fill_template(assets, PAGE, title=title, data=data, **shared_texts(assets))


def page_data(tool: Tool, view: View, *, source: str, reviewed: bool = True) -> dict[str, Json]:
    """Return what a build remembers of the view, then what the runtime reads: tool, spec, form, example.

    A view made while serving says in its footer that nobody has reviewed it.
    """
    return {
        **head_data(tool, view, source=source),
        "spec": view.spec,
        "form": form_plan(tool, view.spec),
        **({} if view.example is None else {"example": view.example}),
        **({} if reviewed else {"reviewed": False}),
        **({} if tool.for_views else {"runs": False}),
    }


def head_data(tool: Tool, view: View, *, source: str) -> dict[str, Json]:
    """Return what every artifact tells: its digests, its kind, and what is shown of the tool."""
    return {
        "source": source,
        "shape": shape_digest(tool.definition),
        "kind": str(view.spec.get("kind", "rich")),
        "tool": {key: tool.definition[key] for key in SHOWN if key in tool.definition},
    }


@cache
def shared_texts(assets: Assets) -> dict[str, str]:
    """Return what all pages of these assets have in common, by the name of its hole.

    Raises:
        ConfigError: A text of the project's own contains what would end its element in the page.
    """
    runtime, custom = assets.texts[RUNTIME], assets.texts.get(CUSTOM, "")
    return {
        "digest": digest_of(runtime.encode())[:DIGITS],
        "style": within(STYLE, assets.texts[STYLE]),
        "runtime": runtime,
        "custom": f"\n<script>{within(CUSTOM, custom)}</script>" if custom else "",
    }


def within(name: str, text: str) -> str:
    """Return the text if no HTML parser can leave its element early."""
    if found := ENDS_ELEMENT.search(text):
        file = name.removeprefix("dist/")
        raise ConfigError(
            f"templates/{file} contains {found[0]!r}, which no inline script or style may contain",
            hint="write it in two parts, such as '<' + '!--'",
        )
    return text


def is_known(html: bytes, tool: Tool, assets: Assets, *, max_bytes: int) -> bool:
    """Tell whether nothing is left to judge: the page is inert, of genui's own texts, and not too large."""
    return not assets.own and len(html) <= max_bytes and prove(html, tool=tool.name).inert


def weight(html: bytes) -> int:
    """Return the bytes of an artifact without its data, by gzip."""
    start = html.find(DATA) + len(DATA)
    end = html.find(b"</script>", start) if start >= len(DATA) else -1
    return len(gzip.compress(html[:start] + html[end:] if end > 0 else html, mtime=0))


@cache
def shared_bytes(assets: Assets) -> tuple[int, int]:
    """Return how many bytes a page of these assets has without its data, as they are and by gzip."""
    page = filled_page(assets, title="", data="")
    return len(page), len(gzip.compress(page, mtime=0))


def fill_template(assets: Assets, name: str, **values: str) -> bytes:
    """Render a template of these assets; data, style and scripts are markup, all else is text.

    Raises:
        ConfigError: The template cannot be used: the message names its file and line.
    """
    from jinja2 import TemplateError
    from markupsafe import Markup

    # Data, style and scripts are made safe before; all other values are text and get escaped.
    shown = {key: Markup(value) if key in MARKUP else value for key, value in values.items()}  # noqa: S704
    try:
        return environment(assets).get_template(name).render(**shown).encode()
    except TemplateError as error:
        raise template_error(name, error) from error


@cache
def environment(assets: Assets) -> "Environment":
    """Return the environment that all templates of these assets share."""
    from jinja2 import FunctionLoader, StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment  # a cloned folder may bring templates of its own

    def load(name: str) -> tuple[str, str, Callable[[], bool]] | None:
        return (assets.texts[name], name, lambda: True) if name in assets.texts else None

    return SandboxedEnvironment(
        loader=FunctionLoader(load), autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
    )


def template_error(name: str, error: Exception) -> ConfigError:
    """Say which line of which template is wrong, and what is wrong with it."""
    # An undefined name carries no line; the traceback of the rendered template does.
    at = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    known = [(getattr(error, "name", None) or name, getattr(error, "lineno", None))]
    file, line = [*known, *((place, number) for place, number in at if place.endswith(".html"))][-1]
    return ConfigError(
        f"templates/{file}:{line or 1}: {error}",
        hint=f"compare it with the bundled {file}, or remove it from the templates directory",
    )
