"""Formats of texts as patterns that Python and JavaScript read alike, each with an example."""

from typing import NamedTuple


class Format(NamedTuple):
    """What a text must look like, whatever its case, and what to write instead."""

    pattern: str
    advice: str


def like(example: str) -> str:
    """Return the advice to follow an example."""
    return f"Write it like {example}."


_DAY = (
    r"(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))"
    r"|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"
)
_TIME = r"(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)"
_URI = r"(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$"
_NAME = r"[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?"
_DOMAIN = rf"(?=.{{1,253}}$){_NAME}(?:\.{_NAME})*"
_ATOM = r"[^\s@\"(),:;<>[\]\\.]+"
_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_IPV4 = rf"{_OCTET}(?:\.{_OCTET}){{3}}"
_POINTER = r"(?:/(?:[^~/]|~[01])*)*$"
_HEX = r"[\da-f]{1,4}"
_MAIL = "Use an address, like name@example.com."


def _ipv6() -> str:
    last = f"(?:{_HEX}:{_HEX}|{_IPV4})"
    forms = [
        f"(?:{_HEX}:){{6}}{last}",
        f"::(?:{_HEX}:){{0,5}}{last}",
        *(f"(?:{_HEX}:){{1,{count}}}(?::{_HEX}){{0,{6 - count}}}:{last}" for count in range(1, 6)),
        *(f"(?:{_HEX}:){{1,{count}}}(?::{_HEX}){{1,{7 - count}}}" for count in range(1, 7)),
    ]
    return f"^(?:{'|'.join(forms)}|(?:{_HEX}:){{1,7}}:|:(?::{_HEX}){{1,7}}|::)$"


_COLORS = (
    "aqua|azure|beige|bisque|black|blue|brown|chocolate|coral|cornsilk|crimson|cyan|fuchsia|gainsboro|gold|goldenrod"
    "|gr[ae]y|green|greenyellow|honeydew|indigo|ivory|khaki|lavender|lavenderblush|lawngreen|lime|limegreen|linen|magenta"
    "|maroon|moccasin|navy|olive|olivedrab|orange|orangered|orchid|peru|pink|plum|purple|rebeccapurple|red|royalblue"
    "|salmon|seagreen|seashell|sienna|silver|skyblue|slateblue|slategr[ae]y|snow|springgreen|steelblue|tan|teal|thistle"
    "|tomato|transparent|turquoise|violet|wheat|white|yellow|yellowgreen|(?:indian|paleviolet|mediumviolet)red"
    "|(?:dark|light|medium|dim|pale|deep|hot|powder|cadet|dodger|midnight|alice|antique|blanched|burly|floral|forest"
    "|ghost|lemon|midnight|mint|misty|navajo|old|papaya|peach|rosy|saddle|sandy|spring)[a-z]+|currentcolor|chartreuse"
)
_COLOR = rf"^(?:#(?:[\da-f]{{3,4}}){{1,2}}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([^()]+\)|{_COLORS})$"

HALF_ADDRESS = "^(?!.*@$)"
"""What does not end where a domain should begin."""

BASE64 = r"^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$"

FORMATS = {
    "date": Format(f"^{_DAY}$", like("2026-05-01")),
    "time": Format(f"^{_TIME}$", like("10:30:00Z")),
    "date-time": Format(f"^{_DAY}[t ]{_TIME}$", like("2026-05-01T10:30:00Z")),
    "email": Format(rf"^(?:{_ATOM}(?:\.{_ATOM})*|\"[^\"]+\")@(?:{_DOMAIN}|\[.+\])$", _MAIL),
    "idn-email": Format(r"^[^\s@]+@[^\s@]+$", _MAIL),
    "uri": Format(rf"^(?!https?:(?!//[^/?#]))[a-z][a-z\d+.-]*:(?!$){_URI}", like("https://example.com")),
    "uri-reference": Format(f"^{_URI}", like("/path")),
    "iri": Format(r"^[a-z][a-z\d+.-]*:\S+$", like("https://example.com")),
    "uri-template": Format(r"^(?:[^{}\s]|\{[^{}\s]+\})*$", like("/items/{id}")),
    "uuid": Format(
        r"^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$", like("123e4567-e89b-12d3-a456-426614174000")
    ),
    "ipv4": Format(f"^{_IPV4}$", like("192.0.2.10")),
    "ipv6": Format(_ipv6(), like("2001:db8::1")),
    "hostname": Format(f"^{_DOMAIN}$", like("www.example.com")),
    "duration": Format(
        r"^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:[.,]\d+)?S)?)?)$",
        like("P1DT2H"),
    ),
    "json-pointer": Format(f"^{_POINTER}", like("/items/0")),
    "relative-json-pointer": Format(rf"^(?:0|[1-9]\d*)(?:#$|{_POINTER})", like("1/items")),
    "byte": Format(BASE64, like("aGVsbG8=")),
    "color": Format(_COLOR, like("#265cd8")),
}
