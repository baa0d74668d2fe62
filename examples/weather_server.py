"""A plain MCP server with the weather of twelve cities: python examples/weather_server.py

Every value is a pure function of place and date, so there is no key, no network and no surprise.
"""

import math
from datetime import UTC, date, datetime, timedelta
from difflib import get_close_matches
from hashlib import sha256
from typing import Annotated, Literal, NamedTuple

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

Conditions = Literal["Clear", "Partly cloudy", "Cloudy", "Fog", "Light rain", "Rain", "Thunderstorm", "Snow"]


class Place(NamedTuple):
    """A city and its climate."""

    name: str
    country: str
    latitude: float
    mean: float  # temperature of the year, °C
    swing: float  # of the monthly mean around it, °C
    wet: float  # share of days with rain or snow


PLACES = {
    place.name.casefold(): place
    for place in (
        Place("Berlin", "Germany", 52.52, 10.3, 9.8, 0.38),
        Place("Cairo", "Egypt", 30.04, 22.1, 7.4, 0.03),
        Place("Cape Town", "South Africa", -33.92, 17.0, 4.3, 0.22),
        Place("London", "United Kingdom", 51.51, 11.7, 6.9, 0.42),
        Place("New York", "United States", 40.71, 13.1, 12.2, 0.33),
        Place("Oslo", "Norway", 59.91, 6.9, 10.8, 0.41),
        Place("Paris", "France", 48.85, 12.6, 7.7, 0.38),
        Place("Reykjavík", "Iceland", 64.15, 5.1, 5.7, 0.57),
        Place("San Francisco", "United States", 37.77, 14.4, 3.1, 0.19),
        Place("Singapore", "Singapore", 1.35, 27.8, 0.7, 0.48),
        Place("Sydney", "Australia", -33.87, 18.4, 5.2, 0.33),
        Place("Tokyo", "Japan", 35.68, 16.0, 10.7, 0.31),
    )
}

Location = Annotated[str, Field(title="Location", description="City name.", examples=["Oslo", "New York"])]


class Day(BaseModel):
    """The weather of one day."""

    date: date
    conditions: Conditions
    high_c: int = Field(title="High, °C", description="Warmest temperature of the day.")
    low_c: int = Field(title="Low, °C", description="Coldest temperature of the day.")
    rain_mm: float = Field(title="Rain, mm", description="Rain, or snow as melted water.", ge=0)
    rain_chance: int = Field(title="Chance of rain, %", ge=0, le=100)
    wind_kmh: int = Field(title="Wind, km/h", description="Mean wind speed.", ge=0)


class Forecast(BaseModel):
    """A forecast, day by day."""

    location: str
    country: str
    days: list[Day] = Field(description="One entry per day, today first.")


class Current(BaseModel):
    """The weather now."""

    location: str
    country: str
    date: date
    conditions: Conditions
    temperature_c: float = Field(title="Temperature, °C")
    feels_like_c: float = Field(title="Feels like, °C", description="With the wind's chill.")
    humidity: int = Field(title="Humidity, %", ge=0, le=100)
    wind_kmh: int = Field(title="Wind, km/h", ge=0)


class Unit(BaseModel):
    """The unit that a quantity is reported in."""

    quantity: str
    unit: str
    symbol: str


server = MCPServer(
    "weather", version="1.0.0", instructions="Forecasts for large cities.", log_level="WARNING"
)
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)


@server.tool(title="Weather forecast", annotations=READS)
def get_forecast(
    location: Location,
    days: Annotated[int, Field(title="Days", description="How many days, today included.", ge=1, le=16)] = 7,
) -> Forecast:
    """Daily high, low, rain and wind for a city."""
    place = find_place(location)
    forecast = [weather_on(place, today() + timedelta(days=number)) for number in range(days)]
    return Forecast(location=place.name, country=place.country, days=forecast)


@server.tool(title="Current weather", annotations=READS)
def get_current(location: Location) -> Current:
    """Temperature, humidity and wind in a city today."""
    place, now = find_place(location), today()
    day = weather_on(place, now)
    temperature = round(day.low_c + (day.high_c - day.low_c) * (0.55 + 0.35 * drift(place, now, "hour")), 1)
    chill = day.wind_kmh * 0.08 if temperature < 15 else 0.0
    return Current(
        location=place.name,
        country=place.country,
        date=now,
        conditions=day.conditions,
        temperature_c=temperature,
        feels_like_c=round(temperature - chill, 1),
        humidity=round(58 + 30 * place.wet + 14 * drift(place, now, "wet")),
        wind_kmh=day.wind_kmh,
    )


@server.tool(title="Units", annotations=READS)
def list_units() -> list[Unit]:
    """The units that this server reports in."""
    return [
        Unit(quantity="Temperature", unit="degree Celsius", symbol="°C"),
        Unit(quantity="Rain", unit="millimetre", symbol="mm"),
        Unit(quantity="Wind", unit="kilometre per hour", symbol="km/h"),
    ]


def find_place(location: str) -> Place:
    """Return the place of this name, or tell which names are near."""
    name = location.split(",")[0].strip().casefold()
    if name in PLACES:
        return PLACES[name]
    near = [PLACES[match].name for match in get_close_matches(name, PLACES, n=3, cutoff=0.6)]
    known = ", ".join(place.name for place in PLACES.values())
    hint = f"Did you mean {' or '.join(near)}?" if near else f"Known places: {known}."
    raise ToolError(f"There is no weather for {location!r}. {hint}")


def today() -> date:
    """Return the date, in UTC."""
    return datetime.now(UTC).date()


def weather_on(place: Place, day: date) -> Day:
    """Return the weather of a place on a day: its climate, the season, and weather that drifts over days."""
    peak = 201 if place.latitude >= 0 else 19
    season = math.cos(math.tau * (day.timetuple().tm_yday - peak) / 365.25)
    mean = place.mean + place.swing * season + 3.5 * drift(place, day, "heat")
    wetness = drift(place, day, "wet") / 2 + place.wet - 0.5
    rain = round(max(wetness, 0) * 26, 1)
    spread = (3.0 if rain else 4.5) + chance(place, day.toordinal(), "spread")
    return Day(
        date=day,
        conditions=conditions_for(wetness, rain, mean),
        high_c=round(mean + spread),
        low_c=round(mean - spread),
        rain_mm=rain,
        rain_chance=min(95, max(0, round((wetness * 0.9 + (0.6 if rain else 0.4)) * 20) * 5)),
        wind_kmh=round(13 + 9 * drift(place, day, "wind") + (6 if rain else 0)),
    )


def conditions_for(wetness: float, rain: float, mean: float) -> Conditions:
    """Return the word for a day's weather."""
    if rain and mean < 1:
        return "Snow"
    if rain:
        return "Light rain" if rain < 3 else "Thunderstorm" if mean > 22 and rain > 6 else "Rain"
    if wetness > -0.12:
        return "Fog" if mean < 6 else "Cloudy"
    return "Partly cloudy" if wetness > -0.35 else "Clear"


def drift(place: Place, day: date, quantity: str) -> float:
    """Return a number from -1 to 1 that changes smoothly from day to day."""
    cell, step = divmod(day.toordinal(), 3)
    before, after = chance(place, cell, quantity), chance(place, cell + 1, quantity)
    return before + (after - before) * step / 3


def chance(place: Place, number: int, quantity: str) -> float:
    """Return a number from -1 to 1 that looks drawn by chance, and is the same each time."""
    drawn = sha256(f"{place.name}/{quantity}/{number}".encode()).digest()
    return int.from_bytes(drawn[:4]) / 2**31 - 1


if __name__ == "__main__":
    server.run()
