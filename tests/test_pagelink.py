"""Linking pages: every form of the import, and modules that stay modules; cases say "ok" once they work."""

from pathlib import Path

import pytest
from browser import TIMEOUT_MS, assert_clean

from genui.assets import load_assets
from genui.model import Tool
from genui.pages import PageError, link_page

CASES = Path(__file__).parent / "cases" / "pagelink"
TOOL = Tool({"name": "list_orders", "inputSchema": {"type": "object"}})
SDK = "@modelcontextprotocol/ext-apps"


def linked(page: str, *, tool: Tool = TOOL) -> str:
    return link_page(tool, page, load_assets("templates"), source="5" * 64).decode()


def page(script: str, *, kind: str = "module") -> str:
    head = '<!doctype html>\n<html lang="en"><title>x</title><body>\n'
    return f'{head}<script type="{kind}">{script}</script></html>'


def refused(script: str, *, kind: str = "module") -> PageError:
    with pytest.raises(PageError) as caught:
        linked(page(script, kind=kind))
    return caught.value


@pytest.mark.browser
def test_every_form_of_the_import_works_in_a_host(pages):
    for case in sorted(CASES.iterdir()):
        html = linked(case.read_text(encoding="utf-8"))
        pages.close_shown()
        view = pages.open_view(html.encode(), tool=TOOL.definition)
        try:
            view.frame.wait_for_function(
                "document.getElementById('out').textContent === 'ok'", timeout=TIMEOUT_MS
            )
        except Exception as error:
            raise AssertionError(f"{case.name}: {view.errors}") from error
        assert_clean(view)
    pages.close_shown()


def test_a_linked_page_imports_nothing_any_more():
    for case in sorted(CASES.iterdir()):
        if case.stem != "only-words":
            assert SDK not in linked(case.read_text(encoding="utf-8")), case.name


def test_everything_but_the_imports_stays_as_it_was_written():
    before = page(f'\nimport {{ App }} from "{SDK}";\nconst app = new App({{}}); // 🙂  kept\n')

    after = linked(before)

    assert after.endswith("const app = new App({}); // 🙂  kept\n</script></html>")
    assert after.startswith(
        "<!doctype html>\n<!-- A page linked by genui, with code of its own: change page.html"
    )


def test_the_lines_of_a_script_stay_where_they_were():
    before = page(f'\nimport {{\n  App,\n}} from "{SDK}";\nnow();')

    script = linked(before).rpartition("<script")[2]

    assert script.split("\n").index("now();</script></html>") == 4


def test_windows_line_ends_and_a_byte_order_mark_make_no_difference():
    text = (CASES / "many-lines.html").read_text(encoding="utf-8")

    assert linked("\ufeff" + text.replace("\n", "\r\n")) == linked(text)


def test_a_page_that_speaks_for_itself_gets_no_bridge():
    before = page('parent.postMessage({ jsonrpc: "2.0", id: 1, method: "ui/initialize" }, "*");')

    assert "genuiExtApps" not in linked(before)


def test_what_the_bridge_does_not_have_is_refused_by_name():
    error = refused(f'import {{ App, AppBridge }} from "{SDK}";')

    assert (error.finding.rule, error.finding.line) == ("import-unresolved", 3)
    assert "'AppBridge'" in error.finding.message
    assert "PostMessageTransport" in error.finding.hint


@pytest.mark.parametrize("part", ["react", "server", "app-bridge", "react-with-deps"])
def test_parts_of_the_package_for_others_are_refused(part):
    assert f"{SDK}/{part}" in refused(f'import {{ useApp }} from "{SDK}/{part}";').finding.message


def test_an_import_outside_a_module_is_refused():
    assert (
        refused(f'import {{ App }} from "{SDK}";', kind="text/javascript").finding.rule
        == "import-outside-module"
    )


def test_an_import_where_no_script_runs_is_refused():
    html = page("").replace(
        "<body>", f'<body><template><script type="module">import "{SDK}";</script></template>'
    )
    with pytest.raises(PageError, match="does not run"):
        linked(html)


def test_a_page_that_uses_the_bridges_own_name_is_refused():
    assert refused(f'import "{SDK}"; const genuiExtApps = 1;').finding.rule == "reserved-name"


def test_other_packages_are_left_for_the_rules_to_tell():
    assert 'from "https://esm.sh/lit"' in linked(page('import { html } from "https://esm.sh/lit";'))


def test_the_header_survives_any_tool_name():
    html = linked(page(""), tool=Tool({"name": "a-->b--!><script>\n", "inputSchema": {}}))

    head = html.partition("<html")[0]
    assert head.count("-->") == 1
    assert "--!" not in head
