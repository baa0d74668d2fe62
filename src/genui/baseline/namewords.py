"""Words of member names, by what they say of a value."""

IDENTIFIERS = frozenset(
    {
        *(
            "id",
            "ids",
            "uid",
            "gid",
            "pid",
            "uuid",
            "guid",
            "key",
            "code",
            "zip",
            "zipcode",
            "postcode",
            "phone",
        ),
        *("port", "sku", "isbn", "ean", "number", "no", "year", "hash", "version", "line", "row", "index"),
        *("rank", "page", "position", "offset", "seed", "serial", "sequence", "iid", "ref"),
        *("n", "nr", "num", "idx", "ordinal", "#"),
    }
)
"""Last words of numbers that name something instead of measuring it."""

PLACES = frozenset({"lat", "latitude", "lon", "lng", "longitude"})
STATES = frozenset(
    {
        "status",
        "state",
        "level",
        "priority",
        "severity",
        "stage",
        "conclusion",
        "health",
        "phase",
        "outcome",
        "verdict",
    }
)
GRADES = frozenset(
    {"score", "similarity", "confidence", "relevance", "weight", "index", "threshold", "temperature"}
)
"""Last words of numbers from 0 to 1 that are no parts of a whole."""
MOMENTS = frozenset(
    {"at", "time", "timestamp", "datetime", "created", "updated", "modified", "expires", "ts"}
)
PERIODS = frozenset(
    {"date", "day", "week", "month", "quarter", "year", "hour", "time", "timestamp", "period"}
)
CLOCKS = frozenset({"epoch", "unix", "timestamp", "ts"})
"""Words that make a number beside a unit of time a moment: "epoch_ms"."""

SPANS = frozenset(
    {
        *("response", "execution", "processing", "load", "run", "wait", "elapsed", "total", "lead", "cycle"),
        *("travel", "cooking", "cook", "prep", "build", "render", "cpu", "idle", "play", "average", "avg"),
        *("mean", "max", "min", "median", "reading", "round", "turnaround", "query", "compile", "delay"),
    }
)
"""Words before "time" that make it a length."""

TIMED = frozenset(
    {
        *("duration", "elapsed", "timeout", "latency", "time", "took", "uptime", "delay", "runtime", "wait"),
        *(
            "prep",
            "cook",
            "sleep",
            "departure",
            "arrival",
            "dwell",
            "walk",
            "travel",
            "reading",
            "target",
            "remaining",
        ),
    }
)
"""Words before "s" and "min" that make them units, and no plural or least."""

MONEY = frozenset(
    {
        *("amount", "balance", "price", "total", "subtotal", "fee", "cost", "tax", "net", "gross", "paid"),
        *("due", "refund", "refunded", "discount", "revenue", "charge", "salary", "value", "payout", "spent"),
    }
)
"""Words of amounts, beside which "minor" is a unit."""

SIZES = frozenset({"size", "file_size", "size_on_disk"})
FILES = frozenset(
    {"path", "modified", "mtime", "modified_at", "mime_type", "extension", "filename", "encoding"}
)
"""Members that only files have, beside which a size is one of bytes."""
TOKEN_TIMES = frozenset({"iat", "exp", "nbf", "auth_time"})
"""Times of a JSON Web Token (RFC 7519, section 4.1); alone, "exp" may be anything."""

SUMS = frozenset(
    {
        *("price", "subtotal", "amount", "cost", "fee", "tax", "balance", "revenue", "salary", "shipping"),
        *("budget", "income", "expense", "expenses", "profit", "payout", "copay", "duty", "vat"),
    }
)
"""Words of numbers that are money whatever the currency, and so have two decimals."""
