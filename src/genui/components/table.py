"""The table of component types, in the order of the documentation."""

from genui.components.kinds import Component, Prop
from genui.components.props import BODY, GRID, META, ROWS, TONE, TRANSFORM, item, path
from genui.config.hints import CHART_KINDS

TABLE = (
    Component(
        "auto",
        "Looks at the value and chooses: table, chart, cards, key-value, tree, markdown, code, image…",
        {"of": Prop("value", "what to show", default=path("/result"))},
        {"type": "auto"},
    ),
    Component(
        "rows",
        "Finds the rows in whatever comes back and draws them as asked, else as auto would.",
        {
            "of": Prop("value", "what to look at", default=path("/result")),
            "as": Prop(
                "choice",
                "how the rows, or the members of one object, are drawn",
                default="table",
                choices=(
                    *("table", "cards", "list", "timeline", "stat-cards", "key-value", "chart"),
                    *CHART_KINDS,
                ),
            ),
            "transform": TRANSFORM,
            "columns": Prop("columns", "of single columns; the others are inferred"),
            "only": Prop("flag", "the columns given, and no others at first"),
            "front": Prop("keys", "the columns that come first"),
            "x": Prop("key", "what runs along the chart, or heads a card; found where absent"),
            "y": Prop("keys", "the measures of the chart; found where absent"),
            "series": Prop("key", "splits the rows into one series for each of its values"),
            "stacked": Prop("flag", "parts of a whole on top of each other"),
            **GRID,
        },
        {
            "type": "rows",
            "props": {"as": "line", "x": "/date", "columns": [{"key": "/high", "label": "High, °C"}]},
        },
    ),
    Component(
        "table",
        "Rows in columns, with sort, search, paging, CSV and a chooser of columns.",
        {
            "rows": ROWS,
            "transform": TRANSFORM,
            "columns": Prop("columns", "in order; inferred where absent"),
            **GRID,
            "chart": Prop("flag", "a chart above readings over time"),
            "empty": Prop("text", "what to say where there are no rows"),
        },
        {
            "type": "table",
            "title": "Days",
            "props": {
                "rows": path("/result/days"),
                "columns": [
                    {"key": "/date", "label": "Day", "format": "date"},
                    {"key": "/high", "label": "High, °C", "format": "integer", "align": "end"},
                    {
                        "key": "/sky",
                        "label": "Sky",
                        "format": "badge",
                        "tone": {"storm": "bad", "clear": "ok"},
                    },
                ],
                "sort": {"key": "/date"},
                "filters": [{"key": "/sky"}],
                "summary": [{"op": "count", "label": "days", "one": "day"}],
            },
        },
    ),
    Component(
        "cards",
        "One card for each row; a strip is up to ten peers side by side.",
        {
            "rows": ROWS,
            "transform": TRANSFORM,
            "title": Prop("text", "the head of a card", required=True, scope="row"),
            "subtitle": Prop("text", "the line below the head", scope="row"),
            "fields": Prop("fields", "members shown as label and value"),
            "image": Prop("url", "a picture: data URI or image block", scope="row"),
            "strip": Prop("flag", "side by side, scrolled, instead of a grid"),
            "tone": TONE,
        },
        {
            "type": "cards",
            "props": {
                "rows": path("/result/products"),
                "title": item("/name"),
                "subtitle": item("/vendor"),
                "fields": [
                    {"key": "/price", "label": "Price", "format": {"name": "currency", "currency": "EUR"}}
                ],
            },
        },
    ),
    Component(
        "key-value",
        "The members of one object as label and value; nested members open below.",
        {
            "of": Prop("value", "the object", required=True),
            "fields": Prop("fields", "the members in order; all where absent"),
            "inline": Prop("flag", "all in one line of small print"),
            "lead": Prop("flag", "name, states, amount large on top"),
        },
        {
            "type": "key-value",
            "props": {
                "of": path("/result/order"),
                "fields": [{"key": "/placed_at", "label": "Placed", "format": "datetime"}],
            },
        },
    ),
    Component(
        "stat-cards",
        "Two to eight short figures, each with an optional change and trend; no dates, no prose.",
        {"stats": Prop("stats", "the figures", required=True)},
        {
            "type": "stat-cards",
            "props": {
                "stats": [
                    {
                        "label": "Revenue",
                        "value": path("/result/revenue"),
                        "format": {"name": "currency", "currency": "EUR"},
                        "change": path("/result/growth"),
                        "good": "up",
                        "trend": path("/result/by_day"),
                    }
                ]
            },
        },
        measures=("stats",),
    ),
    Component(
        "list",
        "One line for each row: a title and what belongs to it in small print.",
        {
            "rows": ROWS,
            "transform": TRANSFORM,
            "title": Prop("text", "the line", required=True, scope="row"),
            "href": Prop("text", "the address it leads to", scope="row"),
            "meta": Prop("text", "small print below it", scope="row"),
            "fields": META,
            "body": BODY,
            "done": Prop("value", "whether the row is done: makes a checklist", scope="row"),
            "tone": TONE,
        },
        {
            "type": "list",
            "props": {"rows": path("/result/files"), "title": item("/name"), "meta": item("/size")},
        },
    ),
    Component(
        "badges",
        "Short words side by side: tags, labels, states.",
        {
            "of": Prop("value", "words, or one", required=True),
            "tone": Prop("tone", "the tone of each word", scope="row"),
        },
        {"type": "badges", "props": {"of": path("/result/labels")}},
    ),
    Component(
        "progress-bar",
        "How far something has come.",
        {
            "value": Prop("number", "how far", required=True),
            "max": Prop("number", "the value that means done", default=100),
            "label": Prop("text", "what is measured"),
        },
        {"type": "progress-bar", "props": {"value": path("/result/done"), "max": path("/result/total")}},
        measures=("value", "max"),
    ),
    Component(
        "tree",
        "Any JSON value as a tree with search.",
        {
            "of": Prop("value", "the value", required=True),
            "open": Prop("count", "levels open at first", default=2),
        },
        {"type": "tree", "props": {"of": path("/result"), "open": 1}},
    ),
    Component(
        "text",
        "Plain text as it is; a value that is no text is shown as a tree.",
        {"of": Prop("value", "the text", required=True)},
        {"type": "text", "props": {"of": path("/result/summary")}},
    ),
    Component(
        "markdown",
        "Markdown: headings, lists, tables, code, links.",
        {"of": Prop("text", "the markdown", required=True)},
        {"type": "markdown", "props": {"of": path("/result/body")}},
    ),
    Component(
        "code-block",
        "Source text with Copy.",
        {
            "of": Prop("text", "the source", required=True),
            "language": Prop("text", "its language"),
        },
        {"type": "code-block", "props": {"of": path("/result/query"), "language": "sql"}},
    ),
    Component(
        "diff",
        "A unified diff, added and removed lines marked.",
        {"of": Prop("text", "the diff", required=True)},
        {"type": "diff", "props": {"of": path("/result/patch")}},
    ),
    Component(
        "timeline",
        "Rows along time, grouped by day.",
        {
            "rows": ROWS,
            "transform": TRANSFORM,
            "at": Prop(
                "value", "when: ISO text, or seconds or milliseconds since 1970", required=True, scope="row"
            ),
            "until": Prop("value", "when it ends", scope="row"),
            "title": Prop("text", "what happened", required=True, scope="row"),
            "meta": Prop("text", "small print below it", scope="row"),
            "fields": META,
            "body": BODY,
            "tone": TONE,
        },
        {
            "type": "timeline",
            "props": {
                "rows": path("/result/commits"),
                "at": item("/date"),
                "title": item("/message"),
                "meta": {"$concat": [item("/author"), " · ", item("/sha")]},
            },
        },
    ),
    Component(
        "chart",
        "Measures over time or by category; its table is one click away.",
        {
            "kind": Prop(
                "choice",
                "the form",
                required=True,
                choices=CHART_KINDS,
            ),
            "rows": ROWS,
            "transform": TRANSFORM,
            "x": Prop("key", "what runs along the chart; the index of the row where absent"),
            "y": Prop("keys", "the measures", required=True),
            "series": Prop("key", "splits the rows into one series for each of its values"),
            "title": Prop("text", "the chart's title, beside the unit"),
            "unit": Prop("text", "the unit of the measures"),
            "stacked": Prop("flag", "parts of a whole on top of each other"),
            "horizontal": Prop("flag", "bars run to the right, for long names"),
            "xTitle": Prop("text", "the title of the axis along, with its unit: Speed, km/h"),
            "yTitle": Prop("text", "the title of the axis of the measures"),
            "scale": Prop(
                "choice",
                "how the axis of the measures is divided",
                default="linear",
                choices=("linear", "log"),
            ),
            "sort": Prop(
                "choice",
                "the order of bars: by x or y, with - the greatest first; none: as they come",
                default="-y",
                choices=("x", "-x", "y", "-y", "none"),
            ),
            "valueLabels": Prop("flag", "the value at each bar or point, where there is room"),
            "reference": Prop("references", "lines to compare with: a target, a limit"),
            "tone": Prop("tone", "the tone of a row's bar or point", scope="row"),
            "table": Prop("flag", "false: the spec shows the rows in a table of its own", default=True),
        },
        {
            "type": "chart",
            "props": {
                "kind": "line",
                "rows": path("/result/days"),
                "x": "/date",
                "y": [{"key": "/high", "label": "High"}, {"key": "/low", "label": "Low"}],
                "unit": "°C",
            },
        },
        measures=("y",),
    ),
    Component(
        "heatmap",
        "One measure over two categories.",
        {
            "rows": ROWS,
            "transform": TRANSFORM,
            "x": Prop("key", "the columns", required=True),
            "y": Prop("key", "the lines", required=True),
            "value": Prop("key", "the measure", required=True),
        },
        {
            "type": "heatmap",
            "props": {"rows": path("/result/load"), "x": "/hour", "y": "/weekday", "value": "/requests"},
        },
        measures=("value",),
    ),
    Component(
        "dag",
        "What depends on what: nodes {id, label?, status?}, edges {from, to, label?}.",
        {
            "nodes": Prop("rows", "the nodes", required=True),
            "edges": Prop("rows", "the edges", required=True),
        },
        {"type": "dag", "props": {"nodes": path("/result/steps"), "edges": path("/result/links")}},
    ),
    Component(
        "message-list",
        "A transcript: who said what.",
        {
            "rows": ROWS,
            "transform": TRANSFORM,
            "role": Prop("text", "who", required=True, scope="row"),
            "text": Prop("text", "what was said", required=True, scope="row"),
            "at": Prop("value", "when", scope="row"),
        },
        {
            "type": "message-list",
            "props": {
                "rows": path("/result/messages"),
                "role": item("/user"),
                "text": item("/text"),
                "at": item("/ts"),
            },
        },
    ),
    Component(
        "image",
        "A picture: a data URI, base64, or an image block.",
        {
            "src": Prop("url", "the picture", required=True),
            "alt": Prop("text", "what it shows, in words"),
        },
        {"type": "image", "props": {"src": path("/content/0"), "alt": "Screenshot of the page"}},
    ),
    Component(
        "audio",
        "A sound: a data URI or an audio block of the content.",
        {"src": Prop("url", "the sound", required=True)},
        {"type": "audio", "props": {"src": path("/content/0")}},
    ),
    Component(
        "video",
        "A film: a data URI or a resource block of the content.",
        {"src": Prop("url", "the film", required=True)},
        {"type": "video", "props": {"src": path("/content/0")}},
    ),
    Component(
        "links",
        "Web addresses or resource links, opened by the host.",
        {"of": Prop("url", "an array of URLs, of {url, title?} or of resource links, or one", required=True)},
        {"type": "links", "props": {"of": path("/result/sources")}},
    ),
    Component(
        "header",
        "A heading between components.",
        {
            "text": Prop("text", "the heading", required=True),
            "level": Prop("count", "its rank below the view's title, 2 to 6", default=2),
        },
        {"type": "header", "props": {"text": {"$concat": ["Orders of ", path("/input/customer")]}}},
    ),
    Component(
        "section",
        "A headed part of the view; folded it is one line.",
        {
            "title": Prop("text", "the heading", required=True),
            "folded": Prop("flag", "closed at first"),
        },
        {
            "type": "section",
            "props": {"title": "Details", "folded": True},
            "children": [{"type": "tree", "props": {"of": path("/result/details")}}],
        },
        children=True,
    ),
    Component(
        "tabs",
        "One child at a time, chosen by its label.",
        {"labels": Prop("labels", "one label for each child", required=True)},
        {
            "type": "tabs",
            "props": {"labels": ["Days", "Raw"]},
            "children": [
                {"type": "table", "props": {"rows": path("/result/days")}},
                {"type": "tree", "props": {"of": path("/result")}},
            ],
        },
        children=True,
    ),
    Component("divider", "A hairline between components.", {}, {"type": "divider"}),
)
