"""The page of the placebos: what two copies of the same code differ by."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from bench.model import Measured, Trial
from bench.report.evaluation import find
from bench.report.findings import Findings
from bench.report.instrument import noise_page
from bench.report.noise import placebos
from bench.report.words import NBSP
from bench.results.store import Results
from tests import made_up


def found(trials: list[Trial]) -> Findings:
    run = made_up.a_run()
    return find(Results(Path(run.id), run, tuple(trials)), "waiting")


def with_placebo(factor: float) -> Findings:
    """Return findings in which the placebo takes `factor` times as long as its original, in every round."""
    trials = made_up.trials(made_up.a_run())
    original = {t.slot.round: t.outcome for t in trials if (t.slot.scenario, t.slot.copy) == ("aiohttp", "main")}

    def copied(trial: Trial) -> Trial:
        outcome = original[trial.slot.round]
        assert isinstance(outcome, Measured)
        batches = tuple(replace(batch, work_s=batch.work_s * factor) for batch in outcome.batches)
        return made_up.with_outcome(trial, replace(outcome, batches=batches))

    return found([copied(trial) if trial.slot.copy == "placebo" else trial for trial in trials])


@pytest.mark.parametrize(("factor", "noise"), [(1.02, 0.02), (1 / 1.02, 0.02), (1.0, 0.0)])
def test_a_placebo_that_is_slower_or_faster_is_noise_alike(factor: float, noise: float) -> None:
    (one,) = placebos([with_placebo(factor)])
    assert (one.experiment, one.title) == ("waiting", "asyncio: one aiohttp session")
    assert one.noise == pytest.approx(noise)
    assert one.comparison.ratio == pytest.approx(factor)


def test_the_quietest_stands_first_and_the_page_names_the_noisiest() -> None:
    kept = placebos([with_placebo(1.05), with_placebo(1.01), with_placebo(1.02)])
    assert [round(one.noise, 3) for one in kept] == [0.01, 0.02, 0.05]
    text = noise_page(kept).replace(NBSP, " ")
    assert "differed by at most 1.0 % in the quietest experiment, by 2.0 % in the one in the middle" in text
    assert "and by 5.0 % in the noisiest, 100 slow services&#58; no smaller" in text
    assert text.count("| [100 slow services](../clients/waiting.md) | asyncio&#58; one aiohttp session |") == 3
    assert "| different |" in text


def test_without_a_placebo_there_is_nothing_to_tell() -> None:
    main = [trial for trial in made_up.trials(made_up.a_run()) if trial.slot.copy == "main"]
    assert placebos([found(main)]) == []
