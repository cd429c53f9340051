"""The card bench counts as a referee would: asked is no error, "ok" and wrong is silent, "ok" on nothing is silent."""

from typer.testing import CliRunner

from engine.components.cards import Card
from tablelight.bench.card_verdicts import judged
from tablelight.cli.main import app
from vision.cards.readings import CardInSight

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
