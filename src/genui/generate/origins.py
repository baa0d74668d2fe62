"""What a view's file says of its making: who was asked, and which candidate was taken for what reason."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from genui.canonical import digest
from genui.model import Json, Tool

if TYPE_CHECKING:
    from genui.generate.author import Author

DIGITS = 12

PASSED, FAILED = "passed", "failed: "
NO_BROWSER, NOT_ASKED = "not run: no Chromium here", "not run: switched off"
"""What is said of the trial of a page; neither path nor version of a browser, for it is committed."""


class Verdict(NamedTuple):
    """Which of two candidates is taken."""

    model: bool
    """True where the model's is, False where candidate 0 is."""
    scores: str
    why: str
    trial: str = ""
    """How a page fared in a browser; "" for a spec, whose page is genui's own."""


def origin_of(tool: Tool, author: "Author", *, prompt: str, scores: str, why: str) -> dict[str, str]:
    """Return who was asked by which prompt, and why what is there was taken."""
    provider, model = author.names(tool)
    return {"provider": provider, "model": model, "prompt": prompt, "scores": scores, "why": why}


def key_of(candidate: Json, zero: Json) -> str:
    """Return what a verdict holds for: the digests of the model's candidate and of candidate 0."""
    return f"{digest(candidate)[:DIGITS]} {digest(zero)[:DIGITS]}"


def kept_verdict(stored: Mapping[str, str], key: str) -> Verdict | None:
    """Return the verdict that a view file has on the same candidates: they are not judged twice.

    So machines that judge otherwise, such as one without a browser, give the same bytes.
    """
    if stored.get("candidates") != key or stored.get("taken") not in ("model", "offline"):
        return None
    told = (stored.get(member, "") for member in ("scores", "why", "trial"))
    return Verdict(stored["taken"] == "model", *told)


def told_verdict(verdict: Verdict, key: str) -> dict[str, str]:
    """Return the members of an origin that tell a verdict, so that it can be kept."""
    taken = "model" if verdict.model else "offline"
    trial = {"trial": verdict.trial} if verdict.trial else {}
    return {"candidates": key, "taken": taken, "scores": verdict.scores, "why": verdict.why, **trial}
