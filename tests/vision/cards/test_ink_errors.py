"""What people answer about a card in doubt tells how a deck's inks look to this camera."""

import numpy as np
import pytest

from engine.components.cards import Card
from engine.components.hues import Hue
from tests.support.card_designs import INKS, SURE, blank, full_bleed, number, seen_as, small, taught
from vision.cards.deck_statistics import DeckStatistics
from vision.cards.face_grid import COLUMNS, ROWS
from vision.cards.hue_classifier import UnlikeHues
from vision.cards.ink_errors import ExpectedErrors, InkError

WHOLE = np.ones((ROWS, COLUMNS), np.float32)
OTHER_CAMERA = np.array([0.6, 1.0, 1.4])
"""By how much it sees cards more or less blue, green and red than the camera of the teaching, beside the mat."""


def error(hue: Hue, *off: float, within: float = 0.0, picture: int = 0) -> InkError:
    return InkError(int(hue), off, (within,) * 3, 0.01, picture)


def size(vector: np.ndarray) -> float:
    return float(np.linalg.norm(vector))


def test_without_answers_nothing_is_expected_but_what_is_usual() -> None:
    expected = ExpectedErrors((), 12, around=True)
    assert not expected.off.any() and (expected.left == 1).all()


def test_what_is_off_of_one_hue_is_expected_of_its_neighbours_too_and_of_no_far_one() -> None:
    expected = ExpectedErrors([error(Hue.G, 0.0, 0.02, -0.02)], 12, around=True)
    own, beside, far = (size(expected.off[hue]) for hue in (Hue.G, Hue.YG, Hue.R))
    assert own > beside > 0.5 * own and far < 0.02 * own
    assert (expected.left[Hue.G] < expected.left[Hue.GB]).all() and (expected.left[Hue.GB] < expected.left[Hue.R]).all()


def test_the_circle_of_hues_has_no_end() -> None:
    expected = ExpectedErrors([error(Hue.R, 0.02, 0.0, 0.0)], 12, around=True)
    assert size(expected.off[Hue.PR]) == pytest.approx(size(expected.off[Hue.RO]))


def test_of_a_deck_whose_colours_are_no_circle_each_is_learned_by_itself() -> None:
    expected = ExpectedErrors([error(Hue.RO, 0.02, 0.0, 0.0)], 4, around=False)
    assert size(expected.off[1]) > 0.01 and not expected.off[[0, 2, 3]].any()


def test_answers_that_agree_are_believed_and_those_that_do_not_cancel_each_other() -> None:
    once = ExpectedErrors([error(Hue.B, 0.02, 0.0, 0.0)], 12, around=True)
    often = ExpectedErrors([error(Hue.B, 0.02, 0.0, 0.0)] * 8, 12, around=True)
    against = ExpectedErrors([error(Hue.B, 0.02, 0.0, 0.0), error(Hue.B, -0.02, 0.0, 0.0)], 12, around=True)
    assert 0.02 > size(often.off[Hue.B]) > size(once.off[Hue.B]) > 0.01 and size(against.off[Hue.B]) < 1e-9


def test_where_inks_are_off_by_far_more_than_usual_those_nobody_asked_about_may_be_so_too() -> None:
    expected = ExpectedErrors([error(Hue.G, 0.06, 0.06, 0.06)] * 3, 12, around=True)
    assert (expected.left[Hue.PR] > 3).all()


def test_after_a_lamp_was_switched_the_newest_cards_tell_most() -> None:
    before = [error(Hue.G, 0.05, 0.05, 0.05, picture=k) for k in range(20)]
    after = [error(Hue.G, -0.05, -0.05, -0.05, picture=k) for k in (20, 21, 22)]
    expected = ExpectedErrors([*before, *after], 12, around=True)
    assert (expected.off[Hue.G] < -0.01).all()
    all_at_once = [error(Hue.G, *one.off) for one in (*before, *after)]
    assert (ExpectedErrors(all_at_once, 12, around=True).off[Hue.G] > 0.02).all()


def test_what_was_answered_another_evening_is_believed_until_this_one_says_otherwise() -> None:
    last_time = [error(Hue.G, 0.05, 0.05, 0.05, picture=-1)] * 4
    assert (ExpectedErrors(last_time, 12, around=True).off[Hue.G] > 0.03).all()
    today = [error(Hue.G, 0.0, 0.0, 0.0, picture=k) for k in range(3)]
    assert (abs(ExpectedErrors([*last_time, *today], 12, around=True).off[Hue.G]) < 0.02).all()


def test_of_a_channel_that_hardly_shows_nothing_is_learned() -> None:
    """As of the red in a blue ink, or where the camera clips."""
    seen, not_seen = (ExpectedErrors([error(Hue.B, 0.1, 0.1, 0.1, within=w)], 12, around=True) for w in (0.0, 0.16))
    assert size(not_seen.off[Hue.B]) < 0.2 * size(seen.off[Hue.B])


def turned(hue: Hue, by: float, within: float = 0.02, picture: int = 0) -> InkError:
    return InkError(int(hue), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.01, picture, by, within)


def test_an_ink_whose_direction_looked_turned_is_expected_so_and_its_neighbours_less() -> None:
    expected = ExpectedErrors([turned(Hue.G, 0.2)], 12, around=True)
    own, beside, far = expected.turned[[Hue.G, Hue.YG, Hue.R]]
    assert 0.2 > own > 0.1 and 0.5 * own > beside > 0.2 * own and abs(far) < 1e-3
    assert expected.turned_left[Hue.G] < 0.6 < expected.turned_left[Hue.YG] < expected.turned_left[Hue.R] <= 1


def test_a_card_that_shows_no_lines_tells_nothing_of_them() -> None:
    expected = ExpectedErrors([error(Hue.G, 0.02, 0.02, 0.02)], 12, around=True)
    assert np.allclose(expected.turned, 0) and np.allclose(expected.turned_left, 1, atol=1e-3)


def test_how_inks_looked_turned_another_evening_says_little_of_this_one() -> None:
    today, another = (ExpectedErrors([turned(Hue.G, 0.2, picture=picture)], 12, around=True) for picture in (0, -1))
    assert 0 < another.turned[Hue.G] < 0.3 * today.turned[Hue.G] and another.turned_left[Hue.G] > 0.95


def seen_elsewhere(deck: DeckStatistics, card: Card) -> UnlikeHues:
    """How unlike each hue it is in the eyes of another camera."""
    face = blank(np.clip(INKS[card.hue] * OTHER_CAMERA, 0, 1))
    number(face, str(card.number), (0.04, 0.04, 0.04))
    return deck.classifier.unlike(seen_as(small(face), face), WHOLE, card.number - 1, deck.now(INKS).hues)


def lead(deck: DeckStatistics, card: Card) -> float:
    """By how much likelier its own hue is than every other one (logarithm)."""
    costs = seen_elsewhere(deck, card).costs
    return float(np.delete(costs, card.hue).min() - costs[card.hue])


def test_hues_that_another_camera_sees_otherwise_are_told_once_people_said_what_some_are() -> None:
    deck = DeckStatistics(taught(full_bleed))
    cards = [Card(hue, (5 * int(hue)) % 12 + 1) for hue in Hue]
    not_told = [card for card in cards if lead(deck, card) < SURE]
    assert len(not_told) > 3, "else this camera sees what the other one saw"
    assert any(lead(deck, card) < 0 for card in not_told), "else none of them would be read wrongly"
    answers = [seen_elsewhere(deck, card).error_of(int(card.hue)) for card in not_told]
    deck.expect(answers)
    assert all(lead(deck, card) > 0 for card in cards)
    deck.expect([*answers, *answers])
    assert all(lead(deck, card) > SURE for card in cards)
