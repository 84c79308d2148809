"""The words and units that records are made of, and what every record is."""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Name: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", max_length=80)]
Text: TypeAlias = Annotated[str, Meta(max_length=2000)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, lt=1e7)]
Number: TypeAlias = Annotated[int, Meta(ge=0, lt=2**60)]
Natural: TypeAlias = Annotated[int, Meta(ge=1, lt=2**60)]
Moment: TypeAlias = Annotated[datetime, Meta(tz=True)]
Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]

Kind: TypeAlias = Literal["clients", "creation", "servers", "instrument"]
Tier: TypeAlias = Literal["as published", "like for like"]
Profile: TypeAlias = Literal["smoke", "quick", "standard", "full"]
Copy: TypeAlias = Literal["main", "placebo"]
Judged: TypeAlias = Literal["work_s", "parked_bytes"]
"""What ways are compared by: their time, or the memory of units that wait."""
Status: TypeAlias = Literal[
    "failed_requests", "wrong_answer", "timeout", "crash", "resource_limit", "skipped", "harness_error"
]


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every record is: frozen, keyword-only, and strict about unknown fields."""
