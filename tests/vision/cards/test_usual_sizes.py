"""Cards come in a few usual sizes: what was measured nearly so is one of these."""

import pytest

from vision.cards.table_plane import CARD_MM, Size
from vision.cards.usual_sizes import usual_size

INNER = (56.0, 87.0)


@pytest.mark.parametrize(
    ("measured", "shares", "size_mm"),
    [
        ((81.0, 120.5), {(81.0, 120.5): 1.0, (80.0, 120.0): 0.98}, (80.0, 120.0)),
        ((69.8, 89.0), {(69.8, 89.0): 0.8, CARD_MM: 0.85}, CARD_MM),  # from a card's edge to its neighbour's print
        ((61.5, 87.4), {(61.5, 87.4): 0.88, CARD_MM: 0.86, INNER: 0.96}, CARD_MM),  # not a frame, far off
        ((76.0, 111.5), {(76.0, 111.5): 1.0, (70.0, 110.0): 1.0}, (76.0, 111.5)),  # unusual, and clearly seen
        ((54.0, 84.0), {(54.0, 84.0): 0.91, (54.0, 86.0): 0.86}, (54.0, 84.0)),
    ],
)
def test_a_size_that_is_nearly_a_usual_one_is_it(measured: Size, shares: dict[Size, float], size_mm: Size) -> None:
    assert usual_size(measured, lambda size: shares.get(size, 0.0)) == size_mm
