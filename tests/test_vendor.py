"""The scripts of others that the site serves itself."""

import re
from hashlib import sha256
from pathlib import Path

from plotly.offline import get_plotlyjs_version

VENDOR = Path(__file__).parent.parent / "docs" / "assets" / "vendor"
SCRIPT = VENDOR / "plotly-basic.min.js"
README = (VENDOR / "README.md").read_text(encoding="utf-8")


def test_the_script_that_draws_is_the_version_of_the_package_that_writes() -> None:
    found = re.search(r"plotly\.js \(basic - minified\) v(\S+)", SCRIPT.read_text(encoding="utf-8")[:200])
    assert found is not None
    assert found[1] == get_plotlyjs_version()


def test_the_readme_states_the_version_of_the_script() -> None:
    assert f"| {get_plotlyjs_version()} |" in README


def test_the_script_is_unchanged_since_its_sum_was_written_down() -> None:
    assert f"`{sha256(SCRIPT.read_bytes()).hexdigest()}`" in README


def test_the_licence_stands_beside_the_script() -> None:
    assert (VENDOR / "plotly-basic.LICENSE.txt").read_text(encoding="utf-8").startswith("MIT License")
