"""The house: layers, sizes, words, and documents that are true."""

import ast
import re
from pathlib import Path

import pytest

from genui.cli import COMMANDS

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "genui"
MODULES = sorted(SOURCE.rglob("*.py"))

LAYERS = {
    0: {"bounded", "environment", "hints", "errors", "model", "secretlike", "__init__"},
    1: {
        "canonical",
        "head",
        "format1",
        "stored",
        "foreign",
        "digests",
        "shape",
        "slug",
        "assets",
        "config",
        "manifest",
        "viewfile",
        "written",
        "snapshot",
        "labels",
        "plaintext",
        "instructions",
        "uiresource",
    },
    2: {
        *(
            "upstream",
            "hostconfigs",
            "consent",
            "checks",
            "forms",
            "components",
            "expressions",
            "spec",
            "schema",
            "checker",
        ),
        *(
            "emergency",
            "inert",
            "link",
            "shell",
            "pagelink",
            "pagedata",
            "scripts",
            "validate",
            "repair",
            "store",
            "wishes",
        ),
        *("providers", "replies"),
    },
    3: {
        "followups",
        "plan",
        "baseline",
        "generate",
        "sample",
        "refine",
        "writing",
        "pages",
        "projectfiles",
        "merge",
        "difference",
    },
    4: {
        "build",
        "artifact",
        "lastbuild",
        "joining",
        "check",
        "export",
        "serve",
        "init",
        "docs",
        "project",
        "revise",
        "attach",
        "preview",
        "render",
    },
    5: {"cli", "__main__"},
}
LAYER = {name: layer for layer, names in LAYERS.items() for name in names}

LAZY = {
    *{("serve", "build"), ("serve", "assets"), ("__main__", "serve")},
    *{("__init__", "attach"), ("__init__", "uiresource")},
}
"""Imports across layers that are made on purpose: a miss compiles, the entry dispatches, the API is typed."""

FORBIDDEN_WORDS = {"utils", "helper", "helpers", "manager", "handler", "engine", "service", "widget"}


def part_of(path):
    relative = path.relative_to(SOURCE)
    return relative.parts[0].removesuffix(".py")


def imports_of(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("genui"):
            first, *_ = [*(node.module or "").split(".")[1:], *(alias.name for alias in node.names)]
            yield first if first in LAYER else "__init__"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_imports_only_lower_layers_or_its_own(path):
    part = part_of(path)
    assert part in LAYER, f"{part} has no layer yet"

    higher = {
        other
        for other in imports_of(path)
        if LAYER[other] > LAYER[part] and (part, other) not in LAZY and other != part
    }

    assert not higher


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_files_and_functions_stay_small(path):
    text = path.read_text(encoding="utf-8")
    functions = [
        node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    long = [node.name for node in functions if node.end_lineno - node.lineno >= 60]

    assert text.count("\n") <= 400
    assert not long


def test_modules_are_named_by_nouns_of_the_project():
    names = {word for path in MODULES for word in re.split(r"[_.]", path.stem)}

    assert not names & FORBIDDEN_WORDS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme(command):
    assert f"genui {command}" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_is_short():
    assert (ROOT / "README.md").read_text(encoding="utf-8").count("\n") <= 130


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md"])
def test_the_files_that_a_document_links_to_are_there(name):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / name).read_text(encoding="utf-8"))

    assert links or name != "README.md"
    assert not [link for link in links if not (ROOT / link).exists()]


def test_the_architecture_names_every_module():
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    parts = {part_of(path) for path in MODULES} - {"__init__", "__main__"}

    assert not [part for part in sorted(parts) if f"{part}.py" not in text and f"{part}/" not in text]
