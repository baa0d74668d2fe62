"""The repairs table: what can be mended without doubt, by the rule that it breaks."""

from collections.abc import Callable, Mapping

from genui.lint.repair import app, markup
from genui.lint.repair.draft import Draft

REPAIRS: Mapping[str, Callable[[Draft], bool]] = {
    "code-fence": markup.take_page,
    "model-chatter": markup.take_page,
    "html-parse-error": markup.close_elements,
    "no-doctype": markup.add_doctype,
    "missing-title": markup.add_title,
    "missing-lang": markup.add_language,
    "missing-label": markup.add_labels,
    "script-not-module": app.make_modules,
    "no-import": app.add_import,
    "missing-version": app.add_version,
    "auto-resize-lost": app.keep_resizing,
    "no-connect": app.add_connect,
    "late-handler": app.move_handlers,
    "dropped-result": app.deliver_results,
    "inline-handler": markup.add_listeners,
    "sandbox-submit": app.make_submits_work,
    "submit-default": app.make_submits_work,
    "external-link": app.open_links,
}
"""Every repair by the slug of its rule, in the order in which they are made."""
