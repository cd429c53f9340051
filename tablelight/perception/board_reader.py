"""What the camera sees of a board, in the referee's words, with the pieces drawn on the picture."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from engine.components.lights import Spot
from engine.inference.held import Held
from engine.texts.language import tr
from tablelight.perception.board_lights import BoardLights
from tablelight.perception.board_overlay import outlined
from tablelight.perception.dark_pictures import DarkPictures
from tablelight.referee.inputs import BoardSighting
from tablelight.referee.piece_places import held_on, mismatched, owners
from tablelight.referee.pyramids import stand_on_sheet
from tablelight.referee.sighting import disagreeing
from tablelight.referee.state import RefereeState
from tablelight.setup.board_plans import reader_of
from vision.boards.pyramid_reader import PyramidReader
from vision.boards.reader import BoardReader
from vision.boards.readings import BoardReading
from vision.boards.stirred import stirred
from vision.camera.frames import Frame
from vision.motion.still_watcher import SMALL, StillWatcher

LOST_S = 10.0
"""So long a piece may be in a hand before it is asked for. Chosen by hand, as for switches."""
AGAIN_S = 2.0
"""So soon a piece has to be taken off that was set down again before, for it to mean that it stays off. Chosen by
hand."""
FOLLOW_S = 1.5
"""So long pieces may take to follow what was played on the page before they are compared with it. Chosen by hand, as
for switches."""

_Looked = tuple[np.ndarray, BoardReading]
"""A picture, and what was read of it."""


class BoardObserver:
    """Watches one kind of printed board. ``trouble``: what stands in the way of reading it, None when nothing does;
    ``dark``: how pictures are had without the board's own lights."""

    def __init__(self, board: str, dark: DarkPictures | None = None) -> None:
        self.board = board
        self._dark = dark or DarkPictures(None)
        self.trouble: str | None = None
        self._now = 0.0
        self._reader = reader_of(board)
        self.begin(None)

    def begin(self, match: str | None) -> None:
        """Another match: whose pieces are whose has to be seen anew."""
        self.match = match
        self._learned: Mapping[Spot, Held] = {}
        self._entries, self._again_at, self._waits, self._was_there = 0, math.inf, False, False
        if self._reader is not None:
            self._reader.forget()
        self.look_again()

    def look_again(self) -> None:
        """Read the board again, although nothing moved."""
        self._watcher = None if self._reader is None else StillWatcher(self._reader, SMALL, self._dark_pictures)
        self._lights = None if self._reader is None else BoardLights(self._reader.plan, self._reader.registrar)
        self._newest: _Looked | None = None
        self._told: _Looked | None = None
        self._differed: tuple[Spot, ...] = ()
        self._to_learn: tuple[np.ndarray, Mapping[Spot, Held]] | None = None

    @property
    def in_motion(self) -> bool:
        """Pieces move, or have just come to rest."""
        return self._watcher is not None and self._watcher.in_motion

    def see(self, frame: Frame, entries: int, seats: int | None = None) -> Iterator[BoardSighting]:
        """What is to be told about a frame; nothing where no board is in sight. ``entries``: of the match so far;
        ``seats``: so many people play, None: not known."""
        self._now = frame.time
        if isinstance(self._reader, BoardReader):
            self._reader.seats = seats
        self._learn()
        if self._watcher is not None and self._lights is not None:
            self._lights.overlooked_by(self._watcher, frame, self._dark.lit())
        for event in self._watcher.see(frame) if self._watcher is not None else ():
            self._newest = None
            if event.event == "moving":
                self._differed = ()
            if event.reading is not None and event.reading.registered:
                self._was_there, self.trouble = True, _words(event.reading)
                if not any(trouble.code == "hand" for trouble in event.reading.troubles) and event.picture is not None:
                    self._newest, self._again_at, self._waits = (event.picture, event.reading), math.inf, False
                    before, self._told = self._told, self._newest
                    yield replace(_sighting(event.reading), stirred=self._stirred_since(before, self._newest))
                    return
            else:
                self.trouble = self._missed(event.reading)
        if entries != self._entries:
            self._entries, self._again_at, self._waits = entries, frame.time + FOLLOW_S, False
        elif frame.time >= self._again_at and self._newest is not None:
            self._again_at = math.inf
            if self._differed and self._watcher is not None:  # what is in a hand for long, switches tell by themselves
                self._watcher.read_again()
            else:
                yield replace(_sighting(self._newest[1]), long=self._waits)

    def _dark_pictures(self, image: np.ndarray) -> Sequence[np.ndarray]:
        """The same without the board's lights, or none for now; itself where it shows no board."""
        lit = self._dark.lit()
        discs = {} if self._lights is None or not lit else self._lights.discs_in(image, lit)
        return self._dark.pictures(image, discs) if discs else (image,)

    def _stirred_since(self, before: _Looked | None, now: _Looked) -> frozenset[Spot]:
        """The pieces that stand where they stood, and were touched."""
        if before is None or not isinstance(self._reader, BoardReader):
            return frozenset()
        stood = before[1].occupied
        outlines = {
            space.spot: space.outline_px for space in now[1].spaces if space.status == "piece" and space.spot in stood
        }
        return stirred(before[0], now[0], outlines, flat=self._reader.plan.of_cards)

    def _missed(self, reading: BoardReading | None) -> str | None:
        """What is said where a sheet was in sight that nothing else can make up for; whoever plays on the page alone is
        not asked for one."""
        missed = reading is not None and self._was_there and isinstance(self._reader, PyramidReader)
        return _words(reading) if reading is not None and missed else None

    def follow_up(self, seen: BoardSighting, referee: RefereeState) -> None:
        """What came of it: where all agree the pieces show what they look like, which is learned with the next frame,
        as the lights that follow must not wait for it; where switches differ the board is read anew after a while in
        which nothing moved, and what they still differ in is said: they may have felt what the camera sees in its next
        picture, or a piece that came while no picture did, and is too small to be noticed by itself."""
        self._entries = len(referee.match.log)
        pieces = referee.pieces
        self._waits = bool(pieces.lifted or pieces.again) and not seen.long
        if self._waits:
            self._again_at = self._now + (LOST_S if pieces.lifted else AGAIN_S)
        if stand_on_sheet(referee.game):
            self._show_pyramids(referee)
            return
        differ = disagreeing(referee.pieces, seen)
        stays = [spot for spot in differ if spot in self._differed]
        self._differed = differ
        if differ and not self._waits:  # for a hand that holds a piece: the next look would end that
            self._again_at = min(self._again_at, self._now + FOLLOW_S)
        if stays:
            self.trouble = tr("Camera and switches do not agree on {spaces}.", spaces=", ".join(stays))
        board, held = owners(referee.match), held_on(referee.match)
        if not board or self._newest is None or self._reader is None or differ or held == self._learned:
            return
        if not mismatched(referee.pieces, board) and set(seen.whose) == set(board) and not seen.unclear:
            self._to_learn = self._newest[0], dict(held)

    def _learn(self) -> None:
        """What pieces look like, from those that were seen last."""
        if self._to_learn is not None and self._reader is not None:
            picture, self._learned = self._to_learn
            self._to_learn = None
            self._reader.learn(picture, self._learned)

    def _show_pyramids(self, referee: RefereeState) -> None:
        """What pyramids look like is shown by those that look as what they surely are."""
        known = referee.pieces
        if known.why is not None or known.lifted or not known.stood or self._newest is None or self._reader is None:
            return
        best = {at: max(seen, key=lambda what, seen=seen: seen[what]) for at, seen in known.chances.items()}
        held = {
            at: what for at, what in known.stood.items() if at in best and (at in known.believed or what == best[at])
        }
        if held and held != self._learned:
            self._to_learn = self._newest[0], held

    def drawn(self, image: np.ndarray) -> np.ndarray:
        """A picture (uint8 BGR) with what was read of the board, while nothing moves."""
        newest = self._newest
        return image if newest is None or newest[0].shape != image.shape else outlined(image, newest[1])


def _words(reading: BoardReading) -> str | None:
    return " ".join(trouble.message for trouble in reading.troubles) or None


def _sighting(reading: BoardReading) -> BoardSighting:
    chances = {space.spot: space.chances for space in reading.spaces if space.chances}
    return BoardSighting(reading.occupied, frozenset(reading.unclear), chances=chances)
