"""Estimates, ranks and growth, checked on made-up samples and against what scipy and combinatorics say."""

from collections.abc import Mapping
from math import comb, inf, log
from random import Random
from statistics import StatisticsError

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import quantile_test

from bench.report.growth import exponent, slope
from bench.report.stats import Estimate, estimate, interval_places, ranks

seconds = st.floats(1e-6, 1e6)
samples = st.lists(seconds, min_size=1, max_size=14)


def coverage(n: int, low: int, high: int) -> float:
    """The chance that the median lies between two places of n ordered values, by counting coin tosses."""
    return sum(comb(n, below) for below in range(low + 1, high + 1)) / 2.0**n


def never(_one: str, _other: str) -> bool:
    return False


def always(_one: str, _other: str) -> bool:
    return True


# ── One scenario ─────────────────────────────────────────────────────────────────────────────────────────────────────
def test_six_rounds_give_the_extremes_and_twelve_the_third_and_the_tenth() -> None:
    assert estimate([3, 1, 2, 6, 5, 4]) == Estimate(n=6, median=3.5, low=1, high=6)
    assert estimate(range(12, 0, -1)) == Estimate(n=12, median=6.5, low=3, high=10)


def test_the_coverage_of_six_and_twelve_rounds_is_what_the_method_says() -> None:
    assert coverage(6, 0, 5) == pytest.approx(0.969, abs=5e-4)
    assert coverage(12, 2, 9) == pytest.approx(0.961, abs=5e-4)


@pytest.mark.parametrize("n", range(6, 60))
def test_every_interval_is_the_shortest_symmetric_one_that_covers_95_percent(n: int) -> None:
    places = interval_places(n)
    assert places is not None
    low, high = places
    assert low + high == n - 1
    assert coverage(n, low, high) >= 0.95 > coverage(n, low + 1, high - 1)


@pytest.mark.parametrize("n", range(1, 6))
def test_fewer_than_six_rounds_have_a_median_and_no_interval(n: int) -> None:
    assert estimate(range(n)) == Estimate(n=n, median=(n - 1) / 2, low=None, high=None)


def test_a_scenario_that_was_never_tried_has_no_estimate() -> None:
    assert interval_places(0) is None
    with pytest.raises(StatisticsError):
        estimate([])


@settings(deadline=None)
@given(st.lists(seconds, min_size=6, max_size=14))
def test_the_interval_is_the_one_of_scipy(values: list[float]) -> None:
    found = estimate(values)
    assert (found.low, found.high) == tuple(quantile_test(values, q=1, p=0.5).confidence_interval(0.95))


@settings(deadline=None)
@given(samples, st.randoms(use_true_random=False))
def test_an_estimate_does_not_depend_on_the_order_of_rounds(values: list[float], rng: Random) -> None:
    assert estimate(rng.sample(values, len(values))) == estimate(values)


@settings(deadline=None)
@given(samples, st.integers(-20, 20))
def test_an_estimate_scales_with_its_unit(values: list[float], power: int) -> None:
    found, scaled = estimate(values), estimate([value * 2.0**power for value in values])
    assert scaled.median == found.median * 2.0**power
    assert scaled.low == (None if found.low is None else found.low * 2.0**power)
    assert scaled.high == (None if found.high is None else found.high * 2.0**power)


@settings(deadline=None)
@given(samples, st.data())
def test_a_failed_trial_never_lowers_an_estimate(values: list[float], data: st.DataObject) -> None:
    failed = data.draw(st.integers(0, len(values) - 1))
    before, after = estimate(values), estimate([*values[:failed], inf, *values[failed + 1 :]])
    assert after.n == before.n
    assert after.median >= before.median
    assert (after.low or 0) >= (before.low or 0)
    assert (after.high or 0) >= (before.high or 0)


# ── Ranks ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_scenarios_that_do_not_differ_share_a_rank_and_the_next_rank_counts_them() -> None:
    medians = {"slow": 9.0, "fast": 1.0, "also fast": 1.1, "middling": 5.0}
    apart = {frozenset(("fast", "middling")), frozenset(("middling", "slow"))}
    assert ranks(medians, lambda one, other: frozenset((one, other)) in apart) == {
        "fast": 1,
        "also fast": 1,
        "middling": 3,
        "slow": 4,
    }


def test_a_chain_of_small_differences_is_cut_where_it_differs_from_its_first() -> None:
    medians = {"a": 1.00, "b": 1.04, "c": 1.08, "d": 1.12}
    found = ranks(medians, lambda one, other: abs(medians[one] - medians[other]) > 0.07)
    assert found == {"a": 1, "b": 1, "c": 3, "d": 3}


def test_a_scenario_without_a_median_has_no_rank() -> None:
    assert ranks({}, never) == {}
    assert ranks({"only": 2.0}, always) == {"only": 1}


@settings(deadline=None)
@given(st.dictionaries(st.text(min_size=1), seconds, max_size=8))
def test_without_a_difference_everybody_is_first_and_with_all_nobody_shares(medians: dict[str, float]) -> None:
    assert set(ranks(medians, never).values()) <= {1}
    assert sorted(ranks(medians, always).values()) == list(range(1, len(medians) + 1))


@settings(deadline=None)
@given(st.lists(seconds, min_size=1, max_size=8, unique=True), st.randoms(use_true_random=False))
def test_names_do_not_change_ranks(medians: list[float], rng: Random) -> None:
    def ranked(names: list[str]) -> list[int]:
        named = dict(zip(names, medians, strict=True))
        found = ranks(named, lambda one, other: abs(log(named[one] / named[other])) > 0.5)
        return [found[name] for name in names]

    names = [f"scenario-{number}" for number in range(len(medians))]
    assert ranked(names) == ranked(rng.sample(names, len(names)))


# ── Growth ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def line(per_unit: float, setup: float = 0.5) -> Mapping[int, float]:
    return {n: setup + per_unit * n for n in (1, 10, 20, 50, 100, 1000)}


def test_the_slope_is_the_median_of_the_rounds_with_its_interval() -> None:
    found = slope([line(factor) for factor in (1, 2, 3, 4, 5, 6)])
    assert found is not None
    assert found.n == 6
    assert (found.median, found.low, found.high) == pytest.approx((3.5, 1, 6))


def test_one_outlier_does_not_bend_a_slope() -> None:
    found = slope([{**line(2), 1000: 90_000}])
    assert found is not None
    assert found.median == pytest.approx(2, rel=0.05)


def test_the_exponent_tells_a_constant_from_a_proportion_and_a_square() -> None:
    for power in (0, 1, 2):
        found = exponent([{n: 3.0 * n**power for n in (1, 10, 100)}] * 6)
        assert found is not None
        assert found.median == pytest.approx(power, abs=1e-9)


def test_a_round_with_fewer_than_two_numbers_that_succeeded_has_no_slope() -> None:
    assert slope([]) is None
    assert slope([{1: 1.0, 10: inf}, {5: 2.0}]) is None
    found = slope([{1: 1.0, 10: inf, 11: 11.0}, {5: 2.0}])
    assert found == Estimate(n=1, median=1.0, low=None, high=None)
