"""The eyes at work: one thread that takes the newest frame, lets the watcher see it, and tells the table."""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from engine.core.match import Match
from tablelight.perception.annotation import INK, outline, tag
from tablelight.perception.card_reader import CardEyes, plays_cards
from tablelight.perception.close_ups import close_up, each_close_up
from tablelight.perception.light_check import LightChecker
from tablelight.perception.pip_reader import PipEyes
from tablelight.perception.taught_store import Shelf
from tablelight.referee.dice import Told
from tablelight.referee.reducer import Watched
from tablelight.session.dealing import dealt_here
from tablelight.session.table import Table
from tablelight.texts.sentences import say
from vision.camera.camera import Camera
from vision.camera.frames import Frame
from vision.cards.taught import TaughtDeck
from vision.dice.lessons import Lesson
from vision.dice.markerless.reader import reader_of, watcher_of
from vision.dice.markerless.taught import MarkerlessDice, load_taught
from vision.dice.markerless.teaching import teach_markerless
from vision.dice.readings import Kind, Reading, SeenDie
from vision.dice.taught import TaughtDice
from vision.dice.teaching import teach
from vision.errors import TaughtFileError, TeachingError
from vision.geometry.registration import Registrar
from vision.motion.roll_watcher import ON_THE_TABLE, WatchEvent
from vision.photometry.drift import LightWatch
from vision.photometry.light_check import LightCheck
from vision.pips.readings import SeenPips
from vision.readings import Point

log = logging.getLogger(__name__)

KEPT_PICTURES = 12
"""Pictures of readings kept for the page; the newest ones."""
WAKES_S = 4.0
"""A camera may take so long to give its first picture before anybody worries."""
MIRROR_S = 5.0
"""How often it is looked whether the camera shows everything as in a mirror."""
LOG_AGAIN_S = 60.0
"""Pictures that all make the eyes stumble must not fill the disk, fifteen times a second."""


class Eyes:
    """Looks at the table until closed. ``taught_file``: what this table's dice look like; may not exist yet."""

    def __init__(
        self,
        camera: Camera,
        table: Table,
        taught_file: Path,
        frames_per_second: float = 15.0,
        deck: Path | None = None,
    ) -> None:
        self._camera, self._table, self._file = camera, table, taught_file
        self.shelf = Shelf(deck) if deck is not None else None
        self._cards = CardEyes(deck) if deck is not None else None
        self._pips: PipEyes | None = None
        self._pause = 1.0 / frames_per_second
        self._pictures: OrderedDict[int, bytes] = OrderedDict()
        self._singles: dict[int, dict[Point, bytes]] = {}  # of the same pictures
        self._unheard: tuple[str, Watched] | None = None
        self._real_in: tuple[Match | None, bool | None] = (None, None)
        self._stop = threading.Event()
        self._taught = self._load()
        self._answered: tuple[Told, ...] = ()
        self._read_by(self._taught)
        self._checker = LightChecker(camera)
        self.resting: Callable[[], bool] = lambda: False
        """Whether the table is being used for something else than the game just now: then the game is told nothing."""
        self._rested = False
        self._for_mirrors, self._mirror_due = Registrar(), float("-inf")
        self._learning = threading.RLock()
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread.is_alive():  # a table that never opened has never looked
            self._thread.join(timeout=5)
        self._camera.close()

    # ---- pictures for the page

    def picture(self, number: int) -> bytes | None:
        """The JPEG of a reading with what was read drawn on it; None when it is no longer kept."""
        return self._pictures.get(number)

    def close_up(self, die: SeenDie | SeenPips, number: int | None = None) -> bytes | None:
        """The JPEG of one die of reading ``number`` alone, or of the newest one it is in; None when it is kept no
        more."""
        singles = self._singles
        kept = [singles.get(number, {})] if number is not None else list(reversed(singles.values()))
        return next((dice[die.center_px] for dice in kept if die.center_px in dice), None)

    def live(self, long: int = 640) -> bytes | None:
        """The newest frame as a small JPEG, its longer side so many px; None while there is none."""
        frame = self._camera.latest()
        if frame is None:
            return None
        scale = long / max(frame.image.shape[:2])
        return _jpeg(cv2.resize(frame.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))

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
        return self._checker.check(self._taught)

    # ---- teaching

    @property
    def lessons_folder(self) -> Path:
        """Where dice that are being taught are kept until all of them were shown."""
        return self._file.with_suffix(".dice-lessons")

    def taught(self) -> bool:
        """Whether this table's dice were taught."""
        return self._taught is not None

    def kinds(self) -> frozenset[Kind]:
        """The kinds of dice that were taught."""
        return frozenset(self._taught.kinds) if self._taught else frozenset()

    def learn(self, lessons: Sequence[Lesson], *, mat: bool = True) -> TaughtDice | MarkerlessDice:
        """Teach from pictures with named dice, keep it, and read by it from now on. ``mat``: they lie on one; without
        it I ask more often. Raises TeachingError."""
        taught: TaughtDice | MarkerlessDice = teach(lessons) if mat else teach_markerless(lessons)
        with self._learning:  # cubes from one phone and twelve-sided dice from another, at the same moment
            before = self._taught
            if isinstance(before, MarkerlessDice) and isinstance(taught, MarkerlessDice):
                taught = before.joined(taught)
            if isinstance(before, TaughtDice) and isinstance(taught, TaughtDice) and before.mat == taught.mat:
                taught = before.joined(taught)
            return self.use(taught)

    def use(self, taught: TaughtDice | MarkerlessDice) -> TaughtDice | MarkerlessDice:
        """Keep what was taught, here or elsewhere, and read by it from now on. Raises TeachingError."""
        with self._learning:
            try:
                taught.save(self._file)
            except OSError as error:
                raise TeachingError(
                    "disk", f"What was taught cannot be kept: {error}. Free some space, then try again."
                ) from error
            self._read_by(taught)
            self._untaught = None
        self._table.trouble("taught", None)
        return taught

    @property
    def knows(self) -> TaughtDice | MarkerlessDice | None:
        """What was taught; None before."""
        return self._taught

    def _read_by(self, taught: TaughtDice | MarkerlessDice | None) -> None:
        """From now on read by this, and compare the light with the one it was taught under."""
        self._taught = taught
        self._reader = reader_of(taught)
        self._watcher = watcher_of(self._reader)
        self._light = LightWatch(taught.light if isinstance(taught, TaughtDice) else None)

    def deck_taught(self) -> bool:
        """Whether this table's cards were taught."""
        return self.shelf is not None and self.shelf.taught()

    def learn_deck(self, deck: TaughtDeck) -> None:
        """Keep a taught deck; the card eyes read by it from the next frame on. Raises TeachingError."""
        if self.shelf is None:
            raise TeachingError("disk", "This table has no place to keep a deck.")
        self.shelf.keep(deck)

    def _learn_answers(self, confirmed: tuple[Told, ...]) -> None:
        """Refine what was taught by what people said of dice in doubt, once they counted."""
        if confirmed == self._answered:
            return
        named = ((seen, die) for seen, die in confirmed if die is not None and die.kind == seen.kind)
        news = [(seen, die.top) for seen, die in named if die.top is not None]
        self._answered = confirmed
        with self._learning:  # what a phone teaches just now is not put back to what was known before
            if not isinstance(self._taught, TaughtDice) or (refined := self._taught.refined(news)) is self._taught:
                return
            self._taught = self._reader.taught = refined
            try:
                refined.save(self._file)
            except OSError as error:
                log.warning("what was learned from an answer lasts until the end of this evening only: %s", error)

    def _load(self) -> TaughtDice | MarkerlessDice | None:
        self._untaught = None
        try:
            if self._file.exists():
                return load_taught(self._file)
            self._untaught = say("health", "untaught")
        except TaughtFileError as error:
            self._untaught = str(error)
        self._table.trouble("taught", self._untaught)
        return None

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
                self._unmirror(frame)
                self._look(frame)
            except Exception:  # one bad picture must not blind the table
                if time.monotonic() - logged >= LOG_AGAIN_S:
                    logged = time.monotonic()
                    log.exception("frame %d could not be read", frame.index)
                self._table.trouble("eyes", say("health", "eyes_stumble"))
            self._stop.wait(self._pause)

    def _unmirror(self, frame: Frame) -> None:
        """Apps that make a camera of a phone may show everything as in a mirror, and whoever finds the switch may turn
        it in the middle of an evening: nobody has to know."""
        if frame.time < self._mirror_due:
            return
        self._mirror_due = frame.time + MIRROR_S
        if self._for_mirrors.mirrored(frame.image):
            self._camera.mirrored = not self._camera.mirrored
            log.info("the camera shows everything as in a mirror; from now on its pictures are turned round")

    def _look(self, frame: Frame) -> None:
        """Let the watcher of what this game is played with see the frame, and tell the table what it says."""
        rests = self.resting()
        self._table.trouble("teaching", say("health", "teaching") if rests else None)
        if self._rested and not rests:
            self._look_anew()
        self._rested = rests
        if rests:
            return
        self._tell_again()
        now = self._table.snapshot.referee
        if now is not None:
            self._learn_answers(now.confirmed)
        if self._cards is not None and now is not None and plays_cards(now.game, now.match.state):
            self._table.trouble("eyes", None)
            self._table.trouble("taught", None)
            self._look_for_cards(self._cards, frame, now.match)
            return
        self._table.trouble("cards", None)
        if now is not None and now.game.rolls_pips:
            self._table.trouble("taught", None)
            self._pips = self._pips or PipEyes()
            self._look_with(self._pips, frame)
            self._table.trouble("eyes", self._pips.trouble)
            return
        self._pips = None  # what it saw before holds no longer when such a game begins again
        self._table.trouble("taught", self._untaught)
        for event in self._watcher.see(frame):
            self._tell(frame, event)
        troubles = self._watcher.troubles
        words = [trouble.message for trouble in troubles]
        if any(trouble.code == "no-mat" for trouble in troubles):
            words.append(say("health", "no_mat"))
        self._table.trouble("eyes", " ".join(words) or None)

    def _look_anew(self) -> None:
        """What lies there now was not seen to come: it was not rolled, and not laid in this game."""
        self._watcher, self._pips = watcher_of(self._reader), None
        if self.shelf is not None:
            self._cards = CardEyes(self.shelf.file)

    def _look_for_cards(self, cards: CardEyes, frame: Frame, match: Match) -> None:
        """Cards that were dealt on the page lie on no mat: then nothing is looked for, and nothing is amiss.

        Before the deal either may come: a taught deck is watched for, and one that is not is not asked for.
        """
        if self._real_in[0] is not match:
            here = dealt_here(match)
            self._real_in = (match, None if here is None else not here)
        real = self._real_in[1]
        if real is not False:
            self._look_with(cards, frame)
        self._table.trouble("cards", cards.trouble if real else None)

    def _look_with(self, eyes: CardEyes | PipEyes, frame: Frame) -> None:
        """The same with the eyes of cards or of dotted dice."""
        for said, picture in eyes.see(frame):
            if picture is not None:
                self._keep_picture(frame.index, picture, each_close_up(frame.image, said.pips or ()))
            self._say(said)

    def _tell(self, frame: Frame, event: WatchEvent) -> None:
        if event.reading is not None:
            self._keep(frame, event.reading)
            self._watch_light(event.reading)
        self._say(heard(event))

    def _watch_light(self, reading: Reading) -> None:
        """Between rolls: say when the light is no longer that of the teaching, and log when it has changed."""
        if reading.light is None:
            return
        words, changed = self._light.see(reading.light)
        if changed:
            log.info("the light changed since the last rolls")
        self._table.trouble("light", words or None)

    def _say(self, said: Watched) -> None:
        """Tell the table. What it could not write down is kept: the watcher says everything only once."""
        match_id = self._table.snapshot.match_id
        self._unheard = None if match_id is None or self._table.tell(said) else (match_id, said)

    def _tell_again(self) -> None:
        """Tell what was not written down once more; what lay there before a new game began does not count in it."""
        if self._unheard is None:
            return
        match_id, said = self._unheard
        self._unheard = None
        if match_id == self._table.snapshot.match_id:
            self._say(said)

    def _keep(self, frame: Frame, reading: Reading) -> None:
        shown = close_up(outlined(frame.image, reading), reading)
        self._keep_picture(frame.index, shown, each_close_up(frame.image, reading.dice))

    def _keep_picture(self, number: int, image: np.ndarray, singles: dict[Point, bytes]) -> None:
        """``singles``: its dice one by one."""
        self._pictures[number] = _jpeg(image)
        while len(self._pictures) > KEPT_PICTURES:
            self._pictures.popitem(last=False)
        every = {**self._singles, number: singles}
        # Never changed in place: phones read it meanwhile.
        self._singles = {kept: dice for kept, dice in every.items() if kept in self._pictures}


def heard(event: WatchEvent) -> Watched:
    """What the watcher saw, in the referee's words. A leaning die is part of a settled reading, and so is what keeps
    the dice from being read."""
    reading = event.reading
    if reading is None:
        return Watched("settled" if event.event == "cocked" else event.event)
    words = " ".join(trouble.message for trouble in reading.troubles if trouble.code in ON_THE_TABLE)
    return Watched("settled", reading.dice, words, event.frame)


def outlined(image: np.ndarray, reading: Reading) -> np.ndarray:
    """A copy of the picture (uint8 BGR) with every die's outline and hue code; unsure ones with a question mark."""
    out = image.copy()
    for die in reading.dice:
        corners = outline(out, np.array(die.outline_px), INK[die.status])
        tag(out, die.top.name if die.top is not None else "?", corners.max(axis=0), INK[die.status], 0.7)
    return out


def _jpeg(image: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()
