"""CI: what its workflows run is there, and a release is published with no secret."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_what_a_workflow_runs_is_there(path):
    steps = [
        step for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values() for step in job["steps"]
    ]
    run = "\n".join(str(step.get("run", "")) for step in steps)
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)

    assert [
        name for name in re.findall(r"(?:tests|\.ci|examples)/[\w./]+", run) if not (ROOT / name).exists()
    ] == []
    assert set(re.findall(r"make (\w+)", run)) <= set(targets)


def test_the_tests_run_on_every_system_and_on_every_version_that_is_promised():
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    promised = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text("utf-8"))

    assert jobs["test"]["strategy"]["matrix"]["python"] == promised
    assert {"ubuntu", *(name.split("-")[0] for name in jobs["desks"]["strategy"]["matrix"]["os"])} == {
        "ubuntu",
        "macos",
        "windows",
    }
    assert "--resolution lowest-direct" in text


def test_a_release_is_attested_and_published_with_no_secret():
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    publish = yaml.safe_load(text)["jobs"]["publish"]

    assert publish["permissions"] == {"id-token": "write", "attestations": "write", "contents": "write"}
    assert "secrets." not in text
    assert "sha256sum templates/dist" in text
