"""Where the time goes: a real trial under the profiler, what is kept of it, and what a page shows."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import filelock
import msgspec
import pytest

from bench.__main__ import main
from bench.catalog import all_experiments, implementations
from bench.errors import AskedError, DataError, StoreError, ToolError
from bench.harness import run, sampling, serve
from bench.harness.measure import measure
from bench.harness.reaper import Reaper
from bench.model import Fetching, Scenario
from bench.report import contents
from bench.report import profiles as shown
from bench.report.selection import load_all
from bench.results import profiles
from bench.results.profiles import Sampled, Spent
from bench.verbs import profiling
from tests import made_up

MARKUP = "<script>alert(1)</script> | `x`"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of profiles for this test alone, and a lock of its own."""
    path = tmp_path / "profiles.json"
    monkeypatch.setattr(profiling, "KEPT", path)
    monkeypatch.setattr(shown, "PROFILES", path)
    monkeypatch.setattr(run, "LOCK", tmp_path / "lock")
    return path


@pytest.fixture
def reaper() -> Iterator[Reaper]:
    found = Reaper()
    yield found
    found.close()


def tiny(implementation: str, workload: str, **changed: Any) -> Scenario:
    conditions = {"requests": 30, "concurrency": 4, "latency_s": 0.01} | changed
    return Scenario(
        id="httpx",
        title="tried",
        tier="like for like",
        implementation=implementation,
        workload=workload,
        conditions=msgspec.convert(conditions, Fetching),
    )


def a_profile(scenario: str = "httpx", **changed: Any) -> Sampled:
    good = Sampled(
        experiment="waiting",
        scenario=scenario,
        python="3.11.7",
        packages={"httpx": "0.28.1"},
        digest=implementations()["asyncio_httpx"].digest,
        date="2026-11-01",
        work_s=0.5,
        unseen_threads=0,
        interval_s=0.0005,
        samples=1234,
        functions=(
            Spent(function="Pool.is_idle", file="httpcore/pool.py", line=7, samples=800, own=0.61, total=0.7),
            Spent(function=MARKUP, file="built-in", line=0, samples=9, own=0.012, total=0.012),
        ),
    )
    return msgspec.structs.replace(good, **changed)


# ── The trial ────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("implementation", "workload", "changed"),
    [
        ("asyncio_httpx", "one_client", {}),
        ("serial_requests", "get_per_call", {"concurrency": 1, "reuse": False}),
    ],
)
def test_a_trial_tells_its_functions_by_the_time_in_themselves_and_no_path_of_the_machine(
    reaper: Reaper, implementation: str, workload: str, changed: dict[str, Any]
) -> None:
    found = profiling.profiled("waiting", tiny(implementation, workload, **changed), reaper)
    shares = [spent.own for spent in found.functions]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) <= 1.001
    assert sum(spent.samples for spent in found.functions) <= found.samples
    assert not any(str(Path(sys.prefix)) in spent.file for spent in found.functions)
    assert found.digest == implementations()[implementation].digest
    assert found.packages
    assert found.unseen_threads == 0


def test_a_trial_that_fails_leaves_no_profile(reaper: Reaper) -> None:
    scenario = tiny("asyncio_httpx", "one_client", server="mock-error")
    with pytest.raises(ToolError, match=r"waiting/httpx: failed_requests: .*; nothing is kept$"):
        profiling.profiled("waiting", scenario, reaper)


def test_a_server_that_does_not_start_leaves_no_profile(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = [sys.executable, "-c", "raise SystemExit('port taken')"]
    monkeypatch.setattr(serve, "command_of", lambda *_: (silent, {}))
    with pytest.raises(ToolError, match="waiting/httpx: ServerError: .*port taken; nothing is kept$"):
        profiling.profiled("waiting", tiny("asyncio_httpx", "one_client"), reaper)


def test_a_batch_without_a_sample_is_no_profile(reaper: Reaper, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = made_up.measured(tiny("asyncio_httpx", "one_client"), 1.0)
    monkeypatch.setattr(profiling, "attempt", lambda *_: outcome)
    with pytest.raises(DataError, match="waiting/httpx: what the profiler told is no profile: .*interval_s"):
        profiling.profiled("waiting", tiny("asyncio_httpx", "one_client"), reaper)


def test_only_the_last_batch_is_profiled_and_the_work_is_done_as_often_as_without() -> None:
    seen: list[bool] = []

    def workload() -> Iterator[Any]:
        def work(urls: list[str]) -> list[str]:
            seen.append(sys.getprofile() is not None)
            return urls

        yield work
        seen.append(sys.getprofile() is not None)

    profile: dict[str, Any] = {}
    generator = sampling.sampled(workload, 3, profile)()
    work = next(generator)
    assert [work([text]) for text in "abc"] == [["a"], ["b"], ["c"]]
    assert profile == {}
    assert next(generator, None) is None
    assert seen == [False, False, True, False]
    assert set(profile) == {"interval_s", "samples", "functions"}


def test_a_profiled_workload_runs_on_the_event_loop_that_its_module_names(monkeypatch: pytest.MonkeyPatch) -> None:
    class Named(asyncio.SelectorEventLoop):
        pass

    async def workload() -> AsyncIterator[Any]:
        async def work(urls: list[str]) -> list[str]:
            return [*urls, type(asyncio.get_running_loop()).__name__]

        yield work

    monkeypatch.setitem(globals(), "LOOP_FACTORY", Named)
    for tried in (workload, sampling.sampled(workload, 1, {})):
        (answers,) = measure(tried, ["a"], 1).results
        assert list[object](answers) == ["a", "Named"]


@pytest.mark.parametrize("client", [("eventloop_aiohttp_uvloop", "one_session"), ("asyncio_httpx", "one_client")])
def test_an_event_loop_is_one_thread_whoever_wrote_it(client: tuple[str, str]) -> None:
    profiling.check_one_thread("waiting", tiny(*client))


def test_the_batch_that_counts_is_the_last_of_a_profiled_trial() -> None:
    cold = tiny("asyncio_httpx", "one_client", batches=3)
    warm = msgspec.structs.replace(cold, counts="warm")
    counted = [profiling.up_to_the_batch_that_counts(one).conditions.batches for one in (cold, warm)]
    assert counted == [1, 3]


def test_a_function_in_a_stack_twice_is_counted_once_with_what_it_calls() -> None:
    outer, inner = "outer\0/x/a.py\x001", "inner\0/x/b.py\x002\x01cBox\x01l9"
    records = [([outer, outer, inner], 0.3), ([outer], 0.1)]
    assert sampling.by_function(records) == [
        {"function": "Box.inner", "file": "b.py", "line": 2, "samples": 1, "own": 0.75, "total": 0.75},
        {"function": "outer", "file": "a.py", "line": 1, "samples": 1, "own": 0.25, "total": 1.0},
    ]
    assert sampling.by_function([]) == []


def test_a_path_is_told_from_the_nearest_folder_that_is_imported_from() -> None:
    roots = ["", "/py/lib", "/py/lib/site-packages"]
    assert sampling.short("/py/lib/site-packages/httpcore/pool.py", roots) == "httpcore/pool.py"
    assert sampling.short("/py/lib/asyncio/events.py", roots) == "asyncio/events.py"
    assert sampling.short("/home/somebody/x.py", roots) == "x.py"
    assert sampling.short("<built-in>", roots) == "built-in"


# ── The verb ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["waiting", "threads-session"], "threads_requests works with threads, and the profiler sees one thread"),
        (["waiting", "httpx", "go"], "waiting/go: go_nethttp is written in Go, and the profiler sees one thread"),
        (["waiting", "htpx"], "waiting has no scenario 'htpx'; known are: loop, "),
        (["clients", "httpx"], "'clients' is a kind; name one experiment: "),
        (["wating", "httpx"], "no experiment is called 'wating'"),
    ],
)
def test_what_cannot_be_profiled_is_refused_before_anything_runs(
    words: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(profiling, "profiled", lambda *_: pytest.fail("something ran"))
    assert main(["profile", *words]) == 2
    assert message in capsys.readouterr().err


def test_what_cannot_run_here_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiling, "why_not", lambda _: "not installed: httpx")
    with pytest.raises(AskedError, match="waiting/httpx cannot run here: not installed: httpx"):
        profiling.scenario_of("waiting", "httpx")


def test_the_verb_keeps_each_profile_under_the_lock_of_the_machine(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def made(_: str, scenario: Scenario, __: object) -> Sampled:
        with pytest.raises(filelock.Timeout):
            filelock.FileLock(run.LOCK).acquire(blocking=False)
        return a_profile(scenario.id)

    monkeypatch.setattr(profiling, "profiled", made)
    assert main(["profile", "waiting", "httpx", "aiohttp"]) == 0
    assert "waiting/httpx: 61% of the time in Pool.is_idle" in capsys.readouterr().out
    assert profiles.read(kept) == (a_profile("aiohttp"), a_profile("httpx"))


# ── The file ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_newer_profile_replaces_the_one_of_its_scenario_only(kept: Path) -> None:
    profiles.keep(kept, [a_profile("httpx"), a_profile("aiohttp")])
    profiles.keep(kept, [a_profile("httpx", samples=7)])
    assert [(one.scenario, one.samples) for one in profiles.read(kept)] == [("aiohttp", 1234), ("httpx", 7)]
    assert list(kept.parent.glob("*.new")) == []


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"profiles.json: No such file.*; what was there before is kept"):
        profiles.keep(tmp_path / "nowhere" / "profiles.json", [a_profile()])


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"samples": 1234', '"samples": "many"', "Expected `int`, got `str`"),
        ('"samples": 1234', '"samples": 1234, "speed": 9', "unknown field `speed`"),
        ('"own": 0.61', '"own": 0.71', "waiting/aiohttp: Pool.is_idle takes more by itself than with what it calls"),
        ('"httpcore/pool.py"', '"/home/somebody/pool.py"', "matching regex"),
        ('"scenario": "aiohttp"', '"scenario": "httpx"', "names a scenario twice"),
        ('"scenario": "aiohttp"', '"scenario": "b"', "waiting/b: no experiment has this scenario"),
        ("[", "", "profiles.json: "),
    ],
)
def test_check_refuses_a_broken_file_and_says_what_is_wrong(
    kept: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, complaint: str
) -> None:
    folder = str(made_up.stored(kept.parent, made_up.a_run("smoke")))
    profiles.keep(kept, [a_profile("aiohttp"), a_profile("httpx")])
    assert main(["check", folder]) == 0
    assert "profiles.json: profiles of 2 scenarios, 1 of them of code that has changed since" in capsys.readouterr().out
    text = kept.read_text()
    assert old in text
    kept.write_text(text.replace(old, new, 1))
    assert main(["check", folder]) == 2
    assert complaint in capsys.readouterr().err


def test_the_profiles_that_are_kept_are_sound() -> None:
    assert shown.validated_profiles().startswith("profiles.json: ")


# ── The page ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def page_of(data: Path) -> str:
    """Return the page of the experiment that the made-up profile is of."""
    return contents.site_files(load_all(data), made_up.MACHINE)["clients/waiting.md"]


def test_a_page_tells_in_which_function_the_time_goes_and_nothing_breaks_out(kept: Path, data: Path) -> None:
    profiles.keep(kept, [a_profile()])
    section = page_of(data).partition("## Where the time goes")[2].partition("\n## ")[0]
    assert "(1,234 samples, at least 500\u00a0µs apart): 61\u00a0% of the time was in" in section
    assert "| <code>Pool.is&#95;idle</code> | httpcore/pool.py&#58;7 | 61\u00a0% | 70\u00a0% |" in section
    assert "| built-in | 1.2\u00a0% | 1.2\u00a0% |" in section
    assert "none of its numbers is a result" in section
    assert "<script>" not in section


@pytest.mark.parametrize("changed", [{"digest": "0" * 64}, {"experiment": "pool-size"}, {"scenario": "gone"}])
def test_a_profile_of_other_code_or_of_another_experiment_is_left_out(
    kept: Path, data: Path, changed: dict[str, str]
) -> None:
    profiles.keep(kept, [a_profile(**changed)])
    assert "Where the time goes" not in page_of(data)


def test_a_page_tells_of_the_first_function_in_python_where_most_time_is_in_c(kept: Path, data: Path) -> None:
    wait = Spent(function="epoll.poll", file="built-in", line=0, samples=1, own=0.8, total=0.8)
    profiles.keep(kept, [a_profile(functions=(wait, msgspec.structs.replace(a_profile().functions[0], own=0.1)))])
    sentence = page_of(data).partition("80\u00a0% of the time was in")[2].partition(".\nWith the profiler")[0]
    assert "<code>epoll.poll</code> (built-in)" in sentence
    assert "10\u00a0% in <code>Pool.is&#95;idle</code>" in sentence


def test_a_page_says_when_threads_were_at_work_that_the_profiler_does_not_see(kept: Path, data: Path) -> None:
    profiles.keep(kept, [a_profile(unseen_threads=32)])
    assert "It does not see the 32 other threads of the process." in page_of(data)


def test_a_profile_whose_implementation_is_gone_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "implementations", dict)
    scenario = next(one for one in all_experiments()["waiting"].scenarios if one.id == "httpx")
    assert not shown.is_of(a_profile(), scenario)
