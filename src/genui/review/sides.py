"""The two sides of a review: the tools and views of a project at one time, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from genui.canonical import digest, sha256
from genui.errors import GenuiError
from genui.inert import Parts, cut, data_of, digest_of, own_style, prove
from genui.model import Json, JsonObject, Tool
from genui.slug import slugs_of
from genui.snapshot import MANIFEST_NAME, TOOLS
from genui.store import Stored, read_store
from genui.viewfile import VIEWS, StoredView, page_digest, read_view, view_bytes

TITLE, DATA = "\ue000title\ue000", "\ue000data\ue000"
"""Where title and data go in the page that frames are assembled from: no text of genui's holds these."""

REMEMBERED = ("source", "shape", "kind")
"""Members of a page's data that a build remembers by."""


class SideError(GenuiError):
    """A side of a review cannot be read: nothing can be said about changes."""

    exit_code = 3


@dataclass(frozen=True, slots=True)
class Page:
    """What an artifact is: enough to tell what changed between two."""

    sha256: str
    size: int
    code: str
    """Whose code runs in it: the words of genui.inert."""
    shell: str
    """The digest of all but its title and data, "" where it is not made of genui's shell."""
    data: JsonObject | None
    """Its data less what a build remembers and the version of the spec; None where they are not genui's."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One tool and its view."""

    slug: str
    definition: JsonObject
    view: StoredView | None = None
    page: Page | None = None
    problem: str = ""
    """Why the view file cannot be read; "" where it can, or there is none."""

    @property
    def tool(self) -> Tool:
        """The tool."""
        return Tool(self.definition)

    @property
    def spec(self) -> JsonObject:
        """The spec of its view; an empty one where it has none."""
        return self.view.view.spec if self.view else {}

    @property
    def title(self) -> str:
        """What people call the tool."""
        return self.tool.title or self.tool.name


@dataclass(frozen=True, slots=True)
class Side:
    """A project at one time."""

    name: str
    """How the person named it: a git ref, a directory, a file."""
    tools: Mapping[str, Seen]
    server: Mapping[str, str] = field(default_factory=dict)
    genui: str = ""
    settings: Mapping[str, JsonObject] = field(default_factory=dict)
    """What genui.toml says of the server to start, of serving, and of levels; empty where there is none."""
    shells: Mapping[str, str] = field(default_factory=dict)
    """The pages that its views are made of, less title and data, by digest: they draw them as they were."""


def side_in(directory: Path, *, name: str, templates: str | None = None) -> Side:
    """Read a generated directory as a side; `templates` is the folder of the project's own style.

    Raises:
        SideError: There is no generated directory.
    """
    if not any((directory / part).exists() for part in (MANIFEST_NAME, TOOLS, VIEWS)):
        raise SideError(
            f"{name}: there is no generated directory at {directory}", hint="name one that genui build wrote"
        )
    return side_of(read_store(directory), name=name, style=own_style(templates))


def side_of(stored: Stored, *, name: str, style: str = "") -> Side:
    """Return what a generated directory holds as a side.

    Raises:
        SideError: A tool's definition cannot be read, so nobody can tell what changed.
    """
    damaged = [path for path, one in stored.definitions.items() if one is None]
    if damaged:
        raise SideError(
            f"{name}: {damaged[0]} holds no tool definition", hint="restore it, or run genui build"
        )
    definitions = stored.tools_before()
    slugs = slugs_of(definitions)
    tools, shells = {}, dict[str, str]()
    for tool, definition in sorted(definitions.items()):
        slug = slugs[tool]
        files = stored.folders.get(slug, ())
        page = None
        if files:
            html = stored.artifacts[files[0]]
            parts = cut(html)
            page = page_of(html, parts, tool, style)
            if parts and page.shell not in shells:
                shells[page.shell] = shell_of(html, parts)
        problem = stored.unreadable.get(slug, "")
        if slug in stored.conflicts:
            problem = "git has left a conflict in it"
        tools[tool] = Seen(slug, definition, stored.views.get(slug), page, problem)
    told = {key: str(value) for key, value in stored.manifest.upstream.items()}
    return Side(name, tools, told, stored.manifest.genui, shells=shells)


def page_of(html: bytes, parts: Parts | None, tool: str, style: str) -> Page:
    """Return what an artifact is; `parts` is what it is made of where that is genui's shell."""
    proof = prove(html, tool=tool, style=style)
    data = data_of(parts) if parts else None
    return Page(
        sha256=sha256(html),
        size=len(html),
        code=proof.told,
        shell=digest([digest_of(one) for one in (parts.shell, parts.style, parts.runtime)]) if parts else "",
        data=None if data is None else shown_data(data),
    )


def shown_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a page that show in it."""
    kept = {name: value for name, value in data.items() if name not in REMEMBERED}
    return {**kept, "spec": unversioned(data["spec"])}


def shell_of(html: bytes, parts: Parts) -> str:
    """Return a page with TITLE and DATA in place of its own."""
    for before, text, after, hole in (
        (b"<title>", parts.title, b"</title>", TITLE),
        (b'id="view-data">\n', parts.data, b"\n</script>", DATA),
        (b"<h1>", parts.heading, b"</h1>", TITLE),
    ):
        html = html.replace(before + text + after, before + hole.encode() + after, 1)
    return html.decode("utf-8", "replace")


def side_json(side: Side) -> dict[str, Any]:
    """Return a side as JSON, for a saved review."""
    return {
        "name": side.name,
        "genui": side.genui,
        "server": dict(side.server),
        "settings": dict(side.settings),
        "shells": dict(side.shells),
        "tools": [_seen_json(one) for one in side.tools.values()],
    }


def _seen_json(seen: Seen) -> dict[str, Any]:
    view = seen.view
    page = {name: getattr(seen.page, name) for name in Page.__dataclass_fields__} if seen.page else None
    return {
        "slug": seen.slug,
        "definition": dict(seen.definition),
        "view": view and view_bytes(view.view, guard=view.sum, sha256=view.sha256).decode(),
        "source": view.view.page if view else None,
        "page": page,
        "problem": seen.problem,
    }


def side_from_json(document: Json, *, name: str) -> Side:
    """Read the side that a saved review ended with.

    Raises:
        SideError: The document is no saved review.
    """
    try:
        side = document["after"]
        tools = {one["definition"]["name"]: _seen_of(one) for one in side["tools"]}
        others = {key: side[key] for key in ("server", "genui", "shells")}
        # What an earlier genui has saved holds no settings.
        return Side(name, tools, **others, settings=side.get("settings", {}))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SideError(
            f"{name} is no review that genui has saved: {type(error).__name__}: {error}",
            hint="name the review.json of genui review --out DIR",
        ) from error


def _seen_of(raw: Json) -> Seen:
    source = raw["source"].encode() if raw["source"] is not None else None
    view = read_view(raw["view"].encode(), page=source) if raw["view"] is not None else None
    page = Page(**{name: raw["page"][name] for name in Page.__dataclass_fields__}) if raw["page"] else None
    return Seen(raw["slug"], raw["definition"], view, page, raw["problem"])


def source_digest(seen: Seen) -> str:
    """Return the digest of what a view is made from: its tool, and its spec or page."""
    view = seen.view.view if seen.view else None
    body = None if view is None else unversioned(view.spec) if view.page is None else page_digest(view.page)
    return digest([seen.definition, body])


def unversioned(spec: JsonObject) -> JsonObject:
    """Return a spec without the version of its grammar, which shows nowhere."""
    return {name: value for name, value in spec.items() if name != "version"}
