"""The byte streams: what passes unread, what waits for a line end, and what is still unanswered."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genui.serve.wire import MAX_READ, Wire


def wire_of(*, passes=lambda line: True, on_list_changed=lambda method: None, **limits):
    return Wire(passes=passes, on_list_changed=on_list_changed, **limits)


ANSWERS = {
    b'{"jsonrpc":"2.0","id":5,"result":{}}': [5],
    b'{"jsonrpc": "2.0", "id": 5, "result": {}}\r': [5],
    b'{"id":-5,"jsonrpc":"2.0","error":{"code":1}}': [-5],
    b'{"id":"a b","result":{},"jsonrpc":"2.0"}': ["a b"],
    b'{"jsonrpc":"2.0","result":{"id":7},"id":5}': [5],
    b'{"result":{"x":"}"},"jsonrpc":"2.0","id":5}': [5],
    b'{"error":{"message":",\\"id\\":9}"},"id":"5","jsonrpc":"2.0"}': ["5"],
    '{"jsonrpc":"2.0","id":"é","result":{}}'.encode(): ["é"],
    b'{"jsonrpc":"2.0","id":"\\u00e9","result":{}}': ["é"],
    b'{"jsonrpc":"2.0","x":1,"id":5,"result":{}}': [5],
    b'{"id":1.5,"result":{}}': [1.5],
    b'{"id":2.5,"result":"\xff"}': [2.5],
    b' \t{ "id" : 5 , "result" : {} }': [5],
    b'[{"id":1,"result":{}},{"id":"2","error":{}},{"id":3,"method":"m"},7]': [1, "2"],
    b'{"jsonrpc":"2.0","id":5,"method":"roots/list"}': [],
    b'{"method":"sampling/createMessage","params":{"id":5},"jsonrpc":"2.0","id":5}': [],
    b'{"x":1,"method":"m","id":5}': [],
    b'{"jsonrpc":"2.0","method":"notifications/progress","params":{}}': [],
    b'{"id":null,"result":{}}': [],
    b'{"id":true,"result":{}}': [],
    b'{"id":[5],"result":{}}': [],
    b"not json": [],
    b"[": [],
    b"": [],
}


def asked(*keys):
    """Return a wire whose client has asked with these ids."""
    wire = wire_of()
    for key in keys:
        wire.in_flight[key] += 1
    return wire


@pytest.mark.parametrize(("line", "ids"), ANSWERS.items())
def test_the_ids_that_a_line_answers_are_told_whatever_its_form(line, ids):
    every = [1, "2", 5, "5", -5, "a b", "é", 1.5, 2.5]
    wire = asked(*every)
    wire.upstream_sent(line + b"\n")
    assert list(wire.in_flight) == [key for key in every if key not in ids]


LONG = b'{"jsonrpc":"2.0","id":1,"result":"' + b"x" * 200_000 + b'"}'
LATE = b'{"result":"' + b"x" * 200_000 + b'","jsonrpc":"2.0","id":2}'
NOTE = b'{"jsonrpc":"2.0","method":"n","params":"' + b"x" * 200_000 + b'"}'


@settings(deadline=None)
@given(st.lists(st.sampled_from([*ANSWERS, LONG, LATE, NOTE]), max_size=6), st.lists(st.integers(1, 90_000)))
def test_answers_are_noted_wherever_the_chunks_end(lines, sizes):
    expected = [1, 2, 5, "5", "é"]
    whole, wire = asked(*expected), asked(*expected)
    for line in lines:
        whole.upstream_sent(line + b"\n")
    for chunk in chunks(b"".join(line + b"\n" for line in lines), sizes):
        wire.upstream_sent(chunk)
    assert set(wire.in_flight) == set(whole.in_flight)


def chunks(data, sizes):
    for size in sizes:
        yield data[:size]
        data = data[size:]
    yield data


def test_an_id_in_use_twice_is_answered_twice():
    wire = asked(1, 1)
    wire.upstream_sent(b'{"id":1,"result":{}}\n')
    assert list(wire.in_flight) == [1]


def test_a_last_line_without_end_counts_only_when_it_is_whole():
    wire = asked(1, 2)
    wire.upstream_sent(b'{"id":1,"result":{}}\n{"id":2,"result":{')
    assert wire.upstream_closed() == [2]
    wire = asked(1, 2)
    wire.upstream_sent(b'{"id":1,"result":{}}\n{"id":2,"result":{}}')
    assert wire.upstream_closed() == []


@settings(deadline=None)
@given(st.lists(st.integers(1, 60)))
def test_a_changed_list_is_noticed_wherever_the_chunks_end(sizes):
    seen = []
    wire = wire_of(on_list_changed=seen.append)
    for chunk in chunks(b'{"jsonrpc":"2.0","method":"notifications\\/tools\\/list_changed"}\n', sizes):
        wire.upstream_sent(chunk)
    assert seen


@settings(deadline=None)
@given(st.lists(st.sampled_from([*ANSWERS, LONG, LATE, NOTE]), max_size=6), st.lists(st.integers(1, 90_000)))
def test_while_an_answer_is_awaited_every_other_byte_passes_unchanged(lines, sizes):
    wire = wire_of()
    wire.expect("nobody answers this", lambda text: None)
    data = b"".join(line + b"\n" for line in lines)
    for chunk in chunks(data, sizes):
        wire.upstream_sent(chunk)
    assert wire.take_for_client() == data


HALF = b'{"half":"' + b"x" * 100_000


def test_a_message_of_ours_never_stands_inside_a_line():
    wire = wire_of()
    wire.upstream_sent(HALF)
    wire.send('{"ours":1}')
    wire.upstream_sent(b'"}\n{}\n')
    assert wire.take_for_client() == b'{"ours":1}\n' + HALF + b'"}\n{}\n'


def test_an_answer_awaited_in_the_middle_of_a_line_is_still_found():
    wire = wire_of()
    wire.upstream_sent(HALF)
    wire.expect(1, lambda text: text.replace("{}", "[]"))
    wire.upstream_sent(b'"}\n{"id":1,"result":{}}\n{"rest":1}\n')
    assert wire.take_for_client() == HALF + b'"}\n{"id":1,"result":[]}\n{"rest":1}\n'


@pytest.mark.parametrize("piece", [1, 7, 1000])
def test_an_answer_beyond_the_limit_becomes_an_error_for_its_request(piece):
    wire = wire_of(most=200)
    awaited = []
    wire.expect(5, awaited.append)
    answer = b'{"jsonrpc":"2.0","id":%d,"result":{"text":"%s"}}\n'
    data = answer % (1, b"x") + answer % (2, b"x" * 500) + answer % (3, b"y")
    late = b'{"result":{"text":"' + b"x" * 500 + b'"},"id":"four","jsonrpc":"2.0"}\n'
    data += late + b'{"jsonrpc":"2.0","method":"m","params":"' + b"z" * 300 + b'"}\n'
    for chunk in chunks(data + answer % (5, b"x" * 500), [piece] * len(data)):
        wire.upstream_sent(chunk)
    got = wire.take_for_client().splitlines()
    assert len(got) == 4
    assert got[0] + b"\n" == answer % (1, b"x")
    assert b'"id":2,"error"' in got[1]
    assert got[2] + b"\n" == answer % (3, b"y")
    assert b'"id":"four","error"' in got[3]
    assert "MESSAGE_TOO_LARGE" in awaited[0]


def test_a_line_of_the_client_too_long_to_be_ours_passes_unread():
    read = []
    wire = wire_of(passes=lambda line: read.append(line) is None)
    long = b'{"params":"' + b"x" * MAX_READ
    wire.client_sent(long)
    wire.client_sent(b'"}\n{"next":1}\n')
    assert wire.take_for_upstream() == long + b'"}\n{"next":1}\n'
    assert read == [b'{"next":1}']


def test_ours_goes_out_where_the_line_that_asked_for_it_stood():
    def passes(line):
        if line == b"ours":
            wire.forward(json.dumps("asked"))
        return line != b"ours"

    wire = wire_of(passes=passes)
    wire.client_sent(b"a\nb\nours\nc\n")
    assert wire.take_for_upstream() == b'a\nb\n"asked"\nc\n'
