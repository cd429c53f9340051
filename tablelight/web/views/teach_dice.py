"""Teach the dice by tapping: take a picture, tap each die, say what it shows, and so on until every hue was seen.

How it looks on the page: ``teach_page``.
"""

import base64
import threading
from collections.abc import Mapping
from dataclasses import replace

import cv2

from engine.components.hues import PRIMARIES, Hue
from engine.texts.language import later, tr, translated
from tablelight.perception.camera_worker import CameraWorker
from tablelight.perception.close_ups import around, one_close_up
from tablelight.perception.dice_pictures import DiceAlbum
from tablelight.web.views.teach_deck import DeckTeaching
from vision.camera.frames import Frame
from vision.dice.alike import alike
from vision.dice.lesson_pictures import prepare, refuse_empty_mat, tops_of
from vision.dice.lessons import Lesson, NamedDie, Top, refuse_mixed_up
from vision.dice.markerless.pose_estimation import refuse_empty_table
from vision.dice.markerless.taught import MarkerlessDice
from vision.errors import ASKED, NOT_FLAT, MixedUp, TeachingError

KINDS = {"d6": later("cubes"), "d12": later("twelve-sided dice")}
DICE, CARDS = "d6", "cards"
AT_ONCE = 5
"""Dice in one teaching picture, at most."""
_REACH = 0.035
"""Of the picture's width: about as far as a die reaches from where it is tapped."""
_SAME = 0.012
"""Of the picture's width: a tap so near to another one is on the same die."""


class Teaching:
    """One browser's teaching: lessons so far, the picture being named, and the die being asked about."""

    def __init__(
        self, eyes: CameraWorker, kind: str = DICE, deck: DeckTeaching | None = None, album: DiceAlbum | None = None
    ) -> None:
        self._eyes, self._album = eyes, album
        self.kind = kind
        self.mat = not isinstance(eyes.knows, MarkerlessDice)
        self.deck = deck or DeckTeaching(eyes)
        self.lessons: list[Lesson] = []
        self._go_on()
        self._tops: dict[tuple[str, str], list[Top]] = {}  # by kind and name of the lesson
        self.asked = False
        """Whether ``said`` is a question about the names or how the dice lie, to be answered before anything else."""
        self.how_they_lie = False
        """Whether it is the latter."""
        self._lies_flat = False  # as a person said of all dice of the picture being named
        self.changed: tuple[str, Hue, Hue] | None = None
        """Of which kind, and which two, if the question is whether names changed places."""
        self.still: Frame | None = None
        self.named: list[NamedDie] = []
        self.tapped: tuple[float, float] | None = None
        self.said = ""
        self.learned = self.learning = False
        self._picture = ""
        self._acts = 0
        self._one_by_one = threading.Lock()

    @property
    def version(self) -> tuple[int, int]:
        """Another one whenever the page has to be drawn anew: this browser may have it open twice."""
        return self._acts, self.deck.version

    def act(self, name: str, args: Mapping[str, str]) -> None:
        """Do one of the acts of this page. Raises what wrong arguments raise; nothing is changed then."""
        with self._one_by_one:
            if name in ("teach-sure", "teach-swap") and not self.asked:
                return  # a second tap answers no question that was not asked yet
            if not (self.asked and name == "close"):  # the Escape key answers nothing
                self.said, self.asked = "", False
            self.learned = False
            self._acts += 1
            self._act(name, args)

    def _act(self, name: str, args: Mapping[str, str]) -> None:
        match name:
            case "teach-kind" if args["kind"] in (*KINDS, CARDS):
                if args["kind"] != self.kind:  # what is named in this picture are dice of the other kind
                    self.still, self.named, self.tapped = None, [], None
                self.kind = args["kind"]
            case "teach-mat":
                self.mat, self.still, self.named = not self.mat, None, []
                self._have([])
            case "teach-picture":
                self._take_picture()
            case "tap" if self.kind == CARDS:
                self.deck.act(name, args)
            case "tap":
                self._tap(float(args["x"]), float(args["y"]))
            case "teach-name":
                self._name(Hue[args["hue"]])
            case "teach-next":
                self._keep_lesson()
            case "past-said":
                self.said = args.get("said", "")[:300]
                self.deck.say(self.said)
            case "teach-drop":
                self.still, self.named = None, []
            case "teach-over":
                self.still, self.named = None, []
                self._have(self._others())
            case "teach-back" if self._ours():
                self.still, self.named = None, []
                self._have([lesson for lesson in self.lessons if lesson is not self._ours()[-1]])
            case "teach-anew":
                self.named = []
            case "teach-sure":
                self._insist()
            case "teach-swap" if self.changed:
                self._swap(*self.changed)
            case "teach-learn" if not self.missing():
                self._learn()
            case "close":
                self.tapped = None
            case _ if name.startswith("deck-"):
                self.deck.act(name, args)

    def _take_picture(self) -> None:
        self.still, self.named, self._lies_flat = None, [], False
        try:
            still = self._eyes.still()
            refuse_empty = refuse_empty_mat if self.mat else refuse_empty_table
            refuse_empty(still.image, tr("this picture"))
        except TeachingError as error:
            self.said = str(error)
            return
        self.still = still
        jpeg = cv2.imencode(".jpg", self.still.image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
        self._picture = base64.b64encode(jpeg.tobytes()).decode()

    def _tap(self, x: float, y: float) -> None:
        if self.still is not None and 0 <= x <= 1 and 0 <= y <= 1:
            height, width = self.still.image.shape[:2]
            self.tapped = (x * width, y * height)
            # A die that is tapped again is named again.
            self.named = [die for die in self.named if not _near(die.center_px, self.tapped, width)]

    def _name(self, hue: Hue) -> None:
        tapped, self.tapped = self.tapped, None
        if tapped is None or (self.kind == "d6" and not hue.is_primary):
            return
        if hue not in self.missing() or any(die.top == hue for die in self.named):
            self.said = tr(
                "{hue} was shown already; every colour lies on top once. Turn that die, or take it off.", hue=hue.called
            )
        elif len(self.named) == AT_ONCE:
            self.said = tr(
                "At most {at_once} dice in one picture: these are all, the others come in the next one.",
                at_once=AT_ONCE,
            )
        else:
            self.named.append(NamedDie(self.kind, hue, tapped))

    def _keep_lesson(self, insisted: bool = False) -> None:
        if self.still is not None and self.named:
            name = tr("picture {number}", number=len(self._ours()) + 1)
            lesson = Lesson(self.still.image, tuple(self.named), name, insisted, self._lies_flat)
            try:
                if self.mat:
                    self._look_at(lesson)
            except TeachingError as error:
                # Only this picture is taken again; what was shown before is kept.
                self._say(error)
                if not self.asked:
                    self.still, self.named = None, []
                return
            self._have([*self.lessons, lesson])
            self.still, self.named = None, []
        if not self.missing():
            self._learn()

    def _look_at(self, lesson: Lesson) -> None:
        """Raises TeachingError, also where dice of this picture and of one before look as if they were each other."""
        (prepared,) = prepare([lesson])
        tops = tops_of(prepared)
        before = [top for one in self._ours() for top in self._tops.get((self.kind, one.name), ())]
        refuse_mixed_up([*before, *tops])
        self._tops[self.kind, lesson.name] = tops

    def _say(self, error: TeachingError) -> None:
        self.how_they_lie = error.code in NOT_FLAT
        self.said, self.asked = str(error), self.how_they_lie or error.code in ASKED
        self.changed = (error.kind, *error.tops) if isinstance(error, MixedUp) else None

    def _swap(self, kind: str, one: Hue, other: Hue) -> None:
        """The names changed places: now they are put right, and it goes on as if they had always been."""
        names = {one: other, other: one}
        self.named = [die.with_name(kind, names) for die in self.named]
        self._tops = {key: [top.with_name(kind, names) for top in tops] for key, tops in self._tops.items()}
        self._have([lesson.with_names(kind, names) for lesson in self.lessons])
        self._keep_lesson()

    def _insist(self) -> None:
        """The names that were asked about are right, or the dice lie flat."""
        if self.still is not None:
            self._lies_flat |= self.how_they_lie
            self._keep_lesson(insisted=not self.how_they_lie)
        elif not self.missing():  # asked when all was shown
            ours, sure = self._ours(), {"lies_flat" if self.how_they_lie else "insisted": True}
            self._have([replace(one, **sure) if one in ours else one for one in self.lessons])
            self._learn()

    def _learn(self) -> None:
        ours, known = self._ours(), self._eyes.kinds()
        self.learning = True
        self._acts += 1
        try:
            taught = self._eyes.learn(ours, mat=self.mat)
        except TeachingError as error:
            self._say(error)
            if self.asked or error.code == "disk":
                return  # what was shown is kept until it is learned
            self.said += tr(" Let us do the {kinds} once more.", kinds=translated(KINDS[self.kind]))
        else:
            more = "" if self.mat else tr(" Without a mat I ask more often.")
            for one, other in alike(taught) if self.kind == "d6" else ():
                more += tr(
                    " The cubes' {one} and {other} look much alike, so I ask about them more often.",
                    one=one.called,
                    other=other.called,
                )
            forgotten = known - self._eyes.kinds()  # taught in other light, or by a camera that stood elsewhere
            for kind in sorted(forgotten):
                more += tr(
                    " The {kinds} have to be taught again, as light and camera are now.", kinds=translated(KINDS[kind])
                )
            self.said, self.learned = (
                tr("Learned. From now on I know your {kinds}.{more}", kinds=translated(KINDS[self.kind]), more=more),
                True,
            )
        finally:
            self.learning = False
        self._have(self._others())

    def _ours(self) -> list[Lesson]:
        """The lessons of this kind. Dice of the other that were begun and left are not all shown yet: they wait, and
        spoil nothing."""
        return [lesson for lesson in self.lessons if all(die.kind == self.kind for die in lesson.dice)]

    def _others(self) -> list[Lesson]:
        return [lesson for lesson in self.lessons if any(die.kind != self.kind for die in lesson.dice)]

    def _have(self, lessons: list[Lesson]) -> None:
        """These are the lessons from now on, also after a restart."""
        self.lessons = lessons
        if self._album is not None:
            self._album.keep(lessons, mat=self.mat)

    def _go_on(self) -> None:
        """With what this phone showed before the program was ended."""
        lessons, mat = self._album.lessons() if self._album is not None else ([], True)
        if lessons:
            self.lessons, self.mat, self.kind = lessons, mat, lessons[-1].dice[0].kind

    @property
    def picture(self) -> str:
        """The picture being named, as base64 of a JPEG."""
        return self._picture

    @property
    def tapped_close_up(self) -> bytes | None:
        """The die that was tapped, cut out of the picture (JPEG); None where none was."""
        if self.tapped is None or self.still is None:
            return None
        return one_close_up(self.still.image, around(self.tapped, _REACH * self.still.image.shape[1]))

    @property
    def knows(self) -> bool:
        """Whether dice were taught here, now or before."""
        return self._eyes.taught()

    def missing(self) -> list[Hue]:
        """The hues of this kind that were not shown yet."""
        shown = {die.top for lesson in self.lessons for die in lesson.dice if die.kind == self.kind}
        return [hue for hue in (PRIMARIES if self.kind == "d6" else tuple(Hue)) if hue not in shown]

    @property
    def shown(self) -> int:
        """How many pictures of this kind were named."""
        return len(self._ours())


def _near(one: tuple[float, float] | None, other: tuple[float, float], width: int) -> bool:
    return one is not None and abs(one[0] - other[0]) + abs(one[1] - other[1]) < _SAME * width
