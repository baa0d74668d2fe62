"""Members with short names in a page are no data, nothing of the platform, and never looked up as texts."""

import re
from collections import defaultdict
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from genui.assets import load_assets
from genui.javascript import bundle, decoded, parse_script, pieces_of
from genui.runtime.files import scripts_in
from genui.runtime.members import MEMBERS, own_members

ROOT = Path(__file__).parents[1]
TEMPLATES = load_assets("templates")
PLACES = frozenset({"member_expression", "pair", "pair_pattern", "object", "object_pattern"})
"""Where a member is said plainly: `.name`, `name: value`, `{ name }`."""

SAID_AS_DATA = ("forms", "checks", "components", "digests.py", "link.py", "followups.py")
"""The modules that write members into pages."""

CONFIG = ROOT / "docs/genui.schema.json"
"""The schema of genui.toml, of which nothing goes into pages."""

KNOWN = frozenset(
    {"done", "value", "index", "groups", "indices", "input", "resolve", "reject", "promise", "get", "set"}
    | {"writable", "enumerable", "configurable", "capture", "once", "passive", "signal", "detail", "bubbles"}
    | {"childList", "subtree", "attributes", "characterData", "attributeFilter", "threshold"}
    | {"notation", "unit", "unitDisplay", "style", "currency", "currencyDisplay", "numeric", "sensitivity"}
    | {"timeStyle", "dateStyle", "weekday", "era", "year", "month", "day", "hour", "minute", "second"}
    | {
        "role",
        "content",
        "type",
        "text",
        "data",
        "mimeType",
        "uri",
        "blob",
        "resource",
        "annotations",
        "meta",
    }
)
"""Members that platform and protocols have and no object of a page's names."""

EVERY_NAME = """() => {
  const names = new Set(), seen = new Set();
  const add = (of, depth) => {
    if (!of || depth > 4 || seen.has(of) || !["object", "function"].includes(typeof of)) return;
    seen.add(of);
    for (const name of Object.getOwnPropertyNames(of)) {
      names.add(name);
      try { add(Object.getOwnPropertyDescriptor(of, name).value, depth + 1); } catch {}
    }
    add(Object.getPrototypeOf(of), depth + 1);
  };
  const tags = "a audio button dialog details form img input select table td textarea".split(" ");
  const options = [Intl.NumberFormat, Intl.DateTimeFormat, Intl.Collator, Intl.ListFormat, Intl.PluralRules];
  const made = [
    window, document.body.style, getComputedStyle(document.body), [][Symbol.iterator](), "".matchAll(/a/g),
    new Map().keys(), (function* () {})(), (async () => {})(), /(?<a>)/d.exec(""), new Intl.Locale("en"),
    ...tags.map((tag) => document.createElement(tag)), ...options.map((kind) => new kind().resolvedOptions()),
    ...new Intl.NumberFormat().formatToParts(1),
    document.createElementNS("http://www.w3.org/2000/svg", "svg"),
  ];
  for (const each of made) add(each, 0);
  return [...names];
}"""


@cache
def mentions() -> dict[str, list[tuple[str, str]]]:
    """Where each of the members stands in the runtime: its file and what kind of place that is."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for file, text in scripts_in(TEMPLATES).items():
        stack = [parse_script(text).root_node]
        while stack:
            node = stack.pop()
            stack += node.children
            place = node.parent.type if node.parent is not None else ""
            if place == "object_assignment_pattern":
                place = "object_pattern"
            if place == "method_definition":
                place = node.parent.parent.type
            if "property_identifier" in node.type and decoded(node) in MEMBERS:
                found[decoded(node)].append((file, place))
            elif node.type in ("string_fragment", "regex_pattern"):
                found[f'"{decoded(node)}"'].append((file, node.type))
    return found


def words_in(text: str) -> set[str]:
    return set(re.findall(r"""["'](\$?[A-Za-z_][\w$-]*)["']""", text))


@pytest.mark.parametrize("name", sorted(MEMBERS))
def test_a_member_is_used_and_always_said_plainly(name: str) -> None:
    assert mentions()[name], "it is no longer used"
    assert [(file, place) for file, place in mentions()[name] if place not in PLACES] == []


@pytest.mark.parametrize("name", sorted(MEMBERS))
def test_a_member_is_no_text_that_could_be_looked_up(name: str) -> None:
    said = [text for text in mentions() if text == f'"{name}"' or f"(?<{name}>" in text]

    assert [mentions()[text] for text in said] == []


def test_no_member_is_data_of_a_page() -> None:
    paths = [ROOT / "src/genui" / name for name in SAID_AS_DATA]
    files = [file for path in paths for file in (path.rglob("*.py") if path.is_dir() else [path])]
    files += sorted({*(ROOT / "docs").glob("*.schema.json")} - {CONFIG})
    words = {file.name: words_in(file.read_text(encoding="utf-8")) & MEMBERS for file in files}

    assert len(files) > 20
    assert {name: found for name, found in words.items() if found} == {}


def test_no_member_is_one_of_a_protocol_or_a_schema() -> None:
    from mcp import types
    from pydantic import BaseModel

    models = [kind for kind in vars(types).values() if isinstance(kind, type) and issubclass(kind, BaseModel)]
    names = {
        name for kind in models for field, info in kind.model_fields.items() for name in (field, info.alias)
    }
    keywords = words_in((ROOT / "src/genui/checks/compile.py").read_text(encoding="utf-8"))

    assert len(names) > 100
    assert MEMBERS & (names | keywords | KNOWN) == set()


@pytest.mark.browser
def test_no_member_is_one_of_the_platform(open_runtime) -> None:
    names = set(open_runtime().evaluate(EVERY_NAME))

    assert {"textContent", "maximumFractionDigits", "done", "backgroundColor"} - names == {"done"}
    assert MEMBERS & names == set()


def test_members_of_a_page_have_short_names_and_what_is_data_keeps_its_own() -> None:
    source = """
      const one = { told: 1, other: 2, said() { return this.told; } };
      const { told: first, other = one.other } = one, { told = 3 } = one;
      run(one.told, one?.told, { told, other }, "told", one["told"], one.told(), first);
    """
    (pieces,) = pieces_of({"a.js": source}).values()

    assert bundle(pieces, own=frozenset({"told", "said"})) == (
        "let A={A:1,other:2,B(){return this.A}},{A:B,other:C=A.other}=A,{A:D=3}=A;"
        'run(A.A,A?.A,{A:D,other:C},"told",A["told"],A.A(),B)'
    )


def test_a_short_name_is_none_that_another_member_has() -> None:
    (pieces,) = pieces_of({"a.js": "run(a.told, a.A, a.C, a.said, a.told);"}).values()

    assert bundle(pieces, own=frozenset({"told", "said"})) == "run(a.B,a.A,a.C,a.D,a.B)"


def test_a_short_name_is_that_of_a_variable_beside_it_and_said_once() -> None:
    source = """
      run((first, second) => ({ told: first, said: second }), ({ told: some, said = some }) => some + said,
        (some) => ({ told: (some = 1), said: (n) => n, more: some === 1 }));
    """
    (pieces,) = pieces_of({"a.js": source}).values()

    assert bundle(pieces, own=frozenset({"told", "said", "more"})) == (
        "run((a,b)=>({a,b}),({a,b=a})=>a+b,a=>({a:(a=1),b:a=>a,A:a===1}))"
    )


def test_what_a_file_of_the_user_mentions_keeps_its_name() -> None:
    texts = {**TEMPLATES.texts, "runtime/list.js": "// list.js: mine.\nrows.map((row) => row.sentence);"}

    assert own_members(TEMPLATES) == MEMBERS
    assert own_members(replace(TEMPLATES, texts=texts, digest="theirs")) == MEMBERS - {"sentence"}
