import importlib.util
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import jsonschema
import pytest

from genui.config import Limits, Target, load_config
from genui.upstream import channel_to
from genui.upstream.session import Session, open_session
from genui.viewoptions import tool_examples

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"


class Caller:
    """Calls the tools of a running example server and checks each answer against its outputSchema."""

    def __init__(self, session: Session) -> None:
        self.session = session
        listed = session.request("tools/list", {})["tools"]
        self.tools = {tool["name"]: tool for tool in listed}

    def raw(self, name: str, arguments: dict) -> dict:
        return self.session.request("tools/call", {"name": name, "arguments": arguments})

    def __call__(self, name: str, **arguments):
        result = self.raw(name, arguments)
        assert not result.get("isError"), result
        jsonschema.validate(result["structuredContent"], self.tools[name]["outputSchema"])
        return result["structuredContent"]

    def error(self, name: str, **arguments) -> str:
        result = self.raw(name, arguments)
        assert result["isError"]
        return result["content"][0]["text"]


def calling(*command: str) -> Iterator[Caller]:
    with channel_to(Target(command=sys.executable, args=command), Limits(), transport="stdio") as channel:
        session = Session(channel, Limits(), 30, 30)
        open_session(session)
        yield Caller(session)


@pytest.fixture(scope="module")
def weather() -> Iterator[Caller]:
    yield from calling(str(EXAMPLES / "weather_server.py"))


@pytest.fixture(scope="module")
def database(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("orders") / "shop" / "orders.db"


@pytest.fixture(scope="module")
def orders(database) -> Iterator[Caller]:
    yield from calling(str(EXAMPLES / "orders_server.py"), str(database))


@pytest.fixture(scope="module")
def weather_module():
    spec = importlib.util.spec_from_file_location("weather_server", EXAMPLES / "weather_server.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_tool_has_a_title_a_description_and_an_output_schema(weather, orders):
    assert list(weather.tools) == ["get_forecast", "get_current", "list_units"]
    assert set(orders.tools) == {"list_orders", "get_order", "monthly_totals", "create_order", "cancel_order"}
    for tool in (*weather.tools.values(), *orders.tools.values()):
        assert tool["title"]
        assert tool["description"]
        assert tool["outputSchema"]["properties"]
        assert tool["annotations"].get("readOnlyHint", False) == (
            tool["name"] not in ("create_order", "cancel_order")
        )
    assert orders.tools["cancel_order"]["annotations"]["destructiveHint"] is True
    assert orders.tools["create_order"]["annotations"]["destructiveHint"] is False


def test_a_forecast_has_the_days_that_were_asked_for(weather):
    assert len(weather("get_forecast", location="Oslo")["days"]) == 7
    days = weather("get_forecast", location="tokyo, Japan", days=16)["days"]
    dates = [date.fromisoformat(day["date"]) for day in days]
    assert dates == [dates[0] + timedelta(days=number) for number in range(16)]
    assert all(day["low_c"] < day["high_c"] for day in days)


@pytest.mark.parametrize("days", [0, 17, "many"])
def test_days_out_of_bounds_are_refused(weather, days):
    assert "days" in weather.error("get_forecast", location="Oslo", days=days)


def test_an_unknown_place_is_told_what_is_near_or_known(weather):
    assert "Did you mean Oslo?" in weather.error("get_current", location="Olso")
    assert "Known places: Berlin" in weather.error("get_current", location="Atlantis")


def test_current_weather_and_units_are_told(weather):
    current = weather("get_current", location="Reykjavík")
    assert current["location"] == "Reykjavík"
    assert current["feels_like_c"] <= current["temperature_c"]
    assert {unit["symbol"] for unit in weather("list_units")["result"]} == {"°C", "mm", "km/h"}


def test_the_weather_is_a_function_of_place_and_date(weather_module):
    place, day = weather_module.PLACES["oslo"], date(2026, 11, 21)
    assert weather_module.weather_on(place, day).model_dump(mode="json") == {
        "date": "2026-11-21", "conditions": "Snow", "high_c": 2, "low_c": -5,
        "rain_mm": 3.8, "rain_chance": 75, "wind_kmh": 14,
    }  # fmt: skip


def test_the_weather_is_believable_all_year(weather_module):
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(365)]
    for place in weather_module.PLACES.values():
        year = [weather_module.weather_on(place, day) for day in days]
        assert -25 < min(day.low_c for day in year) < max(day.high_c for day in year) < 45
        assert all(day.rain_chance >= 50 if day.rain_mm else day.rain_chance <= 50 for day in year)
        assert all(day.high_c < 12 for day in year if day.conditions == "Snow")


def test_the_recorded_forecast_is_what_the_server_says_on_that_day(weather_module, monkeypatch):
    monkeypatch.setattr(weather_module, "today", lambda: date(2026, 11, 21))
    config = load_config(ROOT, environ={})
    [forecast] = tool_examples(config, "get_forecast")
    [current] = tool_examples(config, "get_current")
    said = weather_module.get_forecast(**forecast["arguments"]).model_dump(mode="json")
    assert forecast["result"]["structuredContent"] == said
    said = weather_module.get_current(**current["arguments"]).model_dump(mode="json")
    assert current["result"]["structuredContent"] == said


def test_the_shop_opens_with_the_same_orders_everywhere(orders, database):
    found = orders("list_orders", limit=500)
    assert found["total"] == len(found["orders"]) == 250
    assert [order["id"] for order in found["orders"]] == list(range(10250, 10000, -1))
    assert {order["status"] for order in found["orders"]} == {
        "paid", "on hold", "shipped", "refunded", "cancelled",
    }  # fmt: skip
    with closing(sqlite3.connect(database)) as stored:
        assert stored.execute("SELECT COUNT(*) FROM orders").fetchone() == (250,)


def test_the_recorded_orders_are_what_the_server_says(orders):
    config = load_config(EXAMPLES / "orders", environ={})
    for name in ("list_orders", "get_order", "monthly_totals"):
        [example] = tool_examples(config, name)
        assert example["result"]["structuredContent"] == orders(name, **example["arguments"])


def test_orders_are_filtered(orders):
    assert all(order["status"] == "on hold" for order in orders("list_orders", status="on hold")["orders"])
    assert orders("list_orders", customer="WEBER")["total"] == 14
    spring = orders("list_orders", placed_since="2026-04-01", placed_until="2026-04-30")
    assert 0 < spring["total"] < 60
    assert all(order["placed"].startswith("2026-04") for order in spring["orders"])
    assert all(order["total"] >= 1000 for order in orders("list_orders", minimum_total=1000)["orders"])
    assert orders("list_orders", limit=3)["total"] == 250


def test_a_month_adds_up(orders):
    months = orders("monthly_totals")["result"]
    sold = [order for order in orders("list_orders", limit=500)["orders"]
            if order["status"] not in ("cancelled", "refunded")]  # fmt: skip
    assert sum(month["orders"] for month in months) == len(sold)
    assert sum(month["revenue"] for month in months) == pytest.approx(sum(order["total"] for order in sold))
    assert orders("monthly_totals", year=1999 + 2)["result"] == []


def test_an_order_is_created_and_cancelled_once_it_is_not_shipped(orders):
    created = orders(
        "create_order",
        customer={"name": "Ada", "email": "ada@example.com"},
        ship_to={"street": "Storgata 1", "city": "Oslo", "postcode": "0159", "country": "Norway"},
        items=[{"sku": "LMP-101", "quantity": 2}, {"sku": "MUG-012"}],
        note="Ring twice",
    )
    assert created["total"] == pytest.approx(134.75)
    assert created["ship_to"]["country"] == "Norway"
    cancelled = orders("cancel_order", order_id=created["id"], reason="changed my mind")
    assert (cancelled["status"], cancelled["note"]) == ("cancelled", "changed my mind")
    assert orders("cancel_order", order_id=created["id"])["note"] == "changed my mind"


def test_what_cannot_be_done_is_told(orders):
    shipped = orders("list_orders", status="shipped", limit=1)["orders"][0]["id"]
    assert "is shipped" in orders.error("cancel_order", order_id=shipped)
    assert "no order 1" in orders.error("get_order", order_id=1)
    order = {
        "customer": {"name": "A", "email": "a@b.c"},
        "ship_to": {"street": "s", "city": "c", "postcode": "123"},
    }
    assert "no product ABC-123" in orders.error("create_order", items=[{"sku": "ABC-123"}], **order)
    assert "items" in orders.error("create_order", items=[], **order)


def test_the_configurations_of_the_examples_name_tools_that_their_servers_have(weather, orders):
    # `make check` starts the servers as they are configured.
    for folder, server in ((ROOT, weather), (EXAMPLES / "orders", orders)):
        config = load_config(folder, environ={})
        assert config.generated == folder / "generated"
        assert set(config.tools) <= set(server.tools)
