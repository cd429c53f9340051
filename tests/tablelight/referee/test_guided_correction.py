"""Hands that look at nothing but the lights bring board and game together again, from wherever they were apart."""

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.components.lights import Meaning
from engine.core.events import Move, Undo
from engine.core.match import Match
from engine.core.registry import find
from engine.games.spectrum.player import inward
from firmware_bridge.board_maps import BoardMap
from tablelight.bench.players import random_match
from tablelight.referee.inputs import Accept, BoardObservation
from tablelight.referee.lights import all_lights
from tablelight.referee.piece_places import changed, expected_occupied, owners
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.web.components import switches

BOARD_GAMES = ("spectrum", "spectrum_escape", "sixchex_spectrum", "spectrangle")
MOST_ROUNDS = 12
TAKE = (Meaning.WRONG, Meaning.CHOSEN)


class LightsAlone:
    """Hands that never read a word. ``lies``: the spaces that hold something."""

    def __init__(self, match, *, known=True):
        self.state, self.lies = RefereeState(match), set(expected_occupied(match))
        if known:
            self.feel(quiet=True)

    def feel(self, *, quiet, long=False):
        self.state, entries = step(self.state, BoardObservation(frozenset(self.lies), quiet=quiet, long=long))
        return entries

    def change(self, *spots):
        """Lift or put down what is there or not there, one space after the other."""
        for spot in spots:
            self.lies ^= {spot}
            self.feel(quiet=False)

    def rest(self):
        """Hands off the board; a piece that is in nobody's hand is missed after a while."""
        entries = self.feel(quiet=True)
        return entries or (self.feel(quiet=True, long=True) if self.state.pieces.lifted else ())

    def follow(self):
        """Do once what the lights say: take what is red or white, and put something where it breathes."""
        picture = all_lights(self.state)
        take = [
            s for s, light in picture.items() if light.meaning in (Meaning.WRONG, Meaning.CHOSEN) and s in self.lies
        ]
        put = [s for s, light in picture.items() if light.meaning is Meaning.WAITING and s not in self.lies]
        self.change(*take)
        self.change(*(put[: len(take)] if take else put))

    @property
    def log(self):
        return [str(entry) for entry in self.state.match.log]

    @property
    def why(self):
        return self.state.pieces.why and self.state.pieces.why.reason


@cache
def match_of(name, seed):
    towards = {"choose": inward} if name == "spectrum" else {}
    return random_match(name, 2, seed, 40 if name == "spectrangle" else 60, **towards)


@cache
def spots_of(name):
    return sorted(spot for spot, place in BoardMap.load(find(name).board).by_spot.items() if place.sensor is not None)


@pytest.mark.parametrize("name", BOARD_GAMES)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_hands_that_follow_the_lights_alone_come_to_an_end(name, data):
    whole = match_of(name, data.draw(st.integers(1, 3)))
    match = whole.at(data.draw(st.integers(0, len(whole.log))))
    if match.over:
        return
    hands = LightsAlone(match, known=data.draw(st.booleans()))
    hands.change(*data.draw(st.lists(st.sampled_from(spots_of(name)), min_size=1, max_size=4, unique=True)))
    hands.rest()
    for _ in range(MOST_ROUNDS):
        if hands.why is None and not hands.state.pieces.lifted:
            break
        before, was = len(hands.log), hands.why
        assert any(
            light.meaning in (Meaning.WRONG, Meaning.CHOSEN, Meaning.WAITING)
            for light in all_lights(hands.state).values()
        )
        hands.follow()
        hands.rest()
        assert len(hands.log) == before or was == "ON_ITS_WAY", "what is put right is no move"
    assert hands.why is None and hands.lies == expected_occupied(hands.state.match)


def recorded(name):
    golden = Path(__file__).parents[2] / "golden" / "playthroughs" / f"{name}.json"
    return Match.from_json(json.loads(golden.read_text())["match"])


def spectrum(*moves):
    match = Match.new("spectrum", ["Ann", "Ben"])
    for move in moves:
        match.add(match.parse(move))
    return match


ENTERED = ("roll G B", "1: OFF>G1", "1: OFF>B1", "roll R O", "2: OFF>R1", "2: OFF>O1")


def test_a_wrong_piece_and_its_place_are_lit_as_a_pair_and_nothing_else():
    hands = LightsAlone(spectrum(*ENTERED))
    hands.change("R1", "P7")
    hands.rest()
    lit = {spot: light.meaning for spot, light in all_lights(hands.state).items()}
    assert lit == {"P7": Meaning.WRONG, "R1": Meaning.WAITING} and hands.why == "BOARD_DIFFERS"


def test_what_is_too_much_goes_before_pieces_move():
    hands = LightsAlone(spectrum(*ENTERED))
    hands.change("P7", "YG5", "PR6", "R1", "G1")
    hands.rest()
    first = all_lights(hands.state)
    assert {first[spot].meaning for spot in ("P7", "YG5", "PR6")} == {Meaning.WRONG} and len(first) == 3


def test_a_piece_that_nobody_may_move_is_asked_for_as_soon_as_it_is_gone():
    hands = LightsAlone(spectrum(*ENTERED))
    hands.change("G1")
    hands.feel(quiet=True)
    assert hands.why == "BOARD_DIFFERS" and "put Ann's piece on green 1" in switches.sentence(hands.state)


def test_a_piece_may_be_in_the_hand_of_who_moves_it_but_not_for_ever():
    hands = LightsAlone(spectrum(*ENTERED, "roll G B"))
    hands.change("G1")
    hands.feel(quiet=True)
    assert hands.why is None and hands.state.pieces.lifted == ("G1",)
    hands.feel(quiet=True, long=True)
    assert "put Ann's piece on green 1" in switches.sentence(hands.state)


def test_a_coin_that_is_only_gone_is_never_taken_for_one_that_captured_its_own():
    """Where it would have landed stands what stood there, and nobody touched it: the coin may have fallen off."""
    tried = 0
    whole = recorded("sixchex_spectrum")
    for n, event in whole.events:
        before = owners(whole.at(n))
        if isinstance(event, Move) and {*event.spots()[1:]} & before.keys():
            for spot in sorted(before):
                hands = LightsAlone(whole.at(n))
                hands.change(spot)
                hands.rest()
                assert len(hands.log) == n, f"{spot} gone before {event}"
                tried += bool(hands.state.pieces.explanations)
            if tried > 5:
                return
    pytest.fail("in no position of this game a coin could capture its own")


def test_what_is_put_right_piece_by_piece_is_never_taken_for_a_move():
    """Between, the board may stand as after a move that nobody meant."""
    hands = LightsAlone(spectrum(*ENTERED, "roll G B"))
    hands.change("G1", "G2", "R1", "R7")
    hands.rest()
    assert hands.why == "BOARD_DIFFERS"
    hands.change("R7", "R1")
    hands.rest()
    assert len(hands.log) == 7 and hands.why == "WHICH_MOVE"


def test_lifting_the_piece_in_question_and_putting_it_down_says_yes():
    hands = LightsAlone(spectrum("roll G B"), known=False)
    hands.change("G1")
    hands.rest()
    assert hands.why == "WHICH_MOVE" and "Is that what happened?" in switches.sentence(hands.state)
    hands.change("G1", "G1")
    hands.rest()
    assert hands.log == ["roll G B", "1: OFF>G1"] and hands.why is None


def test_the_button_beside_the_board_says_yes_as_well():
    hands = LightsAlone(spectrum("roll G B"), known=False)
    hands.change("G1")
    hands.rest()
    hands.state, _ = step(hands.state, Accept())
    assert hands.log == ["roll G B", "1: OFF>G1"]


def test_where_no_move_explains_it_the_button_beside_the_board_goes_on_as_the_pieces_stand():
    hands = LightsAlone(spectrum(*ENTERED))
    hands.change("R1", "P7")
    hands.rest()
    assert "Or tap to go on" in switches.sentence(hands.state)
    hands.state, entries = step(hands.state, Accept())
    hands.rest()
    assert hands.why is None and not entries and hands.state.pieces.ignored == {"R1", "P7"}


# ---- undo by moving back


def test_moves_of_this_turn_that_are_moved_back_are_taken_back_however_many():
    hands = LightsAlone(spectrum(*ENTERED, "roll G B", "1: G1>G2", "1: B1>B2"))
    hands.change("G2", "G1", "B2", "B1")
    hands.rest()
    assert hands.state.match.log[-1] == Undo(len(ENTERED) + 1) and hands.why is None
    assert hands.lies == expected_occupied(hands.state.match)


def test_a_piece_that_is_only_gone_may_have_fallen_so_no_move_is_taken_back_unasked():
    hands = LightsAlone(spectrum("roll G B", "1: OFF>G1"))
    hands.change("G1")
    hands.rest()
    assert hands.why == "MOVED_BACK" and len(hands.log) == 2
    hands.change("G1")
    hands.rest()
    assert hands.why is None and len(hands.log) == 2


def test_moving_back_beyond_a_roll_is_asked_and_can_be_put_right():
    hands = LightsAlone(spectrum(*ENTERED))
    hands.change("R1", "O1", "B1")
    hands.rest()
    assert hands.why == "MOVED_BACK" and "some moves ago" in switches.sentence(hands.state)
    asked = hands.state
    hands.state, _ = step(asked, Accept())
    assert expected_occupied(hands.state.match) == {"G1"} and len(hands.log) == 7
    hands.state, hands.lies = asked, {"G1"}
    hands.follow()
    hands.rest()
    assert hands.why is None and len(hands.log) == 6


# ---- after a power cut


def test_after_a_power_cut_table_and_record_are_compared_before_anything_counts():
    hands = LightsAlone(spectrum(*ENTERED, "roll G B"), known=False)
    hands.change("G1", "P6")
    hands.rest()
    assert hands.why == "SET_UP" and len(hands.log) == 7
    hands.follow()
    hands.rest()
    assert hands.why is None and len(hands.log) == 7


# ---- an escaped pawn is not one withdrawn


def test_a_pawn_that_left_the_board_and_may_have_escaped_is_asked_about_and_not_taken_for_one_taken_back():
    whole = recorded("spectrum_escape")
    at = next(n for n, event in whole.events if str(event) == "2: go Y own" and _escapes(whole, n))
    hands = LightsAlone(whole.at(at))
    hands.change("Y1")
    hands.rest()
    ways = [[str(event) for event in way] for way in hands.state.pieces.explanations]
    assert ways == [["2: go Y own"]] and len(hands.log) == at
    after = owners(whole.at(at + 1))
    assert changed(owners(whole.at(at)), after) == {"Y1"}


def test_a_pawn_that_is_only_gone_is_never_taken_for_one_withdrawn():
    """It may have fallen over. The button says yes, as does setting it there once more; putting it back says no."""
    whole = recorded("spectrum_escape")
    at = next(n for n, event in whole.events if str(event).startswith("1: withdraw") or "2: withdraw" in str(event))
    (spot,) = changed(owners(whole.at(at)), owners(whole.at(at + 1)))
    hands = LightsAlone(whole.at(at))
    hands.change(spot)
    hands.rest()
    assert hands.why == "WHICH_MOVE" and len(hands.log) == at
    asked = hands.state
    assert "once more and take it away" in switches.sentence(asked)
    yes, _ = step(asked, Accept())
    assert yes.match.log[-1] == whole.log[at] and yes.pieces.why is None
    hands.change(spot, spot)
    hands.rest()
    assert hands.state.match.log[-1] == whole.log[at] and hands.why is None
    hands.state, hands.lies = asked, set(asked.pieces.occupied)
    hands.change(spot)
    hands.rest()
    assert hands.why is None and len(hands.log) == at


def test_a_pawn_that_is_taken_off_twice_stays_off_and_nothing_is_asked():
    hands, spot, said = _before_a_withdrawal()
    hands.change(spot, spot, spot)
    hands.feel(quiet=True)
    assert hands.log[-1] == said and hands.why is None and not hands.state.pieces.lifted


@pytest.mark.parametrize("between", ["a while", "another piece"])
def test_taken_off_again_later_or_after_another_piece_it_may_have_fallen(between):
    hands, spot, said = _before_a_withdrawal()
    hands.change(spot, spot)
    if between == "a while":
        hands.rest()
    else:
        other = next(each for each in sorted(hands.lies) if each != spot)
        hands.change(other, other)
    hands.change(spot)
    hands.rest()
    assert hands.log[-1] != said and hands.why == "WHICH_MOVE"


def _before_a_withdrawal():
    """Hands at a board, the pawn's space, and the move that takes it back."""
    whole = recorded("spectrum_escape")
    at = next(n for n, event in whole.events if "withdraw" in str(event))
    (spot,) = changed(owners(whole.at(at)), owners(whole.at(at + 1)))
    return LightsAlone(whole.at(at)), spot, str(whole.log[at])


def _escapes(match, n):
    return sum(match.state_at(n + 1).escaped) > sum(match.state_at(n).escaped)


# ---- moves of recorded games, done by hands


@pytest.mark.parametrize("name", ["sixchex_spectrum", "spectrum-d6-A"])
def test_every_move_of_a_recorded_game_is_known_from_the_switches_that_were_touched(name):
    """Also where a piece lands on one of the same seat, which changes whose piece stands nowhere but where it went."""
    whole = recorded(name)
    asked, late = [], []
    for n, event in whole.events:
        before, after = owners(whole.at(n)), owners(whole.at(n + 1))
        if not isinstance(event, Move) or before == after:
            continue
        hands = LightsAlone(whole.at(n))
        moved = changed(before, after) | ({event.spots()[-1]} & before.keys() if len(event.spots()) > 1 else set())
        hands.change(*sorted(moved & before.keys()))
        hands.change(*sorted(moved & after.keys()))
        lit = all_lights(hands.state)
        if hands.rest() and hands.state.pieces.lifted == ():
            late += [] if lit == all_lights(hands.state) else [event]
        if hands.why == "EXCHANGED":
            hands.change(*sorted(moved), *sorted(moved))
            hands.rest()
        game, then = whole.game, whole.state_at(n + 1)
        if game.outward(hands.state.match.state) != game.outward(then):
            asked.append(f"{event}: {hands.why}")
    assert not asked and not late
