"""Imports point one way, and each effect lives in one module: both are read from the source, nothing is imported."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from bench.catalog import KINDS, ROOT

IMPLEMENTATIONS: set[str] = set(KINDS)
MAY_IMPORT: dict[str, set[str]] = {
    **{kind: {"workload"} for kind in KINDS},
    "errors": set(),
    "model": set(),
    "workload": set(),
    "reference": set(),
    "planets": set(),
    "experiments": {"model"},
    "loads": {"model"},
    "physics": {"loads", "model"},
    "progress": {"model"},
    "source": {"errors", "workload"},
    "catalog": {"errors", "experiments", "model", "source", "workload"},
    "results": {"errors", "model"},
    "tool": set(),
    "harness": {"catalog", "errors", "loads", "model", "physics", "tool", "workload"},
    "report": {"catalog", "errors", "experiments", "model", "physics", "results", "workload"},
    "selfcheck": {"catalog", "errors", "harness", "model", "release", "report", "results"},
    "release": {"errors", "report", "results", "tool"},
    "verbs": {"catalog", "errors", "harness", "model", "progress", "release", "report", "results"},
    "__main__": {"errors", "model", "verbs"},
}
"""Which parts of bench/ a part may import besides itself; a new part has to be entered here."""

CLOCKS = r"time\.(?!sleep$).+|datetime\.(datetime|date)\.(now|utcnow|today)"
STARTS = r"subprocess\.(Popen|run|call|check_call|check_output|getoutput|getstatusoutput)|multiprocessing(\..+)?"
KILLS = r"os\.(fork|forkpty|system|popen|kill|killpg|exec\w+|posix_spawnp?|spawn\w+)|psutil\.Popen"
LOOPS = r"asyncio\.(subprocess\.)?create_subprocess_\w+|concurrent\.futures\.ProcessPoolExecutor"
NAMES = r"socket\.(getaddrinfo|gethostbyname(_ex)?)"
FILES = r".*\.(write_text|write_bytes|touch|mkdir|unlink|rmdir|symlink_to|hardlink_to)|os\.(truncate|remove|rename)"
MEASURED = {"creation.processes_multiprocessing"}
"""Implementations of creation whose units are processes: to start those is what is measured."""
EFFECTS: dict[str, tuple[str, set[str]]] = {
    "clock": (CLOCKS, {"harness.measure", "planets.work"}),
    "processes": (
        f"{STARTS}|{KILLS}|{LOOPS}",
        {"harness.command", "harness.limited", "harness.process", "harness.reaper", "tool", *MEASURED},
    ),
    "names": (NAMES, {"harness.names"}),
    "argv": (
        r"sys\.argv|argparse(\..+)?",
        {"__main__", "harness.limited", "planets.aiohttp_app", "planets.flask_app"},
    ),
    "files": (
        rf"{FILES}|shutil\.\w+tree|open for writing",
        {"results.store", "results.profiles", "report.site", "release.published", "harness.golang"},
    ),
}
"""What each effect looks like once names are written out, and the modules that it lives in; Go has its own cache.

`harness.command` starts no process: it becomes the server of which it is the trial's process.
"""

PROGRAMS = {"reference.health_fastapi", "selfcheck.by_hand", "selfcheck.parked_by_hand"}
"""Programs that run by themselves, beside the harness: a server, a client that has its own clock, units that wait."""


def named(path: Path) -> str:
    """Return a file of bench/ as a module, without the name of the package."""
    return ".".join(path.relative_to(ROOT / "bench").with_suffix("").parts).removesuffix(".__init__")


FILES_OF: dict[str, Path] = {named(path): path for path in sorted((ROOT / "bench").rglob("*.py"))}
PARTS = sorted({name.partition(".")[0] for name in FILES_OF} - {"__init__"})


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(FILES_OF[module].read_text("utf-8"))


def imported(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield each imported thing in full, with the name that it gets; relative imports are not used and are refused."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((one.name, one.asname or one.name.partition(".")[0]) for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"a relative import in line {node.lineno}"
            yield from ((f"{node.module}.{one.name}", one.asname or one.name) for one in node.names)


def own(names: Iterable[tuple[str, str]]) -> set[str]:
    """Return the modules of bench/ that imports name; `from bench.report import stats` names a module, not a thing."""
    found = [full.removeprefix("bench.") for full, _ in names if full.startswith("bench.")]
    return {name if name in FILES_OF else name.rpartition(".")[0] for name in found}


def reached(start: Iterable[str], *, late: bool) -> set[str]:
    """Return all modules that importing `start` imports; `late` counts imports inside functions too."""
    seen, waiting = set[str](), list(start)
    while waiting:
        module = waiting.pop()
        if module in FILES_OF and module not in seen:
            seen.add(module)
            tree = tree_of(module)
            waiting += [*own(imported(ast.walk(tree) if late else tree.body)), module.rpartition(".")[0]]
    return seen


def written_out(tree: ast.AST) -> Iterator[str]:
    """Yield every dotted name of a module with its imports written out: `now` of `from time import time as now`."""
    full = {short: name for name, short in imported(ast.walk(tree)) if "." in name or name == short}
    full |= {
        one.asname: one.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for one in node.names
        if one.asname
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Name):
            first, dot, rest = ast.unparse(node).partition(".")
            yield full.get(first, f"?.{first}") + dot + rest
        elif isinstance(node, ast.Call) and opens_for_writing(node):
            yield "open for writing"


def opens_for_writing(call: ast.Call) -> bool:
    """Tell `path.open("ab")` and `open(path, "w")` from what only reads; a mode that is no text counts as writing."""
    if ast.unparse(call.func).rpartition(".")[2] != "open":
        return False
    place = 1 if isinstance(call.func, ast.Name) else 0
    modes = [*call.args[place : place + 1], *(word.value for word in call.keywords if word.arg == "mode")]
    return any(not isinstance(one, ast.Constant) or bool(set(str(one.value)) & set("wxa+")) for one in modes)


def effects(tree: ast.AST, pattern: str) -> set[str]:
    return {name for name in written_out(tree) if re.fullmatch(pattern, name)}


# ── Imports ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("part", PARTS)
def test_a_part_imports_only_what_is_before_it(part: str) -> None:
    modules = [name for name in FILES_OF if name.partition(".")[0] == part]
    wrong = {
        f"{module} imports {other}"
        for module in modules
        for other in own(imported(ast.walk(tree_of(module))))
        if other.partition(".")[0] not in MAY_IMPORT[part] | {part}
    }
    assert wrong == set()


@pytest.mark.parametrize("kind", KINDS)
def test_an_implementation_imports_no_other_implementation(kind: str) -> None:
    modules = [name for name in FILES_OF if name.startswith(f"{kind}.")]
    assert {name for module in modules for name in own(imported(ast.walk(tree_of(module))))} <= {"workload"}


def test_nothing_that_the_report_imports_imports_the_harness() -> None:
    report = [name for name in FILES_OF if name.partition(".")[0] == "report"]
    assert {name for name in reached(report, late=True) if name.startswith(("harness", "selfcheck"))} == set()


def test_nothing_but_the_trial_process_imports_an_implementation() -> None:
    found = {name for module in FILES_OF for name in own(imported(ast.walk(tree_of(module))))}
    assert {name for name in found if name.partition(".")[0] in IMPLEMENTATIONS} == set()


def test_the_report_can_be_made_with_the_packages_of_its_own_group() -> None:
    groups: dict[str, list[Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    installed = {re.split(r"[^\w.-]", line)[0].lower() for line in groups["report"]}
    needed = reached(["__main__", "verbs.telling"], late=False)
    tops = {full.partition(".")[0] for module in needed for full, _ in imported(tree_of(module).body)}
    foreign = tops - sys.stdlib_module_names - {"bench"}
    distributions = packages_distributions()
    assert {top for top in foreign if not installed & {one.lower() for one in distributions.get(top, [top])}} == set()


# ── Effects ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("effect", EFFECTS)
def test_an_effect_lives_in_its_module_only(effect: str) -> None:
    pattern, homes = EFFECTS[effect]
    outside = {module: effects(tree_of(module), pattern) for module in FILES_OF if module not in homes | PROGRAMS}
    assert {module: sorted(names) for module, names in outside.items() if names} == {}


@pytest.mark.parametrize("effect", EFFECTS)
def test_an_effect_is_found_where_it_lives(effect: str) -> None:
    pattern, homes = EFFECTS[effect]
    assert any(effects(tree_of(home), pattern) for home in homes)


@pytest.mark.parametrize("program", sorted(PROGRAMS))
def test_a_program_that_runs_by_itself_imports_nothing_of_the_project(program: str) -> None:
    assert own(imported(ast.walk(tree_of(program)))) == set()


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        ("clock", "import time as t\nt.monotonic()"),
        ("clock", "from time import perf_counter as tick\ntick()"),
        ("clock", "import datetime\ndatetime.datetime.now()"),
        ("clock", "from datetime import datetime\ndatetime.now()"),
        ("processes", "from subprocess import Popen\nPopen([])"),
        ("processes", "import subprocess\nsubprocess.run([])"),
        ("processes", "import os\nos.kill(1, 9)"),
        ("names", "from socket import getaddrinfo\ngetaddrinfo('a', 80)"),
        ("argv", "import sys\nsys.argv"),
        ("argv", "from sys import argv\nargv[1]"),
        ("files", "path.write_text('x')"),
        ("files", "path.open('ab')"),
        ("files", "open('x', mode='w')"),
        ("files", "import shutil\nshutil.rmtree('x')"),
    ],
)
def test_an_effect_under_another_name_is_found(effect: str, text: str) -> None:
    assert effects(ast.parse(text), EFFECTS[effect][0])


@pytest.mark.parametrize(
    "text",
    [
        "path.open('rb')",
        "subprocess.TimeoutExpired",
        "time = 3\ntime",
        "import time\ntime.sleep(1)",
        "open('x')",
        "open('w', 'rb')",
    ],
)
def test_what_has_no_effect_is_not_taken_for_one(text: str) -> None:
    assert [
        name for name, (pattern, _) in EFFECTS.items() if effects(ast.parse(f"import subprocess\n{text}"), pattern)
    ] == []
