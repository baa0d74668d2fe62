"""Form plans: all that a form is, decided from the schema of a tool's arguments, for the page to draw."""

from genui.forms.plan import form_plan

__all__ = ["form_plan"]
