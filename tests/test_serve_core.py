"""The core as transcripts: tests/cases/serve/*.json say who sends what, and what the other side then gets."""

import json
from pathlib import Path

import pytest
import serving

CASES = sorted((Path(__file__).parent / "cases" / "serve").glob("*.json"))


@pytest.mark.parametrize("piece", [1 << 20, 1], ids=["whole", "bytes"])
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_each_transcript_is_played_as_written(path, piece, tmp_path):
    serving.play(json.loads(path.read_text(encoding="utf-8")), tmp_path, piece=piece)
