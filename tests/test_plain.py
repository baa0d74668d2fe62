"""Markup that is read in one pass is read as html5lib reads it, to the last column; all other is not read."""

import html.entities
import json
import subprocess
import sys
from pathlib import Path

import pytest
from almostplain import Pages
from html5lib import constants

from genui.validate.grammar import RULES, SVG_ATTRIBUTES
from genui.validate.page import TEXT_ELEMENTS, parse_page
from genui.validate.plain import read_plain
from genui.validate.standard import parse_by_standard

ROOT = Path(__file__).parent.parent
CASES = Path(__file__).parent / "cases" / "pages"
CORPUS = ROOT.parent / "shared" / "corpus" / "pages"
PAGE = "<!doctype html><html><head></head><body>{}</body></html>"


def is_plain(text):
    return read_plain(text, texts_of=TEXT_ELEMENTS) is not None


def assert_same(text):
    quick, standard = parse_page(text), parse_by_standard(text)
    assert quick == standard
    orders = [[list(element.attributes) for element in page.elements] for page in (quick, standard)]
    assert orders[0] == orders[1]


def test_whatever_is_read_in_one_pass_is_read_as_html5lib_reads_it():
    pages = Pages(6)
    plain = 0
    for text in (pages.page() for _ in range(1200)):
        if is_plain(text):
            plain += 1
            assert_same(text)
    assert plain > 250


@pytest.mark.parametrize("directory", [CASES, CORPUS], ids=["cases", "corpus"])
def test_written_pages_are_read_in_one_pass_and_as_html5lib_reads_them(directory):
    if not directory.is_dir():
        pytest.skip("the corpus of written pages is not beside this tree")
    paths = sorted(directory.rglob("*.html"))
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in paths[:: len(paths) // 150 + 1]]
    plain = [text for text in texts if is_plain(text)]
    for text in plain:
        assert_same(text)
    assert len(plain) > len(texts) * 0.6


def test_nearly_every_benign_page_is_read_in_one_pass():
    cases = [
        case
        for case in CASES.iterdir()
        if json.loads((case / "expected.json").read_text())["verdict"] == "accept"
    ]
    plain = [case.name for case in cases if is_plain((case / "page.html").read_text(encoding="utf-8"))]
    assert len(plain) >= len(cases) * 0.93


def test_built_views_are_read_in_one_pass_and_as_html5lib_reads_them():
    for path in (ROOT / "generated").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert is_plain(text)
        assert_same(text)


@pytest.mark.parametrize(
    "markup",
    [
        *(
            "<p>a<div>b</div></p>",
            "<p>a<p>b",
            "<ul><li>a<li>b</ul>",
            "<div><li>a</li></div>",
            "<b>a<i>b</b>c</i>",
        ),
        *("<table><tr><td>a</td></tr></table>", "<table><tbody>a</tbody></table>", "<table><p>a</p></table>"),
        *("<a><b><a>b</a></b></a>", "<button><i><button></button></i></button>", "<h1><h2>a</h2></h1>"),
        *(
            "<form><p><form></form></p></form>",
            "<dl><dd><div><dt>a</dt></div></dd></dl>",
            "<div/>",
            "<br></br>",
        ),
        *("<select><p>a</p></select>", "<select><input></select>", "<option><option>a</option></option>"),
        *(
            "<noscript><p>a</p></noscript>",
            "<template><p>a</p></template>",
            "<iframe></iframe>",
            "<xmp><b></xmp>",
        ),
        *(
            "<svg><p>a</p></svg>",
            "<svg><foreignObject><p>a</p></foreignObject></svg>",
            "<svg><style></style></svg>",
        ),
        *(
            "<script><!-- <script> </script>",
            "<script>a</script x>",
            "<style>a</style/>",
            "<title>a</title\x0b>",
        ),
        *(
            "<i a=1 A=2></i>",
            "<i a='1'b='2'></i>",
            "<i a=b/></i>",
            "<i a=`b`></i>",
            "<i \u00e9></i>",
            "</i a>",
        ),
        *("&copy 2026", "a&b=c", "&#128;", "&#0;", "&#xd800;", "&nope;", "\0", "\x85", "\ud800", "\ufdd0"),
        *("<!-->", "<!--a--b-->", "<!--a--!>", "<!doctype html>", "<?a?>", "<![CDATA[a]]>", "a < b", "</>"),
        *(
            "<body class=a>",
            "<html>",
            "<head></head>",
            "</body>a",
            "<frameset></frameset>",
            "<image>",
            "<x-y></x-y>",
        ),
        *(
            "<table><tbody><tr><td><pre>\na</pre></td></tr></tbody></table>",
            "<math><mi>a</mi></math>",
            "<div>",
        ),
    ],
)
def test_what_is_not_plain_is_left_to_the_standard(markup):
    assert not is_plain(PAGE.format(markup))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "<p>a</p>",
            "<html><head></head><body></body></html>",
            "<!doctype html><title>a</title><p>b</p>",
        ),
        *("x<!doctype html>" + PAGE.format("")[15:], PAGE.format("") + "x", PAGE.format("") + "<p></p>"),
        *(PAGE.format("a")[:-7], PAGE.format("a")[:-14], PAGE.format("a").replace("</head>", "x</head>")),
        *(
            PAGE.format("a").replace("<head></head>", ""),
            PAGE.format("a").replace("<head></head>", "<head></head>" * 2),
        ),
        *(PAGE.format("a").replace("html>", 'html public "">', 1), "\ufeff" + PAGE.format("a")),
        *(PAGE.format("a").replace("<head></head><body>", "<body><head></head>"), PAGE.format("a") * 2),
    ],
)
def test_a_page_that_is_not_written_out_is_left_to_the_standard(text):
    assert not is_plain(text)


@pytest.mark.parametrize(
    "markup",
    [
        *(
            "<p>a &amp; b<br/>c</p>\r\n<pre>\n\n x</pre>",
            "<dl><div><dt>a</dt><dd>b</dd></div></dl>",
            "R & D &lt;",
        ),
        *(
            "<a href='#x'>a<!-- b -->c</a>",
            "<textarea>\n\na<b></textarea>",
            "<button><b>a</b> <i>b</i></button>",
        ),
        *(
            "<table><caption>a</caption>\n<colgroup><col></colgroup><tbody><tr><td>a</td></tr></tbody></table>",
        ),
        *("<svg viewbox='0 0 1 1'><title>a</title><LinearGradient id=g /></svg>", "<b><i><p>a</p></i></b>\f"),
        *("a</body>\n<!-- b -->\n</html>\n<!-- c -->\n\n<!-- d -->", "<select><option>a</option>\n</select>"),
        *(
            "<script>'<b>' < '</scripty>'</SCRIPT >",
            "<p\nid = a title='x\ny'\n>b</p>\n<i>c</i>",
            "\U000e0067😀日本",
            "<script>'</\u017fcript>'</script>",
            "<style>/*</\u017ftyle>*/</style>",
            "<title></t\u0131tle></title>",
        ),
    ],
)
def test_plain_markup_is_read_in_one_pass_and_as_html5lib_reads_it(markup):
    text = PAGE.format(markup).removesuffix("</body></html>" if "</body>" in markup else "-")
    assert is_plain(text)
    assert_same(text)


def test_every_named_reference_means_what_html5lib_takes_it_for():
    names = [name for name in html.entities.html5 if name.endswith(";")]
    text = PAGE.format("".join(f'<i a="x&{name}y">&{name}z</i>' for name in names))
    assert is_plain(text)
    assert_same(text)


def test_names_are_those_of_html5lib():
    spaced = {
        key: f"{{{space}}}{name}"
        for key, (_, name, space) in constants.adjustForeignAttributes.items()
        if not key.startswith("xlink:")
    }
    assert constants.adjustSVGAttributes | spaced == SVG_ATTRIBUTES
    assert html.entities.html5 == constants.entities
    assert {name for name, rule in RULES.items() if rule.void} <= constants.voidElements | {"wbr"}


@pytest.mark.parametrize(
    "part", ["<p ", "<p a='", "<b>", "<!--", "<!---", "&", "&amp;", "<script>", "a=\n", "<p a=a ", "<!--<!"]
)
def test_a_hostile_page_costs_no_more_than_its_length(part):
    read_plain("<!doctype html><html><head></head><body>" + part * 100_000, texts_of=TEXT_ELEMENTS)


def test_a_comment_in_a_button_is_no_text_of_it():
    text = PAGE.format("<button>a<!-- b --><i>c</i>d</button>")
    for page in (parse_page(text), parse_by_standard(text)):
        assert [element.text for element in page.named("button")] == ["acd"]


def test_a_plain_page_is_validated_without_html5lib():
    code = "import sys, genui.validate as v; v.validate_page(sys.stdin.buffer.read()); print(*sys.modules)"
    page = (CASES / "ok-counts" / "page.html").read_bytes()
    loaded = subprocess.run(
        [sys.executable, "-c", code], input=page, capture_output=True, check=True
    ).stdout.decode()
    assert "genui.validate.page" in loaded
    assert "html5lib" not in loaded
