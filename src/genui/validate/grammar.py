"""What markup may be, if it is to be read in one way only: which element may stand where."""

from typing import NamedTuple

BLOCK, HEADING, LINK, BUTTON, FORM, CELL = (1 << bit for bit in range(6))
"""What an element counts as. In a cell, the parser does not drop the line end that a pre begins with."""


class Rule(NamedTuple):
    """Where one kind of element is plain."""

    counts: int = 0
    """What it counts as."""
    bars: int = 0
    """What may not stand in it, at any depth."""
    within: frozenset[str] = frozenset()
    """The only elements that it may stand right in; none: in any."""
    holds: frozenset[str] | None = None
    """The only elements that may stand right in it, and then no text beside them; None: any."""
    void: bool = False


def names(text: str) -> frozenset[str]:
    """Return the names in a text."""
    return frozenset(text.split())


DONE = frozenset({""})
NEXT = {"head": names("body"), "body": DONE, "html": DONE}
"""What may stand after these."""

TEXT_ONLY = frozenset[str]()
LISTS, GROUPS = names("ul ol menu"), names("thead tbody tfoot")
CELLS, TERMS = names("td th"), names("dt dd")

RULES = {
    "html": Rule(within=frozenset({""}), holds=names("head")),
    "head": Rule(within=names("html"), holds=names("meta title link style script base")),
    "body": Rule(within=names("html")),
    "p": Rule(BLOCK, bars=BLOCK),
    "form": Rule(BLOCK | FORM, bars=FORM),
    "a": Rule(LINK, bars=LINK),
    "button": Rule(BUTTON, bars=BUTTON),
    "hr": Rule(BLOCK, void=True),
    "li": Rule(BLOCK, within=LISTS),
    "select": Rule(holds=names("option optgroup")),
    "datalist": Rule(holds=names("option")),
    "optgroup": Rule(within=names("select"), holds=names("option")),
    "option": Rule(within=names("select datalist optgroup"), holds=TEXT_ONLY),
    "table": Rule(BLOCK, holds=names("caption colgroup thead tbody tfoot")),
    "caption": Rule(bars=CELL, within=names("table")),
    "colgroup": Rule(within=names("table"), holds=names("col")),
    "col": Rule(within=names("colgroup"), void=True),
    "tr": Rule(within=GROUPS, holds=CELLS),
}
RULES |= dict.fromkeys(GROUPS, Rule(within=names("table"), holds=names("tr")))
RULES |= dict.fromkeys(CELLS, Rule(bars=CELL, within=names("tr")))
RULES |= dict.fromkeys(TERMS, Rule(BLOCK, within=names("dl div")))
RULES |= dict.fromkeys(names("h1 h2 h3 h4 h5 h6"), Rule(BLOCK | HEADING, bars=HEADING))
RULES |= dict.fromkeys(names("area base br embed img input link meta source track wbr"), Rule(void=True))
RULES |= dict.fromkeys(
    names(
        "address article aside blockquote details dialog div dl fieldset figcaption figure footer header "
        "hgroup main menu nav ol pre search section summary ul"
    ),
    Rule(BLOCK),
)
RULES |= dict.fromkeys(
    names(
        "abbr audio b bdi bdo canvas cite code data del dfn em i ins kbd label legend map mark meter output "
        "picture progress q s samp script small span strong style sub sup svg textarea time title u var video"
    ),
    Rule(),
)

SVG_RULES = {
    name.lower(): (name, Rule())
    for name in names(
        "animate animateMotion animateTransform circle clipPath defs ellipse feBlend feColorMatrix "
        "feComposite feFlood feGaussianBlur feMerge feMergeNode feOffset filter g image line "
        "linearGradient marker mask path pattern polygon polyline radialGradient rect set stop svg switch "
        "symbol text textPath tspan use view"
    )
}
SVG_RULES |= {name: (name, Rule(holds=TEXT_ONLY)) for name in ("title", "desc")}
"""By lower-case name, the name in the tree and the rule; these elements may be closed by a slash."""

SVG_ATTRIBUTES = {
    name.lower(): name
    for name in names(
        "attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits contentScriptType "
        "contentStyleType diffuseConstant edgeMode externalResourcesRequired filterRes filterUnits "
        "glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines "
        "keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits "
        "maskUnits numOctaves pathLength patternContentUnits patternTransform patternUnits pointsAtX "
        "pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount "
        "repeatDur requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod "
        "startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX targetY "
        "textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan"
    )
}
XMLNS, XML = "{http://www.w3.org/2000/xmlns/}", "{http://www.w3.org/XML/1998/namespace}"
SVG_ATTRIBUTES |= {"xmlns": f"{XMLNS}xmlns", "xmlns:xlink": f"{XMLNS}xlink"}
SVG_ATTRIBUTES |= {f"xml:{name}": f"{XML}{name}" for name in ("base", "lang", "space")}
