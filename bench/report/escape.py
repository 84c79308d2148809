"""Text that may come from a stranger, made harmless in Markdown and HTML."""

import re

SPECIAL = re.compile(r"[&<>\"'`*_{}\[\]|\\#~^$!:@]")

HIDDEN = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What a terminal or a browser would obey instead of showing it: control characters and turns of direction."""
BREAKS = re.compile(r"[ \t\n\r\f\v\u0085\u2028\u2029]+")


class Trusted(str):
    """Markdown written by this project; everything else is escaped."""

    __slots__ = ()


def plain(value: object) -> str:
    """Return `value` so that a page shows it letter by letter: special characters become entities."""
    if isinstance(value, Trusted):
        return value
    return SPECIAL.sub(lambda match: f"&#{ord(match[0])};", visible(BREAKS.sub(" ", str(value)).strip()))


def visible(text: str) -> str:
    """Return `text` with a mark in the place of each character that would be obeyed and not shown."""
    return HIDDEN.sub("\ufffd", text)
