"""JSON without the json package reads and writes as that does."""

import json
import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genui.rawjson import canonical, compact, loads, scan

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None))
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
SPACE = st.text(st.sampled_from(" \t\r\n"), max_size=5)


def told(decode, text):
    try:
        return repr(decode(text))
    except ValueError:
        return "refused"


@given(VALUES)
def test_what_is_written_is_what_json_writes(value):
    assert compact(value) == json.dumps(value, separators=(",", ":"))
    assert canonical(value) == json.dumps(value, separators=(",", ":"), sort_keys=True)


@given(VALUES, SPACE, SPACE, st.sampled_from(["", " ", "x", "\v", "\xa0", "]", "1", '"']))
def test_what_is_read_is_what_json_reads(value, before, after, more):
    text = before + json.dumps(value, ensure_ascii=False, indent=1) + after + more
    assert told(loads, text) == told(json.loads, text)


@given(st.text(st.sampled_from('[]{}:,"\\ \n01-+.eEtrufalsn\0'), max_size=12))
def test_what_is_no_json_is_refused(text):
    assert told(loads, text) == told(json.loads, text)


def test_a_value_is_read_where_it_begins():
    assert scan('{"a": [1, 2], "b": 3}', 6) == ([1, 2], 12)
    with pytest.raises(ValueError, match="malformed"):
        scan("[1]", 3)


def test_what_is_no_json_is_not_written():
    with pytest.raises(TypeError):
        compact({"a": object()})
    assert math.copysign(1, loads("-0.0")) == -1


def test_without_the_c_code_json_does_the_work():
    code = (
        "import sys; sys.modules['_json'] = None; sys.path[:0] = %r\n"
        "from genui.rawjson import canonical, compact, loads, quoted\n"
        "print(canonical({'b': 1, 'a': 2.5}), compact({'b': None}), loads(' [1] '), quoted('\\u00e9'))"
    )
    ran = subprocess.run(
        [sys.executable, "-I", "-c", code % sys.path], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == '{"a":2.5,"b":1} {"b":null} [1] "\\u00e9"'


BROKEN = ["", "[", "{", "{1}", '{"a"', '"', '"\\x', "[1,", "nul", "1 2", '{"a":1,}', '"\\ud8', '"\n"']
UNLOADED = """
import sys
sys.path[:0] = {path!r}
from genui.rawjson import loads
for text in {texts!r}:
    try:
        print(loads(text))
    except ValueError:
        pass
print("json" in sys.modules)
"""


def test_what_is_no_json_is_refused_where_json_is_not_loaded():
    code = UNLOADED.format(path=sys.path, texts=BROKEN)
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout in ("True\n", "False\n")
