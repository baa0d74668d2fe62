"""Writing the overlay: views made while serving, linked and checked, the oldest going first."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from genui import __version__
from genui.assets import Assets
from genui.build import compile_job
from genui.canonical import pretty_json
from genui.config import Config
from genui.digests import imported_digest
from genui.errors import ArtifactError, GenuiError
from genui.manifest import NAME as MANIFEST_NAME
from genui.manifest import Entry, Manifest, manifest_bytes, read_manifest
from genui.model import Finding, View, errors_of
from genui.plan import Job, source_of
from genui.serve.shelf import NOTES, notes_of, read_json
from genui.store import ARTIFACT, TEMPORARY, Stored, file_digest, write_store
from genui.viewfile import BROUGHT, PAGE_SUFFIX, StoredView, read_view, source_files, view_sum
from genui.viewfile import SUFFIX as VIEW_SUFFIX
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
    stored = StoredView(view, source, view_sum(view))
    files: dict[str, bytes] = {}
    made = Job(job.tool, job.slug, "link", "missing", "", source, job.wishes, stored)
    outcome = compile_job(made, config, assets, files, lambda tool, html, wishes: (), Written(), Stored())
    if outcome.entry is None or outcome.state == "fallback" or errors_of(outcome.findings):
        raise UnfitError(outcome.reason or "the page has errors", outcome.findings)
    return Linked(outcome.entry, {**files, **source_files(job.slug, view, source=source)}, outcome.findings)


def keep_view(
    folder: Path, name: str, linked: Linked, *, base: str, milliseconds: float, config: Config
) -> None:
    """Write a view into the overlay, and drop the oldest beyond the limits, but never this one.

    `base` is the sha256 of the committed view that it stands before, "" where there is none.

    Raises:
        GenuiError: The overlay cannot be written.
    """
    with alone(folder):
        manifest, notes = read_overlay(folder)
        tools = {**manifest.tools, name: linked.entry}
        notes[name] = {"base": base, "at": round(time.time(), 3), "milliseconds": milliseconds}
        fresh = {linked.entry.file, *linked.files}
        sizes = {each: size_of(folder, entry) for each, entry in tools.items()}
        sizes[name] = sum(map(len, linked.files.values()))
        for old in sorted(tools.keys() - {name}, key=lambda each: made_at(notes.get(each))):
            if (
                len(tools) <= config.limits.overlay_views
                and sum(sizes.values()) <= config.limits.overlay_bytes
            ):
                break
            del tools[old], sizes[old]
        write_overlay(folder, tools, notes, linked.files, fresh=fresh)


def drop_views(folder: Path, names: set[str]) -> None:
    """Take views out of the overlay.

    Raises:
        GenuiError: The overlay cannot be written.
    """
    with alone(folder):
        manifest, notes = read_overlay(folder)
        tools = {name: entry for name, entry in manifest.tools.items() if name not in names}
        write_overlay(folder, tools, notes, {}, fresh=set())


def write_overlay(
    folder: Path,
    tools: Mapping[str, Entry],
    notes: Mapping[str, Any],
    files: Mapping[str, bytes],
    *,
    fresh: set[str],
) -> None:
    """Write the files of a view with what is said of all, and remove what no view needs any more."""
    kept = {name: notes[name] for name in sorted(tools) if name in notes}
    told = {NOTES: pretty_json({"format": 1, "views": kept})}
    manifest = {MANIFEST_NAME: manifest_bytes(Manifest(__version__, {}, tools))}
    needed = {file for entry in tools.values() for file in files_of(entry)} | fresh
    write_store(folder, {**IGNORED, **files, **told, **manifest}, remove=sorted(unneeded(folder, needed)))


def unneeded(folder: Path, needed: set[str]) -> set[str]:
    """Return the files of views in a folder that nothing names, leftovers of a killed write among them."""
    suffixes = (VIEW_SUFFIX, PAGE_SUFFIX)
    names = {path.name for path in folder.iterdir()}
    views = {name for name in names if name.endswith(suffixes) or ARTIFACT.match(name)}
    return (views - needed) | {name for name in names if name.startswith(TEMPORARY)}


def files_of(entry: Entry) -> tuple[str, str, str]:
    """Return the files that a view may have."""
    slug = entry.file.rsplit(".", 2)[0]
    return entry.file, slug + VIEW_SUFFIX, slug + PAGE_SUFFIX


def size_of(folder: Path, entry: Entry) -> int:
    """Return the bytes of a view's files."""
    paths = [folder / name for name in files_of(entry)]
    return sum(path.stat().st_size for path in paths if path.is_file())


def made_at(note: Any) -> float:
    """Return when a view was made, 0 where nobody knows."""
    at = note.get("at") if isinstance(note, Mapping) else None
    return at if isinstance(at, (int, float)) else 0.0


def read_overlay(folder: Path) -> tuple[Manifest, dict[str, Any]]:
    """Return the manifest and the notes; a damaged manifest names no views."""
    try:
        manifest = read_manifest(folder) or Manifest()
    except ArtifactError:
        manifest = Manifest()
    return manifest, notes_of(read_json(str(folder / NOTES)))


def stored_view(folder: Path, entry: Entry) -> StoredView | None:
    """Return a view of the overlay as it was written; None where any of its files is not."""
    artifact, view, page = (folder / name for name in files_of(entry))
    try:
        stored = read_view(view.read_bytes(), page=page.read_bytes() if page.is_file() else None)
        whole = file_digest(artifact) == entry.sha256
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
