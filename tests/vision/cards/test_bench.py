"""The card bench counts as a referee would: asked is no error, "ok" and wrong is silent, "ok" on nothing is silent."""

import numpy as np
import pytest
from typer.testing import CliRunner

from engine.components.cards import Card
from tablelight.bench.card_verdicts import judged
from tablelight.bench.families import TeachingResult, taught_as_shown
from tablelight.cli.main import app
from vision.cards.lessons import CardLesson, NamedCard
from vision.cards.readings import CardInSight
from vision.errors import TeachingError

CORNERS = [[0, 0], [60, 0], [60, 90], [0, 90]]
RED_5 = {"colour": "red", "number": 5, "special": None, "back": False, "corners_px": CORNERS}


def said(card: str, status: str = "ok", x: float = 30.0) -> CardInSight:
    known = Card.parse(card)
    sure = known if status == "ok" else None
    return CardInSight(status, sure, False, ((known, 0.9),), (x, 45.0), ((0.0, 0.0),) * 4, (x, 45.0))


def verdicts(*seen: CardInSight) -> list[tuple[str, str]]:
    return [(kind, verdict) for kind, verdict, _, _ in judged({"fan": False, "cards": [RED_5]}, seen)]


def test_the_same_card_is_right() -> None:
    assert verdicts(said("R5")) == [("card", "right")]


def test_another_card_said_surely_is_silent_and_a_question_is_not() -> None:
    assert verdicts(said("RO5")) == [("card", "silent")]
    assert verdicts(said("RO5", "ask")) == [("card", "asked")]


def test_a_card_nobody_saw_is_missed() -> None:
    assert verdicts() == [("card", "missed")]


def test_a_card_read_where_none_lies_is_silent() -> None:
    assert verdicts(said("R5"), said("B9", x=900.0)) == [("card", "right"), ("card", "silent")]


def test_neither_a_folder_nor_invented_decks_is_a_sentence() -> None:
    answer = CliRunner().invoke(app, ["bench", "cards"])
    assert answer.exit_code == 1
    assert "--invented 10" in answer.output


def test_a_card_of_a_fan_whose_number_is_covered_is_counted_apart() -> None:
    fan = {"fan": True, "cards": [{**RED_5, "told": False}]}
    assert [entry[:2] for entry in judged(fan, (said("R5", "ask"),))] == [("covered", "asked")]
    assert judged({"fan": True, "cards": [RED_5]}, (said("R5"),))[0][:2] == ("fan", "right")


class _Found:
    """What is found in a picture: its card ``aside`` px of where it lies."""

    size_mm = (63.0, 88.0)

    def __init__(self, aside: float) -> None:
        self.outlines = [np.array(CORNERS) + aside]


LESSON = CardLesson(np.zeros((2, 2, 3), np.uint8), (NamedCard.outlined(Card.parse("R5"), np.array(CORNERS)),))
HEIGHT = float(np.linalg.norm(np.subtract(CORNERS[3], CORNERS[0])))


def teaching_that(monkeypatch, missing: bool, aside: float) -> tuple[TeachingResult, list[tuple[bool, bool]]]:
    """How a deck is taught in whose picture the card is ``missing`` until it is tapped, and then is outlined so far
    ``aside`` until its corners are shown; and each time that it was looked for, whether its middle and its corners were
    shown."""
    looked: list[tuple[bool, bool]] = []

    def find_cards(lesson: CardLesson, size_mm: object) -> _Found:
        (card,) = lesson.cards
        looked.append((card.center_px is not None, bool(card.corners_px)))
        if missing and card.center_px is None:
            raise TeachingError("missing", "not found")
        return _Found(0.0 if card.corners_px else aside)

    monkeypatch.setattr("vision.cards.teaching.find_cards", find_cards)
    monkeypatch.setattr("vision.cards.teaching.teach_cards", lambda lessons: "deck")
    return taught_as_shown([LESSON]), looked


@pytest.mark.parametrize(
    ("missing", "aside", "by_way", "looked"),
    [
        (False, 0.01, ["right", "right", "right"], [(False, False)]),
        (True, 0.01, ["missed", "right", "right"], [(False, False), (True, False)]),
        (False, 0.2, ["missed", "missed", "right"], [(False, False), (True, True)]),
        (True, 0.2, ["missed", "missed", "right"], [(False, False), (True, False), (True, True)]),
    ],
    ids=["found", "not found until it is tapped", "outlined aside", "tapped and outlined aside"],
)
def test_a_deck_is_taught_as_the_page_does_it_to_somebody_who_sees_what_it_found(
    missing, aside, by_way, looked, monkeypatch
) -> None:
    teaching, ways = teaching_that(monkeypatch, missing, aside * HEIGHT)
    assert teaching.deck == "deck" and ways == looked
    assert teaching.by_way() == [*zip(("at once", "by taps", "by corners"), by_way, strict=True)]
    assert bool(teaching.said) == (by_way[0] == "missed")


def test_a_deck_that_is_refused_for_what_no_pointing_mends_is_not_tried_again(monkeypatch) -> None:
    def find_cards(lesson: CardLesson, size_mm: object) -> None:
        raise TeachingError("no-mat", "no mat")

    monkeypatch.setattr("vision.cards.teaching.find_cards", find_cards)
    teaching = taught_as_shown([LESSON])
    assert teaching.deck is None and [why for _, why in teaching.said] == ["no mat"]
    assert {verdict for _, verdict in teaching.by_way()} == {"missed"}, "and it is taught by no other way either"
