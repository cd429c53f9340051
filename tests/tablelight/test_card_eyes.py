"""Cards that the camera reads reach the referee: explained ones count, others are asked about, nothing is guessed."""

from dataclasses import replace

import pytest

from engine.cards import UNKNOWN, Card
from engine.match import Match
from engine.seen import SeenCard
from tablelight.card_eyes import CardEyes, heard
from tablelight.referee import Dismiss, RefereeState, Watched, step
from vision.cards.seen import CardInSight, CardReading

RED, BLUE = Card.parse("R5"), Card.parse("B9")


def in_sight(status: str, card: Card | None, x: float, *others: Card) -> CardInSight:
    first = ((card, 0.6), *((other, 0.2) for other in others))
    return CardInSight(status, card if status == "ok" else None, False, first, (x, 0.0), ((0.0, 0.0),) * 4, (x, 0.0))


def seen(*cards: Card) -> Watched:
    return Watched("settled", cards=tuple(SeenCard((card,)) for card in cards))


@pytest.fixture
def state() -> RefereeState:
    return RefereeState(Match.new("spectrum_solitaire", ["Ann"]))


def test_cards_are_told_from_left_to_right_and_unsure_ones_with_what_they_may_be() -> None:
    reading = CardReading((in_sight("ok", BLUE, 90.0), in_sight("ask", RED, 10.0, BLUE)), registered=True)
    assert heard(reading, 7).cards == (SeenCard((RED, BLUE)), SeenCard((BLUE,)))


def test_a_card_face_down_is_a_card_nobody_knows() -> None:
    back = replace(in_sight("ok", None, 5.0), back=True)
    assert heard(CardReading((back,), registered=True), 1).cards == (SeenCard((UNKNOWN,)),)


def test_without_a_taught_deck_the_eyes_say_so_and_see_nothing(tmp_path) -> None:
    eyes = CardEyes(tmp_path / "none.npz")
    assert list(eyes.see(None)) == []
    assert "No deck of cards has been taught" in (eyes.trouble or "")


def test_what_lies_there_at_first_is_taken_as_it_is(state: RefereeState) -> None:
    after, entries = step(state, seen(RED))
    assert entries == () and after.doubt is None and after.in_view == (SeenCard((RED,)),)


def test_a_card_that_no_rule_explains_is_in_doubt_and_can_be_dismissed(state: RefereeState) -> None:
    first, _ = step(state, seen(RED))
    doubted, entries = step(first, seen(RED, BLUE))
    assert entries == ()
    assert doubted.doubt is not None and doubted.doubt.why.details["cards"] == "B9"
    settled, _ = step(doubted, Dismiss())
    assert settled.doubt is None
    assert step(settled, seen(RED, BLUE))[0].doubt is None


def test_a_card_put_back_as_it_lay_ends_the_doubt(state: RefereeState) -> None:
    doubted, _ = step(step(state, seen(RED))[0], seen(RED, BLUE))
    assert step(doubted, seen(RED))[0].doubt is None
