"""Which limit stopped a process is found by counting; no error says it."""

import pytest

from bench.harness import counted
from bench.harness.exhausted import reason, watching, which
from bench.harness.limits import Lowered

LIMITS = {"processes": 100, "mappings": 1_000, "address_space_bytes": 10_000}
ONE_MORE = {"mappings": 3, "address_space_bytes": 800}


@pytest.mark.parametrize(
    ("usage", "name"),
    [
        ({"processes": 99, "mappings": 900, "address_space_bytes": 9_000}, None),
        ({"processes": 100, "mappings": 900, "address_space_bytes": 9_000}, "processes"),
        ({"processes": 99, "mappings": 998, "address_space_bytes": 9_000}, "mappings"),
        ({"processes": 99, "mappings": 997, "address_space_bytes": 9_000}, None),
        ({"processes": 99, "mappings": 900, "address_space_bytes": 9_201}, "address_space_bytes"),
        ({"processes": 100, "address_space_bytes": 9_900}, "processes"),
        ({"cgroup": 5_000}, None),
        ({}, None),
    ],
    ids=str,
)
def test_the_limit_without_room_for_one_more_is_found(usage: dict[str, int], name: str | None) -> None:
    assert which(usage, LIMITS, ONE_MORE) == name


def test_the_reason_gives_the_limit_its_value_and_what_was_in_use() -> None:
    words = reason({"processes": 512}, {"processes": 512}, {})
    assert words == "the limit is 512 processes and threads of a user (RLIMIT_NPROC), and 512 were in use"
    assert reason({"processes": 5}, {"processes": 512}, {}) == "no limit that is known was reached"


def test_an_error_of_the_work_itself_is_not_taken_for_a_limit() -> None:
    stopped = watching(Lowered({}, []))
    assert stopped(RuntimeError("the loop is closed")) == {}
    assert stopped(ConnectionResetError(104, "reset")) == {}


def test_the_control_group_with_the_least_room_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "/proc/self/cgroup": "1:name=systemd:/other\n0::/user/session",
        "/sys/fs/cgroup/user/session/pids.max": "max",
        "/sys/fs/cgroup/user/session/pids.current": "7",
        "/sys/fs/cgroup/user/pids.max": "50",
        "/sys/fs/cgroup/user/pids.current": "48",
        "/sys/fs/cgroup/pids.max": "9000",
        "/sys/fs/cgroup/pids.current": "100",
    }
    monkeypatch.setattr(counted, "text_of", files.get)
    assert counted.cgroup() == (48, 50)
    monkeypatch.setattr(counted, "text_of", {}.get)
    assert counted.cgroup() is None
