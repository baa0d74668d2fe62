"""Words as they are spelled: of names, without their plural, and near others by a typo."""

from collections.abc import Callable, Iterable
from functools import lru_cache

from genui.labels import words_of
from genui.refine.synonyms import same

NUMBERED = frozenset({"no", "nr", "num", "nbr"})
"""Short words for a number, behind what it counts."""


@lru_cache(maxsize=4096)
def words_in(text: str) -> tuple[str, ...]:
    """Return the words of a name, lower and singular."""
    words = [singular(word.lower()) for word in words_of(text[:200].replace("'", ""))]
    return tuple("number" if index and word in NUMBERED else word for index, word in enumerate(words))


IES = frozenset(("movies", "cookies", "calories", "smoothies", "brownies", "veggies", "selfies", "ties"))
"""Plurals of words in ie."""
KEEPS_E = frozenset(("axes", "caches", "aches", "headaches", "niches"))
"""Plurals of words in e that look as if they were of words without."""


def singular(word: str) -> str:
    """Return a word without its plural s."""
    if word in IES:
        return word[:-1]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 5 and word.endswith(("sses", "xes", "ches", "shes")) and word not in KEEPS_E:
        return word[:-2]
    if word == "ids":
        return "id"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


ENDINGS = (
    *("ations", "ation", "ances", "ance", "ences", "ence", "ments", "ment", "ures", "ure", "ions", "ion"),
    *("als", "al", "ings", "ing", "ers", "er", "ors", "or", "ities", "ity", "ed", "es", "s", "y", "e"),
)
"""How English makes one word of another: depart, departure, departed."""
INFLECTED = frozenset({"ing", "ings", "ed", "es", "s", "e", "er", "ers", "ment", "ments"})


@lru_cache(maxsize=4096)
def stem(word: str) -> tuple[str, str]:
    """Return a word without its ending, and the ending."""
    end = next((one for one in ENDINGS if word.endswith(one) and len(word) - len(one) > 2), "")
    root = word.removesuffix(end) if end else word
    if end and len(root) > 3 and root[-1] == root[-2]:
        root = root[:-1]
    return root, end


@lru_cache(maxsize=16384)
def kin(one: str, other: str) -> bool:
    """Tell whether two words are made of the same one: departure and departs, shipment and shipped."""
    (root, end), (root2, end2) = stem(one), stem(other)
    if root != root2:
        return False
    least = 3 if end and end2 else 4
    return len(root) > 4 or (len(root) >= least and {end, end2} <= INFLECTED | {""})


def stands_for(word: str, words: Iterable[str]) -> bool:
    """Tell whether a word is one of some words, or may stand for one."""
    return any(word == other or same(word, other) for other in words)


def each_fits(said: tuple[str, ...], name: tuple[str, ...], fits: Callable[[str, str], bool]) -> bool:
    """Tell whether each word said fits another word of a name."""
    left = list(name)
    for word in said:
        found = next((other for other in left if fits(word, other)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def abbreviates(short: str, whole: str) -> bool:
    """Tell whether a word without vowels stands for a longer one: "qty" for "quantity"."""
    letters = iter(whole)
    plain = not set(short) & set("aeiou") and short[0] == whole[:1]
    return plain and len(whole) > len(short) and all(letter in letters for letter in short)


@lru_cache(maxsize=16384)
def near(one: str, other: str) -> bool:
    """Tell whether a word is another with a typo: one slip in four letters or more, two in eight."""
    if one == other:
        return True
    if min(len(one), len(other)) < 4 or (one[0] != other[0] and set(one[:2]) != set(other[:2])):
        return False
    return slips(one, other) <= (2 if min(len(one), len(other)) >= 8 else 1)


def slips(one: str, other: str) -> int:
    """Return how many letters were added, left out, changed or swapped between two words."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        older, before, row = before, row, [i]
        for j, match in enumerate(other, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != match))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == match:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
