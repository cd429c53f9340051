"""The sizes that cards are sold in: likelier than any other, as sleeves are made for them."""

from collections.abc import Callable

import numpy as np

from vision.cards.table_plane import CARD_MM, Size

SOLD: tuple[Size, ...] = (
    CARD_MM,  # poker, trading cards
    *((57.0, 89.0), (56.0, 87.0)),  # bridge; usual in American games
    *((59.0, 92.0), (44.0, 68.0), (41.0, 63.0)),  # usual in European games; the small ones of both
    *((65.0, 100.0), (70.0, 110.0), (70.0, 120.0), (80.0, 120.0)),  # larger ones, tarot, picture cards
    *((54.0, 86.0), (89.0, 127.0)),  # as bank cards; jumbo
)
# Constants: chosen on the chosen families of invented decks.
_MEASURED_MM, _AROUND_MM = 2.5, 8.0  # a size is measured so exactly; a rim or frame lies so near the card's edge


def sold_about(size_mm: Size, within_mm: float) -> Size | None:
    """The size that cards are sold in that this one, measured so exactly, may be; None where it is none of them."""
    nearest = min(SOLD, key=lambda sold: float(np.abs(np.subtract(sold, size_mm)).max()))
    return nearest if np.abs(np.subtract(nearest, size_mm)).max() < within_mm else None


def as_sold(size_mm: Size, shown: Callable[[Size], float]) -> Size:
    """A size that cards are sold in, where the measured one is none and the outlines show that one as well; else the
    measured one. ``shown``: how much of the outlines of cards so large is seen, 0 to 1."""
    off = {sold: float(np.abs(np.subtract(sold, size_mm)).max()) for sold in SOLD}
    if min(off.values()) <= _MEASURED_MM:
        return size_mm
    least = shown(size_mm)
    around = [sold for sold in SOLD if off[sold] <= _AROUND_MM and shown(sold) >= least]
    return max(around, key=shown, default=size_mm)
