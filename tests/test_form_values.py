"""Forms of generated schemas: what they let through is valid, and nothing that was filled in is lost."""

import json
import random

import pytest
from jsonschema import Draft202012Validator
from test_schema_rules import NAMES, some_schema, some_value

from genui.forms import form_plan
from genui.model import Tool

pytestmark = pytest.mark.browser

READ = """(text) => JSON.parse(text).map(([plan, given]) => {
  const form = createForm(plan, () => {});
  document.body.replaceChildren(form.node);
  const read = () => {
    const { bad, value } = form.judge(true);
    return JSON.stringify({ ok: !bad.size, arguments: value });
  };
  const empty = read();
  form.fill(given);
  return [empty, read(), summaryOf(plan.said, given)];
})"""


def tools(count):
    """Return so many input schemas with arguments each, always the same ones."""
    rng = random.Random(424)
    for _ in range(count):
        schema = {"type": "object", "properties": {name: some_schema(rng) for name in rng.sample(NAMES, 3)}}
        if rng.random() < 0.3:
            schema["required"] = rng.sample(NAMES, 1)
        if rng.random() < 0.2:
            schema["anyOf"] = [some_schema(rng, 2), some_schema(rng, 2)]
        if rng.random() < 0.2:
            schema |= {"if": some_schema(rng, 2), "then": some_schema(rng, 2)}
        schema["$defs"] = {"one": {"type": "integer"}, "two": {"properties": {"a": {"$ref": "#/$defs/one"}}}}
        yield schema, {name: some_value(rng) for name in rng.sample(NAMES, rng.randint(0, 3))}


def test_a_form_lets_valid_arguments_through_and_only_those(open_runtime):
    page = open_runtime()
    made = list(tools(500))

    plans = [[form_plan(Tool({"name": "t", "inputSchema": schema}), {}), given] for schema, given in made]
    answers = page.evaluate(READ, json.dumps(plans))

    for (schema, given), (empty, filled, _) in zip(made, answers, strict=True):
        validator = Draft202012Validator(schema)
        for answer in (json.loads(empty), json.loads(filled)):
            assert not answer["ok"] or validator.is_valid(answer["arguments"]), schema
        read = json.loads(filled)
        if read["ok"]:
            assert read["arguments"] | given == read["arguments"]
        elif "const" not in json.dumps(schema):  # a const is sent unasked, even one that cannot be
            assert not validator.is_valid(given), (schema, given)
