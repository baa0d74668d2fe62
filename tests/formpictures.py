"""The forms of docs/gallery: tools that ask for much, and what is done to their forms before drawing."""

from typing import Any

from fillform import fill_form

WORD: dict[str, Any] = {"type": "string"}
COUNT: dict[str, Any] = {"type": "integer", "minimum": 1}


def tool(name: str, title: str, about: str, schema: dict[str, Any], **annotations: Any) -> dict[str, Any]:
    return {
        "name": name,
        "title": title,
        "description": about,
        "inputSchema": {"type": "object", **schema},
        "annotations": annotations,
    }


SHORT = tool(
    "get_forecast",
    "Get forecast",
    "Daily high, low and rain for a place, up to 16 days ahead.",
    {
        "properties": {
            "location": {**WORD, "title": "Place", "description": "City, address or postcode"},
            "days": {**COUNT, "maximum": 16, "default": 7},
            "units": {"enum": ["celsius", "fahrenheit"], "default": "celsius"},
        },
        "required": ["location"],
    },
)
ORDER = tool(
    "create_order",
    "Create order",
    "Creates an order and reserves stock. The customer is told by email.",
    {
        "properties": {
            "email": {**WORD, "format": "email"},
            "ship_to": {
                "type": "object",
                "properties": {
                    "street": WORD,
                    "city": WORD,
                    "postcode": {**WORD, "minLength": 1},
                    "country": {"enum": ["Norway", "Sweden", "Denmark", "Finland"], "default": "Norway"},
                },
                "required": ["street", "city", "postcode"],
            },
            "items": {
                "type": "array",
                "minItems": 1,
                "maxItems": 20,
                "items": {
                    "type": "object",
                    "properties": {
                        "sku": WORD,
                        "quantity": COUNT,
                        "unit_price": {"type": "number", "minimum": 0, "description": "EUR"},
                    },
                    "required": ["sku", "quantity"],
                },
            },
            "payment": {
                "oneOf": [
                    {"title": "Card", "properties": {"token": WORD}, "required": ["token"]},
                    {
                        "title": "Invoice",
                        "properties": {
                            "po_number": {**WORD, "title": "Purchase order"},
                            "due_days": {**COUNT, "title": "Due in, days", "description": "14, 30 or 60"},
                        },
                    },
                    {"title": "Gift card", "properties": {"code": WORD}, "required": ["code"]},
                ]
            },
            "coupon": WORD,
            "deliver_by": {**WORD, "format": "date"},
            "note": {**WORD, "title": "Note to warehouse", "maxLength": 500},
            "gift_wrap": {"type": "boolean"},
            "channel": {"enum": ["web", "phone", "shop"]},
            "locale": WORD,
        },
        "required": ["email", "ship_to", "items", "payment"],
    },
)
ORDERED = {
    "email": "freya.lindqvist@",
    "ship_to.street": "Storgata 14",
    "ship_to.city": "Oslo",
    "items.0.sku": "KB-75-NO",
    "items.0.quantity": "1",
    "items.0.unit_price": "129.00",
    "items.1.sku": "CBL-USBC-2M",
    "items.1.quantity": "0",
    "items.1.unit_price": "14.50",
    "payment.@variant": "Invoice",
    "payment.po_number": "PO-2291",
    "payment.due_days": "30",
}
EVENT = tool(
    "create_event",
    "Create event",
    "Adds an event to a calendar and invites people to it.",
    {
        "properties": {
            "summary": {**WORD, "description": "What the event is called"},
            "start": {**WORD, "format": "date-time"},
            "end": {**WORD, "format": "date-time"},
            "time_zone": {
                "enum": ["UTC", "Europe/Berlin", "Europe/Oslo", "America/New_York"],
                "default": "UTC",
            },
            "calendar": {"enum": ["Work", "Home", "Team", "Holidays"], "default": "Work"},
            "all_day": {"type": "boolean", "default": False},
            "location": {**WORD, "description": "Address, room or link"},
            "description": {**WORD, "maxLength": 2000},
            "visibility": {"enum": ["default", "public", "private"]},
            "show_as": {"enum": ["busy", "free"], "default": "busy"},
            "attendees": {"type": "array", "items": {**WORD, "format": "email"}},
            "reminder_minutes": {"type": "integer", "minimum": 0, "maximum": 40320},
            "priority": {"type": "integer", "minimum": 1, "maximum": 5},
            "color": {**WORD, "format": "color"},
            "guests_can_invite": {"type": "boolean"},
            "guests_see_guests": {"type": "boolean"},
            "video_call": {"type": "boolean"},
            "repeat": {"enum": ["daily", "weekly", "monthly", "yearly"]},
            "repeat_until": {**WORD, "format": "date"},
            "url": {**WORD, "format": "uri"},
        },
        "required": ["summary", "start", "end"],
    },
)
LABELS = tool(
    "set_labels",
    "Set labels",
    "Replaces the labels of a resource.",
    {
        "properties": {
            "resource": WORD,
            "labels": {"type": "object", "additionalProperties": WORD},
            "limits": {
                "type": "object",
                "additionalProperties": {
                    "type": "object",
                    "properties": {"cpu": {"type": "number"}, "memory_mb": COUNT},
                    "required": ["cpu"],
                },
            },
        },
        "required": ["resource", "labels", "limits"],
    },
)
DELETE = tool(
    "delete_repository",
    "Delete repository",
    "Removes a repository with its issues, releases and wiki.",
    {
        "properties": {
            "repository": WORD,
            "notify": {"type": "boolean", "title": "Tell its 14 watchers", "default": True},
        },
        "required": ["repository"],
    },
    destructiveHint=True,
)
WEBHOOK = tool(
    "create_webhook",
    "Create webhook",
    "Calls an address whenever something happens in a repository.",
    {
        "properties": {
            "repository": WORD,
            "events": {
                "type": "array",
                "uniqueItems": True,
                "items": {"enum": ["push", "pull_request", "release", "issue"]},
                "default": ["push"],
            },
            "headers": {
                "type": "object",
                "description": "Sent with every call.",
                "additionalProperties": WORD,
            },
            "retry": {"type": "number", "minimum": 0, "maximum": 5, "default": 2},
            "active": {"type": "boolean", "default": True},
            "secret": WORD,
        },
        "required": ["repository", "events", "headers"],
    },
)
HEADERS = {
    "headers.@key.0": "x-team",
    "headers.@value.0": "payments",
    "headers.@key.1": "x-source",
    "headers.@value.1": "ci",
}
LABELLED = {
    "resource": "checkout",
    "labels.@key.0": "team",
    "labels.@value.0": "payments",
    "labels.@key.1": "tier",
    "labels.@value.1": "critical",
    "limits.@key.0": "worker",
    "limits.@value.0.cpu": "0.5",
}

FORMS: dict[str, dict[str, Any]] = {
    "form-short": {"tool": SHORT},
    "form-order": {"tool": ORDER, "fill": ORDERED, "run": True},
    "form-webhook": {"tool": WEBHOOK, "fill": HEADERS, "theme": "dark"},
    "form-order-phone": {"tool": ORDER, "fill": ORDERED, "run": True, "width": 320},
    "form-long": {"tool": EVENT, "open": True},
    "form-labels": {"tool": LABELS, "fill": LABELLED},
    "form-confirm": {"tool": DELETE, "fill": {"repository": "acme/legacy-api"}, "run": True},
}


def prepare(frame: Any, picture: dict[str, Any]) -> None:
    """Fill in, open and run a form as its picture wants it."""
    fill_form(frame, picture.get("fill", {}).items())
    if picture.get("open"):
        frame.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    if picture.get("run"):
        frame.locator("[data-submit]").click()
    frame.evaluate("document.activeElement?.blur()")
