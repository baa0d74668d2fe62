"""`views/<slug>/view.json`: the source of one view, which is what a reviewer reads and a diff shows."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from genui.canonical import digest, pretty_json, sha256
from genui.model import Finding, Step, View

FORMAT = 2
VIEWS = "views"
"""The folder of the views, each in one of its own."""

VIEW_NAME, PAGE_NAME = "view.json", "page.html"
"""In a view's folder: its source, and for one that has no spec the page that it is linked from."""

REVISION_DIGITS = 12
"""An artifact's revision: the first hex digits of the sha256 of its bytes."""

STATES = {
    b"<<<<<<<": (True, False),
    b"|||||||": (False, False),
    b"=======": (False, True),
    b">>>>>>>": (True, True),
}
"""After each marker: whether a line is on our side, on their side."""

IMPORTED = "imported"
"""The generator of a page that a person brought in: nothing but the person can make it anew."""

AGENT = "agent"
"""The generator of a view that the host's own model has written, while serving."""

BROUGHT = frozenset({IMPORTED, AGENT})
"""Generators of views that no build can make again: it links them, and keeps them whatever is configured."""

HAND = "hand"
"""The author of a step that a person made by editing the view file."""

APPLIED = "applied"
CONFLICT = "does not apply: "
"""How the verdict of a step begins whose wish the view cannot fulfil; the step stays in the ledger."""


@dataclass(frozen=True, slots=True)
class StoredView:
    """A view as it was read from disk."""

    view: View
    sum: str
    """The digest of spec or page, and ledger, as genui wrote them."""
    sha256: str = ""
    """Of the artifact where that has code of its own: nothing else says which code was reviewed."""

    @property
    def edited(self) -> bool:
        """True when a hand has changed the view since genui wrote it."""
        return self.sum != view_sum(self.view)


def view_file(slug: str) -> str:
    """Return the path of a view file in the generated directory."""
    return f"{VIEWS}/{slug}/{VIEW_NAME}"


def page_file(slug: str) -> str:
    """Return the path of the page that a view without a spec is linked from."""
    return f"{VIEWS}/{slug}/{PAGE_NAME}"


def view_bytes(view: View, *, guard: str = "", sha256: str = "") -> bytes:
    """Serialize a view. `sum` guards what genui wrote, so that a hand's change is seen and kept.

    `guard` is another sum than the view's own, for a view that a hand has changed before; `sha256` is that of
    an artifact with code of its own.
    """
    # A page is a file of its own beside the view file, so that a diff shows its lines.
    body = {"spec": view.spec} if view.page is None else {"repairs": list(view.repairs)}
    return pretty_json(
        {
            "format": FORMAT,
            "tool": view.tool,
            "generator": view.generator,
            **({"origin": dict(view.origin)} if view.origin else {}),
            **({"fallback": view.fallback} if view.fallback else {}),
            **({"sha256": sha256} if sha256 else {}),
            "sum": guard or view_sum(view),
            **body,
            "ledger": [step_json(step) for step in view.ledger],
        }
    )


def source_files(slug: str, view: View, *, guard: str = "", sha256: str = "") -> dict[str, bytes]:
    """Return a view's source files by path, in the order in which a kill between them does no harm.

    A page that is made anew goes last: while the artifact is the one of the page before, no hand has changed
    it. One that is imported goes first: with an old view file it is a change by hand, which is what it is.
    """
    told = {view_file(slug): view_bytes(view, guard=guard, sha256=sha256)}
    if view.page is None:
        return told
    page = {page_file(slug): view.page.encode()}
    return page | told if view.generator == IMPORTED else told | page


def in_conflict(data: bytes) -> bool:
    """Tell whether git has left the markers of a conflict in a file."""
    return data.startswith(b"<<<<<<< ") or b"\n<<<<<<< " in data


def sides_of(data: bytes) -> tuple[bytes, bytes]:
    """Return both sides of a file in which git has left conflicts, what they agree on in both."""
    sides: tuple[list[bytes], list[bytes]] = ([], [])
    told = (True, True)
    for line in data.splitlines(keepends=True):
        mark = line[:8].rstrip()
        if mark in STATES:
            told = STATES[mark]
            continue
        for side, there in zip(sides, told, strict=True):
            if there:
                side.append(line)
    return b"".join(sides[0]), b"".join(sides[1])


def ledger_of_sides(data: bytes) -> tuple[Step, ...]:
    """Return the refinements of both sides of a view file in conflict, those of both once."""
    steps: list[Step] = []
    for side in sides_of(data):
        with suppress(ValueError, TypeError, KeyError, RecursionError):
            steps += [step for step in map(step_of, json.loads(side)["ledger"]) if step not in steps]
    return tuple(steps)


class PageGoneError(ValueError):
    """A view file has no spec, and the page that it stands for is not there."""

    def __init__(self, generator: str) -> None:
        super().__init__("its page is gone; restore it, or import it again")
        self.generator = generator


def read_view(data: bytes, *, page: bytes | None = None) -> StoredView:
    """Read a view file; `page` is what lies beside it.

    Raises:
        PageGoneError: The view has no spec, and no page is given.
        ValueError: The bytes are no JSON, or a member is missing or of the wrong type.
    """
    document = json.loads(data)
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise ValueError(f"expected a JSON object with format {FORMAT}")
    spec, generator = document.get("spec", {}), str(document.get("generator", "offline"))
    repairs, ledger = document.get("repairs", []), document.get("ledger") or []
    if not isinstance(spec, Mapping) or ("spec" not in document and "repairs" not in document):
        raise ValueError(f"spec is {json.dumps(document.get('spec'))[:60]}, expected an object")
    if not isinstance(document.get("tool"), str):
        raise ValueError(f"tool is {json.dumps(document.get('tool'))[:60]}, expected a name")
    if not isinstance(repairs, list) or not isinstance(ledger, list):
        raise ValueError("repairs and ledger are expected to be lists")
    if "spec" not in document and page is None:
        raise PageGoneError(generator)
    view = View(
        tool=document["tool"],
        spec=spec,
        generator=generator,
        ledger=tuple(step_of(raw) for raw in ledger),
        origin=origin_of(document.get("origin")),
        page=None if page is None or "spec" in document else page.decode(),
        repairs=tuple(str(repair) for repair in repairs),
        fallback=str(document.get("fallback", "")),
    )
    return StoredView(view, str(document.get("sum", "")), str(document.get("sha256", "")))


def origin_of(raw: Any) -> dict[str, str]:
    """Read what is said of a view's making."""
    return {str(key): str(value) for key, value in raw.items()} if isinstance(raw, Mapping) else {}


def view_sum(view: View) -> str:
    """Return the short digest of a view's spec or page, and its ledger."""
    body = view.spec if view.page is None else page_digest(view.page)
    return digest([body, [step_json(step) for step in view.ledger]])[:12]


def page_digest(page: str) -> str:
    """Return the sha256 of a page's bytes in hex."""
    return sha256(page.encode())


def step_json(step: Step) -> dict[str, Any]:
    """Return a ledger step as JSON."""
    # Only what is set: a committed step has no time, which would differ from build to build.
    told = {name: value for name, value in (("by", step.by), ("at", step.at)) if value}
    return {"feedback": step.feedback, "patch": list(step.patch), "verdict": step.verdict, **told}


def step_of(raw: Any) -> Step:
    """Read a ledger step."""
    if not isinstance(raw, Mapping) or not isinstance(raw.get("patch"), list):
        raise ValueError(f"ledger step is {json.dumps(raw)[:60]}, expected feedback, patch and verdict")
    verdict, by, at = str(raw.get("verdict", APPLIED)), str(raw.get("by", "")), str(raw.get("at", ""))
    return Step(str(raw.get("feedback", "")), tuple(raw["patch"]), verdict, by, at)


def conflicts_of(view: View) -> tuple[Finding, ...]:
    """Return a finding for each step of the ledger that the view cannot fulfil."""
    return tuple(
        Finding(
            "step-conflict",
            "warning",
            f'step {number}, "{step.feedback}", {step.verdict}',
            f"it is kept in the ledger; take steps back with genui undo {view.tool}",
            f"/ledger/{number - 1}",
        )
        for number, step in enumerate(view.ledger, start=1)
        if step.verdict.startswith(CONFLICT)
    )
