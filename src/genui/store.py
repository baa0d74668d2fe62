"""The generated directory: read whole, written atomically, the manifest last."""

import hashlib
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from genui.errors import GenuiError
from genui.manifest import NAME as MANIFEST_NAME
from genui.manifest import Manifest, read_manifest
from genui.viewfile import IMPORTED, PAGE_SUFFIX, PageGoneError, StoredView, read_view
from genui.viewfile import SUFFIX as VIEW_SUFFIX

SNAPSHOT_NAME = "tools.json"
ATTRIBUTES_NAME = ".gitattributes"
ATTRIBUTES = b"""# Digests hold only while no line ending is changed.
* text eol=lf
*.html -text -diff linguist-generated=true
tools.json linguist-generated=true
"""

REVISION_DIGITS = 12
"""An artifact's revision: the first hex digits of the sha256 of its bytes."""

ARTIFACT = re.compile(rf"(?P<slug>.+)\.[0-9a-f]{{{REVISION_DIGITS}}}\.html\Z")
SYNCS_AT_ONCE = 8
TEMPORARY = ".genui-"


@dataclass(frozen=True)
class Artifacts(Mapping[str, bytes]):
    """The artifacts of a directory by file name, each read when it is asked for: all together are large."""

    directory: Path
    names: tuple[str, ...]

    def __getitem__(self, name: str) -> bytes:
        if name not in self.names:
            raise KeyError(name)
        return (self.directory / name).read_bytes()

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


@dataclass(frozen=True)
class Stored:
    """What a generated directory holds."""

    manifest: Manifest = field(default_factory=Manifest)
    views: Mapping[str, StoredView] = field(default_factory=dict)
    """By slug."""
    unreadable: Mapping[str, str] = field(default_factory=dict)
    """Why a view file cannot be read, by slug."""
    pages: frozenset[str] = frozenset()
    """The slugs that have a page file."""
    artifacts: Mapping[str, bytes] = field(default_factory=dict)
    """The artifacts that are there, by file name."""
    snapshot: bytes | None = None
    """The bytes of tools.json."""
    leftovers: tuple[str, ...] = ()
    """Temporary files of a build that was killed."""


def read_store(directory: Path) -> Stored:
    """Read a generated directory; one that does not exist is empty.

    Raises:
        ArtifactError: The manifest cannot be read.
    """
    names = sorted(path.name for path in directory.iterdir()) if directory.is_dir() else []
    views: dict[str, StoredView] = {}
    unreadable: dict[str, str] = {}
    for name in names:
        if name.endswith(VIEW_SUFFIX):
            slug = name.removesuffix(VIEW_SUFFIX)
            page = directory / (slug + PAGE_SUFFIX)
            try:
                data = page.read_bytes() if page.name in names else None
                views[slug] = read_view((directory / name).read_bytes(), page=data)
            except PageGoneError as error:
                # One that a model made is made again; one that a person brought in is asked for.
                if error.generator == IMPORTED:
                    unreadable[slug] = str(error)
            except (ValueError, OSError, RecursionError) as error:
                unreadable[slug] = str(error)
    snapshot = directory / SNAPSHOT_NAME
    return Stored(
        manifest=read_manifest(directory) or Manifest(),
        views=views,
        unreadable=unreadable,
        pages=frozenset(name.removesuffix(PAGE_SUFFIX) for name in names if name.endswith(PAGE_SUFFIX)),
        artifacts=Artifacts(directory, tuple(name for name in names if ARTIFACT.match(name))),
        snapshot=snapshot.read_bytes() if SNAPSHOT_NAME in names else None,
        leftovers=tuple(name for name in names if name.startswith(TEMPORARY)),
    )


def file_digest(path: Path) -> str:
    """Return the sha256 of a file in hex; OpenSSL's is many times as fast as canonical's on artifacts."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_store(directory: Path, files: Mapping[str, bytes], *, remove: Iterable[str] = ()) -> None:
    """Write files so that a kill at any moment leaves a directory whose manifest holds.

    Artifacts have new names whenever their bytes are new, so they go first; then the view files and
    tools.json; then the manifest; only then is anything removed.

    Raises:
        GenuiError: The directory cannot be written.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        first = {name: data for name, data in files.items() if name != MANIFEST_NAME}
        replace_all(directory, first)
        replace_all(directory, {name: data for name, data in files.items() if name == MANIFEST_NAME})
        for name in remove:
            (directory / name).unlink(missing_ok=True)
    except OSError as error:
        raise GenuiError(
            f"{error.filename or directory} cannot be written: {error.strerror}",
            hint="free space or mend the permissions, then run genui build again; nothing is half-written",
        ) from error


def replace_all(directory: Path, files: Mapping[str, bytes]) -> None:
    """Write files under temporary names, sync them, and move them into place."""
    if not files:
        return
    moves: list[tuple[str, Path]] = []
    problems: list[OSError] = []
    try:
        for name, written in zip(files, written_temporaries(directory, files.values()), strict=True):
            if isinstance(written, OSError):
                problems.append(written)
            else:
                moves.append((written, directory / name))
        if problems:
            raise problems[0]
        while moves:
            source, target = moves.pop(0)
            Path(source).replace(target)
    finally:
        for source, _ in moves:
            Path(source).unlink(missing_ok=True)
    sync_directory(directory)


def written_temporaries(directory: Path, contents: Iterable[bytes]) -> list[str | OSError]:
    """Write temporary files; return the path of each, or why it could not be written.

    Several at once: syncing is waiting for the disk, which takes many syncs as fast as one.
    """
    from concurrent.futures import ThreadPoolExecutor

    def attempt(data: bytes) -> str | OSError:
        try:
            return write_temporary(directory, data)
        except OSError as error:
            return error

    contents = list(contents)
    if len(contents) <= SYNCS_AT_ONCE:
        return [attempt(data) for data in contents]
    with ThreadPoolExecutor(max_workers=SYNCS_AT_ONCE) as pool:
        return list(pool.map(attempt, contents))


def write_temporary(directory: Path, data: bytes) -> str:
    """Write and sync bytes under a temporary name in the same directory; return its path."""
    descriptor, path = tempfile.mkstemp(prefix=TEMPORARY, dir=directory)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(path, 0o644)  # noqa: PTH101 - mkstemp gives 0600, and these files are committed
    return path


def sync_directory(directory: Path) -> None:
    """Sync the directory entry itself, where the system has that notion."""
    if os.name == "nt":
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


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
            f"{error.filename or directory} cannot be written: {error.strerror}", hint="give another --out"
        ) from error
