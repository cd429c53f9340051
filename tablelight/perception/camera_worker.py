"""One thread for the camera: it hands the newest frame to a watcher, and tells the table what the watcher saw."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from engine.core.language import Deferred
from engine.core.match import Match
from tablelight.perception.annotation import jpeg
from tablelight.perception.board_reader import BoardObserver
from tablelight.perception.card_reader import CardObserver, plays_cards
from tablelight.perception.close_ups import close_up, each_close_up
from tablelight.perception.dark_pictures import DarkPictures, LiveDarkPictures
from tablelight.perception.dice_reader import observation_of, outlined
from tablelight.perception.dice_store import DiceStore, Taught
from tablelight.perception.kept_pictures import KeptPictures
from tablelight.perception.light_check import LightChecker
from tablelight.perception.mirror_check import MirrorCheck
from tablelight.perception.pip_reader import PipObserver
from tablelight.perception.taught_store import Shelf
from tablelight.referee.dice_labels import LabelledDie
from tablelight.referee.inputs import CameraObservation
from tablelight.referee.piece_places import owners
from tablelight.referee.pyramids import stand_on_sheet
from tablelight.referee.state import RefereeState
from tablelight.session.dealing import dealt_here
from tablelight.session.lights import TableLights
from tablelight.session.table import GameTable
from tablelight.texts.sentences import say
from vision.camera.camera import Camera
from vision.camera.frames import Frame
from vision.cards.taught import TaughtDeck
from vision.dice.markerless.reader import reader_of, watcher_of
from vision.dice.readings import Kind, Reading, SeenDie
from vision.dice.teaching import Lesson, TaughtDice
from vision.errors import TeachingError
from vision.motion.roll_watcher import WatchEvent
from vision.photometry.drift import LightWatch
from vision.photometry.light_check import LightCheck
from vision.pips.readings import SeenPips

log = logging.getLogger(__name__)

WAKES_S = 4.0
"""A camera may take so long to give its first picture before anybody worries. Chosen by hand."""
LOG_AGAIN_S = 60.0
"""Pictures that all make the eyes stumble must not fill the disk, fifteen times a second. Chosen
by hand."""

LIVELY_S = 2.0
"""So long after something moved every frame is looked at: one that is waited for is light that comes later. Chosen by
hand: a hand that has put one piece down takes the next within it."""


class CameraWorker:
    """Looks at the table until closed. ``taught_file``: what this table's dice look like; may not exist yet.
    ``frames_per_second``: looked at while nothing moves; every frame is while something does. ``lights``: that may
    shine through the board that it sees."""

    def __init__(
        self,
        camera: Camera,
        table: GameTable,
        taught_file: Path,
        frames_per_second: float = 15.0,
        deck: Path | None = None,
        lights: TableLights | None = None,
    ) -> None:
        self._camera, self._table = camera, table
        self.dark: DarkPictures = LiveDarkPictures(lights, camera)
        """How pictures are had without the board's own lights."""
        self.shelf = Shelf(deck) if deck is not None else None
        self._cards = CardObserver(deck) if deck is not None else None
        self._pips: PipObserver | None = None
        self._board: BoardObserver | None = None
        self._pause = 1.0 / frames_per_second
        self._lively_until = float("-inf")
        self._pictures = KeptPictures()
        self._untold: tuple[str, CameraObservation] | None = None
        self._real_in: tuple[Match | None, bool | None] = (None, None)
        self._stop = threading.Event()
        self._dice = DiceStore(taught_file, self._read_by)
        table.trouble("taught", self._dice.missing)
        self._read_by(self._dice.taught)
        self._checker = LightChecker(camera)
        self.resting: Callable[[], bool] = lambda: False
        """Whether the table is being used for something else than the game just now: then the game is told nothing."""
        self._rested = False
        self._mirror = MirrorCheck(camera)
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)

    def start(self) -> None:
        """Begin to look, in a thread of its own."""
        self._thread.start()

    def close(self) -> None:
        """Look no more, and let go of the camera."""
        self._stop.set()
        if self._thread.is_alive():  # a table that never opened has never looked
            self._thread.join(timeout=5)
        self._camera.close()

    # ---- pictures for the page

    def picture(self, number: int) -> bytes | None:
        """The JPEG of a reading with what was read drawn on it; None when it is no longer kept."""
        return self._pictures.picture(number)

    def close_up(self, die: SeenDie | SeenPips, number: int | None = None) -> bytes | None:
        """The JPEG of one die of reading ``number`` alone, or of the newest one it is in; None when it is kept no
        more."""
        return self._pictures.close_up(die, number)

    def seen(self) -> np.ndarray | None:
        """The newest frame (uint8 BGR) with what was read of a board drawn on it; None while there is none."""
        frame = self._camera.latest()
        if frame is None:
            return None
        return frame.image if self._board is None else self._board.drawn(frame.image)

    def live(self, long: int = 640) -> bytes | None:
        """The same as a small JPEG, its longer side so many px."""
        image = self.seen()
        if image is None:
            return None
        scale = long / max(image.shape[:2])
        return jpeg(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the newest frame, px; of a usual one while there is none."""
        frame = self._camera.latest()
        return (frame.image.shape[1], frame.image.shape[0]) if frame is not None else (16, 9)

    def still(self) -> Frame:
        """The newest frame, to teach from. Raises TeachingError where none comes: what lay there once lies there no
        more."""
        health, frame = self._camera.health, self._camera.latest()
        if frame is None or not health.ok:
            raise TeachingError("camera", health.message)
        return frame

    def check_light(self) -> LightCheck | None:
        """How well the newest frame can be read; None while there is none. Cheap, however many ask."""
        return self._checker.check(self._dice.taught)

    # ---- teaching

    @property
    def lessons_folder(self) -> Path:
        """Where dice that are being taught are kept until all of them were shown."""
        return self._dice.lessons_folder

    def taught(self) -> bool:
        """Whether this table's dice were taught."""
        return self._dice.taught is not None

    @property
    def knows(self) -> Taught | None:
        """What was taught; None before."""
        return self._dice.taught

    def kinds(self) -> frozenset[Kind]:
        """The kinds of dice that were taught."""
        return self._dice.kinds()

    def learn(self, lessons: Sequence[Lesson], *, mat: bool = True) -> Taught:
        """Teach from pictures with named dice, keep it, and read by it from now on. ``mat``: they lie on one; without
        it I ask more often. Raises TeachingError."""
        return self._announced(self._dice.learn(lessons, mat=mat))

    def use(self, taught: Taught) -> Taught:
        """Keep what was taught, here or elsewhere, and read by it from now on. Raises TeachingError."""
        return self._announced(self._dice.use(taught))

    def _announced(self, taught: Taught) -> Taught:
        self._table.trouble("taught", None)
        return taught

    def _read_by(self, taught: Taught | None) -> None:
        """From now on read by this, and compare the light with the one it was taught under."""
        self._reader = reader_of(taught)
        self._watcher = watcher_of(self._reader)
        self._light = LightWatch(taught.light if isinstance(taught, TaughtDice) else None)

    def deck_taught(self) -> bool:
        """Whether this table's cards were taught."""
        return self.shelf is not None and self.shelf.taught()

    def learn_deck(self, deck: TaughtDeck) -> None:
        """Keep a taught deck; cards are read by it from the next frame on. Raises TeachingError."""
        if self.shelf is None:
            raise TeachingError("disk", Deferred("This table has no place to keep a deck."))
        self.shelf.of(deck.plan).keep(deck)

    def _learn_answers(self, confirmed: tuple[LabelledDie, ...]) -> None:
        self._dice.refine(confirmed, self._read_refined)

    def _read_refined(self, taught: TaughtDice) -> None:
        self._reader.taught = taught

    # ---- watching

    def _run(self) -> None:
        last, began, logged = -1, time.monotonic(), float("-inf")
        while not self._stop.is_set():
            frame = self._camera.next(after=last, timeout=1.0)
            health = self._camera.health
            waking = last < 0 and time.monotonic() - began < WAKES_S
            if not waking:
                self._table.trouble("camera", None if health.ok else say("health", "camera_gone", why=health.message))
            if frame is None:
                continue
            last = frame.index
            try:
                self.look(frame)
            except Exception:  # one bad picture must not blind the table
                if time.monotonic() - logged >= LOG_AGAIN_S:
                    logged = time.monotonic()
                    log.exception("frame %d could not be read", frame.index)
                self._table.trouble("eyes", say("health", "eyes_stumble"))
            self._lively_until = frame.time + LIVELY_S if self._in_motion() else self._lively_until
            if frame.time >= self._lively_until:
                self._stop.wait(self._pause)

    def _in_motion(self) -> bool:
        watchers = (self._pips or self._watcher, self._cards, self._board)
        return any(watcher.in_motion for watcher in watchers if watcher is not None)

    def look(self, frame: Frame) -> None:
        """Look at one frame and tell the table what it shows; for tables whose time is passed in, frame by frame."""
        if frame.time < self.dark.until:
            return
        self._mirror.check(frame)
        self._watch(frame)

    def _watch(self, frame: Frame) -> None:
        """Let the watcher of what this game is played with see the frame, and tell the table what it says."""
        if self._rests():
            return
        self._tell_again()
        now = self._table.snapshot.referee
        if now is not None:
            self._learn_answers(now.dice.confirmed)
        if self._cards is not None and now is not None and plays_cards(now.game, now.match.state):
            self._cards.learn(now.cards.confirmed, now.match)
            self._watch_cards(self._cards, frame, now.match)
        elif now is not None and now.game.rolls_pips:
            self._watch_pips(frame)
        elif now is not None and stand_on_sheet(now.game):
            self._watch_nothing_else()
        else:
            self._watch_dice(frame)
        self._watch_board(frame, self._table.snapshot.referee)  # last: dice that come to rest do not wait for it

    def _watch_board(self, frame: Frame, now: RefereeState | None) -> None:
        """Pieces on a printed board, beside whatever else the game is played with."""
        if now is None or not (stand_on_sheet(now.game) or owners(now.match) is not None):
            self._board = None
        elif self._board is None or self._board.board != now.game.board:
            self._board = BoardObserver(now.game.board, self.dark)
        board, match = self._board, self._table.snapshot.match_id
        if board is not None and now is not None:
            if board.match != match:
                board.begin(match)
            for seen in board.see(frame, len(now.match.log), len(now.match.seats)):
                taken, after = self._table.tell(seen), self._table.snapshot.referee
                if not taken:
                    board.look_again()
                elif after is not None:
                    board.follow_up(seen, after)
        self._table.trouble("pieces", None if board is None else board.trouble)

    def _rests(self) -> bool:
        """Whether somebody teaches at the table just now; whatever lies there afterwards is new."""
        rests = self.resting()
        self._table.trouble("teaching", say("health", "teaching") if rests else None)
        if self._rested and not rests:
            self._forget_what_lies_there()
        self._rested = rests
        return rests

    def _forget_what_lies_there(self) -> None:
        """What lies there now was not seen to come: it was not rolled, and not laid in this game."""
        self._watcher, self._pips = watcher_of(self._reader), None
        if self.shelf is not None:
            self._cards = CardObserver(self.shelf.file)
        self._board = None

    def _watch_nothing_else(self) -> None:
        """A game that is played on its sheet alone needs no mat, no dice and no cards."""
        for what in ("cards", "taught", "eyes", "light"):
            self._table.trouble(what, None)

    def _watch_dice(self, frame: Frame) -> None:
        self._pips = None  # what it saw before holds no longer when a game with dotted dice begins again
        self._table.trouble("cards", None)
        self._table.trouble("taught", self._dice.missing)
        for event in self._watcher.see(frame):
            self._report(frame, event)
        troubles = self._watcher.troubles
        words = [trouble.message for trouble in troubles]
        if any(trouble.code == "no-mat" for trouble in troubles):
            words.append(say("health", "no_mat"))
        self._table.trouble("eyes", " ".join(words) or None)

    def _watch_pips(self, frame: Frame) -> None:
        self._table.trouble("cards", None)
        self._table.trouble("taught", None)
        self._pips = self._pips or PipObserver()
        self._observe_with(self._pips, frame)
        self._table.trouble("eyes", self._pips.trouble)

    def _watch_cards(self, cards: CardObserver, frame: Frame, match: Match) -> None:
        """Cards that were dealt on the page lie on no mat: then nothing is looked for, and nothing is amiss.

        Before the deal either may come: a taught deck is watched for, and one that is not is not asked for.
        """
        self._table.trouble("eyes", None)
        self._table.trouble("taught", None)
        if self._real_in[0] is not match:
            here = dealt_here(match)
            self._real_in = (match, None if here is None else not here)
        real = self._real_in[1]
        if real is not False:
            cards.game = match.game
            self._observe_with(cards, frame)
        self._table.trouble("cards", cards.trouble if real else None)

    def _observe_with(self, observer: CardObserver | PipObserver, frame: Frame) -> None:
        """Show the frame to the observer of cards or of dice with dots, and tell the table what it observed."""
        for seen, picture in observer.see(frame):
            if picture is not None:
                self._pictures.keep(frame.index, picture, each_close_up(frame.image, seen.pips or ()))
            self._tell(seen)

    def _report(self, frame: Frame, event: WatchEvent) -> None:
        if event.reading is not None:
            self._keep(frame, event.reading)
            self._watch_light(event.reading)
        self._tell(observation_of(event))

    def _watch_light(self, reading: Reading) -> None:
        """Between rolls: say when the light is no longer that of the teaching, and log when it has changed."""
        if reading.light is None:
            return
        words, changed = self._light.see(reading.light)
        if changed:
            log.info("the light changed since the last rolls")
        self._table.trouble("light", words or None)

    def _tell(self, seen: CameraObservation) -> None:
        """Tell the table. What it could not write down is kept: the watcher says everything only once."""
        match_id = self._table.snapshot.match_id
        self._untold = None if match_id is None or self._table.tell(seen) else (match_id, seen)

    def _tell_again(self) -> None:
        """Tell what was not written down once more; what lay there before a new game began does not count in it."""
        if self._untold is None:
            return
        match_id, seen = self._untold
        self._untold = None
        if match_id == self._table.snapshot.match_id:
            self._tell(seen)

    def _keep(self, frame: Frame, reading: Reading) -> None:
        shown = close_up(outlined(frame.image, reading), reading)
        self._pictures.keep(frame.index, shown, each_close_up(frame.image, reading.dice))
