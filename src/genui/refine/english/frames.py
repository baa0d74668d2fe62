"""Regular expressions: what is said otherwise before a wish is read, and how pieces without a wish begin."""

from collections.abc import Mapping

_MODAL = "(?:can|could|would|will|should|may|might|must|shall|need to|have to|ought to)"

_VERBS = "hide|add|move|put|sort|order|group|make|rename|call|use|remove|drop|collapse|fold|paint|colou?r|turn|set|change|swap|filter|round|format|highlight|mark"
"""Verbs by which a wish plainly begins."""

_YOU = "(?:you|u|ya|we|i|someone|somebody|anyone|anybody)"

_SOFT = "(?: (?:please|pls|plz|kindly|maybe|perhaps|possibly|just|also|simply|actually|ideally|at least|then|even))*"
"""What softens a wish between its first words and its verb."""

_GOOD = (
    "(?:(?:really|very|much|even|so|quite|super|a lot|way|most|more) )*(?:nice|nicer|good|great|better|best|lovely|useful|helpful|handy|handier|"
    "neat|cool|awesome|fantastic|perfect|ideal|fine|wonderful|brilliant|amazing|sweet|preferable|appreciated|welcome|clearer|easier|wise|smart|worth it|fun)"
)
"""How a wish is praised."""

_ASIDES = (
    "if (?:you|we) (?:can|could|do(?:n't| not) mind)|if (?:that is |it is )?(?:at all )?possible|if (?:that|it) (?:works|helps|is (?:ok|okay|fine|easy|possible|not too (?:much trouble|hard|much work)))|"
    "if it is(?:n't| not) too (?:hard|much(?: trouble| work)?)|when(?:ever)? you (?:get|have) (?:a|the|some) (?:chance|minute|moment|second|sec|time)|(?:when|where|wherever|whenever) possible|"
    "for now|for the (?:moment|time being)|right now|right away|as of now|somehow|asap|as soon as possible|as (?:we )?(?:discussed|mentioned|agreed)|as (?:usual|always)|"
    "please|pls|plz|(?:please,? )?(?:and )?(?:many |a lot of |so many )?(?:thanks|thank you|thank u|thx|thnx|ty|tia|ta|cheers)(?: so much| very much| a lot| a bunch| a million| in advance| again| mate| guys| all)?|"
    "tho|though|lol|haha|hehe|[:;]-?[)DP]|no (?:rush|hurry|biggie)|nothing (?:fancy|special)|simple as that|to be honest|tbh|imo|imho|if you ask me|in my (?:opinion|view|book)|"
    "for (?:my|our) (?:taste|liking|money)|by the way|btw|fyi|(?:in|on) (?:this|the) (?:page|view|screen|app)|(?:in|right|over) here(?: please)?|here please|(?:in|inside|within) (?:each|every) (?:group|section)|"
    f"(?:(?:that|which|this) )?(?:would|might|could|will|should) (?:also )?(?:be|make it|make this|look|feel|work) {_GOOD}|(?:would|might|could) (?:really |also )?(?:help|do the trick|make (?:more )?sense)(?: a lot| me| us)?|"
    "(?<=,) (?:ok|okay|right|yeah|deal|alright|would you|will you|could you|can you)|"
    "without (?:having to |needing to )?(?:scroll|click|open|unfold|expand|hover|search|look)\\w*(?: (?!and\\b)\\w+){0,4}"
)
"""What is said beside a wish and carries nothing."""

_USELESS = (
    "(?:can|could|may|might|should|must) (?:also |all |just |well )?(?:go|disappear|vanish|be (?:left out|hidden|removed|dropped|skipped|omitted|ignored|gone|excluded|deleted))(?: away| too| completely)?|"
    "(?:is|are)(?:n't| not) (?:really |very |that |so )?(?:needed|necessary|interesting|important|relevant|useful|wanted|of interest|worth \\w+)(?: to me| for me| to us| here)?|"
    "(?:do|does)(?:n't| not) (?:really )?(?:interest|concern) (?:me|us)|(?:do|does)(?:n't| not) matter(?: to me| to us)?|should(?:n't| not) (?:be (?:there|here|in there|shown|listed|included|visible)|show up|appear)"
)
"""What is said of rows that nobody wants."""

SHORT_FORMS: Mapping[str, str] = {
    r"\b(?:ought to|oughta|had better|(?:is|are) (?:supposed|meant) to)\b": "should",
    r"(?<!\bi )(?<!\bwe )(?<!\byou )(?<!users )(?<!people )\b(?:needs?|has|have|wants?) to(?= (?:be|come|go|say|read|stand|appear|look|sit)\b(?! able))": "should",
    r"\b(?:can|could|may|might|should) go (?=(?:to|at|in|into|on|under|underneath|below|beneath|behind|before|after|above|next|first|last|right|left|up|down)\b)": "should be ",
    r"\bhorizontal axis\b": "x axis", r"\bvertical axis\b": "y axis", r"\bwith (?:the )?(?:cents|pennies|pence)\b": "with 2 decimals", r"\b(?:wanna|gonna)\b": "want to",
    rf"\b(?:would |might |could )?(?:be|look|work|read|fit|is|are|looks|works|reads) {_GOOD}(?: off)?(?: called| named)? as\b": "as", rf"\b(?:would|might|could) (?:be|look|work|read|fit) {_GOOD} than(?= (?:an?|the)\b)": "instead of",
    r"\bask (?:me |us |people |users |the user )?(?:just|only) for\b": "only ask for", r"\bonly ask (?:me|us|people|users|the user) for\b": "only ask for",
    r"\bw/o\b": "without", r"\bw/(?= |$)": "with", r"(?<=\w) n (?=\w)": " and ", r"\bi'd\b": "i would", r"\b(i|we|you|they)'ve\b": r"\1 have",
    r"\b(that|what|there|here|who|where)s\b": r"\1 is", r"\bi(?:'m|m)\b": "i am", r"\bive\b": "i have", r"\b(we|you|they)'re\b": r"\1 are", r"\b(we|you|they|it)'d\b": r"\1 would", r"\b(it|that|this|what|who|there)'s\b": r"\1 is", r"\blet's\b": "let us",
    r"(?<=, )(remove|hide|drop|delete|kill)$": r"\1 it", r" so (?=(?:hide|remove|drop|delete|kill) (?:it|them)\b)": ", ",
    rf",? ?(?<![\w:])(?:{_ASIDES})(?!:)(?= *(?:[,;.?!]|$|and\b))": "",
    r"\b(?:as|(?:could|should|can|would) be) an? (?:little|small|tiny|mini|thin|short) bars?\b": "as a progress bar", r"([$€£%])(?: signs?| symbols?)? (?:in front of|before|after|behind|next to|on)(?= )": r"\1 for",
    r"^(?:nobody|no one) (?:wants|needs|cares)(?: to see| to know| about| for)? (?!it\b|this\b|that\b|them\b|to\b)": "hide ", r"\bdo(?: not|n't) (?:repeat|list)\b": "hide",
    r"(?<= first)(,? (?:and )?)then by ": r"\1then sort by ", r"\bsquare met(?:re|er)s?\b": "sqm", r"\b(?:order|sort) (?:the |this )?(?:table|list|rows|results?) by\b": "sort by",
    r"^(?:add|show|put|include) (?:an? |the )?totals?(?: row| line)?(?: at the (?:bottom|end))?$": "add a totals row",
    r"^(?:add|show|put|include) (?:an? |the )?totals?(?: row| line)? (?:to|in|for|on|at the (?:bottom|end) of) (?=the (?:[\w ]+ )?table$)": "add a totals row to ",
    r"^(?:the )?((?:[\w ]+ )?table) (?:needs|should have|could use) an? totals?(?: row)?$": r"add a totals row to the \1",
    r"^(?:add )?(?:an? )?(?:new )?(?:column )?(?:called )?([\w ]+?)(?: column)? = ([\w ]+ (?:[/*+-]|times|minus|plus|divided by) [\w ]+)$": r'calculate \2 called "\1"',
    r"\b(tuck|put|fold|hide|clear) (it|them|those|these|that) away\b": r"\1 away \2",
    r"\bminus(?:es)?(?= (?:in |= ?|-> ?)?(?:red|green|blue|gr[ae]y|yellow|orange|amber)\b)": "negative",
    r"\bplus(?:es)?(?= (?:in |= ?|-> ?)?(?:red|green|blue|gr[ae]y|yellow|orange|amber)\b)": "positive",
    r"(?<![\w.])(\d[\d.,]*%?) (?:and|or) (?:up|more|above|higher|over|upwards)\b": r"at least \1", r"(?<![\w.])(\d[\d.,]*%?) (?:and|or) (?:less|below|lower|under|down)\b": r"at most \1",
    r"\b(above|below|under|over|than|least|most|exceeds?|exceeding|up to) (-?\d[\d.,]*) ?(?:m|mb|gb|kb|kwh|kw|l|hpa|v|w|ppm|bpm|points?|pts)\b": r"\1 \2",
    r"\b(group|sort|order)_by\b": r"\1 by", r"\b(?:i|we) do(?:n't| not) think (?:we|i|people|you) (?:really )?need\b": "we do not need", r"\b(?:i|we) do(?:n't| not) think (.+?) (?:is|are) (?:needed|necessary|useful)\b": r"we do not need \1",
}  # fmt: skip
"""What is written short, and what it stands for."""

_LIST = r"([\w.+-]+(?: [\w.+-]+)?(?:, ?[\w.+-]+(?: [\w.+-]+)?)*,? ?(?:or|and|,) ?[\w.+-]+)"

_BEGIN = r"(?:^|(?<=, )|(?<=and ))"

_OP = "(?:/|\\*|\\+|-|x|times|minus|plus|divided by)"

_CHART = "(?:lines?|bars?|columns?|area|pie|donut|scatter|heatmap|histogram)(?: (?:chart|graph|plot))?"

_IT = "(?:it|them|that|those|this|these|one)"

FRAMES: Mapping[str, str] = {
    r"^(?:(?:call|name|label) it |say |write )((?-i:[A-Z])[\w ]*?),? (?:and )?(?:not|instead of|rather than) (?:the )?((?:(?! and )[\w ])+?)(?=$|,| and )": r'rename \2 to "\1"',
    r"^(.+?) (?:is|are) missing[,;.!]* (?:please )?(add|show|put|bring) (?:it|them)\b": r"\2 \1",
    rf"^(?:let (?:me|people|us|users?) (?:pick|choose|select)(?: from| between)? )?{_LIST} (\w+)(?: instead of typing(?: it)?)?, (\S+) by default$": r'choices of \2: "\1", default \2 to \3',
    rf"{_BEGIN}(?:make |show )?(?:the )?([\w ]+?) (?:as |(?:should|could|can|must) be )?an? (?:dropdown|drop down|picklist|select|list|choice)(?: of| with|:) {_LIST}(?=$|\.)": r'choices of \1: "\2"',
    # Questions why a thing is as it is.
    r"^why (?!.*[?.!;,] \w)(?:is|are|do|does|can)(?:n't| not) (?:(?:you|we|it|this|these|they|the (?:table|list|rows|page))(?= ))? ?": "",
    r"^why (?!.*[?.!;,] \w)(?:is|are) (?!there\b|it\b|this\b)([\w ]+?) not (?=\w)(?!here|there)(.+)$": r"\1 should be \2", r"^why (?:is|are) there no(?:t any)? ": "add ",
    rf"^why (?:do|does|must|should) (?:i|we|you|it|the (?:table|list|page)) (?:always |even )?(?:have to |need to )?(?:see|show|list|look at|display|include) (?!.*\b{_IT}\b)": "hide ",
    # What nobody looks at, where no other clause says what becomes of it.
    rf"(^|[.;!] |\band )(?:(?:i|we|people|users) (?:really )?(?:never|hardly ever|hardly|rarely|seldom) (?:ever |really )?(?:need|want|read|use|look at|look for|care about|care for|check)|(?:i am|we are) not (?:really |at all )?interested in|(?:nobody|no one|noone) (?:really |ever |would |will )*(?:needs?|wants?|reads?|uses?|looks? at|cares? about|cares? for|asked for|checks?))(?: to (?:see|know|read))? (?!{_IT}\b|more\b|less\b|a\b|an\b|to\b)(?=(?:the |that |those |our )?[\w ]+(?:$|[,.;!]| and\b))(?!.*\b{_IT}\b)": r"\1hide ",
    # Rows that may go.
    rf"^((?:[\w-]+,? (?:and |or )?)*[\w-]+ (?:ones|rows|entries|items|results|records))(?: in there| there)? (?:{_USELESS})$": r"hide \1",
    r"(^|, |\band )nothing (?=(?:below|under|above|over|less than|more than|before|after|older than|newer than|cheaper than|bigger than|smaller than|longer than|shorter than) )": r"\1hide ",
    r"^(?:they |it |each |each one |rows |they all )?(?:must|should|has to|have to|need to|needs to) have (?=(?:at least |more than |over |under |less than |at most )?\d)": "only rows with ",
    r"(^|, |\band )hide (below|under|above|over|less than|more than) ([\d.,]+k?) ([a-z][\w ]*?)(?=$|[,.;]| and\b)": r"\1hide rows where \4 is \2 \3",
    r"^(?:show|give|list)(?: me| us)? ([\w ,]+ and [\w ]+|[\w ]+(?:, [\w ]+)+),? (?:and )?that is (?:all|it)(?: i need| i want| we need)?$": r"only \1",
    # What stands instead of what.
    r"\b(instead of|rather than) ((?:an? |the )?[\w-]+(?: chart| graph)?) (for (?:the |each |every |all )?[\w ]+)$": r"\3 \1 \2",
    rf"^(?:turn |change |make |switch )?(?:the )?{_CHART} (?:should be|could be|into|to|as) (?=(?:an? )?(?:horizontal |stacked )?{_CHART}$)": "make the chart ",
    r"^(?:add|show|put|plot|draw) ([\w ]+?) as (?:an?|the) (second|another|extra|additional|separate) (chart|graph|plot)$": r"add another \3 of \1",
    # The first column.
    rf"{_BEGIN}(?:(?:the )?(?:table|list|rows?|it) (?:should )?|each row (?:should )?|every row (?:should )?)?leads? (?:off )?with (?:the )?([\w ]+?)(?=$|[,.;]| and\b)": r"put \1 first",
    r"^by (?=\w+(?: \w+)?(?:,|$))": "sort by ",
    # Fields that are seldom needed.
    r"^(?:put |move |hide |tuck |keep |fold |place |stick )?(?!it\b|them\b)(.+?) (?:should (?:go|be) |could (?:go|be) |belongs? |goes? |away )*(?:under|behind|into|in|inside) (?:an? |the )?(?:advanced|more options|other options)(?: options| settings| section| toggle| area| part| button| fields?| inputs?| / hidden)?(?: in the form)?$": r"fold \1",
    # A column that is reckoned out.
    rf"^(?:add|show|include|give me|i (?:need|want|would like))? ?(?:an? |the )?(?:new |extra |another )?column (?:with|for|called|named|showing|that shows) (?:the )?([\w ]+?)(?::|,| =|,? which is|,? that is|,? i\.e\.| \() ?([\w ]+ {_OP} [\w ]+)\)?$": r'calculate \2 called "\1"',
    rf"^(?:add|show|include|give me|i (?:need|want|would like))? ?(?:an? |the )?(?:new |extra )?([\w ]+?)(?: column)?(?::| \() ?([\w ]+ {_OP} [\w ]+)\)$": r'calculate \2 called "\1"',
    rf"^(?:add|show|include|give me|i (?:need|want|would like)) (?:an? |the )(?:new |extra )?([\w ]+?) column: ?([\w ]+ {_OP} [\w ]+)$": r'calculate \2 called "\1"',
    rf'^([\w ]+ {_OP} [\w ]+|[\w ]+ (?:in|into|as) (?:one|a single|the same|1) (?:column|field|cell)),? (?:and )?(?:call|name|label|title) (?:it|that|them|this|the column|the result) (?:as )?"?([^"]+)"?$': r'\1 called "\2"',
    # Counts of each.
    r"\bhow many ([\w ]+?) (?:(?:does |do )?(?:each|every) ([\w ]+?) (?:has|have|had|got)\b|(?:there are |are there |are |we have )?(?:for|in|at|by|per|of) (?:each|every) (?:of the )?([\w ]+?)(?=$|[,.;]| as | in ))": r"number of \1 per \2\3",
    r"\bhow (?:much )?(?:the )?([\w ]+?) (?:has |have )?(?:changed|changes|grew|grows|developed|develops) (?=from|compared|since|versus|vs|over|between|day|week|month)": r"\1 change ",
    r" and (?:is|be|gets?|should be|is to be) (?:called|named|labell?ed|titled) (?=\S)": " and call it ",
    # Rows by a number: season 3 only.
    r"(^|, |\band )(?:only )?(?!top|first|last|bottom|best|worst|max|limit|page|the|just|show)(\w+) (\d+) only(?=$|[,.;]| and\b)": r"\1only rows where \2 is \3",
    r"^(?:show |put |list |i want |i would like |give me )?(?:the columns?:? )?([\w, ]+?),? ?[-:]? ?(?:exactly |just )?in (?:that|exactly that|this) order$": r"columns in this order: \1",
    r"^keep ([\w ,]+?)(?: visible| open| shown| there| in view| in sight)?,? (?:and |but )?(fold|collapse|hide|tuck away) (?:away )?(?:the rest|everything else|the others|all (?:the )?others)(?: of the form| in the form)?$": r"\2 everything but \1",
    r"^([\w ]+?) ?(?:=|->|=>) ?(?!(?:red|green|blue|gr[ae]y|yellow|orange|amber|(?-i:[A-Z]{3}))\b)((?-i:[A-Z])[\w ]*)$": r'rename \1 to "\2"',
    # A name that is made: make it "Sales".
    r'\bmake (?:it|that|this|them) (?=")': "call it ",
    # An example of how it looks.
    r"^((?!.*\b(?:placeholder|hint|example|default|text|preset|title|call|rename|button|choices?|options?)\b).+?), (?:like|e\.?g\.?|for example|such as|i\.?e\.?|as in) [$€£+-]?\d[\w.,:/%€$£ ]*$": r"\1",
    r"^(?:just|only) ([\w ]+?) (?:will|would|should) do(?: just fine)?$": r"only \1",
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
    "(?:(?:my|our|the|most|some|all|many) )?(?:\\w+ )?(?:users?|people|team|readers?|customers?|colleagues?|stakeholders?|boss|manager|clients?|folks|everyone|everybody|sales|management) (?:really |always |often )?(?:wants?|needs?|would like|would love|prefers?|likes?|asked|asks|has to|have to|must|should|wish(?:es)?)(?: (?:us|me|you))?(?: to)?(?: be able to)?(?: see| have| get)?",
    f"(?:i|we) would be (?:really |very )?(?:grateful|glad|happy|happier|delighted|thankful)(?: if(?: {_YOU}(?: {_MODAL})?)?)", f"it (?:would|might|could|may) (?:really )?(?:be|help|make) (?:{_GOOD}|(?:more )?sense)? ?(?:if|to)(?: {_YOU}(?: {_MODAL})?)?(?= )",
    "from (?:a|an|the|my|our) [\\w ]+ (?:perspective|point of view|viewpoint)",
    f"(?:i|we)(?: would| am| was| do not| do)?(?: just| really)? (?:think|thinking|believe|guess|feel(?: like)?|wonder|wondering|hope|hoping|reckon|suppose|suggest|recommend|propose|appreciate it|figure|asking(?: you)?)(?: that| if| whether| for| to)?(?: it is| it would be| it might be)?(?: {_GOOD} (?:to|if))?(?= )(?: {_YOU} {_MODAL}{_SOFT}| {_YOU}(?= (?!want|need|would|wish|prefer|like|love|should|must)\\w))?",
    "(?:hi|hello|hey|dear|yo)(?: (?:there|all|team|guys|everyone|folks))?(?: \\w+)?(?=[,!.])", "(?:hi|hello|hey)(?: there)?(?= )",
    f"(?:is it|would it be|is there any way it is) (?:at all )?(?:possible|ok|okay|fine|feasible|doable|conceivable)(?: for you)? (?:to|if {_YOU}(?: {_MODAL})?)(?: have)?",
    f"(?:is there )?(?:any|a|some) (?:chance|way|possibility)(?: at all)? (?:to|of|that|you|we|i|for)(?: {_YOU})?(?: {_MODAL})?(?: have| having| get| getting)?(?= )",
    f"(?:do|would) {_YOU} (?:mind|think {_YOU} {_MODAL})", f"(?:can|could|may) {_YOU}{_SOFT} (?:have|get)",
    f"(?:can|could|would|will|should|might|must|may|shall){_SOFT} {_YOU}{_SOFT}(?: be so kind (?:as )?to| please)?(?= )", f"(?:can|could|wo|would|should)(?:n't| not) {_YOU}{_SOFT}",
    "do me a favou?r and", "whenever (?:the page opens|i open (?:this|it))", "for (?:each|every)one s sake",
    f"(?:what if|how about if|why (?:don't|do not|not)|how (?:do|can|could|would|should)) {_YOU}(?: {_MODAL})?{_SOFT}(?= )",
    f"(?:do not|don't|never) (?:you )?forget to|(?:please )?(?:make|be) sure (?:that )?(?:to|{_YOU})(?= )(?: also)?|(?:be so kind (?:as )?to|would be so kind (?:as )?to)",
    "(?:please )?(?:go ahead and|feel free to|try to|try and|remember to(?! me)|(?:just )?go and|i (?:need|want) (?:a way|you|u) to|give me (?:a|some) way to|(?:would )?ask you to|hoping (?:that )?you (?:can|could|will))",
    f"(?:basically|honestly|frankly|ideally|preferably|hopefully|additionally|afterwards|lastly|finally|alright|obviously|definitely|absolutely|seriously|literally)(?:,|(?= ))(?: {_YOU}(?: {_MODAL})?(?= ))?",
)  # fmt: skip
"""How a wish, or a clause of it, is led to."""

OPENINGS = (
    "(?:oh|ah|um|hm+|er|yeah|yep|yup|alright|okay)(?= )", rf"just(?= (?:{_VERBS})\b)",
    f"(?:so|oh|ah|um|hm+|er|well|ok|okay|yeah|right|sorry|now|also|again|and|but|cheers|thanks|ta|first|firstly|second|secondly|next|then|instead|btw|fyi|pls|plz|please)(?:,| and(?= )|(?=(?: (?:so|and|then|yeah|but|also|well|ok|okay))* {_YOU} )|(?= (?:so|and|yeah|but)\\b))",
    rf"(?:you|u|we|i){_SOFT} (?:can|could|should|may|might|must|need to|have to|want to|would like to|would love to|would prefer to|would rather){_SOFT}(?: you)?(?= (?:{_VERBS}|only)\b)",
    "(?:just )?(?:a |one |my |another |the )?(?:(?:more|last|other|small|little|quick|only|main|tiny|minor|next|further|final) )*(?:thing|one|wish|request|suggestion|idea|note|point|question|ask|change|todo|to do|task|favou?r|feedback)(?:(?:,| -|:)|(?: (?:is|would be|i (?:want|need|would like)(?: is)?)(?: to|:)))",
    "(?:all|what|the (?:only|main|first) thing)(?: that)? (?:i|we) (?:want|need|would like|am after|am asking(?: for)?) is (?:for you )?to",
    rf"(?:it is|it would be|is|be)? ?(?:better|best|high time|time|about time|worth it|good) (?:to|you|we)(?= (?!time|date)\w+ )(?= (?:{_VERBS}|show|only|have|limit)\b)",
    "it (?:really )?(?:makes|would make|might make) (?:more )?sense to|it (?:feels|looks|seems)(?: to me)? (?:like|as if)(?: you| we| it)?(?: should)?",
    "(?:for now|for the moment|for the time being|apart from that|other than that|besides that|after that|in addition|on top of that|while (?:you|we) are at it|from now on|in (?:the )?future|no offen[cs]e|last but not least|by the way|to be honest|if (?:at all )?possible|where possible|ideally|as said|as discussed)(?:,| but)?(?= )",
    rf"(?:for|to) (?:the sake of )?(?:(?:better )?readability|clarity|consistency|simplicity|convenience|save (?:some )?space|make (?:it|this|things) (?:\w+ )?\w+er|keep (?:it|this|things) \w+)(?:,|(?= (?:{_VERBS}|show|only|limit)\b))",
)  # fmt: skip
"""How a whole wish may begin without saying anything yet."""

GERUND = f"(?:do|would) (?:you|u) mind|(?:how|what) about|(?:i|we) (?:would )?(?:suggest|recommend|propose|prefer|vote for|consider)|(?:might|would|may) be (?:{_GOOD}|worth)|worth|consider|any chance of"
"""What is led on from by a verb in -ing."""

TOPICS = (
    "how (?!do i|can i|to)|what|which|who|why|where|whose|when|"
    "(?:the |our |my |your )?[\\w', \"]+? (?:is|are|looks?|seems?|feels?|says?|means?|contains?|holds?|does not|do not|is not|are not|was|were|sounds?|gets? (?:cut|truncated|lost|clipped|squeezed|hidden|buried)|overflows?|confuses?|annoys?|bothers?|makes? no sense|takes? (?:up )?(?:too much|a lot of|so much)|runs? off|spills?)(?!\\w)"
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
