"""The preview's line to the upstream: every kind that introspection knows, calls that overlap, its end."""

import sys
from pathlib import Path

import pytest

from genui.config import Build, Config, Target
from genui.errors import UpstreamError
from genui.preview.upstream import Upstream, is_forgotten
from genui.upstream import introspect

ODD = Path(__file__).parent / "servers" / "odd_server.py"
TIMES = {"start_timeout": 20.0, "request_timeout": 20.0}


def upstream_of(behaviour, root):
    target = Target(command=sys.executable, args=(str(ODD), behaviour))
    config = Config(root=root, upstream=target, build=Build(**TIMES))
    heard = []
    return Upstream(config, heard.append, heard.append, lambda: None), heard


@pytest.mark.parametrize("behaviour", ["good", "paginated", "modern", "old", "talkative", "late", "banner"])
def test_it_learns_what_introspection_learns(behaviour, tmp_path):
    upstream, _ = upstream_of(behaviour, tmp_path)
    try:
        learned = upstream.learn()
    finally:
        upstream.close()

    expected = introspect(Target(command=sys.executable, args=(str(ODD), behaviour)), **TIMES)
    assert learned.tools == expected.tools
    assert (learned.server, learned.protocol_version) == (expected.server, expected.protocol_version)


@pytest.mark.parametrize(
    ("behaviour", "words"), [("crash", "status 3"), ("crash-later", "status 4"), ("garbage", "Welcome")]
)
def test_an_upstream_that_fails_is_told_as_introspection_tells_it(behaviour, words, tmp_path):
    upstream, _ = upstream_of(behaviour, tmp_path)

    with pytest.raises(UpstreamError, match=words):
        upstream.learn()
    assert upstream.conversation is None or upstream.conversation.failure
    upstream.close()


def test_what_the_upstream_says_unasked_is_handed_on(tmp_path):
    upstream, heard = upstream_of("talkative", tmp_path)
    upstream.learn()
    upstream.close()

    assert {
        "jsonrpc": "2.0",
        "method": "notifications/message",
        "params": {"level": "info", "data": "x"},
    } in heard


def test_hanging_up_is_no_end_to_tell_of_and_lets_every_caller_go(tmp_path):
    upstream, heard = upstream_of("hang", tmp_path)
    upstream.config = Config(root=tmp_path, upstream=upstream.config.upstream, build=Build(start_timeout=0.2))

    with pytest.raises(UpstreamError, match="gave no answer"):
        upstream.learn()
    upstream.close()
    assert not [error for error in heard if isinstance(error, UpstreamError)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"error": {"code": -32600, "message": "Session not found"}}, True),
        ({"error": {"code": -32600, "message": "Session terminated"}}, True),
        ({"error": {"code": -32600, "message": "Invalid request"}}, False),
        ({"error": {"code": -32603, "message": "session expired in the database"}}, False),
        ({"result": {}}, False),
    ],
)
def test_only_a_lost_session_is_opened_anew(answer, expected):
    assert is_forgotten(answer) is expected
