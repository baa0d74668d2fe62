"""Real answers of a language model to the prompts about real tools: every one becomes a view.

The answers lie in tests/cases/replies, the tools that they are about in the corpus beside this repository.
"""

import json
from pathlib import Path

import pytest

from genui.assets import load_assets
from genui.config import load_config
from genui.generate import author as author_module
from genui.generate import drafts, refining
from genui.generate.asking import Budget
from genui.generate.author import Author
from genui.generate.offline import generate
from genui.generate.request import Answer, choice_of
from genui.model import Tool, errors_of
from genui.plan import Job
from genui.viewoptions import ViewOptions

ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "corpus" / "servers"
CASES = {path.stem: json.loads(path.read_text()) for path in sorted((ROOT / "tests/cases/replies").iterdir())}


def material(case):
    """Return the tool that a case is about, and the longest of its recorded calls."""
    path = CORPUS / f"{case['server']}.json"
    if case["server"] == "weather":
        path = ROOT / "generated" / "tools" / f"{case['tool']}.json"
        return Tool(json.loads(path.read_text())), ViewOptions(kind="rich")
    if not path.exists():
        pytest.skip("the shared corpus is not here")
    document = json.loads(path.read_text())
    (definition,) = (tool for tool in document["tools"] if tool["name"] == case["tool"])
    calls = [
        {"arguments": one.get("arguments") or {}, "result": one["result"]}
        for one in document.get("samples", ())
        if one.get("tool") == case["tool"] and one.get("result") and not one["result"].get("isError")
    ]
    examples = sorted(calls, key=lambda one: -len(json.dumps(one)))[:1]
    return Tool(definition), ViewOptions(kind="rich", examples=tuple(examples))


def job_of(tool, options):
    """Return the job to write a view that is not there yet."""
    return Job(tool, tool.name, "generate", "missing", "", "", options)


@pytest.fixture
def answering(tmp_path, monkeypatch):
    """Return an author whose model gives the answers of a case, each once."""

    def author(case):
        toml = tmp_path / "genui.toml"
        toml.write_text(f'[model]\nprovider = "command"\ncommand = ["x"]\nmode = "{case["mode"]}"\n')
        answers = iter(case["answers"])

        def ask(choice, request, **_):
            return Answer(next(answers), choice.provider, case["model"])

        monkeypatch.setattr(author_module, "ask", ask)
        config = load_config(toml, environ={})
        return Author(choice_of(config), config, load_assets("prompts"), load_assets("templates"))

    return author


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["mode"] != "refine"])
def test_an_answer_becomes_a_view_that_is_no_worse_than_the_offline_one(name, answering):
    case = CASES[name]
    author = answering(case)
    tool, options = material(case)
    written = drafts.write_view(job_of(tool, options), author, budget=Budget(60))
    assert written.problem == ""
    # `taken`: whose view is the better one by the scorer, where it is not the model's.
    assert written.view.generator == case.get("taken", case["mode"]), written.view.origin
    assert "repair" not in written.view.origin["why"]
    assert not errors_of(written.view.findings)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["mode"] == "refine"])
def test_an_answer_to_a_wish_becomes_a_step(name, answering):
    case = CASES[name]
    author = answering({**case, "mode": "spec"})
    tool, options = material(case)
    before, _ = generate(tool, options)
    refined = refining.refine_within(before, tool, case["wish"], options, author)
    assert refined.step.by == "command command"
    assert refined.step.verdict.startswith("applied")
    assert refined.after != refined.before
    assert not errors_of(refined.findings)
