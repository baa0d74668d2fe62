"""The `origin` of a view: which model was asked, which candidate was taken, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from genui.canonical import digest
from genui.model import Json, View

DIGITS = 12

# Texts that are committed: no path and no version of a browser, or machines would differ.
PASSED, FAILED = "passed", "failed: "
NO_BROWSER, NOT_ASKED = "not run: no Chromium here", "not run: switched off"
"""The results of running a page in Chromium."""


class Verdict(NamedTuple):
    """Which of two candidates is taken."""

    model: bool
    """True where the model's is, False where candidate 0 is."""
    scores: str
    why: str
    trial: str = ""
    """How a page fared in a browser; "" for a spec, whose page is genui's own."""


@dataclass(frozen=True, slots=True)
class Written:
    """The better of candidate 0 and a model's view, or why there is none."""

    view: View | None = None
    """None where the model gave nothing that can be used."""
    problem: str = ""
    stopped: bool = False
    """True where it was stopped from outside: nothing stands in."""


def key_of(candidate: Json) -> str:
    """Return the key of a verdict: the digest of the model's candidate."""
    return digest(candidate)[:DIGITS]


def kept_verdict(stored: Mapping[str, str], key: str) -> Verdict | None:
    """Return the verdict that a view file, or a record beside the answers, has on the same candidate.

    So machines that judge otherwise, such as one without a browser, give the same bytes.
    """
    if stored.get("candidate") != key or stored.get("taken") not in ("model", "offline"):
        return None
    told = (stored.get(member, "") for member in ("scores", "why", "trial"))
    return Verdict(stored["taken"] == "model", *told)


def judged_origin(author: tuple[str, str], verdict: Verdict, key: str, *, prompt: str) -> dict[str, str]:
    """Return an origin that tells a verdict, so that it can be kept."""
    provider, model = author
    return {
        "provider": provider,
        "model": model,
        "prompt": prompt,
        "scores": verdict.scores,
        "why": verdict.why,
        "candidate": key,
        "taken": "model" if verdict.model else "offline",
        **({"trial": verdict.trial} if verdict.trial else {}),
    }
