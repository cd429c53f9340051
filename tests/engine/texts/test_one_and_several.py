"""Sentences with a count in them read well for one, too."""

import pytest

from engine import texts
from engine.components.cards import Card
from engine.core.errors import BadRules
from engine.core.match import Match
from engine.core.verdict import Awaiting, no
from engine.games.spectrum.refusals import refusal


@pytest.mark.parametrize(
    ("game", "ask", "details", "says"),
    [
        ("roll_and_color", "ROLL_AGAIN", {"count": 1}, "Ann: roll your 1 die."),
        ("spectrum", "DRAW", {"count": 1}, "Ann: draw 1 card."),
        ("spectrum", "SHOTGUN_ROLL", {"count": 1, "ring": 2}, "Ann: roll 1 twelve-sided die for ring 2."),
        ("spectrum", "DRAW", {"count": 11}, "Ann: draw 11 cards."),
        ("spectrum_500", "DRAW", {"stock": 1}, "Ann: draw from the stock (1 card), or take discards."),
    ],
)
def test_one_is_not_spoken_of_as_several(game, ask, details, says):
    assert texts.ask(game, Awaiting("player", (0,), ask, details), ("Ann",)) == says


def test_names_of_places_are_no_counts():
    said = texts.explain("spectrum", no("PLACE_OCCUPIED", "", spaces=("R1",), free=("O1", "G1")), ("Ann",))
    assert said == "Red 1 is occupied. Free entry spaces: orange 1 and green 1."


def test_no_sentence_shows_a_name_that_only_programs_use():
    for game in ("common", "spectrum", "spectrum_solitaire"):
        for table in ("refused", "ask"):
            for code, text in texts.page(game).get(table, {}).items():
                words = text.replace("{", " {").split()
                assert not [w for w in words if "_" in w and not w.startswith("{")], (game, code)
    assert "{option}" not in (texts.find("spectrum", "refused", "OPTION_OFF") or "")


@pytest.mark.parametrize("game", ["spectrumo", "spectrum_casino", "spectrum_500"])
@pytest.mark.parametrize("target", [0, -5])
def test_a_game_that_would_be_over_before_it_begins_is_not_set_up(game, target):

    with pytest.raises(BadRules, match="from 1 to 10000"):
        Match.new(game, ["Ann", "Ben"], None, {"target": target})


def test_special_cards_have_names_that_people_use():
    swap, left = Card.parse("*swap:RO<>GB"), Card.parse("*pass-left")
    said = texts.ask("spectrumo", Awaiting("player", (0,), "FOLLOW", {"table": str(left)}), ("Ann",))
    assert said == "Ann: now play a card on Pass Left; a colour swap needs one at once."
    said = texts.explain("spectrumo", no("SWAP_NO_FOLLOW", "", card=str(swap), table="R7"), ("Ann",))
    assert said.startswith("The swap of red-orange and green-blue needs") and "red 7" in said


def test_what_is_there_several_times_is_counted():
    lacking = ("S red", "S red", "S red", "L red")
    said = texts.ask("spectra_icehouse", Awaiting("player", (0,), "EXCHANGE_ADD_DONE", {"lacking": lacking}), ("Ann",))
    assert said.endswith("Your trees lack 3 small red and large red.")


def test_when_nothing_is_left_to_move_no_length_is_asked_for():
    match = Match.new("spectrum", ["Ann", "Ben"])
    go = match.parse("1: R1>R2>R3")
    verdict = refusal(match.game.context, match.state, go, ("WHOLE_MOVE_REQUIRED", (2,)))
    said = texts.explain("spectrum", verdict, match.seats)
    assert said == "That is more than you have left to move. Spaces left: 0."
