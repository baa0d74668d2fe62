import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from genui.canonical import pretty_json
from genui.config import Build, Config, Limits, Target, start_seconds
from genui.errors import UpstreamError
from genui.model import Snapshot, Tool
from genui.serve import protocol
from genui.snapshot import definition_files, definition_of, snapshot_of, upstream_of
from genui.upstream import introspect

SERVERS = Path(__file__).parent / "servers"
ODD = str(SERVERS / "odd_server.py")
sys.path.insert(0, str(SERVERS))

import odd_server  # noqa: E402


def target(behaviour: str, *args: str, **members) -> Target:
    return Target(command=sys.executable, args=(ODD, behaviour, *args), **members)


def learn(behaviour: str, *args: str, limits: Limits | None = None, **members) -> Snapshot:
    return introspect(target(behaviour, *args, **members), limits, start_timeout=20, request_timeout=20)


def failed(upstream: Target, *, limits: Limits | None = None, start=20.0, request=20.0) -> UpstreamError:
    with pytest.raises(UpstreamError) as caught:
        introspect(upstream, limits, start_timeout=start, request_timeout=request)
    assert caught.value.exit_code == 3
    assert caught.value.hint
    return caught.value


def names(snapshot: Snapshot) -> list[str]:
    return [tool.name for tool in snapshot.tools]


def is_running(pid: int) -> bool:
    """A zombie that nobody has reaped yet is not running."""
    status = Path(f"/proc/{pid}/stat")
    if Path("/proc/self/stat").exists():
        return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_definitions_are_whole_and_in_the_order_of_the_wire():
    tool = learn("good").tools[0]
    assert json.dumps(tool.definition) == json.dumps(odd_server.GET)
    assert str(tool.definition["x-unknown"]["a"][1]) == "-0.0"
    assert tool.input_schema["properties"]["z"]["maximum"] == odd_server.BIG


def test_the_server_is_known_by_name_and_version():
    snapshot = learn("good")
    assert snapshot.server == {"name": "odd", "version": "1.2.3"}
    assert snapshot.protocol_version == "2025-11-25"
    assert learn("nameless-server").server == {"name": "unnamed", "version": ""}


@pytest.mark.parametrize(
    ("behaviour", "version", "tools"),
    [
        ("modern", "2026-07-28", ["get"]),
        ("future", "2099-01-01", ["get"]),
        ("old", "2024-11-05", ["get", "list"]),
        ("paginated", "2025-11-25", ["get", "list", "más"]),
        ("late", "2025-11-25", ["get", "list"]),
        ("talkative", "2025-11-25", ["get", "list"]),
    ],
)
def test_every_era_page_and_late_tool_is_read(behaviour, version, tools):
    snapshot = learn(behaviour)
    assert (snapshot.protocol_version, names(snapshot), snapshot.findings) == (version, tools, ())


@pytest.mark.parametrize(
    ("behaviour", "tools", "rules"),
    [
        ("duplicates", ["get", "list"], {"duplicate-tool"}),
        ("endless", ["get"], {"duplicate-tool", "endless-tool-list"}),
        ("bad-list", ["list"], {"nameless-tool"}),
        ("banner", ["get", "list"], {"stdout-noise"}),
        ("odd-schemas", ["none", *(f"t{number}" for number in range(8))], set()),
        ("surrogate", ["x"], set()),
    ],
)
def test_what_is_odd_but_usable_is_used_and_told(behaviour, tools, rules):
    snapshot = learn(behaviour)
    assert names(snapshot) == tools
    assert {finding.rule for finding in snapshot.findings} == rules


def test_of_two_tools_with_one_name_the_first_counts():
    assert "description" not in learn("duplicates").tools[1].definition


def test_numbers_that_json_cannot_hold_become_null():
    assert learn("infinite").tools[0].input_schema == {"maximum": None, "a": [None, 1]}


def test_the_number_of_tools_is_limited():
    assert len(learn("paginated", limits=Limits(tools=2)).tools) == 2


@pytest.mark.parametrize(
    ("behaviour", "parts"),
    [
        ("crash", ["exited with status 3", "no database at nowhere"]),
        ("crash-later", ["exited with status 4"]),
        ("garbage", ["exited with status 0", "'Welcome to the server!'"]),
        ("flood", ["speaks no MCP", "'not json'"]),
        ("echo", ["sends back what it is sent"]),
        ("no-tools", ["has no tools"]),
        ("no-list", ["has no tools"]),
        ("no-version", ["without a protocolVersion"]),
        ("refusing", ["error -32000: please log in"]),
        ("array", ["answered initialize with something that is no object"]),
    ],
)
def test_a_server_that_fails_is_one_clear_error(behaviour, parts, capfd):
    error = failed(target(behaviour))
    for part in parts:
        assert part in error.message
    assert "odd_server.py" in error.message
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("behaviour", ["hang", "blank-flood", "notification-flood"])
def test_no_answer_at_all_is_an_error_that_names_the_limit(behaviour):
    error = failed(target(behaviour), start=0.3)
    assert "gave no answer to initialize within 0.3 s" in error.message
    assert "start_timeout" in error.hint


def test_a_later_answer_has_a_limit_of_its_own():
    error = failed(target("silent-list"), request=0.2)
    assert "gave no answer to tools/list within 0.2 s" in error.message
    assert "request_timeout" in error.hint


def test_a_message_past_the_limit_is_an_error():
    error = failed(target("huge"), limits=Limits(message_bytes=100_000))
    assert "more than 100000 bytes" in error.message


def test_a_command_that_is_not_there_is_named():
    error = failed(Target(command="no-such-command-anywhere", args=("--key", "x")))
    assert "command 'no-such-command-anywhere' not found" in error.message
    assert "cwd" in failed(target("good", cwd="/no/such/folder")).hint


def test_a_command_that_may_not_run_is_named(tmp_path):
    (tmp_path / "data.txt").write_text("x")
    assert "did not start" in failed(Target(command=str(tmp_path / "data.txt"))).message
    assert "did not start" in failed(Target(command="a\0b")).message


def test_configured_secrets_are_not_repeated_from_its_last_words():
    error = failed(target("crash", env={"SECRET": "canary-value"}))
    assert "no database at ***" in error.message
    assert "canary" not in error.message


def test_it_gets_the_whole_environment_and_its_own_variables(tmp_path, monkeypatch):
    monkeypatch.setenv("AROUND", "outer")
    schema = learn("environment", "a b", env={"GIVEN": "inner"}, cwd=str(tmp_path)).tools[0].input_schema
    assert schema["env"] == {"PATH": os.environ["PATH"], "GIVEN": "inner", "AROUND": "outer"}
    assert schema["args"] == ["a b"]
    assert Path(schema["cwd"]) == tmp_path.resolve()


def test_nothing_that_it_started_is_left_behind(tmp_path):
    file = tmp_path / "pid"
    learn("leftover", str(file))
    assert not is_running(int(file.read_text()))
    words = failed(target("silent-list"), request=0.2).message
    assert not is_running(int(words.split("child ")[1].split()[0]))


def test_a_server_on_stdio_needs_no_sdk():
    code = "import sys; from genui.config import Target; from genui.upstream import introspect\n"
    code += "TIMES = {'start_timeout': 20, 'request_timeout': 20}\n"
    code += (
        "introspect(Target(command=sys.executable, args=(sys.argv[1], 'good')), **TIMES); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code, ODD], capture_output=True, text=True, check=True)
    assert {"mcp", "mcp_types", "pydantic", "anyio", "asyncio", "httpx2"}.isdisjoint(done.stdout.split())


def test_the_protocol_constants_are_those_of_the_sdk():
    from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID
    from mcp_types.version import LATEST_HANDSHAKE_VERSION, MODERN_PROTOCOL_VERSIONS

    assert protocol.HANDSHAKE_VERSIONS[-1] == LATEST_HANDSHAKE_VERSION
    assert MODERN_PROTOCOL_VERSIONS[0] == protocol.MODERN_VERSION
    assert (protocol.UI_EXTENSION, protocol.MIME_TYPE) == (EXTENSION_ID, APP_MIME_TYPE)


def test_a_snapshot_reads_back_and_is_sorted_by_name():
    snapshot = learn("paginated")
    shuffled = Snapshot(snapshot.server, snapshot.protocol_version, snapshot.tools[::-1])

    assert read_back(snapshot) == read_back(shuffled) == snapshot


def test_a_snapshot_keeps_lone_surrogates_and_big_integers():
    tool = Tool({"name": "x", "description": "\ud800", "inputSchema": {"maximum": 10**40}})
    snapshot = Snapshot({"name": "s", "version": ""}, "2025-11-25", (tool,))

    assert read_back(snapshot) == snapshot


def read_back(snapshot):
    written = [pretty_json(definition) for definition in definition_files(snapshot).values()]
    return snapshot_of(upstream_of(snapshot), map(definition_of, written))


@pytest.mark.parametrize("data", [b"{", b"\xff", b"[" * 100_000, b"[]", b'{"name": 1}', b"<<<<<<< HEAD"])
def test_what_is_no_definition_is_as_good_as_absent(data):
    assert definition_of(data) is None


def test_a_package_runner_has_time_to_download_and_a_broken_download_names_its_remedy(tmp_path):
    npx = tmp_path / "npx"
    npx.write_text("#!/bin/sh\nexit 1\n")
    npx.chmod(0o755)
    upstream = Target(command=str(npx), args=("-y", "some-server"))
    error = failed(upstream)
    assert "exited with status 1" in error.message
    assert "npm config get cache" in error.hint

    assert start_seconds(Config(root=tmp_path, upstream=upstream)) == 300
    assert start_seconds(Config(root=tmp_path, upstream=target("good"))) == 30
    assert start_seconds(Config(root=tmp_path, upstream=upstream, build=Build(start_timeout=7))) == 7
