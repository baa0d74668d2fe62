"""What a form's plan decides, and which runtime files it brings along."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genui.forms import form_plan
from genui.model import Tool


def plan(schema, form=None, **definition):
    return form_plan(Tool({"name": "t", "inputSchema": schema, **definition}), {"form": form or {}})


def kinds(schema, form=None):
    """Return the kinds of the nodes below the top."""
    return {node["kind"] for node in plan(schema, form)["nodes"][1:]}


def members(**properties):
    return {"type": "object", "properties": properties}


def node(schema, name, form=None):
    """Return the node of a member at the top."""
    made = plan(schema, form)
    return made["nodes"][{kid[0]: kid[1] for kid in made["nodes"][0]["kids"]}[name]]


TEXT, GEO = {"type": "string"}, members(lat={"type": "number"})
MANY = {"type": "array", "uniqueItems": True, "items": {"enum": [1, 2]}}
IF = {"if": {"required": ["a"]}, "then": members(b=TEXT)}


@pytest.mark.parametrize(
    ("schema", "wanted"),
    [
        (members(a=TEXT), {"text"}),
        (members(a={"type": "integer", "minimum": 1}), {"number"}),
        (members(b={"enum": ["x", "y"]}), {"radio"}),
        (members(a={"type": ["string", "null"]}), {"nil", "text"}),
        (members(a={"anyOf": [TEXT, {"type": "null"}]}), {"nil", "text"}),
        (members(a={"type": "array", "items": TEXT}), {"list", "text"}),
        (members(a=MANY), {"many"}),
        (members(a=GEO), {"absent", "number", "object"}),
        (members(a={"type": "object", "additionalProperties": TEXT}), {"object", "text"}),
        (members(a={"enum": list(range(13))}), {"combobox"}),
        (members(a={"type": "string", "format": "date"}), {"time"}),
        (members(from_date={"type": "string", "description": "The day (YYYY-MM-DD)"}), {"time"}),
        (members(a={"type": "string", "not": {"const": "x"}}), {"text"}),
        (members(a={"type": "number", "minimum": 0, "maximum": 2}), {"number"}),
        (members(a={"type": "string", "description": "long " * 40}), {"text"}),
        (members(a={"type": "number", "multipleOf": 0.01}), {"number"}),
        ({**members(a=TEXT), "unevaluatedProperties": False}, {"text"}),
        ({"$ref": "#/$defs/a", "$defs": {"a": members(x=TEXT)}}, {"text"}),
        ({**members(a=TEXT), **IF}, {"text"}),
    ],
)  # fmt: skip
def test_a_schema_asks_for_its_kinds_of_controls(schema, wanted):
    assert kinds(schema) == wanted


def test_a_control_that_the_spec_asks_for_comes_along():
    schema = members(a={"type": "integer", "minimum": 0, "maximum": 100}, b=TEXT)
    choices = {"control": "combobox", "options": [{"value": "x"}, {"value": "y"}]}

    assert node(schema, "a", {"fields": {"a": {"control": "slider"}}})["slide"]
    assert "combobox" in kinds(schema, {"fields": {"b": choices}})


@pytest.mark.parametrize(("hint", "asks"), [(True, True), (False, False), (None, False)])
def test_only_an_explicit_destructive_hint_asks_for_confirmation(hint, asks):
    assert ("ask" in plan(members(), annotations={"destructiveHint": hint})["words"]) is asks


@pytest.mark.parametrize(
    "schema",
    [
        *(None, True, [], "x", {"properties": None}, {"type": 5, "enum": {}, "anyOf": 3}),
        members(a={"type": "array", "items": 3, "prefixItems": {}, "minItems": "x"}, b=7, c=None, d=[]),
        members(a={"enum": [], "default": {}}, b={"const": {"x": [1]}}, c={"oneOf": [{}, 3, None]}),
        members(a={"if": 3, "then": [], "else": {"properties": 5}}, b={"patternProperties": {"(": 1}}),
        members(a={"$ref": "#/properties/a"}, b={"allOf": [{"$ref": "#/properties/b"}, 4]}),
        members(a={"minimum": "x", "maximum": [], "multipleOf": 0, "title": 4, "description": {}}),
    ],
)
def test_an_odd_schema_is_no_error(schema):
    assert json.dumps(plan(schema))


def test_a_very_deep_schema_is_no_error():
    schema = TEXT
    for _ in range(3000):
        schema = members(a=schema)

    assert kinds(schema) == {"absent", "object", "text"}


def test_a_plan_of_many_members_grows_with_them_and_no_faster():
    sizes = [len(json.dumps(plan(members(**{f"m{i}": TEXT for i in range(count)})))) for count in (100, 1000)]

    assert sizes[1] < 12 * sizes[0]


def test_a_recursive_schema_has_a_finite_plan_and_what_requires_itself_waits():
    tree = {**members(name=TEXT, next={"$ref": "#"}), "required": ["name", "next"]}
    made = plan(
        {"$ref": "#/$defs/a", "$defs": {"a": members(kids={"type": "array", "items": {"$ref": "#/$defs/a"}})}}
    )

    assert len(made["nodes"]) < 8
    assert [one["kind"] for one in plan(tree)["nodes"]].count("absent") == 1


def test_a_recursive_schema_that_grows_as_it_is_folded_ends():
    grow = members(child={"allOf": [{"$ref": "#"}, {"title": "Child"}]}, other={"$ref": "#"})
    made = plan({**grow, "oneOf": [members(child={"description": "x"}), members(child={"type": "object"})]})

    assert len(made["nodes"]) <= 6100


def test_a_choice_says_what_is_not_set_and_keeps_json_types():
    schema = members(a={"enum": [1, "1", None]}, b={"enum": ["low_end", "top"], "default": "top"})

    assert node(schema, "a")["choices"] == [["Not set"], ["1", 1], ['"1"', "1"], ["None", None]]
    assert node(schema, "b")["value"] == "top"
    assert [choice[0] for choice in node(schema, "b")["choices"]] == ["Low end", "Top"]


@pytest.mark.parametrize(
    ("kind", "default"), [("boolean", False), ("integer", 0), ("string", ""), (["string", "null"], None)]
)
def test_a_falsy_default_is_a_default(kind, default):
    assert node(members(a={"type": kind, "default": default}), "a")["value"] == default


def test_members_that_conditions_add_have_a_node_for_each_choice_of_them():
    kind = {"properties": {"kind": {"const": "card"}}, "required": ["kind"]}
    schema = {
        **members(kind={"enum": ["card", "cash"]}, note=TEXT),
        "if": kind,
        "then": {**members(no=TEXT, note={"minLength": 3}), "required": ["no"]},
    }

    kids = {kid[0]: kid[1:] for kid in plan(schema)["nodes"][0]["kids"]}

    assert kids["no"][0] == -1
    assert list(kids["no"][2]) == ["0"]
    assert kids["note"][2]["0"] != kids["note"][0] >= 0


KEYWORDS = [
    *(
        "type",
        "properties",
        "items",
        "prefixItems",
        "enum",
        "const",
        "anyOf",
        "oneOf",
        "allOf",
        "$ref",
        "if",
        "then",
    ),
    *(
        "else",
        "required",
        "default",
        "minimum",
        "maxLength",
        "pattern",
        "format",
        "additionalProperties",
        "not",
    ),
    *(
        "patternProperties",
        "propertyNames",
        "dependentSchemas",
        "title",
        "description",
        "examples",
        "minItems",
    ),
    *("discriminator", "readOnly", "uniqueItems", "multipleOf", "enumNames", "a", "unevaluatedProperties"),
]
LEAVES = st.none() | st.booleans() | st.integers(-5, 99) | st.floats() | st.text(max_size=4)
NAMED = st.sampled_from(
    ["object", "array", "string", "integer", "null", "#", "#/properties/a", "(", "date", "a"]
)
ANY_JSON = st.recursive(
    LEAVES | NAMED,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYWORDS), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.sampled_from(KEYWORDS), ANY_JSON, max_size=5), ANY_JSON)
def test_no_schema_makes_a_plan_fail(schema, fields):
    form = {"fields": fields, "order": fields} if isinstance(fields, dict) else {}

    made = plan(schema, form)

    json.dumps(made)
