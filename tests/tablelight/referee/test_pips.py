"""Dotted dice that the camera reads reach SIXCHEX: a sure one counts, all else is asked and can be put right."""

from dataclasses import replace

import pytest

from engine.core.match import Match
from engine.games.sixchex_spectrum.board import DECK, SPOTS, parity
from tablelight.perception.pip_reader import PipObserver, observation_of, outlined
from tablelight.referee.inputs import CameraObservation, CorrectPips, Dismiss, EnterEvent
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.web.components.doubts import number_card, panel
from tests.support.pip_scenes import mat_with_die
from vision.camera.frames import Frame
from vision.pips.readings import PipReading, SeenPips
from vision.readings import Trouble


def die(number: int, x: float = 50.0, status: str = "ok", second: int = 3) -> SeenPips:
    chances = ((number, 0.97),) if status == "ok" else ((number, 0.5), (second, 0.4))
    corners = ((x, 40.0), (x + 20, 40.0), (x + 20, 60.0), (x, 60.0))
    return SeenPips(status, number if status == "ok" else None, chances, (x + 10, 50.0), corners, 20.0, (x, 100.0))


def said(state: RefereeState, *inputs: object) -> RefereeState:
    for one in inputs:
        state, _ = step(state, one)
    return state


def rolls(*dice: SeenPips, trouble: str = "") -> tuple[CameraObservation, CameraObservation]:
    return CameraObservation("rolling"), CameraObservation("settled", pips=dice, picture=9, trouble=trouble)


@pytest.fixture
def state() -> RefereeState:
    """Two players, cards laid, the first one is to roll."""
    match = Match.new("sixchex_spectrum", ["Ann", "Ben"])
    dark, light = ([card for card in DECK if card.startswith(kind)] for kind in ("d", "l"))
    dark += [card for card in DECK if card in ("black", "tan")]
    light += [card for card in DECK if card in ("gray", "pink")]
    lay = " ".join((light if parity(spot) else dark).pop() for spot in SPOTS)
    ready = RefereeState(match)
    return said(
        ready,
        EnterEvent(f"lay {lay}"),
        EnterEvent("1: home black"),
        EnterEvent("2: home pink"),
        EnterEvent("start 5 2"),
    )


def test_the_fixture_waits_for_a_roll(state: RefereeState) -> None:
    assert state.refused is None
    assert state.game.awaiting(state.match.state).ask == "ROLL"


def test_a_die_that_was_seen_rolling_and_is_sure_counts(state: RefereeState) -> None:
    now = said(state, *rolls(die(4)))
    assert now.match.state.die == 4
    assert now.doubt is None


def test_an_unsure_die_is_asked_about_and_counts_once_it_is_named(state: RefereeState) -> None:
    now = said(state, *rolls(die(4, status="ask")))
    assert now.match.state.die == 0
    assert now.doubt is not None
    assert now.doubt.why.reason == "ASK_PIPS"
    html = panel(now, may_write=True, can_type=False)
    assert html.index("roll 4") < html.index("roll 3") < html.index("roll 1")
    named = said(now, EnterEvent("roll 3"))
    assert named.match.state.die == 3
    assert named.doubt is None


def test_a_watcher_without_the_code_sees_the_question_but_no_buttons(state: RefereeState) -> None:
    html = panel(said(state, *rolls(die(4, status="ask"))), may_write=False, can_type=False)
    assert "Tap the number" in html
    assert "data-act" not in html


def test_a_misread_die_is_corrected_afterwards(state: RefereeState) -> None:
    now = said(state, *rolls(die(4)), CorrectPips(6))
    assert now.match.state.die == 6
    assert 'data-number="6"' not in number_card(6)


def test_nothing_can_be_corrected_before_anything_was_rolled(state: RefereeState) -> None:
    now = said(state, CorrectPips(6))
    assert now.refused is not None
    assert now.refused.reason == "NOTHING_TO_CORRECT"


def test_the_same_die_lying_there_is_not_the_next_players_roll(state: RefereeState) -> None:
    now = said(state, *rolls(die(1)))
    move = next(iter(now.game.moves(now.match.state)))
    now = said(now, EnterEvent(str(move)), CameraObservation("hand"), CameraObservation("settled", pips=(die(1),)))
    assert now.match.state.to_move == 1
    assert now.match.state.die == 0
    assert now.doubt is None
    assert said(now, *rolls(die(1))).match.state.die == 1


def test_a_die_rolled_too_early_is_asked_about_when_its_turn_comes(state: RefereeState) -> None:
    now = said(state, *rolls(die(1)))
    move = next(iter(now.game.moves(now.match.state)))
    now = said(now, *rolls(die(5, x=90.0)))
    assert now.match.state.die == 1
    now = said(now, EnterEvent(str(move)))
    assert now.doubt is not None
    assert now.doubt.why.reason == "PIPS_EARLY"
    assert said(now, EnterEvent("roll 5")).match.state.die == 5
    assert said(now, Dismiss()).doubt is None


def test_of_two_dice_the_one_that_moved_was_rolled(state: RefereeState) -> None:
    now = said(state, *rolls(die(1)))
    move = next(iter(now.game.moves(now.match.state)))
    now = said(now, EnterEvent(str(move)), *rolls(die(1), die(6, x=120.0)))
    assert now.match.state.die == 6


def test_two_dice_rolled_at_once_are_asked_about(state: RefereeState) -> None:
    now = said(state, *rolls(die(1), die(6, x=120.0)))
    assert now.match.state.die == 0
    assert now.doubt is not None
    assert now.doubt.why.reason == "PIPS_COUNT"


def test_a_die_that_lay_there_before_anybody_looked_does_not_count_by_itself(state: RefereeState) -> None:
    now = said(state, CameraObservation("settled", pips=(die(2),)))
    assert now.match.state.die == 0
    assert now.doubt is not None
    assert now.doubt.why.reason == "PIPS_LAY_THERE"


def test_what_stands_against_a_reading_keeps_the_die_from_counting(state: RefereeState) -> None:
    now = said(state, *rolls(die(2), trouble="Something large is in the play area."))
    assert now.match.state.die == 0
    assert now.doubt is not None


def test_a_reading_is_told_with_its_dice_and_the_troubles_on_the_table_alone() -> None:
    lamp, hand = Trouble("lamp-coloured", "The lamp is too coloured."), Trouble("hand", "A hand lies there.")
    told = observation_of(PipReading((die(3),), (lamp, hand), True), 12)
    assert (told.pips, told.trouble, told.picture) == ((die(3),), "A hand lies there.", 12)


def test_the_picture_for_the_page_shows_what_was_read() -> None:
    import numpy as np

    plain = np.zeros((90, 160, 3), np.uint8)
    drawn = outlined(plain, PipReading((die(3), replace(die(5, status="ask"), center_px=(120.0, 50.0))), (), True))
    assert drawn.any()
    assert not plain.any()


def test_a_die_thrown_on_the_mat_before_the_camera_counts_or_is_asked_about(state: RefereeState) -> None:
    empty, _ = mat_with_die(0, 4, with_die=False)
    thrown = [mat_with_die(0, 4, (x, 105.0)) for x in (100.0, 120.0, 140.0)]
    frames = [empty] * 6 + [picture for picture, _ in thrown] + [thrown[-1][0]] * 6
    eyes = PipObserver()
    for index, image in enumerate(frames):
        for told, _ in eyes.see(Frame(image, index / 15, index)):
            state = said(state, told)
    number = thrown[-1][1]
    asked = [] if state.doubt is None else [n for die in state.doubt.pips or () for n, _ in die.candidates]
    assert state.match.state.die == number or number in asked
    assert state.pips.newest[0].mat_xy_mm == pytest.approx((140, 105), abs=5)
    assert eyes.trouble is None
