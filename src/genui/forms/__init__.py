"""Form plans: all that a form is, decided from the schema of a tool's arguments, for the page to draw."""

from genui.forms.files import entries_of_plan, files_of_plan
from genui.forms.plan import form_plan

__all__ = ["entries_of_plan", "files_of_plan", "form_plan"]
