"""The repairs table: what can be mended without doubt, by the rule that it breaks."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genui.lint.repair.draft import Draft

Repair = Callable[["Draft"], bool]


def repair(module: str, name: str) -> Repair:
    """Return a repair, whose module is loaded when it is made."""

    def make(draft: "Draft") -> bool:
        return bool(getattr(import_module(f"genui.lint.repair.{module}"), name)(draft))

    return make


REPAIRS: Mapping[str, Repair] = {
    "code-fence": repair("markup", "take_page"),
    "model-chatter": repair("markup", "take_page"),
    "html-parse-error": repair("markup", "close_elements"),
    "no-doctype": repair("markup", "add_doctype"),
    "missing-title": repair("markup", "add_title"),
    "missing-lang": repair("markup", "add_language"),
    "missing-label": repair("markup", "add_labels"),
    "script-not-module": repair("app", "make_modules"),
    "no-import": repair("app", "add_import"),
    "missing-version": repair("app", "add_version"),
    "auto-resize-lost": repair("app", "keep_resizing"),
    "no-connect": repair("app", "add_connect"),
    "no-result-handler": repair("app", "receive_results"),
    "late-handler": repair("app", "move_handlers"),
    "dropped-result": repair("app", "deliver_results"),
    "inline-handler": repair("markup", "add_listeners"),
    "sandbox-submit": repair("app", "make_submits_work"),
    "submit-default": repair("app", "make_submits_work"),
    "external-link": repair("app", "open_links"),
}
"""Every repair by the slug of its rule, in the order in which they are made."""
