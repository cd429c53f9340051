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


def taught(faces: Faces) -> CardReader:
    back = np.full((336, 240, 3), (0.1, 0.1, 0.3), np.float32)
    return CardReader(TaughtDeck((*(sample(card, faces[card]) for card in whole_deck()), sample(None, back))))


@pytest.fixture(scope="module")
def reader(faces: Faces) -> CardReader:
    return taught(faces)


def in_other_hues() -> list[Card]:
    """Two of each number."""
    return [Card(Hue((number * 5 + step) % 12), number) for number in range(1, 13) for step in (0, 4)]


def test_numbers_of_the_printed_deck_are_read_in_hues_they_were_never_taught_in(
    reader: CardReader, faces: Faces
) -> None:
    said = {card: read(reader, faces[card]) for card in in_other_hues()}
    assert [f"{card}: {told} by {lead:.1f}" for card, (told, lead) in said.items() if told != card or lead < SURE] == []


def test_where_small_numbers_stand_beside_symbols_of_hues_no_symbol_is_surely_the_number_that_was_taught_with_it(
    faces: Faces,
) -> None:
    """Our own deck without its large numbers: whoever was shown each hue with one number cannot tell which is which."""

    def without_the_large_number(face: np.ndarray) -> np.ndarray:
        high, wide = face.shape[:2]
        out = face.copy()
        out[int(0.30 * high) : int(0.72 * high), int(0.23 * wide) : int(0.77 * wide)] = 0.93
        return out

    bare = {card: without_the_large_number(face) for card, face in faces.items() if card.special is None}
    bare |= {card: face for card, face in faces.items() if card.special is not None}
    reader = taught(bare)
    said = {card: read(reader, bare[card]) for card in in_other_hues()}
    sure = {card: told for card, (told, lead) in said.items() if lead >= SURE and told not in reader.statistics.asked}
    assert [f"{card}: {told}" for card, told in sure.items() if told != card] == []
