"""Minified scripts do what their sources do, and a page takes of them only what it needs."""

import json
import sys
from pathlib import Path

import pytest

from genui.assets import load_assets
from genui.components import COMPONENTS
from genui.javascript import MARK, bundle, decoded, minify_script, needed, parse_script, pieces_of
from genui.javascript.scopes import scopes_of
from genui.runtime import files_of_page, linked_runtime, put_together, runtime_of

CASES = Path(__file__).parent / "cases"
MINIFIED = json.loads((CASES / "minify.json").read_text(encoding="utf-8"))
RENAMED = json.loads((CASES / "rename.json").read_text(encoding="utf-8"))
RUN = json.loads((CASES / "run.json").read_text(encoding="utf-8"))


def linked(*texts, kept=(), brief=False):
    """The page of some scripts, the first needed first."""
    pieces = pieces_of({f"{number}.js": text for number, text in enumerate(texts)})
    return bundle(needed([each for of in pieces.values() for each in of], kept=kept), kept=kept, brief=brief)


@pytest.mark.parametrize(("source", "minified"), MINIFIED.items())
def test_minifying_takes_what_says_nothing(source, minified):
    assert minify_script(source) == minified
    assert minify_script(minified) == minified


@pytest.mark.parametrize(("source", "minified"), RENAMED.items())
def test_names_become_short_ones_that_mean_the_same(source, minified):
    (pieces,) = pieces_of({"a.js": source}).values()

    assert bundle(pieces, kept=["App"], brief=False) == minified


def test_scripts_of_one_page_agree_on_the_names_they_share():
    script = linked("const told = (A) => A + wide;", "const wide = told(x, told);", "run(wide);")

    assert script == "let A=a=>a+B,B=A(x,A);run(B)"


def test_a_script_that_does_not_parse_stays_with_the_names_that_it_may_use():
    script = linked("const told = (A) => A + wide;", "const wide = told;", "wide(")

    assert script == "let A=a=>a+wide,wide=A;\nwide("


@pytest.mark.parametrize(
    ("sources", "page"),
    [
        (["const a = 1, b = 2; run(b);"], "let A=2;run(A)"),
        (["function f() { g(); return 1 }\nfunction g() {}", "run(f);"], "let A=()=>(B(),1),B=()=>{};run(A)"),
        (["const cold = new Map([[1, 2]]); const hot = start();"], "let A=start()"),
        (["const of = [1].map((n) => n + 1), sent = [1].map((n) => send(n));"], "let A=[1].map(a=>send(a))"),
        (["const table = {};", "table.a = () => lone; const lone = 1;"], ""),
        (["const table = {};", "table.a = () => 1;", "run(table);"], "let A={};A.a=()=>1;run(A)"),
        (["const table = make();", "table.a = 1;"], "let A=make();A.a=1"),
        (["let n = 0; const up = () => n++; const { a } = b;"], "let{a:A}=b"),
        (["class Cold { go() {} }\nclass Hot { static { go(); } }"], "class A{static{go()}}"),
        (["const a = () => b(), b = () => a();"], ""),
        (["if (a) b(); if (c) { let d; } for (;;) e(); f()"], "a&&b();if(c){let a}for(;;)e();f()"),
    ],
)
def test_a_page_leaves_out_what_nothing_that_runs_can_reach(sources, page):
    assert linked(*sources) == page


@pytest.mark.parametrize(
    ("function", "use", "page"),
    [
        ("(a) => { const b = go(a); return b + b; }", "f(1)", "let A=(b,a=go(b))=>a+a;A(1)"),
        ("(a) => { const b = go(a); return b + b; }", "f(1, 2)", "let A=b=>(a=>a+a)(go(b));A(1,2)"),
        ("(a) => { const b = go(a); return b + b; }", "all(f)", "let A=b=>(a=>a+a)(go(b));all(A)"),
        ("() => { const b = go(() => c); go(b, b); const c = b; return c + c; }", "f()", None),
        (
            "async (a) => { const b = await a; return b + b; }",
            "f(1)",
            "let A=async b=>(a=>a+a)(await b);A(1)",
        ),
        ("(...a) => { const b = go(a); return b + b; }", "f(1)", "let A=(...b)=>(a=>a+a)(go(b));A(1)"),
    ],
)
def test_first_variables_stand_among_the_parameters_that_no_call_gives(function, use, page):
    script = linked(f"const f = {function};", f"{use};")

    assert script == page if page else "{let" in script


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("const b = go(a); return go(a, b);", "go(a,go(a))"),
        ("const b = a.c + 1; return go(a.c, b);", "go(a.c,a.c+1)"),
        ("const b = go(a); return go(a.c, b);", "(b=>go(a.c,b))(go(a))"),
        ("const b = go(a); return a && b;", "(b=>a&&b)(go(a))"),
        ("const b = () => a; return go({ b });", "go({b:()=>a})"),
    ],
)
def test_what_is_mentioned_once_is_said_there_where_nothing_can_tell(body, written):
    assert linked(f"run((a) => {{ {body} }});") == f"run(a=>{written})"


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("const b = go(a), c = go(b); return b + c + b + c;", "c=>((a,b=go(a))=>a+b+a+b)(go(c))"),
        ("const b = go(a); const c = go(b); return b + c + b + c;", "c=>((a,b=go(a))=>a+b+a+b)(go(c))"),
        ("const { b, c } = a; return b + c + b + c;", "c=>(({b:a,c:b})=>a+b+a+b)(c)"),
        ("let b; c(b); return b;", "b=>(a=>(c(a),a))()"),
        ("let b = a; b(); b = c; return { b };", "b=>(a=>(a(),a=c,{b:a}))(b)"),
        ("const b = () => b() + a; return b + b;", "b=>((a=()=>a()+b)=>a+a)()"),
        ("if (a) return 1; const b = go(a); return b + b;", "a=>a?1:(b=>b+b)(go(a))"),
        ("if (a) { const b = go(a); return b + b; } return 2;", "a=>a?(b=>b+b)(go(a)):2"),
        ("go(() => b); const b = a; return b + b;", "b=>{go(()=>a);let a=b;return a+a}"),
        ("const b = a; for (const c of b) c(); return b + b;", "b=>{let a=b;for(let b of a)b();return a+a}"),
        ("const b = a; f(); function f() { b(); } return b + b;", "b=>{let c=()=>{a()},a=b;return c(),a+a}"),
    ],
)
def test_variables_are_those_of_a_function_where_a_value_is_all_there_is(body, written):
    assert linked(f"run((a) => {{ {body} }});") == f"run({written})"


@pytest.mark.parametrize("word", ["await", "yield"])
def test_what_waits_stays_in_the_function_that_can(word):
    head = "async (a) =>" if word == "await" else "function* (a)"

    assert "{let a=b" in linked(f"run({head} {{ const b = a; return go(b, {word} b); }});")


def test_what_is_said_often_is_said_once():
    use = "read(one.textContent, two?.textContent, 'textContent', document.body, {textContent: 1});"

    assert linked(use * 3, brief=True) == (
        'let A="textContent",B=document;' + ";".join(["read(one[A],two?.[A],A,B.body,{[A]:1})"] * 3)
    )


def test_strings_that_have_names_are_said_in_one_text():
    texts = [f"word {n} of many" for n in range(8)]
    use = "".join(f"read('{text}');" for text in texts)

    assert linked(use * 3, brief=True) == (
        f'let[A,B,C,D,E,F,G,H]="{"|".join(texts)}".split("|");'
        + ";".join([f"read({name})" for name in "ABCDEFGH"] * 3)
    )


def test_functions_of_the_platform_that_have_names_are_taken_from_their_object():
    assert linked("run(Math.max(a), Math.abs(a), Object.keys(a));" * 9, brief=True).startswith(
        "let C=Object.keys,{abs:A,max:B}=Math;run(B(a),A(a),C(a));"
    )


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("const t = Object.create(null); t.a = b => b; t.c = 1; t.d = {}; t.e = () => 2; go(t);", "same"),
        ("const t = {}; t.a = () => b; t.a = () => c; go(t);", "let A={};A.a=()=>b;A.a=()=>c;go(A)"),
        ("const t = {}; t.a = b; go(t);", "let A={};A.a=b;go(A)"),
        ("const t = {a: 1}; t.b = () => c; go(t);", "let A={a:1};A.b=()=>c;go(A)"),
        (
            "const t = {__proto__: null, a: 1}; t.b = () => c; go(t);",
            "let A={__proto__:null,a:1,b:()=>c};go(A)",
        ),
    ],
)
def test_what_enters_a_table_is_written_into_it(source, said):
    whole = "let A={__proto__:null,a:a=>a,c:1,d:{},e:()=>2};go(A)"

    assert linked(source, brief=True) == (whole if said == "same" else said)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("a.focused(b)", "A(a,b)"),
        ("(a || b).focused(c)", "A(a||b,c)"),
        ("(a, b).focused(c)", "A((a,b),c)"),
        ("() => { return [a].focused(b); }", "()=>A([a],b)"),
        ("() => { for (const b of [a].focused(c)) d(b); }", "()=>{for(let b of A([a],c))d(b)}"),
        ("a.focused(b).focused(c)", "A(A(a,b),c)"),
        ("a.focused(b)?.focused(c)", "A(a,b)?.focused(c)"),
        ("a?.b.focused(c)", "a?.b.focused(c)"),
        ("a.focused?.(b)", "a.focused?.(b)"),
        ("a.focused(...b)", "a.focused(...b)"),
        ("a.focused(b, c)", "a.focused(b,c)"),
        ("new a.focused(b)", "new a.focused(b)"),
    ],
)
def test_a_method_that_is_called_often_becomes_a_function(source, said):
    script = linked("run(a.focused(b));" * 30 + f"last({source});", brief=True)

    assert script.startswith("let A=(a,b)=>a.focused(b);run(A(a,b));")
    assert script.endswith(f"last({said})")


@pytest.mark.parametrize(
    ("call", "others", "said"),
    [
        ("a.at(-1)", "a.at(b)", "A=a=>a.at(-1)"),
        ("a.filter(Boolean)", "a.filter(b)", "A=a=>a.filter(Boolean)"),
        ("a.slice(0, b)", "a.slice(c, b)", "A=(a,b)=>a.slice(0,b)"),
        ("(a || b).replace(b, '')", "a.replace(b, c)", 'A=(a,b)=>a.replace(b,"")'),
    ],
)
def test_what_a_method_is_often_given_stands_in_its_function(call, others, said):
    script = linked(f"run({call}, {call});" * 15 + f"run({others});", brief=True)
    few = linked(f"run({call});run({others});", brief=True)

    assert said in script
    assert "".join(others.split()) in script
    assert "".join(call.split()).replace("''", '""') in few


def test_what_is_often_given_has_to_be_what_it_says():
    use = "run(a.at(-2), a.at(-1, b), a.filter(Boolean, b), a.slice(0), a.replace(b, 'c'));"

    script = linked("const Boolean = make();" + use + "run(a.filter(Boolean));", brief=True)

    assert script.endswith('a.at(-2),a.at(-1,b),a.filter(A,b),a.slice(0),a.replace(b,"c"));run(a.filter(A))')


def test_a_name_in_place_of_a_string_is_kept_apart_from_words():
    use = "f = () => { switch (g) { case 'something': return 'something' in h; } };"

    assert linked(use * 4, brief=True).count("case A:return A in h") == 4


@pytest.mark.parametrize(
    ("source", "page"),
    [
        ("const one = /a/g; run(b.replace(one, c));", "run(b.replace(/a/g,c))"),
        ("const one = /a/g; run(() => [...b.matchAll(one)]);", "run(()=>[...b.matchAll(/a/g)])"),
        ("const one = /a/g; run(() => one.exec(b));", "let A=/a/g;run(()=>A.exec(b))"),
        ("const one = /a/g; run(b.split(one));", "let A=/a/g;run(b.split(A))"),
        ("const f = (x) => go(x, x); run(a ? f : b);", "run(a?a=>go(a,a):b)"),
        ("const f = (x) => go(x, x); run(a ?? f);", "let A=a=>go(a,a);run(a??A)"),
        ("const f = (x) => go(x, x); run([...f(1)]);", "run([...(a=>go(a,a))(1)])"),
        ("const f = (x) => go(x, x); run(new f(1), a.f(1));", None),
    ],
)
def test_what_a_page_uses_once_is_said_where_it_is_used(source, page):
    script = linked(source, brief=True)

    assert script == page if page else "new A(1),a.f(1)" in script


def test_the_platform_is_asked_for_by_its_own_names():
    use = "if (typeof document !== 'undefined') go(document.body, JSON.stringify(1), x.JSON.stringify);"

    script = linked(use * 4, brief=True)

    assert "typeof document" in script
    assert "=JSON.stringify" in script
    assert "x.JSON[" in script


@pytest.mark.parametrize("types", [[], *([name] for name in COMPONENTS)])
def test_every_page_of_the_runtime_parses_and_has_no_marks_left(types):
    of = load_assets("templates")

    script, _ = linked_runtime(of, [COMPONENTS[name].runtime for name in types])

    assert not parse_script(script).root_node.has_error
    assert not MARK.search(script)


def test_a_page_has_every_name_that_its_pieces_use():
    of = load_assets("templates")
    runtime = runtime_of(of)
    files = files_of_page(of, [component.runtime for component in COMPONENTS.values()])
    pieces = needed([piece for file in files for piece in runtime.pieces[file]])

    declared = {name for piece in pieces for name in piece.names}
    assert {name for piece in pieces for name in piece.uses} <= declared


@pytest.mark.browser
def test_minified_scripts_do_what_their_sources_do(open_runtime):
    page = open_runtime("dom.js")
    run = "(() => {{ 'use strict'; const out = []; {}; return JSON.stringify(out); }})()"

    for source in RUN:
        (pieces,) = pieces_of({"a.js": source}).values()
        whole = bundle(pieces, kept=["out"])
        expected = page.evaluate(run.format(source))
        assert page.evaluate(run.format(minify_script(source))) == expected, source
        assert page.evaluate(run.format(whole)) == expected, whole


def test_what_a_page_makes_often_is_made_by_a_function():
    script = linked("".join(f"run(new Set(x{n}),new Set);" for n in range(9)), brief=True)

    assert script.startswith("let A=a=>new Set(a);run(A(x0),A());")
    assert linked("run(new Set(x),new Set);", brief=True) == "run(new Set(x),new Set())"


MANY = "".join(f"const n{n} = go({n}); read(n{n}, n{n}, n{n}, n{n});" for n in range(37))
"""Names of the top for all letters that are no variables'."""


def test_a_name_of_the_top_may_be_a_letter_that_no_variable_beside_it_has():
    assert "q=go();own(q)" in linked(MANY + "const one = go(); own(one);", brief=True)


@pytest.mark.parametrize("shown", ["([NAMES]) => own(top, NAMES)", "(NAMES) => [() => own(top), NAMES]"])
def test_no_variable_hides_a_name_of_the_top(shown):
    names = ", ".join(f"v{n}" for n in range(18))
    script = linked(MANY + f"const top = go(); last({shown.replace('NAMES', names, 2)});", brief=True)

    assert ";let Aa=go();last(" in script and script.count("Aa") == 2


def test_no_variable_hides_the_name_of_a_method():
    names = ", ".join(f"v{n}" for n in range(18))
    called = f"last(([{names}]) => own(v17.replaceChildren(v0), {names}));"
    script = linked(MANY + "a.replaceChildren = b;" * 3 + called, brief=True)

    assert "a[Aa]=b" in script and "[Aa](" in script


def test_letters_change_what_no_name_of_a_page_means(monkeypatch):
    def homes(files):
        script, _ = put_together.__wrapped__(load_assets("templates"), frozenset(files))
        scopes = scopes_of(parse_script(script).root_node)
        number = {scope: at for at, scope in enumerate(scopes.all)}
        found = []
        for node, scope in scopes.names:
            while scope is not None and decoded(node) not in scope.declared:
                scope = scope.parent
            found.append(number.get(scope))
        return script, found

    files = sorted(runtime_of(load_assets("templates")).pieces)
    sets = [files, [name for name in files if "form" in name], ["auto.js", "form-many.js"]]
    lettered = [homes(each) for each in sets]
    monkeypatch.setattr(sys.modules["genui.javascript.bundle"], "letters_for", lambda *_: {})
    plain = [homes(each) for each in sets]

    assert [len(script) for script, _ in lettered] < [len(script) for script, _ in plain]
    assert [found for _, found in lettered] == [found for _, found in plain]
