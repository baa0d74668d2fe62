"""House rules of the page runtime: one shared scope, so every name has one home and every need is said."""

import re
from functools import cache
from pathlib import Path

import pytest

from genui.assets import load_assets
from genui.components import COMPONENTS
from genui.javascript import minify_script
from genui.runtime import ENTRY, dependency_order, linked_runtime, runtime_of
from genui.scripts import Script, read_script

TEMPLATES = load_assets("templates")
FILES = sorted(path.removeprefix("runtime/") for path in TEMPLATES.texts if path.startswith("runtime/"))

MAX_LINES = 400
MAX_BRIDGE_BYTES = 6144

BANNED = frozenset(
    {"eval", "Function", "fetch", "XMLHttpRequest", "WebSocket", "EventSource", "Worker", "importScripts"}
    | {"localStorage", "sessionStorage", "indexedDB", "alert", "confirm", "prompt", "open"}
)
BANNED_PROPERTIES = frozenset({"innerHTML", "outerHTML", "insertAdjacentHTML", "srcdoc", "cookie", "writeln"})

PLATFORM = frozenset(
    (Path(__file__).parent / "cases" / "platform-names.txt").read_text(encoding="utf-8").split()
)
"""Names that a browser gives."""


@cache
def script(file: str) -> Script:
    text = TEMPLATES.texts[f"runtime/{file}"]
    return read_script(text, module=False)


@cache
def declared(file: str) -> frozenset[str]:
    return frozenset(script(file).names.top.names)


def free_names(file: str) -> set[str]:
    return {node.name for node in script(file).names.free} - PLATFORM


def test_every_component_and_the_entry_have_their_file() -> None:
    assert {component.runtime for component in COMPONENTS.values()} | {ENTRY} <= set(FILES)


@pytest.mark.parametrize("file", FILES)
def test_a_file_says_what_it_does_and_stays_short(file: str) -> None:
    lines = TEMPLATES.texts[f"runtime/{file}"].splitlines()

    assert re.fullmatch(rf"// {re.escape(file)}: .+\.", lines[0]), lines[0]
    assert len(lines) <= MAX_LINES


@pytest.mark.parametrize("file", FILES)
def test_a_file_uses_only_names_of_the_files_that_it_needs(file: str) -> None:
    order = dependency_order(runtime_of(TEMPLATES).needs, [file])
    known = {name for needed in order for name in declared(needed)}

    homes = {name: other for other in FILES for name in declared(other)}
    unknown = {name: homes.get(name, "nowhere") for name in free_names(file) - known}
    assert unknown == {}, "name: the file it is in, which belongs into the needs line"


def test_a_top_level_name_has_one_home() -> None:
    homes: dict[str, list[str]] = {}
    for file in FILES:
        for name in declared(file):
            homes.setdefault(name, []).append(file)

    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


@pytest.mark.parametrize("file", FILES)
def test_a_file_leaves_markup_network_storage_and_dialogs_alone(file: str) -> None:
    names = {node.name for node in script(file).names.free}
    properties = set(re.findall(r"\.\s*([\w$]+)", minify_script(script(file).text)))

    assert names & BANNED == set()
    assert properties & BANNED_PROPERTIES == set()
    assert "document.write" not in script(file).text


@pytest.mark.parametrize("file", FILES)
def test_a_file_is_a_plain_script_that_parses(file: str) -> None:
    root = script(file).root

    assert not root.source.has_error
    assert not any(node.kind in ("import_statement", "export_statement") for node in root.kids)


def test_the_bridge_stands_alone_and_is_small() -> None:
    runtime = runtime_of(TEMPLATES)

    assert runtime.needs["bridge.js"] == ()
    assert len(runtime.scripts["bridge.js"].encode()) <= MAX_BRIDGE_BYTES


def test_every_style_section_belongs_to_a_runtime_file() -> None:
    wanted = {f"{name}.js" for names in runtime_of(TEMPLATES).sections for name in names.split()}

    assert wanted <= set(FILES)


def test_every_page_starts_with_the_entry_last() -> None:
    text, _ = linked_runtime(TEMPLATES, [])

    assert runtime_of(TEMPLATES).pieces[ENTRY][-1].uses == {"boot"}
    assert re.search(r"[\w$)]\(\)\}\)\(\)\Z", text)
