"""From text to records and back, each checked against its type; and the JSON Schemas made from the same types."""

import json
from typing import Any, TypeVar

import msgspec

from bench.errors import DataError
from bench.model import Run, Trial

SCHEMA = 2
"""1 knew clients only, so that its conditions did not say of what they are."""
UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
NOT_THERE = (KeyError, TypeError)
"""What looking into a document raises that is not built as it should be."""
R = TypeVar("R", bound=Run | Trial)


def decode(text: bytes, kind: type[R], where: str) -> R:
    """Return the record in `text`, or say what is wrong with it; `where` names the file, and line, for that."""
    try:
        return msgspec.json.decode(text, type=kind) if kind is Trial else upgraded(text, kind)
    except UNREADABLE as error:
        raise DataError(f"{where}: {foreign(text) or error}") from error
    except NOT_THERE as error:
        raise DataError(f"{where}: not a run of schema 1, which it says it is ({error})") from error


def upgraded(text: bytes, kind: type[R]) -> R:
    """Return the run in `text`, which may have been written by an earlier version."""
    document = msgspec.json.decode(text)
    if isinstance(document, dict) and document.get("schema") == 1:
        for experiment in document["experiments"]:
            for scenario in experiment["scenarios"]:
                scenario["conditions"]["of"] = "fetching"
        document["schema"] = SCHEMA
    return msgspec.convert(document, kind, strict=True)


def foreign(text: bytes) -> str | None:
    """Say so when `text` is a record of another schema: that explains whatever else is wrong."""
    try:
        found = msgspec.json.decode(text, type=dict[str, Any]).get("schema", SCHEMA)
    except UNREADABLE:
        return None
    return None if found in (1, SCHEMA) else f"schema is {str(found)[:20]}; this version reads 1 and {SCHEMA}"


def encode(record: Run | Trial) -> bytes:
    """Return `record` as a line of JSON, after checking it as a reader will."""
    line = msgspec.json.encode(record)
    decode(line, type(record), f"a {type(record).__name__.lower()} about to be written")
    return line + b"\n"


def json_schema(kind: type[Run | Trial]) -> str:
    """Return the JSON Schema (2020-12) of a run or of a trial."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema"} | msgspec.json.schema(kind)
    return json.dumps(schema, indent=1, sort_keys=True) + "\n"
