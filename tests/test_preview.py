"""The preview's server: who may ask, what is told, and what it does to the upstream and the files."""

import json
import re
import sys
import threading
from pathlib import Path

import pytest
from kept import store_tools
from starlette.testclient import TestClient

from genui.assets import load_assets, preview_texts
from genui.config import load_config
from genui.preview.csp import DEFAULT, policy_of
from genui.preview.desk import Desk
from genui.preview.guard import Places
from genui.preview.routes import application
from genui.preview.views import shown_view, tool_rows
from genui.project import open_project

UPSTREAM = Path(__file__).parent / "servers" / "preview_upstream.py"
PLACES = Places(5001, 5002, "secret-token")
PAGE = "http://127.0.0.1:5001/secret-token"
SANDBOX = "http://127.0.0.1:5002"
PATIENCE = 20


@pytest.fixture
def project(tmp_path):
    """A project whose upstream writes down what it is asked."""
    text = f"""
[upstream]
command = {json.dumps(sys.executable)}
args = [{json.dumps(str(UPSTREAM))}]
env = {{ PREVIEW_LOG = {json.dumps(str(tmp_path / "log"))} }}
"""
    (tmp_path / "genui.toml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def desk(project):
    opened = Desk(lambda: load_config(project / "genui.toml", environ={}))
    yield opened
    opened.close()


@pytest.fixture
def client(desk):
    with TestClient(application(desk, PLACES, preview_texts()), base_url="http://127.0.0.1:5001") as opened:
        yield opened


def post(client, name, **value):
    return client.post(f"{PAGE}/api/{name}", json=value)


def ask(client, tool, key="k", **arguments):
    params = {"name": tool, "arguments": arguments}
    return post(client, "ask", method="tools/call", params=params, key=key).json()


def asked(project):
    return [json.loads(line) for line in logged(project) if line.startswith("[")]


def logged(project):
    return (project / "log").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("url", "headers"),
    [
        ("http://127.0.0.1:5001/", {}),
        ("http://127.0.0.1:5001/api/state", {}),
        ("http://127.0.0.1:5001/secret-tokem/api/state", {}),
        (f"{PAGE}/api/state", {"host": "evil.example:5001"}),
        (f"{PAGE}/api/state", {"host": "127.0.0.1"}),
        (f"{PAGE}/api/state", {"origin": "http://evil.example"}),
        (f"{PAGE}/api/state", {"origin": "null"}),
        (f"{PAGE}/api/state", {"origin": SANDBOX}),
        (f"{PAGE}/api/state", {"sec-fetch-site": "cross-site"}),
        (f"{PAGE}/api/state", {"sec-fetch-site": "same-site"}),
    ],
)
def test_only_the_page_itself_reaches_the_api(client, url, headers):
    answer = client.get(url, headers=headers)

    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


def test_a_link_may_open_the_page_but_nothing_else(client):
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "document"}

    assert client.get(f"{PAGE}/", headers=headers).status_code == 200
    assert client.get(f"{PAGE}/api/state", headers=headers).status_code == 403


def test_a_form_of_another_site_cannot_post(client):
    answer = client.post(f"{PAGE}/api/restart", content="{}", headers={"content-type": "text/plain"})

    assert answer.status_code == 403


def test_the_page_reaches_the_api_under_both_names_of_this_machine(client):
    for host in ("127.0.0.1:5001", "localhost:5001"):
        headers = {"host": host, "origin": f"http://{host}", "sec-fetch-site": "same-origin"}
        answer = client.get(f"{PAGE}/api/state", headers=headers)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"


def test_the_page_has_a_policy_that_lets_nothing_in(client):
    answer = client.get(f"{PAGE}/")
    policy = answer.headers["content-security-policy"]

    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert client.get(f"{PAGE}/main.js").headers["content-type"].startswith("text/javascript")
    assert client.get(f"{PAGE}/../genui.toml").status_code in {403, 404}


def test_the_state_tells_the_tools_and_their_views(client):
    state = client.get(f"{PAGE}/api/state").json()
    tools = {tool["name"]: tool for tool in state["tools"]}

    assert state["server"] == {"name": "previewed", "version": "2.0"}
    assert tools["echo"]["state"] == "missing"
    assert tools["echo"]["title"] == "Echo text"
    assert tools["hidden"]["visibility"] == ["model"]
    assert state["problem"] is None


def test_a_view_that_nobody_built_is_compiled_in_memory(client, project):
    known = client.get(f"{PAGE}/api/view", params={"tool": "forecast"}).json()
    frame = post(client, "frame", tool="forecast").json()
    view = client.get(f"{SANDBOX}/{frame['id']}/view")

    assert known["revision"] == frame["revision"]
    assert known["spec"]["version"] == 1
    assert known["budget"] > 0
    assert known["examples"][-1]["made"]
    assert "view-data" in view.text
    assert view.text.endswith(preview_texts()["draft.js"] + "</script>\n")
    assert not (project / "generated").exists()


def test_a_view_is_served_under_the_policy_of_the_specification(client):
    frame = post(client, "frame", tool="echo").json()
    answer = client.get(f"{SANDBOX}/{frame['id']}/view")

    assert answer.headers["content-security-policy"].startswith(DEFAULT + "; sandbox allow-scripts;")
    outer = client.get(f"{SANDBOX}/{frame['id']}/").headers["content-security-policy"]
    assert "frame-ancestors http://127.0.0.1:5001 http://localhost:5001" in outer


@pytest.mark.parametrize("path", ["", "/view", "/sandbox.js", "/main.js", "/api/state"])
def test_the_sandbox_serves_nothing_to_who_knows_no_frame(client, path):
    assert client.get(f"{SANDBOX}/guess{path or '/'}").status_code == 404


def test_the_sandbox_serves_the_sandbox_only(client):
    frame = post(client, "frame", html="<p>x").json()

    assert client.get(f"{SANDBOX}/{frame['id']}/sandbox.js").status_code == 200
    assert client.get(f"{SANDBOX}/{frame['id']}/main.js").status_code == 404
    refused = client.get(f"{SANDBOX}/{frame['id']}/view", headers={"sec-fetch-dest": "document"})
    assert refused.status_code == 403


def test_declared_domains_go_into_the_policy_and_nothing_else_does():
    policy = policy_of(
        {
            "connectDomains": ["https://api.example.com", "x; script-src *"],
            "resourceDomains": ["'unsafe-eval'"],
        }
    )

    assert "connect-src 'self' https://api.example.com;" in policy
    assert "unsafe-eval" not in policy
    assert policy.count("script-src") == 1
    assert policy_of(None) == DEFAULT


def test_a_call_reaches_the_upstream_and_its_answer_comes_back_whole(client, project):
    answer = ask(client, "forecast", city="Oslo")

    assert answer["result"]["structuredContent"]["days"][0]["high"] == 4
    assert ["tools/call", {"name": "forecast", "arguments": {"city": "Oslo"}}] in asked(project)


def test_an_error_of_the_upstream_comes_back_as_it_is(client):
    answer = post(client, "ask", method="prompts/list", params={}, key="k").json()

    assert answer == {"error": {"code": -32601, "message": "no prompts/list"}}


def test_a_view_may_not_ask_for_what_is_not_a_views_business(client, project):
    answer = post(client, "ask", method="logging/setLevel", params={}, key="k").json()

    assert answer["error"]["code"] == -32601
    assert not [line for line in asked(project) if line[0] == "logging/setLevel"]


def test_calls_overlap_and_can_be_cancelled(client, desk, project):
    answers = {}
    slow = threading.Thread(target=lambda: answers.update(slow=ask(client, "slow", key="slow")))
    slow.start()
    assert wait_until(lambda: any(line[0] == "tools/call" for line in asked(project)))

    assert ask(client, "echo", text="meanwhile")["result"]["content"][0]["text"] == "meanwhile"
    post(client, "cancel", key="slow", reason="enough")
    slow.join(PATIENCE)

    assert answers["slow"]["error"]["message"] == "cancelled"
    assert wait_until(lambda: any(line[0] == "notifications/cancelled" for line in asked(project)))


def test_an_upstream_that_died_is_told_and_started_by_the_next_call(client, project):
    died = post(client, "ask", method="tools/call", params={"name": "die", "arguments": {}}, key="k")

    assert died.status_code == 502
    assert "exited with status 7" in died.json()["problem"]["message"]
    assert "exited with status 7" in client.get(f"{PAGE}/api/state").json()["down"]["message"]
    assert ask(client, "echo", text="again")["result"]["content"][0]["text"] == "again"
    assert client.get(f"{PAGE}/api/state").json()["down"] is None
    assert sum(line.startswith("started") for line in logged(project)) == 2


def test_an_upstream_that_is_down_is_no_obstacle_where_there_is_a_snapshot(project):
    store_tools(project / "generated", {"name": "kept"})
    (project / "genui.toml").write_text('[upstream]\ncommand = "no-such-program"\n', encoding="utf-8")

    desk = Desk(lambda: load_config(project / "genui.toml", environ={}))

    assert [tool["name"] for tool in desk.state()["tools"]] == ["kept"]
    assert "no-such-program" in desk.state()["down"]["message"]
    desk.close()


def test_a_wish_goes_through_the_ledger_and_back(client, project):
    before = post(client, "frame", tool="forecast").json()["revision"]
    done = post(client, "refine", tool="forecast", feedback="dark").json()
    known = client.get(f"{PAGE}/api/view", params={"tool": "forecast"}).json()

    assert [step["feedback"] for step in done["steps"]] == ["dark"]
    assert [step["feedback"] for step in known["ledger"]] == ["dark"]
    assert known["revision"] != before
    assert known["state"] == "fresh"
    assert (project / "generated" / "views" / "forecast" / "view.json").is_file()

    gone = post(client, "undo", tool="forecast", steps=1).json()

    assert [step["feedback"] for step in gone["steps"]] == ["dark"]
    assert client.get(f"{PAGE}/api/view", params={"tool": "forecast"}).json()["revision"] == before


@pytest.mark.parametrize("feedback", ["make it sing", "", "   "])
def test_a_wish_that_is_not_understood_changes_nothing_and_says_what_would_be(client, project, feedback):
    answer = post(client, "refine", tool="forecast", feedback=feedback)

    assert answer.status_code == 422
    assert answer.json()["problem"]["hint"]
    assert not (project / "generated").exists()


def test_a_broken_config_leaves_the_last_state_standing(client, desk, project):
    file = project / "genui.toml"
    good = file.read_text(encoding="utf-8")
    file.write_text("[upstream\n", encoding="utf-8")
    desk.reload()

    state = client.get(f"{PAGE}/api/state").json()
    assert "not valid TOML" in state["problem"]["message"]
    assert state["tools"][0]["name"] == "die"

    file.write_text(good, encoding="utf-8")
    desk.reload()
    assert client.get(f"{PAGE}/api/state").json()["problem"] is None


def test_what_is_no_json_object_is_refused_in_words(client):
    answer = client.post(f"{PAGE}/api/ask", content="[1]", headers={"content-type": "application/json"})

    assert answer.status_code == 422
    assert "JSON object" in answer.json()["problem"]["message"]


def test_an_unknown_tool_is_named_with_the_nearest(client):
    answer = client.get(f"{PAGE}/api/view", params={"tool": "forcast"})

    assert answer.status_code == 422
    problem = answer.json()["problem"]
    assert problem["message"] == "no tool is called 'forcast'"
    assert problem["hint"].startswith("did you mean forecast?")


def test_the_files_of_the_page_are_no_input_of_views():
    assert not [name for name in load_assets("templates").texts if name.startswith("preview")]
    assert {"index.html", "main.js", "sandbox.html"} <= set(preview_texts())


def test_the_page_loads_nothing_from_elsewhere_and_builds_no_markup_from_text():
    for name, text in preview_texts().items():
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", text), name
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text), name


def test_what_a_script_of_the_page_imports_is_there():
    texts = preview_texts()
    wrong = [
        (name, source, imported)
        for name, text in texts.items()
        for names, source in re.findall(r"import \{([^}]*)\} from \"\./([^\"]+)\"", text)
        for imported in filter(None, (each.strip() for each in names.split(",")))
        if not re.search(rf"export (?:async )?(?:const|class|function) {imported}\b", texts[source])
    ]

    assert not wrong


def wait_until(condition):
    """Wait for something that another thread or process does."""
    done = threading.Event()
    for _ in range(PATIENCE * 100):
        if condition():
            return True
        done.wait(0.01)
    return False


def test_a_view_that_a_model_wrote_is_shown_as_it_is_committed():
    config = load_config(Path(__file__).parents[1] / "examples/orders/genui.toml", environ={})
    opened = open_project(config, from_snapshot=True)
    shown = [shown_view(opened, tool) for tool in opened.snapshot.tools]

    assert {each.state for each in shown} == {"fresh"}
    assert {each.revision for each in shown} == {
        path.stem for path in config.generated.glob("views/*/*.html")
    }
    assert {row["state"] for row in tool_rows(opened)} == {"fresh"}
