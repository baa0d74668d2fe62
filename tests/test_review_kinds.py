"""Kinds of change in a repository with the views of both example servers, each a commit of its own."""

import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest
from branches import QUIET, git, repository, save

from genui.cli import main
from genui.refine import apply_patch

ROOT = Path(__file__).parents[1]
SERVERS = {"weather": ROOT, "orders": ROOT / "examples/orders"}
KINDS = tomllib.loads((Path(__file__).parent / "cases/review/kinds.toml").read_text("utf-8"))["kind"]


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """A repository with both projects, built offline from the definitions that their servers gave."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**QUIET, "GENUI_TRUST": "1", "NO_COLOR": "1"}.items():
            patch.setenv(name, value)
        patch.delenv("GITHUB_ACTIONS", raising=False)
        patch.delenv("GITHUB_STEP_SUMMARY", raising=False)
        top = tmp_path_factory.mktemp("shop")
        for name, project in SERVERS.items():
            shutil.copytree(project / "generated/tools", top / name / "generated/tools")
            shutil.copy(project / "generated/manifest.toml", top / name / "generated")
            (top / name / "genui.toml").write_text(f'[upstream]\ncommand = "python"\nargs = ["{name}.py"]\n')
            patch.chdir(top / name)
            assert main(["build", "--from-snapshot"]) == 0
        repository(top)
        yield top


@pytest.mark.parametrize("kind", KINDS, ids=[one["what"] for one in KINDS])
def test_a_kind_of_change_is_told_as_a_person_would_tell_it(shop, monkeypatch, capsys, kind):
    git(shop, "checkout", "-qf", "-B", "kind", "main")
    git(shop, "clean", "-qfd")
    monkeypatch.chdir(shop / kind["in"])
    for file, *operation in kind.get("patch", ()):
        path = Path("generated", file)
        changed = apply_patch(
            json.loads(path.read_text("utf-8")) if path.exists() else {},
            [dict(zip(("op", "path", "value"), operation, strict=False))],
        )
        path.write_text(json.dumps(changed, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    for old, new in kind.get("config", ()):
        text = Path("genui.toml").read_text("utf-8")
        Path("genui.toml").write_text(text.replace(old, new) if old else text + new, encoding="utf-8")
    for name in kind.get("remove", ()):
        Path("generated", name).unlink()
    assert main(["build", "--from-snapshot"]) == 0
    for wish in kind.get("refine", ()):
        assert main(["refine", *wish]) == 0
    for folder, old, new in kind.get("spoil", ()):
        (page,) = Path("generated/views", folder).glob("*.html")
        page.write_text(page.read_text("utf-8").replace(old, new, 1), encoding="utf-8")
    save(shop, kind["what"])
    capsys.readouterr()

    code = main(["review", "HEAD~1..HEAD", "--json"])

    told = json.loads(capsys.readouterr().out)["changes"]
    lines = [f"{one['level']}: {one['tool'] or 'project'}: {one['words']}" for one in told]
    # Every page grows with the runtime.
    assert [re.sub(r"line \d+", "line #", line) for line in lines] == kind["told"]
    assert code == any(one.startswith("breaking") for one in kind["told"])
