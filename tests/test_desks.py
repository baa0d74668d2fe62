"""What holds on the desk of any system: the host's own file, and the official client."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from genui.cli import main
from genui.hostconfigs.hosts import HOSTS, places_here

SERVER = Path(__file__).parents[1] / "examples" / "weather_server.py"


@pytest.fixture
def desktop_file(tmp_path, monkeypatch):
    """The file of Claude Desktop where this system keeps it, for a user of its own."""
    for variable in ("HOME", "USERPROFILE", "APPDATA", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    (file,) = HOSTS["claude-desktop"](places_here())
    file.parent.mkdir(parents=True)
    entry = {"command": sys.executable, "args": [str(SERVER)]}
    file.write_text(json.dumps({"mcpServers": {"weather": entry}}), encoding="utf-8")
    return file


async def called(entry):
    """Call a tool through a server of a host's file, and return what it lists and answers."""
    # Each process that collects tests would import it, a second of processor time.
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    environment = {"GENUI_TRUST": "1", **entry.get("env", {})}
    parameters = StdioServerParameters(command=entry["command"], args=entry["args"], env=environment)
    async with stdio_client(parameters) as pipes, ClientSession(*pipes) as session:
        await session.initialize()
        tools = await session.list_tools()
        answer = await session.call_tool("get_forecast", {"location": "Oslo", "days": 2})
        return [tool.name for tool in tools.tools], answer


def test_an_attached_server_is_called_by_a_real_client_and_detached_to_the_byte(desktop_file):
    before = desktop_file.read_bytes()
    assert main(["attach", "claude-desktop"]) == 0
    entry = json.loads(desktop_file.read_bytes())["mcpServers"]["weather"]

    names, answer = asyncio.run(called(entry))

    assert "serve" in entry["args"]
    assert names[:3] == ["get_forecast", "get_current", "list_units"]
    assert answer.structured_content["location"] == "Oslo"
    assert main(["detach", "claude-desktop"]) == 0
    assert desktop_file.read_bytes() == before
