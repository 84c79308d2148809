"""Two runs, scenario by scenario: what is compared, what is not and why, and how it is told."""

import json
import random
from collections.abc import Callable
from math import comb, exp, inf, log
from pathlib import Path
from typing import Any

import msgspec
import pytest
from scipy.stats import mannwhitneyu, ttest_ind

from bench.__main__ import main
from bench.model import Run, Scenario, Trial
from bench.report.compare import Change, changes
from bench.report.compare_formats import FORMATS
from bench.report.independent import compare_runs, differences, shift, welch
from bench.report.levels import FEWEST, Times, against_level
from bench.report.orders import interval_place, ways_of_u
from bench.results.store import Results
from bench.selfcheck import two_runs
from bench.selfcheck.simulation import SEED
from tests import made_up

PUBLISHED = json.loads((Path(__file__).parents[1] / "data" / "two_runs.json").read_text(encoding="utf-8"))
SIZES = [(4, 4), (6, 6), (6, 12), (12, 12), (5, 9)]


def samples(before: int, after: int, seed: int = 1, factor: float = 1.0) -> tuple[list[float], list[float]]:
    rng = random.Random(seed)
    one = [rng.lognormvariate(0, 0.02) for _ in range(before)]
    return one, [factor * rng.lognormvariate(0, 0.02) for _ in range(after)]


def by_round(values: list[float]) -> dict[int, float]:
    return dict(enumerate(values, start=1))


def scenarios(factors: dict[str, float], day: float = 1.0) -> dict[str, Times]:
    """Return two runs of seven scenarios, some of them and all of the later run slowed down."""
    found: dict[str, Times] = {}
    for number, name in enumerate("abcdefg"):
        before, after = samples(6, 6, number, factors.get(name, 1.0) * day)
        found[f"x/{name}"] = (by_round(before), by_round(after))
    return found


def verdicts(times: dict[str, Times]) -> dict[str, str]:
    return {name: one.verdict for name, one in compare_runs(times, dict.fromkeys(times, 0.0)).items()}


# ── Statistics ───────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("before", "after"), SIZES)
def test_the_interval_is_the_widest_that_the_exact_test_does_not_refute(before: int, after: int) -> None:
    one, other = samples(before, after)
    ordered = differences(one, other)
    place = interval_place(before, after)
    assert place is not None

    def p(moved: float) -> float:
        return float(mannwhitneyu([value * exp(moved) for value in one], other, method="exact").pvalue)

    assert p(ordered[place] + 1e-9) > 0.05 >= p(ordered[place] - 1e-9)
    assert p(ordered[-1 - place] - 1e-9) > 0.05 >= p(ordered[-1 - place] + 1e-9)


@pytest.mark.parametrize(("before", "after"), SIZES)
def test_the_orders_of_all_trials_are_counted_once_each(before: int, after: int) -> None:
    ways = ways_of_u(before, after)
    assert sum(ways) == comb(before + after, before)
    assert ways == ways[::-1]


def test_three_trials_a_side_have_no_interval_and_a_verdict_needs_one() -> None:
    assert interval_place(3, 3) is None
    short: dict[str, Times] = {
        name: (dict(list(one.items())[:3]), dict(list(other.items())[:3]))
        for name, (one, other) in scenarios({"a": 3.0}).items()
    }
    assert set(verdicts(short).values()) == {"inconclusive"}


def test_the_other_way_round_the_ratio_is_the_inverse() -> None:
    before, after = samples(6, 12, factor=1.3)
    there, back = shift(6, 12, differences(before, after)), shift(12, 6, differences(after, before))
    assert there.median == pytest.approx(-back.median)
    assert back.low is not None
    assert there.high == pytest.approx(-back.low)


def test_the_test_is_that_of_welch() -> None:
    before, after = samples(6, 12, factor=1.05)
    expected = ttest_ind([log(v) for v in before], [log(v) for v in after], equal_var=False).pvalue
    assert welch(before, after) == pytest.approx(expected)
    assert welch([1.0] * 6, [1.0] * 6) == 1
    assert welch([1.0], [1.0, 2.0]) is None
    assert welch([1.0, inf], [1.0, 2.0]) is None


def test_one_slower_scenario_is_found_and_a_slower_machine_is_not_taken_for_one() -> None:
    assert verdicts(scenarios({"c": 1.3}))["x/c"] == "different"
    assert "different" not in verdicts(scenarios({}, day=1.3)).values()
    assert verdicts(scenarios({"c": 1.3}, day=1.3))["x/c"] == "different"


def test_what_got_slower_only_as_the_machine_did_is_not_called_faster_than_it() -> None:
    assert verdicts(scenarios({"c": 1 / 1.3}, day=1.3))["x/c"] == "inconclusive"


def test_too_few_scenarios_tell_no_level_and_get_no_verdict() -> None:
    few = dict(list(scenarios({"a": 2.0}).items())[: FEWEST - 1])
    assert set(verdicts(few).values()) == {"inconclusive"}
    assert all(not any(both) for both in against_level(few).values())


def test_a_small_experiment_is_leveled_by_the_whole_run() -> None:
    all_ = scenarios({})
    before, after = samples(6, 6, 99, 2.0)
    all_["y/alone"] = (by_round(before), by_round(after))
    assert verdicts(all_)["y/alone"] == "different"


def test_failing_is_never_an_advantage_and_failing_in_both_compares_nothing() -> None:
    times = scenarios({})
    times["x/c"] = (times["x/c"][0], dict.fromkeys(range(1, 7), inf))
    times["x/d"] = (dict.fromkeys(range(1, 7), inf), dict.fromkeys(range(1, 7), inf))
    found = compare_runs(times, dict.fromkeys(times, 0.0))
    assert (found["x/c"].ratio, found["x/c"].verdict) == (inf, "different")
    assert "x/d" not in found


def test_what_the_method_says_of_two_runs_is_in_the_simulation() -> None:
    cells = [cell for world in PUBLISHED["worlds"].values() for cell in world.values()]
    assert all(cell["different, equal code, any of the family"] <= 0.01 for cell in cells)
    assert all(cell["different, 5% slower"] < 0.05 for cell in cells)
    calm = [cell for name, world in PUBLISHED["worlds"].items() if name != "bursts" for cell in world.values()]
    assert all(cell["different, 25% slower"] > 0.98 for cell in calm)


def test_the_published_simulation_has_the_seed_the_size_and_the_shape_of_this_code() -> None:
    again = two_runs.simulate(2)
    assert (PUBLISHED["seed"], PUBLISHED["repetitions"]) == (SEED, two_runs.REPETITIONS)
    worlds: Any = again["worlds"]
    assert {name: {n: set(c) for n, c in world.items()} for name, world in worlds.items()} == {
        name: {n: set(c) for n, c in world.items()} for name, world in PUBLISHED["worlds"].items()
    }


# ── What is compared ─────────────────────────────────────────────────────────────────────────────────────────────────
def results(run: Run, change: Callable[[Trial], Trial] = lambda trial: trial) -> Results:
    return Results(Path(run.id), run, tuple(map(change, made_up.trials(run))))


def other_run(**environment: Any) -> Run:
    run = made_up.a_run(seed=2, day=1)
    return msgspec.structs.replace(run, environment=msgspec.structs.replace(run.environment, **environment))


def compared(after: Run) -> dict[str, Change]:
    return {one.scenario: one for one in changes(results(made_up.a_run(seed=1)), results(after))}


def test_every_scenario_of_both_runs_is_told_of() -> None:
    before = made_up.a_run(seed=1)
    shorter = msgspec.structs.replace(
        before.experiments[0], scenarios=tuple(s for s in before.experiments[0].scenarios if s.id != "httpx")
    )
    order = tuple(slot for slot in before.order if slot.scenario != "httpx")
    found = compared(msgspec.structs.replace(before, id="later", experiments=(shorter,), order=order))
    assert set(found) == {s.id for s in before.experiments[0].scenarios}
    assert found["httpx"].reasons == ("not planned after",)
    assert found["aiohttp"].reasons == ()


def test_the_same_code_at_the_same_place_is_compared() -> None:
    found = compared(other_run())
    assert all(one.reasons == () for one in found.values())
    assert found["aiohttp"].verdict in {"equivalent", "inconclusive"}


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"python": "3.12.1"}, "Python: Python 3.11.7, then Python 3.12.1"),
        ({"gil": False}, "Python: Python 3.11.7, then Python 3.11.7 free-threaded"),
        ({"go": "go1.27"}, "Go: go1.26, then go1.27"),
        ({"packages": {"aiohttp": "4.0"}}, "aiohttp: 3.14.5, then 4.0"),
        ({"pinned": False}, "cores were given out otherwise"),
        ({"sources": {}}, "the code that is measured changed"),
    ],
)
def test_another_environment_is_named(changed: dict[str, Any], reason: str) -> None:
    one = compared(other_run(**changed))["aiohttp"]
    assert (one.verdict, one.reasons) == ("not comparable", (reason,))


def test_a_package_that_a_scenario_does_not_import_keeps_it_comparable() -> None:
    found = compared(other_run(packages={"aiohttp": "4.0"}))
    assert found["threads-session"].reasons == ()


def test_another_machine_method_or_condition_is_named() -> None:
    machine = msgspec.structs.replace(made_up.MACHINE, cores=64)
    assert compared(msgspec.structs.replace(other_run(), machine=machine))["aiohttp"].reasons == ("another machine",)
    assert compared(msgspec.structs.replace(other_run(), method=9))["aiohttp"].reasons == ("method: 1, then 9",)
    run = other_run()

    def longer(scenario: Scenario) -> Scenario:
        return msgspec.structs.replace(
            scenario, conditions=msgspec.structs.replace(made_up.fetching(scenario), latency_s=0.1)
        )

    changed = msgspec.structs.replace(run.experiments[0], scenarios=tuple(map(longer, run.experiments[0].scenarios)))
    found = compared(msgspec.structs.replace(run, experiments=(changed,)))
    assert found["aiohttp"].reasons == ("the conditions changed",)


# ── How it is told ───────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.fixture
def folders(tmp_path: Path) -> tuple[str, str]:
    """Two runs of which the later one's aiohttp takes half as long again, on a machine whose name is markup."""
    evil = msgspec.structs.replace(made_up.MACHINE, cpu="<script>alert(1)</script> \x1b[31m| x")
    before, after = made_up.a_run(seed=1, machine=evil), made_up.a_run(seed=2, day=1, machine=evil)
    conditions = {s.id: s for e in after.experiments for s in e.scenarios}
    slow = [
        made_up.with_outcome(t, made_up.measured(conditions["aiohttp"], 0.32 + t.slot.round / 1e4))
        if t.slot.scenario == "aiohttp"
        else t
        for t in made_up.trials(after)
    ]
    return str(made_up.stored(tmp_path, before)), str(made_up.stored(tmp_path, after, slow))


@pytest.mark.parametrize("form", FORMATS)
def test_each_format_says_what_differs_and_nothing_of_a_stranger_runs(
    folders: tuple[str, str], form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *folders, "--format", form]) == 0
    text = capsys.readouterr().out
    assert "aiohttp" in text
    assert "different" in text
    assert "\x1b" not in text
    assert form != "markdown" or "<script" not in text


def test_what_differs_stands_first_and_the_whole_moved_by_nothing(
    folders: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["compare", *folders])
    _, _, tally, empty, first, *_ = capsys.readouterr().out.splitlines()
    assert "1 different" in tally
    assert "The median of all ratios is 1.00" in tally
    assert empty == ""
    assert first.startswith("different ")
    assert "waiting/aiohttp " in first
    assert "0.216\u00a0s → 0.320\u00a0s  1.48 times (1.48 to 1.49)" in first


def test_json_has_numbers_and_null_where_there_is_none(
    folders: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["compare", *folders, "--format", "json"])
    document = json.loads(capsys.readouterr().out)
    found = {one["scenario"]: one for one in document["scenarios"]}
    assert found["aiohttp"]["verdict"] == "different"
    assert found["aiohttp"]["ratio"]["median"] > 1.4
    assert found["loop"]["ratio"]["low"] is None


def test_a_folder_that_is_none_is_one_line_and_exit_code_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(tmp_path), str(tmp_path)]) == 2
    assert "run.json: No such file" in capsys.readouterr().err


def test_runs_that_have_nothing_to_compare_are_told_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders_ = [str(made_up.stored(tmp_path, made_up.a_run("quick", experiment=name))) for name in ("waiting",)]
    other = made_up.a_run("quick", seed=8, experiment="loops")
    assert main(["compare", *folders_, str(made_up.stored(tmp_path, other))]) == 0
    said = capsys.readouterr().out
    assert "not comparable." in said
    assert "median of all ratios" not in said
