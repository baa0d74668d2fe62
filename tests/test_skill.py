"""The skill for agents: valid front matter, and a spec that genui takes."""

import json
import re
import tomllib
from pathlib import Path

from genui.cli import main
from genui.model import Tool
from genui.typecheck import check_spec

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "skills/genui/SKILL.md").read_text()
HEAD, BODY = TEXT.split("---\n", 2)[1:]


def test_the_front_matter_names_the_skill_as_its_folder_and_says_when_to_use_it() -> None:
    members = dict(re.findall(r"^(\w+): *(.*(?:\n +.*)*)", HEAD, re.M))
    assert members["name"] == "genui"
    assert 50 < len(" ".join(members["description"].removeprefix(">-").split())) <= 1024
    assert set(members) <= {"name", "description", "license", "compatibility", "metadata"}


def test_the_skill_is_short_enough_to_be_read_whole() -> None:
    assert len(TEXT.splitlines()) <= 300


def test_the_help_of_genui_states_the_workflow_of_the_skill(capsys) -> None:
    assert main(["--help"]) == 0
    told = capsys.readouterr().out
    steps = re.findall(r"^ genui (\w+)", told.partition("looks:")[2], re.MULTILINE)
    assert steps == ["inspect", "refine", "build", "inspect", "review"]
    assert set(steps) <= set(re.findall(r"genui (\w+)", BODY))


def test_the_spec_of_the_skill_is_one_that_genui_takes() -> None:
    found = re.search(r"```json\n(.*?)```", BODY, re.S)
    assert found
    text = {"type": "string"}
    task = {"type": "object", "properties": dict.fromkeys(("title", "status", "due", "id"), text)}
    tasks = {"type": "array", "items": task}
    tool = {
        "name": "list_tasks",
        "inputSchema": {"type": "object", "properties": dict.fromkeys(("project", "assignee", "note"), text)},
        "outputSchema": {"type": "object", "properties": {"tasks": tasks}},
    }
    assert check_spec(json.loads(found[1])["spec"], Tool(tool)) == ()


def test_the_wheel_carries_the_skill_where_agents_look() -> None:
    included = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]
    assert included["wheel"]["force-include"]["skills"] == "genui/.agents/skills"
