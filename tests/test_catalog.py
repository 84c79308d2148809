import dataclasses
import importlib.metadata
from pathlib import Path

import pytest

from bench import catalog
from bench.errors import AskedError, DataError
from bench.source import read_go, read_python

GOOD = '''"""What it is."""
import nosuchlibrary
CONCURRENCY: Concurrency = "threads"

def one(concurrency: int) -> Iterator[Work]:
    """Do it."""
    yield None

def _own() -> None: ...
'''


def test_an_implementation_is_found_by_being_in_its_folder() -> None:
    assert {"asyncio_aiohttp", "threads_requests", "go_nethttp"} <= set(catalog.implementations())


def test_a_new_file_appears_without_any_list_being_edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bench" / "clients"
    folder.mkdir(parents=True)
    (folder / "threads_new.py").write_text(GOOD)
    monkeypatch.setattr(catalog, "ROOT", tmp_path)
    found = catalog.implementations.__wrapped__()["threads_new"]
    assert (found.kind, found.concurrency, found.source.summary) == ("clients", "threads", "What it is.")
    assert [workload.name for workload in found.source.workloads] == ["one"]
    assert found.missing() == "not installed: nosuchlibrary"


@pytest.mark.parametrize(("least", "reason"), [("3.11", None), ("3.99", "needs Python 3.99")])
def test_an_implementation_says_which_python_it_needs(least: str, reason: str | None) -> None:
    found = catalog.implementations()["threads_stdlib"]
    source = read_python("x.py", f'"""What it is."""\nCONCURRENCY = "threads"\nPYTHON = "{least}"')
    assert dataclasses.replace(found, source=source).missing() == reason


def test_an_implementation_whose_library_is_there_can_run() -> None:
    assert catalog.implementations()["threads_requests"].missing() is None


def test_where_another_engine_has_overwritten_urllib3_nothing_is_measured_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = [importlib.metadata.PackagePath("urllib3/__init__.py")]
    monkeypatch.setattr(catalog, "version", lambda _: "2.25")
    monkeypatch.setattr(importlib.metadata, "files", lambda _: files)
    catalog.overwritten.cache_clear()
    found = {name: catalog.implementations()[name].missing() for name in ("threads_requests", "threads_urllib3")}
    untouched = catalog.implementations()["threads_stdlib"].missing()
    catalog.overwritten.cache_clear()
    assert {(reason or "").partition(";")[0] for reason in found.values()} == {"urllib3-future has overwritten urllib3"}
    assert untouched is None


def test_a_file_without_a_docstring_is_refused() -> None:
    with pytest.raises(DataError, match="x.py: a docstring is missing"):
        read_python("x.py", 'CONCURRENCY = "threads"')


def test_a_workload_without_a_docstring_is_refused() -> None:
    with pytest.raises(DataError, match="x.py: one: a docstring is missing"):
        read_python("x.py", GOOD.replace('    """Do it."""\n', ""))


@pytest.mark.parametrize("constant", ["", 'CONCURRENCY = "magic"'])
def test_a_file_must_say_how_it_does_many_things_at_once(constant: str) -> None:
    with pytest.raises(DataError, match="must be one of: serial, threads"):
        read_python("x.py", f'"""What it is."""\n{constant}')


def test_a_go_file_tells_the_same_things() -> None:
    source = catalog.implementations()["go_nethttp"].source
    assert source.language == "go"
    assert source.concurrency == "go"
    assert [workload.name for workload in source.workloads] == ["oneClient"]
    assert "//" not in source.summary


def test_a_go_file_without_a_comment_is_refused() -> None:
    with pytest.raises(DataError, match="x.go: a docstring is missing"):
        read_go("x.go", "package main\n")


def test_no_name_means_all_experiments_and_a_kind_means_its_own() -> None:
    everything = list(catalog.all_experiments().values())
    assert catalog.chosen_experiments([]) == everything
    assert catalog.chosen_experiments(["clients"]) == [e for e in everything if e.kind == "clients"]
    assert [e.id for e in catalog.chosen_experiments(["waiting", "waiting"])] == ["waiting"]


def test_an_unknown_experiment_is_answered_with_the_known_ones() -> None:
    with pytest.raises(AskedError, match=r"no experiment is called 'wating'; known are: .*waiting"):
        catalog.chosen_experiments(["wating"])


def test_every_scenario_names_a_workload_that_exists() -> None:
    known = {(i.name, w.name) for i in catalog.implementations().values() for w in i.source.workloads}
    for experiment in catalog.all_experiments().values():
        for scenario in experiment.scenarios:
            assert (scenario.implementation, scenario.workload) in known


def test_ids_of_scenarios_are_unique_and_reference_and_placebo_are_among_them() -> None:
    for experiment in catalog.all_experiments().values():
        ids = [scenario.id for scenario in experiment.scenarios]
        assert len(ids) == len(set(ids))
        assert {experiment.reference, experiment.placebo} <= set(ids)


SERVER = '''"""What it is."""
CONCURRENCY = "threads"
PACKAGES = ("flask", "nosuchserver")
APPLICATION = "bench/planets/new_app.py"

def serve(port: int, log: str | None) -> Command:
    """Start it."""
    return []
'''


def test_a_server_names_what_its_command_needs_and_the_application_that_it_serves() -> None:
    source = read_python("x.py", SERVER)
    assert (source.packages, source.application) == (("flask", "nosuchserver"), "bench/planets/new_app.py")
    assert source.workloads[0].parameters == ("port", "log")


def test_a_server_in_go_is_the_function_that_takes_a_port() -> None:
    text = '// What it is.\npackage main\n\nconst concurrency = "go"\n\n// Answer.\nfunc serve(port int) error {\n'
    source = read_go("x.go", text)
    assert [(workload.name, workload.parameters) for workload in source.workloads] == [("serve", ("port",))]


def test_the_digest_of_a_server_changes_with_its_application_and_what_that_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, planets = tmp_path / "bench/servers/threads_new.py", tmp_path / "bench/planets"
    monkeypatch.setattr(catalog, "ROOT", tmp_path)
    for folder in (server.parent, planets):
        folder.mkdir(parents=True)
    importing = "from bench.planets.sky import up"
    texts = {server: SERVER, planets / "new_app.py": importing, planets / "sky.py": "up = 1", planets / "sea.py": "1"}
    digests = []
    for changed in (None, *texts):
        for path, text in texts.items():
            path.write_text(text + "\n# changed" if path == changed else text)
        digests.append(catalog.implementations.__wrapped__()["threads_new"].digest)
    before, *others, unrelated = digests
    assert len({before, *others}) == 4
    assert unrelated == before
