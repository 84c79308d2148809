import os
from pathlib import Path

import msgspec
import pytest

from bench.errors import AskedError, DataError, StoreError
from bench.model import Measured, Run, Trial
from bench.report import validation
from bench.results import store
from bench.results.schema import decode, encode, json_schema
from tests import made_up

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return made_up.stored(tmp_path, made_up.a_run("smoke"))


def rewritten(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_what_was_written_is_read_back_as_it_was(folder: Path) -> None:
    run = made_up.a_run("smoke")
    results = store.load(folder)
    assert results.run == run
    assert list(results.trials) == made_up.trials(run)
    assert not results.torn


def test_the_committed_schemas_are_those_of_the_types() -> None:
    assert (DATA / "run.schema.json").read_text() == json_schema(Run)
    assert (DATA / "trial.schema.json").read_text() == json_schema(Trial)


def test_a_run_folder_that_exists_is_left_alone(folder: Path) -> None:
    before = (folder / "trials.jsonl").read_bytes()
    with pytest.raises(AskedError, match="exists; name another --output, or go on with it: --resume"):
        store.create(folder, made_up.a_run("smoke"))
    assert (folder / "trials.jsonl").read_bytes() == before


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="Not a directory; choose another --output"):
        store.create(tmp_path / "file" / "run", made_up.a_run("smoke"))


def test_a_torn_last_line_loses_its_trial_only(folder: Path) -> None:
    path = folder / "trials.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    results = store.load(folder)
    assert results.torn
    assert len(results.trials) == len(results.run.order) - 1


def test_going_on_after_a_torn_line_writes_that_trial_again(folder: Path) -> None:
    path = folder / "trials.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    opened = store.reopen(folder)
    run = made_up.a_run("smoke")
    assert set(run.order) - opened.done == {run.order[-1]}
    opened.append(made_up.trials(run)[-1])
    assert path.read_bytes() == whole


def test_the_same_trial_is_never_written_twice(folder: Path) -> None:
    opened = store.reopen(folder)
    with pytest.raises(StoreError, match="is there already"):
        opened.append(made_up.trials(made_up.a_run("smoke"))[0])


def test_a_duplicate_trial_is_refused_with_its_line(folder: Path) -> None:
    path = folder / "trials.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[0]]))
    with pytest.raises(DataError, match=rf"trials.jsonl:{len(lines) + 1}: .* is there twice"):
        store.load(folder)


def test_a_trial_outside_the_plan_is_refused(folder: Path) -> None:
    rewritten(folder, "trials.jsonl", '"round":1', '"round":9')
    with pytest.raises(DataError, match=r"trials.jsonl:1: .* is not in the plan of run.json"):
        store.load(folder)


@pytest.mark.parametrize("name", ["run.json", "trials.jsonl"])
def test_a_file_that_is_missing_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(DataError, match=f"{name}: No such file or directory; a run folder holds"):
        store.load(folder)


def test_a_run_of_the_first_schema_is_read_as_what_it_would_be_now(folder: Path) -> None:
    before = store.load(folder).run
    rewritten(folder, "run.json", '"schema":2', '"schema":1')
    text = (folder / "run.json").read_text().replace('"of":"fetching",', "")
    (folder / "run.json").write_text(text)
    assert store.load(folder).run == before


def test_a_run_of_another_schema_says_which(folder: Path) -> None:
    rewritten(folder, "run.json", '"schema":2', '"schema":9')
    with pytest.raises(DataError, match="run.json: schema is 9; this version reads 1 and 2"):
        store.load(folder)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"setup_s":0.001', '"setup_s":NaN', "invalid character"),
        ('"setup_s":0.001', '"setup_s":-0.001', "Expected `float` >= 0"),
        ('"setup_s":0.001', '"setup_s":"fast"', "Expected `float`, got `str`"),
        ('"setup_s":0.001', '"setup_s":1e300', "Expected `float` <"),
        ('"work_s":', '"work_s":0,"x":', "Expected `float` > 0"),
        ('"setup_s":0.001,', "", "missing required field `setup_s`"),
        ('"setup_s":0.001', '"setup_s":0.001,"speed":9', "unknown field `speed`"),
        ('"is":"measured"', '"is":"fast"', "Invalid value 'fast'"),
    ],
)
def test_a_trial_that_is_not_one_is_refused_with_its_line(folder: Path, old: str, new: str, complaint: str) -> None:
    rewritten(folder, "trials.jsonl", old, new)
    with pytest.raises(DataError, match=rf"trials.jsonl:1: .*{complaint}"):
        store.load(folder)


def test_a_truncated_run_file_is_refused(folder: Path) -> None:
    path = folder / "run.json"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(DataError, match="run.json: Input data was truncated"):
        store.load(folder)


def test_bytes_that_are_no_text_are_refused(folder: Path) -> None:
    (folder / "run.json").write_bytes(b'{"schema": "\xff\xfe"}')
    with pytest.raises(DataError, match="run.json: "):
        store.load(folder)


def test_deep_nesting_is_refused(folder: Path) -> None:
    (folder / "run.json").write_bytes(b"[" * 50_000)
    with pytest.raises(DataError, match="run.json: "):
        store.load(folder)


def test_100_mb_of_rubbish_are_refused_unread(folder: Path) -> None:
    os.truncate(folder / "trials.jsonl", 100_000_000)
    with pytest.raises(DataError, match="100,000,000 bytes; a run has at most 50,000,000"):
        store.load(folder)


def test_an_endless_line_is_refused(folder: Path) -> None:
    (folder / "trials.jsonl").write_bytes(b"x" * 70_000 + b"\n")
    with pytest.raises(DataError, match="a line of 70,000 bytes; a trial has at most"):
        store.load(folder)


def test_a_full_disk_keeps_all_earlier_trials(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "trials.jsonl"
    whole = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    opened = store.reopen(folder)
    opened.done.clear()
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreError, match="No space left on device; all earlier trials are kept: make room, then go on"):
        opened.append(made_up.trials(opened.run)[0])
    assert path.read_bytes() == whole
    assert opened.done == set()


def test_a_disk_that_is_full_from_the_start_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreError, match="No space left on device; nothing was measured, make room"):
        store.create(tmp_path / "run", made_up.a_run("smoke"))
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("device", ["/dev/zero", "pipe"])
def test_a_file_that_never_ends_is_refused_unread(folder: Path, device: str) -> None:
    path = folder / "trials.jsonl"
    path.unlink()
    os.mkfifo(path) if device == "pipe" else path.symlink_to(device)
    with pytest.raises(DataError, match="trials.jsonl: not a file"):
        store.load(folder)


def test_a_record_that_a_reader_would_refuse_is_not_written() -> None:
    run = made_up.a_run("smoke")
    trial = made_up.trials(run)[0]
    wrong = msgspec.structs.replace(trial, gate_s=float("nan"))
    with pytest.raises(DataError, match="a trial about to be written"):
        encode(wrong)


def test_a_trial_costs_at_most_2_kb(folder: Path) -> None:
    lines = (folder / "trials.jsonl").read_bytes().splitlines()
    assert max(map(len, lines)) <= 2_000


def test_what_decodes_is_of_the_asked_type() -> None:
    run = made_up.a_run("smoke")
    assert decode(encode(run), Run, "here") == run


def test_a_folder_of_runs_and_a_run_folder_are_both_found(folder: Path) -> None:
    assert store.folders(folder) == [folder]
    assert store.folders(folder.parent) == [folder]


# ── What a stranger may send ─────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", ["run.json", "trials.jsonl"])
def test_a_file_that_is_a_link_is_refused_even_if_it_leads_to_a_good_one(folder: Path, name: str) -> None:
    moved = (folder / name).rename(folder.parent / "elsewhere")
    (folder / name).symlink_to(moved)
    with pytest.raises(DataError, match=f"{name}: not a file"):
        store.load(folder)


def test_a_folder_that_is_a_link_is_refused(folder: Path) -> None:
    link = folder.with_name("link")
    link.symlink_to(folder)
    with pytest.raises(DataError, match="link: a link; a run folder is one itself"):
        store.load(link)


def replanned(folder: Path, **changes: object) -> None:
    run = store.load(folder).run
    (folder / "run.json").write_bytes(msgspec.json.encode(msgspec.structs.replace(run, **changes)))


def test_a_plan_that_names_something_twice_is_refused(folder: Path) -> None:
    run = store.load(folder).run
    (experiment,) = run.experiments
    replanned(folder, experiments=(experiment, experiment))
    with pytest.raises(DataError, match=r"run.json: the experiment waiting is there twice"):
        store.load(folder)
    same = msgspec.structs.replace(experiment, scenarios=experiment.scenarios + experiment.scenarios[:1])
    (folder / "run.json").write_bytes(msgspec.json.encode(msgspec.structs.replace(run, experiments=(same,))))
    with pytest.raises(DataError, match=r"run.json: the scenario waiting/\S+ is there twice"):
        store.load(folder)
    (folder / "run.json").write_bytes(
        msgspec.json.encode(msgspec.structs.replace(run, order=run.order + run.order[:1]))
    )
    with pytest.raises(DataError, match=r"run.json: Slot.* is planned twice"):
        store.load(folder)


def test_a_plan_that_measures_what_it_does_not_describe_is_refused(folder: Path) -> None:
    (experiment,) = store.load(folder).run.experiments
    replanned(folder, experiments=(msgspec.structs.replace(experiment, scenarios=experiment.scenarios[1:]),))
    with pytest.raises(DataError, match=r"run.json: the order names .* which is not among the scenarios"):
        store.load(folder)


def test_a_trial_with_other_batches_than_its_scenario_asks_for_is_refused(folder: Path) -> None:
    run = store.load(folder).run
    trials = made_up.trials(run)
    outcome = trials[0].outcome
    assert isinstance(outcome, Measured)
    more = msgspec.structs.replace(outcome, batches=outcome.batches * 3)
    lines = [made_up.with_outcome(trials[0], more), *trials[1:]]
    (folder / "trials.jsonl").write_bytes(b"".join(map(encode, lines)))
    with pytest.raises(DataError, match=r"trials.jsonl:1: \d+ batches; \S+ asks for \d"):
        store.load(folder)


def test_a_scenario_that_counts_batches_that_it_does_not_have_is_refused(folder: Path) -> None:
    (experiment,) = store.load(folder).run.experiments
    warm = tuple(msgspec.structs.replace(s, counts="warm") for s in experiment.scenarios)
    replanned(folder, experiments=(msgspec.structs.replace(experiment, scenarios=warm),))
    with pytest.raises(DataError, match="counts warm batches, but it has none"):
        store.load(folder)


@pytest.mark.parametrize("extra", ["page.md", ".git", "run.json.bak"])
def test_whatever_else_is_in_a_contributed_folder_is_refused(folder: Path, extra: str) -> None:
    validation.validated(folder)
    (folder / extra).mkdir()
    with pytest.raises(DataError, match=f"holds '{extra}'; a run folder holds run.json and trials.jsonl, and nothing"):
        validation.validated(folder)


def test_two_files_that_are_too_large_together_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = [(folder / name).stat().st_size for name in ("run.json", "trials.jsonl")]
    monkeypatch.setattr(validation, "LARGEST_BYTES", sum(sizes) - 1)
    with pytest.raises(DataError, match=f"{sum(sizes):,} bytes; a run has at most"):
        validation.validated(folder)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"schema":[]}', r"schema is \[\]; this version reads 1 and 2"),
        ('{"schema":{}}', r"schema is \{\}; this version reads 1 and 2"),
        ('{"schema":1}', "not a run of schema 1, which it says it is"),
        ('{"schema":1,"experiments":7}', "not a run of schema 1, which it says it is"),
        ('{"schema":1,"experiments":[{"scenarios":[[]]}]}', "not a run of schema 1, which it says it is"),
    ],
)
def test_a_schema_that_is_no_number_or_does_not_fit_is_refused(folder: Path, text: str, complaint: str) -> None:
    (folder / "run.json").write_text(text)
    with pytest.raises(DataError, match=complaint):
        store.load(folder)
