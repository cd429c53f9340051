"""A person with a ruler says how large their cards are."""

import pytest

from vision.cards.said_size import size_said
from vision.cards.table_plane import CARD_MM
from vision.errors import TeachingError


def test_a_person_says_a_size_as_they_measured_it_and_is_told_how_where_it_is_none() -> None:
    assert size_said("63x88") == CARD_MM and size_said(" 57,2 × 88.9 mm") == (57.2, 88.9)
    for none in ("", "x", "63", "88 x 63", "6 x 9", "630x880"):
        with pytest.raises(TeachingError, match="like 63 x 88"):
            size_said(none)
