"""The sizes cards are sold in: one of these is likelier than one that was measured and is nearly it."""

from collections.abc import Callable

import numpy as np

from vision.cards.table_plane import CARD_MM, Size

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
_NEARLY = 2.2  # mm: sides are measured to about one, worn ones to two
_AS_GOOD = 0.03  # so much less of the outlines may be seen at a size that is nearly the measured one
_ELSEWHERE = 8.0  # mm: what was pieced together from print may be so far off
_CERTAIN = 0.9  # of outlines that are seen: what was measured was not pieced together


def usual_size(measured: Size, outlined: Callable[[Size], float]) -> Size:
    """The usual size that cards have which were ``measured`` so: one that is nearly it and of which about as much is
    seen, or, where little is seen of what was measured, another of which more is; else what was measured. ``outlined``:
    how much of the outlines of cards of a size is seen, 0 to 1."""
    if measured in USUAL_MM:
        return measured
    seen = outlined(measured)
    off = {size: float(np.abs(np.subtract(size, measured)).max()) for size in USUAL_MM}
    for reach, less in ((_NEARLY, _AS_GOOD), (_ELSEWHERE, 0.0)):
        shares = {size: outlined(size) for size in USUAL_MM if off[size] <= reach}
        good = {size: share for size, share in shares.items() if share > seen - less}
        if good:
            return max(good, key=lambda size: good[size])
        if seen > _CERTAIN:
            break
    return measured
