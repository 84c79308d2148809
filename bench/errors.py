"""What can go wrong by a user's doing, or by the machine's::

    BenchError                 one line, exit 2
    ├── AskedError             an experiment, profile or option that does not exist
    ├── BusyError              another run holds this machine
    ├── ToolError              a tool is missing or a build failed
    ├── LimitError             a limit cannot be lowered on this system
    ├── StoreError             a result could not be written
    └── DataError              a result file does not hold what it should
        └── PhysicsError       a result that cannot be true

Each message names the thing, what was found, what was expected, and what to do. Anything that is not a
``BenchError`` is a bug and shows its traceback. A trial that fails is not an error but a result: see
``model.Failed``.
"""


class BenchError(Exception):
    """An error whose message is written for the user."""


class AskedError(BenchError):
    """What was asked for does not exist or contradicts itself."""


class BusyError(BenchError):
    """Another run is measuring on this machine."""


class ToolError(BenchError):
    """A tool that measuring needs is missing, or could not be built."""


class LimitError(BenchError):
    """A limit that a trial needs cannot be lowered on this system; the trial is skipped with this as its reason."""


class StoreError(BenchError):
    """A result could not be written; what was written before is kept."""


class DataError(BenchError):
    """A file of results is damaged, of another schema, or not what it says."""


class PhysicsError(DataError):
    """A result that contradicts itself or is faster than is possible."""
