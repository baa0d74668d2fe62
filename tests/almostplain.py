"""Pages of markup that is plain, or but for a little: every rule of the strict reader is met and broken."""

from random import Random

from html5lib.constants import formattingElements, specialElements, voidElements

from genui.validate.grammar import RULES, SVG_RULES, names

VOID = {name for name, rule in RULES.items() if rule.void} | set(voidElements)
NAMES = sorted(
    {name for _, name in specialElements | formattingElements}
    | {*RULES, *VOID}
    | names("annotation-xml big desc dialog foreignObject keygen math mi my-element portal rb rp rt rtc ruby")
    | names("search slot strike template tt xmp")
)
SVG = [name for name, _ in SVG_RULES.values()]
SVG_ODD = sorted(names("foreignObject script style a p div b font metadata altGlyph feDropShadow mpath"))
GROUPS = (
    "p div h1 h2 hr pre form address",
    "a b i span button em nobr",
    "ul ol li menu div p",
    "dl dt dd div p",
    "table caption colgroup col thead tbody tfoot tr td th",
    "select optgroup option datalist input",
    "td tr table tbody pre textarea p b",
    "button form label input fieldset legend",
    "svg p a span",
    "script style title textarea pre",
)
CHILDREN = {name: sorted(rule.holds) for name, rule in RULES.items() if rule.holds}
CHILDREN |= {"ul": ["li"], "ol": ["li"], "dl": ["dt", "dd", "div"]}
SPACED = CHILDREN.keys() - {"ul", "ol", "dl"}
AROUND = (
    *(
        "{}",
        "{}",
        "<table><tbody><tr><td>{}</td></tr></tbody></table>",
        "<table><caption>{}</caption></table>",
    ),
    *("<ul><li>{}</li></ul>", "<dl><div><dt>{}</dt></div></dl>", "<p>{}</p>", "<a><b>{}</b></a>"),
    *("<svg><title>{}</title></svg>", "<button>{}</button>"),
)

SPACES = ("\n", " ", "\t", "\n  ", "\f", "\r\n", "\r", " \n ", "")
TEXTS = (
    *(
        "x",
        "Hello, world",
        "&amp;",
        "a &lt; b",
        "&nbsp;",
        "A & B",
        "&#10;",
        "&#x41;",
        "\u00a0",
        "日本",
        "😀",
        "\ufeff",
    ),
    *(
        "\n",
        "\n\nx",
        " y ",
        "--",
        "->",
        "]]>",
        "'\"",
        "=",
        "&#9;",
        "\u2028",
        "&notin;",
        "&NotEqualTilde;",
        "1 > 0",
    ),
)
ODD_TEXTS = (
    *(
        "&",
        "&copy",
        "&#0;",
        "&#128;",
        "&#xD800;",
        "&bogus;",
        "<",
        "< a",
        "\0",
        "\x0b",
        "\ud800",
        "\ufdd0",
        "\x85",
    ),
    *(
        "\U0001ffff",
        "&#13;",
        "&#x110000;",
        "<?x?>",
        "<!x>",
        "</>",
        "<![CDATA[x]]>",
        "&#xFFFE;",
        "&#1;",
        "&a=b",
    ),
    *("&#;", "&#x;", "&ampx;", "&ltcc;", "&x &y", "&#12;", "&#11;"),
)
COMMENTS = (
    "<!---->",
    "<!-- x -->",
    "<!--x-y-->",
    "<!-- <p> -->",
    "<!--\n > b & c\n-->",
    "<!--<-->",
    "<!--é<!-y\r\n-->",
)
ODD_COMMENTS = (
    *(
        "<!-->",
        "<!--->",
        "<!-- -- -->",
        "<!--x--->",
        "<!--x--!>",
        "<!-- <!-- -->",
        "<!--x",
        "<!-x->",
        "<!---x-->",
    ),
    *("<!----->", "<!--x<!--->"),
)
WHOLE = {
    "script": (
        "",
        "let a = 1 < 2 && b;",
        "'</div>'",
        "a</scripty>b",
        "</\u017fcript>",
        "if (a<!b) {}",
        "</ script>",
        "<!-",
        "\r\nx",
    ),
    "style": ("", "p { color: red }", "a > b {}", "<!-- x -->", "</\u017ftyle>", "</styles>", "\n"),
    "title": ("", "Hours", "A &amp; B", "a < b", "\n x", "</t\u0131tle>", "</titles>", "<b>x</b>", "A & B"),
    "textarea": ("", "\n", "\n\nx", "x", "a<b>c</b>", "&lt;x", "&#10;x", " \n", "\r\nx"),
}
ODD_WHOLE = ("<!--", "<!-- <script>", "</script", "\0", "</style x", "&copy", "&#10;", "</title/")
ATTRIBUTES = (
    *(
        "id",
        "class",
        "data-x",
        "HREF",
        "style",
        "onclick",
        "x:y",
        "xlink:href",
        "xmlns",
        "xmlns:xlink",
        "xml:lang",
    ),
    *(
        "viewBox",
        "viewbox",
        "preserveAspectRatio",
        ":a",
        "@click",
        "_z",
        "v-on:click.prevent",
        "color",
        "encoding",
    ),
)
VALUES = (
    "",
    "x",
    "a b",
    "hidden",
    "a&amp;b",
    "#x",
    "<b>",
    "it's",
    'say "x"',
    "a\nb",
    "&quot;",
    "é",
    "A & B",
    "-1",
)
ODD_ATTRIBUTES = (
    *(
        " a a",
        ' a="1"b="2"',
        ' ="x"',
        ' "x"',
        " /",
        " a=",
        ' a="&copy"',
        " a='&b=1'",
        ' A="1" a="2"',
        ' {x}="1"',
    ),
    *(" é=1", " <b", ' a="x"/ ', " a=/b/", " a=b/", " a=`x`", " a=b=c"),
)


class Pages:
    """Makes pages, one after the other."""

    def __init__(self, seed):
        self.chance = Random(seed)
        self.odd = 0.0

    def any_of(self, *choices):
        return self.chance.choice(choices)

    def is_odd(self, share=1.0):
        return self.chance.random() < self.odd * share

    def page(self):
        self.odd = self.any_of(0, 0, 0.02, 0.1, 0.3)
        wild = self.any_of(0, 0.05, 0.1, 0.3, 1)
        known = self.any_of(*GROUPS, " ".join(RULES)).split() + self.chance.sample(
            NAMES, self.any_of(0, 1, 2)
        )
        body = "".join(
            self.node("body", (), known, wild, self.any_of(1, 2, 3, 5)) for _ in range(self.any_of(1, 2, 4))
        )
        head = "".join(self.space() + self.in_head() for _ in range(self.any_of(0, 0, 1, 2)))
        # html5lib reads ten thousand characters at a time.
        head += self.any_of(*[""] * 8, f"<style>{'x' * self.any_of(*range(10_150, 10_240))}</style>")
        parts = [
            *(self.between(), self.any_of("<!doctype html>", "<!DOCTYPE\nHTML >"), self.between()),
            *(self.tag("html"), self.between(), self.tag("head"), head, self.space(), self.end("head")),
            *(self.between(), self.tag("body"), self.any_of(*AROUND).format(body), self.end("body")),
            *(self.between(), self.end("html"), self.between()),
        ]
        if self.is_odd(0.3):
            parts[self.chance.randrange(len(parts))] = self.any_of("", "x", "<!doctype html>", *parts)
        text = "".join(parts)
        if self.is_odd(0.3):
            at = self.chance.randrange(len(text))
            text = (
                text[:at]
                + self.any_of("", "<", "</", "<p>", "\0", "&", "'", '"', ">", "-", "/")
                + text[at + 1 :]
            )
        return text

    def space(self):
        return self.any_of(*SPACES)

    def between(self):
        return self.space() + (self.comment() + self.space() if self.chance.random() < 0.2 else "")

    def comment(self):
        return self.any_of(*(ODD_COMMENTS if self.is_odd(0.3) else COMMENTS))

    def text(self):
        if self.is_odd(0.3):
            return self.any_of(*ODD_TEXTS)
        return "".join(
            self.any_of(self.any_of(*TEXTS), self.space()) for _ in range(self.any_of(0, 1, 1, 2, 3))
        )

    def in_head(self):
        known = NAMES if self.is_odd(0.5) else sorted(CHILDREN["head"])
        return self.element(self.any_of(*known), (), known, 1, self.any_of(0, 1))

    def tag(self, name, slash=""):
        given = ""
        for attribute in self.chance.sample(ATTRIBUTES, self.any_of(0, 0, 0, 1, 2)):
            value = self.any_of(*VALUES)
            quote = "'" if '"' in value else '"'
            equals = self.any_of("=", "=", " = ", "=\n")
            given += self.any_of(" ", "\n", "\t ") + attribute
            given += self.any_of(
                "", f"{equals}{quote}{value}{quote}", f"{equals}{quote}{value}{quote}", "=a1"
            )
        given += self.any_of(*ODD_ATTRIBUTES) if self.is_odd(0.15) else ""
        name = name.title() if self.chance.random() < 0.05 else name
        return f"<{name}{given}{self.any_of('', '', '', ' ')}{slash}>"

    def end(self, name):
        if self.is_odd(0.1):
            return self.any_of("", f"</{self.any_of(*NAMES)}>", f"</{name} x>", f"</{name}/>")
        return f"</{name.upper() if self.chance.random() < 0.05 else name}{self.any_of('', '', '', ' ')}>"

    def node(self, parent, above, known, wild, depth):
        chance = self.chance.random()
        if chance < 0.07:
            return self.comment()
        if chance < 0.2 or depth <= 0:
            return self.text() if parent not in SPACED or self.is_odd(0.3) else self.space()
        if self.chance.random() < wild:
            return self.element(self.any_of(*known), above, known, wild, depth)
        barred = 0
        for name in above:
            barred |= RULES[name].bars if name in RULES else 0
        fit = CHILDREN.get(parent) or [
            name
            for name in known
            if name in RULES and not (RULES[name].within or RULES[name].counts & barred)
        ]
        return self.element(self.any_of(*fit), above, known, wild, depth) if fit else self.text()

    def element(self, name, above, known, wild, depth):
        if name == "svg":
            return self.svg(name, min(depth, 2))
        if name in VOID:
            return self.tag(name, self.any_of("", "", "/"))
        if name in WHOLE:
            text = self.any_of(*WHOLE[name]) + (self.any_of(*ODD_WHOLE) if self.is_odd(0.3) else "")
            return self.tag(name) + text + self.end(name)
        inner = (
            self.node(name, (*above, name), known, wild, depth - 1) for _ in range(self.any_of(1, 1, 2, 3))
        )
        return (
            self.tag(name, "/" if self.is_odd(0.05) else "") + self.space() + "".join(inner) + self.end(name)
        )

    def svg(self, name, depth):
        if self.chance.random() < 0.3:
            return self.tag(name, "/")
        inner = self.text() + (self.comment() if self.chance.random() < 0.2 else "")
        if name not in ("title", "desc") or self.is_odd():
            for _ in range(self.any_of(0, 1, 2) if depth else 0):
                inner += (
                    self.svg(self.any_of(*(SVG_ODD if self.is_odd(0.3) else SVG)), depth - 1) + self.space()
                )
        return self.tag(name) + inner + self.end(name)
