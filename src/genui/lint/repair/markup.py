"""Repairs of markup: doctype, title, language, labels, handlers in attributes."""

import re
from typing import Any

from genui.labels import label_of
from genui.lint.contract import connects
from genui.lint.page import parse_page
from genui.lint.repair.draft import Draft, Edit, Unrepairable, after_imports, edit

UNMENDABLE = re.compile(r"voodoo|frameset|form-in-table|select|foreign|formatting|adoption")
"""Parse errors whose mending moves or drops content."""

LISTENED = frozenset(
    {"click", "dblclick", "change", "input", "submit", "reset", "keydown", "keyup", "keypress", "focus"}
    | {"blur", "focusin", "focusout", "toggle", "close", "cancel", "contextmenu", "wheel", "search"}
    | {"mousedown", "mouseup", "mouseenter", "mouseleave", "mouseover", "mouseout", "mousemove"}
    | {"pointerdown", "pointerup", "pointermove", "pointerenter", "pointerleave", "touchstart", "touchend"}
)
"""Events that come after the script has run, so that a listener set by it misses none."""

HANDLER = re.compile(r"on([a-z]{3,})\Z")
MARK = "data-listen"


def close_elements(draft: Draft) -> bool:
    """Write the tree that the parser made, where that moves nothing."""
    codes = [code for code, _ in parse_page(draft.answer.page).errors]
    if any(UNMENDABLE.search(code) for code in codes):
        raise Unrepairable
    return True


def take_page(draft: Draft) -> bool:
    """Leave out what stands around the page, where that is no markup."""
    if re.search(r"<[a-z!/]", draft.answer.talk, re.IGNORECASE):
        raise Unrepairable
    return True


def add_title(draft: Draft) -> bool:
    """Give the page the title that its heading says."""
    heading = draft.soup.find(["h1", "h2", "legend"])
    title = " ".join(heading.get_text().split()) if heading is not None else ""
    tag = draft.soup.title
    if tag is None or tag.find_parent("svg") is not None:
        tag = draft.soup.new_tag("title")
        draft.soup.head.append(tag)
    tag.string = title or "View"
    return True


def add_language(draft: Draft) -> bool:
    """Say that the page is English, which the labels of pages are."""
    draft.soup.html["lang"] = "en"
    return True


def add_labels(draft: Draft) -> bool:
    """Name controls by what the page calls them; images that nobody named are decoration."""
    done = False
    known = {label.get("for") for label in draft.soup.find_all("label")}
    for tag in draft.soup.find_all(["input", "select", "textarea", "button", "img"]):
        if any((tag.get(name) or "").strip() for name in ("aria-label", "aria-labelledby", "title")):
            continue
        if tag.name == "img":
            if tag.get("alt") is None:
                tag["alt"] = ""
                done = True
        elif tag.name == "button":
            if not tag.get_text().strip() and (said := said_by(tag, ("value", "name", "id"))):
                tag["aria-label"] = said
                done = True
        elif tag.get("id") not in known and tag.find_parent("label") is None:
            said = said_by(tag, ("placeholder", "name", "id")) or label_of(
                (tag.get("type") or tag.name).lower()
            )
            if (tag.get("type") or "").lower() not in ("hidden", "submit", "reset", "button", "image"):
                tag["aria-label"] = said
                done = True
    return done


def said_by(tag: Any, names: tuple[str, ...]) -> str:
    """Return a label made of the first attribute that says something."""
    for name in names:
        if said := (tag.get(name) or "").strip():
            return said if name == "placeholder" else label_of(said)
    return ""


def add_listeners(draft: Draft) -> bool:
    """Turn handlers in attributes into listeners set by the page's module."""
    lines: list[str] = []
    tags = [tag for tag in draft.soup.find_all() if any(HANDLER.match(name.lower()) for name in tag.attrs)]
    for number, tag in enumerate(tags, start=1):
        if tag.find_parent("template") is not None:
            raise Unrepairable
        for name in [name for name in tag.attrs if HANDLER.match(name.lower())]:
            event, code = name.lower()[2:], str(tag[name])
            del tag[name]
            if event == "load" and tag.name == "body":
                lines.append(listener("window", "load", code))
            elif event in LISTENED:
                tag[MARK] = str(number)
                lines.append(listener(f"document.querySelector('[{MARK}=\"{number}\"]')", event, code))
            else:
                raise Unrepairable
    return bool(lines) and put_listeners(draft, "".join(lines))


def listener(target: str, event: str, code: str) -> str:
    """Return the statement that listens as an attribute did: `false` prevents what would happen."""
    body = code.strip().rstrip(";")
    if not re.search(r"\breturn\b", code):
        return f'{target}.addEventListener("{event}", function (event) {{ {body}; }});\n'
    return (
        f'{target}.addEventListener("{event}", function (event) {{\n'
        f"  const answer = (function (event) {{ {body}; }}).call(this, event);\n"
        "  if (answer === false) event.preventDefault();\n}});\n".replace("}}", "}")
    )


def put_listeners(draft: Draft, text: str) -> bool:
    """Put statements into the last module, before it waits for the host; else into a new one."""
    modules = [(tag, script) for tag, script in draft.scripts() if script.module]
    if modules:
        tag, script = modules[-1]
        holding = (up for node in connects(script) for up in (node, *node.up()))
        begun = [up.start for up in holding if up.parent is script.root]
        at = max(min(begun, default=len(script.source.data)), after_imports(script))
        return edit(tag, script, [Edit(at, at, "\n" + text)])
    tag = draft.soup.new_tag("script", type="module")
    tag.string = "\n" + text
    draft.soup.body.append(tag)
    return True
