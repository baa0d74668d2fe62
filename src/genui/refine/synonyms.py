"""Words that people use for one another: for members, for what a view is about, and for extremes."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache

GROUPS = """
max maximum high highest peak hi upper
min minimum low lowest lo lower
avg average mean typical
temp temperature heat warmth
rain precipitation rainfall precip shower wet
wind breeze gust windspeed
sky condition weather cloud outlook forecast
humidity moisture
chance probability likelihood odds
total amount sum value worth money
price cost charge fee value amount money
count quantity qty number amount num many
date day when time moment timestamp datetime
created opened placed made added reported ordered posted filed raised creation born
updated modified changed edited touched update
closed resolved done finished completed
due deadline
assignee assigned owner responsible agent assign who
author creator reporter requester submitter poster writer
customer client buyer purchaser
title subject summary headline name heading
note comment remark memo
description detail text body blurb
status state stage phase progress
priority severity urgency importance prio urgent important
id identifier key number ref reference code
label tag category kind type topic
company firm organisation organization org business
city place location town where
country nation
phone telephone mobile tel
email mail
url link href website homepage
image picture photo thumbnail
volume traded turnover share
open opening opened
close closing closed
change delta difference diff gain loss
percent pct percentage %
symbol ticker stock
calorie kcal energy cal kilocalorie
protein
carb carbohydrate
fat lipid
fibre fiber
salt sodium
quantity amount qty measure
serving portion serve person people
minute min duration time length
hour hr h
second sec s
prep preparation
cook cooking
rating star score review
weight mass
size length
speed velocity pace
step instruction method direction
item product article good
ingredient
star stargazer
eur euro €
usd dollar $ buck
gbp pound £ sterling
kmh kph
c celsius centigrade degree
f fahrenheit
mm millimeter millimetre
g gram
kg kilo kilogram
issue ticket bug task
employee staff colleague worker coworker people person member
movie film picture
hotel accommodation place
flight trip connection
salary pay wage earning income
sku article
stock inventory
expense spending cost expenditure
server host machine
sample measurement reading
file document
meeting event appointment
message post
order purchase sale
person user people member
boss manager supervisor lead superior head chief
vat tax
stop stopover layover
hire hiring joining joined start employment
role position job title designation function
memory ram
disk storage hdd drive
cpu processor
host server machine node box hostname computer
uptime running
error failure fault
heartbeat ping contact
reply response answer comment
satisfaction happiness csat
email mail address
invoice bill
tracking consignment
parcel package shipment delivery
carrier courier shipper
eta arrival delivery expected
departure depart leave leaving takeoff
arrival arrive landing
airline carrier company operator
origin start source from departure
destination arrival target goal to
cost freight postage shipping price
question item prompt
undecided unsure neutral
yes agree approve
no disagree reject
score grade mark
full whole
remote home
department team division unit
payment paid settled
net excluding
quote share stock price
date day
surname family last
forename given first
language lang
age old
height tall
distance km kilometer mile
budget spending
profit earning margin
revenue sale turnover income
discount rebate
category type kind group class
brand make manufacturer
genre category
version release
size amount
unit measure
dish meal recipe
kitchen cook
allergen allergy
photo image picture
"""
"""Words that may stand for one another, a group a line; a word may be in several."""

EXTREMES = {
    "wettest": ("rain", True),
    "rainiest": ("rain", True),
    "driest": ("rain", False),
    "hottest": ("temperature max | high | temperature", True),
    "warmest": ("temperature max | high | temperature", True),
    "coldest": ("temperature min | low | temperature", False),
    "coolest": ("temperature max | high | temperature", False),
    "windiest": ("wind", True),
    "calmest": ("wind", False),
    "cheapest": ("price | cost | total", False),
    "priciest": ("price | cost | total", True),
    "dearest": ("price | cost | total", True),
    "most expensive": ("price | cost | total", True),
    "least expensive": ("price | cost | total", False),
    "most valuable": ("value", True),
    "most urgent": ("priority", True),
    "most important": ("priority", True),
    "heaviest": ("weight", True),
    "lightest": ("weight", False),
    "fastest": ("speed | time", True),
    "quickest": ("duration", False),
    "slowest": ("speed | duration", True),
    "longest": ("duration | runtime | length | minutes", True),
    "shortest": ("duration | runtime | length | minutes", False),
    "nearest": ("distance", False),
    "closest": ("distance", False),
    "furthest": ("distance", True),
    "farthest": ("distance", True),
    "soonest": ("@", False),
    "most popular": ("popularity | votes | stars | downloads | views", True),
    "best paid": ("salary | pay | wage", True),
    "strongest": ("strength | magnitude", True),
    "busiest": ("volume | load | cpu | requests | traffic | count", True),
    "most loaded": ("load | cpu", True),
    "least loaded": ("load | cpu", False),
    "hungriest": ("cpu | memory", True),
    "fullest": ("disk | capacity | used", True),
    "emptiest": ("disk | capacity | used", False),
    "most satisfied": ("satisfaction", True),
    "least satisfied": ("satisfaction", False),
    "happiest": ("satisfaction | happiness", True),
    "unhappiest": ("satisfaction | happiness", False),
    "highest paid": ("salary | pay | wage", True),
    "lowest paid": ("salary | pay | wage", False),
    "best earning": ("salary | pay | wage", True),
    "costliest": ("price | cost | total", True),
    "most costly": ("price | cost | total", True),
    "least costly": ("price | cost | total", False),
    "sunniest": ("rain", False),
    "tallest": ("height", True),
    "deepest": ("depth", True),
    "steepest": ("slope | change", True),
    "least urgent": ("priority", False),
    "least important": ("priority", False),
    "most traded": ("volume", True),
    "most senior": ("@", False),
    "longest serving": ("@", False),
    "most used": ("used | usage | count", True),
    "healthiest": ("calories", False),
    "richest": ("value | income", True),
    "best rated": ("rating", True),
    "highest rated": ("rating", True),
    "top rated": ("rating", True),
    "lowest rated": ("rating", False),
    "worst rated": ("rating", False),
    "best reviewed": ("rating | score", True),
    "worst reviewed": ("rating | score", False),
    "highest scoring": ("score | rating", True),
    "lowest scoring": ("score | rating", False),
    "best": ("rating | score", True),
    "worst": ("rating | score", False),
    "biggest": ("", True),
    "largest": ("", True),
    "highest": ("", True),
    "greatest": ("", True),
    "smallest": ("", False),
    "lowest": ("", False),
    "newest": ("@", True),
    "latest": ("@", True),
    "most recent": ("@", True),
    "youngest": ("@", True),
    "oldest": ("@", False),
    "earliest": ("@", False),
}
"""What an adjective says of rows: the member it measures ("" the one that counts, "@" the time), and whether
the greatest comes first."""


@cache
def groups_of() -> dict[str, frozenset[str]]:
    """Return the words that may stand for each word."""
    found: dict[str, set[str]] = {}
    for line in GROUPS.strip().splitlines():
        words = line.split()
        for word in words:
            found.setdefault(word, set()).update(words)
    return {word: frozenset(others) for word, others in found.items()}


@cache
def by_beginning() -> dict[str, frozenset[str]]:
    """Return the words that may stand for those that begin so."""
    found: dict[str, set[str]] = {}
    for word, alike in groups_of().items():
        if len(word) > 4:
            found.setdefault(ENDING.sub("", word), set()).update(alike)
    return {root: frozenset(alike) for root, alike in found.items()}


ENDING = re.compile(r"(?:ings?|ed|es|s|e|als?|ures?)$")
"""What English adds to a word that stays the same: earning, earns; arrival, arriving."""


@lru_cache(maxsize=16384)
def same(one: str, other: str) -> bool:
    """Tell whether two words, lower and singular, may stand for one another."""
    alike = groups_of().get(one)
    if alike is None:
        root = ENDING.sub("", one)
        alike = by_beginning().get(root, frozenset()) if len(root) > 3 else frozenset()
    return other in alike


def known_synonyms() -> frozenset[str]:
    """Return every word of four letters or more that may stand for another."""
    return frozenset(word for word in groups_of() if len(word) > 3)


def others(words: Iterable[str]) -> frozenset[str]:
    """Return some words with all that may stand for them."""
    return frozenset(words).union(*(groups_of().get(word, ()) for word in words))
