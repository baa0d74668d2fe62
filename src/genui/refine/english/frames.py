"""Regular expressions: what is said otherwise before a wish is read, and how pieces without a wish begin."""

from collections.abc import Mapping

_ASIDES = (
    "if (?:you|we) (?:can|could|do not mind)|if (?:that is |it is )?possible|if (?:that|it) (?:works|helps|is (?:ok|okay|fine|easy))|"
    "without (?:having to |needing to )?(?:scroll|click|open|unfold|expand|hover|search|look)\\w*(?: (?!and\\b)\\w+){0,4}"
)
"""What is said beside a wish and carries nothing."""

SHORT_FORMS: Mapping[str, str] = {
    r"\bw/o\b": "without", r"\bw/(?= |$)": "with", r"(?<=\w) n (?=\w)": " and ", r"\bi'd\b": "i would", r"\b(i|we|you|they)'ve\b": r"\1 have",
    r"\b(i)'m\b": r"\1 am", r"\b(we|you|they)'re\b": r"\1 are", r"\b(we|you|they|it)'d\b": r"\1 would", r"\b(it|that|this|what|who|there)'s\b": r"\1 is", r"\blet's\b": "let us",
    r"(?<=, )(remove|hide|drop|delete|kill)$": r"\1 it", r" so (?=(?:hide|remove|drop|delete|kill) (?:it|them)\b)": ", ",
    rf",? ?(?:{_ASIDES})(?= *(?:[,;.?!]|$|and\b))": "",
    r"\bas an? (?:little|small|tiny|mini|thin|short) bars?\b": "as a progress bar", r"([$€£%])(?: signs?| symbols?)? (?:in front of|before|after|behind|next to|on)(?= )": r"\1 for",
    r"^(?:nobody|no one) (?:wants|needs|cares)(?: to see| to know| about| for)? (?!it\b|this\b|that\b|them\b)": "hide ", r"\bdo(?: not|n't) (?:repeat|list)\b": "hide",
    r"(?<= first)(,? (?:and )?)then by ": r"\1then sort by ", r"\bsquare met(?:re|er)s?\b": "sqm", r"\b(?:order|sort) (?:the |this )?(?:table|list|rows|results?) by\b": "sort by",
    r"^(?:add|show|put|include) (?:an? |the )?totals?(?: row| line)?(?: at the (?:bottom|end))?$": "add a totals row",
    r"^(?:add|show|put|include) (?:an? |the )?totals?(?: row| line)? (?:to|in|for|on|at the (?:bottom|end) of) (?=the (?:[\w ]+ )?table$)": "add a totals row to ",
    r"^(?:the )?((?:[\w ]+ )?table) (?:needs|should have|could use) an? totals?(?: row)?$": r"add a totals row to the \1",
    r"^(?:add )?(?:an? )?(?:new )?(?:column )?(?:called )?([\w ]+?)(?: column)? = ([\w ]+ (?:[/*+-]|times|minus|plus|divided by) [\w ]+)$": r'add a column \2 called "\1"',
    r"\b(tuck|put|fold|hide|clear) (it|them|those|these|that) away\b": r"\1 away \2",
    r"\bminus(?:es)?(?= (?:in |= ?|-> ?)?(?:red|green|blue|gr[ae]y|yellow|orange|amber)\b)": "negative",
    r"\bplus(?:es)?(?= (?:in |= ?|-> ?)?(?:red|green|blue|gr[ae]y|yellow|orange|amber)\b)": "positive",
    r"(?<![\w.])(\d[\d.,]*%?) (?:and|or) (?:up|more|above|higher|over|upwards)\b": r"at least \1", r"(?<![\w.])(\d[\d.,]*%?) (?:and|or) (?:less|below|lower|under|down)\b": r"at most \1",
    r"\b(above|below|under|over|than|least|most|exceeds?|exceeding|up to) (-?\d[\d.,]*) ?(?:m|h|hrs?|mins?|minutes?|hours?|s|secs?|seconds?|ms|mb|gb|kb|kwh|kw|l|hpa|v|w|ppm|bpm|points?|pts)\b": r"\1 \2",
    r"\b(group|sort|order)_by\b": r"\1 by", r"\b(?:i|we) do(?:n't| not) think (?:we|i|people|you) (?:really )?need\b": "we do not need", r"\b(?:i|we) do(?:n't| not) think (.+?) (?:is|are) (?:needed|necessary|useful)\b": r"we do not need \1",
}  # fmt: skip
"""What is written short, and what it stands for."""

_LIST = r"([\w.+-]+(?: [\w.+-]+)?(?:, ?[\w.+-]+(?: [\w.+-]+)?)*,? ?(?:or|and|,) ?[\w.+-]+)"

_BEGIN = r"(?:^|(?<=, )|(?<=and ))"

FRAMES: Mapping[str, str] = {
    r"^(?:(?:call|name|label) it |say |write )((?-i:[A-Z])[\w ]*?),? (?:and )?(?:not|instead of|rather than) (?:the )?((?:(?! and )[\w ])+?)(?=$|,| and )": r'rename \2 to "\1"',
    r"^(.+?) (?:is|are) missing[,;.!]* (?:please )?(add|show|put|bring) (?:it|them)\b": r"\2 \1",
    rf"^let (?:me|people|us|users?) (?:pick|choose|select)(?: from| between)? {_LIST} (\w+)(?: instead of typing(?: it)?)?, (\S+) by default$": r'choices of \2: "\1", default \2 to \3',
    rf"{_BEGIN}(?:make |show )?(?:the )?([\w ]+?) (?:as |should be )?an? (?:dropdown|drop down|select|list|choice)(?: of| with|:) {_LIST}(?=$|\.)": r'choices of \1: "\2"',
}  # fmt: skip
"""Texts that only so end where people mean, and the plain wish for them."""

AGO = r"""\b(like|as|or|e\.g\.) (?:["'](?:in \d+ \w+|[^"']*\bago)["']|\d+ \w+ ago\b)"""
"""An example of a time as it is from now."""

EXAMPLE = (
    r"""(?<=\w),? (?:like|e\.?g\.?|for example|such as|i\.e\.),? (?:"[^"]*"|'[^']*'(?!\w))|"""
    r"""(?<=\w),? (?:e\.g\.|eg|for example|for instance) [^,;"]+$|(?<=\w), like [A-Z0-9€$£][^,;"]*$"""
)
"""An example of what is wished, which says nothing more."""

LEADS = (
    "let (?:(?:the|my|our) )?\\w+ (?:pick|choose|select|enter|set)",
    "(?:(?:my|our|the|most|some|all|many) )?(?:\\w+ )?(?:users?|people|team|readers?|customers?|colleagues?|stakeholders?|boss|manager|clients?|folks|everyone|everybody|sales|management) (?:really |always |often )?(?:wants?|needs?|would like|would love|prefers?|likes?|asked|asks|has to|have to|must|should|wish(?:es)?)(?: to)?(?: be able to)?(?: see| have| get)?",
    "(?:i|we) would be (?:grateful|glad|happy|delighted) if", "it would be (?:\\w+ )?(?:if|to)", "from (?:a|an|the|my|our) [\\w ]+ (?:perspective|point of view|viewpoint)",
    "(?:i|we) (?:do not )?(?:think|believe|guess|feel)(?: that)?(?= )", "(?:hi|hello|hey|dear)(?: \\w+)?(?=,)", "would it be possible to(?: have)?",
    "(?:is it|would it be) possible (?:for you )?to(?: have)?", "(?:any chance|is there (?:a|any) (?:chance|way)) (?:to|of|that|you could|we could|i could)(?: have| having| get| getting)?",
    "(?:do|would) you mind", "(?:can|could|may) (?:we|i|you) (?:please )?(?:have|get)", "do me a favou?r and", "whenever (?:the page opens|i open (?:this|it))", "for (?:each|every)one s sake",
)  # fmt: skip
"""How a wish is led to."""

TOPICS = (
    "how (?!do i|can i|to)|what|which|who|why|where|whose|when|"
    "(?:the |our |my |your )?[\\w', \"]+? (?:is|are|looks?|seems?|feels?|says?|means?|contains?|holds?|does not|do not|is not|are not|was|were|sounds?) "
)
"""How a piece begins that only says what the next one is about."""

WISHES = "want|need|would|wish|prefer|like|love|should|must|could|can|may|do not|don|care|expect|hope|d|ll"
"""Verbs with which people say what they wish, and others that they may say it with."""

TOLD = rf"(?:i|we) (?:(?:only|just|always|never|often|usually|ever|mostly|really|already) )*(?!(?:{WISHES}|\w+ly)\b)\w+"
"""How a piece begins that only tells what a person does."""

REMARKS = (
    "because|since|as (?:i|we|it|they|my|our|people|nobody|most|that|this|the)\\b|so that|so (?:i|we|it|they|people|that)\\b|"
    "cause|cuz|coz|given that|due to|thanks|thank|cheers|best regards|nobody|no one|noone|everybody|everyone|"
    "(?:nothing|none|no colou?r) (?:for|otherwise|else|if|when)\\b|otherwise|which|for (?:now|me|us|my|our|the) |(?:it|they|that|this|these|those|he|she|you|there)(?:'|\\b)|"
    "(?:i|we) never\\b|do not care\\b|(?:i|we) (?!(?:\\w+ ){0,2}(?:want|need|would|wish|prefer|like|love|should|must)\\b)\\w+\\b|"
    "its (?:already|always|only|just|all|never|too|not|the same|very|so|really)\\b|all of (?:it|them) (?:is|are)\\b|"
    "keep the (?:rest|others)|leave the rest|(?:the|my|our|this|that) [\\w ]+? (?:is|are|was|were) (?:too|what|so|very|really|hard|already|always|never|the same)\\b|"
    "(?:my|our) \\w+(?: \\w+)? (?:\\w+s|have|do|can|will|is|are|like|want|need|ask|said)\\b|"
    "(?:users?|people|readers|customers|colleagues|managers|most of us|no idea|not sure|sorry|same reason|"
    "much better|looks? better|that way|easier|too \\w+$|a bit \\w+$|ok|okay|hi|hello|hey|bye)\\b"
)
"""How a piece begins that only tells why."""

QUESTIONS = r"(?:what|how|who|when|where|why|which|is|are|do|does|can)\b"
"""How a text begins that keeps its question mark."""

REASONS = (
    r"(?<![,;.]) (?=(?:because|since (?:i|we|it|they|my|our)\b|so that|so (?:i|we|people|that)\b|"
    r"as (?:i|we|it|they|my|our|nobody) |cause|cuz) ?)"
)
"""Where a reason begins without a comma."""

BIDS = r"\b(?:make|show|hide|put|paint|colou?r|turn|mark|highlight) (?:it|them|that|this|these|those)\b"
"""What a clause says that wishes for something, however it begins."""

NAMES = r"^how many\b|\b(?:better|nicer|clearer|shorter) (?:name|label|title|word)\b|\bname than\b"
"""What asks for a count, or tells a name, and is no reason."""

STATED = r"(?:it|they|that|there)(?:'s|'re| is| are)\b|its (?:only|just|always|all)\b"
"""How a clause begins that states something of what was named before."""
