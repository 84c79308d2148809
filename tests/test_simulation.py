"""The published simulation is the one of this code, and it keeps what the method promises."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.selfcheck import simulation
from bench.selfcheck.simulation import REPETITIONS, ROUNDS, SEED, simulate
from bench.selfcheck.worlds import WORLDS

PUBLISHED = json.loads((Path(__file__).parents[1] / "data" / "simulation.json").read_text(encoding="utf-8"))
WORLD_NAMES = sorted([*WORLDS, "unequal"])
CASES = [(world, str(rounds)) for world in WORLD_NAMES for rounds in ROUNDS]
every_case = pytest.mark.parametrize(("world", "rounds"), CASES)


def ours(world: str, rounds: str) -> dict[str, float]:
    found: dict[str, float] = PUBLISHED["worlds"][world][rounds]["ours"]
    return found


def naive(world: str, rounds: str) -> dict[str, float]:
    found: dict[str, float] = PUBLISHED["worlds"][world][rounds]["naive"]
    return found


def shape(document: Any) -> Any:
    """The keys of a document, without its numbers."""
    return {key: shape(value) for key, value in document.items()} if isinstance(document, dict) else None


def numbers(document: Any) -> Iterator[float]:
    for value in document.values():
        yield from numbers(value) if isinstance(value, dict) else (value,)


# ── The document ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_same_seed_gives_the_same_document_and_another_seed_another() -> None:
    assert simulate(5, seed=1) == simulate(5, seed=1)
    assert simulate(5, seed=1) != simulate(5, seed=2)


def test_the_published_document_has_the_seed_the_size_and_the_shape_of_this_code() -> None:
    assert (PUBLISHED["seed"], PUBLISHED["repetitions"]) == (SEED, REPETITIONS)
    assert sorted(PUBLISHED["worlds"]) == WORLD_NAMES
    assert shape(simulate(2)) == shape(PUBLISHED)


def test_the_published_numbers_are_what_this_code_gives() -> None:
    again = simulation._world("lognormal", 6, REPETITIONS, SEED)
    for part, found in again.items():
        assert found == pytest.approx(PUBLISHED["worlds"]["lognormal"]["6"][part], abs=0.002)


def test_every_published_number_is_a_share_rounded_to_four_digits() -> None:
    shares = list(numbers(PUBLISHED["worlds"]))
    assert all(0 <= share <= 1 and share == round(share, 4) for share in shares)


# ── What our method promises ─────────────────────────────────────────────────────────────────────────────────────────
@every_case
def test_intervals_cover_the_truth_as_often_as_they_say(world: str, rounds: str) -> None:
    assert 0.935 <= ours(world, rounds)["coverage"] <= 0.99


@every_case
def test_equal_code_is_seldom_called_different(world: str, rounds: str) -> None:
    rates = ours(world, rounds)
    assert rates["different, equal code"] <= 0.05
    assert rates["different, equal code, any of the family"] <= 0.05
    assert rates["different, equal code, any two of all"] <= 0.05


@every_case
def test_a_slowdown_is_seldom_called_equivalent(world: str, rounds: str) -> None:
    rates = ours(world, rounds)
    assert max(rates[f"equivalent, {share} slower"] for share in ("5%", "10%", "25%")) <= 0.05


@every_case
def test_two_rounds_of_equal_code_are_seldom_beyond_doubt(world: str, rounds: str) -> None:
    assert ours(world, rounds)["beyond doubt, equal code, 2 rounds"] <= 0.01


@every_case
def test_a_larger_slowdown_and_more_rounds_are_found_more_often(world: str, rounds: str) -> None:
    found = [ours(world, rounds)[f"different, {share} slower"] for share in ("5%", "10%", "25%")]
    more = [ours(world, "12")[f"different, {share} slower"] for share in ("5%", "10%", "25%")]
    assert found == sorted(found)
    assert all(one <= other for one, other in zip(found, more, strict=True))


def test_on_a_quiet_machine_six_rounds_find_a_slowdown_of_ten_percent() -> None:
    assert ours("lognormal", "6")["different, 10% slower"] > 0.95


def test_if_noise_widened_the_margin_a_noisy_run_would_call_slow_code_equivalent() -> None:
    assert ours("bursts", "6")["within noise, 25% slower"] > 0.2


# ── What the naive methods do ────────────────────────────────────────────────────────────────────────────────────────
@every_case
def test_pooled_requests_call_equal_code_different_in_every_world(world: str, rounds: str) -> None:
    assert naive(world, rounds)["pooled requests"] > 0.2


@pytest.mark.parametrize("rounds", ["6", "12"])
def test_sequential_blocks_call_equal_code_different_when_the_machine_drifts(rounds: str) -> None:
    assert naive("drift", rounds)["sequential blocks"] > 0.2


@pytest.mark.parametrize("rounds", ["6", "12"])
def test_a_fixed_order_calls_equal_code_different_when_positions_differ(rounds: str) -> None:
    assert naive("positions", rounds)["fixed order"] > 0.95


@pytest.mark.parametrize("rounds", ["6", "12"])
def test_on_a_quiet_machine_a_naive_test_of_trials_is_right_too(rounds: str) -> None:
    assert naive("lognormal", rounds)["sequential blocks"] < 0.07
    assert naive("lognormal", rounds)["fixed order"] < 0.07
