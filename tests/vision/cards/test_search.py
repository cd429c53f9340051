"""Cards that no edge tells are found by their print, also where one that lies below was made out above them."""

from dataclasses import replace

import numpy as np
import pytest

from engine.components.cards import Card
from tests.support.card_designs import BLACK, INKS, WHITE, blank, taught, write
from tests.vision.cards.test_occlusion import outlined, said, table
from vision.cards import search
from vision.cards.classifier import CardClassifier
from vision.cards.deck_statistics import DeckStatistics
from vision.cards.edge_map import EdgeMap
from vision.cards.kept_cards import CardsSeenAgain
from vision.cards.place import CardPlace
from vision.cards.search import CardSearch
from vision.cards.segmenter import CardSegmenter

LOW, MIDDLE, HIGH = (CardPlace(x, 140.0, 0.0, 0.0) for x in (110.0, 141.0, 190.0))
ROW = {LOW: Card.parse("B8"), MIDDLE: Card.parse("B4"), HIGH: Card.parse("Y5")}
"""The lowest first."""


def barred(card: Card) -> np.ndarray:
    """Bars in the hue across a white card, its number in the middle."""
    face = blank(WHITE)
    for top in (70, 240):
        face[top : top + 16] = INKS[card.hue]
    write(face, str(card.number), BLACK, 3.6, 14, 36)
    return face


def test_a_card_that_the_one_below_it_hid_is_found_by_its_print_and_tried_above_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """White cards on white ones, in a row: on the lowest one nothing seems to lie but the topmost."""
    for way in ("propose", "propose_between", "propose_hidden"):
        monkeypatch.setattr(search, way, lambda *_, **__: [])
    high, low = outlined(HIGH, list(ROW)), outlined(LOW, [LOW])  # as if all sides of the lowest were seen
    classifier = CardClassifier(DeckStatistics(taught(barred)))
    picture = table(classifier, ROW, design=barred)
    picture = replace(picture, flat=EdgeMap(picture.soft, picture.plane, segmenter=CardSegmenter()))
    pile = CardSearch(picture, classifier, [high, low], CardsSeenAgain()).everywhere()
    assert said(pile) == dict.fromkeys(ROW.values(), "ok")
    at = pile.places[[card.candidates[0][0] for card in pile.cards].index(ROW[MIDDLE])]
    assert at.by_print and np.hypot(at.x - MIDDLE.x, at.y - MIDDLE.y) < 1.5
