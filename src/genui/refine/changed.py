"""What "change … to …" means of a member: a new name, where it can mean nothing else."""

import re

from genui.refine.draft import Draft, Unfulfilled
from genui.refine.members import rename
from genui.refine.names import bare, nearest_names
from genui.refine.sources import form_names, sources_of
from genui.refine.subject import said_outright

Match = re.Match[str]

VALUES = re.compile(
    r"(?:fahrenheit|celsius|kelvin|centigrade|miles?|kilomet\w+|km|met(?:er|re)s?|feet|foot|inch\w*|cm|mm|"
    r"kg|kilo\w*|grams?|lbs?|ounces?|oz|tons?|tonnes?|mph|km/?h|knots|beaufort|lit(?:er|re)s?|gallons?|"
    r"(?:milli)?seconds?|minutes?|hours?|days?|weeks?|months?|years?|(?:mon|tues|wednes|thurs|fri|satur|"
    r"sun)day|january|february|march|april|may|june|july|august|september|october|november|december|"
    r"[kmgt]i?b|(?:mega|giga|kilo|tera)bytes?|bytes|utc|gmt|cet|local time|\w+ time ?zone|english|german|"
    r"french|spanish|italian|dutch|chinese|japanese|metric|imperial|true|false|yes|no|none|null|on|off|"
    r"(?:bar|line|area|pie)\w*|(?:upper|lower|title|sentence) ?case|bold|italics?|red|green|blue|yellow|"
    r"orange|purple|black|white|pink|gr[ae]y|high|low|medium|urgent|open|closed|done|paid|unpaid|active)"
    r"(?: \w+)?",
    re.I,
)
"""What a member may be wished to hold or to be drawn as, which is no name of it."""


def change_name(draft: Draft, match: Match) -> None:
    """Give a member another label, where it is called in full and the label is no value of it.

    Raises:
        Unfulfilled: Something else may be meant.
    """
    said = match["names"]
    in_form = nearest_names(bare(said), form_names(draft))
    if not said_outright(sources_of(draft), said) or in_form or VALUES.fullmatch(match["label"]):
        raise Unfulfilled("it may be meant as a value", f'say "rename {bare(said)} to …"', weak=True)
    rename(draft, match)
