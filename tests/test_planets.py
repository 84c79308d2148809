import math
import time
from typing import Any

import ephem
import pytest

from bench.planets.bare import respond
from bench.planets.positions import GREENWICH, PLANETS, Position, answer, position
from bench.planets.work import asked, burn

AT = "2018-06-01T12:00:00"
GEELONG = {"lon": 145.051, "lat": -39.754, "elevation": 0.0}


def seen(**other: Any) -> Position:
    return position("mars", **GREENWICH | {"at": AT} | other)


def test_a_planet_stands_where_pyephem_computes_it() -> None:
    observer = ephem.Observer()
    observer.lon, observer.lat, observer.elevation, observer.date = "145.051", "-39.754", 0, "2018/6/1 12:00:00"
    mars = ephem.Mars(observer)
    told = seen(**GEELONG)
    assert told == {"az": math.degrees(mars.az), "alt": math.degrees(mars.alt), "name": "mars"}
    assert ephem.degrees(str(mars.az)) == pytest.approx(math.radians(float(told["az"])), abs=1e-6)


@pytest.mark.parametrize("name", PLANETS)
def test_each_planet_is_asked_for_by_its_name(name: str) -> None:
    status, document = answer(name, {"at": AT})
    assert (status, document["name"]) == (200, name)
    assert answer(name.title(), {})[0] == 404


def test_each_part_of_the_place_and_the_time_changes_the_answer() -> None:
    changes: list[dict[str, Any]] = [{}, {"lon": 10.0}, {"lat": 10.0}, {"at": "2018-06-01T13:00:00"}]
    assert len({str(seen(**changed)) for changed in changes}) == len(changes)


def test_without_a_place_it_is_greenwich() -> None:
    assert answer("mars", {"at": AT}) == (200, seen())


def test_without_a_time_it_is_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ephem, "now", lambda: ephem.Date("2018/6/1 12:00:00"))
    assert answer("mars", {}) == (200, seen())


@pytest.mark.parametrize("at", ["2018-06-01T12:00:00Z", "2018-06-01T14:00:00+02:00", "20180601T120000"])
def test_a_time_may_say_its_zone(at: str) -> None:
    assert seen(at=at) == seen()


@pytest.mark.parametrize(
    "bad",
    [
        {"lon": "east"},
        {"lon": ""},
        {"lon": "180.1"},
        {"lat": "-91"},
        {"lat": "nan"},
        {"elevation": "inf"},
        {"elevation": "1e300"},
        {"at": "noon"},
        {"at": ""},
    ],
)
def test_a_bad_number_is_refused_with_what_is_wrong(bad: dict[str, str]) -> None:
    status, document = answer("mars", bad)
    assert status == 400
    assert document["error"]


def test_a_planet_that_is_not_known_is_refused_with_those_that_are() -> None:
    status, document = answer("krypton", {})
    assert status == 404
    assert all(name in str(document["error"]) for name in PLANETS)


def test_computing_ends_when_the_thread_has_used_its_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([5.0, 5.01, 5.02, 5.03])
    monkeypatch.setattr(time, "thread_time", lambda: next(clock))
    burn(0.02)
    assert next(clock) == 5.03


@pytest.mark.parametrize("bad", [{"wait_s": "-1"}, {"burn_s": "61"}, {"wait_s": "nan"}, {"burn_s": "long"}])
def test_a_wait_that_is_none_is_refused(bad: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"seconds|s are|float"):
        asked(bad)


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("/", "", 200),
        ("/job", "", 200),
        ("/job", "wait_s=-1", 400),
        ("/planets/mars", "lon=", 400),
        ("/nowhere", "", 404),
    ],
)
def test_a_bare_application_tells_paths_apart(path: str, query: str, status: int) -> None:
    answered = respond(path, query)
    assert answered.status == status
    assert (answered.work is not None) == (path == "/job" and status == 200)
