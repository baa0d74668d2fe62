"""Words that stand in names or beside them, by what they may do there."""

LOOSE = frozenset(
    """
    amount column consumption count daily data date day field figure in info latest level load
    measurement name number of rate reading recent speed temp temperature text time total usage use
    utilisation utilization value
    """.split()  # noqa: SIM905 - a page of words
)
"""Words that people add to a name without meaning another member."""
TELLING = frozenset(
    """
    total rate temperature temp level
    """.split()  # noqa: SIM905 - a page of words
)
"""Loose words that tell one member from another when it is said in other words."""
MEASURES = frozenset(
    """
    price cost rate value amount score temperature reading level
    """.split()  # noqa: SIM905 - a page of words
)
"""What rows can be and members measure: closing prices are a member of prices, open orders none of orders."""
LITTLE = frozenset(
    """
    of in the a an to by and or on at for with is was were per
    """.split()  # noqa: SIM905 - a page of words
)
"""Words that name nothing."""
POINTING = frozenset(
    """
    it its them they this that these those he she all any one ones me us
    """.split()  # noqa: SIM905 - a page of words
)
"""Words that stand for something named before, however a member begins."""
RELATION = frozenset(
    """
    with without and or at on
    """.split()  # noqa: SIM905 - a page of words
)
"""Words between two things: what holds one is no name."""
ENGLISH = frozenset(
    """
    all animation ascending axes axis background bar bars better bigger blue border borders button
    cancelled chart colors colours column columns corners descending duplicates earliest empty
    everything faster first font fonts footer form graph green header headers here hide icons it
    labels larger last latest legend less line lines logo map me menu more names newer newest nicer
    none nothing older oldest ones padding page prettier raw recent red result results row rows
    scrollbar selected shadows show sidebar smaller something spacing table that them this toolbar
    tooltip tooltips trends us values wider
    """.split()  # noqa: SIM905 - a page of words
)
"""Single words that are never taken for the name of a member that nobody has seen."""
REAL = frozenset(
    """
    form from table chart graph card cards list line bar tree page view button header footer column
    row shown hide hidden sorted first last next then than them with without into show that this
    only
    """.split()  # noqa: SIM905 - a page of words
)
"""Words that are no typos of a member's name."""
BETWEEN = frozenset(
    """
    by per over against across versus vs
    """.split()  # noqa: SIM905 - a page of words
)
"""Words between what is drawn and what it is drawn by."""
