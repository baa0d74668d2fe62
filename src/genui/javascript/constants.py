"""What a page says once and by a name after that: `let[a,b]="name value".split(" "),{max:c,min:d}=Math`."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

SEPARATORS = " |~^;,"
"""What parts strings that are said together: the first of these that none of them has."""

OF_PLATFORM = re.compile(r"([A-Z]\w+)\.(\w+)\Z")
FEWEST = 8
"""How many strings make up for taking one apart."""


def declared(texts: Iterable[str], names: Mapping[str, str]) -> str:
    """Return the declarations that give each expression its name, without the `let` before them."""
    texts = list(texts)
    together, strings = split(texts, names)
    members = defaultdict[str, list[str]](list)
    for text in texts:
        if found := OF_PLATFORM.match(text):
            members[found[1]].append(text)
    groups = {of: each for of, each in members.items() if len(each) > 1}
    taken = {*strings, *(text for each in groups.values() for text in each)}
    parts = [together, *(f"{names[text]}={text}" for text in texts if text not in taken)]
    parts += [taken_from(of, each, names) for of, each in groups.items()]
    return ",".join(filter(None, parts))


def split(texts: Iterable[str], names: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return one declaration for the strings among expressions, and these strings; "" where they are few."""
    strings = [text for text in texts if text[0] == '"']
    sign = next((each for each in SEPARATORS if not any(each in text for text in strings)), "")
    if len(strings) < FEWEST or not sign:
        return "", []
    head, told = ",".join(names[text] for text in strings), sign.join(text[1:-1] for text in strings)
    return f'[{head}]="{told}".split("{sign}")', strings


def taken_from(of: str, texts: Iterable[str], names: Mapping[str, str]) -> str:
    """Return one declaration for functions of an object of the platform."""
    members = ",".join(f"{text.partition('.')[2]}:{names[text]}" for text in texts)
    return f"{{{members}}}={names.get(of, of)}"
