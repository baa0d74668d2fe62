"""Functions that are called in one place are written there, and what scripts do stays the same."""

import pytest

from genui.javascript import bundle, moved, needed, pieces_of


def linked(*texts, kept=()):
    """The page of some scripts with what is called once in its place."""
    sources = moved({f"{number}.js": text for number, text in enumerate(texts)}, kept=kept)
    pieces = pieces_of(sources)
    return bundle(needed([each for of in pieces.values() for each in of], kept=kept), kept=kept, brief=False)


@pytest.mark.parametrize(
    ("source", "page"),
    [
        ("const f = (a) => a + a; run((b) => f(b));", "run(a=>a+a)"),
        ("function f(a) { return a + a; } run((b) => f(b) * 2);", "run(a=>(a+a)*2)"),
        ("const f = (a) => go(a, a); run((b) => f(b()));", "run(b=>(a=>go(a,a))(b()))"),
        ("const f = (a, b) => go(a, b); run((c) => f(c(), 1));", "run(b=>go(b(),1))"),
        ("const f = (a) => ({ a }); run((b) => f(b));", "run(a=>({a:a}))"),
        ("const f = ({ a }) => a(a); run((b) => f(b));", "run(b=>(({a:a})=>a(a))(b))"),
        ("const f = (a, b = 1) => go(a, b, b); run((c) => f(c));", "run(b=>(a=>go(b,a,a))(1))"),
        ("const f = (a) => { a++; return a; }; run((b) => f(b));", "run(b=>(a=>(a++,a))(b))"),
        ("const f = (a) => go(() => a); run((b) => { b = 1; f(b); });", "run(a=>{a=1;(a=>go(()=>a))(a)})"),
        ("const f = (c) => all((x) => c(x)); run((b) => f((y) => y + b + y));", "run(a=>all(b=>b+a+b))"),
        ("const f = (c) => all(c, c); run((b) => f((y) => y + b));", "run(b=>(a=>all(a,a))(a=>a+b))"),
        ("const f = async (a) => a; run((b) => f(b));", "let A=async a=>a;run(a=>A(a))"),
        ("const f = (...a) => a; run((b) => f(b));", "let A=(...a)=>a;run(a=>A(a))"),
        ("function f() { return this; } run(() => f());", "function A(){return this}run(()=>A())"),
        ("const f = (a) => a; run(async (b) => await f(b));", "let A=a=>a;run(async a=>await A(a))"),
        ("const f = (a) => a; run(f?.(1));", "let A=a=>a;run(A?.(1))"),
        ("const f = (a) => a; run(f(...b));", "let A=a=>a;run(A(...b))"),
        ("const f = (a) => a; run(f(1), f(2));", "let A=a=>a;run(A(1),A(2))"),
        ("const f = () => f(); run(1);", "run(1)"),
    ],
)
def test_what_a_function_does_is_written_where_it_is_called(source, page):
    script = linked(source)

    assert script == page


@pytest.mark.parametrize(
    ("body", "page"),
    [
        ("if (a) return; go(b, a); go(a, b);", "run((a,b)=>{a||(go(b,a),go(a,b))})"),
        ("for (const c of a) go(c, b);", "run((a,b)=>{for(let c of a)go(c,b)})"),
    ],
)
def test_statements_take_the_place_of_a_call_at_the_end(body, page):
    assert linked(f"const f = (a, b) => {{ {body} }}; run((x, y) => {{ return f(x, y); }});") == page


def test_a_function_that_leaves_early_stays_one_where_something_follows():
    f = "const f = (a) => { for (const b of a) if (b) return; go(a); };"

    script = linked(f, "run((x) => { f(x); last(x); });")

    assert script == "run(a=>{(()=>{for(let b of a)if(b)return;go(a)})();last(a)})"


def test_what_ends_without_a_value_does_not_go_on_behind_its_place():
    f = "const f = (a) => { for (const b of a) go(b); };"

    script = linked(f, "run((x) => { if (x) { return f(x); } last(x); });")

    assert script == "run(a=>{if(a){for(let b of a)go(b);return}last(a)})"


def test_no_name_is_taken_for_another():
    f = "const f = (a) => { const b = 1; return (c) => go(a, b, c, b, c); };"

    assert linked(f, "run((b, c) => f(c)(b, c));") == "run((b,a)=>(b=>c=>go(a,b,c,b,c))(1)(b,a))"


def test_functions_that_others_may_call_stay():
    f = "const f = (a) => a; run((b) => f(b));"

    assert linked(f, kept=["f"]) == "let f=a=>a;run(a=>f(a))"
    assert "f(" in linked(f, "f(")


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("const a = x(() => b.c); const b = go('x', a); return b;", "((a=go('x',x(()=>a.c)))=>a)()"),
        ("const a = () => b; const c = go(a); const b = 2; return b + c;", "((c=go(()=>a),a=2)=>a+c)()"),
    ],
)
def test_a_value_that_mentions_a_variable_of_its_own_sees_it(body, written):
    assert linked(f"run(() => {{ {body} }});").replace('"', "'") == f"run(()=>{written})"
