"""The published figures: ``data/claims.toml``, read and checked."""

import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bench.catalog import ROOT
from bench.errors import DataError
from bench.model import Name, Seconds, Text

CLAIMS = ROOT / "data" / "claims.toml"


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One published figure; times are wall-clock seconds unless `unit` says otherwise."""

    id: Name
    text: Text | None = None
    workload: Text | None = None
    unit: Text = "s"
    value: float | None = None
    low: float | None = None
    high: float | None = None
    user: Seconds | None = None
    sys: Seconds | None = None
    note: Text | None = None

    @property
    def value_is_time(self) -> bool:
        """Whether the figure is the time of a workload, and not a limit or a bound."""
        return self.unit == "s" and self.workload != "any" and (self.value is not None or self.high is not None)

    @property
    def published(self) -> tuple[float, float] | None:
        """The published range; from a lower bound alone, that bound twice."""
        low = self.low if self.low is not None else self.value
        high = self.high if self.high is not None else self.value
        return None if low is None else (low, low if high is None else high)


class Post(msgspec.Struct, frozen=True, kw_only=True):
    """A post and its claims; series of figures that only one post has stay as they are."""

    title: Text
    url: Annotated[str, Meta(pattern="^https://", max_length=300)]
    setup: Text
    unknown: tuple[Text, ...] = ()
    claim: tuple[Claim, ...] = ()
    date: Text = ""


def read_posts(path: Path = CLAIMS) -> dict[str, Post]:
    """Return the posts of the claims file, by id."""
    try:
        document: dict[str, Any] = tomllib.loads(path.read_text())
        return msgspec.convert(document.get("post", {}), dict[Name, Post])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError, OSError) as error:
        raise DataError(f"{path.name}: {error}") from error
