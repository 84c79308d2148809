"""Where a run was measured: on which machine, and with which Python. Two runs of one place repeat each other."""

import hashlib
from typing import TypeAlias

from bench.model import Environment, Machine, Run

Place: TypeAlias = tuple[str, str]
"""What tells a machine from others, and what tells a Python from others."""


def place(run: Run) -> Place:
    """Return where `run` was measured."""
    return identity(run.machine), interpreter(run.environment)


def identity(machine: Machine) -> str:
    """Return what tells machines of different make apart, from what was captured; two alike are one."""
    facts = (
        machine.cpu,
        machine.cores,
        round(machine.memory_bytes / 2**30),
        machine.system,
        machine.architecture,
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:12]


def interpreter(environment: Environment) -> str:
    """Return what tells Pythons apart: implementation, minor version, and whether it has the lock."""
    made, _, _ = environment.python_build.partition(",")
    minor = ".".join(environment.python.split(".")[:2])
    return f"{made} {minor}{free_threaded(environment)}"


def free_threaded(environment: Environment) -> str:
    """Return what is added to the name of a Python that was built to run without the lock."""
    return " free-threaded" if environment.gil is False else ""


def machine_words(run: Run) -> str:
    """Return a machine in a few words."""
    machine = run.machine
    virtual = ", virtual" if machine.virtualisation else ""
    cores = "1 core" if machine.cores == 1 else f"{machine.cores} cores"
    return f"{machine.cpu}, {cores}, {machine.system}{virtual}"


def python_words(run: Run) -> str:
    """Return a Python in a few words."""
    return f"Python {run.environment.python}{free_threaded(run.environment)}"
