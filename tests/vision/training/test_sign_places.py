"""What the network that makes vectors of signs learns from: places of numbers on invented decks, seen in poor light."""

import numpy as np
import pytest

from vision.cards.sign_embedding import SIDE, SignEmbedder, as_learned
from vision.training.cards.painting import OWN_FONTS
from vision.training.numbers.faces import NUMBERS
from vision.training.signs.places import PX, WIDE, SignPlace, invent

PLACES = [place for seed in range(8) for place in invent(seed, OWN_FONTS)]


def squares(cut_outs: np.ndarray) -> list[np.ndarray]:
    """The squares in the middle of cut-outs, in which a reader looks."""
    rim = round(PX * (1 - 1 / WIDE) / 2)
    return [one[rim:-rim, rim:-rim] for one in cut_outs]


def test_a_place_shows_each_number_on_a_card_of_one_hue_and_on_one_of_another() -> None:
    assert len(PLACES) > 5
    for place in PLACES:
        assert place.taught.shape == place.seen.shape == (NUMBERS, PX, PX, 3)
        assert 2 < place.side_mm < 88
        assert len({one.tobytes() for one in place.taught}) == NUMBERS
    other = [(place.taught != place.seen).any((1, 2, 3)).mean() for place in PLACES]
    assert np.mean(other) > 0.5, "where the hue shows in a place, it is another one"


def test_a_seed_draws_the_same_places_again() -> None:
    again = [place for seed in range(8) for place in invent(seed, OWN_FONTS)]
    assert all(np.array_equal(one.seen, other.seen) for one, other in zip(PLACES, again, strict=True))


def test_the_number_is_in_the_middle_of_its_place() -> None:
    """What the reader uses knows them, unless the square were somewhere else."""
    embedder = SignEmbedder()
    right = [
        (embedder.embed(squares(place.seen)) @ embedder.embed(squares(place.taught)).T).argmax(1) == np.arange(NUMBERS)
        for place in PLACES
    ]
    assert np.mean(right) > 0.97


@pytest.fixture
def place() -> SignPlace:
    return PLACES[0]


def test_views_are_what_the_reader_would_give_the_network(place: SignPlace) -> None:
    torch = pytest.importorskip("torch", reason="torch is for training alone")
    from vision.training.signs import views

    torch.manual_seed(1)
    shown = views.photographed(torch.from_numpy(place.seen), place.side_mm, views.HARD)
    assert shown.shape == (NUMBERS, 3, SIDE, SIDE)
    assert shown.min() >= 0 and shown.max() <= 255
    rounded = shown.round()
    reader = [as_learned(one) for one in rounded.permute(0, 2, 3, 1).byte().contiguous().numpy()]
    assert np.allclose(views.normalised(rounded), reader, atol=1e-3)


def test_a_view_shows_the_square_and_not_what_is_around(place: SignPlace) -> None:
    """A little aside, whatever the light: its colour fills all but the rim."""
    torch = pytest.importorskip("torch", reason="torch is for training alone")
    from vision.training.signs import views

    torch.manual_seed(1)
    red = np.zeros_like(place.taught)
    red[:, 14:-14, 14:-14] = (40, 40, 200)
    shown = views.photographed(torch.from_numpy(red), 20.0, views.CALM)[:, :, 6:-6, 6:-6].mean((0, 2, 3))
    assert shown[2] > 2 * shown[0] and shown[2] > 100
