from types import SimpleNamespace
from typing import Any

import pytest

from bench.catalog import ROOT, implementations
from bench.report.provenance import code

FIRST, SECOND, CLIENT = "threads_flask_gthread", "processes_flask_gunicorn", "threads_requests"


def shown(changed: set[str]) -> dict[str, str]:
    """Return the text of each file of a page by name, in order, after those `changed` since they were measured."""
    names = [FIRST, SECOND, FIRST, CLIENT, "gone"]
    digests = {
        name: "0" * 64 if name in changed else implementations()[name].digest for name in (FIRST, SECOND, CLIENT)
    }
    findings: Any = SimpleNamespace(
        results=SimpleNamespace(run=SimpleNamespace(environment=SimpleNamespace(sources=digests))),
        planned=SimpleNamespace(scenarios=[SimpleNamespace(implementation=name) for name in names]),
    )
    listed = [(str(one["name"]), str(one["text"])) for one in code(findings)]
    assert len(listed) == len(dict(listed))
    return dict(listed)


def test_an_application_is_shown_once_after_the_first_server_that_serves_it() -> None:
    assert list(shown(set())) == [FIRST, "flask_app", SECOND, CLIENT, "gone"]


def test_a_file_is_shown_as_it_is() -> None:
    text = (ROOT / "bench/planets/flask_app.py").read_text()
    assert [line.strip() for line in shown(set())["flask_app"].splitlines()] == [
        line.strip() for line in text.splitlines()
    ]


@pytest.mark.parametrize(
    ("changed", "hidden"),
    [
        (set[str](), {"gone"}),
        ({CLIENT}, {"gone", CLIENT}),
        ({FIRST}, {"gone", FIRST}),
        ({FIRST, SECOND}, {"gone", FIRST, SECOND, "flask_app"}),
    ],
)
def test_what_has_changed_since_it_was_measured_is_not_shown(changed: set[str], hidden: set[str]) -> None:
    assert {name for name, text in shown(changed).items() if not text} == hidden
