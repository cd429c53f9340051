"""The deck that is printed here is read by the camera: taught by the usual cards, all others follow."""

import cv2
import numpy as np
import pytest

from engine.components.cards import Card, full_deck
from engine.components.hues import Hue
from tablelight.printing.card_grid import grid
from tablelight.printing.deck import deck_sheets
from tests.support.card_designs import SURE, read, sample
from tests.support.printed import PER_MM, all_drawn
from vision.cards.reader import CardReader
from vision.cards.taught import TaughtDeck, whole_deck

pytestmark = pytest.mark.long

Faces = dict[Card, np.ndarray]


@pytest.fixture(scope="module")
def faces(tmp_path_factory: pytest.TempPathFactory) -> Faces:
    """Every face as linear light, BGR."""
    pages = all_drawn(deck_sheets(), tmp_path_factory.mktemp("deck"))
    sheet = grid("a4")
    out: Faces = {}
    for k, card in enumerate(full_deck()):
        x, y = (round(v * PER_MM) for v in sheet.corner(k % sheet.count))
        cut = pages[k // sheet.count][y : y + round(88 * PER_MM), x : x + round(63 * PER_MM)]
        light = (0.03 + 0.9 * (cut / 255.0) ** 2.2).astype(np.float32)
        out[card] = cv2.resize(light, (240, 336), interpolation=cv2.INTER_AREA)
    return out


@pytest.fixture(scope="module")
def reader(faces: Faces) -> CardReader:
    back = np.full((336, 240, 3), (0.1, 0.1, 0.3), np.float32)
    return CardReader(TaughtDeck((*(sample(card, faces[card]) for card in whole_deck()), sample(None, back))))


def test_numbers_of_the_printed_deck_are_read_in_hues_they_were_never_taught_in(
    reader: CardReader, faces: Faces
) -> None:
    cards = [Card(Hue((number * 5 + step) % 12), number) for number in range(1, 13) for step in (0, 4)]
    said = {card: read(reader, faces[card]) for card in cards}
    assert [f"{card}: {told} by {lead:.1f}" for card, (told, lead) in said.items() if told != card or lead < SURE] == []
