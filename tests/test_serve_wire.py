"""The byte streams: what passes unread, what waits for a line end, and what is still unanswered."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genui.serve.in_flight import InFlight, answered_ids
from genui.serve.wire import MAX_READ, Wire


def wire_of(*, passes=lambda line: True, on_list_changed=lambda: None):
    return Wire(passes=passes, on_list_changed=on_list_changed)


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


@pytest.mark.parametrize(("line", "ids"), ANSWERS.items())
def test_the_ids_that_a_line_answers_are_told_whatever_its_form(line, ids):
    assert list(answered_ids(line)) == ids


LONG = b'{"jsonrpc":"2.0","id":1,"result":"' + b"x" * 200_000 + b'"}'
LATE = b'{"result":"' + b"x" * 200_000 + b'","jsonrpc":"2.0","id":2}'
NOTE = b'{"jsonrpc":"2.0","method":"n","params":"' + b"x" * 200_000 + b'"}'


@settings(deadline=None)
@given(st.lists(st.sampled_from([*ANSWERS, LONG, LATE, NOTE]), max_size=6), st.lists(st.integers(1, 90_000)))
def test_answers_are_noted_wherever_the_chunks_end(lines, sizes):
    watch = InFlight()
    expected = [1, 2, 5, "5", "é"]
    for key in expected:
        watch.sent(key)
    for chunk in chunks(b"".join(line + b"\n" for line in lines), sizes):
        watch.seen(chunk)
    answered = {key for line in lines for key in answered_ids(line)}
    assert set(watch) == set(expected) - answered


def chunks(data, sizes):
    for size in sizes:
        yield data[:size]
        data = data[size:]
    yield data


def test_an_id_in_use_twice_is_answered_twice():
    watch = InFlight()
    watch.sent(1)
    watch.sent(1)
    watch.seen(b'{"id":1,"result":{}}\n')
    assert list(watch) == [1]


def test_a_last_line_without_end_counts_only_when_it_is_whole():
    watch = InFlight()
    watch.sent(1)
    watch.sent(2)
    watch.seen(b'{"id":1,"result":{}}\n{"id":2,"result":{')
    watch.closed()
    assert list(watch) == [2]


@settings(deadline=None)
@given(st.lists(st.integers(1, 60)))
def test_a_changed_list_is_noticed_wherever_the_chunks_end(sizes):
    seen = []
    wire = wire_of(on_list_changed=lambda: seen.append(1))
    for chunk in chunks(b'{"jsonrpc":"2.0","method":"notifications\\/tools\\/list_changed"}\n', sizes):
        wire.upstream_sent(chunk)
        wire.settle()
    assert seen


@settings(deadline=None)
@given(st.lists(st.sampled_from([*ANSWERS, LONG, LATE, NOTE]), max_size=6), st.lists(st.integers(1, 90_000)))
def test_while_an_answer_is_awaited_every_other_byte_passes_unchanged(lines, sizes):
    wire = wire_of()
    wire.expect("nobody answers this", lambda text: None)
    data = b"".join(line + b"\n" for line in lines)
    for chunk in chunks(data, sizes):
        wire.upstream_sent(chunk)
    assert b"".join(wire.to_client) == data


def test_a_message_of_ours_waits_for_the_end_of_a_line_that_is_passing():
    wire = wire_of()
    wire.upstream_sent(b'{"half":')
    wire.send('{"ours":1}')
    wire.upstream_sent(b"1")
    wire.upstream_sent(b"}\n{}\n")
    assert b"".join(wire.to_client) == b'{"half":1}\n{"ours":1}\n{}\n'


def test_an_answer_awaited_in_the_middle_of_a_passing_line_is_still_found():
    wire = wire_of()
    wire.upstream_sent(b'{"half":')
    wire.expect(1, lambda text: text.replace("{}", "[]"))
    wire.upstream_sent(b'1}\n{"id":1,"result":{}}\n{"rest":')
    assert b"".join(wire.to_client) == b'{"half":1}\n{"id":1,"result":[]}\n{"rest":'


def test_a_long_line_that_is_not_awaited_is_not_kept():
    wire = wire_of()
    wire.expect(9, lambda text: None)
    wire.upstream_sent(LONG[:150_000])
    assert b"".join(wire.to_client) == LONG[:150_000]


def test_a_line_of_the_client_too_long_to_be_ours_passes_unread_and_ours_wait_for_its_end():
    read = []
    wire = wire_of(passes=lambda line: read.append(line) is None)
    long = b'{"params":"' + b"x" * MAX_READ
    wire.client_sent(long)
    wire.forward('{"ours":1}')
    wire.client_sent(b'"}\n{"next":1}\n')
    assert b"".join(wire.to_upstream) == long + b'"}\n{"ours":1}\n{"next":1}\n'
    assert read == [b'{"next":1}']


def test_ours_goes_out_where_the_line_that_asked_for_it_stood():
    def passes(line):
        if line == b"ours":
            wire.forward(json.dumps("asked"))
        return line != b"ours"

    wire = wire_of(passes=passes)
    wire.client_sent(b"a\nb\nours\nc\n")
    assert b"".join(wire.to_upstream) == b'a\nb\n"asked"\nc\n'
