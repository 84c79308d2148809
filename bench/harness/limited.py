"""Starts a program of another language with limits: ``LIMITS COMMAND …``, where the limits are a JSON object.

The program takes the place of this process, and keeps what was lowered.
"""

import json
import os
import sys

from bench.errors import LimitError
from bench.harness.limits import lower

USED_UP = "mappings: those that are used up end where another program begins"


def main(limits: str, *command: str) -> None:
    """Lower the limits and become `command`; where that cannot be done, reply that the trial is skipped."""
    reason = refused(json.loads(limits))
    if reason is None:
        os.execv(command[0], command)  # noqa: S606 – no shell is wanted.
    print(json.dumps({"is": "failed", "status": "skipped", "reason": reason, "after_s": 0}))  # noqa: T201


def refused(limits: dict[str, int]) -> str | None:
    """Lower the limits, or return why one cannot be lowered."""
    try:
        return USED_UP if lower(limits).held else None
    except LimitError as error:
        return str(error)


if __name__ == "__main__":
    main(*sys.argv[1:])
