"""From results to pages, with made-up results."""

import csv
import json
from datetime import timedelta
from math import inf
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bench.catalog import all_experiments
from bench.errors import DataError, PhysicsError
from bench.model import Lateness, Measured, Run, Slot, Trial
from bench.report import contents, validation
from bench.report import doubts as doubting
from bench.report.claims import Claim, Post, read_posts
from bench.report.escape import Trusted, plain
from bench.report.evaluation import find
from bench.report.findings import Findings
from bench.report.formats import as_csv, as_json
from bench.report.places import identity
from bench.report.provenance import share_inside
from bench.report.selection import chosen, load_all
from bench.report.sentences import fill
from bench.report.verdicts import agrees, settle
from bench.report.words import significant
from bench.results.store import Results
from tests import made_up

Change = dict[str, Any]


def results(run: Run, trials: list[Trial] | None = None, **more: Any) -> Results:
    return Results(Path(run.id), run, tuple(made_up.trials(run) if trials is None else trials), **more)


def findings(trials: list[Trial] | None = None) -> Findings:
    return find(results(made_up.a_run(), trials), "waiting")


def changed(scenario: str, change: Any) -> list[Trial]:
    """Return the trials of a run, those of `scenario` with their outcome changed."""
    return [
        made_up.with_outcome(t, change(t.outcome)) if t.slot.scenario == scenario else t
        for t in made_up.trials(made_up.a_run())
    ]


def codes(trials: list[Trial] | None = None, **more: Any) -> set[tuple[str, str | None]]:
    found = find(results(made_up.a_run(), trials, **more), "waiting")
    return {(doubt.code, doubt.scenario) for doubt in doubting.doubts(found)}


# ── findings ─────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_median_over_six_rounds_has_its_extremes_as_interval() -> None:
    finding = findings().scenarios["aiohttp"]
    assert finding.time
    assert finding.time.n == 6
    assert (finding.time.low, finding.time.high) == (min(finding.trials), max(finding.trials))


def test_a_scenario_with_two_trials_has_no_interval_and_no_rank() -> None:
    slow = findings().scenarios["threads-get-30"]
    assert slow.time
    assert (slow.time.n, slow.time.low, slow.rank) == (2, None, None)


def test_clear_differences_are_ranked_and_equal_code_is_a_tie() -> None:
    found = findings()
    names = ("go", "aiohttp", "threads-session", "httpx", "threads-get-100")
    assert [found.scenarios[name].rank for name in names] == [1, 2, 3, 4, 4]


def test_the_placebo_is_not_counted_as_a_trial_of_its_original() -> None:
    assert len(findings().scenarios["aiohttp"].trials) == 6


def test_a_failed_trial_never_improves_a_scenario() -> None:
    def first_round_fails(trial: Trial) -> Trial:
        hit = trial.slot.scenario == "httpx" and trial.slot.round == 1
        return made_up.with_outcome(trial, made_up.failed()) if hit else trial

    worse = findings([first_round_fails(t) for t in made_up.trials(made_up.a_run())]).scenarios["httpx"]
    before = findings().scenarios["httpx"]
    assert worse.time
    assert before.time
    assert worse.time.n == before.time.n
    assert worse.time.median >= before.time.median
    assert worse.time.high == inf
    assert len(worse.failures) == 1


def test_a_scenario_that_always_fails_has_no_time_but_its_reasons() -> None:
    finding = findings(changed("httpx", lambda _: made_up.failed())).scenarios["httpx"]
    assert finding.time is None
    assert finding.failures[0] == "round 1: failed_requests: 3 of 100 requests failed"


# ── words ────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.21649, "0.216"),
        (20.346, "20.3"),
        (1234.5, "1,230"),
        (0.0999, "0.0999"),
        (9.999, "10.0"),
        (0, "0"),
        (1, "1.00"),
    ],
)
def test_numbers_are_rounded_to_three_digits(value: float, text: str) -> None:
    assert significant(value) == text


def test_figures_in_braces_come_from_the_data() -> None:
    text = fill(
        "{time:aiohttp}; {interval:threads-get-30}; {versus:threads-session/aiohttp}; {factor:loop/go}", findings()
    )
    time, loop, versus, factor = text.split("; ")
    assert time == "0.216\u00a0s"
    assert loop == "2 trials, no interval"
    assert versus.startswith("takes 1.2")
    assert " times the time (95\u00a0% interval 1." in versus
    assert factor == "99.5 times"


def test_a_clear_difference_is_a_factor_and_any_other_is_none() -> None:
    assert fill("{clearly:loop/go}", findings()) == "99.5 times"
    assert fill("{clearly:httpx/threads-get-100}", findings()) == "no clear difference"
    assert fill("{clearly:threads-get-30/aiohttp}", findings()).endswith(" times")
    near = changed("threads-get-30", lambda _: made_up.measured(scenario("threads-get-30"), 0.22))
    assert fill("{clearly:threads-get-30/aiohttp}", findings(near)) == "no clear difference"


def test_a_number_and_its_unit_stay_on_one_line() -> None:
    assert fill("held for 0.2 s, 50 ms away, 5 % of 3 sessions", findings()) == (
        "held for 0.2\u00a0s, 50\u00a0ms away, 5\u00a0% of 3 sessions"
    )


def test_equal_code_is_called_equal_and_noise_unclear() -> None:
    assert "takes the same time within 3\u00a0%" in fill("{versus:httpx/threads-get-100}", findings())
    shaky = iter([0.9, 1.2] * 3)
    noisy = changed("httpx", lambda _: made_up.measured(scenario("httpx"), 0.22 * next(shaky)))
    assert "shows no clear difference" in fill("{versus:httpx/aiohttp}", findings(noisy))


def scenario(name: str) -> Any:
    return next(s for e in made_up.a_run().experiments for s in e.scenarios if s.id == name)


def test_what_was_not_measured_is_left_out_of_a_sentence() -> None:
    text = "It takes {time:aiohttp}; with that {time:nosuch}; {versus:nosuch/aiohttp}. No more."
    assert fill(text, findings()) == "It takes 0.216\u00a0s. No more."
    assert fill("It takes {time:aiohttp}; or {time:nosuch}.", findings()) == "It takes 0.216\u00a0s."


def test_a_figure_that_does_not_exist_is_named() -> None:
    with pytest.raises(DataError, match=r"\{speed:aiohttp\} is no figure; known are"):
        fill("{speed:aiohttp}", findings())


# ── doubts ───────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_good_run_is_doubted_only_for_what_had_few_trials() -> None:
    few = {"loop", "published-loop", "threads-get-30", "httpx-get", "def-aiohttp", "def-threads-100"}
    few |= {"httpx-warm", "published-threads-30", "niquests", "niquests-threads"}
    assert codes() == {("few", name) for name in few}


@pytest.mark.parametrize(
    ("code", "part", "change"),
    [
        ("busy", "surroundings", {"others_busy": 0.5}),
        ("steal", "surroundings", {"steal": 0.1}),
        ("tainted", "surroundings", {"listen_overflows": 1}),
        ("retransmits", "surroundings", {"retransmits": 1}),
        ("server-bound", "served", {"cpu_s": 0.4}),
        ("late", "served", {"lateness": Lateness(p50_s=0.0, p99_s=0.05, max_s=0.05)}),
        ("relay-late", "served", {"relay_lateness": Lateness(p50_s=0.0, p99_s=0.05, max_s=0.05)}),
    ],
)
def test_what_the_machine_did_is_a_doubt(code: str, part: str, change: Change) -> None:
    def with_change(outcome: Any) -> Any:
        inner = getattr(outcome, part)
        return msgspec.structs.replace(outcome, **{part: msgspec.structs.replace(inner, **change)})

    assert (code, "aiohttp") in codes(changed("aiohttp", with_change))


@pytest.mark.parametrize(
    ("began", "ended", "doubted"), [(False, True, True), (False, False, False), (True, None, False)]
)
def test_a_lock_that_an_extension_switched_on_again_is_a_doubt(began: bool, ended: bool | None, doubted: bool) -> None:  # noqa: FBT001
    def with_lock(outcome: Any) -> Any:
        return msgspec.structs.replace(outcome, usage=msgspec.structs.replace(outcome.usage, gil=ended))

    run = made_up.a_run(environment=made_up.an_environment("3.13.0", gil=began))
    found = find(results(run, changed("aiohttp", with_lock)), "waiting")
    assert ("gil" in {doubt.code for doubt in doubting.doubts(found)}) == doubted


def test_failures_missing_trials_and_torn_lines_are_doubts() -> None:
    trials = changed("httpx", lambda _: made_up.failed())[:-1]
    found = codes(trials, torn=True)
    assert {("failed", "httpx"), ("incomplete", None), ("torn", None)} <= found


def test_a_noisy_placebo_and_a_missing_one_are_doubts() -> None:
    def shaken(trial: Trial) -> Trial:
        hit = trial.slot.copy == "placebo"
        return made_up.with_outcome(trial, made_up.measured(scenario("aiohttp"), 0.3)) if hit else trial

    trials = made_up.trials(made_up.a_run())
    assert ("noisy", None) in codes([shaken(t) for t in trials])
    assert ("no-placebo", None) in codes([t for t in trials if t.slot.copy == "main"])


@pytest.mark.parametrize(("profile", "dirty", "code"), [("smoke", False, "smoke"), ("standard", True, "dirty")])
def test_a_run_that_is_no_result_says_so(profile: Any, dirty: bool, code: str) -> None:  # noqa: FBT001
    run = made_up.a_run(profile)
    run = msgspec.structs.replace(run, environment=msgspec.structs.replace(run.environment, dirty=dirty))
    assert code in {doubt.code for doubt in doubting.doubts(find(results(run), "waiting"))}


def test_what_could_not_run_is_named_with_its_reason() -> None:
    run = made_up.a_run()
    experiment = msgspec.structs.replace(run.experiments[0], unavailable={"go": "no Go toolchain"})
    found = find(results(msgspec.structs.replace(run, experiments=(experiment,))), "waiting")
    assert ("unavailable", "go") in {(d.code, d.scenario) for d in doubting.doubts(found)}


def test_a_result_faster_than_waiting_allows_stops_the_build() -> None:
    impossible = changed("aiohttp", lambda _: made_up.measured(scenario("aiohttp"), 0.1))
    with pytest.raises(PhysicsError, match=r"waiting/aiohttp took 0.100\s+s, but its waits alone take 0.200\s+s"):
        codes(impossible)


@pytest.mark.parametrize(
    ("part", "change", "complaint"),
    [
        ("served", {"failed": 50}, "50 of 200 requests failed at the server"),
        ("served", {"peak_in_flight": 999}, "999 requests were in flight, more than 100"),
        ("served", {"requests": 1}, "the server saw 1 requests, not 200"),
    ],
)
def test_a_result_that_its_server_refutes_stops_the_build(part: str, change: Change, complaint: str) -> None:
    def with_change(outcome: Any) -> Any:
        return msgspec.structs.replace(outcome, **{part: msgspec.structs.replace(getattr(outcome, part), **change)})

    with pytest.raises(PhysicsError, match=complaint):
        codes(changed("aiohttp", with_change))


def test_a_later_batch_faster_than_waiting_stops_the_build_too() -> None:
    def hasty(outcome: Any) -> Any:
        cold, warm = outcome.batches
        return msgspec.structs.replace(outcome, batches=(cold, msgspec.structs.replace(warm, work_s=0.01)))

    with pytest.raises(PhysicsError, match=r"took 10.0\s+ms, but its waits alone take 0.200\s+s"):
        codes(changed("aiohttp", hasty))


def test_cold_is_the_first_batch_warm_a_later_one_and_cpu_is_all_of_the_first(pages: Path) -> None:
    rows = {row["scenario"]: row for row in json.loads((pages / "data" / "waiting.json").read_text())["rows"]}
    row = rows["aiohttp"]
    assert row["warm_median_s"] == pytest.approx(1.01 * row["time_median_s"])
    assert row["cpu_median_s"] == pytest.approx(0.03)
    assert (row["connections"], row["threads"], row["setup_median_s"]) == (100, 7, 0.001)


def test_only_scenarios_of_one_tier_are_compared(pages: Path) -> None:
    rows = json.loads((pages / "data" / "waiting.json").read_text())["rows"]
    compared = {row["tier"] for row in rows if row["ratio"] is not None}
    assert compared == {"like for like"}
    row = next(row for row in rows if row["scenario"] == "threads-session")
    assert row["reference"] == "aiohttp"
    assert row["ratio_low"] < row["ratio"] < row["ratio_high"]


def test_the_band_is_as_wide_as_the_noise_of_the_placebo() -> None:
    def shaken(trial: Trial) -> Trial:
        hit = trial.slot.copy == "placebo"
        return made_up.with_outcome(trial, made_up.measured(scenario("aiohttp"), 0.3)) if hit else trial

    noisy = findings([shaken(trial) for trial in made_up.trials(made_up.a_run())])
    assert noisy.noise == pytest.approx(noisy.band)
    assert noisy.band > 0.3
    assert findings().band == 0.03


def test_a_limit_is_kept_or_broken() -> None:
    late = findings(changed("published-aiohttp", lambda _: made_up.measured(scenario("published-aiohttp"), 6.0)))
    for found, verdict in ((late, "not reproduced"), (findings(), "reproduced")):
        settled = {s.claim.id: s.verdict for s in settle(read_posts(), {"waiting": found})}
        assert settled["deadline"] == verdict


def test_trials_as_csv_hold_no_infinite_time_and_no_formula(data: Path) -> None:
    other = [r for r in load_all(data) if r.run.seed == 3]
    table = list(csv.DictReader(contents.site_files(other, None)["data/waiting-trials.csv"].splitlines()))
    failed = [row for row in table if row["status"] != "ok"]
    assert len(failed) == 6
    assert {row["work_s"] for row in failed} == {""}
    assert all(float(row["work_s"]) > 0 for row in table if row["status"] == "ok")


def test_the_time_between_trials_counts_but_not_a_pause() -> None:
    run = made_up.a_run()
    trials = made_up.trials(run)[:3]
    spans = [trial.outcome.usage.process_s for trial in trials if isinstance(trial.outcome, Measured)]
    starts = [0.0, spans[0] + 1.0, spans[0] + 1.0 + spans[1] + 3600]
    moved = [
        msgspec.structs.replace(trial, started=made_up.NOON + timedelta(seconds=start))
        for trial, start in zip(trials, starts, strict=True)
    ]
    found = find(results(run, moved), "waiting")
    assert share_inside(found) == pytest.approx(sum(spans) / (sum(spans) + 1.0), rel=1e-3)


# ── selection ────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_newest_run_of_each_machine_is_shown_and_this_machines_first(data: Path) -> None:
    runs = load_all(data)
    shown = [r.run.seed for r in chosen(runs, "waiting", made_up.MACHINE)]
    assert shown == [2, 3]
    other = next(r.run.machine for r in runs if r.run.seed == 3)
    assert [r.run.seed for r in chosen(runs, "waiting", other)] == [3, 2]


def test_machines_alike_are_one_whatever_their_kernel() -> None:
    newer = msgspec.structs.replace(made_up.MACHINE, kernel="7.0")
    larger = msgspec.structs.replace(made_up.MACHINE, cores=64)
    assert identity(newer) == identity(made_up.MACHINE) != identity(larger)


def test_a_smoke_run_never_stands_in_for_a_result(tmp_path: Path) -> None:
    made_up.stored(tmp_path, made_up.a_run("smoke", day=5))
    assert [r.run.profile for r in chosen(load_all(tmp_path), "waiting", None)] == ["smoke"]
    made_up.stored(tmp_path, made_up.a_run("quick", day=1))
    assert [r.run.profile for r in chosen(load_all(tmp_path), "waiting", None)] == ["quick"]


def test_a_run_that_was_stopped_is_shown_only_where_there_is_no_complete_one(tmp_path: Path) -> None:
    stopped = made_up.a_run(seed=5, day=9)
    made_up.stored(tmp_path, stopped, made_up.trials(stopped)[:1])
    assert [r.run.seed for r in chosen(load_all(tmp_path), "waiting", None)] == [5]
    made_up.stored(tmp_path, made_up.a_run(seed=6))
    assert [r.run.seed for r in chosen(load_all(tmp_path), "waiting", None)] == [6]


def test_a_run_without_a_trial_is_no_run(tmp_path: Path) -> None:
    made_up.stored(tmp_path, made_up.a_run(), [])
    with pytest.raises(DataError, match="no run with a trial is there"):
        load_all(tmp_path)


def test_no_run_at_all_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no run with a trial is there; measure one with: nox -s bench"):
        load_all(tmp_path)


# ── claims ───────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("claim", "measured", "verdict"),
    [
        ({"value": 20.3}, 20.4, True),
        ({"value": 8.5}, 0.5, False),
        ({"low": 0.45, "high": 0.6}, 0.7, True),
        ({"low": 0.45, "high": 0.6}, 0.8, False),
        ({"low": 0.45, "high": 0.6}, 0.3, False),
        ({"low": 180}, 500, True),
        ({"low": 180}, 100, False),
    ],
)
def test_a_time_agrees_within_a_factor_of_1_25(claim: Change, measured: float, verdict: bool) -> None:  # noqa: FBT001
    assert agrees(Claim(id="x", **claim), measured) is verdict


def test_every_claim_has_a_verdict() -> None:
    posts = read_posts()
    settled = {(s.post, s.claim.id): s for s in settle(posts, {"waiting": findings()})}
    assert len(settled) == sum(len(post.claim) for post in posts.values())
    verdicts = {claim: settled["dev-health-checks", claim].verdict for claim in ("sync-100", "threads-30", "deadline")}
    assert verdicts == {"sync-100": "reproduced", "threads-30": "not reproduced", "deadline": "reproduced"}
    assert settled["superfastpython-start", "thread-cliff"].verdict == "pending"


def test_a_thousand_are_predicted_from_a_hundred() -> None:
    settled = {s.claim.id: s for s in settle(read_posts(), {"waiting": findings()})}
    one, ten = settled["sync-100"].measured, settled["sync-1000"].measured
    assert one
    assert ten
    assert ten.median == pytest.approx(10 * one.median)


def test_a_claimed_failure_is_reproduced_by_one_such_trial_only() -> None:
    broken = findings(changed("published-threads-100", lambda _: made_up.failed()))
    slow = findings(changed("published-threads-100", lambda _: made_up.failed("timeout")))
    for found, verdict in ((broken, "reproduced"), (slow, "not reproduced"), (findings(), "not reproduced")):
        settled = {s.claim.id: s for s in settle(read_posts(), {"waiting": found})}
        assert settled["connection-reset"].verdict == verdict


def test_a_claim_whose_scenario_has_no_time_cannot_be_tested() -> None:
    settled = {
        s.claim.id: s.verdict
        for s in settle(read_posts(), {"waiting": findings(changed("published-loop", lambda _: made_up.failed()))})
    }
    assert settled["sync-100"] == "cannot be tested here"


def test_a_claims_file_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "claims.toml"
    path.write_text('[post.x]\ntitle = 3\nurl = "https://x"\nsetup = ""\n')
    with pytest.raises(DataError, match="claims.toml: Expected `str`, got `int`"):
        read_posts(path)


def test_the_claims_file_and_the_experiments_agree() -> None:
    assert "4 posts" in validation.validated_claims()


def test_a_test_of_a_claim_that_nobody_made_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody: dict[str, Post] = {}
    monkeypatch.setattr(validation, "read_posts", lambda: nobody)
    with pytest.raises(DataError, match="experiments test claims that are not in it"):
        validation.validated_claims()


# ── pages ────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_same_data_gives_the_same_bytes(data: Path) -> None:
    runs = load_all(data)
    assert contents.site_files(runs, made_up.MACHINE) == contents.site_files(load_all(data), made_up.MACHINE)


def test_a_cause_is_linked_to_the_pages_that_exist_and_to_no_other(pages: Path) -> None:
    claims = (pages / "claims.md").read_text()
    assert "](clients/waiting.md)" in claims
    own = (pages / "clients" / "waiting.md").read_text()
    # Slow threads shows a cause as well, but this run did not measure it.
    assert "slow-threads.md" not in claims + own
    posts, waiting = read_posts(), findings()
    run = made_up.a_run(experiment="slow-threads")
    both = settle(posts, {"waiting": waiting, "slow-threads": find(results(run), "slow-threads")})
    assert next(one.see for one in both if one.claim.id == "threads-30") == ("waiting", "slow-threads")


def test_a_page_has_its_seven_parts(pages: Path) -> None:
    page = (pages / "clients" / "waiting.md").read_text()
    headings = [line[3:] for line in page.splitlines() if line.startswith("## ")]
    assert headings == [
        "What was claimed, what we found, and why",
        "The numbers",
        "The code that was measured",
        "Doubts",
        "Data",
        "Other machines",
    ]
    assert page.index("{: .answer }") < page.index("<figure") < page.index("## What was claimed")


def test_code_that_was_not_measured_never_stands_beside_a_number(data: Path) -> None:
    runs = load_all(data)
    old = msgspec.structs.replace(
        runs[0].run.environment, sources=runs[0].run.environment.sources | {"asyncio_aiohttp": "0" * 64}
    )
    run = msgspec.structs.replace(runs[0].run, environment=old)
    page = contents.site_files([Results(runs[0].folder, run, runs[0].trials)], None)["clients/waiting.md"]
    assert "`bench/clients/asyncio_aiohttp.py` has changed since this run measured it" in page
    assert "aiohttp.ClientSession(connector" not in page
    assert "ThreadPoolExecutor(concurrency)" in page


def test_text_from_a_result_file_is_harmless(pages: Path) -> None:
    everything = "".join(path.read_text() for path in pages.rglob("*.md"))
    assert "<script>" not in everything
    assert "<img" not in everything
    assert "{{ 7" not in everything
    assert "&#60;script&#62;" in everything
    assert plain("a|b\n# *c*") == "a&#124;b &#35; &#42;c&#42;"
    assert plain(Trusted("*kept*")) == "*kept*"


def test_a_spreadsheet_runs_nothing_from_a_csv() -> None:
    assert as_csv([{"a": "=1+1", "b": ["-x", "y"], "c": 3}]) == "a,b,c\n'=1+1,'-x; y,3\n"


def test_no_infinite_number_reaches_the_data() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        as_json({"time": inf})


def test_a_failed_scenario_stands_in_data_and_table_without_a_number(data: Path) -> None:
    other = [r for r in load_all(data) if r.run.seed == 3]
    files = contents.site_files(other, None)
    rows = {row["scenario"]: row for row in json.loads(files["data/waiting.json"])["rows"]}
    assert rows["httpx"]["time_median_s"] is None
    assert len(rows["httpx"]["failures"]) == 6
    table = csv.DictReader(files["data/waiting.csv"].splitlines())
    assert [row["time_median_s"] for row in table if row["scenario"] == "httpx"] == [""]
    assert "failed | round 1&#58; failed&#95;requests" in files["clients/waiting.md"]


def test_a_validated_folder_says_what_it_holds(data: Path) -> None:
    folder = next(iter(data.iterdir()))
    said = validation.validated(folder)
    total = len(made_up.a_run().order)
    assert said.startswith(f"standard, {total} of {total} trials")


def test_slots_are_told_apart_by_all_their_parts() -> None:
    slots = made_up.a_run().order
    assert len(set(slots)) == len(slots)
    assert all(isinstance(slot, Slot) for slot in slots)


def test_a_long_table_is_folded_and_keeps_every_row(tmp_path: Path) -> None:
    made_up.stored(tmp_path, made_up.a_run(experiment="growth"))
    page = contents.site_files(load_all(tmp_path), None)["clients/growth.md"]
    folded = page[page.index('??? note "All ') : page.index("*Time* is the median over rounds")]
    rows = [line for line in folded.splitlines() if line.startswith("    | ") and "N = " in line]
    assert len(rows) == sum(
        s.tier == "like for like" for s in made_up.a_run(experiment="growth").experiments[0].scenarios
    )


def test_a_claim_over_a_scenario_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = msgspec.structs.replace(
        all_experiments()["traps"],
        claims=(msgspec.structs.replace(all_experiments()["traps"].claims[0], over="absent"),),
    )
    test = experiment.claims[0]
    monkeypatch.setattr(validation, "tests", lambda: {(test.post, test.claim): (experiment, test)})
    with pytest.raises(DataError, match="scenarios that do not exist: {'absent'}"):
        validation.validated_claims()


def test_what_a_terminal_or_a_browser_would_obey_is_marked_and_not_passed_on() -> None:
    assert plain("a\x1b[31m\u202eb\x00\x85c") == "a\ufffd&#91;31m\ufffdb\ufffd c"
