"""Members by which parts of the page runtime pass things to each other: a page may name them as it likes.

None is a member of anything of the platform, of a spec, of a form's plan, of a result or of a message, none
is put together or looked up as a text, and no object that has one is listed, counted or sent by its members.
tests/test_members.py proves what can be proven of that; the rest is for whoever adds one to see to.
"""

import re
from functools import cache

from genui.assets import Assets, load_assets
from genui.runtime.files import scripts_in

WORD = re.compile(r"[\w$]+")

BY_PLACE = {
    "what is read of a result": "blocks lead outer structured trail",
    "what a component is drawn in": "announce args depth headingLevel openBelow render tableFirst titled"
    " unfolded",
    "lists, tables, trees, times": "addHeads leftOut make phrased sought told ways",
    "columns and charts": "also amounts axisKind below distinct draws fewPlaces fewSeries integral isLast"
    " measured naming sentence spots stops titleOf together xLabel xs",
    "markdown": "refs",
    "formats": "used",
    "a form's nodes": "box cell child el exact inner live pairs seg stale",
    "a form's kinds": "chosen offers",
    "a form's faults": "about busy choose say",
    "the bridge": "abilities callTool surroundings",
}
MEMBERS = frozenset(" ".join(BY_PLACE.values()).split())


@cache
def own_members(assets: Assets) -> frozenset[str]:
    """Return the members that no runtime file of the user's mentions, which may mean data by them."""
    bundled = scripts_in(load_assets("templates"))
    theirs = [text for name, text in scripts_in(assets).items() if bundled.get(name) != text]
    return MEMBERS.difference(*map(WORD.findall, theirs))
