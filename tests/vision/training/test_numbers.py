"""What the networks that tell numbers learn from: decks of any kind, seen askew and in poor light."""

import numpy as np
import pytest

from vision.cards.face_grid import CLOSE_UP
from vision.training.cards.painting import OWN_FONTS
from vision.training.numbers.faces import NUMBERS, SEEN, invent


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_each_number_is_taught_once_and_seen_ones_are_named(seed: int) -> None:
    deck = invent(seed, OWN_FONTS)
    assert deck.taught.shape == (NUMBERS, *CLOSE_UP, 3)
    assert deck.seen.shape == (SEEN, *CLOSE_UP, 3)
    assert len({face.tobytes() for face in deck.taught}) == NUMBERS
    assert {*deck.numbers.tolist()} <= {*range(NUMBERS)}
    assert np.array_equal(deck.seen, invent(seed, OWN_FONTS).seen), "a seed draws the same deck again"


def test_views_are_what_the_reader_would_give_the_network() -> None:
    torch = pytest.importorskip("torch", reason="torch is for training alone")
    from vision.cards.face_network import CELLS, normalised
    from vision.training.numbers import views

    faces = torch.from_numpy(invent(4, OWN_FONTS).seen[:4])
    shown, visible = views.views(faces, views.HARD)
    assert shown.shape == (4, 3, *CLOSE_UP)
    assert visible.shape == (4, CELLS[0] * CELLS[1])
    there = torch.ones(1, 56, 40)
    ours = views.normalised(faces[:1].permute(0, 3, 1, 2).float(), there)
    assert np.allclose(ours[0], normalised(faces[0].numpy(), there[0].numpy()), atol=1e-3)
