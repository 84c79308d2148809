"""Text that may come from a stranger, made harmless in Markdown and HTML."""

import re

SPECIAL = re.compile(r"[&<>\"'`*_{}\[\]|\\#~^$!:@]")

BREAKS = re.compile(r"[ \t\n\r\f\v\u0085\u2028\u2029]+")


class Trusted(str):
    """Markdown written by this project; everything else is escaped."""

    __slots__ = ()


def plain(value: object) -> str:
    """Return `value` so that a page shows it letter by letter: special characters become entities."""
    if isinstance(value, Trusted):
        return value
    return SPECIAL.sub(lambda match: f"&#{ord(match[0])};", BREAKS.sub(" ", str(value)).strip())
