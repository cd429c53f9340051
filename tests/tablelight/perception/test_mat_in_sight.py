"""The mat says which game's it is; nobody has to set anything."""

import pytest

from engine.core.match import Match
from tablelight.perception.mat_in_sight import MatInSight
from tablelight.referee.card_fields import CARD_MATS, mat_for
from vision.cards.readings import CardReading
from vision.geometry.mat_code import MOST, PLAIN

CASINO = Match.new("spectrum_casino", ["Ann", "Ben"]).game
SOLITAIRE = Match.new("spectrum_solitaire", ["Ann"]).game
DICE = Match.new("roll_and_color", ["Ann", "Ben"]).game
MAT = mat_for("spectrum_casino")


def looked(*codes: int | None) -> MatInSight:
    mat = MatInSight()
    for code in codes:
        mat.see(CardReading(registered=True, mat="a3", mat_code=code))
    return mat


def test_every_mat_has_a_code_of_its_own() -> None:
    assert len({mat.code for mat in CARD_MATS}) == len(CARD_MATS)
    assert all(1 <= mat.code <= MOST for mat in CARD_MATS)


@pytest.mark.parametrize("codes", [(MAT.code,), (None, MAT.code), (MAT.code, None)])
def test_the_fields_of_the_games_own_mat_count_also_while_something_lies_on_its_code(codes) -> None:
    mat = looked(*codes)
    assert mat.fields(CASINO) == MAT.fields and mat.trouble(CASINO) is None


def test_a_plain_mat_has_no_fields_and_is_no_trouble() -> None:
    for mat in (looked(), looked(PLAIN), looked(PLAIN, None)):
        assert mat.fields(CASINO) == () and mat.trouble(CASINO) is None


def test_another_games_mat_is_named_and_its_fields_say_nothing() -> None:
    mat = looked(mat_for("spectrum_poker holdem").code)
    assert mat.fields(CASINO) == () and mat.fields(SOLITAIRE) == ()
    for game in (CASINO, SOLITAIRE):
        said = mat.trouble(game)
        assert "card mat of Spectrum Poker (Two cards each, five for all)" in said and game.title in said


def test_a_code_that_was_never_seen_is_asked_for_where_it_would_matter() -> None:
    mat = looked(None)
    assert "Uncover it" in mat.trouble(CASINO) and mat.trouble(DICE) is None
