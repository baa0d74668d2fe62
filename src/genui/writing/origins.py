"""What a view's file and the manifest say of its making."""

from genui.model import Tool
from genui.writing.author import Author


def origin_of(tool: Tool, author: Author, *, prompt: str, scores: str, why: str) -> dict[str, str]:
    """Return who was asked by which prompt, and why what is there was taken."""
    provider, model = author.names(tool)
    return {"provider": provider, "model": model, "prompt": prompt, "scores": scores, "why": why}
