"""The database behind orders_server.py: sqlite, filled on first use with the same orders everywhere."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from unicodedata import normalize

TABLES = """
CREATE TABLE IF NOT EXISTS orders (
    id INTEGER PRIMARY KEY, name TEXT, email TEXT, street TEXT, city TEXT, postcode TEXT, country TEXT,
    status TEXT, placed TEXT, shipped TEXT, payment TEXT, note TEXT
);
CREATE TABLE IF NOT EXISTS items (
    order_id INTEGER REFERENCES orders, sku TEXT, product TEXT, quantity INTEGER, cents INTEGER
);
CREATE VIEW IF NOT EXISTS totals AS
    SELECT orders.*, SUM(quantity) AS items, SUM(quantity * cents) / 100.0 AS total
    FROM orders JOIN items ON order_id = id GROUP BY id;
"""
ADDRESS = ["name", "email", "street", "city", "postcode", "country"]
COLUMNS = [*ADDRESS, "status", "placed", "shipped", "payment", "note"]

PRODUCTS = {
    "LMP-101": ("Desk lamp", 5990),
    "LMP-204": ("Floor lamp", 14900),
    "CHR-310": ("Oak chair", 18900),
    "TBL-120": ("Dining table", 64900),
    "SHF-055": ("Wall shelf", 7450),
    "RUG-180": ("Wool rug", 22900),
    "MUG-012": ("Stoneware mug", 1495),
    "VAS-033": ("Glass vase", 3900),
    "BLK-090": ("Linen blanket", 8900),
    "CLK-007": ("Wall clock", 4500),
}
"""Name and price in cents by SKU."""

NAMES = """
Freya Lindqvist, Tomás Herrera, Aiko Watanabe, Priya Raman, Liam O'Connor, Nadia Benali, Jonas Weber,
Chloé Marchand, Mateusz Kowalczyk, Grace Adeyemi, Elif Yılmaz, Sofia Rossi, Noah de Vries, Ingrid Solberg,
Marta Nowak, Daniel Fischer, Amira Haddad, Pedro Costa
"""
CITIES = [
    ("Storgata", "Oslo", "0159", "Norway"),
    ("Drottninggatan", "Stockholm", "111 22", "Sweden"),
    ("Torstraße", "Berlin", "10119", "Germany"),
    ("Rue de Turenne", "Paris", "75003", "France"),
    ("Calle Mayor", "Madrid", "28013", "Spain"),
    ("Ulica Długa", "Kraków", "31-147", "Poland"),
]
NOTES = ["Leave with the neighbour", "Call before delivery", "Gift, no invoice in the parcel"]

FIRST_ID, ORDERS = 10_001, 250
LATEST = datetime.fromisoformat("2026-11-20T18:00:00+00:00")


class Orders:
    """The orders in one database file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def connect(self) -> sqlite3.Connection:
        """Open the database; fill it when it is new."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(self.path)
        database.row_factory = sqlite3.Row
        database.executescript(TABLES)
        with database:
            database.execute("BEGIN IMMEDIATE")
            if not database.execute("SELECT COUNT(*) FROM orders").fetchone()[0]:
                fill(database)
        return database

    def query(self, statement: str, *values: Any) -> list[dict[str, Any]]:
        """Run a statement and return its rows."""
        with closing(self.connect()) as database, database:
            return [dict(row) for row in database.execute(statement, values)]

    def add(self, order: dict[str, Any], items: list[tuple[str, int]]) -> int:
        """Store an order of (SKU, quantity) items at today's prices and return its number."""
        with closing(self.connect()) as database, database:
            return insert(database, order, items)


def insert(database: sqlite3.Connection, order: dict[str, Any], items: list[tuple[str, int]]) -> int:
    """Insert an order and return its number."""
    marks = ", ".join("?" * len(COLUMNS))
    values = [order.get(column) for column in COLUMNS]
    number = database.execute(f"INSERT INTO orders ({', '.join(COLUMNS)}) VALUES ({marks})", values).lastrowid
    assert number is not None
    rows = [(number, sku, PRODUCTS[sku][0], quantity, PRODUCTS[sku][1]) for sku, quantity in items]
    database.executemany("INSERT INTO items VALUES (?, ?, ?, ?, ?)", rows)
    return number


def fill(database: sqlite3.Connection) -> None:
    """Insert the orders that every copy of this shop begins with."""
    chance = Random(10_250)
    ages = sorted((chance.random() ** 1.3 * 320 for _ in range(ORDERS)), reverse=True)
    database.execute("INSERT INTO orders (id) VALUES (?)", [FIRST_ID - 1])  # so that numbers start after it
    for age in ages:
        insert(database, invented(chance, LATEST - timedelta(days=age)), invented_items(chance))
    database.execute("DELETE FROM orders WHERE id = ?", [FIRST_ID - 1])


def invented(chance: Random, placed: datetime) -> dict[str, Any]:
    """Make up an order: old ones are shipped or refunded, new ones may still wait."""
    name = chance.choice(NAMES.strip().replace("\n", " ").split(", "))
    street, city, postcode, country = chance.choice(CITIES)
    waiting = (LATEST - placed).days < 6
    status = chance.choices(
        ["paid", "on hold", "shipped", "refunded", "cancelled"],
        [50, 15, 35, 0, 3] if waiting else [0, 1, 88, 7, 4],
    )[0]
    address = normalize("NFKD", name.lower().replace("ı", "i")).encode("ascii", "ignore").decode()
    shipped = placed + timedelta(days=chance.randint(0, 3))
    return {
        "name": name,
        "email": f"{address.replace(' ', '.')}@example.com",
        "street": f"{street} {chance.randint(1, 120)}",
        "city": city,
        "postcode": postcode,
        "country": country,
        "status": status,
        "placed": placed.isoformat(timespec="minutes"),
        "shipped": min(shipped, LATEST).date().isoformat() if status in ("shipped", "refunded") else None,
        "payment": chance.choices(["card", "invoice", "gift card"], [70, 25, 5])[0],
        "note": chance.choice(NOTES) if chance.random() < 0.15 else None,
    }


def invented_items(chance: Random) -> list[tuple[str, int]]:
    """Make up one to four lines; small things are bought in numbers."""
    skus = chance.sample(list(PRODUCTS), chance.choices([1, 2, 3, 4], [45, 30, 17, 8])[0])
    return [(sku, chance.randint(1, 6 if PRODUCTS[sku][1] < 5000 else 2)) for sku in skus]
