"""Cards come in a few usual sizes, and a person with a ruler knows which."""

import pytest

from vision.cards.table_plane import CARD_MM, Size
from vision.cards.usual_sizes import likelier_usual, size_said
from vision.errors import TeachingError


@pytest.mark.parametrize(
    ("measured", "seen", "seen_of_commonest", "size_mm"),
    [
        ((69.8, 89.0), 0.8, 0.85, CARD_MM),
        ((69.8, 89.0), 0.8, 0.75, (69.8, 89.0)),
        ((67.0, 88.0), 0.95, 0.99, (67.0, 88.0)),  # clearly seen
        ((63.0, 89.0), 0.8, 0.85, (63.0, 89.0)),  # a millimetre is as well as it is measured
        ((72.0, 89.0), 0.8, 0.85, (72.0, 89.0)),  # far off: the commonest has its outline in the print
    ],
)
def test_the_commonest_size_is_likelier_than_one_pieced_together_of_which_less_is_seen(
    measured: Size, seen: float, seen_of_commonest: float, size_mm: Size
) -> None:
    assert likelier_usual(measured, lambda size: seen_of_commonest if size == CARD_MM else seen) == size_mm


def test_a_person_says_a_size_as_they_measured_it_and_is_told_how_where_it_is_none() -> None:
    assert size_said("63x88") == CARD_MM and size_said(" 57,2 × 88.9 mm") == (57.2, 88.9)
    for none in ("", "x", "63", "88 x 63", "6 x 9", "630x880"):
        with pytest.raises(TeachingError, match="like 63 x 88"):
            size_said(none)
