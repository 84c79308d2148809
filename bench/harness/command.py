"""The process that becomes a server: one JSON document in, then it is the program that an implementation names.

So an implementation of a server is imported as any other one is: in the process of a trial and nowhere else.
"""

import importlib
import inspect
import json
import os
import sys
from typing import Any


def main() -> None:
    """Read the document from stdin, and become what the workload says."""
    document = json.loads(sys.stdin.readline())
    command = command_of(document)
    os.execvp(command[0], command)  # noqa: S606 – a shell would be another process.


def command_of(document: dict[str, Any]) -> list[str]:
    """Return the command that the workload which `document` names makes of the parameters that it asks for."""
    workload = getattr(importlib.import_module(document["module"]), document["workload"])
    asked = inspect.signature(workload).parameters
    command: list[str] = workload(**{name: value for name, value in document["parameters"].items() if name in asked})
    return command


if __name__ == "__main__":
    main()
