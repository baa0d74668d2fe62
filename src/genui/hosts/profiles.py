"""Profiles: what a host of MCP Apps declares and does, each value with its date, evidence and source.

Its faults have names here; templates/preview/faults.js does what each says.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from genui.errors import GenuiError

DIRECTORY = Path(__file__).parent

EVIDENCE = ("seen", "source", "reported", "assumed")
"""Seen by the probe of genui; read in the host's source; told by others; guessed."""

KEYS: Mapping[str, Any] = {
    "renders": False,
    "client": "",
    "protocols": [],
    "info": {},
    "display_modes": ["inline"],
    "start_mode": "inline",
    "box": {},
    "start_height": 160,
    "variables": 0,
    "fonts": False,
    "sandbox": [],
    "permissions": [],
    "csp": {},
    "declares": ["serverTools", "openLinks"],
    "serves": [],
    "omits": [],
    "context_omits": [],
    "keeps_visibility": True,
    "faults": [],
    "sometimes": [],
}
"""Every key of a profile with what holds where nobody knows. `serves` is what works besides what is declared,
`omits` the messages that are never sent, `faults` what always happens, `sometimes` what now and then does."""

ADDED = frozenset({"serves", "faults", "sometimes"})
"""Keys whose values of several sources add up; of the others the last fact counts."""


class Fact(NamedTuple):
    """One value of a profile, and why it is believed."""

    value: Any
    date: str
    evidence: str
    source: str

    def __str__(self) -> str:
        return f"{self.source}, {self.date} ({self.evidence})"


@dataclass(frozen=True)
class Profile:
    """One host: its facts by key; several where they add up."""

    name: str
    title: str
    facts: Mapping[str, tuple[Fact, ...]]

    def __getitem__(self, key: str) -> Any:
        """Return the value of a key, its default where nobody knows."""
        found = self.facts.get(key, ())
        if key in ADDED:
            return [each for fact in found for each in fact.value]
        return found[-1].value if found else KEYS[key]

    def cite(self, key: str, value: str = "") -> str:
        """Return why a key has its value; of a list, why it has this one."""
        facts = [fact for fact in self.facts.get(key, ()) if not value or value in fact.value]
        return str(facts[-1]) if facts else "assumed"

    @property
    def evidence(self) -> str:
        """The best evidence that any of its values has."""
        return min((fact.evidence for all_ in self.facts.values() for fact in all_), key=EVIDENCE.index)


@cache
def load_profiles() -> Mapping[str, Profile]:
    """Return the profiles that come with genui, by name."""
    return {path.stem: read_profile(path) for path in sorted(DIRECTORY.glob("*.toml"))}


def find_profiles(names: str) -> list[Profile]:
    """Return the profiles that render apps: of a list of names, or all.

    Raises:
        GenuiError: No profile has a name, or its host renders no apps.
    """
    rendering = {name: each for name, each in load_profiles().items() if each["renders"]}
    if names == "all":
        return list(rendering.values())
    wanted = [name.strip() for name in names.split(",")]
    for name in wanted:
        if name not in rendering:
            why = "shows no views" if name in load_profiles() else "is not known"
            raise GenuiError(f"the host {name!r} {why}", hint=f"choose of: all, {', '.join(rendering)}")
    return [rendering[name] for name in wanted]


def read_profile(path: Path) -> Profile:
    """Read one profile.

    Raises:
        GenuiError: It is no TOML, or a value lacks its proof: which, and what it lacks, is told.
    """
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise GenuiError(
            f"the profile {path} cannot be read: {error}", hint="see docs/hosts.md for its form"
        ) from error
    loose = document.keys() - {"title", "facts"}
    if loose:
        raise unproved(path, min(loose), "stands in no [[facts]]")
    facts: dict[str, tuple[Fact, ...]] = {}
    for group in document.get("facts", []):
        about = {name: group.pop(name, "") for name in ("date", "evidence", "source")}
        for key, value in group.items():
            if problem := problem_of(key, value, about):
                raise unproved(path, key, problem)
            facts[key] = (*facts.get(key, ()), Fact(value, **about))
    return Profile(path.stem, str(document.get("title", path.stem)), facts)


def problem_of(key: str, value: Any, about: Mapping[str, Any]) -> str:
    """Return what is wrong with a value or with its proof, "" where nothing is."""
    if key not in KEYS:
        return "is no key of a profile"
    if not isinstance(value, type(KEYS[key])):
        return f"is {value!r}, expected {type(KEYS[key]).__name__}"
    if about["evidence"] not in EVIDENCE:
        return f"has the evidence {about['evidence']!r}, expected one of: {', '.join(EVIDENCE)}"
    if not about["source"]:
        return "has no source"
    try:
        date.fromisoformat(str(about["date"]))
    except ValueError:
        return f"has the date {about['date']!r}, expected YYYY-MM-DD"
    unknown = set(value) - FAULTS.keys() if key in ("faults", "sometimes") else ()
    return f"names the unknown fault {min(unknown)!r}" if unknown else ""


def unproved(path: Path, key: str, problem: str) -> GenuiError:
    """Return the error for a value that is not loaded."""
    return GenuiError(
        f"the profile {path.name} is not loaded: {key} {problem}",
        hint="each value stands in a [[facts]] with its date, evidence and source; see docs/hosts.md",
    )


FAULTS: Mapping[str, str] = {
    "result-without-structured": "The notification of a result has lost structuredContent and _meta.",
    "text-differs": "The text of a result is a short summary of its structuredContent.",
    "empty-replay": "After a reload the result comes as {}, in text and in structuredContent.",
    "hidden-until-initialized": "The frame is not shown until the view says that it is initialized.",
    "height-from-dom": "The height is taken from the document, not from what the view tells.",
    "small-start-height": "The frame starts 150 px high, and grows only as the view tells.",
    "reinitialize-storm": "Context and input come again at every unrelated later message.",
    "remount-on-reentry": "The view is mounted anew, with the same input and result.",
    "mode-move-reload": "A change of the display mode mounts the view anew, with the same input and result.",
    "model-context-lost": "What a view tells the model is acknowledged and never delivered.",
    "pip-answers-inline": "A wish for picture in picture is answered with inline.",
    "mobile-fullscreen": "A phone: full screen, with insets of 113 px above and 142 px below.",
    "no-variables": "No style variables are sent.",
    "capabilities-understated": "Only openLinks is declared, though calls work.",
    "raw-height": "A told height is taken as it is, whatever it is.",
    "height-feedback": "The frame is made 2 px higher than told, and then measured.",
    "no-cancel-no-teardown": "Neither tool-cancelled nor a request for teardown is sent.",
    "input-before-initialized": "Input and result come before the view says that it is initialized.",
    "no-input": "A result comes without any input before it.",
    "late-input": "The input comes after the result.",
    "narrow": "The frame is 320 px wide.",
}
