"""From text to records and back, each checked against its type; and the JSON Schemas made from the same types."""

import json
from typing import Any, TypeVar

import msgspec

from bench.errors import DataError
from bench.model import Run, Trial

SCHEMA = 1
UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
R = TypeVar("R", bound=Run | Trial)


def decode(text: bytes, kind: type[R], where: str) -> R:
    """Return the record in `text`, or say what is wrong with it; `where` names the file, and line, for that."""
    try:
        return msgspec.json.decode(text, type=kind)
    except UNREADABLE as error:
        raise DataError(f"{where}: {foreign(text) or error}") from error


def foreign(text: bytes) -> str | None:
    """Say so when `text` is a record of another schema: that explains whatever else is wrong."""
    try:
        found = msgspec.json.decode(text, type=dict[str, Any]).get("schema", SCHEMA)
    except UNREADABLE:
        return None
    return None if found == SCHEMA else f"schema is {str(found)[:20]}; this version reads {SCHEMA}"


def encode(record: Run | Trial) -> bytes:
    """Return `record` as a line of JSON, after checking it as a reader will."""
    line = msgspec.json.encode(record)
    decode(line, type(record), f"a {type(record).__name__.lower()} about to be written")
    return line + b"\n"


def json_schema(kind: type[Run | Trial]) -> str:
    """Return the JSON Schema (2020-12) of a run or of a trial."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema"} | msgspec.json.schema(kind)
    return json.dumps(schema, indent=1, sort_keys=True) + "\n"
