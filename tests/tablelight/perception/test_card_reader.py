"""Cards that the camera reads reach the referee: explained ones count, others are asked about, nothing is guessed."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from engine.components.cards import UNKNOWN, Card, full_deck
from engine.core.match import Match
from engine.inference.observation import SeenCard
from tablelight.perception.card_reader import CardObserver, observation_of, spots_of, troubles_of
from tablelight.referee.card_fields import MAT, mat_for, named
from tablelight.referee.inputs import CameraObservation, Dismiss, EnterEvent
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from vision.cards.readings import CardInSight, CardReading
from vision.geometry.mat import mats
from vision.readings import Trouble

NAMES = ["Ann", "Ben", "Cem", "Dora"]
RED, BLUE = Card.parse("R5"), Card.parse("B9")


def in_sight(status: str, card: Card | None, x: float, *others: Card) -> CardInSight:
    first = ((card, 0.6), *((other, 0.2) for other in others))
    return CardInSight(status, card if status == "ok" else None, False, first, (x, 0.0), ((0.0, 0.0),) * 4, (x, 0.0))


def seen(*cards: Card) -> CameraObservation:
    return CameraObservation("settled", cards=tuple(SeenCard((card,)) for card in cards))


@pytest.fixture
def state() -> RefereeState:
    return RefereeState(Match.new("spectrum_solitaire", ["Ann"]))


def test_cards_are_told_from_left_to_right_and_unsure_ones_with_what_they_may_be() -> None:
    reading = CardReading((in_sight("ok", BLUE, 90.0), in_sight("ask", RED, 10.0, BLUE)), registered=True)
    assert observation_of(reading, 7).cards == (SeenCard((RED, BLUE)), SeenCard((BLUE,)))


def test_of_a_card_in_doubt_all_its_chances_are_told_but_of_cards_this_game_has_not() -> None:
    swap = Card(special="swap:R<>G")
    chances = ((RED, 0.4), (swap, 0.2), (BLUE, 0.2), (Card.parse("B8"), 0.1), (Card.parse("G9"), 0.05))
    doubt = replace(in_sight("ask", RED, 10.0), candidates=chances, table_xy_mm=(307.0, 97.0))
    reading = CardReading((doubt,), registered=True, mat="a3")
    told = observation_of(reading, 1, mat_for("spectrumo").fields).cards[0]
    assert told.may_be == (RED, swap, BLUE) and told.chances == chances
    moved = replace(reading, cards=(replace(doubt, table_xy_mm=(240.0, 97.0)),))
    told = observation_of(moved, 1, mat_for("spectrum_cribbage").fields).cards[0]
    assert told.may_be == (RED, BLUE, Card.parse("B8"))
    assert [chance for _, chance in told.chances] == pytest.approx([0.5, 0.25, 0.125, 0.0625])


def test_a_card_face_down_is_a_card_nobody_knows() -> None:
    back = replace(in_sight("ok", None, 5.0), back=True)
    assert observation_of(CardReading((back,), registered=True), 1).cards == (SeenCard((UNKNOWN,)),)


def test_what_cannot_be_made_out_in_a_field_of_closed_cards_is_a_pile_that_is_not_even() -> None:
    fields = mat_for("spectrum_cribbage").fields
    unread = replace(in_sight("ask", None, 0.0), candidates=(), table_xy_mm=(50.0, 97.0))
    elsewhere = replace(unread, table_xy_mm=(240.0, 97.0))
    trouble = Trouble("unread", "Spread the cards.")
    reading = CardReading((unread,), (trouble,), registered=True, mat="a3")
    assert observation_of(reading, 1, fields).cards == (SeenCard((UNKNOWN,), "crib:1"),)
    assert troubles_of(reading, fields) == "" and troubles_of(reading) == "Spread the cards."
    both = replace(reading, cards=(unread, elsewhere))
    assert troubles_of(both, fields) == "Spread the cards."


@pytest.mark.parametrize("code", ["other-deck", "shadow"])
def test_that_another_deck_or_a_shadow_may_lie_there_is_said_of_open_cards_alone(code: str) -> None:
    fields = mat_for("spectrum_cribbage").fields
    trouble = Trouble(code, "Is this the deck that was taught?")
    pile = replace(in_sight("ask", BLUE, 0.0, RED), table_xy_mm=(50.0, 97.0))
    reading = CardReading((pile, pile), (trouble,), registered=True, mat="a3")
    assert troubles_of(reading, fields) == ""
    laid = replace(pile, table_xy_mm=(240.0, 97.0))
    assert troubles_of(replace(reading, cards=(pile, laid)), fields) == trouble.message


def test_while_an_open_card_on_the_mat_cannot_be_made_out_no_card_counts() -> None:
    """The one that is missed may be what a player laid."""
    fields = mat_for("spectrump").fields
    seen = in_sight("ok", BLUE, 0.0)
    reading = CardReading((replace(seen, table_xy_mm=(50.0, 97.0)),), registered=True, mat="a3")
    assert observation_of(reading, 1, fields).cards == (SeenCard((BLUE,), "trick"),)
    no_more = replace(in_sight("ask", None, 0.0), candidates=(), table_xy_mm=(120.0, 97.0))
    twice = replace(in_sight("ask", BLUE, 0.0, RED), table_xy_mm=(98.0, 97.0))
    between = replace(in_sight("ok", None, 0.0), back=True, table_xy_mm=(82.0, 97.0))
    for unclear in (no_more, twice, between):
        doubtful = replace(reading, cards=(*reading.cards, unclear))
        told = observation_of(doubtful, 1, fields)
        assert told.cards is None and told.trouble.startswith("I cannot make out a card")
        assert troubles_of(doubtful, fields) == told.trouble, "so that the page and the voice say it"


def test_a_card_in_doubt_nearly_where_a_sure_one_lies_may_be_that_card_and_no_card_counts() -> None:
    """Else a game takes it for the one it waits for, as where four are turned to Casino's board."""
    fields = mat_for("spectrum_casino").fields
    sure = replace(in_sight("ok", BLUE, 0.0), table_xy_mm=(115.0, 96.0))
    once_more = replace(in_sight("ask", RED, 0.0, BLUE), table_xy_mm=(102.0, 90.0))
    reading = CardReading((sure, once_more), registered=True, mat="a3")
    told = observation_of(reading, 1, fields)
    assert told.cards is None and told.trouble.startswith("I cannot make out a card")
    assert troubles_of(reading, fields) == told.trouble
    beside = replace(once_more, table_xy_mm=(80.0, 97.0))
    assert len(observation_of(replace(reading, cards=(sure, beside)), 1, fields).cards) == 2, "it lies in a fan"


def test_what_cannot_be_made_out_on_a_pile_of_solitaire_is_not_taken_for_a_back() -> None:
    fields = mat_for("spectrum_solitaire").fields
    unread = replace(in_sight("ask", None, 0.0), candidates=(), table_xy_mm=(50.0, 97.0))
    told = observation_of(CardReading((unread,), registered=True, mat="a3"), 1, fields)
    assert told.cards is None and told.trouble.startswith("I cannot make out a card")
    back = replace(in_sight("ok", None, 0.0), back=True, table_xy_mm=(50.0, 97.0))
    told = observation_of(CardReading((back,), registered=True, mat="a3"), 1, fields)
    assert told.cards == (SeenCard((UNKNOWN,), "under:1"),)


def test_what_looks_like_a_back_half_beside_a_pile_is_a_part_of_it() -> None:
    """Backs whose pattern runs to the edge look so, and where one lies may say what was done."""
    poker, spectrumo = (mat_for(name).fields for name in ("spectrum_poker", "spectrumo"))
    a_back = replace(in_sight("ask", None, 0.0), candidates=((None, 0.6),))
    pile, beside, away = (replace(a_back, table_xy_mm=(x, 97.0)) for x in (354.0, 300.0, 250.0))
    reading = CardReading((pile, beside), registered=True, mat="a3")
    assert [card.place for card in observation_of(reading, 1, poker).cards] == ["stock", "stock"]
    reading = replace(reading, cards=(pile, away))
    assert [card.place for card in observation_of(reading, 1, poker).cards] == ["away:4", "stock"]
    top = replace(in_sight("ok", BLUE, 0.0), table_xy_mm=(292.0, 97.0))
    between = replace(a_back, status="ok", back=True, table_xy_mm=(320.0, 97.0))
    told = observation_of(replace(reading, cards=(top, between, pile)), 1, spectrumo)
    assert {(card.may_be, card.place) for card in told.cards} == {((BLUE,), "discard"), ((UNKNOWN,), "stock")}
    told = observation_of(replace(reading, cards=(between,)), 1, spectrumo)
    assert told.cards == (SeenCard((UNKNOWN,), "discard"),), "no pile lies close to it"


def test_a_back_that_looks_like_a_card_this_game_has_not_is_a_back() -> None:
    a_swap = replace(in_sight("ask", None, 0.0), candidates=((None, 0.5), (Card(special="swap:R<>G"), 0.4)))
    reading = CardReading((replace(a_swap, table_xy_mm=(202.0, 97.0)),), registered=True, mat="a3")
    poker, spectrumo = (mat_for(name).fields for name in ("spectrum_poker", "spectrumo"))
    assert observation_of(reading, 1, poker).cards == (SeenCard((UNKNOWN,), "away:3"),)
    assert len(observation_of(reading, 1, spectrumo).cards[0].may_be) == 2


def test_a_closed_pile_close_to_another_one_may_lie_in_the_field_of_that() -> None:
    fields = mat_for("spectrum_poker").fields
    piles = [
        replace(in_sight("ask", None, 0.0), candidates=((None, 0.6),), table_xy_mm=(x, 200.0)) for x in (60.0, 100.0)
    ]
    told = observation_of(CardReading(tuple(piles), registered=True, mat="a3"), 1, fields)
    assert told.cards is None and told.trouble.startswith("I cannot make out a card")


def test_cards_on_a_mat_are_told_row_by_row() -> None:
    fields = mat_for("spectrum_casino").fields
    below = replace(in_sight("ok", BLUE, 0.0), table_xy_mm=(40.0, 200.0))
    above = replace(in_sight("ok", RED, 0.0), table_xy_mm=(120.0, 97.0))
    told = observation_of(CardReading((below, above), registered=True, mat="a3"), 1, fields)
    assert [card.may_be for card in told.cards] == [(RED,), (BLUE,)]


def test_without_a_taught_deck_the_eyes_say_so_and_see_nothing(tmp_path) -> None:
    eyes = CardObserver(tmp_path / "none.npz")
    assert list(eyes.see(None)) == []
    assert "No deck of cards has been taught" in (eyes.trouble or "")


def test_what_lies_there_at_first_is_taken_as_it_is(state: RefereeState) -> None:
    after, entries = step(state, seen(RED))
    assert entries == () and after.doubt is None and after.cards.accounted == (SeenCard((RED,)),)


def test_a_card_that_no_rule_explains_is_in_doubt_and_can_be_dismissed(state: RefereeState) -> None:
    first, _ = step(state, seen(RED))
    doubted, entries = step(first, seen(RED, BLUE))
    assert entries == ()
    assert doubted.doubt is not None and doubted.doubt.why.details["cards"] == "blue 9"
    settled, _ = step(doubted, Dismiss())
    assert settled.doubt is None
    assert step(settled, seen(RED, BLUE))[0].doubt is None


@pytest.mark.parametrize(
    ("name", "seats"),
    [("spectrum_solitaire", 1), ("spectrum_cribbage", 2), ("spectrump", 4)]
    + [(name, 3) for name in ("spectrumo", "spectrum_casino", "spectrum_500", "spectrum_poker")],
)
def test_out_of_any_cards_that_do_not_fit_the_game_there_is_a_way_back_to_it(name: str, seats: int) -> None:
    """Whatever lies there, in whatever order it came: it counts, or the doubt about it can be put aside."""
    random = Random(4)
    state = RefereeState(Match.new(name, NAMES[:seats]))
    for _ in range(30):
        before = state.match.state
        state, entries = step(state, seen(*random.sample(full_deck(), random.randint(0, 4))))
        assert entries or state.match.state == before
        if state.doubt is not None:
            state, _ = step(state, Dismiss())
            assert state.doubt is None and state.match.state == before


def test_a_card_put_back_as_it_lay_ends_the_doubt(state: RefereeState) -> None:
    doubted, _ = step(step(state, seen(RED))[0], seen(RED, BLUE))
    assert step(doubted, seen(RED))[0].doubt is None


@pytest.mark.parametrize("order", [("doubt", "sure"), ("sure", "doubt"), ("doubt", "less")])
def test_a_card_that_another_look_reads_more_or_less_surely_was_neither_laid_nor_taken(order: tuple[str, str]) -> None:
    looks = {"doubt": (RED, BLUE), "sure": (RED,), "less": (BLUE, RED, Card.parse("G7"))}
    state = RefereeState(Match.new("spectrum_solitaire", ["Ann"]))
    for name in order:
        state, entries = step(state, CameraObservation("settled", cards=(SeenCard(looks[name]), SeenCard((UNKNOWN,)))))
        assert entries == () and state.doubt is None


def test_a_card_laid_beside_one_in_doubt_that_it_could_be_is_new(state: RefereeState) -> None:
    in_doubt = SeenCard((RED, BLUE))
    state, _ = step(state, CameraObservation("settled", cards=(in_doubt,)))
    state, _ = step(state, CameraObservation("settled", cards=(in_doubt, SeenCard((RED,)))))
    assert state.doubt is not None and state.doubt.why.details["cards"] == "red 5"


@pytest.fixture
def first_card_lies() -> RefereeState:
    """Spectrumo with real cards: all are in the pile, and the red five has been turned up."""
    state = RefereeState(Match.new("spectrumo", ["Ann", "Ben", "Cem"]))
    state, _ = step(state, EnterEvent("deck " + " ".join(["?"] * len(full_deck()))))
    state, _ = step(state, seen())
    state, entries = step(state, seen(RED))
    assert entries
    return state


FITS, FITS_NOT = Card.parse("RO9"), Card.parse("G9")


def test_a_card_that_counted_as_the_one_that_fits_is_asked_about_when_another_look_reads_the_other(
    first_card_lies: RefereeState,
) -> None:
    unsure = CameraObservation("settled", cards=(SeenCard((RED,)), SeenCard((FITS, FITS_NOT))))
    played, entries = step(first_card_lies, unsure)
    assert [entry.card for entry in entries] == [FITS]
    assert step(played, unsure)[0].doubt is None
    assert step(played, seen(RED, FITS))[0].doubt is None
    doubted, entries = step(played, seen(RED, FITS_NOT))
    assert entries == () and doubted.doubt is not None and "green 9" in doubted.doubt.why.details["cards"]


def test_a_sure_card_counts_though_one_that_was_put_aside_is_read_the_other_way_round(
    first_card_lies: RefereeState,
) -> None:
    aside, other_way = SeenCard((FITS_NOT, BLUE)), SeenCard((BLUE, FITS_NOT))
    doubted, _ = step(first_card_lies, CameraObservation("settled", cards=(SeenCard((RED,)), aside)))
    put_aside, _ = step(doubted, Dismiss())
    _, entries = step(put_aside, CameraObservation("settled", cards=(SeenCard((RED,)), other_way, SeenCard((FITS,)))))
    assert [entry.card for entry in entries] == [FITS]


def test_a_card_in_doubt_is_the_one_people_typed(first_card_lies: RefereeState) -> None:
    both = SeenCard((FITS, Card.parse("PR9")))
    doubted, entries = step(first_card_lies, CameraObservation("settled", cards=(SeenCard((RED,)), both)))
    assert entries == () and doubted.doubt is not None
    named, entries = step(doubted, EnterEvent("play PR9"))
    assert entries and named.cards.accounted == (SeenCard((RED,)), SeenCard((Card.parse("PR9"),)))
    assert step(named, seen(RED, FITS))[0].doubt is not None


def test_a_field_narrower_than_a_card_is_a_place_for_one_too_and_a_row_of_cards_is_none() -> None:
    poker, play = mat_for("spectrum_poker"), next(mat.play for mat in mats() if mat.name == MAT)
    spots = spots_of(poker.code)
    for spot, is_place in (("stock", True), ("away:1", True), ("muck:1", True), ("shown", False)):
        x, y, wide, high = named(poker.fields, spot).area(play)
        assert is_place == bool((np.hypot(*(spots - (x + wide / 2, y + high / 2)).T) < 0.01).any()), spot
