"""A few whole outputs, so that a change of the compiler shows in review what it changes for people."""

import json
from pathlib import Path

import pytest
from syrupy.extensions.json import JSONSnapshotExtension
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from genui.baseline import baseline
from genui.cli.init import config_text
from genui.config import Target
from genui.model import Tool

ROOT = Path(__file__).parent.parent
EXAMPLES = {
    "get_forecast": ROOT / "generated" / "tools",
    "create_order": ROOT / "examples" / "orders" / "generated" / "tools",
    "monthly_totals": ROOT / "examples" / "orders" / "generated" / "tools",
}


class TomlExtension(SingleFileSnapshotExtension):
    """One text file a snapshot."""

    file_extension = "toml"
    _write_mode = WriteMode.TEXT


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_offline_spec_of_an_example_tool(name, snapshot):
    tool = json.loads((EXAMPLES[name] / f"{name}.json").read_text(encoding="utf-8"))

    assert baseline(Tool(tool)) == snapshot(extension_class=JSONSnapshotExtension)


def test_the_config_that_init_writes(snapshot):
    target = Target(command="npx", args=("-y", "@scope/some-server"), env={"TOKEN": "${TOKEN}"})

    assert config_text(target, folder=ROOT) == snapshot(extension_class=TomlExtension)
