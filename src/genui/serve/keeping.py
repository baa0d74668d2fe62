"""Writing the overlay: views made while serving, linked and checked, the oldest going first."""

import os
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from genui.assets import Assets
from genui.build import compile_job
from genui.canonical import pretty_json, sha256
from genui.config import Config
from genui.digests import imported_digest
from genui.errors import GenuiError
from genui.model import Finding, View, errors_of
from genui.plan import Entry, Job, source_of
from genui.serve.index import Committed, folder_of, read_index
from genui.serve.shelf import NOTES, notes_of, read_json
from genui.store import Stored, folders_in, read_store, write_store
from genui.viewfile import BROUGHT, VIEWS, StoredView, read_view, view_sum
from genui.written import Written

LOCK = "lock"
IGNORED = {".gitignore": b"*\n"}
"""The overlay is nobody's to commit: genui adopt takes views out of it for that."""


@dataclass(frozen=True)
class Linked:
    """A view that may be served, with its files."""

    entry: Entry
    files: Mapping[str, bytes]
    findings: tuple[Finding, ...]


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
    generation = job.generation if view.generator != "offline" or view.origin else None
    source = source_of(job.tool, job.wishes, generation=generation)
    source = imported_digest(job.tool) if view.generator in BROUGHT else source
    stored = StoredView(view, view_sum(view))
    files: dict[str, bytes] = {}
    made = Job(job.tool, job.slug, "link", "missing", "", source, job.wishes, stored, held=True)
    outcome = compile_job(made, config, assets, files, lambda tool, html, wishes: (), Written(), Stored())
    if outcome.entry is None or outcome.state == "fallback" or errors_of(outcome.findings):
        raise UnfitError(outcome.reason or "the page has errors", outcome.findings)
    return Linked(outcome.entry, files, outcome.findings)


def keep_view(
    folder: Path, name: str, linked: Linked, *, base: str, milliseconds: float, config: Config
) -> None:
    """Write a view into the overlay, and drop the oldest beyond the limits, but never this one.

    `base` is the revision of the committed view that it stands before, "" where there is none.

    Raises:
        GenuiError: The overlay cannot be written.
    """
    with alone(folder):
        tools, notes = read_overlay(folder)
        notes[name] = {"base": base, "at": round(time.time(), 3), "milliseconds": milliseconds}
        sizes = {each: size_of(folder, entry) for each, entry in tools.items()}
        sizes[name] = sum(map(len, linked.files.values()))
        for old in sorted(sizes.keys() - {name}, key=lambda each: made_at(notes.get(each))):
            if (
                len(sizes) <= config.limits.overlay_views
                and sum(sizes.values()) <= config.limits.overlay_bytes
            ):
                break
            del sizes[old]
        write_overlay(folder, sizes.keys(), tools, notes, linked.files)


def drop_views(folder: Path, names: set[str]) -> None:
    """Take views out of the overlay.

    Raises:
        GenuiError: The overlay cannot be written.
    """
    with alone(folder):
        tools, notes = read_overlay(folder)
        write_overlay(folder, tools.keys() - names, tools, notes, {})


def write_overlay(
    folder: Path,
    kept: Collection[str],
    tools: Mapping[str, Committed],
    notes: Mapping[str, Any],
    files: Mapping[str, bytes],
) -> None:
    """Write the files of a view with what is said of all, and remove what no view needs any more."""
    told = {
        NOTES: pretty_json(
            {"format": 1, "views": {name: notes[name] for name in sorted(notes.keys() & kept)}}
        )
    }
    stays = {folder_of(entry) for name, entry in tools.items() if name in kept}
    fresh = {path.split("/")[1] for path in files}
    write_store(folder, {**IGNORED, **files, **told}, remove=unneeded(folder, stays, fresh, files))


def unneeded(
    folder: Path, stays: Collection[str], fresh: Collection[str], files: Collection[str]
) -> list[str]:
    """Return the files in folders of views that are gone, and what else lies beside a view that is new."""
    stored = read_store(folder)
    there = [
        f"{VIEWS}/{home.name}/{path.name}" for home in folders_in(folder / VIEWS) for path in home.iterdir()
    ]
    gone = [path for path in there if (home := path.split("/")[1]) not in stays or home in fresh]
    return sorted({*gone, *stored.leftovers} - set(files))


def size_of(folder: Path, entry: Committed) -> int:
    """Return the bytes of a view's files."""
    paths = [folder / name for name in (entry.file, entry.view_file, entry.page_file)]
    return sum(path.stat().st_size for path in paths if path.is_file())


def made_at(note: Any) -> float:
    """Return when a view was made, 0 where nobody knows."""
    at = note.get("at") if isinstance(note, Mapping) else None
    return at if isinstance(at, (int, float)) else 0.0


def read_overlay(folder: Path) -> tuple[Mapping[str, Committed], dict[str, Any]]:
    """Return the views of an overlay by tool, and the notes on them."""
    return read_index(str(folder)).tools, notes_of(read_json(str(folder / NOTES)))


def stored_view(folder: Path, entry: Committed) -> StoredView | None:
    """Return a view of the overlay as it was written; None where any of its files is not."""
    view, page = folder / entry.view_file, folder / entry.page_file
    try:
        stored = read_view(view.read_bytes(), page=page.read_bytes() if page.is_file() else None)
        whole = sha256((folder / entry.file).read_bytes()).startswith(entry.revision)
    except (OSError, ValueError, RecursionError):
        return None
    return stored if whole and not stored.edited else None


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
