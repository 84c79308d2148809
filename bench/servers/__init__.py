"""One file for each way of answering many requests; see `bench.workload`."""
