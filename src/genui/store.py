"""The generated directory: read whole, written atomically, so that a kill at any moment does no harm."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from genui.atomic import TEMPORARY, replace_all
from genui.canonical import pretty_json
from genui.errors import GenuiError
from genui.foreign import refuse_links
from genui.head import is_artifact
from genui.model import JsonObject, Snapshot, Step
from genui.snapshot import (
    FORMAT,
    MANIFEST_NAME,
    TOOLS,
    Manifest,
    definition_files,
    definition_of,
    manifest_bytes,
    manifest_of,
    upstream_of,
)
from genui.viewfile import (
    IMPORTED,
    PAGE_NAME,
    REVISION_DIGITS,
    VIEW_NAME,
    VIEWS,
    PageGoneError,
    StoredView,
    in_conflict,
    ledger_of_sides,
    read_view,
)

ATTRIBUTES_NAME = ".gitattributes"
ATTRIBUTES = b"""# Artifacts are named by their bytes; what a reviewer reads is view.json and tools/.
* text eol=lf
views/*/*.html -text -diff linguist-generated=true
views/*/page.html text eol=lf diff -linguist-generated
"""


@dataclass(frozen=True)
class Artifacts(Mapping[str, bytes]):
    """The artifacts of a directory by path, each read when it is asked for: all together are large."""

    directory: Path
    names: frozenset[str]

    def __getitem__(self, name: str) -> bytes:
        if name not in self.names:
            raise KeyError(name)
        return (self.directory / name).read_bytes()

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.names))

    def __len__(self) -> int:
        return len(self.names)


@dataclass(frozen=True)
class Stored:
    """What a generated directory holds; what is derived and cannot be read is as good as absent."""

    manifest: Manifest = field(default_factory=Manifest)
    views: Mapping[str, StoredView] = field(default_factory=dict)
    """By folder, which is the tool's slug."""
    unreadable: Mapping[str, str] = field(default_factory=dict)
    """Why a view file cannot be read, by folder."""
    conflicts: frozenset[str] = frozenset()
    """The folders whose view file holds a conflict that git has left."""
    salvaged: Mapping[str, tuple[Step, ...]] = field(default_factory=dict)
    """The refinements in view files that are in conflict, of both sides, by folder."""
    pages: frozenset[str] = frozenset()
    """The folders that have a page file."""
    artifacts: Mapping[str, bytes] = field(default_factory=dict)
    """The artifacts that are there, by path."""
    definitions: Mapping[str, JsonObject | None] = field(default_factory=dict)
    """The tools of the last build by path; None where a file holds no definition."""
    attributes: bytes | None = None
    """The bytes of .gitattributes."""
    leftovers: tuple[str, ...] = ()
    """Temporary files of a build that was killed; the next build removes them."""
    folders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The paths of the artifacts in each folder of a view."""

    def with_views(self, views: Mapping[str, StoredView]) -> "Stored":
        """Return the store as if these views were on disk, by folder, whatever there was before."""
        return replace(
            self,
            views={**self.views, **views},
            unreadable={slug: why for slug, why in self.unreadable.items() if slug not in views},
            conflicts=self.conflicts - views.keys(),
        )

    def revision(self, slug: str) -> str:
        """Return the revision of the artifact in a folder; "" where there is none, or more than one."""
        paths = self.folders.get(slug, ())
        return paths[0].rpartition("/")[2][:REVISION_DIGITS] if len(paths) == 1 else ""

    def tools_before(self) -> dict[str, JsonObject]:
        """Return the definitions of the last build by the names of their tools."""
        return {str(one["name"]): one for one in self.definitions.values() if one is not None}


def read_store(directory: Path) -> Stored:
    """Read a generated directory; one that does not exist is empty.

    Raises:
        ArtifactError: A symbolic link is in it.
    """
    if not directory.is_dir():
        return Stored()
    refuse_links(directory)
    views: dict[str, StoredView] = {}
    unreadable: dict[str, str] = {}
    salvaged: dict[str, tuple[Step, ...]] = {}
    by_folder: dict[str, tuple[str, ...]] = {}
    conflicts: set[str] = set()
    pages: set[str] = set()
    for folder in folders_in(directory / VIEWS):
        names = [path.name for path in folder.iterdir()]
        artifacts = sorted(filter(is_artifact, names))
        by_folder[folder.name] = tuple(f"{VIEWS}/{folder.name}/{name}" for name in artifacts)
        if PAGE_NAME in names:
            pages.add(folder.name)
        if VIEW_NAME in names:
            try:
                data = (folder / VIEW_NAME).read_bytes()
                page = (folder / PAGE_NAME).read_bytes() if PAGE_NAME in names else None
                if in_conflict(data) or (page is not None and in_conflict(page)):
                    conflicts.add(folder.name)
                    salvaged[folder.name] = ledger_of_sides(data)
                views[folder.name] = read_view(data, page=page)
            except PageGoneError as error:
                # One that a model made is made again; one that a person brought in is asked for.
                if error.generator == IMPORTED:
                    unreadable[folder.name] = str(error)
            except (ValueError, OSError, RecursionError) as error:
                unreadable[folder.name] = str(error)
    attributes = directory / ATTRIBUTES_NAME
    return Stored(
        manifest=manifest_in(directory),
        views=views,
        unreadable=unreadable,
        conflicts=frozenset(conflicts),
        salvaged=salvaged,
        pages=frozenset(pages),
        artifacts=Artifacts(directory, frozenset(chain.from_iterable(by_folder.values()))),
        definitions=definitions_in(directory),
        attributes=attributes.read_bytes() if attributes.is_file() else None,
        leftovers=tuple(sorted(leftovers_in(directory))),
        folders=by_folder,
    )


def folders_in(directory: Path) -> list[Path]:
    """Return the folders in a directory by name; none where it does not exist."""
    return sorted(path for path in directory.iterdir() if path.is_dir()) if directory.is_dir() else []


def manifest_in(directory: Path) -> Manifest:
    """Return a directory's manifest, an empty one where none can be read."""
    try:
        return manifest_of((directory / MANIFEST_NAME).read_bytes())
    except OSError:
        return Manifest()


def definitions_in(directory: Path) -> dict[str, JsonObject | None]:
    """Return the tool definitions of a directory by path."""
    folder = directory / TOOLS
    paths = sorted(folder.glob("*.json")) if folder.is_dir() else []
    return {f"{TOOLS}/{path.name}": definition_of(path.read_bytes()) for path in paths}


def leftovers_in(directory: Path) -> Iterator[str]:
    """Yield the temporary files of builds that were killed."""
    for folder in (directory, directory / TOOLS, *folders_in(directory / VIEWS)):
        if folder.is_dir():
            for path in folder.glob(f"{TEMPORARY}*"):
                yield path.relative_to(directory).as_posix()


def write_store(directory: Path, files: Mapping[str, bytes], *, remove: Iterable[str] = ()) -> None:
    """Write files in their order and the manifest last, then remove what nothing needs any more.

    An artifact has another name whenever its bytes are others, so a kill at any moment leaves whole files,
    and the next build ends as this one would have.

    Raises:
        GenuiError: The directory cannot be written.
        ArtifactError: A symbolic link is in it.
    """
    refuse_links(directory)
    try:
        for folder in {directory, *((directory / name).parent for name in files)}:
            folder.mkdir(parents=True, exist_ok=True)
        # The manifest last: it names the genui that wrote all the others.
        replace_all(directory, dict(sorted(files.items(), key=lambda file: file[0] == MANIFEST_NAME)))
        for name in remove:
            (directory / name).unlink(missing_ok=True)
            if name.startswith(f"{VIEWS}/"):
                folder = (directory / name).parent
                if folder.is_dir() and not any(folder.iterdir()):
                    folder.rmdir()
    except OSError as error:
        raise GenuiError(
            f"{error.filename or directory} cannot be written: {error.strerror}",
            hint="free space or mend the permissions, then run genui build again; nothing is half-written",
        ) from error


def write_plain(directory: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a directory of their own, each whole or not at all.

    Raises:
        GenuiError: The directory cannot be written.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        replace_all(directory, files)
    except OSError as error:
        raise GenuiError(
            f"{error.filename or directory} cannot be written: {error.strerror}", hint="name another place"
        ) from error


def project_files(snapshot: Snapshot, stored: Stored, *, genui: str) -> dict[str, bytes]:
    """Return the files about the project as a whole that differ from what is stored; `genui`: its version."""
    files = {
        path: pretty_json(definition)
        for path, definition in definition_files(snapshot).items()
        if json.dumps(stored.definitions.get(path)) != json.dumps(definition)
    }
    if stored.attributes is None:
        files[ATTRIBUTES_NAME] = ATTRIBUTES
    manifest = Manifest(genui, upstream_of(snapshot), FORMAT)
    if manifest != stored.manifest:
        files[MANIFEST_NAME] = manifest_bytes(manifest)
    return files


def removable(snapshot: Snapshot, stored: Stored, unneeded: Iterable[str]) -> list[str]:
    """Return the files that nothing needs any more, in the order in which they go."""
    gone = sorted(stored.definitions.keys() - definition_files(snapshot).keys())
    return list(dict.fromkeys([*unneeded, *gone, *stored.leftovers]))
