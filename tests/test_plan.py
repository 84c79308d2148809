from collections import Counter

import msgspec
import pytest

from bench.catalog import all_experiments
from bench.harness import plan
from bench.harness.told import time_limit_s
from bench.model import Answering, Profile
from bench.physics import floor_s

WAITING = all_experiments()["waiting"]


def test_the_same_seed_gives_the_same_order_and_another_one_another() -> None:
    experiments = [plan.planned(WAITING, "standard", {})]
    assert plan.order(experiments, "standard", 1) == plan.order(experiments, "standard", 1)
    assert plan.order(experiments, "standard", 1) != plan.order(experiments, "standard", 2)


@pytest.mark.parametrize(("profile", "rounds"), [("smoke", 1), ("quick", 6), ("standard", 6), ("full", 12)])
def test_a_profile_has_its_rounds(profile: Profile, rounds: int) -> None:
    slots = plan.order([plan.planned(WAITING, profile, {})], profile, 1)
    assert {slot.round for slot in slots} == set(range(1, rounds + 1))


def test_each_round_has_every_scenario_once_and_the_placebo_beside_its_original() -> None:
    experiment = plan.planned(WAITING, "standard", {})
    slots = plan.order([experiment], "standard", 1)
    first = Counter((slot.scenario, slot.copy) for slot in slots if slot.round == 1)
    assert set(first.values()) == {1}
    assert {name for name, copy in first if copy == "main"} == {s.id for s in experiment.scenarios}
    assert [name for name, copy in first if copy == "placebo"] == [WAITING.placebo]


def test_a_scenario_that_takes_long_takes_part_in_the_first_rounds_only() -> None:
    slots = plan.order([plan.planned(WAITING, "standard", {})], "standard", 1)
    assert [slot.round for slot in slots if slot.scenario == "niquests"] == [1, 2]


def test_positions_count_from_one_in_each_round_of_an_experiment() -> None:
    slots = plan.order([plan.planned(WAITING, "quick", {})], "quick", 1)
    for number in range(1, 7):
        positions = [slot.position for slot in slots if slot.round == number]
        assert positions == list(range(1, len(positions) + 1))


def test_quick_measures_the_headline_scenarios_only() -> None:
    quick = plan.planned(WAITING, "quick", {})
    assert {s.id for s in quick.scenarios} == {s.id for s in WAITING.scenarios if s.headline}


def test_what_cannot_run_is_left_out_of_the_order_and_named_with_its_reason() -> None:
    experiment = plan.planned(WAITING, "quick", {"go_nethttp": "no Go toolchain"})
    assert experiment.unavailable == {"go": "no Go toolchain"}
    assert "go" not in {slot.scenario for slot in plan.order([experiment], "quick", 1)}
    assert "go" in {s.id for s in experiment.scenarios}


def test_a_server_is_not_measured_where_its_loader_is_missing() -> None:
    loaded = Answering(connections=4, requests=100, loader="ab-l")
    experiment = msgspec.structs.replace(
        WAITING,
        scenarios=(msgspec.structs.replace(WAITING.scenarios[0], id="loaded", headline=True, conditions=loaded),),
    )
    missing = {"ab": "not this one", "ab-l": "ab is not installed (Debian: apache2-utils)"}
    assert plan.planned(experiment, "quick", missing).unavailable == {"loaded": missing["ab-l"]}
    assert plan.planned(experiment, "quick", {"wrk": "wrk is not installed"}).unavailable == {}


def test_a_smoke_run_of_a_server_neither_waits_nor_computes_for_long() -> None:
    long = Answering(connections=500, duration_s=5, rate=900, wait_s=0.2, burn_s=0.01, path="/job")
    tiny = plan.tiny(long)
    assert isinstance(tiny, Answering)
    assert (tiny.connections, tiny.duration_s, tiny.wait_s, tiny.burn_s) == (4, 0.2, 0.02, 0.002)


def test_a_load_has_hung_when_it_takes_ten_times_what_it_must() -> None:
    assert time_limit_s(Answering(connections=20, requests=1000)) == 30
    assert time_limit_s(Answering(connections=1, requests=100, wait_s=0.2)) == pytest.approx(200)
    assert time_limit_s(Answering(connections=20, duration_s=5)) == 50


def test_a_placebo_that_cannot_run_is_left_out_too() -> None:
    experiment = plan.planned(WAITING, "quick", {"asyncio_aiohttp": "not installed: aiohttp"})
    assert all(slot.copy == "main" for slot in plan.order([experiment], "quick", 1))


def test_smoke_is_tiny_and_the_others_are_not() -> None:
    tiny, real = plan.planned(WAITING, "smoke", {}), plan.planned(WAITING, "full", {})
    assert max(floor_s(s.conditions) for s in tiny.scenarios) < 0.1
    assert real.scenarios == WAITING.scenarios


def test_the_quick_profile_leaves_room_for_all_other_experiments() -> None:
    experiment = plan.planned(WAITING, "quick", {})
    planned_s = plan.duration_s([experiment], plan.order([experiment], "quick", 1))
    assert planned_s < 120
