"""Writing the overlay: views made while serving, linked and checked, the oldest going first."""

import os
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from genui.assets import Assets
from genui.build import Inputs, compile_job
from genui.canonical import pretty_json, sha256
from genui.config import Config
from genui.digests import shape_digest
from genui.errors import GenuiError
from genui.generate.verdict import Written
from genui.model import Finding, Step, View, errors_of
from genui.ondemand.signing import is_signed, signature
from genui.plan import Entry, Job, fresh_source
from genui.serve.directory import NOTES, TEXTS, Committed, Index, folder_of, notes_of, read_json, texts_in
from genui.store import Stored, folders_in, read_store, write_store
from genui.viewfile import PAGE_NAME, VIEW_NAME, VIEWS, StoredView, read_view, view_sum

LOCK = "lock"
IGNORED = {".gitignore": b"*\n"}
"""The overlay is nobody's to commit: genui adopt takes views out of it for that."""


@dataclass(frozen=True)
class Linked:
    """A view that may be served, with its files."""

    entry: Entry
    files: Mapping[str, bytes]
    findings: tuple[Finding, ...]

    def digests(self) -> list[str]:
        """Return the digests of its artifact, its view file and its page, "" for one that it has not."""
        folder = self.entry.file.rpartition("/")[0]
        paths = (self.entry.file, f"{folder}/{VIEW_NAME}", f"{folder}/{PAGE_NAME}")
        return [sha256(self.files[path]) if path in self.files else "" for path in paths]


class UnfitError(GenuiError):
    """A view that may not be served."""

    def __init__(self, message: str, findings: tuple[Finding, ...]) -> None:
        super().__init__(message)
        self.findings = findings


def link_view(job: Job, view: View, config: Config, assets: Assets) -> Linked:
    """Link and check a view as a build would, under the same name.

    Raises:
        UnfitError: The spec, the page or the artifact has errors.
    """
    by_model = view.generator != "offline" or view.origin
    made = replace(job, generation=job.generation if by_model else None)
    stored = StoredView(view, view_sum(view))
    made = replace(made, source=fresh_source(made, view), stored=stored, held=True, reviewed=False)
    outcome, files = compile_job(made, Inputs(config, assets, Stored()), Written())
    if outcome.entry is None or outcome.state == "fallback" or errors_of(outcome.findings):
        raise UnfitError(outcome.reason or "the page has errors", outcome.findings)
    return Linked(outcome.entry, files, outcome.findings)


@dataclass(frozen=True)
class Standing:
    """What a view of the overlay stands on, and what it has of its own."""

    base: str = ""
    """The revision of the committed view, "" where there is none."""
    steps: int = 0
    """How many steps of its ledger are committed; the others are its own."""
    own: int = 0


def keep_view(
    folder: Path, name: str, linked: Linked, standing: Standing, *, milliseconds: float, config: Config
) -> list[str]:
    """Write a view into the overlay, and drop the oldest beyond the limits; return the tools of those.

    Views with a person's wishes are not dropped, nor is this one.

    Raises:
        GenuiError: The overlay cannot be written, or is full of views with wishes.
    """
    with alone(folder):
        tools, notes = read_overlay(folder)
        sizes = {each: size_of(folder, entry) for each, entry in tools.items()}
        sizes[name] = sum(map(len, linked.files.values()))
        # Only wishes of this user's count: a repository may bring an overlay along.
        held = {
            each
            for each, entry in tools.items()
            if notes.get(each, {}).get("own") and is_signed(str(folder), each, entry.files, notes[each])
        }
        dropped = beyond(sizes, {name, *held}, notes, config)
        told = {"at": round(time.time(), 3), "milliseconds": milliseconds}
        notes[name] = {**asdict(standing), **told, "signature": signature(name, linked.digests())}
        write_overlay(folder, sizes.keys() - set(dropped), tools, notes, linked.files)
    return dropped


def beyond(
    sizes: Mapping[str, int], held: Collection[str], notes: Mapping[str, Any], config: Config
) -> list[str]:
    """Return the oldest views that have to go for a new one, which is held like those with wishes.

    Raises:
        GenuiError: Those that may go are not enough.
    """
    left, dropped = dict(sizes), []
    by_age = sorted(sorted(left.keys() - held), key=lambda each: made_at(notes.get(each)))
    for old in [*by_age, ""]:
        views, size = len(left), sum(left.values())
        if (views <= config.limits.overlay_views and size <= config.limits.overlay_bytes) or views == 1:
            break
        if not old:
            raise GenuiError(
                f"the overlay is full: it has {views - 1} views with wishes, {size} bytes with this one",
                hint="genui adopt --all takes them into the generated directory, for review",
            )
        del left[old]
        dropped.append(old)
    return dropped


def drop_views(folder: Path, names: set[str]) -> None:
    """Take views out of the overlay.

    Raises:
        GenuiError: The overlay cannot be written.
    """
    with alone(folder):
        tools, notes = read_overlay(folder)
        write_overlay(folder, tools.keys() - names, tools, notes, {})


def show_as_text(folder: Path, name: str, *, text: bool = True) -> None:
    """Note that the user wants a tool to be shown as text, or no longer so.

    Raises:
        GenuiError: The overlay cannot be written.
    """
    with alone(folder):
        names = texts_in(folder) - {name} | ({name} if text else set())
        write_store(folder, {**IGNORED, TEXTS: pretty_json(sorted(names))})


def write_overlay(
    folder: Path,
    kept: Collection[str],
    tools: Mapping[str, Committed],
    notes: Mapping[str, Any],
    files: Mapping[str, bytes],
) -> None:
    """Write the files of a view with what is said of all, and remove what no view needs any more."""
    views = {name: notes[name] for name in sorted(notes.keys() & kept)}
    told = {NOTES: pretty_json({"format": 1, "views": views})}
    # A folder of a view that is new, too, holds nothing but what is written now.
    fresh = {path.split("/")[1] for path in files}
    stays = {folder_of(entry) for name, entry in tools.items() if name in kept} - fresh
    gone = [
        f"{VIEWS}/{home.name}/{path.name}"
        for home in folders_in(folder / VIEWS)
        if home.name not in stays
        for path in home.iterdir()
    ]
    unneeded = {*gone, *read_store(folder).leftovers} - files.keys()
    write_store(folder, {**IGNORED, **files, **told}, remove=sorted(unneeded))


def size_of(folder: Path, entry: Committed) -> int:
    """Return the bytes of a view's files."""
    paths = [folder / name for name in entry.files]
    return sum(path.stat().st_size for path in paths if path.is_file())


def made_at(note: Any) -> float:
    """Return when a view was made, 0 where nobody knows."""
    at = note.get("at") if isinstance(note, Mapping) else None
    return at if isinstance(at, (int, float)) else 0.0


def read_overlay(folder: Path) -> tuple[Mapping[str, Committed], dict[str, Any]]:
    """Return the views of an overlay by tool, and the notes on them."""
    index = Index(str(folder))
    index.load()
    return index.tools, notes_of(read_json(str(folder / NOTES)))


class Overlaid(NamedTuple):
    """A view of the overlay, as this user's genui wrote it."""

    entry: Committed
    view: View
    standing: Standing

    @property
    def own(self) -> tuple[Step, ...]:
        """The wishes that are not committed, oldest first."""
        return self.view.ledger[self.standing.steps :]

    def is_current(self, definition: Mapping[str, Any], base: str) -> bool:
        """Tell whether it was made for a tool of this shape, before this committed revision."""
        return self.entry.shape == shape_digest(definition) and self.standing.base == base


def overlaid(folder: Path, name: str) -> Overlaid | None:
    """Return a tool's view in the overlay; None where there is none, or another wrote any file of it."""
    tools, notes = read_overlay(folder)
    entry, note = tools.get(name), notes.get(name, {})
    if entry is None or not is_signed(str(folder), name, entry.files, note):
        return None
    view, page = folder / entry.view_file, folder / entry.page_file
    try:
        stored = read_view(view.read_bytes(), page=page.read_bytes() if page.is_file() else None)
    except (OSError, ValueError, RecursionError):
        return None
    # The note is signed by nobody: it may hold anything.
    steps, own = (note[key] if isinstance(note.get(key), int) else 0 for key in ("steps", "own"))
    return Overlaid(entry, stored.view, Standing(str(note.get("base", "")), steps, own))


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other processes that serve the same overlay from writing it meanwhile.

    Raises:
        GenuiError: The folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise GenuiError(
            f"{error.filename or folder} cannot be written: {error.strerror}",
            hint="mend its permissions: views made while serving are kept there",
        ) from error
    try:
        hold(descriptor)
        yield
    finally:
        os.close(descriptor)


def hold(descriptor: int) -> None:
    """Lock a file until it is closed, where the system can."""
    try:
        import fcntl
    except ImportError:
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore]
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX)
