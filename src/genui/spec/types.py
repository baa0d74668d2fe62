"""A view spec as frozen data, and reading it from JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from genui.errors import SpecError
from genui.model import Finding, Json, JsonObject, Kind
from genui.spec.findings import DEFAULT_LIMITS, SpecLimits, spec_findings

MAX_TOLD = 5
"""Violations that one error message tells."""


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """How the form treats one member of the arguments."""

    label: str = ""
    hint: str = ""
    control: str = ""
    default: Json = None
    options: tuple[JsonObject, ...] = ()
    hidden: bool = False
    folded: bool = False
    placeholder: str = ""


@dataclass(frozen=True, slots=True)
class FormSpec:
    """How the form departs from what the input schema alone gives."""

    submit: str = ""
    position: Literal["top", "bottom"] = "top"
    order: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    fields: Mapping[str, FieldSpec] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ComponentSpec:
    """One component of the result, its props with their expressions."""

    type: str
    title: Json = ""
    props: JsonObject = field(default_factory=dict)
    children: tuple["ComponentSpec", ...] = ()
    visible: Json = True


@dataclass(frozen=True, slots=True)
class ViewSpec:
    """The declarative description of the view of one tool."""

    result: tuple[ComponentSpec, ...]
    version: int = 1
    kind: Kind = "rich"
    title: str = ""
    description: str = ""
    theme: Literal["auto", "light", "dark"] = "auto"
    layout: Literal["stack", "grid-2", "grid-3"] = "stack"
    raw: bool = True
    context: bool = True
    """Whether the model learns what the user ran in the view, where the host lets it."""
    form: FormSpec = FormSpec()
    actions: tuple[JsonObject, ...] = ()
    """Other tools of the server that a row can start."""


def parse_spec(spec: Json, limits: SpecLimits = DEFAULT_LIMITS) -> ViewSpec:
    """Read a view spec from JSON.

    Raises:
        SpecError: It does not follow the published schema or exceeds a limit.
    """
    wrong = [finding for finding in spec_findings(spec, limits) if finding.severity == "error"]
    if wrong:
        raise spec_error(wrong)
    return ViewSpec(
        **{
            **spec,
            "form": _form(spec.get("form", {})),
            "actions": tuple(spec.get("actions", ())),
            "result": tuple(_component(one) for one in spec["result"]),
        }
    )


def spec_error(wrong: list[Finding]) -> SpecError:
    """Return the error that tells these violations, the first few with their places."""
    told = [f"{finding.where or '/'}: {finding.message}" for finding in wrong[:MAX_TOLD]]
    more = [f"and {len(wrong) - MAX_TOLD} more"] if len(wrong) > MAX_TOLD else []
    hint = next((finding.hint for finding in wrong if finding.hint), "see docs/components.md")
    return SpecError("the view spec is wrong at " + "; ".join([*told, *more]), hint=hint)


def _form(form: JsonObject) -> FormSpec:
    fields = {path: _field(steer) for path, steer in form.get("fields", {}).items()}
    lists = {key: tuple(form[key]) for key in ("order", "folded") if key in form}
    return FormSpec(**{**form, **lists, "fields": fields})


def _field(steer: JsonObject) -> FieldSpec:
    return FieldSpec(**{**steer, "options": tuple(steer.get("options", ()))})


def _component(component: JsonObject) -> ComponentSpec:
    children = tuple(_component(one) for one in component.get("children", ()))
    return ComponentSpec(**{**component, "children": children})
