"""The fill protocol of form cases (cases/forms/README.md), by the DOM contract of views."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Frame

FILL = (Path(__file__).parent / "fillform.js").read_text(encoding="utf-8")

REFUSAL = """() => {
  const bad = [...document.querySelectorAll("[aria-invalid=true]")];
  const ids = (el) => (el.getAttribute("aria-describedby") ?? "").split(/\\s+/);
  const told = bad.filter((el) => ids(el).some((id) => document.getElementById(id)?.matches('.err')));
  const alert = document.querySelector('.form [role=alert]');
  const here = document.activeElement;
  const first = bad[0];
  const near = first && (first === here || first.contains(here));
  return { bad: bad.map((el) => el.getAttribute("name") ?? el.localName), told: told.length,
    alert: alert?.innerText ?? "", focus: near || (!first && !!alert?.contains(here)),
    at: here.outerHTML.slice(0, 200) };
}"""


class FillError(AssertionError):
    """The form has no control for a step of a case."""


def fill_form(frame: Frame, steps: Iterable[tuple[str, Any]], *, fill: str = FILL) -> None:
    """Carry out steps of a case, in one go but for texts that a control does not take: they are typed.

    A page that is filled often has the function already: `fill` is then its name.
    """
    left = list(steps)
    while left:
        try:
            stopped = frame.evaluate(fill, left)
        except PlaywrightError as error:
            raise FillError(str(error)) from error
        if stopped is None:
            return
        index, name = stopped
        escaped = name.replace("\\", "\\\\").replace('"', '\\"')
        type_text(frame.locator(f'[name="{escaped}"]'), str(left[index][1]))
        left = left[index + 1 :]


def type_text(control: Any, text: str) -> None:
    """Type a text as a person would: the digits of a date where it is one."""
    parts = re.match(r"(\d{4})-(\d\d)-(\d\d)", text)
    control.press_sequentially("".join(parts[i] for i in (2, 3, 1)) if parts else text)
