"""Where a planet stands in the sky: what every application answers, apart from how it answers.

After the planet tracker of the post "Asynchronous vs Synchronous Python Performance Analysis": for each request it
makes an `ephem.Observer`, because one that is shared mixes the places of requests in different threads, and all seven
planets. What the post's has not: a bad number is refused, and `at` fixes the time, so that all answers have one length.
"""

import datetime as dt
import math
from collections.abc import Mapping

import ephem

PLANETS = {
    "mercury": ephem.Mercury,
    "venus": ephem.Venus,
    "mars": ephem.Mars,
    "jupiter": ephem.Jupiter,
    "saturn": ephem.Saturn,
    "uranus": ephem.Uranus,
    "neptune": ephem.Neptune,
}
GREENWICH = {"lon": -0.0005, "lat": 51.4769, "elevation": 0.0}
"""The observatory, as the post has it, where a request names no place: degrees east, degrees north, metres."""
LIMITS = {"lon": 180.0, "lat": 90.0, "elevation": 10_000.0}
"""The most that each may be, with either sign."""
Position = dict[str, str | float]
START_PAGE = "<!DOCTYPE html><title>Planet tracker</title><p>Ask for <a href=/planets/mars>/planets/mars</a>."


def position(name: str, lon: float, lat: float, elevation: float, at: str | None) -> Position:
    """Return azimuth and altitude, in degrees, as seen from a place.

    `at` is an ISO date and time, in UTC if it says nothing else; `None` is now. Raises `KeyError` for a planet that
    is not known and `ValueError` for a place or a time that is none.
    """
    planet = {known: make() for known, make in PLANETS.items()}[name]
    for key, number in {"lon": lon, "lat": lat, "elevation": elevation}.items():
        if not abs(number) <= LIMITS[key]:
            raise ValueError(f"{key} is {number}; it must be from {-LIMITS[key]} to {LIMITS[key]}")
    observer = ephem.Observer()
    observer.lon, observer.lat, observer.elevation = math.radians(lon), math.radians(lat), elevation
    observer.date = ephem.now() if at is None else ephem.Date(_utc(at))
    planet.compute(observer)
    return {"az": math.degrees(planet.az), "alt": math.degrees(planet.alt), "name": name}


def answer(name: str, query: Mapping[str, str]) -> tuple[int, Position]:
    """Return the status and the document for a planet and the parameters of a request."""
    try:
        place = {key: float(query.get(key, number)) for key, number in GREENWICH.items()}
        return 200, position(name, **place, at=query.get("at"))
    except KeyError:
        return 404, {"error": f"no planet is called {name!r}; known are: {', '.join(PLANETS)}"}
    except ValueError as error:
        return 400, {"error": str(error)}


def _utc(text: str) -> dt.datetime:
    at = dt.datetime.fromisoformat(text)
    return at.astimezone(dt.UTC) if at.tzinfo else at
