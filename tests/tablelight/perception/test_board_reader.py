"""A game of Spectrum whose pieces only the camera sees: pictures of the printed board in, moves that count out."""

from random import Random

import cv2
import pytest

from engine.core.events import Move
from engine.core.match import Match
from engine.core.registry import random_player_of
from tablelight.bench.players import table_of
from tablelight.perception.board_reader import FOLLOW_S, LOST_S, BoardObserver
from tablelight.referee.hypotheses import with_entries
from tablelight.referee.inputs import BoardObservation, BoardSighting, EnterEvent, IgnoreSwitches, TakeReading
from tablelight.referee.piece_places import out_of_place, owners
from tablelight.session.record import Record
from tablelight.session.table import GameTable
from tests.support.board_pictures import board_picture
from vision.camera.frames import Frame
from vision.simulation.piece_bodies import PieceShape

MATCH = Match.new("spectrum", ["Ann", "Ben"])


class Looking:
    """A table, and a camera over it whose pictures are handed to the observer."""

    def __init__(self, folder):
        self.table = GameTable(lambda: Record.open(folder / "record.db"))
        self.table.new_match(MATCH)
        self.observer, self.now, self.frames = BoardObserver("spectrum"), 0.0, 0
        self.seen = None

    @property
    def referee(self):
        return self.table.snapshot.referee

    def shows(self, standing, **how):
        """The board looks so until it was read."""
        picture = board_picture(standing, **how)
        for _ in range(3):
            self.now, self.frames = self.now + 0.45, self.frames + 1
            self.look(picture)

    def goes_on(self, picture, seconds):
        """So long nothing moves."""
        for _ in range(round(seconds * 10)):
            self.now, self.frames = self.now + 0.1, self.frames + 1
            self.look(picture)

    def look(self, picture):
        for seen in self.observer.see(Frame(picture, self.now, self.frames), len(self.referee.match.log)):
            self.seen = seen
            self.table.tell(seen)
            self.observer.follow_up(seen, self.referee)


def in_a_large_room(picture):
    """The same far from the camera, so that a piece is small in the picture."""
    high, wide = picture.shape[:2]
    return cv2.copyMakeBorder(picture, high // 2, high // 2, wide // 2, wide // 2, cv2.BORDER_REPLICATE)


@pytest.fixture
def looking(tmp_path):
    looking = Looking(tmp_path)
    yield looking
    looking.table.close()


def played(looking, moves):
    """Whoever plays throws, says what was thrown, and moves pieces with a hand alone; what was asked about."""
    truth, chance, asked = MATCH, Random(3), []
    player, shown = random_player_of("spectrum"), table_of("spectrum")
    looking.shows({})
    while moves:
        game, state = truth.game, truth.state
        event = shown(game, state, chance) if game.awaiting(state).actor == "table" else None
        event = event or (player.purposeful or player.choose)(game, state, chance)
        before, truth = truth, with_entries(truth, [event])
        if isinstance(event, Move) and owners(truth) != owners(before):
            moves -= 1
            looking.shows(owners(truth))
            choices = looking.referee.pieces.explanations
            if choices:
                asked.append(str(event))
                looking.table.tell(TakeReading(choices.index((event,))))
        else:
            looking.table.tell(EnterEvent(str(event)))
        assert looking.referee.match.log == truth.log, f"after {event}"
    return asked


def test_moves_count_that_only_the_camera_saw(looking):
    asked = played(looking, 5)
    assert len(asked) <= 2
    assert looking.referee.pieces.whose, "whose pieces they are is told by their colours"


def test_a_piece_taken_away_is_asked_for_and_goes_on_when_it_is_back(looking):
    played(looking, 1)
    standing = dict(owners(looking.referee.match))
    spot = next(iter(standing))
    looking.shows({**{at: seat for at, seat in standing.items() if at != spot}, "BP5": standing[spot]})
    assert looking.referee.pieces.why is not None
    looking.shows(standing)
    assert looking.referee.pieces.why is None


def test_a_piece_that_does_not_come_back_is_asked_for_after_a_while(looking):
    played(looking, 1)
    looking.shows({})
    assert looking.referee.pieces.lifted
    looking.now += LOST_S
    looking.shows({})
    assert looking.referee.pieces.why is not None or looking.referee.pieces.explanations


def test_another_players_piece_in_place_of_ones_own_is_no_agreement(looking):
    played(looking, 3)
    standing = dict(owners(looking.referee.match))
    assert len(set(standing.values())) == 2
    spot = next(iter(standing))
    looking.shows({**standing, spot: 1 - standing[spot]})
    assert looking.referee.pieces.why is not None
    assert spot in {each.on for each in out_of_place(looking.referee.pieces, looking.referee.match)}
    looking.table.tell(IgnoreSwitches())
    assert looking.referee.pieces.why is None


def test_where_switches_feel_the_pieces_the_camera_tells_whose_and_a_difference_is_said(looking):
    played(looking, 1)
    standing = owners(looking.referee.match)
    looking.table.tell(BoardObservation(frozenset(standing), quiet=True))
    looking.observer.look_again()
    for _ in range(3):
        looking.shows({**standing, "BP5": 0})
        assert looking.referee.pieces.why is None, "the switches say where"
    assert "BP5" in looking.observer.trouble


def test_without_a_board_in_sight_nothing_is_told(looking):
    looking.look(board_picture({})[:200, :200])
    assert looking.observer.trouble is None
    assert looking.referee.pieces.occupied is None


def test_that_switches_and_camera_differ_is_said_only_if_it_stays_so(looking):
    looking.shows({"R1": 0})
    looking.table.tell(BoardObservation(frozenset({"R1", "B1"}), quiet=True))  # felt before the camera sees it
    looking.observer.follow_up(BoardSighting({"R1": 0}, frozenset()), looking.referee)
    assert looking.observer.trouble is None
    looking.shows({"R1": 0, "B1": 0})
    assert looking.observer.trouble is None
    looking.table.tell(BoardObservation(frozenset({"R1"}), quiet=True))
    for _ in range(2):  # it was taken off for the switches alone
        looking.observer.follow_up(BoardSighting({"R1": 0, "B1": 0}, frozenset()), looking.referee)
    assert looking.observer.trouble == "Camera and switches do not agree on B1."
    looking.table.tell(BoardObservation(frozenset({"R1", "B1"}), quiet=True))
    looking.goes_on(board_picture({"R1": 0, "B1": 0}), 2 * FOLLOW_S)
    assert looking.observer.trouble is None, "the switch feels it again"


def test_a_small_piece_that_came_while_no_picture_did_is_found_when_its_switch_felt_it(looking):
    thin = PieceShape("pawn", 6.0, 20.0)
    before, after = (in_a_large_room(board_picture(dict.fromkeys(on, 0), shape=thin)) for on in (["R1"], ["R1", "B1"]))
    looking.goes_on(before, 1.0)
    looking.table.tell(BoardObservation(frozenset({"R1", "B1"}), quiet=True))
    looking.observer.follow_up(BoardSighting({"R1": 0}, frozenset()), looking.referee)
    looking.goes_on(after, FOLLOW_S - 0.2)
    assert set(looking.seen.whose) == {"R1"}, "too small to be noticed"
    looking.goes_on(after, 1.0)
    assert set(looking.seen.whose) == {"R1", "B1"}
    assert looking.observer.trouble is None


def test_a_piece_in_a_hand_that_the_camera_still_sees_lie_is_not_asked_for_sooner(looking):
    played(looking, 1)
    standing = owners(looking.referee.match)
    looking.table.tell(BoardObservation(frozenset(standing), quiet=True))
    looking.shows(standing)
    looking.table.tell(BoardObservation(frozenset(list(standing)[1:]), quiet=False))
    assert looking.referee.pieces.lifted
    looking.observer.follow_up(BoardSighting(standing, frozenset()), looking.referee)
    picture, told = board_picture(standing), []
    for tenth in range(1, round(LOST_S * 10) - 5):
        frame = Frame(picture, looking.now + tenth / 10, looking.frames + tenth)
        told += looking.observer.see(frame, len(looking.referee.match.log))
    assert not any(seen.long for seen in told)


def test_what_is_typed_while_a_piece_is_in_a_hand_does_not_make_it_asked_for_sooner(looking):
    played(looking, 1)
    looking.shows({})
    assert looking.referee.pieces.lifted
    picture, told, entries = board_picture({}), [], len(looking.referee.match.log) + 1
    for tenth in range(1, round(FOLLOW_S * 10) + 3):
        frame = Frame(picture, looking.now + tenth / 10, looking.frames + tenth)
        told += looking.observer.see(frame, entries)
    assert [seen.long for seen in told] == [False], "what was typed is compared with the board, and no more"
