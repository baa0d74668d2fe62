"""Text methods on constants, computed as a browser would: how names are hidden from a search for words."""

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import quote, unquote

from genui.scripts.values import UNKNOWN, Const, Items, Plain, Value

LONGEST = 100_000
"""Characters of a folded text; what is longer is not followed."""


def number(plain: Plain, otherwise: int) -> int:
    """Return a whole number argument."""
    return int(plain) if isinstance(plain, int | float) else otherwise


def sliced(text: str, start: Plain = 0, end: Plain = None) -> str:
    """Do what slice does."""
    return text[number(start, 0) : number(end, len(text))]


def substring(text: str, start: Plain = 0, end: Plain = None) -> str:
    """Do what substring does."""
    first, last = (max(0, number(one, other)) for one, other in ((start, 0), (end, len(text))))
    return text[min(first, last) : max(first, last)]


def cut(text: str, start: Plain = 0, length: Plain = None) -> str:
    """Do what substr does."""
    first = number(start, 0)
    first = max(0, len(text) + first) if first < 0 else first
    return text[first : first + number(length, len(text))]


def character(text: str, at: Plain = 0) -> str:
    """Do what charAt does."""
    index = number(at, 0)
    return text[index] if 0 <= index < len(text) else ""


def reached(text: str, at: Plain = 0) -> str | None:
    """Do what at does."""
    index = number(at, 0)
    return text[index] if -len(text) <= index < len(text) else None


METHODS: Mapping[str, Callable[..., Plain]] = {
    "toString": lambda text: text,
    "valueOf": lambda text: text,
    "toLowerCase": str.lower,
    "toLocaleLowerCase": str.lower,
    "toUpperCase": str.upper,
    "toLocaleUpperCase": str.upper,
    "trim": str.strip,
    "trimStart": str.lstrip,
    "trimEnd": str.rstrip,
    "normalize": lambda text, *_: text,
    "concat": lambda text, *more: text + "".join(map(str, more)),
    "repeat": lambda text, times=0: text * min(max(number(times, 0), 0), 100),
    "slice": sliced,
    "substring": substring,
    "substr": cut,
    "charAt": character,
    "at": reached,
    "padStart": lambda text, width=0, fill=" ": text.rjust(min(number(width, 0), 1000), str(fill)[:1] or " "),
    "padEnd": lambda text, width=0, fill=" ": text.ljust(min(number(width, 0), 1000), str(fill)[:1] or " "),
    "replace": lambda text, old="", new="": text.replace(str(old), str(new), 1),
    "replaceAll": lambda text, old="", new="": text.replace(str(old), str(new)),
    "charCodeAt": lambda text, at=0: ord(character(text, at) or "\0"),
    "codePointAt": lambda text, at=0: ord(character(text, at) or "\0"),
    "indexOf": lambda text, part="": text.find(str(part)),
    "includes": lambda text, part="": str(part) in text,
    "startsWith": lambda text, part="": text.startswith(str(part)),
    "endsWith": lambda text, part="": text.endswith(str(part)),
}


def decoded_base64(text: str) -> str:
    """Do what atob does."""
    return base64.b64decode(text + "=" * (-len(text) % 4)).decode("latin-1")


FUNCTIONS: Mapping[str, Callable[..., Plain]] = {
    "String": lambda value="": value if isinstance(value, str) else None,
    "atob": lambda text="": decoded_base64(str(text)),
    "btoa": lambda text="": base64.b64encode(str(text).encode("latin-1")).decode(),
    "unescape": lambda text="": unquote(str(text), encoding="latin-1"),
    "escape": lambda text="": quote(str(text)),
    "decodeURIComponent": lambda text="": unquote(str(text)),
    "decodeURI": lambda text="": unquote(str(text)),
    "encodeURIComponent": lambda text="": quote(str(text), safe="!'()*~"),
    "encodeURI": lambda text="": quote(str(text), safe="!'()*~;/?:@&=+$,#"),
    "String.fromCharCode": lambda *codes: "".join(chr(number(code, 0) & 0xFFFF) for code in codes),
    "String.fromCodePoint": lambda *codes: "".join(chr(number(code, 0)) for code in codes),
    "JSON.parse": lambda text="": str(text)[1:-1] if str(text)[:1] == '"' else None,
}


def folded_method(text: str, method: str, arguments: Sequence[Value]) -> Value:
    """Return what a method of a constant text returns; UNKNOWN where that cannot be told."""
    plain = [argument.value for argument in arguments if isinstance(argument, Const)]
    if len(plain) != len(arguments):
        return UNKNOWN
    if method == "split" and plain:
        separator = str(plain[0])
        return Items(tuple(Const(part) for part in (text.split(separator) if separator else text)))
    return folded(METHODS.get(method), text, *plain)


def folded_function(name: str, arguments: Sequence[Value]) -> Value:
    """Return what a function of the language returns for constants; UNKNOWN where that cannot be told."""
    plain = [argument.value for argument in arguments if isinstance(argument, Const)]
    return folded(FUNCTIONS.get(name), *plain) if len(plain) == len(arguments) else UNKNOWN


def folded(function: Callable[..., Plain] | None, *plain: Plain) -> Value:
    """Return a function's result as a value."""
    if function is None:
        return UNKNOWN
    try:
        result = function(*plain)
    except (TypeError, ValueError, OverflowError, binascii.Error):
        return UNKNOWN
    if result is None or (isinstance(result, str) and len(result) > LONGEST):
        return UNKNOWN
    return Const(result)


def in_base(value: float, base: int) -> str:
    """Return a whole number's text in a base of up to 36, as toString does."""
    digits, rest = "", int(value)
    while rest > 0 and len(digits) < 80:
        rest, digit = divmod(rest, base)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"
