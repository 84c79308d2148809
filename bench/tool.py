"""Short programs that only say something: compilers and git. What is measured is started in `process`."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path


def ask(command: Sequence[str], *, env: Mapping[str, str], cwd: Path | None = None) -> tuple[int, str, str]:
    """Return the exit code of `command`, and what it wrote to stdout and stderr; 127 if it could not be started."""
    try:
        done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    except OSError as error:
        return 127, "", str(error)
    return done.returncode, done.stdout, done.stderr
