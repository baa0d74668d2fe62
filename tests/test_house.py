"""The house: no import goes in a circle, and documents are true."""

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from genui.cli import COMMANDS

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "genui"
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def module_name(path):
    return ".".join(("genui", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


MODULES = {module_name(path): path for path in SOURCE.rglob("*.py")}


def imported_by(node):
    """Yield what a module imports: at its top, in functions, and by strings; not for type checkers alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and getattr(child.test, "id", "") == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            inner = [f"{child.module}.{alias.name}" for alias in child.names]
            yield from (name if name in MODULES else child.module for name in inner)
        elif isinstance(child, ast.Constant) and isinstance(child.value, str) and "." in child.value:
            yield child.value
        yield from imported_by(child)


def test_no_import_goes_in_a_circle():
    graph = {
        name: {other for other in imported_by(ast.parse(path.read_text("utf-8"))) if other in MODULES}
        - {name}
        for name, path in MODULES.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


@pytest.mark.parametrize("path", sorted(SOURCE.glob("*/__init__.py")), ids=lambda path: path.parent.name)
def test_each_package_says_what_it_is_for(path):
    assert ast.get_docstring(ast.parse(path.read_text("utf-8")))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme(command):
    assert f"genui {command}" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize(("name", "lines"), [("README.md", 130), ("ARCHITECTURE.md", 150)])
def test_the_documents_that_are_read_first_are_short(name, lines):
    assert (ROOT / name).read_text("utf-8").count("\n") <= lines


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_files_that_a_document_links_to_are_there(path):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text("utf-8"))

    assert not [link for link in links if not (path.parent / link).exists()]
