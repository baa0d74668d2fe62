"""SARIF: what a forge needs to show results on the right lines, and to know them again."""

from genui.canonical import pretty_json
from genui.sarif import MOST, Result, line_at, sarif

VIEW = {"tool": "t", "spec": {"empty": {}, "list": [1, {"deep": "x\ny"}], "last": True}, "a/b": 1}


def only(log):
    return log["runs"][0]


def test_line_at_finds_every_value_of_a_file_that_genui_wrote():
    text = pretty_json(VIEW)
    lines = text.decode().splitlines()
    for pointer, start in {
        "": "{",
        "/tool": '  "tool"',
        "/spec/empty": '    "empty": {}',
        "/spec/list/0": "      1,",
        "/spec/list/1/deep": '        "deep"',
        "/spec/last": '    "last"',
        "/a~1b": '  "a/b"',
    }.items():
        assert lines[line_at(text, pointer) - 1].startswith(start), pointer


def test_line_at_stops_at_what_is_there_and_gives_line_1_for_a_file_formatted_otherwise():
    assert line_at(pretty_json(VIEW), "/spec/gone/more") == line_at(pretty_json(VIEW), "/spec")
    assert line_at(b'{"tool":\n"t"}', "/tool") == 1
    assert line_at(b"no json", "/tool") == 1


def test_a_fingerprint_stays_when_the_line_moves_and_differs_between_results():
    first = only(sarif([Result("r", "error", "m", "f.json", 3, key="/a")], {}))
    moved = only(sarif([Result("r", "error", "m", "f.json", 9, key="/a")], {}))
    twice = only(sarif([Result("r", "error", "m", "f.json", 3, key="/a")] * 2, {}))
    assert first["results"][0]["partialFingerprints"] == moved["results"][0]["partialFingerprints"]
    assert len({str(one["partialFingerprints"]) for one in twice["results"]}) == 2


def test_the_worst_results_come_first_and_no_more_than_a_forge_takes():
    many = [Result("small", "info", str(number), "a b.json") for number in range(MOST)]
    run = only(sarif([*many, Result("bad", "error", "m", "a b.json")], {"bad": "It matters."}))
    assert len(run["results"]) == MOST
    assert run["results"][0]["ruleId"] == "bad"
    assert run["tool"]["driver"]["rules"][run["results"][0]["ruleIndex"]]["help"] == {"text": "It matters."}
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20b.json"


def test_an_accepted_result_is_told_as_suppressed():
    run = only(sarif([Result("r", "error", "m", "f", accepted="agreed in the meeting")], {}))
    assert run["results"][0]["suppressions"] == [
        {"kind": "external", "justification": "agreed in the meeting"}
    ]
