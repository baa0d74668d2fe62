"""What the clauses before one leave to it: a verb, the members last named, a value, what "it" is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from genui.refine.charts import KINDS
from genui.refine.draft import Draft
from genui.refine.formats import HALVES, PART_OF_FORMAT, format_in
from genui.refine.forms import CONTROLS
from genui.refine.rules import alternatives
from genui.refine.sources import rows_called
from genui.refine.words import plainer, tidied

PRONOUN = re.compile(
    r"\b(?:it|they|that one|this one|that|them|those|these|"
    r"this(?= (?:column|field|member|value|input|figure|detail)\b))"
    r"\b(?! as an? (?:table|chart))",
    re.I,
)
_VERBAL = frozenset(
    ("type", "open", "close", "change", "order", "sort", "start", "set", "use", "share", "return")
)
"""Words that tell what people do as often as they name a member."""
_NOT_CALLED = re.compile(r"(?:please )?(?:don't|do not|dont|never|stop) (?:call|nam|titl|label)", re.I)
_SUBJECT = re.compile(r"(?:all )?(?:the|my|our|these|those|this|that) (?P<name>[\w-]+(?: [\w-]+){0,2})", re.I)
_WHICH = re.compile(
    r"(?:which|what|who)(?: [\w-]+){0,2}? (?:has|have|had|made|makes?|gets?|got|is|was|are|sold|earned|"
    r"saw|took)"
    r"(?: the)? (?P<way>most|highest|biggest|largest|greatest|least|lowest|smallest|fewest|longest|shortest)"
    r" (?P<name>[\w ]+)",
    re.I,
)
"""A question for the greatest or the least, which is to stand first: "which month made the most …?"."""
_THE_MOST = re.compile(r"(?:which|what|who)\b.* the (?:most|(?P<least>least))", re.I)
"""The same question by a verb: "who earns the most?"."""
_ROOM = re.compile(
    r"(?:an? )?(?:(?:several|many|multiple|more|some|a few|two|three) lines|"
    r"(?:much |some |a lot )?more (?:space|room)|"
    r"(?:much |a bit |a lot )?(?:bigger|larger|taller)|multi-?line|room)\b(?!.*\b(?:column|font|text "
    r"size)).*",
    re.I,
)
"""How a field named before is to hold more text."""
_BESIDE = re.compile(
    r"(?:right |directly |just )?(?:before|after|above|below|next to|ahead of|behind) (?:the )?\S.*", re.I
)
"""Where a member named before is to stand."""
_ONLY_DAY = re.compile(
    r"(?:i |we )?(?:only|just)(?: (?:show|need|want|keep|have))? the (?P<part>date|day|time)(?: part| "
    r"of day)?(?: only| (?:is|would be) (?:enough|fine|plenty)| (?:will|would) do| suffices)?",
    re.I,
)
_CALLED = re.compile(
    r"(?:please |just |simply |rather |better |let's )*"
    r"(?:call|name|label|rename|relabel|title|retitle|caption)(?: (?:it|that|this|them))"
    r"(?: (?:column|field|one|member|box|input|label|header|heading))?(?: (?:to|as|into|"
    r"just|simply))* "
    r"(?P<label>(?!the (?:chart|table|page|view|form)\b).+)",
    re.I,
)
"""How what was named before is to be called."""
_SOUNDS_BETTER = re.compile(
    r"(?P<label>\"[^\"]+\"|[A-Z][\w-]*(?: [\w-]+){0,3}?)(?: would| could| might|'d|'s| is| sounds)(?: "
    r"be| sound| read)?"
    r"(?: a| much| far| more| bit| lot| so| way)* (?:better|clearer|nicer|good|great|friendlier|"
    r"descriptive|readable)"
    r"(?: (?:name|label|title|word|heading))?(?: (?:for it|here|there))?",
    re.I,
)
"""How another label is proposed for what was named before."""
_CONTROL_ALONE = re.compile(
    r"(?:(?:please |just |rather )*(?:give|use|make|offer|show|have|want|i'd like|let|pick|choose|"
    r"select|turn)"
    r"(?: (?:it|that|this|them|me|us|people|users|one|i|we|into|be|to|from|with|by|via|using))*)? ?"
    rf"(?:an? |the |some |proper |simple |nice |few )*(?P<control>{alternatives(CONTROLS)})"
    r"(?: (?:to (?:choose|pick|select|click)(?: from| with| on)?|instead|for (?:that|it|this)|(?:would|"
    r"will|please) .*))?",
    re.I,
)
"""A control whose field was named before."""
_FOLD_REST = re.compile(
    r"(?:fold|collapse|tuck|minimi[sz]e)(?: away| in| up)? (?:the rest|everything else|(?:all )?(?:the "
    r")?others?"
    r"|the other (?:fields|inputs|ones))(?: (?:of|in) the form)?(?: away)?",
    re.I,
)
"""How the fields not named before are folded."""
_SAY = re.compile(
    r"(?:please |just |better |rather )*(?:it (?:should|could|must) )?(?:say|write|put|read|make it(?: "
    r"say| read)?)"
    r"(?: simply| just)? (?P<label>\"[^\"]+\"|[A-Z].*)"
)
"""What the label of something named before is to say."""
_TOPICAL = re.compile(
    r"(?:in|for|on|with|as for|regarding|concerning|about|inside) (?:the )?(?P<member>[\w ]{2,40}?) "
    r"(?:column|field|input|box|dropdown),? (?P<rest>\S.+)",
    re.I,
)
"""A member, and what is wished of it: "in the created column I only need the date"."""
_ELLIPTIC = re.compile(
    r"(?:(?:and |with )?(?:an? |the )?)?default(?:s|ed|ing)?(?: value)?(?: to| of| is| =|:)? (\S+)"
    r"|(?:with )?(\S+) (?:as|for) (?:its|the|a|their) default(?: value)?",
    re.I,
)
"""A default whose field was named before: "servings slider, default 6"."""
_AS_FORMAT = re.compile(
    r"(?:as|in|into|like)(?: an?)? (?P<one>[\w%$€£ -]{1,30})|"
    r"an? (?:(?:proper|real|normal|simple|plain|nice|clean) )?(?P<two>[\w%$€£-]{1,20})|"
    r"(?P<three>[\w%$€£ -]{1,30}?) (?:(?:will|would) (?:do|be (?:fine|enough|ok))|(?:is|are) "
    r"(?:fine|enough|ok|plenty|good enough|sufficient|all (?:i|we) need)|suffices?)",
    re.I,
)
"""A format whose member was named before: "…, I want a proper date"."""
_PREDICATE = re.compile(
    r"(?:should |must |to |and )?(?:be|is|are|called|named|labell?ed|renamed|formatted|shown|"
    r"default(?:s|ing)? to|prefilled|hidden|moved|placed)\b",
    re.I,
)
"""How a clause begins whose subject was named before: "…, and be called Date"."""
_ANEW = re.compile(r"(?:just|only|but|show|keep|use|instead)\b", re.I)
"""How a clause begins that does not go on with the verb before it."""
_REST = re.compile(
    r"(?:hide|remove|drop|lose|ditch|delete|skip|forget|get rid of|no|without|leave out)(?: (?:all|of|the))*"
    r" (?:everything else|rest|others?|other (?:columns|fields)|anything else)(?: (?:columns|fields))?",
    re.I,
)
"""What is to go when some members were named."""
_OTHERS_LAST = re.compile(
    r"(?:with )?(?:the )?(?:rest|others?|smallest|lowest|least|fewest|oldest|cheapest|shortest|earliest|worst"
    r"|newest|latest|biggest|largest|highest|longest|most expensive|most recent)(?: \w+)?"
    r"(?: (?:should|can|must|may))?(?: (?:go|come|be|goes|comes|are|is))?"
    r" (?:at the (?:very )?(?:bottom|end)|last|below(?: (?:it|them|that))?"
    r"|after (?:that|it|them)|to the (?:bottom|end))",
    re.I,
)
_PREFILLED = re.compile(r"\b(?:default|pre-?\w+ed|fill|start|initial|chosen|picked|selected|suggest)", re.I)
"""What tells that a clause is about the value that a field begins with."""
_ANOTHER = re.compile(r"\b(an? (?:[\w-]+ )?)one\b", re.I)
"""How another of what was named before is asked for: a bigger one."""
_NO_TIME = re.compile(
    r"(?:with no|no|without|not|minus|drop|skip|leave out|lose|(?:i |we )?(?:don't|dont|do not) (?:need|"
    r"want|care about))"
    r"(?: the)? (?:times?|hours?|clock)(?: of day| part| bit)?",
    re.I,
)
"""How the time of a moment named before is left out."""
_TOPIC = re.compile(r"(?P<member>[\w ]{2,40}?) ?: ?(?P<rest>\S.+)")
"""A member, and what is wished of it: "created_at: call it Opened"."""
_LIKEWISE = re.compile(
    r"^(?:neither|nor|same (?:for|with|goes for)|likewise|ditto(?: for)?|"
    r"(?:so|as)(?= (?:is|are|do|does|should|can|could|may|must|has)\b))"
    r"(?: (?:is|are|does|do|should|can|could|may|must|has to|will|do i need|do we need))*\s+(?=\S)",
    re.I,
)
_HIDING = re.compile(
    r"(?:hide|remove|drop|without|no|omit|delete|exclude|(?:don't|do not|dont) show)\b", re.I
)
_RENAMING = re.compile(r"(?:rename|relabel|call|label|name)\b", re.I)
_NEW_NAME = re.compile(
    r"(?:\"[^\"]+\"|(?:the )?[\w-]+) (?:to|into|as|->|→) .+|"
    r"(?-i:[a-z]\w* [A-Z][\w'-]*(?: [\w'-]+){0,3})",
    re.I,
)
"""How a member and its new name go on with a rename, though the member be called "no" or "open"."""
_IN_SHAPE = re.compile(r"(?:as|in|into|like) ", re.I)
"""How a clause begins that says how to show, and not what to hide."""
_THEME = re.compile(
    r"(?:an? )?(?:dark|light|bright|night|black|white)(?:er)? (?:mode|theme|background|version|look|"
    r"colou?rs?|design|page)",
    re.I,
)
"""A theme, which is wished for also behind what is to be hidden."""
_VERB = re.compile(
    r"(?:rename|relabel|call|label|name|move|put|make|show|format|set|use|fold|default)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Said:
    """What the clauses before one leave to it."""

    verb: str = ""
    member: str = ""
    """The members last named, for which "it" stands."""
    named: tuple[str, ...] = ()
    """All the members named so far."""
    sorted: bool = False
    homes: tuple[str, ...] = ()
    """The rows last named, of which the next clauses speak where they name no others."""
    value: str = ""
    """A value that a remark told, for which "it" may stand where a default is wished."""
    thing: str = ""
    """The part of the view that a remark was about, for which "it" may stand as well."""
    topic: str = ""
    """The members that a remark just before was about."""
    drawn: bool = False
    """True where the member last named is what a chart draws, which "call it" does not mean."""
    understood: bool = False


def is_rest(atom: str, before: Said) -> bool:
    """Tell whether a piece says of a sort just wished where the others come: "smallest at the bottom"."""
    return before.sorted and _OTHERS_LAST.fullmatch(tidied(atom)) is not None


def named_in(atom: str, draft: Draft) -> dict[str, Any]:
    """Return what a remark is about, for which "it" stands in the next clause."""
    from genui.refine.speech import members_named, thing_named, value_named

    if _NOT_CALLED.match(atom):
        return {}
    names = members_named(atom, draft)
    most = _THE_MOST.fullmatch(atom.strip(" ?"))
    if most:
        names = [name for name in names if not rows_called(draft, name)]
    if names and most:
        return {"thing": f"the {'lowest' if most['least'] else 'highest'} {names[0]}"}
    member = ", ".join([name for name in names if name.lower() not in _VERBAL] or names)
    question = _WHICH.fullmatch(atom.strip(" ?"))
    named = {
        "member": member,
        "topic": member,
        "thing": f"the {question['way']} {question['name']}"
        if question
        else thing_named(atom, draft)
        or ("the title" if re.search(r"\b(?:title|heading|headline)\b", atom, re.I) else "")
        or ("the description" if re.search(r"\b(?:description|subtitle|intro|tagline)\b", atom, re.I) else "")
        or ("raw json" if re.search(r"\bjson\b", atom, re.I) else "")
        or ("" if member else subject_of(atom, draft)),
        "value": value_named(atom, draft),
    }
    return {key: text for key, text in named.items() if text}


def subject_of(text: str, draft: Draft) -> str:
    """Return the rows that a statement is about, as it calls them: "the steps take up the page"."""
    found = _SUBJECT.match(text)
    words = found["name"].split() if found else []
    names = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    return next((f"the {name}" for name in names if rows_called(draft, name)), "")


def verb_of(clause: str) -> str:
    """Return the word that a next piece can leave out: "rename a to b and c to d"."""
    found = _HIDING.match(clause) or _VERB.match(clause)
    return found.group() if found else ""


def member_of(match: re.Match[str]) -> str:
    """Return how a clause named its members, "" where it named none."""
    found = match.groupdict()
    pair = HALVES.fullmatch(found.get("pairs") or "")
    return str(found.get("names") or found.get("y") or (pair and pair["names"]) or "")


def of_topic(said: str, before: Said) -> Iterator[tuple[str, bool]]:
    """Yield what a clause that names nothing wishes of what was named before."""
    named = {"topic": before.topic, "member": before.member, "either": before.topic or before.member}
    named["title"] = "title" if before.thing == "the title" else ""
    for of, pattern, say, refers in SAID_OF:
        match = pattern.fullmatch(said) if named[of] else None
        if match is not None:
            yield say.format(it=named[of], said=said, **match.groupdict()), refers
    if before.member and _ANOTHER.search(said):
        yield _ANOTHER.sub(rf"\g<1>{before.member} input", said, count=1), False


_CHART_ALONE = re.compile(
    rf"(?:(?:please |just |so |maybe |perhaps )*"
    rf"(?:show|draw|make|give|plot|use|try|see|as|in|with|a|an|i'd like|i want|put)"
    rf"(?: (?:me|us|it|that|this|them|a|an|as|in|into|some|with))* )?(?P<kind>{alternatives(KINDS)})"
    r"(?:[\s-]?(?:chart|graph|plot|diagram)s?)?"
    r"(?: (?:maybe|perhaps|please|instead|would do|(?:would|might) (?:be|help|work) ?\w*))*",
    re.I,
)
"""A chart whose members a question or a remark named: "how do scores compare between teams? bars maybe"."""
SAID_OF: tuple[tuple[str, re.Pattern[str], str, bool], ...] = (
    ("topic", _CHART_ALONE, "{kind} chart of {it} as named", False),
    ("topic", _FOLD_REST, "fold everything but {it}", False),
    ("topic", _SOUNDS_BETTER, "rename {it} to {label}", True),
    ("title", _SOUNDS_BETTER, "title {label}", False),
    ("either", _CONTROL_ALONE, "make {it} a {control}", True),
    ("topic", _SAY, "rename {it} to {label}", True),
    ("topic", _CALLED, "rename {it} to {label}", True),
    ("member", _ROOM, "make the {it} input a textarea", False),
    ("member", _BESIDE, "put {it} {said}", True),
    ("member", _BESIDE, "put {it} {said} in the form", False),
    ("member", _ONLY_DAY, "show {it} as {part}", True),
    ("member", _NO_TIME, "show {it} as date", True),
)
"""How clauses speak of what was named before: as what, by which words, how the rules say it, and whether
only rules about members may read it."""


def of_member(said: str, named: str, about: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Yield a clause with the member last named for its pronoun, or as what is said of it."""
    member = named.replace("\\", r"\\")
    spoken = PRONOUN.sub(member, said, count=1)
    if spoken != said:
        yield from ((one, True) for one in plainer(spoken, about))
    if elliptic := _ELLIPTIC.fullmatch(said):
        yield f"default {member} to {elliptic[1] or elliptic[2]}", True
    given = _AS_FORMAT.fullmatch(said)
    if given is not None and format_in(wanted := given["one"] or given["two"] or given["three"]):
        yield f"format {named} as {wanted}", True
    if PART_OF_FORMAT.fullmatch(said) or _PREDICATE.match(said):
        yield f"{member} {said}", True


def readings_of(said: str, before: Said, about: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Yield a clause as it stands and less what says little, with the verb before it, and with its pronoun
    put into words, which only rules about members may read."""
    if before.verb and (more := _LIKEWISE.sub("", said)) != said:
        said = more
    if before.named and _REST.fullmatch(said):
        yield f"show only {', '.join(before.named)}", True
    if topic := _TOPIC.fullmatch(said):
        spoken = PRONOUN.sub(topic["member"].replace("\\", r"\\"), topic["rest"], count=1)
        if spoken != topic["rest"]:
            yield spoken, True
    if before.value and _PREFILLED.search(said):
        spoken = PRONOUN.sub(before.value.replace("\\", r"\\"), said, count=1)
        if spoken != said:
            yield from ((one, True) for one in plainer(spoken, about))
    if topical := _TOPICAL.fullmatch(said):
        yield from readings_of(topical["rest"], replace(before, member=topical["member"]), about)
    yield from of_topic(said, before)
    if before.member and not (before.drawn and _CALLED.fullmatch(said)):
        yield from of_member(said, before.member, about)
    if before.thing and (spoken := PRONOUN.sub(before.thing, said, count=1)) != said:
        yield from ((one, False) for one in plainer(spoken, about))
    for one in plainer(said, about):
        if not before.verb or _ANEW.match(said) or _THEME.fullmatch(said):
            yield one, False
            continue
        carried = f"{before.verb} {one}"
        hiding = _HIDING.match(before.verb) is not None and len(one.split()) <= 3
        if hiding and _IN_SHAPE.match(one):
            yield one, False
            continue
        first = hiding or (_RENAMING.match(before.verb) and _NEW_NAME.fullmatch(one))
        yield from ((text, False) for text in ((carried, one) if first else (one, carried)))
