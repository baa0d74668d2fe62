"""Follow-ups link tools whose schemas make it plain, and no others."""

from typing import Any

import pytest

from genui.followups import followups, marked, readers, singular
from genui.model import Tool
from genui.viewoptions import ViewOptions


def tool(name: str, *required: str, **more: Any) -> Tool:
    properties = {name: {"type": "string"} for name in (*required, "extra")}
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return Tool({"name": name, "inputSchema": schema, **more})


def actions(*tools: Tool) -> Any:
    return {
        name: [(one["tool"], one["arguments"]) for one in found] for name, found in followups(tools).items()
    }


def test_a_list_leads_to_the_tool_that_reads_one_of_its_things() -> None:
    found = actions(tool("list_orders"), tool("get_order", "order_id"), tool("get_customer", "customer_id"))

    key = {"$first": [{"$item": "/order_id"}, {"$item": "/id"}]}
    assert found == {"list_orders": [("get_order", {"order_id": key})]}


def test_what_both_tools_ask_for_comes_from_what_was_asked() -> None:
    found = actions(tool("list_issues", "owner", "repo"), tool("get_issue", "owner", "repo", "issue_number"))

    assert found["list_issues"][0][1]["owner"] == {"$path": "/input/owner"}
    assert found["list_issues"][0][1]["issue_number"]["$first"][1] == {"$item": "/number"}


@pytest.mark.parametrize(
    "target",
    [
        tool("get_order", "order_id", "reason"),
        tool("get_order", "order_id", annotations={"readOnlyHint": False}),
        tool("get_order", "order_id", annotations={"destructiveHint": True}),
        tool("get_order", "order_id", _meta={"ui": {"visibility": ["model"]}}),
        tool("get_order", "order_id", description="Deprecated: use read_order."),
        tool("get_order"),
        tool("delete_order", "order_id"),
        tool("get_order_lines", "order_id"),
        tool("get_order", "customer_id"),
    ],
)
def test_what_is_unsure_is_left_out(target: Tool) -> None:
    assert actions(tool("list_orders"), target) == {}


@pytest.mark.parametrize(
    ("one", "other"),
    [("listOrders", "getOrder"), ("api-search-orders", "api-get-order"), ("find_orders", "describe_order")],
)
def test_names_of_every_style_are_understood(one: str, other: str) -> None:
    assert list(actions(tool(one), tool(other, "orderId"))) == [one]


def test_a_server_without_such_tools_has_none() -> None:
    assert actions(tool("add", "a", "b"), tool("x"), Tool({"name": "", "inputSchema": True})) == {}


@pytest.mark.parametrize(
    ("many", "one"),
    [("cities", "city"), ("boxes", "box"), ("orders", "order"), ("status", "status"), ("series", "sery")],
)
def test_plurals_are_recognised(many: str, one: str) -> None:
    assert singular(many) == one


ORDERS = (
    tool("list_orders"),
    tool("get_order", "order_id"),
    tool("delete_order", "order_id"),
    tool("track", "id", annotations={"readOnlyHint": True}),
    tool("audit", "id", annotations={"readOnlyHint": True}, _meta={"ui": {"visibility": ["model"]}}),
)
COMPUTED = followups(ORDERS)["list_orders"][0]


@pytest.mark.parametrize(
    ("action", "reads"),
    [
        (COMPUTED, True),
        ({**COMPUTED, "label": "View details"}, True),
        ({**COMPUTED, "tool": "delete_order"}, False),
        ({**COMPUTED, "arguments": {"order_id": {"$item": "/other"}}}, False),
        ({"tool": "track", "arguments": {"id": {"$item": "/id"}}}, True),
        (
            {"tool": "track", "arguments": {"id": {"$first": [{"$item": "/id"}, {"$path": "/input/id"}]}}},
            True,
        ),
        ({"tool": "track", "arguments": {"id": "7"}}, False),
        ({"tool": "track", "arguments": {"id": {"$concat": ["to:", {"$item": "/id"}]}}}, False),
        ({"tool": "audit", "arguments": {"id": {"$item": "/id"}}}, False),
        ({"tool": "unheard_of", "arguments": {}}, False),
    ],
)
def test_only_what_is_known_to_read_is_started_unasked_whatever_a_spec_says(action: Any, reads: bool) -> None:
    options = ViewOptions(actions=tuple(followups(ORDERS)["list_orders"]), reading=readers(ORDERS))

    (one,) = marked({"actions": [{**action, "reads": True}]}, options)["actions"]

    assert one == ({**action, "reads": True} if reads else action)


def test_a_spec_without_actions_gets_the_computed_ones() -> None:
    assert marked({}, ViewOptions(actions=(COMPUTED,)))["actions"] == [{**COMPUTED, "reads": True}]
    assert marked({"title": "a"}, ViewOptions()) == {"title": "a"}
