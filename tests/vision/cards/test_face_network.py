"""What stands for a number is told by the whole face: in any place and hue, half covered, and not upside down."""

import cv2
import numpy as np
import pytest

from engine.components.hues import Hue
from tests.support.card_designs import BLACK, INKS, WHITE, blank, number, shown, write
from vision.cards.face_grid import CLOSE_UP, COLUMNS, ROWS
from vision.cards.face_network import FaceNetwork, normalised

WHOLE = np.ones((ROWS, COLUMNS), np.float32)


def close_up(said: str, hue: int, corners: bool = False) -> np.ndarray:
    face = blank(WHITE)
    face[:, 15:45] = face[:, -45:-15] = INKS[Hue(hue)]
    number(face, said, BLACK, 2.2)
    if corners:
        write(face, said, BLACK, 0.9, 31, 12)
    return cv2.resize(shown(face), CLOSE_UP[::-1], interpolation=cv2.INTER_AREA)


@pytest.fixture(scope="module")
def network() -> FaceNetwork:
    return FaceNetwork([close_up(str(k + 1), k) for k in range(12)])


@pytest.mark.parametrize("number_on_it", [1, 4, 8, 12])
def test_a_number_is_known_in_another_hue(network, number_on_it: int) -> None:
    costs = network.costs(close_up(str(number_on_it), (number_on_it + 4) % 12), WHOLE)
    assert costs.argmin() == number_on_it - 1
    assert np.sort(costs)[1] - costs.min() > 2


def test_upside_down_no_number_is_as_likely_as_it_is_upright(network) -> None:
    seen = close_up("7", 2)
    assert network.costs(seen, WHOLE).min() < network.costs(seen[::-1, ::-1], WHOLE).min() - 5


def test_half_a_number_says_less_than_all_of_it_and_a_hidden_one_nearly_nothing(network) -> None:
    seen, half, hidden = close_up("4", 9), WHOLE.copy(), np.zeros_like(WHOLE)
    half[:, COLUMNS // 2 :] = 0
    leads = [np.ptp(np.sort(network.costs(seen, there))[:2]) for there in (WHOLE, half, hidden)]
    assert leads[0] > leads[1] > leads[2]
    assert leads[2] < 1


def test_what_lies_over_a_card_says_nothing(network) -> None:
    """A hand, another card: in cells that are known to be hidden anything may be seen."""
    visible, seen = WHOLE.copy(), close_up("9", 5)
    visible[:, 30:] = 0
    other = seen.copy()
    other[:, 120:] = (30, 200, 90)
    assert np.allclose(normalised(seen, visible), normalised(other, visible), atol=1e-4)
    assert np.allclose(network.costs(seen, visible), network.costs(other, visible), atol=1e-3)


ICONS = {"plus": "+", "minus": "-", "left": "<-", "right": "->"}


def test_special_cards_are_told_apart_by_small_icons_in_another_light_and_a_little_aside() -> None:
    """Their prints differ in a few edges, which lie beside the taught ones where a card lies a millimetre aside."""

    def icon(said: str) -> np.ndarray:
        return close_up(said, 0)

    network = FaceNetwork([icon(said) for said in ICONS.values()])
    for k, said in enumerate(ICONS.values()):
        aside = np.roll(icon(said), (2, 2), (0, 1)) * np.array([0.7, 0.9, 0.6])
        costs = network.costs(aside.astype(np.uint8), WHOLE)
        assert costs.argmin() == k and np.sort(costs)[1] - costs.min() > 2, said
