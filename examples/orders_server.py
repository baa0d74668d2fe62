"""A plain MCP server over the orders of a small shop: python examples/orders_server.py [DATABASE]

On its first start it writes a sqlite file with 250 orders, the same ones everywhere.
"""

import sys
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from orders_data import PRODUCTS, Orders
from pydantic import BaseModel, Field

Status = Literal["paid", "on hold", "shipped", "refunded", "cancelled"]
OrderNumber = Annotated[int, Field(title="Order", description="Number of the order.", examples=[10250])]


class OrderRow(BaseModel):
    """An order in a list."""

    id: int = Field(title="Order")
    customer: str
    status: Status
    placed: datetime
    items: int = Field(description="Pieces ordered.")
    total: float = Field(title="Total, EUR")
    shipped: date | None


class OrderList(BaseModel):
    """Orders that match, and how many there are in all."""

    total: int = Field(title="Matching orders")
    orders: list[OrderRow]


class Customer(BaseModel):
    """Who ordered."""

    name: str = Field(min_length=1)
    email: str = Field(pattern=r"^[^@\s]+@[^@\s]+\.[^@\s]+$", json_schema_extra={"format": "email"})


class Address(BaseModel):
    """Where an order goes."""

    street: str = Field(min_length=1)
    city: str = Field(min_length=1)
    postcode: str = Field(min_length=3, max_length=10)
    country: Literal["Norway", "Sweden", "Germany", "France", "Spain", "Poland"] = "Germany"


class NewItem(BaseModel):
    """A product and how many of it."""

    sku: str = Field(title="SKU", pattern=r"^[A-Z]{3}-\d{3}$", examples=["LMP-101", "MUG-012"])
    quantity: int = Field(default=1, ge=1, le=99)


class Item(NewItem):
    """A line of an order."""

    product: str
    unit_price: float = Field(title="Unit price, EUR")


class Order(BaseModel):
    """An order with everything known about it."""

    id: int = Field(title="Order")
    status: Status
    placed: datetime
    shipped: date | None
    customer: Customer
    ship_to: Address
    items: list[Item]
    total: float = Field(title="Total, EUR")
    payment: str
    note: str | None


class Month(BaseModel):
    """The sales of one month."""

    month: str = Field(examples=["2026-03"])
    orders: int
    revenue: float = Field(title="Revenue, EUR")
    average: float = Field(title="Average order, EUR")


server = MCPServer("orders", version="1.0.0", instructions="Orders of a small shop.", log_level="WARNING")
shop = Orders(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "orders" / "orders.db")

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
WRITES = ToolAnnotations(destructive_hint=False, open_world_hint=False)
DESTROYS = ToolAnnotations(destructive_hint=True, idempotent_hint=True, open_world_hint=False)


@server.tool(title="List orders", annotations=READS)
def list_orders(
    status: Annotated[Status | None, Field(description="Only orders in this state.")] = None,
    customer: Annotated[str | None, Field(description="Part of the customer's name.")] = None,
    placed_since: Annotated[date | None, Field(description="First day.")] = None,
    placed_until: Annotated[date | None, Field(description="Last day.")] = None,
    minimum_total: Annotated[float | None, Field(title="Minimum total, EUR", ge=0)] = None,
    limit: Annotated[int, Field(description="Most orders to return.", ge=1, le=500)] = 50,
) -> OrderList:
    """Find orders, newest first."""
    filters = {
        "status = ?": status,
        "instr(lower(name), lower(?))": customer,
        "date(placed) >= ?": placed_since and placed_since.isoformat(),
        "date(placed) <= ?": placed_until and placed_until.isoformat(),
        "total >= ?": minimum_total,
    }
    given = {test: value for test, value in filters.items() if value is not None}
    where = " AND ".join(given) or "true"
    rows = shop.query(
        f"SELECT *, name AS customer FROM totals WHERE {where} ORDER BY placed DESC", *given.values()
    )
    return OrderList(total=len(rows), orders=[OrderRow.model_validate(row) for row in rows[:limit]])


@server.tool(title="Order", annotations=READS)
def get_order(order_id: OrderNumber) -> Order:
    """One order with its customer, address and items."""
    rows = shop.query("SELECT * FROM totals WHERE id = ?", order_id)
    if not rows:
        raise ToolError(f"There is no order {order_id}. List orders shows which there are.")
    items = shop.query("SELECT *, cents / 100.0 AS unit_price FROM items WHERE order_id = ?", order_id)
    return Order.model_validate({**rows[0], "customer": rows[0], "ship_to": rows[0], "items": items})


@server.tool(title="Monthly totals", annotations=READS)
def monthly_totals(
    year: Annotated[int, Field(description="Calendar year.", ge=2000, le=2100)] = 2026,
) -> list[Month]:
    """Orders and revenue of each month, without cancelled and refunded orders."""
    rows = shop.query(
        """SELECT strftime('%Y-%m', placed) AS month, COUNT(*) AS orders,
                  ROUND(SUM(total), 2) AS revenue, ROUND(AVG(total), 2) AS average
           FROM totals WHERE status NOT IN ('cancelled', 'refunded') AND strftime('%Y', placed) = ?
           GROUP BY month ORDER BY month""",
        str(year),
    )
    return [Month.model_validate(row) for row in rows]


@server.tool(title="Create order", annotations=WRITES)
def create_order(
    customer: Customer,
    ship_to: Annotated[Address, Field(title="Ship to")],
    items: Annotated[list[NewItem], Field(min_length=1, max_length=20)],
    payment: Literal["card", "invoice", "gift card"] = "card",
    note: Annotated[str | None, Field(title="Note to warehouse", max_length=500)] = None,
) -> Order:
    """Place an order at today's prices."""
    for item in items:
        if item.sku not in PRODUCTS:
            raise ToolError(f"There is no product {item.sku}. Products: {', '.join(PRODUCTS)}.")
    values = {
        **customer.model_dump(),
        **ship_to.model_dump(),
        "status": "paid",
        "placed": datetime.now(UTC).isoformat(timespec="minutes"),
        "payment": payment,
        "note": note,
    }
    return get_order(shop.add(values, [(item.sku, item.quantity) for item in items]))


@server.tool(title="Cancel order", annotations=DESTROYS)
def cancel_order(
    order_id: OrderNumber,
    reason: Annotated[str | None, Field(description="Kept as the order's note.", max_length=200)] = None,
) -> Order:
    """Cancel an order that is not shipped yet. This cannot be undone."""
    found = get_order(order_id)
    if found.status not in ("paid", "on hold", "cancelled"):
        raise ToolError(
            f"Order {order_id} is {found.status}; only paid orders and those on hold can be cancelled."
        )
    shop.query(
        "UPDATE orders SET status = 'cancelled', note = COALESCE(?, note) WHERE id = ?", reason, order_id
    )
    return get_order(order_id)


if __name__ == "__main__":
    shop.connect().close()
    server.run()
