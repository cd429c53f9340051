"""How people name the cards of an invented teaching picture: by a tap on each, or by its corners."""

import numpy as np

from vision.cards.lessons import NamedCard
from vision.training.cards.tables import Lying

_SHOWN = 0.01  # of a card's height, by which corners are off that a person shows, each way at most; chosen by hand


def tapped(one: Lying) -> NamedCard:
    """One whose middle was tapped, the right way up."""
    return NamedCard(one.card, tuple(one.corners.mean(0)), tuple(one.corners[0]))


def by_corners(one: Lying, hand: np.random.Generator) -> NamedCard:
    """One whose corners were shown, as well as a ``hand`` can."""
    off = hand.uniform(-_SHOWN, _SHOWN, (4, 2)) * one.height_px
    return NamedCard.outlined(one.card, one.corners + off)
