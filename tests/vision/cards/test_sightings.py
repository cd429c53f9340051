"""What is said of several cards together."""

from dataclasses import replace

import pytest

from engine.components.cards import Card
from engine.components.hues import Hue
from vision.cards.readings import CardInSight
from vision.cards.sightings import ask_seen_twice

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
