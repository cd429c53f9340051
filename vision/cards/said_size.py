"""What people say of how large their cards are: a person with a ruler knows best."""

import re

from engine.core.language import Deferred
from vision.cards.table_plane import Size
from vision.errors import TeachingError

WIDE_MM, HIGH_MM = (36, 96), (54, 136)
"""How wide and how high cards may be: most are 40 x 60 to 90 x 130."""

_SAID = re.compile(r"\s*(\d{1,3}(?:[.,]\d)?)\s*[x×*]\s*(\d{1,3}(?:[.,]\d)?)\s*(?:mm)?\s*", re.IGNORECASE)


def size_said(words: str) -> Size:
    """What a person measured, in mm, the width first: "63 x 88", "57,2x88,9". Raises TeachingError ``size``."""
    found = _SAID.fullmatch(words)
    if found is not None:
        width, height = (float(number.replace(",", ".")) for number in found.groups())
        if WIDE_MM[0] <= width <= WIDE_MM[1] and HIGH_MM[0] <= height <= HIGH_MM[1] and width < height:
            return width, height
    raise TeachingError(
        "size",
        Deferred(
            "Tell me the width and the height of a card in millimetres, like 63 x 88. I read cards {narrow} to {wide} "
            "mm wide and {low} to {high} mm high.",
            narrow=WIDE_MM[0],
            wide=WIDE_MM[1],
            low=HIGH_MM[0],
            high=HIGH_MM[1],
        ),
    )


def size_in_words(size_mm: Size) -> str:
    """A size as people say it: 63 × 88 mm."""
    return f"{size_mm[0]:.0f} × {size_mm[1]:.0f} mm"
