"""Ratios, verdicts and the noise floor, checked on made-up pairs."""

from collections.abc import Sequence
from itertools import combinations
from math import inf
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.stats import ttest_1samp

from bench.report.comparisons import MARGIN, Comparison, Pair, compare, log_ratios, noise_floor
from bench.report.pairing import differences, paired
from bench.report.significance import holm, t_test

NOISE = (0.99, 1.0, 1.01, 0.995, 1.005, 1.0)
seconds = st.floats(1e-3, 1e3)
near = st.floats(0.5, 2.0)
"""Values so near to each other that every verdict occurs."""
pair = st.tuples(near, near) | st.tuples(seconds, seconds)
round_counts = st.integers(1, 13)


def alone(pairs: Sequence[Pair], band: float = MARGIN) -> Comparison:
    return compare({"it": pairs}, band)["it"]


def around(ratio: float, rounds: int = 6) -> list[Pair]:
    """Pairs with noise of about 1 %."""
    return [(ratio * NOISE[number % 6], 1.0) for number in range(rounds)]


@st.composite
def similar_pairs(draw: st.DrawFn) -> list[Pair]:
    """Pairs whose ratios scatter around one value: the usual case, which independent values almost never hit."""
    ratio, spread = draw(st.floats(0.8, 1.25)), draw(st.floats(0, 0.1))
    noise = st.floats(-1, 1).map(lambda value: 1 + spread * value)
    return draw(st.lists(st.tuples(noise.map(lambda value: ratio * value), noise), min_size=1, max_size=13))


some_pairs = similar_pairs() | st.lists(pair, min_size=1, max_size=13)


# ── Verdicts ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_clear_difference_has_a_ratio_an_interval_and_a_p() -> None:
    found = alone(around(1.25))
    assert found.verdict == "different"
    assert found.n == 6
    assert (found.ratio, found.low, found.high) == pytest.approx((1.25, 1.25 * 0.99, 1.25 * 1.01))
    assert found.p is not None
    assert found.p < 1e-6


def test_twice_the_time_is_a_ratio_of_two() -> None:
    assert alone([(2.0, 1.0)] * 6).ratio == pytest.approx(2)


def test_an_interval_inside_the_margin_is_equivalent() -> None:
    assert alone(around(1.0)).verdict == "equivalent"


def test_an_interval_that_crosses_the_margin_is_inconclusive() -> None:
    assert alone(around(1.025)).verdict == "inconclusive"


def test_a_difference_within_the_band_is_not_called_one() -> None:
    assert alone(around(1.06), band=0.03).verdict == "different"
    assert alone(around(1.06), band=0.07).verdict == "inconclusive"


def test_a_noisy_run_does_not_call_more_things_equivalent() -> None:
    assert alone(around(1.06), band=0.5).verdict == "inconclusive"


def test_the_band_is_never_narrower_than_the_margin() -> None:
    assert alone(around(1.02), band=0.0) == alone(around(1.02), band=MARGIN)


def test_an_interval_that_includes_1_is_never_different() -> None:
    ratios = [0.999, *[1.5] * 5]
    assert alone([(ratio, 1.0) for ratio in ratios]).verdict == "inconclusive"


def test_what_is_different_alone_can_be_luck_among_many() -> None:
    doubtful = [(ratio, 1.0) for ratio in (1.01, 1.03, 1.06, 1.06, 1.09, 1.11)]
    assert alone(doubtful).verdict == "different"
    family = compare({"doubtful": doubtful} | {f"same-{number}": around(1.0) for number in range(9)}, MARGIN)
    assert family["doubtful"].verdict == "inconclusive"


def test_what_does_not_vary_at_all_can_be_judged() -> None:
    assert alone([(2.0, 1.0)] * 6).verdict == "different"
    assert alone([(1.0, 1.0)] * 6).verdict == "equivalent"


# ── Few rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("n", range(1, 6))
def test_fewer_than_six_rounds_have_a_ratio_and_no_verdict(n: int) -> None:
    found = alone([(90.0, 1.0)] * n)
    assert found.ratio == pytest.approx(90)
    assert (found.n, found.low, found.high, found.p, found.verdict) == (n, None, None, None, "inconclusive")


def test_too_few_rounds_are_not_counted_in_the_family() -> None:
    family = compare({"it": around(1.1), "few": around(1.1, rounds=5)}, MARGIN)
    assert family["it"] == alone(around(1.1))


def test_beyond_doubt_needs_two_rounds_one_side_and_a_factor_of_two() -> None:
    assert alone([(2.1, 1.0), (90.0, 1.0)]).beyond_doubt
    assert alone([(1.0, 2.1), (1.0, 90.0)]).beyond_doubt
    assert not alone([(90.0, 1.0)]).beyond_doubt
    assert not alone([(1.9, 1.0), (90.0, 1.0)]).beyond_doubt
    assert not alone([(90.0, 1.0), (1.0, 90.0)]).beyond_doubt


def test_beyond_doubt_needs_more_than_the_noise_of_the_run() -> None:
    assert not alone([(3.0, 1.0)] * 3, band=2.5).beyond_doubt


# ── Failures ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_scenario_without_a_round_is_absent() -> None:
    assert compare({"it": [], "both failed": [(inf, inf)]}, MARGIN) == {}


def test_as_many_failures_on_both_sides_have_no_ratio() -> None:
    assert compare({"it": [(inf, 1.0), (1.0, inf)]}, MARGIN) == {}


def test_a_round_in_which_both_failed_is_left_out() -> None:
    assert alone([*around(1.2), (inf, inf)]) == alone(around(1.2))


def test_a_failed_trial_leaves_no_upper_limit_and_no_test() -> None:
    found = alone([*around(1.2)[:5], (inf, 1.0)])
    assert (found.high, found.p, found.verdict) == (inf, None, "different")


def test_a_failed_trial_cannot_help_to_be_called_faster() -> None:
    assert alone(around(0.8, rounds=12)).verdict == "different"
    assert alone([*around(0.8, rounds=11), (inf, 1.0)]).verdict == "inconclusive"


def standing(comparison: Comparison | None) -> int:
    """How good a verdict is for the scenario: smaller is better."""
    if comparison is None or comparison.verdict != "different":
        return 0
    return 1 if comparison.ratio > 1 else -1


@settings(deadline=None, max_examples=400)
@given(some_pairs, st.sets(st.integers(0, 12)), st.data())
def test_a_failed_trial_never_improves_a_scenario(
    pairs: list[Pair], failed_before: set[int], data: st.DataObject
) -> None:
    before = [(inf if number in failed_before else one, other) for number, (one, other) in enumerate(pairs)]
    fails = data.draw(st.integers(0, len(pairs) - 1))
    after = [*before[:fails], (inf, before[fails][1]), *before[fails + 1 :]]
    ours, theirs = alone(before), alone(after)
    assert theirs.ratio >= ours.ratio
    assert (theirs.low or 0) >= (ours.low or 0)
    assert (theirs.high or 0) >= (ours.high or 0)
    assert standing(theirs) >= standing(ours)


@settings(deadline=None, max_examples=400)
@given(some_pairs, st.sets(st.integers(0, 12)), st.data())
def test_to_fail_where_the_other_failed_too_is_no_way_out(
    pairs: list[Pair], other_failed: set[int], data: st.DataObject
) -> None:
    before = [(one, inf if number in other_failed else other) for number, (one, other) in enumerate(pairs)]
    fails = data.draw(st.integers(0, len(pairs) - 1))
    after = [*before[:fails], (inf, before[fails][1]), *before[fails + 1 :]]
    found = compare({"before": before}, MARGIN).get("before")
    assert standing(compare({"after": after}, MARGIN).get("after")) >= standing(found)


# ── What may not matter ──────────────────────────────────────────────────────────────────────────────────────────────
@settings(deadline=None, max_examples=300)
@given(some_pairs)
def test_the_ratio_of_b_to_a_is_one_over_the_ratio_of_a_to_b(pairs: list[Pair]) -> None:
    there, back = alone(pairs), alone([(other, one) for one, other in pairs])
    assert back.ratio == pytest.approx(1 / there.ratio)
    assert (back.low is None) == (there.high is None)
    if there.low is not None and there.high is not None:
        assert (back.low, back.high) == pytest.approx((1 / there.high, 1 / there.low))
    assert (back.n, back.verdict, back.beyond_doubt) == (there.n, there.verdict, there.beyond_doubt)
    assert back.p == (None if there.p is None else pytest.approx(there.p))


@settings(deadline=None)
@given(some_pairs, st.floats(1e-3, 1e9))
def test_a_comparison_does_not_depend_on_the_unit(pairs: list[Pair], unit: float) -> None:
    one, other = alone(pairs), alone([(value * unit, reference * unit) for value, reference in pairs])
    assert other.ratio == pytest.approx(one.ratio)
    assert (other.low is None) == (one.low is None)
    assert other.low is None or other.low == pytest.approx(one.low)
    assert other.high is None or other.high == pytest.approx(one.high)


@settings(deadline=None)
@given(similar_pairs(), st.integers(-10, 30))
def test_a_verdict_does_not_depend_on_the_unit(pairs: list[Pair], power: int) -> None:
    found = alone(pairs)
    assume(found.low is not None)
    scaled = alone([(one * 2.0**power, other * 2.0**power) for one, other in pairs])
    assert (scaled.verdict, scaled.beyond_doubt) == (found.verdict, found.beyond_doubt)


@settings(deadline=None)
@given(some_pairs, st.randoms(use_true_random=False))
def test_a_comparison_does_not_depend_on_the_order_of_rounds(pairs: list[Pair], rng: Random) -> None:
    assert alone(rng.sample(pairs, len(pairs))) == alone(pairs)


@settings(deadline=None)
@given(st.lists(some_pairs, min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_a_comparison_does_not_depend_on_names(family: list[list[Pair]], rng: Random) -> None:
    def judged(names: list[str]) -> list[Comparison]:
        found = compare(dict(zip(names, family, strict=True)), MARGIN)
        return [found[name] for name in names]

    names = [f"scenario-{number}" for number in range(len(family))]
    assert judged(names) == judged(rng.sample(names, len(names)))


# ── Noise ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_noise_floor_is_the_farther_end_of_the_placebos_interval() -> None:
    assert noise_floor([(ratio, 1.0) for ratio in (1.01, 1.021, 1.0, 0.99, 1.0, 1.0)]) == pytest.approx(0.021)
    assert noise_floor([(ratio, 1.0) for ratio in (1.0, 1.0, 0.9, 1.01, 1.0, 1.0)]) == pytest.approx(1 / 0.9 - 1)


def test_with_twelve_rounds_two_outliers_do_not_raise_the_noise_floor() -> None:
    assert noise_floor([(ratio, 1.0) for ratio in (5.0, 3.0, *[1.01] * 10)]) == pytest.approx(0.01)


def test_with_few_rounds_the_noise_floor_is_the_farthest_pair() -> None:
    assert noise_floor([(1.0, 1.2), (1.1, 1.0)]) == pytest.approx(0.2)


def test_a_failed_placebo_says_nothing_about_noise() -> None:
    assert noise_floor([]) is None
    assert noise_floor([(inf, 1.0), (1.0, inf)]) is None
    assert noise_floor([(inf, 1.0), (1.02, 1.0)]) == pytest.approx(0.02)


@settings(deadline=None)
@given(some_pairs)
def test_the_noise_floor_does_not_depend_on_which_copy_is_which(pairs: list[Pair]) -> None:
    assert noise_floor(pairs) == noise_floor([(other, one) for one, other in pairs])


# ── Pairs of rounds ──────────────────────────────────────────────────────────────────────────────────────────────────
def test_values_are_paired_by_round_and_not_by_place() -> None:
    assert paired({3: 30.0, 1: 10.0, 2: 20.0}, {1: 1.0, 3: 3.0, 4: 4.0}) == [(10.0, 1.0), (30.0, 3.0)]


def rounds_of(ratio: float) -> dict[int, float]:
    return dict(enumerate(one for one, _ in around(ratio)))


def test_differences_are_found_between_any_two() -> None:
    unclear = dict(enumerate((0.9, 1.1, 1.0, 1.0, 1.0, 1.0)))
    different = differences({"a": rounds_of(1.0), "b": unclear, "c": rounds_of(2.0)}, MARGIN)
    assert different("a", "c")
    assert different("b", "c")
    assert not different("a", "b")


@settings(deadline=None)
@given(st.lists(st.lists(near, min_size=6, max_size=6), min_size=2, max_size=4))
def test_ties_are_symmetric_and_nobody_differs_from_itself(values: list[list[float]]) -> None:
    rounds = {str(name): dict(enumerate(times)) for name, times in enumerate(values)}
    different = differences(rounds, MARGIN)
    assert not any(different(name, name) for name in rounds)
    assert all(different(one, other) == different(other, one) for one, other in combinations(rounds, 2))


# ── Significance ─────────────────────────────────────────────────────────────────────────────────────────────────────
@settings(deadline=None)
@given(st.lists(st.floats(-3, 3), min_size=2, max_size=14))
def test_the_t_test_is_the_one_of_scipy(logs: list[float]) -> None:
    assume(max(logs) - min(logs) > 1e-3)
    assert t_test(logs) == pytest.approx(float(ttest_1samp(logs, 0).pvalue))


def test_the_t_test_of_values_that_do_not_vary_is_certain_and_silent() -> None:
    assert t_test([0.7] * 6) == 0
    assert t_test([0.0] * 6) == 1


def test_one_value_or_a_failed_trial_cannot_be_tested() -> None:
    assert t_test([]) is None
    assert t_test([0.7]) is None
    assert t_test([0.7, inf, 0.8]) is None


def test_holm_multiplies_the_smallest_most_and_never_changes_the_order() -> None:
    assert holm({"a": 0.04, "b": 0.01, "c": 0.03}) == {"b": 0.03, "c": 0.06, "a": 0.06}
    assert holm({"a": 0.5, "b": 0.9}) == {"a": 1.0, "b": 1.0}
    assert holm({}) == {}


def test_a_ratio_is_taken_in_logarithms() -> None:
    assert log_ratios([(1.0, 1.0), (inf, 2.0), (2.0, inf), (inf, inf)]) == [0.0, inf, -inf]


def test_what_is_not_positive_compares_nothing() -> None:
    assert noise_floor([(0.0, 4096.0), (-4096.0, 4096.0), (110.0, 100.0)]) == pytest.approx(0.1)
    assert noise_floor([(0.0, 4096.0)]) is None
