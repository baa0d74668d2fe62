"""Draw docs/gallery and the situations in the strict host of the tests: `make gallery`, NAMES=… for some."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chromium
from browser import Pages
from conftest import linked
from formpictures import FORMS, prepare
from playwright.sync_api import sync_playwright
from previewpictures import draw_previews
from reviewpictures import draw_review
from situationpictures import draw_situations
from specpictures import SPECS

if TYPE_CHECKING:
    from collections.abc import Callable

GALLERY = Path(__file__).parents[1] / "docs" / "gallery"
HOST = {"serverTools": {}, "openLinks": {}, "downloadFile": {}}
NO_INPUT: dict[str, Any] = {"type": "object", "properties": {}}

CITIES = ["Nordlicht GmbH", "Atelier Weiss", "Blue Harbor Ltd", "Café Central", "Delta Foods", "Elm & Co"]
STATES = ["paid", "shipped", "on hold", "failed"]
ORDERS = [
    {
        "id": 4800 + i,
        "customer": CITIES[i * 5 % 6],
        "status": STATES[i * 7 % 4],
        "items": 1 + i * 3 % 7,
        "total": round(20 + i * 137.35 % 900, 2),
        "placed_at": f"2026-11-{20 - i % 18:02}T{8 + i % 9:02}:{i * 7 % 60:02}:00Z",
    }
    for i in range(48)
]
FORECAST = [
    {"date": f"2026-11-{21 + i}", "high": high, "low": low, "rain_mm": rain, "sky": sky}
    for i, (high, low, rain, sky) in enumerate(
        [
            (7.4, 1.8, 0.0, "clear"),
            (8.9, 3.1, 0.4, "cloudy"),
            (6.2, 2.5, 7.8, "rain"),
            (4.1, 0.2, 11.3, "rain"),
            (2.6, -1.9, 2.1, "snow"),
            (3.8, -2.4, 0.0, "clear"),
            (5.5, -0.7, 0.0, "clear"),
        ]
    )
]
LOG = """commit 3f9c2ab714e05d6c1f1e7e1d5a0b8c9d2e3f4a5b
Author: Mina Okafor <mina@example.org>
Date:   Fri Nov 20 16:42:11 2026 +0100

    Keep the head of a table in sight

commit 91d04e7c2b8a6f5039c4d1e2f7a8b9c0d1e2f3a4
Author: Jonas Brandt <jonas@example.org>
Date:   Thu Nov 19 09:15:30 2026 +0100

    Search long lists in slices

    Typing was held up while every value was formatted anew.

commit 5be77a10c9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4
Author: Mina Okafor <mina@example.org>
Date:   Wed Nov 18 18:03:59 2026 +0100

    Say what a number is in the run line
"""
FILES = {
    "name": "shop",
    "type": "directory",
    "children": [
        {"name": "README.md", "type": "file", "size": 4120},
        {
            "name": "src",
            "type": "directory",
            "children": [
                {"name": "orders.py", "type": "file", "size": 18230},
                {"name": "stock.py", "type": "file", "size": 9411},
                {
                    "name": "api",
                    "type": "directory",
                    "children": [{"name": "v2.py", "type": "file", "size": 7702}],
                },
            ],
        },
        {
            "name": "tests",
            "type": "directory",
            "children": [{"name": "test_orders.py", "type": "file", "size": 6120}],
        },
    ],
}
SERIES = [
    {
        "time": f"2026-11-21T{h:02}:{m:02}:00Z",
        "requests": 320 + (h * 53 + m * 7) % 260 + h * 14,
        "errors": (h * m) % 9,
    }
    for h in range(24)
    for m in (0, 30)
]
NOTES = """# Release 2.4

Search is **a hundred times** faster on long lists, and rows can start other tools.

## What changed

- Tables keep their head in sight
- Every column has a filter: words, a choice or a range
- `genui components` lists the catalogue

1. Build the views again
2. Review `generated/`

> Views that were reviewed are served as they are.

| area | before | now |
|---|---|---|
| first search | 9.8 s | 0.1 s |
| page | 184 KB | 137 KB |
"""
ARABIC = [
    {"الاسم": "ليلى حداد", "المدينة": "بيروت", "الحالة": "active", "الرصيد": 1250.5},
    {"الاسم": "عمر الخطيب", "المدينة": "عمّان", "الحالة": "pending", "الرصيد": 310},
    {"الاسم": "سارة منصور", "المدينة": "القاهرة", "الحالة": "active", "الرصيد": 87.25},
]


def text(words: str, **more: Any) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": words}], **more}


def data(value: Any) -> dict[str, Any]:
    return {"content": [], "structuredContent": value}


def tool(name: str, title: str, **properties: Any) -> dict[str, Any]:
    return {"name": name, "title": title, "inputSchema": {"type": "object", "properties": properties}}


WORD = {"type": "string"}
ACTIONS = [{"tool": "get_order", "label": "Get order", "arguments": {"order_id": {"$item": "/id"}}}]


def open_row(frame: Any) -> None:
    frame.get_by_text("4801").click()


PICTURES: dict[str, dict[str, Any]] = (
    {
        "weather": {
            "tool": tool("get_forecast", "Get forecast", location=WORD),
            "input": {"location": "Zürich"},
            "result": data({"location": "Zürich", "days": FORECAST}),
        },
        "orders": {
            "tool": tool("list_orders", "List orders", status=WORD),
            "input": {"status": "all"},
            "result": data({"orders": ORDERS, "total": 48}),
            "spec": {"actions": ACTIONS},
            "act": open_row,
        },
        "git-log": {
            "tool": tool("git_log", "Git log", repo=WORD),
            "input": {"repo": "shop"},
            "result": text(LOG),
        },
        "sqlite-rows": {
            "tool": tool("read_query", "Read query", sql=WORD),
            "input": {"sql": "SELECT * FROM stock"},
            "result": text(
                "[{'sku': 'A-17', 'name': 'Desk lamp', 'stock': 14, 'price': 39.9, 'note': None}, "
                "{'sku': 'B-02', 'name': 'Oak shelf', 'stock': 0, 'price': 129.0, 'note': 'back in May'}, "
                "{'sku': 'C-55', 'name': 'Wool rug', 'stock': 3, 'price': 210.5, 'note': None}, "
                "{'sku': 'D-08', 'name': 'Side table', 'stock': 22, 'price': 74.25, 'note': ''}]"
            ),
        },
        "file-tree": {
            "tool": tool("directory_tree", "Directory tree", path=WORD),
            "input": {"path": "/shop"},
            "result": data(FILES),
        },
        "time-series": {
            "tool": tool("get_metrics", "Get metrics", service=WORD),
            "input": {"service": "checkout"},
            "result": data({"series": SERIES}),
        },
        "stat-cards": {
            "tool": tool("get_summary", "Get summary", month=WORD),
            "input": {"month": "November"},
            "result": data(
                {"revenue_eur": 1284300, "orders": 8412, "refund_percent": 1.4, "avg_delivery_hours": 41.5}
            ),
        },
        "markdown": {
            "tool": tool("get_notes", "Get release notes", version=WORD),
            "input": {"version": "2.4"},
            "result": text(NOTES),
        },
        "error": {
            "tool": tool("get_forecast", "Get forecast", location=WORD),
            "input": {"location": "Zürich"},
            "result": text(
                "Error executing tool get_forecast: connect ETIMEDOUT 203.0.113.7:443", isError=True
            ),
        },
        "dark": {
            "tool": tool("get_forecast", "Get forecast", location=WORD),
            "input": {"location": "Zürich"},
            "result": data({"location": "Zürich", "days": FORECAST}),
            "theme": "dark",
        },
        "narrow": {
            "tool": tool("list_orders", "List orders", status=WORD),
            "input": {"status": "all"},
            "result": data({"orders": ORDERS[:9], "total": 9}),
            "width": 320,
        },
        "right-to-left": {
            "tool": tool("list_customers", "قائمة العملاء", city=WORD),
            "input": {},
            "result": data({"rows": ARABIC}),
            "locale": "ar-EG",
        },
    }
    | FORMS
    | SPECS
)


def draw(pages: Pages, name: str, picture: dict[str, Any]) -> None:
    """Show one view and save its picture."""
    spec = {"version": 1, "result": [{"type": "auto"}], **picture.get("spec", {})}
    is_form = "result" not in picture
    view = pages.open_view(
        linked(picture["tool"], None if is_form else spec),
        tool=picture["tool"],
        theme=picture.get("theme", "light"),
        width=picture.get("width", 680),
        locale=picture.get("locale", "en-GB"),
        time_zone="Europe/Zurich",
        host_capabilities=HOST,
    )
    if is_form:
        prepare(view.frame, picture)
    else:
        view.send_input(picture["input"])
        view.send_result(picture["result"])
    act: Callable[[Any], None] = picture.get("act", lambda frame: None)
    act(view.frame)
    view.settle()
    view.screenshot(GALLERY / f"{name}.png")
    pages.close_shown()


def main(names: list[str]) -> None:
    with sync_playwright() as playwright, chromium.launched(playwright) as browser:
        pages = Pages(browser)
        for name in [one for one in names if one in PICTURES] or ([] if names else PICTURES):
            draw(pages, name, PICTURES[name])
        if not names or "situations" in names:
            draw_situations(pages, HOST)
        if not names or "preview" in names:
            draw_previews(pages, GALLERY)
        if not names or "review" in names:
            draw_review(browser, GALLERY)


if __name__ == "__main__":
    main(sys.argv[1:])
