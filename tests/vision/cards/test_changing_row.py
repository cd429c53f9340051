"""Cards of a row half over each other are what they are, also where another lay a moment ago."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from tablelight.bench.card_verdicts import invented_deck, judged, labelled
from vision.cards.reader import CardReader
from vision.cards.teaching import teach_cards
from vision.training.cards.changing_row import changing_row
from vision.training.cards.tables import InventedTable


@pytest.mark.parametrize(("seed", "pictures"), [(1, 5), (6, 2)])
def test_a_card_exchanged_for_another_is_never_taken_for_the_one_that_lay_there(seed: int, pictures: int) -> None:
    table = InventedTable(np.random.default_rng(seed))
    reader = CardReader(teach_cards(invented_deck("deck", table, 0)[0]))
    verdicts: Counter[str] = Counter()
    for entry, image in labelled("row", table, changing_row(table, pictures, np.random.default_rng(seed))):
        verdicts.update(verdict for _, verdict, _, _ in judged(entry, reader.read(image).cards))
    assert not verdicts["silent"]
    assert verdicts["right"] > verdicts.total() / 2


def test_a_card_in_doubt_that_lies_below_another_is_asked_about_as_often_as_it_is_looked_at() -> None:
    """It had been passed over from the second look on, as its middle lies below a card that need not be read again."""
    table = InventedTable(np.random.default_rng(10))
    reader = CardReader(teach_cards(invented_deck("deck", table, 0)[0]))
    ((entry, image),) = labelled("row", table, changing_row(table, 1, np.random.default_rng(10)))
    looks = [[verdict for _, verdict, _, _ in judged(entry, reader.read(image).cards)] for _ in range(3)]
    assert looks[0] == looks[1] == looks[2] == ["right", "asked", "right"]


def test_from_picture_to_picture_of_a_row_at_most_one_card_changes_and_all_lie_on_the_mat() -> None:
    table = InventedTable(np.random.default_rng(3))
    x, y, wide, high = table.mat.play
    corners = table._project(np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]]))
    shown = [picture.cards for picture in changing_row(table, 12, np.random.default_rng(3))]
    changes = [
        sum(one.card != other.card for one, other in zip(before, after, strict=False)) + abs(len(before) - len(after))
        for before, after in pairwise(shown)
    ]
    assert set(changes) == {0, 1}
    assert {len(cards) for cards in shown} > {3}
    middles = np.array([one.corners.mean(0) for cards in shown for one in cards])
    assert (middles > corners.min(0)).all() and (middles < corners.max(0)).all()
