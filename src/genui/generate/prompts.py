"""Requests: what exactly a model is asked, from the prompts after overrides."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from genui.assets import Assets
from genui.canonical import compact_json, pretty_json
from genui.components import COMPONENTS, OPS, TONES, TRANSFORMS, WINDOW_OPS, Component, Prop
from genui.components.props import BODY, GRID, META, ROWS, TONE, TRANSFORM
from genui.config import Config
from genui.errors import ConfigError
from genui.expressions import FORMATS, OPERATORS
from genui.generate.material import clean, compact, roles_found, tool_material
from genui.generate.offline import generate
from genui.generate.request import Request, Turn, tokens_of
from genui.model import Finding, Json, Tool, View
from genui.spec import CONTROLS, VERSION, VERSIONS, answer_schema
from genui.viewfile import CONFLICT
from genui.viewoptions import ViewOptions

START_LENGTH = 3000
"""Characters of the offline view in a prompt; a longer one is left out."""

FIT_ROUNDS = 6
FIT_STEP = 0.65
"""How a prompt about a tool is made smaller until it fits [limits] prompt_tokens."""

FEEDBACK_LENGTH = 2000
SHARED = {"rows": ROWS, "transform": TRANSFORM, "tone": TONE, "fields": META, "body": BODY}
"""Props that several components take, told once."""

UNTOLD = frozenset({"$path", "$item", "$fmt"})
PLAIN = frozenset({"$eq", "$gt", "$lt", "$not", "$and", "$or", "$add", "$sub", "$mul", "$div"})
"""Operators that language.md has in its own words, and those that their names explain."""

PROMPT_FILES: Mapping[str, tuple[str, ...]] = {
    "generate_spec": ("system.md", "language.md", "tool.md", "start.md", "generate_spec.md"),
    "generate_html": ("system.md", "tool.md", "generate_html.md"),
    "refine": ("system.md", "language.md", "tool.md", "refine.md"),
    "repair": ("repair.md",),
}
"""The files that go into each prompt."""


def generate_request(
    tool: Tool, options: ViewOptions, config: Config, *, prompts: Assets, mode: str
) -> Request:
    """Return the request for a view spec, or for a page."""
    name = f"generate_{mode}"
    if mode != "spec":
        return first_request(name, tool, options, config, prompts=prompts, mode=mode)
    start = start_text(tool, options, prompts)
    request = first_request(name, tool, options, config, prompts=prompts, mode=mode, start=start)
    return replace(request, schema=answer_schema(), made=start)


def start_text(tool: Tool, options: ViewOptions, prompts: Assets) -> str:
    """Return what genui found of a tool by itself: the roles of members, and the offline view."""
    # What a row can start is genui's own business.
    spec = generate(tool, replace(options, actions=()))[0].spec
    form = spec.get("form") or {}
    # As a model writes it: the fields of the form are a list.
    fields = [{"path": path, **steer} for path, steer in (form.get("fields") or {}).items()]
    text = compact({**spec, "version": VERSIONS[-1], "form": {**form, "fields": fields}})
    shown = clean(text, START_LENGTH) if len(text) <= START_LENGTH else ""
    return render(prompts, "start.md", roles=roles_found(tool, options), spec=shown)


def refine_request(
    view: View, feedback: str, tool: Tool, options: ViewOptions, config: Config, *, prompts: Assets
) -> Request:
    """Return the request to fulfil a wish: a patch of the spec, or the page anew."""
    steps = [step.feedback for step in view.ledger if not step.verdict.startswith(CONFLICT)]
    return first_request(
        "refine",
        tool,
        options,
        config,
        prompts=prompts,
        mode="spec" if view.page is None else "html",
        current=pretty_json(view.spec).decode() if view.page is None else view.page,
        feedback=clean(feedback, FEEDBACK_LENGTH),
        steps=[clean(step, FEEDBACK_LENGTH) for step in steps[-config.limits.refinements :]],
    )


def first_request(
    name: str, tool: Tool, options: ViewOptions, config: Config, *, prompts: Assets, mode: str, **values: Any
) -> Request:
    """Return the request that begins with a prompt; a page is several times as long as a spec."""
    # What it tells of the tool is shrunk until the limit of tokens holds.
    extra = tokens_of(f"{values.get('current', '')}{values.get('start', '')}")
    scale, text = 1.0, ""
    for _ in range(FIT_ROUNDS):
        told = tool_material(tool, options, config, scale=scale)
        text = render(prompts, f"{name}.md", **told, mode=mode, **values)
        if tokens_of(text) - extra <= config.limits.prompt_tokens:
            break
        scale *= FIT_STEP
    return Request(
        tool=tool.name,
        prompt=name,
        system=system_text(prompts, mode),
        turns=(Turn("user", text),),
        output_tokens=config.limits.output_tokens * (1 if mode == "spec" else 3),
        basis=basis_of(prompts, name, mode),
    )


def repair_request(
    before: Request,
    answer: str,
    findings: Sequence[Finding],
    *,
    prompts: Assets,
    mode: str,
    wanted: str = "",
) -> Request:
    """Return the turn after an answer with findings; `wanted`: spec, page or patch."""
    told = [clean(finding_text(finding), 400) for finding in findings]
    wanted = wanted or ("spec" if mode == "spec" else "page")
    text = render(prompts, "repair.md", findings=told, mode=mode, wanted=wanted)
    turns = (*before.turns, Turn("assistant", answer.strip() or "(nothing)"), Turn("user", text))
    basis = {**before.basis, **basis_of(prompts, "repair", mode)}
    return replace(before, prompt="repair", turns=turns, basis=basis)


def finding_text(finding: Finding) -> str:
    """Return a finding as one line: its place, its rule, what is wrong and what mends it."""
    where = finding.where or (f"line {finding.line}" if finding.line else "")
    hint = f" ({finding.hint})" if finding.hint else ""
    return f"{where + ': ' if where else ''}{finding.rule}: {finding.message}{hint}"


def basis_of(prompts: Assets, name: str, mode: str) -> dict[str, str]:
    """Return what a recorded answer rests on: the text of every prompt file used, the mode, the version."""
    texts = {file: prompts.texts.get(file, "") for file in PROMPT_FILES[name]}
    return {**texts, "mode": mode, "version": str(VERSION)}


def system_text(prompts: Assets, mode: str) -> str:
    """Return the system prompt, the same for every tool, so that providers can cache it."""
    return render(prompts, "system.md", mode=mode, **language())


def language() -> dict[str, Any]:
    """Return the values for language.md: the tables of which the grammar is made, in their words."""
    return {
        "controls": list(CONTROLS),
        "operators": [(name, one.doc) for name, one in OPERATORS.items() if name not in UNTOLD | PLAIN],
        "plain": [name for name in OPERATORS if name in PLAIN],
        "formats": [(name, format_line(name)) for name in FORMATS],
        "shared": [(name, prop_line(name, prop)) for name, prop in SHARED.items()],
        "grid": [(name, prop_line(name, prop)) for name, prop in GRID.items() if name not in SHARED],
        "components": [component_line(component) for component in COMPONENTS.values()],
        "steps": [(step.doc, step_text(name, step.example)) for name, step in TRANSFORMS.items()],
        "tones": list(TONES),
        "ops": list(OPS),
        "window_ops": list(WINDOW_OPS),
    }


def step_text(name: str, example: Json) -> str:
    """Return the example of a step as an answer has it, which is held to a schema without open maps."""
    if isinstance(example, dict) and name == "calculate":
        example = [{"name": member, "value": value} for member, value in example.items()]
    return compact_json({name: example})


def format_line(name: str) -> str:
    """Return the options of a format and what it does."""
    known = FORMATS[name]
    options = f" ({', '.join(known.options)})" if known.options else ""
    return f"{options}: {known.doc}"


def component_line(component: Component) -> dict[str, str]:
    """Return a component of the catalogue: its type, what it shows, its props, those of several short."""
    grid = GRID if "pageSize" in component.props else {}
    own = {
        name: prop
        for name, prop in component.props.items()
        if prop is not grid.get(name) and prop is not TRANSFORM
    }
    marks = {name: "!" if prop.required else "" for name, prop in own.items()}
    told = [
        f"`{name}`{marks[name]}" + ("" if prop is SHARED.get(name) else prop_line(name, prop))
        for name, prop in own.items()
    ]
    return {
        "type": component.type,
        "doc": component.doc,
        "props": f" {'; '.join(told)}" if told else "",
        "names": ", ".join(name + mark for name, mark in marks.items()),
    }


def prop_line(name: str, prop: Prop) -> str:
    """Return what follows the name of a prop: its kind, where the name does not say it, and what it is."""
    kind = "|".join(prop.choices) or prop.kind
    row = " *row*" if prop.scope == "row" else ""
    return f"{row}{f' {kind}' if kind != name else ''}: {prop.doc}"


def render(prompts: Assets, file: str, **values: Any) -> str:
    """Render a prompt.

    Raises:
        ConfigError: An overriding prompt names something that is not given to it, or is no Jinja.
    """
    from jinja2 import TemplateError

    try:
        text = str(environment(prompts).get_template(file).render(**values))
    except TemplateError as error:
        line = getattr(error, "lineno", None)
        raise ConfigError(
            f"prompt {file}{f':{line}' if line else ''} cannot be rendered: {error}",
            hint="mend it in prompts_directory, or remove it there to use the bundled one",
        ) from error
    return text.strip() + "\n"


@cache
def environment(prompts: Assets) -> Any:
    """Return the Jinja environment of these prompts: undefined names are errors, loops leave no blanks."""
    from jinja2 import DictLoader, StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    # Sandboxed: a cloned repository may bring prompts of its own.
    return SandboxedEnvironment(
        loader=DictLoader(dict(prompts.texts)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )
