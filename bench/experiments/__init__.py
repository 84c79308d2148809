"""One file for each question; found by being here. Each holds one constant, ``EXPERIMENT``."""
