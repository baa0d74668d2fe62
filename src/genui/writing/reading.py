"""Reading a model's answer: the JSON object or the page in it, whatever stands around."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from genui.model import Finding, Json, JsonObject
from genui.spec import VERSION

MAX_ANSWER_LENGTH = 4_000_000
MAX_STARTS = 50
"""Braces at which a JSON object is looked for."""

FENCE = re.compile(r"```[\w-]*[ \t]*\r?\n(.*?)\r?\n?```", re.S)
PAGE = re.compile(r"<!doctype html.*|<html\b.*", re.S | re.I)
WRAPPERS = ("spec", "view", "viewSpec", "view_spec")

RESERVED = re.compile(r"(.*\.)?example\.(com|net|org)(:\d+)?\Z", re.I)
"""Hosts that nobody can own (RFC 2606): what placeholders are written with."""

INJECTED = re.compile(
    r"\b(ignore|disregard|forget)\b.{0,40}\b(instructions?|prompts?|rules)\b|\bsystem prompt\b"
    r"|\bas an? (ai|language) (model|assistant)\b",
    re.I | re.S,
)
"""What a view never says, and an answer does that follows a text in the tool's definition."""


def json_object(text: str, *, with_any: tuple[str, ...]) -> JsonObject | None:
    """Return the JSON object in an answer: the first that has one of these members; None where none is."""
    for candidate in candidates(text[:MAX_ANSWER_LENGTH]):
        if any(name in candidate for name in (*with_any, *WRAPPERS)):
            return unwrapped(candidate, with_any)
    return None


def candidates(text: str) -> Iterator[JsonObject]:
    """Yield the JSON objects in a text: the text itself, its fenced blocks, what begins at a brace."""
    for part in (text, *FENCE.findall(text)):
        try:
            read = json.loads(part)
        except (ValueError, RecursionError):
            continue
        if isinstance(read, Mapping):
            yield read
    decoder = json.JSONDecoder()
    at, starts = text.find("{"), 0
    while at >= 0 and starts < MAX_STARTS:
        starts += 1
        try:
            read, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            if isinstance(read, Mapping):
                yield read
        at = text.find("{", end)


def unwrapped(found: JsonObject, with_any: tuple[str, ...]) -> JsonObject:
    """Return the object inside an envelope such as {"spec": …}."""
    if not any(name in found for name in with_any):
        for name in WRAPPERS:
            inner = found.get(name)
            if isinstance(inner, Mapping):
                return inner
    return found


def spec_in(text: str) -> tuple[dict[str, Any] | None, tuple[Finding, ...]]:
    """Return the view spec in an answer, and a finding where there is none."""
    found = json_object(text, with_any=("result", "form", "version"))
    if found is None:
        return None, (unreadable(text),)
    return as_spec(found), ()


def unreadable(text: str) -> Finding:
    """Return the finding for an answer that holds no JSON object."""
    try:
        json.loads(text)
        message = "the answer is JSON, but no object with version and result"
    except (ValueError, RecursionError) as error:
        message = f"the answer holds no JSON object: {error}"
    return Finding("answer-unreadable", "error", message, hint="answer with the JSON object alone")


def as_spec(found: JsonObject) -> dict[str, Any]:
    """Return an answered object as a spec: `form.fields` by path, the version said."""
    spec = json.loads(json.dumps(found))
    spec.setdefault("version", VERSION)
    form = spec.get("form")
    if form is None:
        spec.pop("form", None)
    elif isinstance(form, dict) and isinstance(form.get("fields"), list):
        form["fields"] = {
            str(field["path"]): {key: value for key, value in field.items() if key != "path"}
            for field in form["fields"]
            if isinstance(field, dict) and "path" in field
        }
    return dict(without_nulls(spec))


def without_nulls(value: Json) -> Json:
    """Return a value less the null members of objects: some models write what they leave out as null."""
    if isinstance(value, dict):
        return {
            key: member if key in {"default", "value"} else without_nulls(member)
            for key, member in value.items()
            if member is not None or key in {"default", "value"}
        }
    return [without_nulls(entry) for entry in value] if isinstance(value, list) else value


def page_in(text: str) -> tuple[str, tuple[Finding, ...]]:
    """Return the HTML document in an answer, and a finding where there is none."""
    for part in (*FENCE.findall(text), text):
        found = PAGE.search(part)
        if found is not None:
            page = found[0]
            end = page.lower().rfind("</html>")
            return (page[: end + 7] if end >= 0 else page) + "\n", ()
    finding = Finding("answer-unreadable", "error", "the answer holds no HTML document")
    return "", (finding,)


def texts_of(value: Json) -> Iterator[str]:
    """Yield every text inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for member in value.values():
            yield from texts_of(member)
    elif isinstance(value, list | tuple):
        for member in value:
            yield from texts_of(member)


def suspicions(spec: JsonObject, source: str) -> tuple[Finding, ...]:
    """Find texts that show an answer follows something else than this task.

    `source` is the tool's definition as text: addresses that stand in it may stand in the view.
    """
    found: list[Finding] = []
    for text in texts_of(spec):
        if INJECTED.search(text):
            message = f"a text speaks to a model, not to a person: {text[:60]!r}"
            found.append(Finding("injected-text", "error", message))
        for address in re.findall(r"\bhttps?://([^\s/\"'<>]+)", text):
            if address.lower() not in source.lower() and not RESERVED.match(address):
                message = f"the address {address[:60]!r} stands nowhere in the tool's definition"
                found.append(Finding("foreign-address", "error", message, hint="leave it out"))
    return tuple(dict.fromkeys(found))
