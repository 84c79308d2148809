"""What the machine's counters are read as."""

from bench.harness.meter import resent


def test_a_loss_probe_is_no_segment_sent_again_because_it_delays_nothing() -> None:
    assert resent({"Tcp.RetransSegs": 20, "TcpExt.TCPLossProbes": 18}) == 2
    assert resent({"Tcp.RetransSegs": 3}) == 3


def test_a_system_that_counts_nothing_tells_nothing() -> None:
    assert resent({}) is None
