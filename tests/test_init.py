import re
import shutil
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genui.assets import bundled_directory, load_assets
from genui.cli import main
from genui.cli.init import config_text
from genui.config import Target, load_config, target_of
from genui.errors import ConfigError

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
name = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=8)
commands = st.builds(
    Target,
    command=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12),
    args=st.lists(text, max_size=4).map(tuple),
    env=st.dictionaries(text, text, max_size=3),
)
urls = st.builds(
    Target,
    url=name.map(lambda host: f"https://{host}/mcp?a='\"b"),
    transport=st.sampled_from(["auto", "http", "sse"]),
    headers=st.dictionaries(text, text, max_size=3),
)


@settings(deadline=None)
@given(commands | urls)
def test_what_is_written_reads_back_as_the_same_upstream(tmp_path_factory, target):
    folder = tmp_path_factory.mktemp("init")
    (folder / "genui.toml").write_text(config_text(target, folder=folder), encoding="utf-8", newline="\n")
    assert load_config(folder, environ={}).upstream == target


def test_every_comment_becomes_a_valid_key_when_uncommented(tmp_path):
    written = config_text(Target(command="x"), folder=tmp_path)
    uncommented = re.sub(r"^# (?=\[\[?\w[\w.]*\]\]?$|\w+ = )", "", written, flags=re.MULTILINE)
    (tmp_path / "genui.toml").write_text(uncommented, encoding="utf-8")
    config = load_config(tmp_path, environ={})
    assert config.tool("some_tool").view is True
    assert config.model.name == "…"
    assert len(tomllib.loads(uncommented)["serve"]) > 8


def test_the_folder_of_the_command_is_kept(tmp_path, monkeypatch):
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(["init", "--config", "sub/genui.toml", "--", "python", "server.py"]) == 0
    assert Path(target_of(load_config(Path("sub/genui.toml"), environ={})).cwd).resolve() == tmp_path
    assert main(["init", "--", "python", "server.py"]) == 0
    assert "cwd" not in Path("genui.toml").read_text()


def test_an_existing_file_is_kept_unless_forced(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("genui.toml").write_text("mine")
    assert main(["init", "--url", "https://h/mcp"]) == 2
    assert Path("genui.toml").read_text() == "mine"
    assert "--force" in capsys.readouterr().err
    assert main(["init", "--url", "https://h/mcp", "--upstream-transport", "sse", "--force"]) == 0
    assert load_config(environ={}).upstream == Target(url="https://h/mcp", transport="sse")


def test_a_dry_run_prints_the_file_and_writes_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["init", "--dry-run", "--", "npx", "-y", "server"]) == 0
    assert tomllib.loads(capsys.readouterr().out)["upstream"] == {"command": "npx", "args": ["-y", "server"]}
    assert not list(tmp_path.iterdir())


def test_the_next_steps_are_told_on_standard_error(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["init", "--config", "a/b.toml", "--", "npx", "server"]) == 0
    said = capsys.readouterr()
    assert said.out == f"wrote {Path('a/b.toml')}\n"
    assert "genui build --config a/b.toml" in said.err


def test_a_server_is_taken_from_a_host_without_its_secrets(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path(".cursor").mkdir()
    Path(".cursor/mcp.json").write_text(
        '{"mcpServers": {"weather": {"command": "npx", "env": {"API_KEY": "canary"}}, "b": {"url": "https://h/?k=canary"}}}'
    )
    assert main(["init", "--from", "cursor:weather"]) == 0
    said = capsys.readouterr()
    assert load_config(environ={}).upstream == Target(command="npx", env={"API_KEY": "${API_KEY}"})
    assert "API_KEY" in said.err
    assert main(["init", "--from", "cursor"]) == 0
    listed = capsys.readouterr()
    assert [line.split()[0] for line in listed.out.splitlines()] == ["b", "weather"]
    assert "canary" not in said.out + said.err + listed.out + listed.err + Path("genui.toml").read_text()


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "no upstream is named"),
        (["--from", "cursor:a", "--url", "https://h/"], "both --from"),
        (["--url", "https://h/", "--", "npx"], "both --url"),
        (["--url", "h"], "expected an http"),
        (["--from", "emacs:a"], "no host"),
    ],
)
def test_what_names_no_one_upstream_is_refused(tmp_path, monkeypatch, capsys, arguments, part):
    monkeypatch.chdir(tmp_path)
    assert main(["init", *arguments]) == 2
    assert part in capsys.readouterr().err
    assert not Path("genui.toml").exists()


def test_a_command_that_is_no_text_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="no UTF-8"):
        config_text(Target(command="a\udcff"), folder=tmp_path)


@pytest.mark.parametrize(
    ("command", "pinned"),
    [
        ("npx -y @scope/server", "npx -y @scope/server@1.2.3"),
        ("npx -y server@latest --flag", "npx -y server@1.2.3"),
        ("uvx --from package tool", "uvx --from package@1.2.3"),
        ("npx -y @scope/server@0.4.0", ""),
        ("uvx --with mcp<2 tool", ""),
        ("uvx -p 3.12 tool", ""),
        ("uvx tool==1.0", ""),
        ("uvx", ""),
        ("python server.py", ""),
    ],
)
def test_a_version_is_suggested_for_a_package(tmp_path, monkeypatch, capsys, command, pinned):
    monkeypatch.chdir(tmp_path)
    assert main(["init", "--", *command.split()]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if "pin it" in line]
    assert [line.rpartition("pin it: ")[2] for line in told] == ([pinned] if pinned else [])


def test_what_is_bundled_is_written_and_a_copy_of_it_changes_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["init", "--eject", "own"]) == 0
    names = {path.name for path in Path("own/templates").iterdir()}
    assert names == {"page.html", "style.css", "gallery.html"}
    assert Path("own/prompts/generate_spec.md").is_file()
    assert 'templates_directory = "own/templates"' in capsys.readouterr().err
    for kind in ("prompts", "templates"):
        bundled = load_assets(kind)
        assert load_assets(kind, Path("own") / kind).texts == bundled.texts
        shutil.copytree(bundled_directory(kind), Path("whole") / kind)
        assert load_assets(kind, Path("whole") / kind).texts == bundled.texts
    with Path("whole/templates/style.css").open("a") as file:
        file.write("body { color: red }")
    changed = load_assets("templates", Path("whole/../whole/templates"))
    assert "color: red" in changed.texts["dist/style.css"]
    assert main(["init", "--eject", "own"]) == 2
    assert main(["init", "--eject", "own", "--force"]) == 0


def test_a_changed_part_of_the_runtime_is_still_refused(tmp_path):
    shutil.copytree(bundled_directory("templates"), tmp_path / "own")
    with (tmp_path / "own/dist/runtime.js").open("a") as file:
        file.write("// mine")
    with pytest.raises(ConfigError, match="one text for all pages"):
        load_assets("templates", tmp_path / "own")
