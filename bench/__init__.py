"""Concurrency, measured: experiments, the harness that runs them, and the report that tells of them."""
