"""Figures in sentences: texts of an experiment hold them in braces, filled from the data.

A changed result changes the text, and no number is typed into one.

====================  =====================================================================
``{time:A}``          0.216 s
``{warm:A}``          2.27 s, of a later batch
``{process:A}``       0.61 s, of the whole process
``{cpu:A}``           412 µs, CPU time of a request
``{memory:A}``        52.1 MiB, at its peak
``{late:A}``           0.4 ms: 1 % of the answers was held longer than asked by this or more
``{rate:A}``          64,000 a second; of a server, its answers
``{p50:A}``           2.1 ms: half of the answers took no longer; {p90:A} and {p99:A} likewise
``{kept:A}``          100 %, the share of answers after which the connection stayed open
``{busy:A}``          98 %, the CPU time of the server in that of one core
``{lasted:A}``        0.42 s, from the first request of a load to its last answer
``{asking:A}``        9.1 µs, CPU time of the loader for a request
``{ceiling:A}``       110,000 a second, what a core of the loader could ask for at that
``{loader:A}``        31 %, the same of the loader
``{busiest:A}``       27 %, the share of answers from the busiest worker
``{recovery:A}``      0.12 s, until a single request took as little as before the load
``{slope:A}``         0.41 ms a request, of the series to which A belongs
``{each:A}``          71.2 µs: what each further unit of the series takes
``{parked:A}``        9.4 KiB: what each further unit of the series weighs while all wait
``{weight:A}``        179 MiB: what all units of A weigh while they wait
``{overhead:A}``      0.38 s: what is beyond the waits
``{phases:A}``        1.38 s: what the phases of a unit add up to
``{longest:A}``       join tail with 0.31 s and start lag with 0.2 s: the longest phases but for the sleep asked for
``{range:A}``         2.1 to 2.4 s (3 trials): the shortest and the longest that was not stopped
``{switches:A}``      12,300 context switches of the process
``{comparisons:A}``   12,300 comparisons of timers
``{reached:A}``       511: units that were there when a limit stopped them, or all of them
``{failed:A}``        6 of 6 trials failed; no figure where none did
``{interval:A}``      95 % interval 0.214 to 0.218 s, or how few trials there are
``{versus:A/B}``      takes 1.25 times the time (95 % interval 1.22 to 1.28), or that it does not differ
``{factor:A/B}``      93 times
``{clearly:A/B}``     1.9 times, or "no clear difference"
====================  =====================================================================

Of servers the last three are of rates, not of times: "answers 1.25 times as many".
"""

import re
from math import isfinite

from bench.errors import DataError
from bench.report.findings import Findings
from bench.report.phrases import OF_ONE, OF_TWO, compared
from bench.report.words import NBSP

BRACES = re.compile(r"\{(\w+):([\w.-]+)(?:/([\w.-]+))?\}")
PART = re.compile(r"(?<=[.;]) ")
BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:µs|ms|s|KB|KiB|MiB|GiB|%)(?!\w))")


def fill(text: str, findings: Findings) -> str:
    """Return `text` with the figures of `findings` in place of its braces.

    A sentence, or a part of one that ends with a semicolon, is left out when a figure in it was not measured.
    """
    kept: list[str] = []
    for part in PART.split(text):
        if found := filled(part, findings):
            kept.append(found)
        elif kept and part.endswith("."):
            kept[-1] = kept[-1].removesuffix(".").removesuffix(";") + "."
    return BEFORE_UNIT.sub(NBSP, " ".join(kept))


def filled(part: str, findings: Findings) -> str | None:
    """Return `part` with its figures, or `None` if one of them was not measured."""
    figures = [figure(match, findings) for match in BRACES.finditer(part)]
    if None in figures:
        return None
    values = iter(figures)
    return BRACES.sub(lambda _: str(next(values)), part)


def figure(match: re.Match[str], findings: Findings) -> str | None:
    """Return the figure that a pair of braces asks for."""
    word, scenario, other = match[1], match[2], match[3]
    if word in OF_ONE and other is None:
        found = findings.scenarios.get(scenario)
        return OF_ONE[word](found, findings) if found else None
    if word in OF_TWO and other is not None:
        comparison = findings.compared(scenario, other)
        known = comparison and isfinite(comparison.ratio) and comparison.ratio
        return compared(word, comparison, findings.scenarios[scenario]) if comparison and known else None
    known_words = ", ".join([f"{{{word}:A}}" for word in OF_ONE] + [f"{{{word}:A/B}}" for word in OF_TWO])
    raise DataError(f"{match[0]} is no figure; known are {known_words}")
