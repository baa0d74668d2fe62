"""The digests that decide: regenerate (source), relink (link), may a live tool use the view (shape.py)."""

from functools import cache

from genui.canonical import digest, sha256
from genui.shape import shape_digest as shape_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from genui.model import Json, JsonObject, Step, Tool, View

SHOWN = ("name", "title", "description", "outputSchema", "annotations")
"""The members of a tool that its page carries."""

COMPILER_SOURCES = (
    *("__init__", "baseline", "checks", "components", "digests", "emergency", "expressions"),
    *("followups", "forms", "inert", "labels", "link", "pagedata", "pagelink", "plaintext"),
    *("schema", "shape", "spec"),
)
"""The modules whose text decides the bytes of an offline view."""


def source_digest(
    tool: "Tool",
    *,
    ledger: "Sequence[Step]" = (),
    examples: "Sequence[Json]" = (),
    hints: "JsonObject | None" = None,
    kind: str | None = None,
    actions: "Sequence[Json]" = (),
    generation: "JsonObject | None" = None,
) -> str:
    """Return the digest of everything that a spec is made from.

    `generation` holds provider, model, mode, temperature and prompt texts; for offline views it is
    None and the compiler's own version stands in for it.
    """
    return digest(
        {
            "tool": tool.definition,
            "ledger": [[step.feedback, list(step.patch)] for step in ledger],
            "examples": list(examples),
            "hints": hints or {},
            "kind": kind,
            **({"actions": list(actions)} if actions else {}),
            "generation": generation or {"compiler": compiler_version()},
            **({"refine": refine_version()} if ledger else {}),
        }
    )


def imported_digest(tool: "Tool") -> str:
    """Return the source digest of a page that a person brought in: only the tool can make it stale."""
    return digest({"tool": tool.definition, "generation": {"mode": "imported"}})


def page_source(tool: "Tool", view: "View") -> "dict[str, Json]":
    """Return all that a page's data is made from, with nothing made yet: planning a form takes a while."""
    members = (*SHOWN, "inputSchema")
    return {
        "tool": {key: tool.definition[key] for key in members if key in tool.definition},
        "spec": view.spec,
        "example": view.example,
    }


def link_digest(*, view: "Json", templates: str) -> str:
    """Return the digest of everything that an artifact's bytes are made from."""
    return digest({"view": view, "templates": templates, "compiler": compiler_version()})


@cache
def compiler_version() -> str:
    """Return a digest of the compiler's own source, so that changing it makes its views stale."""
    return version_of(COMPILER_SOURCES)


@cache
def refine_version() -> str:
    """Return a digest of the rules that read wishes, on which a view with a ledger depends as well."""
    return version_of(("refine", "checker"))


def version_of(modules: "Sequence[str]") -> str:
    """Return the short digest of the text of some modules and packages."""
    from pathlib import Path

    here = Path(__file__).parent
    paths = sorted(
        path
        for name in modules
        for path in (here / f"{name}.py", *here.glob(f"{name}/*.py"), *here.glob(f"{name}/*.toml"))
    )
    texts = [path.read_bytes().replace(b"\r\n", b"\n") for path in paths if path.is_file()]
    return sha256(b"\0".join(texts))[:12]
