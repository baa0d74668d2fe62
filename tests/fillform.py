"""The fill protocol of form cases (cases/forms/README.md), by the DOM contract of views."""

import base64
import json
import re
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Frame

LAST = re.compile(r"^(?:(.*)\.)?@(variant|null|json|file|remove|up|down|include)(#\d+)?$", re.DOTALL)

REACH = """(name) => {
  const all = [...document.querySelectorAll("input,select,textarea,button")];
  const at = (el, a) => el.getAttribute(a);
  const open = (el) => {
    for (let p = el; p; p = p.parentElement) if (p.localName === "details") p.open = true;
  };
  const found = all.filter((el) => at(el, "name") === name && !el.disabled);
  if (found.length) { found.forEach(open); return true; }
  const parts = name.split(/(?<!\\\\)\\./);
  const places = ["name", "data-remove", "data-add", "data-include"];
  const starts = (v, p) => v === p || v?.startsWith(p + ".");
  const within = (p) => all.some((el) => places.some((a) => starts(at(el, a), p)));
  const press = (el) => { open(el); el.click(); return false; };
  for (let i = 0; i <= parts.length; i++) {
    const path = parts.slice(0, i).join(".");
    const include = all.find((el) => at(el, "data-include") === path);
    if (include) return press(include);
    const box = all.find((el) => at(el, "name") === (path ? path + "." : "") + "@null");
    if (box?.checked && !name.endsWith("@null")) return press(box);
    const [part, next] = parts.slice(i);
    const prefix = path ? path + "." : "";
    const entry = /^\\d+$/.test(part) && i && !/^@/.test(parts[i - 1]) ? within(prefix + part) : true;
    const pair = /^@(key|value)$/.test(part) ? within(`${prefix}@key.${next}`) : true;
    const add = all.find((el) => at(el, "data-add") === path);
    if (!(entry && pair) && add) return press(add);
  }
  return null;
}"""

REFUSAL = """() => {
  const bad = [...document.querySelectorAll("[aria-invalid=true]")];
  const ids = (el) => (el.getAttribute("aria-describedby") ?? "").split(/\\s+/);
  const told = bad.filter((el) => ids(el).some((id) => document.getElementById(id)?.matches(".err")));
  const alert = document.querySelector(".form [role=alert]");
  const here = document.activeElement;
  const first = bad[0];
  const near = first && (first === here || first.contains(here));
  return { bad: bad.map((el) => el.getAttribute("name") ?? el.localName), told: told.length,
    alert: alert?.innerText ?? "", focus: near || (!first && !!alert?.contains(here)),
    at: here.outerHTML.slice(0, 200) };
}"""


class FillError(AssertionError):
    """The form has no control for a step of a case."""


def named(attribute: str, value: str) -> str:
    """Return the selector of what bears this attribute value."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{attribute}="{escaped}"]'


def reach(frame: Frame, name: str) -> str:
    """Press what stands between the form and this control, and return its selector."""
    for _ in range(400):
        found = frame.evaluate(REACH, name)
        if found:
            return f":is(input,select,textarea){named('name', name)}"
        if found is None:
            break
    raise FillError(f"no control named {name!r}")


def fill_step(frame: Frame, key: str, value: Any) -> None:
    """Carry out one step of a case."""
    match = LAST.match(key)
    path, kind = (match[1] or "", match[2]) if match else (key, "value")
    if kind in ("remove", "up", "down"):
        frame.locator(named(f"data-{kind}", f"{path}.{value}")).click()
    elif kind == "include":
        frame.locator(named("data-include", path)).click()
    elif kind == "file":
        files = value and [
            {"name": value["name"], "mimeType": value["type"], "buffer": base64.b64decode(value["base64"])}
        ]
        frame.locator(reach(frame, path)).set_input_files(files or [])
    elif kind == "json" and not path:
        frame.locator("[data-json-mode]").click() if not frame.locator(
            named("name", "@json")
        ).count() else None
        frame.locator(named("name", "@json")).fill(value)
    else:
        name = path if kind == "value" else f"{path}.@{kind}".lstrip(".")
        if (
            kind == "null"
            and frame.locator(named("name", path)).count()
            and not frame.locator(named("name", name)).count()
        ):
            return set_control(frame, reach(frame, path), json.loads("null"))
        set_control(frame, reach(frame, name), value)
    return None


def set_control(frame: Frame, selector: str, value: Any) -> None:
    """Give a control, or the boxes and segments that share its name, a value."""
    controls = frame.locator(selector)
    tag, kind = controls.first.evaluate("el => [el.localName, el.type]")
    if tag == "select" or kind == "radio":
        return choose(frame, selector, value)
    if isinstance(value, list):
        for box in controls.all():
            label = box.evaluate("el => el.labels[0].innerText.trim()")
            box.set_checked(any(fits(label, box.get_attribute("value") or "", each) for each in value))
    elif kind == "checkbox":
        controls.first.set_checked(value)
    elif controls.first.get_attribute("role") == "combobox":
        controls.first.fill(value)
        options = frame.get_by_role("option", name=value, exact=True)
        options.first.click() if options.count() else None
    else:
        type_text(controls.first, str(value))
    return None


def type_text(control: Any, text: str) -> None:
    """Fill a control; where it does not take such a text, type the digits as a person would."""
    try:
        control.fill(text)
    except PlaywrightError:
        control.fill("")
        parts = re.match(r"(\d{4})-(\d\d)-(\d\d)", text)
        control.press_sequentially("".join(parts[i] for i in (2, 3, 1)) if parts else text)


def fits(label: str, value: str, wanted: Any) -> bool:
    """Does a choice with this label and value stand for what is wanted?"""
    text = "null" if wanted is None else str(wanted).lower() if isinstance(wanted, bool) else str(wanted)
    said = {True: "Yes", False: "No"}.get(wanted, label) if isinstance(wanted, bool) else label
    return (
        text in (label, value) or json.dumps(wanted) == value or (isinstance(wanted, bool) and said == label)
    )


def choose(frame: Frame, selector: str, value: Any) -> None:
    """Pick from a select or from segments, by label, else by value; a list picks several."""
    wanted = value if isinstance(value, list) else [value]
    first = frame.locator(selector).first
    if first.evaluate("el => el.localName") == "select":
        options = first.evaluate("el => [...el.options].map((o) => [o.text.trim(), o.value])")
        picked = [i for each in wanted for i, (label, v) in enumerate(options) if fits(label, v, each)]
        if not picked:
            raise FillError(f"no option {value!r} among {options}")
        first.select_option(index=picked[: len(wanted)])
        return
    for radio in frame.locator(selector).all():
        label = radio.evaluate("el => el.labels[0].innerText.trim()")
        if fits(label, radio.get_attribute("value") or "", value):
            radio.check(force=True)
            return
    raise FillError(f"no segment {value!r}")
