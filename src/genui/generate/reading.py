"""Reading a model's answer: the JSON object or the page in it, whatever stands around."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from genui.generate.material import clean, compact
from genui.model import Finding, Json, JsonObject, Tool, listed, mapping
from genui.spec import VERSION, texts_at
from genui.typecheck import hidden_defaults

MAX_ANSWER_LENGTH = 4_000_000
REASON_LENGTH = 120
MAX_STARTS = 500
"""Braces at which a JSON object is looked for."""

FENCE = re.compile(r"```[\w-]*[ \t]*\r?\n(.*?)\r?\n?```", re.S)
PAGE = re.compile(r"<!doctype html.*|<html\b.*", re.S | re.I)
WRAPPERS = ("spec", "view", "viewSpec", "view_spec")

ADDRESS = re.compile(r"https?://([^\s/\"'<>]+)|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+", re.I)
"""An address of the web or of mail."""
RESERVED = re.compile(r"(.*\.)?example\.(com|net|org)(:\d+)?\Z", re.I)
"""Hosts that nobody can own (RFC 2606): what placeholders are written with."""


def json_object(text: str, *, with_any: tuple[str, ...]) -> JsonObject | None:
    """Return the JSON object in an answer: the first that has one of these members; None where none is."""
    for candidate in candidates(text[:MAX_ANSWER_LENGTH]):
        if any(name in candidate for name in with_any):
            return candidate
        # It may be inside an envelope such as {"spec": …}.
        wrapped = (candidate.get(name) for name in WRAPPERS)
        inner = next((one for one in wrapped if isinstance(one, Mapping)), None)
        if inner is not None:
            return inner
    return None


def candidates(text: str) -> Iterator[JsonObject]:
    """Yield the JSON objects in a text, whatever stands around them."""
    # Models put prose or fences around the JSON that they were asked for.
    decoder = json.JSONDecoder()
    at = text.find("{")
    for _ in range(MAX_STARTS):
        if at < 0:
            return
        try:
            read, end = decoder.raw_decode(text, at)
            yield read
        except (ValueError, RecursionError):
            end = at + 1
        at = text.find("{", end)


def spec_in(text: str) -> tuple[dict[str, Any] | None, tuple[Finding, ...]]:
    """Return the view spec in an answer, and a finding where there is none."""
    found = json_object(text, with_any=("result", "form", "version"))
    if found is not None:
        return as_spec(found), ()
    try:
        json.loads(text)
        message = "the answer is JSON, but no object with version and result"
    except (ValueError, RecursionError) as error:
        message = f"the answer holds no JSON object: {error}"
    hint = "answer with the JSON object alone"
    return None, (Finding("answer-unreadable", "error", message, hint),)


def as_spec(found: JsonObject) -> dict[str, Any]:
    """Return an answered object as a spec: open maps, which a schema of answers cannot have, by key."""
    spec = json.loads(json.dumps(found))
    spec.setdefault("version", VERSION)
    spec.pop("reason", None)
    if "result" in spec:
        spec["result"] = with_maps(spec["result"])
    form, page = spec.get("form"), spec.get("nextPage")
    if form is None:
        spec.pop("form", None)
    elif isinstance(form, dict) and isinstance(form.get("fields"), list):
        form["fields"] = {
            str(field["path"]): {key: value for key, value in field.items() if key != "path"}
            for field in form["fields"]
            if isinstance(field, dict) and "path" in field
        }
    for preset in listed(mapping(form).get("presets")):
        if isinstance(preset, dict):
            preset["values"] = mapped(preset.get("values"), "name")
    if isinstance(page, dict):
        page["arguments"] = mapped(page.get("arguments"), "name")
    return dict(without_nulls(spec))


def mapped(entries: Any, key: str, value: str = "value") -> Any:
    """Return a list of `{key, value}` as a map; anything else as it is."""
    if not isinstance(entries, list):
        return entries
    return {str(one[key]): one.get(value) for one in entries if isinstance(one, dict) and key in one}


def with_maps(value: Any) -> Any:
    """Return components with every tone `{"map": [{value, tone}]}` and `calculate` as the maps they are."""
    if isinstance(value, list):
        return [with_maps(one) for one in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"map"}:
        return mapped(value["map"], "value", "tone") if isinstance(value["map"], list) else value
    if value.keys() == {"calculate"}:
        return {"calculate": mapped(value["calculate"], "name")}
    return {name: with_maps(member) for name, member in value.items()}


def reason_in(text: str) -> str:
    """Return why a model chose the kind of its view, in its words; "" where it did not say."""
    found = json_object(text, with_any=("result", "form", "version"))
    return clean(" ".join(str((found or {}).get("reason") or "").split()), REASON_LENGTH)


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
    return "", (Finding("answer-unreadable", "error", "the answer holds no HTML document"),)


def suspicions(spec: JsonObject, tool: Tool, said: str = "") -> tuple[Finding, ...]:
    """Find what shows that an answer follows something else than this task.

    Addresses that stand in the tool's definition, or in what the user `said`, may stand in the view.
    """
    source = (compact(dict(tool.definition)) + said).lower()
    found = list(hidden_defaults(spec, tool))
    for where, text in texts_at(spec, ""):
        for match in ADDRESS.finditer(text):
            address = match[1] or match[0]
            if address.lower() not in source and not RESERVED.match(address.rpartition("@")[2]):
                message = f"the address {address[:60]!r} stands nowhere in the tool's definition"
                found.append(Finding("foreign-address", "error", message, hint="leave it out", where=where))
    return tuple(dict.fromkeys(found))
