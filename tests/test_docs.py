"""The documentation is tested: what it names exists, and what exists is in it."""

import argparse
import ast
import json
import re
import shlex
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

from bench import loads, model, physics
from bench.__main__ import PROFILES, parser
from bench.catalog import ROOT
from bench.harness import meter
from bench.harness.fetching import wrong
from bench.harness.measure import measure
from bench.harness.plan import METHOD, ROUNDS
from bench.report import comparisons, doubts, impossible, limits, verdicts
from bench.source import read_go, read_python
from bench.workload import Concurrency
from tests.test_contract import PARAMETERS

METHOD_PAGES = ROOT / "docs" / "method"
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
WORDS = {
    "kind", "implementation", "workload", "conditions", "scenario", "experiment", "reference", "concurrency",
    "in flight", "latency", "closed loop", "mock server", "profile", "trial", "batch", "sample", "round", "run",
    "slot", "setup", "teardown", "cold", "warm", "floor", "gate", "split layout", "free layout", "lateness", "status",
    "unit", "parked", "touched stack", "phase", "start lag", "sleep overshoot", "join tail", "observer",
    "overhead", "switch interval", "context switch",
    "limit", "address space", "mapping", "control group",
    "placebo", "median", "interval", "ratio", "noise floor", "band", "verdict", "conclusion", "tie", "doubt",
    "server-bound", "claim",
    "open loop", "loader", "keep-alive", "capacity", "saturation", "little's law", "quantile", "loader-bound",
    *get_args(model.Tier), *get_args(comparisons.Verdict), *get_args(verdicts.Verdict),
}  # fmt: skip
MACHINE_PATH = re.compile(r"(?<![\w./~-])/(?:home|Users|root|work|tmp|var|usr|opt|mnt|private)/|\b[A-Z]:\\|file:///")


def text_of(name: str) -> str:
    return (METHOD_PAGES / name).read_text(encoding="utf-8")


def as_line(text: str) -> str:
    """Give a text as one line, however its own lines are broken."""
    return " ".join(text.split())


def section(text: str, heading: str) -> str:
    """Return what stands under a heading, up to the next of its level or above."""
    found = re.search(rf"^(#+) {re.escape(heading)}(?: \{{.*\}})?$", text, re.MULTILINE)
    assert found, f"no section is called {heading!r}"
    rest = text[found.end() :]
    end = re.search(rf"^#{{1,{len(found[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def definitions() -> dict[str, str]:
    """Return what the glossary says of each word, and check that each word has its own anchor."""
    found = re.findall(r"^(\w.*) \{#([\w-]+)\}\n:   (.*(?:\n    .*)*)", text_of("glossary.md"), re.MULTILINE)
    for word, anchor, _ in found:
        assert anchor in {word.lower().replace(" ", "-").replace("'", ""), word.lower().removesuffix(" layout")}
    return {word.lower(): as_line(said) for word, _, said in found}


# ── The program ──────────────────────────────────────────────────────────────────────────────────────────────────────
def verbs() -> dict[str, argparse.ArgumentParser]:
    actions = [action for action in parser()._actions if isinstance(action, argparse._SubParsersAction)]
    found: dict[str, argparse.ArgumentParser] = actions[0].choices
    return found


def arguments(verb: str) -> list[str]:
    """Return the options of a verb, and the names of what it takes without one."""
    actions = [action for action in verbs()[verb]._actions if "--help" not in action.option_strings]
    return [(action.option_strings or [str(action.metavar)])[-1] for action in actions]


@pytest.mark.parametrize("verb", verbs())
def test_every_verb_has_a_section_that_explains_each_of_its_options(verb: str) -> None:
    said = section(text_of("use.md"), verb)
    assert [name for name in arguments(verb) if f"\n`{name}`\n:   " not in said] == []


@pytest.mark.parametrize("verb", verbs())
def test_no_section_of_a_verb_explains_an_option_that_it_does_not_have(verb: str) -> None:
    explained = re.findall(r"^`([^`]+)`\n:   ", section(text_of("use.md"), verb), re.MULTILINE)
    assert set(explained) <= set(arguments(verb))


def test_every_profile_is_explained_with_its_rounds() -> None:
    table = section(text_of("index.md"), "Profiles")
    assert dict(re.findall(r"^\| `(\w+)` \|.*\| (\d+) \|$", table, re.MULTILINE)) == {
        name: str(rounds) for name, rounds in ROUNDS.items()
    }
    assert all(f"`{profile}`" in section(text_of("use.md"), "plan") for profile in PROFILES)


def test_every_exit_code_is_explained() -> None:
    table = section(text_of("use.md"), "Exit codes")
    assert re.findall(r"^\| (\d+) \|", table, re.MULTILINE) == ["0", "1", "2", "130"]


# ── The commands ─────────────────────────────────────────────────────────────────────────────────────────────────────
def sessions() -> set[str]:
    """Return the sessions of the noxfile, read and not imported: nox itself is not needed to test."""
    tree = ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {f.name for f in functions if any("nox.session" in ast.unparse(one) for one in f.decorator_list)}


def nox_calls(text: str) -> list[tuple[list[str], list[str]]]:
    """Return each call of nox as its sessions and the words after ``--``."""
    calls = re.findall(r"nox -s ((?:(?!&&)[^`\n#])+)", text)
    words = [call.split() for call in calls]
    ends = [found.index("--") if "--" in found else len(found) for found in words]
    return [(found[:end], found[end + 1 :]) for found, end in zip(words, ends, strict=True)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_names_only_sessions_that_exist(page: Path) -> None:
    named = {name for names, _ in nox_calls(page.read_text(encoding="utf-8")) for name in names}
    assert named - {"…"} <= sessions()


def test_the_readme_begins_with_the_two_commands() -> None:
    found = [names for names, _ in nox_calls(README.read_text(encoding="utf-8"))]
    assert ["bench", "docs"] in found
    assert ["tests"] in found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_program_understands_every_command_shown(page: Path) -> None:
    shown = "\n".join(blocks(page.read_text(encoding="utf-8"), "(?:console|bash|sh)"))
    for words in re.findall(r"python3? -m bench (.+)", shown):
        parser().parse_args(shlex.split(words, comments=True))
    for names, words in nox_calls(shown):
        if words and "bench" in names:
            parser().parse_args(["run", *words])


# ── The words ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_every_word_has_a_definition() -> None:
    assert WORDS - definitions().keys() == set()


def test_the_list_of_words_in_this_test_is_the_one_of_the_glossary() -> None:
    assert definitions().keys() - WORDS == set()


@pytest.mark.parametrize("word", sorted(WORDS))
def test_a_definition_has_at_most_two_sentences(word: str) -> None:
    said = definitions()[word]
    assert said.endswith(".")
    assert len(re.findall(r"[.?!](?= [A-Z*`]|$)", said)) <= 2


def test_every_link_to_the_glossary_names_a_word_that_is_there() -> None:
    anchors = set(re.findall(r"\{#([\w-]+)\}", text_of("glossary.md")))
    linked = {anchor for page in PAGES for anchor in re.findall(r"glossary\.md#([\w-]+)", page.read_text("utf-8"))}
    assert linked <= anchors


@pytest.mark.parametrize("status", get_args(model.Status))
def test_every_status_of_a_failed_trial_is_explained(status: str) -> None:
    assert f"| `{status}` | " in text_of("index.md")


def doubt_codes() -> set[str]:
    """Return the codes of all doubts: those of the limits, and the first word of every ``Doubt(…)`` in the source."""
    tree = ast.parse(Path(doubts.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Doubt"]
    firsts = [call.args[0] for call in calls]
    named = {str(first.value) for first in firsts if isinstance(first, ast.Constant)}
    return named | {limit.code for limit in limits.LIMITS} | set(doubts.LATENESS)


def test_the_doubts_that_are_explained_are_those_that_exist() -> None:
    explained = re.findall(r"^\| `([\w-]+)` \| ", section(text_of("index.md"), "Doubts"), re.MULTILINE)
    assert sorted(explained) == sorted(doubt_codes())


def test_every_verdict_is_explained() -> None:
    said = text_of("index.md")
    known = (*get_args(comparisons.Verdict), *get_args(verdicts.Verdict))
    assert [verdict for verdict in known if f"\n| {verdict} | " not in said] == []


def test_every_kind_of_concurrency_is_named_where_a_client_is_added() -> None:
    assert [name for name in get_args(Concurrency) if f'`"{name}"`' not in text_of("add.md")] == []


def test_every_constant_that_a_file_declares_is_explained_where_one_is_added() -> None:
    texts = [
        path.read_text("utf-8") for kind in ("clients", "servers") for path in (ROOT / "bench" / kind).glob("*.py")
    ]
    constants = set(re.findall(r"^([A-Z_]+)\b.*=", "\n".join(texts), re.MULTILINE))
    assert "CONCURRENCY" in constants
    assert [name for name in constants if f"**`{name}`**" not in text_of("add.md")] == []
    told = (ROOT / "bench" / "workload.py").read_text("utf-8")
    assert [name for name in constants if f"``{name}``" not in told] == []


# ── The numbers ──────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("heading", "number"),
    [
        ('What "reproduced" means', f"a factor of {verdicts.TOLERANCE}"),
        ("Three verdicts, and ties", f"The band is {comparisons.MARGIN:.0%}".replace("%", " %")),
        ("The gate", f"at most {meter.QUIET:.0%}".replace("%", " %")),
        ("The gate", f"for {meter.GATE_S:.0f} s at most"),
        ("Doubts", f"fewer than {doubts.FEWEST} trials"),
        ("Doubts", f"more than {limits.LOADER_BUSY * 100:.0f} % of a core"),
        ("Doubts", f"more than {limits.LOADER_LATE_S * 1000:.0f} ms after they were due"),
        ("Servers", f"within {loads.LITTLE * 100:.0f} %"),
        ("Servers", f"fewer than {limits.ANSWERS_EACH} answers for each connection"),
        ("What cannot be true", f"more than {impossible.TIMER_S * 1000:.0f} ms faster"),
        ("What is recorded", f"more than {physics.PHASES_WITHIN:.0%}".replace("%", " %")),
        ("What is recorded", f"or {physics.PHASES_WITHIN_S * 1000} ms"),
        ("Changes of the method", f"| {METHOD} | "),
    ],
)
def test_a_number_of_the_method_is_the_one_of_the_code(heading: str, number: str) -> None:
    assert number in as_line(section(text_of("index.md"), heading))


def test_what_the_method_says_of_its_own_errors_is_in_the_simulation() -> None:
    worlds = json.loads((ROOT / "data" / "simulation.json").read_text(encoding="utf-8"))["worlds"]
    cells = [cell for world in worlds.values() for cell in world.values()]
    assert all(cell["ours"]["coverage"] >= 0.935 for cell in cells)
    assert all(cell["ours"]["different, equal code, any of the family"] <= 0.05 for cell in cells)
    assert all(world["6"]["ours"]["different, 5% slower"] < 0.5 for world in worlds.values())
    assert all(cell["naive"]["pooled requests"] > 0.2 for cell in cells)
    assert all(max(cell["naive"][name] for cell in cells) > 0.2 for name in cells[0]["naive"])


# ── The example ──────────────────────────────────────────────────────────────────────────────────────────────────────
class Echo(BaseHTTPRequestHandler):
    """Answers as the mock server does."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = b'{"status":"ok","id":%d}' % int(self.path.partition("id=")[2])
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        serving = threading.Thread(target=server.serve_forever, args=(0.01,))
        serving.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        serving.join()


def test_the_example_of_a_client_works(address: str) -> None:
    text = next(block for block in blocks(text_of("add.md"), "python") if "CONCURRENCY" in block)
    (workload,) = read_python("add.md", text).workloads
    example = ModuleType("example")
    exec(compile(text, "add.md", "exec"), example.__dict__)
    urls = [f"{address}/health?id={i}" for i in range(24)]
    bodies = measure(getattr(example, workload.name), urls, 2, concurrency=4).results
    document = {"requests": 24, "echo": True, "body_bytes": 0}
    assert [wrong(batch, document) for batch in bodies] == [None, None]


def test_the_example_of_starting_units_works() -> None:
    text = next(block for block in blocks(text_of("add.md"), "python") if "Start]" in block)
    (workload,) = read_python("add.md", text).workloads
    example = ModuleType("example")
    exec(compile(text, "add.md", "exec"), example.__dict__)
    start = getattr(example, workload.name)
    for units in (0, 12):
        assert measure(start, units, 2, sleeps=2, sleep_s=0.001).results == [units, units]


def test_every_parameter_of_creation_is_explained_where_a_way_is_added() -> None:
    explained = re.findall(r"^\| `(\w+)` \| ", section(text_of("add.md"), "A way of starting units"), re.MULTILINE)
    assert set(explained) == PARAMETERS["creation"] - {"conditions"}
    told = (ROOT / "bench" / "workload.py").read_text("utf-8")
    assert [name for name in explained if f"creation  ``{name}``" not in told] == []


def test_the_trial_by_hand_tries_the_example() -> None:
    client, by_hand, *_ = blocks(text_of("add.md"), "python")
    (workload,) = read_python("add.md", client).workloads
    assert f'workload="{workload.name}"' in by_hand
    example: dict[str, Any] = {}
    exec(compile(by_hand.partition("reaper =")[0], "add.md", "exec"), example)
    assert example["scenario"].conditions.requests == 100


def test_the_example_of_a_server_makes_a_command() -> None:
    text = next(block for block in blocks(text_of("add.md"), "python") if "APPLICATION" in block)
    source = read_python("add.md", text)
    example: dict[str, Any] = {}
    exec(compile(text, "add.md", "exec"), example)
    (workload,) = source.workloads
    command = example[workload.name](port=8000, workers=2, log=None)
    assert source.application
    assert (ROOT / source.application).exists()
    assert {sys.executable, "8000", "2"} <= set(command)
    assert [name for name in workload.parameters if f"| `{name}` |" not in text_of("add.md")] == []


def test_the_example_in_go_is_read_as_an_implementation() -> None:
    (text,) = blocks(text_of("add.md"), "go")
    source = read_go("add.md", text)
    assert source.summary
    assert [workload.name for workload in source.workloads] == ["oneByOne"]
    assert len(text.splitlines()) <= 40


# ── The privacy of whoever writes ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_page_names_an_absolute_path_of_a_machine(page: Path) -> None:
    assert MACHINE_PATH.findall(page.read_text(encoding="utf-8")) == []
