"""The card bench counts as a referee would: asked is no error, "ok" and wrong is silent, "ok" on nothing is silent."""

import numpy as np
from typer.testing import CliRunner

from engine.components.cards import Card
from tablelight.bench.card_verdicts import judged
from tablelight.bench.families import _by_way, _taught
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


def test_a_deck_is_taught_as_the_page_does_it_by_what_is_found_then_by_taps_then_by_corners(monkeypatch) -> None:
    shown: list[tuple[bool, bool]] = []

    def teach_cards(lessons: list[CardLesson]) -> str:
        (card,) = lessons[0].cards
        shown.append((card.center_px is not None, bool(card.corners_px)))
        if not card.corners_px:
            raise TeachingError("missing", "not found")
        return "deck"

    monkeypatch.setattr("vision.cards.teaching.teach_cards", teach_cards)
    lesson = CardLesson(np.zeros((2, 2, 3), np.uint8), (NamedCard.outlined(Card.parse("R5"), np.array(CORNERS)),))
    deck, refused = _taught([lesson])
    assert deck == "deck" and [error.code for error in refused] == ["missing", "missing"]
    assert shown == [(False, False), (True, False), (True, True)]
    assert _by_way(deck, refused) == [("at once", "missed"), ("by taps", "missed"), ("by corners", "right")]


def test_a_deck_that_is_refused_for_what_no_pointing_mends_is_not_tried_again(monkeypatch) -> None:
    def teach_cards(lessons: list[CardLesson]) -> None:
        raise TeachingError("no-mat", "no mat")

    monkeypatch.setattr("vision.cards.teaching.teach_cards", teach_cards)
    deck, refused = _taught([])
    assert deck is None and len(refused) == 1
    assert {verdict for _, verdict in _by_way(deck, refused)} == {"missed"}, "and it is taught by no other way either"
