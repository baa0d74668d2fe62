"""Phrases by the value that they name: formats, currencies, controls, extremes, numbers."""

from collections.abc import Mapping

FORMATS: Mapping[str, str] = {
    "percent": "% sign | percent sign | percentage sign | % symbol | % sign behind | % sign after | % behind | percent | percentage | % | pct | per cent | percentage point",
    "currency": "currency | money | amount of money | monetary | money amount | cash",
    "integer": "integer | whole number | int | rounded | round number | no decimal | no decimals | no cents | without cents | with no cents | without the cents | no pennies | without decimals | zero decimals | full number | whole | no fraction | without decimal places | no decimal place | without decimal | rounded number",
    "weekday": "weekday | day of the week | name of the day | weekday name | day name",
    "month": "month and year | month only | just the month",
    "year": "year only | just the year",
    "code": "code font",
    "progress": "with a bar | as a bar | percent with a bar | percentage with a bar | bar in the cell | percentage bar | progress bar | progress bars",
    "ordinal": "ordinal",
    "date": "no clock time | no clock | without the clock | drop the time | drop the times | cut the time | cut the times | strip the time | lose the time | skip the time | ditch the time | no times | hide the time | remove the time | without the times | just date | only date | date | date only | calendar date | just the date | only the date | day only | date without time | date without the time | without time | without the time | no time | calendar day | just the day | only the day | without the time of day",
    "datetime": "date and time | datetime | date time | timestamp",
    "time": "no date | without date | without the date | no dates | clock time | the clock time | just the clock time | only time | time | time of day | time only | only the time | just the time | clock time",
    "relative": "time left | time remaining | relative or relative | relative | relative date | relative time | time ago | days ago | ago | how long ago | relative to now | relative to today",
    "bytes": "byte | file size | mb | gb | kb | megabyte | kilobyte | gigabyte | readable size | human readable size",
    "duration": "duration | time span | hours and minutes",
    "number": "number | decimal number | thousands separator | thousand separator | digit grouping | grouped digits",
    "compact": "compact | in millions | in thousands | in billions | abbreviated | shortened | short form | compact number | short number | abbreviate | shorten | human readable | compact form | abbreviated form | k and m | short",
    "badge": "coloured badge | colored badge | coloured tag | colored tag | coloured label | coloured pill | coloured chip | badge | tag | pill | status badge | chip | label",
    "url": "link | url | hyperlink | clickable | clickable link | web link",
    "boolean": "yes or no | yes no | yes / no | boolean",
    "text": "text | plain text | as is | string | no comma | no commas | without commas | without the comma | without the commas | no thousands comma | no thousand comma | without the thousands comma | without thousands commas | no thousands separator | without thousands separator | without the thousands separator | no digit grouping | not have commas | not have a comma | have no commas | lose the comma | drop the comma",
    "json": "json",
    "join": "joined | comma separated | as one text | separated by commas",
    "length": "length | number of entries | entry count",
    "truncate": "character | letter | first characters | truncated | truncate | cut off | only the beginning | cut short",
}
"""Formats by the phrases for them."""

CURRENCIES: Mapping[str, str] = {
    "USD": "dollar | us dollar | usd | $ | buck | dollar sign | $ sign | dollar symbol", "EUR": "euro | eur | € | euro sign | € sign | euro symbol",
    "GBP": "pound | gbp | £ | sterling | british pound | pound sterling", "CHF": "swiss franc | franc | chf",
    "JPY": "yen | jpy | ¥", "INR": "rupee | inr | ₹", "CNY": "yuan | renminbi | cny | rmb", "AUD": "aud | australian dollar",
    "CAD": "cad | canadian dollar", "NZD": "nzd", "SEK": "sek | swedish krona", "NOK": "nok", "DKK": "dkk", "PLN": "pln | zloty",
    "CZK": "czk", "BRL": "brl", "MXN": "mxn", "ZAR": "zar", "KRW": "krw", "SGD": "sgd", "HKD": "hkd",
    "HUF": "huf", "TRY": "try | lira",
}  # fmt: skip
"""Currencies by the phrases for them."""

CONTROLS: Mapping[str, str] = {
    "slider": "slider | range slider | range | sliding control",
    "select": "dropdown | drop down | select | select box | picker | menu | dropdown menu | dropdown list | select list | pulldown | drop down menu | drop down list | selector",
    "radio": "buttons | as buttons | as a row of buttons | radio | radio button | radio group | button group | option button | segmented control | radio btn | pill | toggle button | set of buttons | btn",
    "checkbox": "checkbox | check box | toggle | switch | toggle switch | tick box | tickbox | on off switch | on / off switch",
    "checkboxes": "checkboxes | check boxes | list of checkboxes | multiple checkboxes",
    "textarea": "textarea | text area | multi line | multiline | big text box | multiline text | multi line text | large text box | bigger text box | long text | text area box | multi line box | multi line text box | big text area | larger text box | multiline input | multi line input | multiline field | multiline text box",
    "text": "text field | text box | text input | single line | plain text field | single line text | free text | free text field | text",
    "number": "number field | number input | stepper | spinner | numeric field | numeric input | number box | number | number spinner | numeric",
    "date": "date picker | calendar | datepicker | date field | date input | date | calendar picker",
    "time": "time picker | time field | time",
    "datetime": "date and time picker | datetime picker | date time picker | datetime",
    "combobox": "combobox | combo box | autocomplete | searchable list | typeahead | searchable dropdown | auto complete | suggestions | search box | autosuggest",
    "color": "color picker | colour picker | color field | colour field",
    "password": "password | password field | masked | secret",
    "email": "email field | email",
    "url": "url field | url | link field",
    "file": "file picker | file upload | upload | file",
    "json": "json editor | json",
}
"""Controls of the form by the phrases for them."""

EXTREMES: Mapping[str, str] = {
    "rain desc": "wettest | rainiest", "rain asc": "driest | sunniest", "snow desc": "snowiest",
    "humidity desc": "most humid", "humidity asc": "least humid", "cloud desc": "cloudiest", "cloud asc": "clearest",
    "high temperature desc": "hottest | warmest", "low temperature asc": "coldest | chilliest", "high temperature asc": "coolest",
    "wind desc": "windiest | stormiest", "wind asc, wave asc": "calmest", "wave desc": "roughest",
    "aqi pollution desc": "dirtiest | most polluted", "aqi pollution asc": "cleanest | least polluted",
    "strength power signal abv desc": "strongest", "strength power signal abv asc": "weakest", "magnitude desc": "most powerful",
    "price total amount desc": "most expensive | priciest | dearest | costliest | most costly | highest priced | spends the most | spend the most | biggest spender | top spender | highest spender",
    "price total amount asc": "cheapest | least expensive | lowest priced | most affordable | least costly",
    "value desc": "most valuable", "value asc": "least valuable", "balance worth wealth desc": "richest | wealthiest", "balance worth wealth asc": "poorest",
    "profit desc": "most profitable", "profit asc": "least profitable", "sold sales desc": "best selling | top selling | bestseller", "sold sales asc": "worst selling",
    "severity desc": "most severe | most serious | most critical", "severity asc": "least severe | least serious | least critical",
    "priority desc": "most urgent | most important | most pressing", "priority asc": "least urgent | least important | least pressing",
    "risk danger severity desc": "riskiest | most dangerous", "safety desc, risk danger severity asc": "safest | least risky | least dangerous",
    "weight desc": "heaviest", "weight asc": "lightest",
    "speed desc, duration time asc": "fastest", "duration time length pages minutes asc, speed desc": "quickest", "speed asc, duration time length pages minutes desc": "slowest",
    "duration time length pages minutes asc": "shortest", "duration time length pages minutes desc": "longest",
    "distance asc": "nearest | closest", "distance desc": "furthest | farthest",
    "popularity votes views desc": "most popular", "popularity votes views asc": "least popular", "likes desc": "most liked", "views desc": "most viewed | most watched",
    "reads views desc": "most read", "downloads desc": "most downloaded", "plays desc": "most played | most listened to", "citations desc": "most cited",
    "comments replies desc": "most commented | most discussed", "shares reposts desc": "most shared", "votes desc": "most voted | most upvoted", "stars desc": "most starred",
    "reviews desc": "most reviewed", "visits visitors desc": "most visited", "clicks desc": "most clicked", "usage used desc": "most used", "usage used asc": "least used",
    "activity desc": "most active", "activity asc": "least active", "frequency occurrences desc": "most frequent | most common", "frequency occurrences asc": "least frequent | least common | rarest",
    "salary payout desc": "best paid | highest paid | earns the most | earn the most", "salary payout asc": "lowest paid | worst paid",
    "rating desc": "best rated | highest rated | top rated | best reviewed | best scored | highest scoring | best", "rating asc": "worst rated | lowest rated | worst reviewed", "severity desc, rating asc": "worst",
    "performance rating score desc": "best performing | top performing", "performance rating score asc": "worst performing",
    "relevance similarity score desc": "most relevant | most similar", "relevance similarity score asc": "least relevant | least similar",
    "probability confidence desc": "most likely | likeliest", "probability confidence asc": "least likely", "difficulty desc": "hardest | most difficult | toughest", "difficulty asc": "easiest | least difficult",
    "uptime reliability availability desc, failure error asc": "most reliable | most stable", "uptime reliability availability asc, failure error desc": "least reliable | least stable",
    "efficiency desc": "most efficient", "efficiency asc": "least efficient", "experience desc": "most experienced", "experience asc": "least experienced",
    "height desc": "tallest", "depth desc": "deepest", "depth asc": "shallowest", "width desc": "widest", "width asc": "narrowest", "thickness desc": "thickest", "thickness asc": "thinnest",
    "size desc": "biggest files | largest files", "area capacity desc": "roomiest | most spacious", "volume desc": "most traded", "gradient steepness desc": "steepest",
    "load occupancy traffic visitors desc": "busiest | most loaded", "load occupancy traffic visitors asc": "quietest | least busy",
    "available asc, occupancy load booked desc": "fullest | most crowded", "available desc, occupancy load booked asc": "emptiest | least crowded",
    "noise decibel desc": "loudest | noisiest", "brightness desc": "brightest", "age desc": "eldest",
    "overdue delay desc, @due asc": "most overdue", "delay desc": "most delayed", "@expiry asc": "expiring first | expiring soonest | expiring next | soonest to expire",
    "@due asc": "due soonest",
    " desc": "biggest | largest | highest | greatest | top | most", " asc": "smallest | lowest | least | fewest",
    "@ desc": "newest | latest | most recent | most recently | freshest", "age asc, @ desc": "youngest", "age desc, @ asc": "oldest", "@ asc": "earliest | soonest | first coming",
}  # fmt: skip
"""Superlatives: the member that they measure ("" the one that counts, "@" the time, "@due" the time called so) and which end comes first.

Behind a comma stands what they measure where no member is the first.
"""

NUMBERS: Mapping[str, int] = {
    "zero": 0, "one": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50, "hundred": 100,
    "dozen": 12, "couple": 2,
}  # fmt: skip

MONTHS: Mapping[str, int] = {
    "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8,
    "september": 9, "october": 10, "november": 11, "december": 12,
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
}  # fmt: skip
"""Months by their names."""

DAYS: Mapping[str, int] = {"day": 1, "week": 7}
"""Spans of time by the days that they have."""

SCALE: tuple[str, ...] = (
    "extreme critical crit blocker urgent fatal emergency highest p0 sev0", "severe serious high major error p1 sev1 hard difficult advanced red",
    "moderate medium normal warning warn p2 sev2 intermediate amber orange yellow", "minor low notice p3 sev3 easy simple beginner green",
    "trivial lowest info informational p4 sev4", "debug none",
)  # fmt: skip
"""Words for how bad or urgent a thing is, the worst first."""
