"""What documents show in blocks of code is true: commands have their flags, and data can be read."""

import ast
import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
from typer.main import get_command

from genui.cli import COMMANDS, application
from genui.config.load import file_values

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "skills/genui/SKILL.md",
]

FENCED = re.compile(r"^(`{3,})(\w*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:^\n)((?: {4}.*\n|\n(?= {4}))+)", re.MULTILINE)
OPTIONS = {
    name: {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
    for name, command in get_command(application([])).commands.items()
}


def blocks_of(path):
    """Yield the language and the text of each block; what is indented says no language."""
    text = path.read_text("utf-8")
    yield from ((found[2], found[3]) for found in FENCED.finditer(text))
    for found in INDENTED.finditer(FENCED.sub("", text)):
        yield "", re.sub(r"^ {4}", "", found[1], flags=re.MULTILINE)


def commands_in(text):
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        if found := re.match(r"(?:\$ |- run: )?(?:\S*/)?genui ([a-z].*)", line):
            yield shlex.split(found[1], comments=True)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_blocks_of_code_are_what_genui_takes(path):
    wrong = []
    for language, text in blocks_of(path):
        for name, *words in commands_in(text):
            own = words[: words.index("--")] if "--" in words else words
            flags = {word.partition("=")[0] for word in own if word.startswith("-") and word != "-"}
            wrong += [f"genui {name}"] if name not in COMMANDS else sorted(flags - OPTIONS[name])
        if language == "json":
            json.loads(text)
        elif language == "python":
            ast.parse(text)
        elif language == "toml" or re.match(r"\[\[?[a-z_.\"*]+\]\]?", text):
            # The profile of a host is TOML as well, and no genui.toml.
            assert "facts" in tomllib.loads(text) or file_values(text, path.name)

    assert wrong == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_installed_by_a_name_that_is_not_ours_yet(path):
    assert not re.search(r"(?:pipx? install|uvx|uv tool install) +['\"]?genui(?! @)", path.read_text("utf-8"))
