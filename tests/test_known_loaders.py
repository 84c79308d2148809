"""What `ab` and `wrk` printed, recorded from ab 2.3 and wrk 4.1.0, and what is read of it."""

from pathlib import Path

import pytest

from bench.harness.known_loaders import read_ab, read_wrk

RECORDED = Path(__file__).with_name("recorded")
PERCENTAGES = (RECORDED / "ab.csv").read_text()


def recorded(name: str) -> str:
    return (RECORDED / f"{name}.txt").read_text()


def test_answers_of_ab_count_whatever_their_length() -> None:
    told = read_ab(recorded("ab"), PERCENTAGES)
    assert (told["answers"], told["statuses"], told["errors"]) == (200, {"200": 200}, {})
    assert told["lengths_differing"] == 28
    assert (told["duration_s"], told["kept"], told["connections"], told["received_bytes"]) == (0.012, 200, None, 40228)


def test_quantiles_of_ab_come_from_its_file_and_only_if_enough_answers_took_longer() -> None:
    latency = read_ab(recorded("ab"), PERCENTAGES)["latency"]
    assert latency["mean_s"] == pytest.approx(0.00024)
    assert 0.0001 < latency["p50_s"] < latency["p90_s"] < latency["max_s"] == pytest.approx(0.001766)
    assert latency["p99_s"] is None


def test_answers_of_another_status_are_none_for_ab() -> None:
    told = read_ab(recorded("ab-500"), PERCENTAGES)
    assert (told["answers"], told["statuses"]) == (196, {"200": 196, "not 2xx": 4})


def test_ab_that_was_told_to_admit_any_length_tells_of_none() -> None:
    told = read_ab(recorded("ab-l"), PERCENTAGES)
    assert (told["answers"], told["lengths_differing"]) == (196, None)


def test_without_keep_alive_ab_opens_a_connection_for_each_request() -> None:
    told = read_ab(recorded("ab-l"), PERCENTAGES)
    assert (told["connections"], told["kept"]) == (200, 0)


def test_requests_that_fail_at_ab_are_errors() -> None:
    broken = recorded("ab").replace("Receive: 0, Length: 28", "Receive: 3, Length: 25")
    told = read_ab(broken, PERCENTAGES)
    assert (told["answers"], told["errors"], told["lengths_differing"]) == (197, {"receive": 3}, 25)


def test_units_of_wrk_become_seconds_and_bytes() -> None:
    told = read_wrk(recorded("wrk"))
    assert (told["answers"], told["statuses"], told["errors"]) == (10199, {"200": 10199}, {})
    assert told["duration_s"] == pytest.approx(10199 / 9273.09)
    assert told["received_bytes"] == int(1.91 * 2**20)
    expected = {"mean_s": 485.13e-6, "p50_s": 379e-6, "p90_s": 529e-6, "p99_s": 2.92e-3, "max_s": 11.02e-3}
    assert told["latency"] == pytest.approx(expected)


def test_errors_and_statuses_of_wrk_are_kept_apart() -> None:
    told = read_wrk(recorded("wrk-killed"))
    assert told["errors"] == {"read": 8, "write": 15573}
    assert told["statuses"] == {"200": 13582 - 271, "not 2xx": 271}


@pytest.mark.parametrize("text", ["", "apr_socket_recv: Connection refused (111)"])
def test_what_is_no_report_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="the report has nothing like"):
        read_ab(text, PERCENTAGES)
    with pytest.raises(ValueError, match="the report has nothing like"):
        read_wrk(text)


def test_a_report_of_no_answers_is_none() -> None:
    with pytest.raises(ValueError, match="the report has nothing like"):
        read_wrk(recorded("wrk").replace("10199 requests in", "0 requests in"))
