"""The contents of a generated directory, as data."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from genui.manifest import Manifest
from genui.model import JsonObject, Step
from genui.viewfile import REVISION_DIGITS, StoredView


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
