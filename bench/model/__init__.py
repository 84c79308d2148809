"""The data of the project, immutable, and nothing else. Seconds and bytes throughout.

``Run`` is one ``run.json`` and ``Trial`` one line of ``trials.jsonl``; their JSON Schemas in ``data/`` are made
from the types here, and both files are checked against them when written and when read.
"""

from bench.model.asked import ClaimTest, Experiment, Figure, Scenario
from bench.model.conditions import Answering, Conditions, Fetching, Starting
from bench.model.measured import (
    Batch,
    Failed,
    Latency,
    Lateness,
    Load,
    Measured,
    Served,
    Surroundings,
    Trial,
    Units,
    Usage,
)
from bench.model.planned import Environment, Machine, PlannedExperiment, Run, Slot
from bench.model.types import (
    Copy,
    Kind,
    Moment,
    Name,
    Natural,
    Number,
    Profile,
    Record,
    Seconds,
    Share,
    Status,
    Text,
    Tier,
)

__all__ = [
    "Answering",
    "Batch",
    "ClaimTest",
    "Conditions",
    "Copy",
    "Environment",
    "Experiment",
    "Failed",
    "Fetching",
    "Figure",
    "Kind",
    "Latency",
    "Lateness",
    "Load",
    "Machine",
    "Measured",
    "Moment",
    "Name",
    "Natural",
    "Number",
    "PlannedExperiment",
    "Profile",
    "Record",
    "Run",
    "Scenario",
    "Seconds",
    "Served",
    "Share",
    "Slot",
    "Starting",
    "Status",
    "Surroundings",
    "Text",
    "Tier",
    "Trial",
    "Units",
    "Usage",
]
