"""Cards that are surely read say how inks look under this lamp, and nobody has to be asked."""

import numpy as np
import pytest

from engine.components.cards import Card
from vision.cards.hue_classifier import UnlikeHues
from vision.cards.ink_errors import MOST
from vision.cards.readings import CardInSight, CardStatus
from vision.cards.sure_inks import SureInks


def seen(card: Card, off: float = 0.03, chance: float = 0.999, status: CardStatus = "ok") -> CardInSight:
    """A card that is likely this one, its ink ``off`` what it should look like."""
    one = np.ones(12)
    inks = np.full((12, 3), off), np.full((12, 3), 0.004), one / 100
    hues = UnlikeHues(one, one, np.arange(12), *inks, believed=1.0, lines=None, carried=0.0)
    card_if_sure = card if status == "ok" else None
    return CardInSight(
        status, card_if_sure, False, ((card, chance),), (0.0, 0.0), ((0.0, 0.0),) * 4, (0.0, 0.0), hues=hues
    )


RED, BLUE = Card.parse("R5"), Card.parse("B7")


def test_a_card_that_is_surely_read_tells_how_its_ink_looks() -> None:
    inks = SureInks()
    assert inks.see([seen(RED, off=0.02)])
    assert [(one.hue, one.off[0]) for one in inks.known] == [(int(RED.hue), pytest.approx(0.02))]


@pytest.mark.parametrize("card", [seen(RED, status="ask"), seen(RED, chance=0.98)])
def test_a_card_that_may_be_another_tells_nothing(card: CardInSight) -> None:
    inks = SureInks()
    assert not inks.see([card]) and not inks.known


def test_neither_backs_nor_cards_without_a_hue_tell_anything() -> None:
    back = CardInSight("ok", None, True, ((None, 1.0),), (0.0, 0.0), ((0.0, 0.0),) * 4, (0.0, 0.0))
    assert not SureInks().see([back, seen(Card.parse("*draw"))])


def test_a_card_that_goes_on_lying_there_counts_once_as_it_looked_last() -> None:
    inks = SureInks()
    for off in (0.01, 0.02, 0.05):
        inks.see([seen(RED, off=off), seen(BLUE)])
    assert sorted(one.off[0] for one in inks.known) == [pytest.approx(0.03), pytest.approx(0.05)]


def test_only_the_newest_cards_are_kept() -> None:
    inks = SureInks()
    for number in range(1, 13):
        for hue in ("R", "B", "G"):
            inks.see([seen(Card.parse(f"{hue}{number}"), off=number / 100)])
    assert len(inks.known) == MOST and inks.known[-1].off[0] == pytest.approx(0.12)
    assert min(one.off[0] for one in inks.known) == pytest.approx(0.05)
