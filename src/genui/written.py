"""What came of asking a model for one view."""

from dataclasses import dataclass

from genui.model import View


@dataclass(frozen=True, slots=True)
class Written:
    """The better of candidate 0 and a model's view, or why there is none."""

    view: View | None = None
    """None where the model gave nothing that can be used."""
    problem: str = ""
    stopped: bool = False
    """True where it was stopped from outside: nothing stands in."""
