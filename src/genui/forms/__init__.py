"""Form plans: all that a form is, decided from the schema of a tool's arguments, for the page to draw."""

from genui.forms.plan import form_plan
from genui.forms.text import form_text

__all__ = ["form_plan", "form_text"]
