"""Where a text may be broken into lines."""

import re
from typing import Final

_SPACE: Final = r"[ \t\n\r\f\v]+"
"""A space that does not break is none of them."""

_PAUSES: Final = (r"(?<=[._:/-])", r"(?<=[a-z0-9])(?=[A-Z(])")
"""Where one pauses in a long name: after a sign; failing that, where a capital or a bracket begins."""


def broken(text: str, columns: int) -> list[str]:
    """Break a text into one line or more of so many characters: at spaces, and within a name that has no room."""
    rows = [""]
    for word in re.split(_SPACE, text):
        for number, piece in enumerate(_pieces(word, columns)):
            longer = " ".join(filter(None, (rows[-1], piece))) if number == 0 else rows[-1] + piece
            if len(longer) <= columns:
                rows[-1] = longer
            else:
                rows.append(piece)
    return rows


def unbroken(text: str, columns: int) -> bool:
    """Tell whether every word has room in a line of so many characters."""
    return all(len(word) <= columns for word in re.split(_SPACE, text))


def _pieces(word: str, columns: int) -> list[str]:
    """Return a word that has no room in a line in parts that have; no pause that is not needed is used."""
    pieces = [word]
    for pause in _PAUSES:
        split = [re.split(pause, piece) if len(piece) > columns else [piece] for piece in pieces]
        pieces = [part for parts in split for part in parts]
    return [piece[at : at + columns] for piece in pieces for at in range(0, len(piece), columns)]
