"""One file for each way of starting many units of work; see `bench.workload`."""
