"""Wishes for formats: the words for each, and single members given one."""

import re
from typing import Any

from genui.refine.draft import Draft, Unfulfilled, by_word
from genui.refine.members import formatted
from genui.refine.order import NUMBERS

Match = re.Match[str]

FORMATS = by_word(
    {
        "percent": "percent | percentage | percents | percentages | % | pct | per cent | percentage points",
        "currency": (
            "currency | currencies | cash | money | price | amount of money | monetary | an amount of money"
            " | "
            "money amount | sum of money | currency amount"
        ),
        "integer": (
            "integer | whole number | int | integers | whole numbers | rounded | round number | "
            "round numbers | full number | full numbers | rounded number | rounded numbers"
        ),
        "date": "date | day | date only | dates | a date without time | calendar date | date without time | "
        "date without the time | date and no time | just a date | just the date | only the date | "
        "just the day | only a date | day only | calendar day",
        "datetime": "datetime | date and time | date time | timestamp | moment",
        "time": "time | time of day | time only",
        "relative": (
            "relative | relative date | relative time | relative dates | relative times | "
            "time ago | ago | days ago | x days ago | n days ago | 2 days ago | 3 days ago | 5 minutes ago | "
            "2 hours ago | how many days ago | how many hours ago | "
            "how long ago | how long ago it was | how long since | time since"
        ),
        "bytes": "bytes | file size | size | megabytes | kilobytes | gigabytes | readable size | human size",
        "duration": "duration | seconds duration | time span",
        "number": (
            "number | decimal | numeric | decimal number | thousands separators | thousands separator | "
            "thousand separators | thousand separator | thousand commas | digit grouping"
        ),
        "compact": (
            "compact | compact number | short number | abbreviated | abbreviate | shorten | shortened | "
            "short | short form | compact form | abbreviated form | compact numbers | human readable"
        ),
        "badge": "badge | badges | tag | pill | label | status | status badge | chip",
        "url": "link | links | url | hyperlink | clickable | clickable link",
        "boolean": "boolean | yes/no | yes or no | yes no",
        "text": "text | plain text | string | plain | as it is | as is",
        "json": "json",
    }
)
"""Formats by the words for them."""

CURRENCIES = by_word(
    {
        "USD": "dollar | dollars | us dollars | usd | $ | bucks",
        "EUR": "euro | euros | eur | €",
        "GBP": "pound | pounds | gbp | £ | sterling | british pounds",
        "CHF": "swiss franc | swiss francs | francs | chf | franken",
        "JPY": "yen | jpy | ¥",
        "INR": "rupee | rupees | inr | ₹",
        "CNY": "yuan | renminbi | cny | rmb",
        "AUD": "aud",
        "CAD": "cad",
        "NZD": "nzd",
        "SEK": "sek",
        "NOK": "nok",
        "DKK": "dkk",
        "PLN": "pln",
        "CZK": "czk",
        "BRL": "brl",
        "MXN": "mxn",
        "ZAR": "zar",
        "KRW": "krw",
        "SGD": "sgd",
        "HKD": "hkd",
        "HUF": "huf",
        "TRY": "try",
    }
)
"""Currencies by the words for them."""

_CODE = re.compile(
    r"(?:(?:the )?(?:currency|money|an? amount)(?: (?:in|of)| \()? ?)?(?P<code>[^\s()]+(?: [a-z]+)?)\)?", re.I
)
_DIGITS = re.compile(
    r"(?:a number )?(?:with |to )?(?P<count>\d{1,2}|no|zero|(?:a )?single|one|two|three|four|without)"
    r"(?: (?:decimal|fraction)(?:s| places?| digits?)?"
    r"| digits? (?:after|behind) the (?:comma|point|dot|decimal point))",
    re.I,
)
ASKED = re.compile(r"(?:format|show|display|render|present|write|print|convert)\b", re.I)
HALVES = re.compile(r"(?P<names>.+?)[:,]? (?:as|in|to|like|to be|with|is|are|should be)(?P<given> .+)", re.I)


def format_in(said: str) -> Any:
    """Return the format that words name, None where they name none."""
    text = re.sub(r"^(?:(?:as|an?|the|in|to|like|using|is|are) )+", "", said.strip().lower()).strip('" ')
    text = re.sub(r"\s+", " ", text.replace("-", " ")) if text != "yes/no" else text
    text = re.sub(r" (?:format|formatting|notation|values?|signs?|symbols?|marks?)$", "", text)
    if text not in {*FORMATS, *CURRENCIES} and (plain := PLAIN.sub("", text)) in {*FORMATS, *CURRENCIES}:
        text = plain
    if AGO.fullmatch(text):
        return "relative"
    if cents := CENTS.fullmatch(text):
        money = format_in(cents["money"])
        plain_money = {"name": money} if money == "currency" else money
        return {**plain_money, "digits": 0} if isinstance(plain_money, dict) else money
    text = text.removesuffix(" currency") if text.removesuffix(" currency") in CURRENCIES else text
    if text in FORMATS:
        return FORMATS[text]
    text = text.removesuffix("s") if text != "days" and text.removesuffix("s") in FORMATS else text
    if text in FORMATS:
        return FORMATS[text]
    whole = re.fullmatch(r"(?:whole|full|round) (.+)", text)
    if whole and whole[1] in CURRENCIES:
        return {"name": "currency", "currency": CURRENCIES[whole[1]], "digits": 0}
    digits = _DIGITS.fullmatch(text)
    if digits:
        word = digits["count"]
        count = int(word) if word.isdigit() else NUMBERS.get(word, int("single" in word))
        return {"name": "number", "digits": min(count, 10), "least": min(count, 10)} if count else "integer"
    if text in CURRENCIES:
        return {"name": "currency", "currency": CURRENCIES[text]}
    money = _CODE.fullmatch(text)
    if money and money["code"] in CURRENCIES:
        return {"name": "currency", "currency": CURRENCIES[money["code"]]}
    return None


PLAIN = re.compile(
    r"^(?:(?:plain|simple|normal|proper|nice|regular|ordinary|real|readable|clean|short|usual|actual|clear|"
    r"correct|decent|human|full|tidy) )+"
)
"""What people say of a format without meaning another one."""
PART_OF_FORMAT = re.compile(
    r"(?:with |and |but )?(?:no|without|minus|only|just)?(?: the| any)? ?"
    r"(?:\w+ )?(?:cents|decimals?|decimal places?|fractions?|time(?: of (?:the )?day| part)?|clock time)",
    re.I,
)
"""What is said of a format whose member was named before: "…, no cents"."""
CENTS = re.compile(
    r"(?P<money>.+?),? (?:without|no|with no|minus|and no|but no)(?: the| any)? (?:cents|decimals?|pennies|"
    r"pence|fractions?|decimal places)"
)
"""Money in whole numbers."""


def formats(draft: Draft, match: Match) -> None:
    """Give members a format; "price as currency and date as date" gives each its own."""
    pending = ""
    for part in re.split(r"(\s*(?:,\s*(?:and\s)?|\band\s)\s*)", match["pairs"]):
        pending += part
        half = HALVES.fullmatch(pending.strip(" ,"))
        if half is not None and format_in(half["given"]) is not None:
            one_format(draft, re.sub(r"^(?:,|and\b)\s*", "", half["names"].strip()), half["given"])
            pending = ""
    if pending.strip(" ,"):
        half = HALVES.fullmatch(pending.strip(" ,"))
        said = half["given"].strip() if half else pending.strip(" ,")
        meant = ASKED.match(match.string) is not None
        raise Unfulfilled(f'no format is called "{said}"', known_formats(), weak=not meant)


def one_format(draft: Draft, names: str, said: str) -> None:
    """Give some members one format."""
    names = re.sub(r"^with (?=\S)", "", names)
    given = format_in(said)
    if OF_SOME.match(names):
        raise Unfulfilled("a format is wished for the last of these members", weak=True)
    if given is None:
        raise Unfulfilled(f'no format is called "{said.strip()}"', known_formats())
    formatted(draft, names, given)


AGO = re.compile(r"(?:\d+|an?|x|so many) (?:seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?) ago")
"""How a time that is told from now looks."""
OF_SOME = re.compile(r"(?:only|just)\b.*\bwith\b|.*(?:,|\band) with\b", re.I)
"""Members of which only what stands behind "with" is to be formatted."""


def digits(draft: Draft, match: Match) -> None:
    """Show figures rounded, or with so many decimals."""
    given = "date" if match.groupdict().get("cut") else match["given"]
    one_format(draft, match["names"], given)


def round_off(draft: Draft, match: Match) -> None:
    """Show figures as whole numbers, or rounded to so many decimals."""
    given = match.groupdict().get("given")
    one_format(draft, match["names"], given or "integer")


def known_formats() -> str:
    """Return the hint that tells what formats there are."""
    return "formats: currency in EUR, percent, integer, 2 decimals, date, datetime, time, bytes, badge, link…"
