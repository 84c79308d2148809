"""What is seen from outside of a process and all that descends from it: known answers."""

import sys
from collections.abc import Iterator

import psutil
import pytest

from bench.harness import tree
from bench.harness.process import Started, started
from bench.harness.reaper import Reaper

MIB = 2**20
FAMILY = f"""
import os, time
mine = b'x' * (64 * {MIB})
if os.fork() == 0:
    theirs = b'y' * (32 * {MIB})
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass
    print('burned', flush=True)
time.sleep(600)
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the processes fork")


@pytest.fixture
def family() -> Iterator[Started]:
    """A process that holds 64 MiB, and its child, which shares them, holds 32 MiB and has used 0.3 s of CPU time."""
    reaper = Reaper()
    with started([sys.executable, "-c", FAMILY], None, reaper) as running:
        assert running.process.stdout
        assert running.process.stdout.readline() == b"burned\n"
        yield running
    reaper.close()


def test_the_cpu_time_of_descendants_is_counted(family: Started) -> None:
    members = tree.members(family.process.pid)
    costs = tree.costs(members)
    assert len(members) == 2
    assert 0.3 <= costs.cpu_s < 2
    assert costs.user_s + costs.system_s > 0.2


def test_what_is_spent_is_split_as_the_ticks_are() -> None:
    spent = tree.between(tree.Costs(1.0, 0.5, 0.5), tree.Costs(1.5, 0.8, 0.6))
    assert (spent.cpu_s, spent.user_s, spent.system_s) == pytest.approx((0.5, 0.375, 0.125))
    assert tree.between(tree.Costs(1.0, 0.5, 0.5), tree.Costs(1.004, 0.5, 0.5)).user_s == pytest.approx(0.004)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what is shared")
def test_memory_that_is_shared_counts_once(family: Started) -> None:
    found = tree.memory_bytes(tree.members(family.process.pid))
    assert found is not None
    assert 96 * MIB < found < 128 * MIB


def test_a_process_that_ended_is_not_there_though_nobody_has_waited_for_it(family: Started) -> None:
    child = psutil.Process(family.process.pid).children()[0]
    assert tree.is_there(child)
    assert tree.threads([child]) == 1
    child.kill()
    assert tree.left_behind([child]) == []
    assert not tree.is_there(child)


def test_what_has_ended_costs_nothing_and_breaks_nothing() -> None:
    reaper = Reaper()
    with started([sys.executable, "-c", "input()"], None, reaper) as running:
        members = tree.members(running.process.pid)
        running.process.communicate(b"\n")
    reaper.close()
    assert tree.costs(members) == tree.Costs(0.0, 0.0, 0.0)
    assert tree.threads(members) == 0
    assert tree.members(running.process.pid) == frozenset()


def test_what_is_left_is_found_and_killed(family: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "GONE_WITHIN_S", 0.05)
    members = tree.members(family.process.pid)
    assert tree.left_behind(members) == sorted(process.pid for process in members)
    monkeypatch.undo()
    assert tree.left_behind(members) == []
