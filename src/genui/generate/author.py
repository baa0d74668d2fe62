"""Who writes views with which prompts, and what of that decides whether a view is stale."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from genui.assets import Assets
from genui.config import Config
from genui.generate.kinds import certain_kind
from genui.generate.origins import NOT_ASKED
from genui.generate.providers import Answer, ModelChoice, Request
from genui.generate.requests import PROMPT_FILES
from genui.model import JsonObject, Tool
from genui.replies import authors_of
from genui.spec import VERSION
from genui.wishes import Wishes

Asking = Callable[[Request], Answer]
"""Asks a model within a job's budget."""

Record = Callable[[Request, Answer], None]
"""Called with every answer that came."""

Trial = Callable[[bytes, Tool, Wishes], str]
"""Runs a page and returns in words how it fared, beginning as `origins` says."""


@dataclass(frozen=True)
class Author:
    """A model, the prompts and templates it works with, and what is done with its answers."""

    choice: ModelChoice
    config: Config
    prompts: Assets
    templates: Assets
    record: Record = lambda request, answer: None
    records: bool = False
    """True where answers are kept, so that a replay needs them all."""
    trial: Trial = lambda html, tool, wishes: NOT_ASKED
    verdicts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What was recorded of the views that recorded answers made, by tool."""
    missing: str = ""
    """Why the model cannot be asked now; "" where it can."""

    @property
    def replays(self) -> bool:
        """True where recorded answers stand in for the model."""
        return self.choice.provider == "replay"

    def mode(self, tool: Tool) -> str:
        """Return what is written for a tool: spec or html."""
        return self.config.tool(tool.name).mode or self.config.model.mode

    def names(self, tool: Tool) -> tuple[str, str]:
        """Return the provider and the model that write a tool's view; in a replay, those that did."""
        own = (self.choice.provider, self.choice.model)
        return authors_of(self.choice.replies.values()).get(tool.name, own) if self.replays else own

    def generation(self, tool: Tool, wishes: Wishes) -> JsonObject | None:
        """Return what the source digest holds of the model; None where no model writes this view."""
        if wishes.kind == "minimal" or (wishes.kind is None and certain_kind(tool) == "minimal"):
            return None
        provider, model = self.names(tool)
        mode = self.mode(tool)
        asked = [f"generate_{mode}", "repair"]
        if wishes.kind is None and certain_kind(tool) is None:
            asked.append("classify")
        files = {file for name in asked for file in PROMPT_FILES[name]}
        told: dict[str, Any] = {
            "provider": provider,
            "model": model,
            "mode": mode,
            "temperature": self.choice.temperature,
            "prompts": {file: self.prompts.texts.get(file, "") for file in sorted(files)},
            "spec": VERSION,
        }
        return told
