"""Switches under the board: moves are understood, doubts are asked, and every mismatch has a way out."""

import re
from dataclasses import replace
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.lights import Meaning
from engine.core.match import Match
from tablelight.referee.inputs import (
    BoardObservation,
    EnterEvent,
    IgnoreSwitches,
    LeaveBoard,
    TakeBack,
    TakeReading,
    TrustSwitches,
)
from tablelight.referee.lights import all_lights, with_piece_lights
from tablelight.referee.piece_places import calm, expected_occupied, is_exchange, may_be_in_hand, out_of_place
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.web.components import switches
from tests.support.board_matches import BOARD_GAMES, match_by_chance


class Board:
    """People's hands on a board of switches in front of the referee."""

    def __init__(self, *moves, names=("Ann", "Ben")):
        match = Match.new("spectrum", list(names))
        for move in moves:
            match.add(match.parse(move))
        self.state = RefereeState(match)
        self.occupied = set(expected_occupied(match))
        self.quiet()

    def put(self, *spots):
        for spot in spots:
            self.occupied.add(spot)
            self.tell(BoardObservation(frozenset(self.occupied), quiet=False))

    def lift(self, *spots):
        for spot in spots:
            self.occupied.remove(spot)
            self.tell(BoardObservation(frozenset(self.occupied), quiet=False))

    def quiet(self):
        self.tell(BoardObservation(frozenset(self.occupied), quiet=True))

    def tell(self, said):
        self.state, entries = step(self.state, said)
        return entries

    @property
    def log(self):
        return [str(entry) for entry in self.state.match.log]

    @property
    def pieces(self):
        return self.state.pieces

    def says(self):
        """What the page says of the board, without its buttons."""
        return unescape(re.sub(r"<button.*?</button>|<[^>]+>", "", switches.panel(self.state, may_write=True))).strip()

    def picture(self):
        return with_piece_lights(self.state.game.lights(self.state.match.state), self.pieces, self.state.match)


def test_a_pawn_put_on_an_open_entry_counts_once_hands_are_off():
    board = Board("roll G B")
    board.put("G1")
    assert board.log == ["roll G B"] and board.pieces.why is None
    board.quiet()
    assert board.log == ["roll G B", "1: OFF>G1"]


def test_a_pawn_that_is_put_down_is_answered_by_the_lights_at_once_and_counts_once_hands_are_off():
    board = Board("roll G B")
    board.put("B1")
    assert [str(event) for event in board.pieces.foreseen] == ["1: OFF>B1"]
    board.lift("B1")
    assert not board.pieces.foreseen
    board.put("G1")
    answered = all_lights(board.state)
    assert board.log == ["roll G B"]
    board.quiet()
    assert all_lights(board.state) == answered and board.log == ["roll G B", "1: OFF>G1"]


def test_while_a_pawn_is_in_the_hand_the_board_shows_where_it_may_go():
    board = Board("roll G B", "1: OFF>G1")
    spot = next(
        m.origin for m in board.state.game.moves(board.state.match.state) if getattr(m, "origin", "OFF") != "OFF"
    )
    before = board.picture()
    board.lift(spot)
    assert board.picture()[spot].meaning is Meaning.CHOSEN and board.picture() != before
    board.quiet()
    assert board.pieces.why is None and len(board.log) == 2
    board.put(spot)
    board.quiet()
    assert board.picture() == before and len(board.log) == 2


ON_A_DOUBLE = ("roll G B", "1: OFF>G1", "1: G1>G2", "roll R O", "2: OFF>R1", "2: R1>R2", "roll G G")


def test_a_pawn_that_stops_over_in_a_move_of_two_spaces_is_told_calmly_where_it_may_go_on():
    board = Board(*ON_A_DOUBLE)
    board.lift("G2")
    board.put("G3")
    board.quiet()
    assert board.pieces.why.reason == "ON_ITS_WAY" and calm(board.pieces.why) and len(board.log) == 7
    assert all(words in board.says() for words in ("on its way", "green 3", "green 4", "back to green 2"))
    shown = board.picture()
    assert shown["G3"].meaning is Meaning.CHOSEN and shown["G4"].meaning is shown["G2"].meaning is Meaning.WAITING
    assert not any(light.meaning is Meaning.WRONG for light in shown.values())
    board.lift("G3")
    board.put("G4")
    board.quiet()
    assert board.pieces.why is None and board.log[7:] == ["1: G2>G3>G4"]


def test_a_pawn_that_comes_in_and_stops_over_is_told_where_it_may_go_on():
    board = Board(*ON_A_DOUBLE[:3], "roll R R")
    board.put("R1")
    board.quiet()
    assert calm(board.pieces.why) and "OFF" not in board.says() and "red 2" in board.says()
    assert "OFF" not in board.picture() and board.picture()["R2"].meaning is Meaning.WAITING


def test_a_pawn_where_none_may_be_is_red_and_what_is_missing_breathes():
    board = Board("roll G B", "1: OFF>G1")
    board.lift("G1")
    board.put("R9")
    board.quiet()
    assert board.pieces.why.reason == "BOARD_DIFFERS" and len(board.log) == 2
    assert board.picture()["R9"].meaning is Meaning.WRONG and board.picture()["G1"].meaning is Meaning.WAITING
    board.lift("R9")
    board.put("G1")
    board.quiet()
    assert board.pieces.why is None and len(board.log) == 2


def test_a_move_taken_back_is_not_counted_again_while_its_pawn_still_stands_there():
    board = Board("roll G B")
    board.put("G1")
    board.quiet()
    board.tell(TakeBack())
    for _ in range(3):
        board.quiet()
    assert not expected_occupied(board.state.match)
    assert "take Ann's piece off green 1" in board.says()
    board.lift("G1")
    board.quiet()
    assert board.pieces.why is None
    board.put("G1")
    board.quiet()
    assert board.log[-1] == "1: OFF>G1"


def test_what_was_entered_by_hand_waits_for_the_pawn_to_follow():
    board = Board("roll G B")
    board.tell(EnterEvent("1: OFF>B1"))
    assert board.pieces.why is None
    board.put("B1")
    board.quiet()
    assert board.pieces.why is None and board.log[-1] == "1: OFF>B1" and len(board.log) == 2


def test_when_nobody_moved_the_pieces_it_is_said_calmly_which_ones_and_they_are_lit():
    board = Board("roll G B", "1: OFF>G1")
    board.tell(EnterEvent("1: G1>G2"))
    assert not board.says()
    board.quiet()
    assert board.says() == "On the board: move Ann's piece from green 1 to green 2. The lights show where."
    assert 'role="alert"' not in switches.panel(board.state, may_write=True) and not board.pieces.explanations
    # Nothing else is lit, so that nobody takes the entries of whoever is next for the place of the piece.
    lit = {spot: light.meaning for spot, light in board.picture().items()}
    assert lit == {"G1": Meaning.CHOSEN, "G2": Meaning.WAITING}
    board.lift("G1")
    assert board.says() == "On the board: put Ann's piece on green 2. The lights show where."
    board.quiet()
    assert not board.pieces.lifted and board.pieces.why.reason == "FOLLOW"
    board.put("G2")
    assert not board.says() and board.log[-1] == "1: G1>G2"


def test_pieces_that_follow_are_told_from_a_move_and_one_put_wrong_is_an_error():
    board = Board("roll G B")
    board.tell(EnterEvent("1: OFF>G1"))
    board.quiet()
    board.put("B5")
    board.quiet()
    assert board.pieces.why.reason == "BOARD_DIFFERS" and 'role="alert"' in switches.panel(board.state, may_write=True)
    assert "move Ann's piece from blue 5 to green 1" in board.says()
    board.lift("B5")
    board.quiet()
    assert board.says().startswith("On the board: put Ann's piece on green 1.")
    board.put("G1")
    board.put("B1")
    board.quiet()
    assert board.log == ["roll G B", "1: OFF>G1", "1: OFF>B1"]


def test_a_capture_on_the_page_says_which_piece_makes_room_first():
    board = Board("roll G B", "1: OFF>G1", "1: G1>G2", "roll G B", "2: OFF>G1")
    for move in ("2: G1>G2", "2: place Y1"):
        board.tell(EnterEvent(move))
    board.quiet()
    assert "move Ann's piece from green 2 to yellow 1; move Ben's piece from green 1 to green 2" in board.says()


def test_what_is_undone_on_the_page_before_a_piece_followed_asks_for_nothing():
    board = Board("roll G B")
    board.tell(EnterEvent("1: OFF>G1"))
    board.quiet()
    board.tell(TakeBack())
    assert not board.says() and board.picture() == board.state.game.lights(board.state.match.state)


def test_a_board_nobody_sets_up_is_left_out_by_one_tap_and_comes_back_by_another():
    match = Match.new("spectrum", ["Ann", "Ben"])
    for move in ("roll G B", "1: OFF>G1", "1: OFF>B1", "roll R O"):
        match.add(match.parse(move))
    board = Board()
    board.state = RefereeState(match)
    board.quiet()
    assert board.says() == "To set the board up: put Ann's pieces on blue 1 and green 1. The lights show where."
    assert 'role="alert"' not in switches.panel(board.state, may_write=True)
    board.tell(LeaveBoard())
    board.tell(EnterEvent("2: OFF>R1"))
    board.quiet()
    assert board.pieces.why is None and "plays no part" in board.says()
    board.tell(TrustSwitches())
    board.quiet()
    assert board.pieces.why is not None


def test_a_switch_that_is_broken_can_be_left_out_and_believed_again():
    board = Board("roll G B")
    board.put("YG7")
    board.quiet()
    assert board.pieces.why is not None
    board.tell(IgnoreSwitches())
    assert board.pieces.why is None
    board.put("G1")
    board.quiet()
    assert board.log[-1] == "1: OFF>G1"
    board.tell(TrustSwitches())
    board.quiet()
    assert board.pieces.why.reason == "BOARD_DIFFERS" and board.pieces.why.spots == ("YG7",)


def test_several_readings_are_asked_and_one_tap_settles_it():
    """Two switches changed at once while nobody felt the board before: nothing is guessed."""
    match = Match.new("spectrum", ["Ann", "Ben"])
    match.add(match.parse("roll G B"))
    state = RefereeState(match)
    state, entries = step(state, BoardObservation(frozenset({"G1"}), quiet=True))
    assert not entries and state.pieces.why.reason == "WHICH_MOVE" and state.pieces.explanations
    state, entries = step(state, TakeReading(0))
    assert [str(entry) for entry in entries] == ["1: OFF>G1"] and state.pieces.why is None


def test_a_game_without_pieces_on_the_board_takes_no_notice():
    state = RefereeState(Match.new("roll_and_color", ["Ann"]))
    after, entries = step(state, BoardObservation(frozenset({"R1"}), quiet=True))
    assert after == state and not entries


# ---- every mismatch has a way out


@pytest.mark.parametrize("name", BOARD_GAMES)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_from_every_mismatch_there_is_a_way_out(name, data):
    whole = match_by_chance(name, data.draw(st.integers(1, 3)))
    match = whole.at(data.draw(st.integers(0, len(whole.log))))
    expected = expected_occupied(match)
    if match.game.awaiting(match.state).actor == "nobody":
        return
    spots = sorted(set(_spots(name)))
    changed = data.draw(st.sets(st.sampled_from(spots), min_size=1, max_size=4))
    state = RefereeState(match)
    if data.draw(st.booleans()):
        state, _ = step(state, BoardObservation(expected, quiet=True))
    for spot in sorted(changed):
        now = state.pieces.occupied if state.pieces.occupied is not None else expected
        state, _ = step(state, BoardObservation(now ^ {spot}, quiet=False))
    state, entries = step(state, BoardObservation(state.pieces.occupied, quiet=True))
    stands = expected_occupied(state.match)
    if entries:
        # What was counted is what stands there, and can be taken back.
        assert stands == state.pieces.occupied
        after, _ = step(state, TakeBack())
        assert after.refused is None
        return
    assert stands == expected and len(state.match.log) == len(match.log)
    if state.pieces.why is None:
        # In somebody's hand, and the captive with it: put it down.
        assert state.pieces.lifted and may_be_in_hand(match, state.pieces.lifted)
    # One: put it right on the board.
    right, entries = step(state, BoardObservation(expected, quiet=True))
    asked = state.pieces.why is None and is_exchange(right.pieces.why)  # it may be another piece that was put down
    assert (right.pieces.why is None or asked) and not right.pieces.lifted and not entries
    # Two: take a reading that is offered.
    for index in range(len(state.pieces.explanations)):
        taken, entries = step(state, TakeReading(index))
        assert entries and taken.pieces.why is None
        assert expected_occupied(taken.match) == state.pieces.occupied
    said = switches.panel(state, may_write=True)
    assert "nothing" not in said and ": ." not in said and ": ;" not in said
    if state.pieces.why is not None:
        assert out_of_place(state.pieces, state.match)
    # Three: go on without those switches; they say no more, however often they are asked, and play goes on.
    on, entries = step(state, IgnoreSwitches())
    again, more = step(on, BoardObservation(state.pieces.occupied, quiet=True))
    assert on.pieces.why is None and again.pieces.why is None and not entries and not more
    move = next(iter(match.game.moves(match.state)), None)
    if move is not None:
        played, entries = step(again, EnterEvent(str(move)))
        assert len(entries) == 1 and played.refused is None


@pytest.mark.parametrize("name", BOARD_GAMES)
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_hands_that_do_what_the_page_says_bring_the_board_to_where_the_game_went_on(name, data):
    whole = match_by_chance(name, data.draw(st.integers(1, 3)))
    start = data.draw(st.integers(0, len(whole.log)))
    end = data.draw(st.integers(start, min(start + 8, len(whole.log))))
    match = whole.at(end)
    if match.game.awaiting(match.state).actor == "nobody":
        return
    state, _ = step(RefereeState(whole.at(start)), BoardObservation(expected_occupied(whole.at(start)), quiet=True))
    state = replace(state, match=match)
    lies = set(state.pieces.occupied)
    state, entries = step(state, BoardObservation(frozenset(lies), quiet=True))
    assert not entries and (state.pieces.why is None) == (lies == expected_occupied(match))
    carried = out_of_place(state.pieces, match) if state.pieces.why else ()
    # Hands may be full of pieces, where two change places.
    for lift, spots in ((True, [c.off for c in carried if c.off]), (False, [c.on for c in carried if c.on])):
        for spot in spots:
            assert (spot in lies) == lift
            (lies.discard if lift else lies.add)(spot)
            for quiet in (False, True):
                state, entries = step(state, BoardObservation(frozenset(lies), quiet=quiet))
                assert not entries and len(state.match.log) == end
    assert lies == expected_occupied(match) and state.pieces.why is None and not switches.panel(state, may_write=True)


def _spots(name):
    from engine.core import registry
    from firmware_bridge.board_maps import BoardMap

    return BoardMap.load(registry.find(name).board).by_spot


def test_a_piece_that_was_felt_once_was_not_taken_by_another_of_ones_own():
    board = Board("roll O G", names=["Ann"])
    board.put("O1")
    board.quiet()
    assert board.log[1:] == ["1: OFF>O1"]


def test_a_piece_that_was_felt_twice_may_have_been():
    board = Board("roll O G", names=["Ann"])
    board.put("O1")
    board.lift("O1")
    board.put("O1")
    board.quiet()
    assert board.log == ["roll O G"] and len(board.state.pieces.explanations) == 2
