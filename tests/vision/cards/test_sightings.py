"""What is said of several cards together."""

from dataclasses import replace

import numpy as np
import pytest

from engine.components.cards import Card
from engine.components.hues import Hue
from vision.cards.place import CardPlace
from vision.cards.readings import CardInSight
from vision.cards.sightings import ask_seen_twice, sighting

SEVEN, EIGHT = Card(Hue.G, 7), Card(Hue.G, 8)


def seen(card: Card, status: str, x: float) -> CardInSight:
    said = card if status == "ok" else None
    return CardInSight(status, said, False, ((card, 0.995),), (3 * x, 0.0), (), (x, 100.0))


@pytest.mark.parametrize(
    "other, at, told", [(SEVEN, 112.0, "ask"), (EIGHT, 112.0, "ok"), (SEVEN, 160.0, "ok")], ids=str
)
def test_a_card_that_seems_to_lie_there_once_more_is_asked_about(other: Card, at: float, told: str) -> None:
    """Its place, or the size of the deck's cards, is wrong."""
    one, again = seen(SEVEN, "ok", 100.0), seen(other, "ask", at)
    said, still = ask_seen_twice([one, again])
    assert (said.status, said.card) == (told, SEVEN if told == "ok" else None)
    assert still == again and replace(said, status="ok", card=SEVEN) == one


def back(status: str, x: float, turned: bool = False) -> CardInSight:
    corners = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]])
    outline = (corners[:, ::-1] if turned else corners) + [x, 100]
    at = tuple((float(across), float(down)) for across, down in outline)
    return CardInSight(status, None, status == "ok", ((None, 1.0),), (x, 100.0), at, (x, 100.0))


@pytest.mark.parametrize("at, turned, told", [(110.0, True, "ask"), (110.0, False, "ok"), (160.0, True, "ok")], ids=str)
def test_a_back_that_seems_to_lie_across_itself_is_asked_about(at: float, turned: bool, told: str) -> None:
    """Squares look the same from the side; backs that lie as one does are a pile."""
    one, again = back("ok", 100.0), back("ask", at, turned)
    said, still = ask_seen_twice([one, again])
    assert (said.status, said.back) == (told, told == "ok")
    assert still == again


class Flat:
    def project(self, points: np.ndarray) -> np.ndarray:
        return points


@pytest.mark.parametrize(
    "chances, told",
    [((0.999, 0.0009, 0.0001), 2), ((0.6, 0.3, 0.0995, 0.0004, 0.0001), 3), ((1 / 12,) * 12, 12)],
    ids=["two at least", "until hardly anything is left", "all where nothing is likely"],
)
def test_of_a_card_all_is_told_that_it_may_well_be(chances: tuple[float, ...], told: int) -> None:
    ranked = [(Card(Hue.G, number), chance) for number, chance in enumerate(chances, 1)]
    said = sighting(CardPlace(0, 0, 0, 1.0), Flat(), ranked, sure=False)
    assert said.candidates == tuple(ranked[:told])
