"""Labels and sentences for people, from programmers' names and from descriptions written for models.

`label_of` says the same as templates/runtime/labels.js; tests/cases/labels.json holds both to it.
"""

import re
from functools import lru_cache
from unicodedata import category

from genui.model import Tool
from genui.plaintext import named_overrides

MAX_TITLE = 80
MAX_BUTTON = 40
MAX_SENTENCE = 200
MAX_HELP = 160


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ABBREVIATION = re.compile(
    r"(?!(?:qty|sqft|pts?|vs|hrs?|pct|msgs?|cnt|ms|[kmg]bps|k?wh?|kgs?|[ckm]m|ml|ft|lbs?)\Z)("
    r"id|url|uri|sku|api|json|https|cpu|gpu|ip|ui|ux|os|ram|io|iso|utc|ci|"
    r"qa|kpi|roi|vat|iban|bic|ean|isbn|isin|uuid|guid|sha|ai|cli|wiql|yaml|toml|eta|faq|jpeg|gif|aws|"
    r"usd|eur|vin|doi|aqi|hoa|dob|ev|ga|ec|rssi|sla|gpa|abc"
    r"|pr|db|vm|[b-df-hj-np-tv-xz]{3,4}?|[b-df-hj-np-tv-xz]{2}|[a-z]{1,2}[0-9]+)(s?)\Z"
)
"""Abbreviations, in the plural too: those that look like words, what has no vowels, and "pm10"; no units."""

_WHOLE = {
    "amt": "amount", "avail": "available", "cat": "category",
    "ccy": "currency", "chg": "change", "cnt": "count",
    "dept": "department", "emp": "employee", "desc": "description", "descr": "description", "dt": "date",
    "env": "environment", "lang": "language", "lvl": "level", "mem": "memory",
    "msg": "message", "prev": "previous",
    "ts": "time", "yr": "year",
}  # fmt: skip
"""What programmers cut short, and people do not."""

_BREAKS = re.compile(
    r"(?:[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff_\-.:]|(?<!<)/)+"
)
"""JavaScript's white space, which is not Python's, and the marks between words of a name, but not `</`."""


_PH = re.compile(r"(?<![A-Za-z])pH(?![A-Za-z])")
"""One word, though its case changes."""


def label_of(name: str) -> str:
    """Return a name as a label: "unit_price" → "Unit price", "userId" → "User ID"."""
    words = words_of(name)
    label = " ".join(_cased(word, first=index == 0) for index, word in enumerate(words)) if words else name
    # Figures behind a short name are its decimals: "PM2.5".
    return re.sub(r"(?<![^ ])([A-Z]+[0-9]) (?=[0-9]( |\Z))", r"\1.", label)


@lru_cache(maxsize=4096)
def words_of(name: str) -> tuple[str, ...]:
    """Split a name at its case changes, white space and marks."""
    return tuple(word for word in _BREAKS.split(_split_acronym(_split_camel(_PH.sub("ph", name)))) if word)


def _split_camel(name: str) -> str:
    pairs = zip(name, name[1:] + " ", strict=False)
    return "".join(
        one + " " if (category(one) == "Ll" or one in "0123456789") and category(other) == "Lu" else one
        for one, other in pairs
    )


def _split_acronym(name: str) -> str:
    out, index = [], 0
    while index < len(name):
        four = [category(letter) for letter in name[index : index + 4]]
        plural = name[index + 2 : index + 3] == "s" and four[3:] != ["Ll"]
        if four[:3] == ["Lu", "Lu", "Ll"] and not plural:
            out.append(f"{name[index]} {name[index + 1 : index + 3]}")
            index += 3
        else:
            out.append(name[index])
            index += 1
    return "".join(out)


def _cased(word: str, *, first: bool) -> str:
    low = _WHOLE.get(word.lower(), word.lower())
    if low == "ph":
        return "pH"
    short = _ABBREVIATION.match(low)
    if short:
        return short[1].upper() + short[2]
    # JavaScript sees half of a letter beyond the basic plane, which has no upper case.
    return low[0].upper() + low[1:] if first and low[0] <= "\uffff" else low


# Titles and buttons

_INVISIBLE = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e01ef]")

VERBS = _words(
    "accept activate add allocate analyse analyze append apply approve archive assign attach "
    "authenticate authorize batch begin book browse calculate call cancel capture clear click clone "
    "close collect compare compile complete compose compress compute configure confirm connect "
    "convert copy count crawl create deactivate decline decode decrypt delete deploy describe detect "
    "disable disconnect discover dismiss dispatch download drag drop duplicate echo edit emulate "
    "enable encode encrypt enqueue ensure enumerate evaluate execute expand explain export extract "
    "fetch fill find finish fix follow fork format gather generate geocode get give goto grant grep "
    "group gzip handle hide hover import insert inspect install interact invite invoke join kill "
    "launch link list load locate lock lookup make manage mark merge modify move mute navigate notify "
    "open optimize parse paste patch pause perform pick pin play poll post predict prepare press "
    "preview print provision publish pull purge push put query read rebase rebuild recommend record "
    "redo refresh register reindex reject release reload remove rename render renew reopen reorder "
    "repeat replace reply request research reserve reset resize resolve respond restart restore "
    "resume retrieve retry reverse revert revoke roll rotate run save scan schedule scrape scroll "
    "search seek select send set share show simulate sleep snooze solve sort split star start stop "
    "store submit subscribe suggest summarise summarize suspend swap switch sync tail take terminate "
    "think toggle trace track train transfer transform transition translate trigger truncate type undo "
    "uninstall unlink unlock unmute unpin unstage unsubscribe unzip update upgrade upload upsert use "
    "validate verify view visit wait watch write zip"
)
"""First words that make a label a command."""

_ALSO_NOUNS = _words(
    "batch book branch build call check click commit copy crawl drop export filter fork format group "
    "import list lock log map mark move pin plan play poll post preview print pull push query record "
    "release report request research reset review search select set share show sort split star start "
    "stop store switch sync tail test trace track trigger type update upgrade upload use view visit "
    "wait watch zip"
)
"""Words that are commands only when something stands behind them; inside a name they may be nouns."""

_COMMANDS = VERBS | {"build", "check", "filter", "test", "review", "plan", "map", "report"}


def title_of(tool: Tool) -> str:
    """Return the title of a view: the tool's own, else its name as a label."""
    given = tidy(tool.title[:2000]) or label_of(tidy(_INVISIBLE.sub("", tool.name)))
    return shortened(given, MAX_TITLE) or "Tool"


def submit_label(tool: Tool) -> str:
    """Return the words on the button: verb and noun; where nothing tells a verb "Show …" or "Run …"."""
    title = re.sub(r"\s*[(\[{].*$", "", title_of(tool)).strip(" .…")
    title = re.sub(r"^[^:]{1,20}:\s+(?=\w)", "", title)
    words = title.split()
    if len(words) > 1 and words[-1].lower() == "tool":
        words.pop()
    if not words:
        return "Run"
    if not words[0].isascii():
        return shortened(" ".join(words), MAX_BUTTON)
    named = label_of(tidy(tool.name[:300])).split()
    # One word that is no command is what the tool gives: "weather", "random".
    plain = "Show" if tool.annotations.get("readOnlyHint") is True else "Get" if len(words) == 1 else "Run"
    chosen = (
        _command(words) or _named_command(named, words) or _told_command(tool.description) or [plain, *words]
    )
    return shortened(_sentence_case(chosen, tool.description), MAX_BUTTON)


def _command(words: list[str]) -> list[str]:
    """Return the command in words: from the first on, or behind one word that names the server."""
    behind = words[1].lower() if len(words) > 2 else ""
    if words and words[0].lower() in _COMMANDS:
        return words
    noun = behind in _ALSO_NOUNS and behind not in {"list", "search", "post", "set"}
    return words[1:] if behind in _COMMANDS and not noun else []


def _named_command(named: list[str], title: list[str]) -> list[str]:
    """Return the command of a name, about the title where that is what the name cuts short."""
    command = _command(named)
    cut = command[1:] and {word.lower() for word in command[1:]} < {word.lower() for word in title}
    return [command[0], *title] if cut and command[-1].lower() != title[-1].lower() else command


def _told_command(prose: str) -> list[str]:
    """Return what a description begins with, where that is a short command: "Generates random numbers."."""
    first = re.split(r"[.,;:(\n]| (?:for|from|with|using|by|of|in) ", prose.strip()[:300])[0].split()
    verb = first[0].lower() if first else ""
    base = next((one for one in (verb, verb.removesuffix("s"), verb.removesuffix("es")) if one in VERBS), "")
    fits = len(first) > 1 and len(" ".join(first)) <= MAX_BUTTON and all(word.isascii() for word in first)
    return [base, *first[1:]] if base and fits else []


def _sentence_case(words: list[str], prose: str) -> str:
    """Lower the words of a Title Case title, but for acronyms and names that the prose capitalises too."""
    told = [words[0][:1].upper() + words[0][1:]]
    for word in words[1:]:
        name = re.search(rf"[a-z,;]\s{re.escape(word)}\b", prose[:2000])
        lowered = word[:1] + word[1:].lower() == word and word.isalpha() and not name
        told.append(_cased(word, first=False) if lowered or _ABBREVIATION.match(word.lower()) else word)
    return " ".join(told)


# Prose

_FENCE = re.compile(r"```.*?(```|\Z)", re.S)
_SECTION = re.compile(
    r"^[\s>*_#-]*(args|arguments|param(eter)?s?|returns?|raises|yields|examples?|usage|inputs?|outputs?|"
    r"error responses?|throws|see also|supports?|required|optional|best for|not recommended|common mistakes|"
    r"prompt example|usage example|response|schema)\b(\s+\([^)\n]{0,30}\))?[\s*_]*:",
    re.I | re.M,
)
_TO_MODELS = re.compile(
    r"(use (this|when|it|the)|call this|when (the )?user|you (must|should|can|may|are)|always|never|"
    r"do not|don't|important|warning|notes?|tips?|ignore|prefer|before (calling|using)|remember|deprecated|"
    r"this tool (should|must)|"
    r"not for|only use)\b",
    re.I,
)
_SENTENCE_END = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bca)(?<!\d)[.!?](?=\s+[^a-z]|$)|。"
)
_MARKDOWN = (
    (re.compile(r"!?\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"(\*\*|``?)(.+?)\1", re.S), r"\2"),
    (re.compile(r"(?<![\w*/])\*(?=\S)([^*\n]+)(?<=\S)\*(?![\w*/])"), r"\1"),
    (re.compile(r"^\s{0,3}(#{1,6}\s+|[-*+]\s+|>\s?)", re.M), ""),
    (re.compile(r"</?[A-Za-z][^<>]{0,200}>"), " "),
)
_OPTIONAL = re.compile(r"^\(?(optional|required)\)?\s*[:.,;–-]?\s+(?!for\b|when\b|if\b|unless\b)", re.I)


def tidy(text: str) -> str:
    """Return text on one line without control, direction and doubled white space characters."""
    return " ".join(
        "".join(
            " " if category(one) == "Cc" else one for one in _INVISIBLE.sub("", named_overrides(text))
        ).split()
    )


def shortened(text: str, most: int) -> str:
    """Cut text at a word so that it has at most this many characters, "…" included."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    cut = head.rsplit(" ", 1)[0] if " " in head[most // 2 :] else head
    return cut.rstrip(" ,;:.–-(") + "…"


def first_sentence(description: str) -> str:
    """Return the first sentence that is about the tool, at most 200 characters, as plain text."""
    sentences = sentences_of(_prose(description))
    fitting = (sentence for sentence in sentences if not _TO_MODELS.match(sentence))
    sentence = shortened(next(fitting, ""), MAX_SENTENCE)
    whole = not sentence or sentence[-1] in ".!?…。" or " " not in sentence
    return sentence if whole else sentence.removesuffix(":") + "."


def field_help(description: str) -> str:
    """Return a member's description as a hint below its control: as many sentences as are short."""
    told = ""
    for sentence in sentences_of(_OPTIONAL.sub("", _prose(description))):
        longer = f"{told} {sentence}".strip()
        if told and len(longer) > MAX_HELP:
            break
        told = longer
    told = shortened(told, MAX_HELP)
    is_word = told.split(" ", 1)[0].rstrip(",:.").isalpha()
    return told[:1].upper() + told[1:] if is_word else told


def _prose(description: str) -> str:
    """Return the first paragraph of a description as plain text, before any section."""
    text = _FENCE.sub(" ", description[:4000])
    found = _SECTION.search(text)
    if found is not None:
        text = text[: found.start()]
    for pattern, plain in _MARKDOWN:
        text = pattern.sub(plain, text)
    paragraphs = (tidy(paragraph) for paragraph in re.split(r"\n\s*\n", text))
    first = next((paragraph for paragraph in paragraphs if paragraph), "")
    return re.sub(r"^\w[\w ]{0,20} \| ", "", first)


def sentences_of(text: str) -> list[str]:
    """Split plain text into sentences with their end marks."""
    sentences, start = [], 0
    for end in _SENTENCE_END.finditer(text):
        sentences.append(text[start : end.end()].strip())
        start = end.end()
    rest = text[start:].strip()
    return [*sentences, rest] if rest else sentences
