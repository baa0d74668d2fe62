"""Pictures of what only a spec asks for: totals, shades, tones, meta lines, lines to compare with."""

from typing import Any

EURO = {"name": "currency", "currency": "EUR"}
WORD = {"type": "string"}


def asking(name: str, title: str, **properties: Any) -> dict[str, Any]:
    return {"name": name, "title": title, "inputSchema": {"type": "object", "properties": properties}}


def data_of(value: Any) -> dict[str, Any]:
    return {"content": [], "structuredContent": value}


ORDERS = [
    {"id": 4800 + at, "customer": customer, "status": status, "total": total, "items": items}
    for at, (customer, status, total, items) in enumerate(
        [
            ("Nordlicht GmbH", "paid", 20.0, 1),
            ("Café Central", "failed", 157.35, 4),
            ("Elm & Co", "on hold", 294.7, 7),
            ("Delta Foods", "shipped", 432.05, 3),
            ("Blue Harbor Ltd", "paid", 569.4, 6),
            ("Elm & Co", "failed", 706.75, 2),
        ]
    )
]
LATE = {"$if": {"$eq": [{"$item": "/status"}, "failed"]}, "then": "bad"}
ORDER_TABLE = {
    "type": "table",
    "props": {
        "rows": {"$path": "/result/orders"},
        "columns": [
            {"key": "/id", "label": "Order", "format": "code"},
            {"key": "/customer", "label": "Customer"},
            {
                "key": "/status",
                "label": "Status",
                "format": "badge",
                "tone": {"shipped": "ok", "failed": "bad"},
            },
            {"key": "/total", "label": "Total", "format": EURO, "shade": {}, "aggregate": "sum"},
        ],
        "filters": [{"key": "/status"}],
        "summary": [
            {"op": "count", "label": "orders"},
            {"op": "distinct", "key": "/customer", "label": "customers"},
        ],
        "tone": LATE,
        "detail": [{"type": "key-value", "props": {"of": {"$item": ""}}}],
    },
}
COHORTS = [
    {"cohort": cohort, "month": f"M{month}", "share": round(0.97 ** (row + 1) / (1 + month * 0.3), 2)}
    for row, cohort in enumerate(["January", "February", "March", "April", "May"])
    for month in range(6 - row)
]
RETENTION = {
    "type": "table",
    "title": "Customers who came back",
    "props": {
        "rows": {"$path": "/result"},
        "transform": [{"pivot": {"row": "/cohort", "column": "/month", "value": "/share"}}],
        "columns": [
            {"key": "/row", "label": "Joined in"},
            {
                "key": "/cells",
                "format": {"name": "percent", "ratio": True, "digits": 0},
                "shade": {"domain": [0, 1]},
            },
        ],
    },
}
INCIDENTS = [
    {"at": "2026-11-20T14:02:00Z", "what": "Payments answer again", "sha": "3f9c2ab", "kind": "resolved"},
    {
        "at": "2026-11-20T13:41:00Z",
        "what": "Payments time out",
        "sha": "91d04e7",
        "kind": "critical",
        "about": "The pool of connections was exhausted after the change of its limit.",
    },
    {
        "at": "2026-11-19T09:10:00Z",
        "what": "Limit of connections changed",
        "sha": "91d04e7",
        "kind": "change",
    },
]
EVENTS = {
    "type": "timeline",
    "props": {
        "rows": {"$path": "/result"},
        "at": {"$item": "/at"},
        "title": {"$item": "/what"},
        "fields": [
            {
                "key": "/kind",
                "format": "badge",
                "tone": {"critical": "bad", "resolved": "ok", "change": "neutral"},
            },
            {"key": "/sha", "format": "code"},
        ],
        "body": {"$item": "/about"},
        "tone": {"$if": {"$eq": [{"$item": "/kind"}, "critical"]}, "then": "bad"},
    },
}
TASKS = [
    {"text": "Write the release notes", "done": True, "part": 100},
    {"text": "Translate them", "done": False, "part": 60},
    {"text": "Tell the customers", "done": False, "part": 0},
]
TASK_LIST = {
    "type": "list",
    "props": {
        "rows": {"$path": "/result"},
        "title": {"$item": "/text"},
        "done": {"$item": "/done"},
        "fields": [{"key": "/part", "format": "progress"}],
    },
}
LATENCY = [{"day": f"2026-11-{14 + at}", "ms": ms} for at, ms in enumerate([82, 74, 96, 1240, 310, 88, 79])]
LATENCY_CHART = {
    "type": "chart",
    "title": "Slowest answers",
    "props": {
        "kind": "bar",
        "rows": {"$path": "/result"},
        "x": "/day",
        "y": [{"key": "/ms", "label": "Slowest answer"}],
        "unit": "ms",
        "scale": "log",
        "valueLabels": True,
        "tone": {"$if": {"$gt": [{"$item": "/ms"}, 500]}, "then": "bad"},
        "reference": [{"value": 500, "label": "Promised", "tone": "warn"}],
        "yTitle": "Milliseconds, in powers of ten",
    },
}

SPECS: dict[str, dict[str, Any]] = {
    "table-totals": {
        "tool": asking("list_orders", "List orders", status=WORD),
        "input": {"status": "all"},
        "result": data_of({"orders": ORDERS}),
        "spec": {"result": [ORDER_TABLE]},
        "act": lambda frame: frame.get_by_role("button", name="Details").nth(1).click(),
    },
    "matrix": {
        "tool": asking("get_retention", "Get retention", year=WORD),
        "input": {"year": "2026"},
        "result": data_of(COHORTS),
        "spec": {"result": [RETENTION]},
    },
    "timeline": {
        "tool": asking("list_events", "List events", service=WORD),
        "input": {"service": "checkout"},
        "result": data_of(INCIDENTS),
        "spec": {"result": [EVENTS]},
    },
    "checklist": {
        "tool": asking("list_tasks", "List tasks", owner=WORD),
        "input": {"owner": "Mina"},
        "result": data_of(TASKS),
        "spec": {"result": [TASK_LIST]},
    },
    "reference-line": {
        "tool": asking("get_latency", "Get latency", service=WORD),
        "input": {"service": "checkout"},
        "result": data_of(LATENCY),
        "spec": {"result": [LATENCY_CHART]},
    },
}
