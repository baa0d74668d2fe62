"""Views made while serving: refined, submitted, made by a model, kept in the overlay, adopted."""

import json
import os
import shutil
import threading
from pathlib import Path

import pytest
from kept import contents
from ondemand import CASES, TOOLS, Served, project
from serving import line

from genui.cli import main
from genui.config import load_config
from genui.ondemand.overlay import read_overlay
from genui.owntools import own_definitions

BETTER = json.loads((CASES / "better.json").read_text(encoding="utf-8"))
REFUSED = json.loads((CASES / "refused.json").read_text(encoding="utf-8"))
CHANGED = ["notifications/tools/list_changed", "notifications/resources/list_changed"]


def files_in(folder: Path) -> set[str]:
    return set(contents(folder)) if folder.is_dir() else set()


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(main(list(arguments)))
    return int(ended.value.code or 0)


def test_a_wish_changes_what_is_read_survives_a_restart_and_is_adopted(tmp_path, capsys):
    file = project(tmp_path)
    with Served(file) as host:
        before, html = host.uri(), host.html()
        said = host.says("refine", feedback="hide wind")
        assert said["fulfilledBy"] == "rules"
        assert said["changes"]
        assert (said["uriBefore"], said["uri"]) == (before, host.uri())
        assert before != said["uri"]
        assert host.told == CHANGED
        refined = host.html()
        assert refined != html
        host.says("refine", feedback="sort by high")
        assert host.says("inspect")["refinementHistory"] == ["hide wind", "sort by high"]
        last = host.uri()
    assert not (tmp_path / "generated").exists()
    with Served(file) as host:
        assert host.uri() == last
        told = host.says("inspect")
        assert (told["where"], told["state"], told["generatedAt"] is None) == ("overlay", "fresh", False)

    assert run("list", "--config", str(file), "--json") == 0
    rows = json.loads(capsys.readouterr().out)["tools"]
    assert [(row["name"], row["where"]) for row in rows] == [
        ("get_forecast", None),
        ("get_forecast", "overlay"),
        ("list_cities", None),
    ]
    assert run("adopt", "get_forecast", "--config", str(file), "--dry-run") == 0
    assert not (tmp_path / "generated").exists()
    assert run("adopt", "--all", "--config", str(file), "--json") == 0
    assert run("build", "--config", str(file), "--tool", "list_cities") == 0
    capsys.readouterr()
    assert run("check", "--config", str(file), "--json") == 0
    assert {one["state"] for one in json.loads(capsys.readouterr().out)["tools"]} == {"fresh"}
    kept = contents(tmp_path / "generated")
    assert run("build", "--config", str(file)) == 0
    assert kept == contents(tmp_path / "generated")
    assert [step["feedback"] for step in json.loads(kept["views/get_forecast/view.json"])["ledger"]] == [
        "hide wind",
        "sort by high",
    ]
    with Served(file) as host:
        assert host.uri().rpartition("/")[2] in {name.rpartition("/")[2] for name in kept}
        assert host.says("inspect")["where"] == "generated"


def test_a_wish_that_is_not_understood_changes_nothing_and_says_so(tmp_path):
    with Served(project(tmp_path)) as host:
        before = host.uri()
        result = host.call("refine", feedback="make it sing")
        assert result["isError"]
        text, told = result["content"][0]["text"], result["structuredContent"]
        assert "make it sing" in text
        assert "_ui_submit" in text
        assert (told["verdict"], told["feedback"]) == ("refused", "make it sing")
        assert json.loads(text.splitlines()[-1]) == brief(host)
        assert host.uri() == before
        assert not host.told
        for wrong in ({}, {"feedback": 3}, {"feedback": " "}, {"feedback": "x" * 3000}):
            assert host.call("refine", **wrong)["isError"]
        assert host.call("refine", "nope", feedback="hide wind")["isError"]
    assert not (tmp_path / ".genui").exists()


def brief(host, tool="get_forecast"):
    (block,) = host.call("brief", tool)["content"]
    return json.loads(block["text"])


def data_of(html):
    return json.loads(html.partition('id="view-data">')[2].partition("</script>")[0])


def test_a_view_is_made_anew_with_or_without_what_was_wished(tmp_path):
    with Served(project(tmp_path)) as host:
        plain = host.html()
        refined = host.says("refine", feedback="hide wind")["uri"]
        again = host.says("regenerate")
        assert (again["uri"], again["refinements"]) == (refined, ["hide wind"])
        assert host.says("regenerate", clearRefinements=True)["refinements"] == []
        assert data_of(host.html()) == {**data_of(plain), "reviewed": False}
        assert host.call("regenerate", clearRefinements="yes")["isError"]


def test_the_hosts_own_model_writes_a_view_with_no_key_anywhere(tmp_path, capsys):
    file = project(tmp_path)
    with Served(file) as host:
        told = brief(host)
        assert "_ui_submit" in told["instructions"]
        assert "get_forecast" in told["task"]
        assert "stat-cards" in told["rules"]
        assert told["currentSpec"]["version"] == 1
        before = host.uri()
        verdict = host.says("submit", spec=BETTER)
        assert (verdict["verdict"], verdict["uriBefore"]) == ("live", before)
        assert verdict["uri"] == host.uri() != before
        assert "Days ahead" in host.html()
        assert host.told == CHANGED
        assert brief(host)["currentSpec"]["title"] == "Days ahead"
        assert host.says("submit", spec=json.dumps(BETTER))["uri"] == verdict["uri"]
        assert host.says("refine", feedback="hide wind")["refinements"] == ["hide wind"]
    assert run("adopt", "--all", "--config", str(file)) == 0
    assert run("build", "--config", str(file), "--tool", "list_cities") == 0
    assert run("check", "--config", str(file)) == 0
    assert '"generator": "agent"' in (tmp_path / "generated/views/get_forecast/view.json").read_text()
    assert run("refine", "get_forecast", "show wind", "--config", str(file)) == 0
    assert run("check", "--config", str(file)) == 0
    capsys.readouterr()


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    with Served(project(tmp_path_factory.mktemp("asked"))) as host:
        yield host


def own_tools(host):
    """Return genui's own tools as they are listed, by whom each is for."""
    tools = [tool for tool in host.ask("tools/list")["result"]["tools"] if tool["name"].startswith("_ui_")]
    told = {
        who: [tool for tool in tools if tool["_meta"]["ui"]["visibility"] == [who]]
        for who in ("model", "app")
    }
    assert sum(map(len, told.values())) == len(tools)
    return told


def test_models_see_two_small_tools_and_the_others_stay_listed_and_callable(asked):
    own = own_tools(asked)
    assert {tool["name"] for tool in own["model"]} == {"_ui_refine", "_ui_submit"}
    assert len(json.dumps(own["model"])) <= 1200
    assert {tool["name"].removeprefix("_ui_") for tool in own["app"]} == {
        "list", "inspect", "refresh_tools", "regenerate", "brief", "text",
    }  # fmt: skip
    assert asked.says("inspect")["tool"] == "get_forecast"


@pytest.mark.parametrize(("told", "model", "app"), [("all", 7, 1), ("none", 0, 0), ("true", 2, 6)])
def test_the_config_says_which_of_genuis_own_tools_models_see(tmp_path, told, model, app):
    with Served(project(tmp_path), **{"serve.own_tools": told}) as host:
        own = own_tools(host)
    assert (len(own["model"]), len(own["app"])) == (model, app)


def listed_view(host):
    return host.ask("tools/list")["result"]["tools"][0].get("_meta")


def test_what_a_person_shows_as_text_is_announced_no_more_until_that_is_taken_back(tmp_path, capsys):
    file = project(tmp_path)
    with Served(file) as host:
        said = host.ask("tools/call", name="_ui_text", arguments={"toolName": "get_forecast"})["result"]
        assert "genui undo get_forecast --overlay" in said["content"][0]["text"]
        assert host.told == CHANGED
        assert listed_view(host) is None
        assert "contents" in host.ask("resources/read", uri="ui://get_forecast")["result"]
    with Served(file) as host:
        assert listed_view(host) is None
    with Served(file, **{"serve.views": "all"}) as host:
        assert listed_view(host) is not None

    assert run("list", "--config", str(file)) == 0
    assert "text only: you chose so" in capsys.readouterr().out
    assert run("history", "get_forecast", "--overlay", "--config", str(file)) == 0
    assert run("undo", "get_forecast", "--overlay", "--config", str(file)) == 0
    assert "taken back: show as text" in capsys.readouterr().out
    assert run("undo", "get_forecast", "--overlay", "--config", str(file)) == 4
    with Served(file) as host:
        assert listed_view(host) is not None


def test_a_committed_setting_keeps_a_view_that_a_person_would_show_as_text(tmp_path):
    with Served(project(tmp_path, more="[tools.get_forecast]\nannounce = true\n")) as host:
        said = host.ask("tools/call", name="_ui_text", arguments={"toolName": "get_forecast"})["result"]
        assert said["isError"] is True
        assert "announce = true" in said["content"][0]["text"]
        assert listed_view(host) is not None


def test_a_locked_server_shows_no_view_as_text_for_a_person(tmp_path):
    with Served(project(tmp_path), **{"serve.locked": "true"}) as host:
        said = host.ask("tools/call", name="_ui_text", arguments={"toolName": "get_forecast"})["result"]
        assert "locked" in said["content"][0]["text"]


@pytest.mark.parametrize("what", REFUSED)
def test_a_wrong_or_hostile_spec_is_refused_with_findings(asked, what):
    before = asked.uri()
    result = asked.call("submit", spec=REFUSED[what]["spec"])
    assert result["isError"]
    verdict = result["structuredContent"]
    assert verdict["verdict"] == "refused"
    rules = {finding["rule"] for finding in verdict["findings"] if finding["severity"] == "error"}
    assert rules if REFUSED[what]["rule"] == "*" else REFUSED[what]["rule"] in rules
    assert json.loads(result["content"][0]["text"]) == verdict
    assert asked.uri() == before


def test_what_is_no_spec_or_too_much_of_one_is_refused(asked):
    huge = {"version": 1, "result": [{"type": "markdown", "props": {"text": "x" * 600_000}}]}
    for spec in (None, 3, [], "no JSON", huge):
        assert asked.call("submit", spec=spec)["isError"]
    assert not files_in(asked.config.overlay)


def test_a_damaged_overlay_is_refused_and_the_baseline_served(tmp_path):
    file = project(tmp_path)
    with Served(file) as host:
        plain = host.html()
        host.says("refine", feedback="hide wind")
    overlay = tmp_path / ".genui"
    page = next(overlay.glob("views/get_forecast/*.html"))
    whole = page.read_bytes()
    page.write_bytes(whole.replace(b"<title>", b"<title>x"))
    with Served(file) as host:
        assert host.html() == plain
        assert host.html() == plain
        assert host.says("inspect")["where"] is None
        page.write_bytes(whole)
    (overlay / "made.json").write_text("{", encoding="utf-8")
    with Served(file) as host:
        assert host.html() == plain
    (overlay / "views" / "get_forecast" / "view.json").write_text("{", encoding="utf-8")
    with Served(file) as host:
        assert host.html() == plain
        assert host.says("refine", feedback="hide wind")["refinements"] == ["hide wind"]
        assert host.html() != plain


def test_a_view_of_the_overlay_fits_only_the_tool_it_was_made_for(tmp_path):
    file = project(tmp_path)
    with Served(file) as host:
        refined = host.says("refine", feedback="hide wind")["uri"]
    other = {**TOOLS[0], "inputSchema": {"type": "object", "properties": {"place": {"type": "string"}}}}
    with Served(file, [other, TOOLS[1]]) as host:
        assert host.uri() != refined
        host.work()
        assert host.uri() != refined
        assert host.says("inspect")["refinementHistory"] == ["hide wind"]
    prose = {**TOOLS[0], "description": "Something else."}
    with Served(file, [prose, TOOLS[1]]) as host:
        host.work()
        told = host.says("inspect")
        assert (told["refinementHistory"], told["where"]) == (["hide wind"], "overlay")


def committed_elsewhere(file, *wishes):
    """Somebody else's wishes come in by version control: their checkout has another overlay, or none."""
    theirs = file.parent / "theirs"
    shutil.copytree(file.parent, theirs, ignore=shutil.ignore_patterns(".genui", "theirs"))
    for wish in wishes:
        assert run("refine", "get_forecast", wish, "--config", str(theirs / "genui.toml")) == 0
    shutil.rmtree(file.parent / "generated")
    shutil.move(theirs / "generated", file.parent / "generated")
    shutil.rmtree(theirs)


def test_wishes_of_a_chat_are_put_on_a_committed_view_that_moved(tmp_path, capsys):
    file = project(tmp_path)
    assert run("build", "--config", str(file)) == 0
    with Served(file) as host:
        refined = host.says("refine", feedback="hide wind")["uri"]
        committed_elsewhere(file, "sort by high")
        host.uri()
        host.work()
        assert host.uri() != refined
        told = host.says("inspect")
        assert (told["refinementHistory"], told["reviewed"]) == (["sort by high", "hide wind"], False)
        host.says("refine", feedback="dark mode")
    assert run("adopt", "get_forecast", "--config", str(file)) == 0
    assert run("check", "--config", str(file)) == 0
    capsys.readouterr()
    assert run("history", "get_forecast", "--config", str(file), "--json") == 0
    ledger = json.loads(capsys.readouterr().out)["ledger"]
    assert [step["feedback"] for step in ledger] == ["sort by high", "hide wind", "dark mode"]
    assert not any("at" in step for step in ledger)


def test_a_wish_that_somebody_else_committed_is_no_longer_the_chats(tmp_path):
    file = project(tmp_path)
    assert run("build", "--config", str(file)) == 0
    with Served(file) as host:
        host.says("refine", feedback="hide wind")
        committed_elsewhere(file, "hide wind")
        host.uri()
        host.work()
        told = host.says("inspect")
        assert (told["refinementHistory"], told["where"]) == (["hide wind"], "generated")


def test_a_wish_of_the_terminal_is_refused_while_one_of_a_chat_stands_before_it(tmp_path, capsys):
    file = project(tmp_path)
    assert run("build", "--config", str(file)) == 0
    with Served(file) as host:
        said = host.call("refine", feedback="hide wind")
    assert f"genui adopt get_forecast --config {file}" in said["content"][0]["text"]
    capsys.readouterr()
    assert run("refine", "get_forecast", "dark mode", "--config", str(file)) == 4
    told = capsys.readouterr().err
    assert '"hide wind"' in told
    assert "genui adopt get_forecast" in told
    assert run("history", "get_forecast", "--overlay", "--config", str(file)) == 0
    assert capsys.readouterr().out == "1. hide wind\n"
    assert run("undo", "get_forecast", "2", "--overlay", "--config", str(file)) == 4
    assert run("undo", "get_forecast", "--overlay", "--config", str(file)) == 0
    assert run("refine", "get_forecast", "dark mode", "--config", str(file)) == 0


def test_undo_in_a_chat_takes_back_its_own_wishes_and_no_others(tmp_path):
    file = project(tmp_path)
    assert run("build", "--config", str(file)) == 0
    assert run("refine", "get_forecast", "sort by high", "--config", str(file)) == 0
    with Served(file) as host:
        plain = host.uri()
        first = host.says("refine", feedback="hide wind")["uri"]
        host.says("refine", feedback="dark mode")
        steps = host.says("inspect")["ledger"]
        assert ["at" in step for step in steps] == [False, True, True]
        assert host.says("refine", feedback="undo")["undone"] == "dark mode"
        assert host.uri() == first
        assert host.says("refine", feedback="Undo that.")["uri"] == plain
        assert host.uri() == plain
        assert "genui undo get_forecast" in host.call("refine", feedback="undo")["content"][0]["text"]
        assert host.says("inspect")["refinementHistory"] == ["sort by high"]


def test_views_with_wishes_are_never_dropped_and_others_are_the_oldest_first(tmp_path):
    file = project(tmp_path, more="[limits]\noverlay_views = 2\n")
    tools = [{**TOOLS[0], "name": f"forecast_{number}"} for number in range(4)]
    with Served(file, tools) as host:
        for number in range(3):
            host.says("regenerate", f"forecast_{number}")
        assert sorted(read_overlay(tmp_path / ".genui")[0]) == ["forecast_1", "forecast_2"]
        host.says("refine", "forecast_0", feedback="hide wind")
        host.says("refine", "forecast_3", feedback="hide wind")
        assert sorted(read_overlay(tmp_path / ".genui")[0]) == ["forecast_0", "forecast_3"]
        refused = host.call("refine", "forecast_1", feedback="hide wind")
        assert refused["isError"]
        assert "genui adopt --all" in refused["content"][0]["text"]
        assert len([name for name in files_in(tmp_path / ".genui") if name.endswith(".html")]) == 2
        assert host.says("inspect", "forecast_1")["where"] is None
    with Served(project(tmp_path, more="[limits]\noverlay_bytes = 1024\n"), tools) as host:
        assert host.call("refine", "forecast_1", feedback="hide wind")["isError"]


def test_an_overlay_that_came_with_a_repository_is_not_served(tmp_path, monkeypatch, capsys):
    file = project(tmp_path)
    assert run("build", "--config", str(file)) == 0
    with Served(file) as host:
        reviewed = host.uri()
        made = host.says("refine", feedback="hide wind")["uri"]
    with Served(file) as host:
        assert host.uri() == made
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another user"))
    with Served(file) as host:
        assert host.uri() == reviewed
        assert host.says("inspect")["where"] == "generated"
        assert host.says("refine", feedback="sort by high")["refinements"] == ["sort by high"]
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "a third"))
    capsys.readouterr()
    assert run("list", "--config", str(file)) == 0
    assert "not of this user's making" in capsys.readouterr().out
    assert run("adopt", "get_forecast", "--config", str(file)) == 1


@pytest.mark.parametrize("flag", [{"serve.cache": "false"}, {"serve.debug": "true"}])
def test_no_cache_and_debug_leave_the_overlay_alone(tmp_path, flag):
    file = project(tmp_path)
    with Served(file) as host:
        plain = host.uri()
        host.says("refine", feedback="hide wind")
    before = files_in(tmp_path / ".genui")
    with Served(file, **flag) as host:
        assert host.uri() == plain
        assert host.says("refine", feedback="sort by high")["uri"] == host.uri() != plain
    assert files_in(tmp_path / ".genui") == before
    with Served(file, **flag) as host:
        assert host.uri() == plain


def test_locked_serves_nothing_of_the_overlay_and_makes_nothing(tmp_path):
    file = project(tmp_path)
    with Served(file) as host:
        host.says("refine", feedback="hide wind")
    with Served(file, **{"serve.locked": "true"}) as host:
        assert host.says("inspect")["uri"] is None
        for own, more in (("refine", {"feedback": "x"}), ("regenerate", {}), ("submit", {"spec": BETTER})):
            result = host.call(own, **more)
            assert result["isError"]
            assert "locked" in result["content"][0]["text"]
        assert brief(host)["task"]


def test_genui_in_front_of_genui_gives_the_inner_ones_own_tools_no_views(tmp_path, capsys):
    inner = own_definitions("inner_", (), seen="few")
    log = tmp_path / "log"
    with Served(project(tmp_path), tools=[*TOOLS, *inner], **{"serve.log_file": str(log)}) as host:
        listed = host.ask("tools/list")["result"]["tools"]
    views = {tool["name"] for tool in listed if "resourceUri" in tool.get("_meta", {}).get("ui", {})}
    assert views == {tool["name"] for tool in TOOLS}
    assert log.read_text().count("its own tools get no views") == 1
    (tmp_path / "tools.json").write_text(json.dumps([*TOOLS, *inner]), encoding="utf-8")
    assert run("build", "--config", str(tmp_path / "genui.toml")) == 0
    assert capsys.readouterr().err.count("its own tools get no views") == 1
    assert {path.name for path in (tmp_path / "generated/views").iterdir()} == views


def test_a_miss_is_answered_before_the_model_and_bettered_after_it(tmp_path):
    with Served(project(tmp_path, model=True)) as host:
        before = host.uri()
        assert "Days ahead" not in host.html()
        assert len(host.core.tasks) == 1
        host.html()
        assert len(host.core.tasks) == 1
        host.work()
        assert host.uri() != before
        assert host.told == CHANGED
        assert "Days ahead" in host.html()
        told = host.says("inspect")
        assert (told["generator"], told["where"]) == ("spec", "overlay")
        assert not host.core.tasks
    assert (tmp_path / "asked").read_text() == "get_forecast\n"


def test_a_model_that_fails_leaves_the_baseline_and_is_asked_once(tmp_path):
    file = project(tmp_path, model=True)
    (tmp_path / "answer").write_text("I would rather not.", encoding="utf-8")
    with Served(file) as host:
        plain = host.html()
        host.work()
        asked = (tmp_path / "asked").read_text()
        assert host.html() == plain
        assert not host.told
        result = host.call("regenerate")
        assert result["isError"]
        assert "as it was" in result["content"][0]["text"]
        assert host.html() == plain
    assert len(asked.splitlines()) == 3
    assert not (tmp_path / ".genui").exists()


@pytest.mark.skipif(os.name == "nt", reason="named pipes")
def test_a_model_that_takes_too_long_leaves_the_offline_view_that_was_shown_meanwhile(tmp_path, capfd):
    assert load_config(project(tmp_path), environ={}).model.on_demand_timeout == 30
    os.mkfifo(tmp_path / "gate")  # the model waits for somebody to open it, for ever
    with Served(project(tmp_path, model=True), **{"model.on_demand_timeout": "0.3"}) as host:
        plain = host.html()
        assert "Days ahead" not in plain
        host.work()
        assert host.html() == plain
        assert not host.told
    assert "no answer within 0.3 s" in capfd.readouterr().err


def test_a_wish_that_rules_do_not_read_goes_to_the_model(tmp_path):
    file = project(tmp_path, model=True)
    patch = [{"op": "add", "path": "/title", "value": "Sing along"}]
    (tmp_path / "answer").write_text(json.dumps({"patch": patch, "summary": "sung"}), encoding="utf-8")
    with Served(file) as host:
        said = host.says("refine", feedback="make it sing")
        assert said["fulfilledBy"].startswith("command")
        assert "Sing along" in host.html()
        assert host.says("refine", feedback="hide wind")["fulfilledBy"] == "rules"
    assert (tmp_path / "asked").read_text() == "get_forecast\n"


@pytest.mark.skipif(os.name == "nt", reason="named pipes")
def test_requests_for_one_tool_share_one_generation(tmp_path):
    file = project(tmp_path, model=True)
    os.mkfifo(tmp_path / "gate")
    with Served(file) as host:
        for _ in range(2):
            host.send("tools/call", name="_ui_regenerate", arguments={"toolName": "get_forecast"})
        tasks, host.core.tasks = host.core.tasks, []
        results = []
        threads = [threading.Thread(target=lambda task=task: results.append(task.work())) for task in tasks]
        for thread in threads:
            thread.start()
        shop = host.core.maker.loaded()
        (tmp_path / "gate").write_text("go")
        for thread in threads:
            thread.join(20)
        assert [made.changed for made in results] == ["get_forecast"] * 2
        assert shop.generations is not None
    assert (tmp_path / "asked").read_text() == "get_forecast\n"


def test_a_cancelled_call_is_not_answered(tmp_path):
    with Served(project(tmp_path)) as host:
        key = host.send(
            "tools/call", name="_ui_refine", arguments={"toolName": "get_forecast", "feedback": "x"}
        )
        cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": key}}
        host.talk.host(line(cancel))
        assert not host.talk.upstream_bytes
        host.work()
        assert host.read(key) is None


def test_a_host_that_subscribed_to_a_view_is_told_of_that_one(tmp_path):
    with Served(project(tmp_path)) as host:
        uri = host.uri()
        assert host.ask("resources/subscribe", uri=uri)["result"] == {}
        host.says("refine", feedback="hide wind")
        assert host.told == ["notifications/resources/updated", *CHANGED]
        assert host.ask("resources/unsubscribe", uri=uri)["result"] == {}
