"""The verbs: ``python -m bench list · plan · run · profile · report · check · compare · release``."""

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

from bench.errors import AskedError, BenchError
from bench.model import Profile

PROFILES = {
    "smoke": "one round of tiny sizes, to see that everything works; never a result",
    "quick": "the headline scenarios, 6 rounds (the default)",
    "standard": "all scenarios, 6 rounds",
    "full": "all scenarios, 12 rounds",
}

DEFAULT: Profile = "quick"


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are errors of the project, in one line."""

    def error(self, message: str) -> None:  # type: ignore[override]
        """Raise what argparse would print with its usage."""
        raise AskedError(f"{message}; see: {self.prog} --help")


def parser() -> argparse.ArgumentParser:
    """Return the parser of all verbs."""
    top = Parser(prog="python -m bench", description=__doc__, allow_abbrev=False)
    verb = top.add_subparsers(required=True, metavar="VERB", parser_class=Parser)

    found = verb.add_parser("list", help="what can be measured here, and why something cannot")
    found.set_defaults(do=lambda _: to("measuring").show_catalog())

    for name, text in (("plan", "what would be measured, in which order, how long"), ("run", "measure")):
        measuring = verb.add_parser(name, help=text, description=f"{text}.")
        measuring.add_argument("experiments", nargs="*", metavar="EXPERIMENT", help="an id or a kind; none means all")
        profiles = "; ".join(f"{profile}: {about}" for profile, about in PROFILES.items())
        measuring.add_argument("--profile", choices=get_args(Profile), help=profiles)
        measuring.add_argument("--seed", type=seed, help="makes the same order again")
        if name == "plan":
            measuring.set_defaults(do=lambda a: to("measuring").show_plan(a.experiments, a.profile or DEFAULT, a.seed))
        else:
            measuring.add_argument("--output", type=Path, metavar="DIR", help="the run's folder; data/<id> if absent")
            measuring.add_argument("--resume", type=Path, metavar="DIR", help="go on with the run in DIR")
            measuring.set_defaults(do=run)

    add_profile(verb)

    add_release(verb)

    report = verb.add_parser("report", help="make the pages of the site from results")
    report.add_argument("--data", type=Path, metavar="DIR", default=Path("data"), help="where the run folders are")
    report.add_argument("--output", type=Path, metavar="DIR", default=Path("build/docs"), help="where pages go")
    report.set_defaults(do=lambda a: to("telling").report(a.data, a.output))

    check = verb.add_parser("check", help="validate result files and claims")
    check.add_argument("folders", nargs="*", type=Path, metavar="DIR", default=[Path("data")])
    check.set_defaults(do=lambda a: to("telling").check(a.folders))
    add_compare(verb)
    return top


def add_profile(verb: Any) -> None:
    """Add the verb that profiles; `verb` is what argparse calls subparsers."""
    profile = verb.add_parser("profile", help="in which functions the time goes, in one trial that is no result")
    profile.add_argument("experiment", metavar="EXPERIMENT", help="the id of one experiment")
    profile.add_argument("scenarios", nargs="+", metavar="SCENARIO", help="ids of its scenarios, in one thread each")
    profile.set_defaults(do=lambda a: to("profiling").profile(a.experiment, a.scenarios))


def add_compare(verb: Any) -> None:
    """Add the verb that compares, likewise."""
    compare = verb.add_parser("compare", help="what changed from one run to another, scenario by scenario")
    compare.add_argument("before", type=Path, metavar="BEFORE", help="a run's folder")
    compare.add_argument("after", type=Path, metavar="AFTER", help="another one's")
    compare.add_argument("--format", choices=("text", "markdown", "json"), default="text")
    compare.set_defaults(do=lambda a: to("comparing").compare(a.before, a.after, a.format))


def add_release(verb: Any) -> None:
    """Add the verb that releases."""
    release = verb.add_parser("release", help="publish results as a version of the site; a rehearsal, unless pushed")
    release.add_argument("version", metavar="VERSION", help="such as 1.2.0")
    release.add_argument("--results", type=Path, metavar="DIR", required=True, help="where the new run folders are")
    release.add_argument("--push", metavar="REMOTE", help="publish there: a name or address that git knows")
    release.add_argument("--replace", action="store_true", help="publish a version again that is there already")
    release.set_defaults(do=lambda a: to("releasing").publish(a.version, a.results, a.push, replace=a.replace))


def seed(text: str) -> int:
    """Return a seed: a whole number from 0 on."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"seed {number} is negative; a seed is a whole number from 0 on")
    return number


def to(what: str) -> ModuleType:
    """Import the verbs of `what` when they are asked for: one group needs packages that the other does not have."""
    return importlib.import_module(f"bench.verbs.{what}")


def run(asked: argparse.Namespace) -> int:
    """Start a run, or go on with one."""
    if asked.resume is None:
        return int(to("measuring").run(asked.experiments, asked.profile or DEFAULT, asked.seed, asked.output))
    if asked.output or asked.experiments or asked.profile or asked.seed is not None:
        raise AskedError("--resume goes on with the plan of its folder; leave out everything else")
    return int(to("measuring").resume(asked.resume))


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what `arguments` ask; return 0 if all is well, 1 if trials failed that should not, 2 for a mistake."""
    try:
        asked = parser().parse_args(arguments)
        code: int = asked.do(asked)
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
