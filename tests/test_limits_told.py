"""How far units came before a limit stopped them is said, drawn and in the table; an expected stop is no doubt."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bench.catalog import all_experiments
from bench.model import Failed, Trial
from bench.report.charts import charts
from bench.report.doubts import doubts
from bench.report.evaluation import find
from bench.report.findings import Findings
from bench.report.sentences import fill
from bench.report.tables import tables
from bench.results.store import Results
from bench.verbs.measuring import summary
from tests import made_up

STOPPED = replace(made_up.failed("resource_limit", "the limit is 512"), reached=511)


def trials(outcome: Failed = STOPPED) -> list[Trial]:
    """Return the trials of a run in which the threads under a limit of processes end with `outcome`."""
    run = made_up.a_run(experiment="limits")
    return [
        made_up.with_outcome(trial, outcome) if trial.slot.scenario == "threads-processes" else trial
        for trial in made_up.trials(run)
    ]


def found(outcome: Failed = STOPPED) -> Findings:
    run = made_up.a_run(experiment="limits")
    return find(Results(Path(run.id), run, tuple(trials(outcome))), "limits")


def cells(findings: Findings, title: str) -> dict[str, Any]:
    """Return the row of the table that begins with `title`, by the heads of its columns."""
    table = next(iter(tables(findings)))
    row = next(row for row in table["rows"] if any(str(cell).startswith(title) for cell in row))
    return dict(zip(table["head"], row, strict=True))


def test_a_sentence_tells_how_many_there_were() -> None:
    assert fill("{reached:threads-processes} threads.", found()) == "511 threads."
    assert fill("{reached:tasks-processes} tasks.", found()) == "10,000 tasks."


def test_a_failure_that_tells_no_number_has_none() -> None:
    silent = replace(STOPPED, reached=None)
    assert fill("Known. {reached:threads-processes} threads.", found(silent)) == "Known."


def test_the_figure_shows_what_was_stopped_and_what_was_not() -> None:
    document = {chart.id: chart.document for chart in charts(all_experiments()["limits"], found(), [])}["started"]
    drawn = {x for trace in document["data"] for x in trace["x"]}
    assert {511, 2_000, 10_000} <= drawn


def test_what_was_stopped_has_no_place_among_times() -> None:
    document = {chart.id: chart.document for chart in charts(all_experiments()["limits"], found(), [])}["times"]
    texts = [note["text"] for note in document["layout"]["annotations"]]
    assert not any("512 processes" in text and "threads" in text for text in texts)
    assert any("512 processes" in text and "tasks" in text for text in texts)


def test_the_table_gives_the_number_where_there_is_a_limit() -> None:
    stopped = cells(found(), "2,000 threads, 512")
    assert (stopped["Time"], stopped["Started"]) == ("failed", "511")
    assert cells(found(), "10,000 asyncio tasks, 512")["Started"] == "10,000"
    assert cells(found(), "10,000 asyncio tasks, no limit")["Started"] == ""


def test_a_failure_that_was_expected_is_no_doubt_and_another_one_is() -> None:
    assert [doubt for doubt in doubts(found()) if doubt.code == "failed"] == []
    wrong = made_up.failed("wrong_answer", "12 units ran to their end")
    assert {doubt.scenario for doubt in doubts(found(wrong)) if doubt.code == "failed"} == {"threads-processes"}


def test_a_trial_that_is_skipped_is_no_fault_of_the_run(tmp_path: Path) -> None:
    run = made_up.a_run(experiment="limits")
    skipped = made_up.failed("skipped", "processes: only Linux lets a process lower this limit")
    assert summary(made_up.stored(tmp_path, run, trials(skipped))) == 0
    assert summary(made_up.stored(tmp_path / "again", run, trials(made_up.failed()))) == 1
