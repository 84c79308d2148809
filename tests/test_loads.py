"""What an account of a load tells against the server and against itself."""

from typing import Any

import pytest
from msgspec.structs import replace

from bench.loads import contradictions, failures
from bench.model import Answering, Load
from tests import made_up

ASKED = Answering(connections=20, requests=1000)


def account(**changed: Any) -> Load:
    return replace(made_up.load(ASKED, 0.001), **changed)


def found(conditions: Answering = ASKED, **changed: Any) -> list[str]:
    return list(contradictions(conditions, account(**changed)))


def slower(**changed: float) -> dict[str, Any]:
    return {"latency": replace(account().latency, **changed)}


def test_an_account_that_fits_together_is_not_doubted() -> None:
    assert found() == []
    assert list(failures(1000, {"200": 1000}, {})) == []


def test_every_failure_is_named_with_its_number() -> None:
    told = failures(990, {"200": 992, "500": 3}, {"no answer within 5 s": 5})
    assert list(told) == [
        "3 of 1000 answers had the status 500",
        "5 of 1000 requests: no answer within 5 s",
        "2 of 1000 answers had another body than they should",
    ]


def test_a_load_without_any_answer_has_failed() -> None:
    assert list(failures(0, {}, {})) == ["nothing was answered"]


def test_as_many_answers_must_come_as_requests_were_asked_for() -> None:
    assert found(replace(ASKED, requests=1001)) == ["1000 answers to 1001 requests"]


@pytest.mark.parametrize(
    ("low", "high", "change"), [("p50_s", "p90_s", 0.03), ("p90_s", "p99_s", 0.05), ("p99_s", "max_s", 0.2)]
)
def test_quantiles_must_not_fall(low: str, high: str, change: float) -> None:
    assert any(f"{low} is {change:g} and {high} is only" in words for words in found(**slower(**{low: change})))


def test_a_mean_must_not_be_more_than_the_longest() -> None:
    assert any("more than the longest" in words for words in found(**slower(mean_s=0.07)))


@pytest.mark.parametrize("mean_s", [0.0192, 0.02, 0.0208])
def test_littles_law_may_be_off_by_its_share(mean_s: float) -> None:
    assert found(in_use_s=20, **slower(mean_s=mean_s)) == []


@pytest.mark.parametrize("mean_s", [0.0185, 0.0215])
def test_littles_law_must_hold(mean_s: float) -> None:
    assert any("Little's law" in words for words in found(in_use_s=20, **slower(mean_s=mean_s)))


def test_the_end_of_a_load_is_no_fault_for_its_connections_are_no_longer_in_use() -> None:
    assert found(in_use_s=16, **slower(mean_s=0.016)) == []


def test_littles_law_says_nothing_where_nobody_told_how_long_connections_were_in_use() -> None:
    assert found(in_use_s=None, **slower(mean_s=0.002)) == []


def test_without_keep_alive_each_answer_needs_a_connection() -> None:
    once = replace(ASKED, keep_alive=False)
    assert found(once, connections=1000, kept=0) == []
    assert found(once, connections=999, kept=1) == ["999 connections for 1000 answers, though none should be kept"]


def test_a_connection_more_needs_an_answer_that_closed_one() -> None:
    assert found(connections=1000, kept=20) == []
    assert found(connections=23, kept=998) == ["23 connections, too many: 998 of 1000 answers left theirs open"]


def test_workers_cannot_have_answered_more_than_came() -> None:
    assert found(workers={"1": 600, "2": 401}) == ["workers gave 1001 answers, and the loader had 1000"]
