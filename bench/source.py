"""What the text of an implementation says of it: summary, concurrency, workloads, packages."""

import ast
import importlib.metadata
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, cast, get_args

from bench.errors import DataError
from bench.workload import Concurrency

GO_PACKAGE = re.compile(r"((?:^//.*\n)+)package main$", re.MULTILINE)
GO_CONCURRENCY = re.compile(r'^const concurrency = "(.*)"$', re.MULTILINE)
GO_WORKLOAD = re.compile(r"((?:^//.*\n)+)func (\w+)\((?:\w+ trial\.\w+|(port) int)\)", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Workload:
    """One way of doing the job: a public function of the file."""

    name: str
    summary: str
    parameters: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Source:
    """What a file tells of itself."""

    language: str
    summary: str
    concurrency: Concurrency
    packages: tuple[str, ...]
    """Distributions that it imports, or those that its constant `PACKAGES` names."""
    application: str | None = None
    """Path of the application that a server serves, from the project's root: the constant `APPLICATION`."""
    python: tuple[int, ...] = ()
    """The least version of Python, where the project's own is not enough: the constant `PYTHON`."""
    workloads: tuple[Workload, ...]


def read_python(path: str, text: str) -> Source:
    """Read a Python implementation without importing it; `path` is for messages."""
    tree = ast.parse(text, path)
    return Source(
        language="python",
        summary=_first_sentence(path, ast.get_docstring(tree)),
        concurrency=_concurrency(path, _python_constant(tree, "CONCURRENCY")),
        packages=tuple(sorted(_python_constant(tree, "PACKAGES") or _packages(tree))),
        application=_python_constant(tree, "APPLICATION"),
        python=tuple(map(int, (_python_constant(tree, "PYTHON") or "0").split("."))),
        workloads=tuple(_python_workloads(path, tree)),
    )


def read_go(path: str, text: str) -> Source:
    """Read an implementation in Go."""
    about = GO_PACKAGE.search(text)
    concurrency = GO_CONCURRENCY.search(text)
    return Source(
        language="go",
        summary=_first_sentence(path, about and _uncomment(about[1])),
        concurrency=_concurrency(path, concurrency and concurrency[1]),
        packages=(),
        workloads=tuple(
            Workload(name=name, summary=_first_sentence(path, _uncomment(comment)), parameters=(port or "conditions",))
            for comment, name, port in GO_WORKLOAD.findall(text)
        ),
    )


def _uncomment(comment: str) -> str:
    lines = [line.removeprefix("//").strip() for line in comment.splitlines() if "go:build" not in line]
    return "\n".join(lines)


def _first_sentence(path: str, docstring: str | None) -> str:
    if not docstring:
        raise DataError(f"{path}: a docstring is missing; it says what is measured")
    return " ".join(docstring.split("\n\n")[0].split())


def _concurrency(path: str, value: str | None) -> Concurrency:
    if value not in get_args(Concurrency):
        known = ", ".join(get_args(Concurrency))
        raise DataError(f"{path}: the constant CONCURRENCY is {value!r}; it must be one of: {known}")
    return cast("Concurrency", value)


def _python_constant(tree: ast.Module, name: str) -> Any:
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name) and target.id == name:
            return ast.literal_eval(cast("ast.expr", node.value))  # type: ignore[attr-defined]
    return None


def _python_workloads(path: str, tree: ast.Module) -> Iterator[Workload]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            parameters = tuple(argument.arg for argument in node.args.args)
            summary = _first_sentence(f"{path}: {node.name}", ast.get_docstring(node))
            yield Workload(name=node.name, summary=summary, parameters=parameters)


def _packages(tree: ast.Module) -> tuple[str, ...]:
    nodes = list(ast.walk(tree))
    modules = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    modules += [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    tops = {module.partition(".")[0] for module in modules} - sys.stdlib_module_names - {"bench"}
    return tuple(sorted(_distributions().get(top, [top])[0] for top in tops))


@cache
def _distributions() -> dict[str, list[str]]:
    return dict(importlib.metadata.packages_distributions())
