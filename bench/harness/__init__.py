"""The harness: from a plan to trials that can be trusted."""
