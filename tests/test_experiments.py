"""What every experiment found must keep, whoever wrote it."""

import re
from itertools import pairwise

import pytest

from bench.catalog import all_experiments, implementations
from bench.model import Experiment, Fetching
from bench.physics import floor_s
from bench.report.sentences import BRACES

EXPERIMENTS = list(all_experiments().values())
LONGEST_S = 60


def texts(experiment: Experiment) -> list[str]:
    figures = [text for figure in experiment.figures for text in (figure.title, figure.caption)]
    return [experiment.answer, experiment.reading, *figures, *(claim.cause for claim in experiment.claims)]


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.id)
def test_its_scenarios_have_names_of_their_own_and_workloads_that_exist(experiment: Experiment) -> None:
    names = [scenario.id for scenario in experiment.scenarios]
    assert len(set(names)) == len(names)
    for scenario in experiment.scenarios:
        workloads = {workload.name for workload in implementations()[scenario.implementation].source.workloads}
        assert scenario.workload in workloads


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.id)
def test_all_that_it_names_is_among_its_scenarios(experiment: Experiment) -> None:
    names = {scenario.id for scenario in experiment.scenarios}
    figures = {name for figure in experiment.figures for name in figure.scenarios}
    sentences = {name for text in texts(experiment) for _, *both in BRACES.findall(text) for name in both if name}
    reasons = {name for claim in experiment.claims for name in claim.shown_by or ()}
    assert {experiment.reference, experiment.placebo} | figures | sentences | reasons <= names


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.id)
def test_a_figure_shows_one_tier_only(experiment: Experiment) -> None:
    tiers = {scenario.id: scenario.tier for scenario in experiment.scenarios}
    for figure in experiment.figures:
        assert {tiers[name] for name in figure.scenarios} <= {figure.tier}


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.id)
def test_no_number_of_a_result_is_typed_into_its_answer(experiment: Experiment) -> None:
    assert BRACES.search(experiment.answer)
    assert not re.search(r"\d+(\.\d+)? times", experiment.answer.replace("3.5 times", ""))


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.id)
def test_the_quick_profile_measures_something_of_it_with_its_placebo(experiment: Experiment) -> None:
    headline = {scenario.id for scenario in experiment.scenarios if scenario.headline}
    assert experiment.placebo in headline


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.id)
def test_nothing_waits_longer_than_a_minute(experiment: Experiment) -> None:
    for scenario in experiment.scenarios:
        assert scenario.conditions.batches * floor_s(scenario.conditions) <= LONGEST_S


def test_each_step_of_the_waterfall_changes_one_thing() -> None:
    steps = all_experiments()["why-linear"].scenarios
    for before, after in pairwise(steps):
        conditions = [
            name
            for name in Fetching.__struct_fields__
            if getattr(before.conditions, name) != getattr(after.conditions, name)
        ]
        code = (before.implementation, before.workload) != (after.implementation, after.workload)
        # A size of the body and its compression are one thing, and so are a limit and the workload that takes one.
        assert conditions in ([], ["body_bytes", "compressed"], ["tls"], ["concurrency"]), after.id
        assert bool(conditions) != code or conditions == ["concurrency"], after.id
