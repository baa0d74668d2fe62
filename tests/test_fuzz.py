"""Random definitions and results, a few each time; benchmarks/fuzz.py runs many (make fuzz)."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from oddities import hostile_tools, results, tools

from genui.artifact import artifact
from genui.assets import load_assets
from genui.config import load_config
from genui.generate.offline import generate
from genui.model import Tool
from genui.viewoptions import ViewOptions

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture)


def compiled(definition):
    tool, config = Tool(definition), load_config(None, environ={})
    view, fallback = generate(tool, ViewOptions())
    html, findings, problem = artifact(tool, view, ViewOptions(), load_assets("templates"), config, source="")
    return html, findings, fallback or problem


@settings(max_examples=15, derandomize=True, suppress_health_check=SLOW)
@given(tools)
def test_any_definition_compiles_without_an_error_and_without_falling_back(definition):
    _, findings, fallback = compiled(definition)

    assert fallback == ""
    assert [finding for finding in findings if finding.severity == "error"] == []


@settings(max_examples=8, derandomize=True, suppress_health_check=SLOW, deadline=None)
@given(hostile_tools)
def test_a_definition_with_anything_for_any_member_compiles_without_an_error(definition):
    _, findings, _ = compiled(definition)

    assert [finding for finding in findings if finding.severity == "error"] == []


@pytest.mark.browser
@settings(max_examples=6, derandomize=True, suppress_health_check=SLOW)
@given(tools, results)
def test_no_view_executes_data(pages, definition, result):
    from browser import assert_clean

    view = pages.open_view(compiled(definition)[0], tool=definition)
    view.send_result(result)
    view.settle()

    assert_clean(view)
    assert view.frame.evaluate("document.querySelectorAll('genui-canary,[genui-canary]').length") == 0
    assert not view.frame.evaluate("globalThis.genuiCanary"), json.dumps(result)
    pages.close_shown()
