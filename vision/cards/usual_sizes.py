"""The sizes that cards are sold in, and what people say of theirs."""

import re
from collections.abc import Callable

import numpy as np

from engine.core.language import Deferred
from vision.cards.table_plane import CARD_MM, Size
from vision.errors import TeachingError

WIDE_MM, HIGH_MM = (36, 96), (54, 136)
"""How wide and how high cards may be: most are 40 x 60 to 90 x 130."""

USUAL_MM: tuple[Size, ...] = (
    (41.0, 63.0),
    (44.0, 67.0),
    (54.0, 80.0),
    (54.0, 86.0),
    (56.0, 87.0),
    (57.0, 89.0),
    (59.0, 92.0),
    (61.0, 103.0),
    CARD_MM,
    (65.0, 100.0),
    (70.0, 110.0),
    (70.0, 120.0),
    (80.0, 120.0),
    (88.0, 126.0),
)
"""Width and height, as makers of sleeves for cards list them: small European and American, Catan, bank card, American,
bridge, European, tall, poker, large, tarot, and playing cards for bad eyes."""
_ELSEWHERE = 3.0, 8.0  # mm: less is as it was measured, and what was pieced together from print may be so far off
_SAID = re.compile(r"\s*(\d{1,3}(?:[.,]\d)?)\s*[x×*]\s*(\d{1,3}(?:[.,]\d)?)\s*(?:mm)?\s*", re.IGNORECASE)
_CERTAIN = 0.9  # of outlines that are seen: what was measured was not pieced together


def likelier_usual(measured: Size, outlined: Callable[[Size], float]) -> Size:
    """The commonest size, where little is seen of what was ``measured``, and of that more: so from a card's edge to its
    neighbour's print; else what was measured. ``outlined``: how much of the outlines of cards of a size is seen, 0 to
    1. (A size that is nearly a usual one is left: with the usual one such decks read alike, or not as well.)"""
    off = float(np.abs(np.subtract(CARD_MM, measured)).max())
    if not _ELSEWHERE[0] < off <= _ELSEWHERE[1]:
        return measured
    seen = outlined(measured)
    return CARD_MM if seen < _CERTAIN and outlined(CARD_MM) > seen else measured


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
