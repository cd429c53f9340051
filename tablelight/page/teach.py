"""Teach the dice by tapping: take a picture, tap each die, say what it shows, and so on until every hue was seen."""

import base64
import threading
from collections.abc import Mapping

import cv2

from engine.hues import PRIMARIES, Hue
from tablelight.eyes import Eyes
from tablelight.page.dice import palette, shape
from tablelight.page.html import button, chip, kept, text
from tablelight.page.teach_deck import DeckTeaching
from vision.bare.taught import BareDice
from vision.errors import TeachingError
from vision.frames import Frame
from vision.lessons import Lesson, NamedDie, prepare

KINDS = {"d6": "cubes", "d12": "twelve-sided dice"}
DICE, CARDS = "d6", "cards"
AT_ONCE = 5
"""Dice in one teaching picture, at most."""
_SAME = 0.012
"""Of the picture's width: a tap so near to another one is on the same die."""


class Teaching:
    """One browser's teaching: lessons so far, the picture being named, and the die being asked about."""

    def __init__(self, eyes: Eyes, kind: str = DICE, deck: DeckTeaching | None = None) -> None:
        self._eyes = eyes
        self.kind = kind
        self.mat = not isinstance(eyes.knows, BareDice)
        self.deck = deck or DeckTeaching(eyes)
        self.lessons: list[Lesson] = []
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
            self.said, self.learned = "", False
            self._acts += 1
            self._act(name, args)

    def _act(self, name: str, args: Mapping[str, str]) -> None:
        match name:
            case "teach-kind" if args["kind"] in (*KINDS, CARDS):
                if args["kind"] != self.kind:  # what is named in this picture are dice of the other kind
                    self.still, self.named, self.tapped = None, [], None
                self.kind = args["kind"]
            case "teach-mat":
                self.mat, self.lessons, self.still, self.named = not self.mat, [], None, []
            case "teach-picture":
                self._take_picture()
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
                self.lessons, self.still, self.named = [], None, []
            case "close":
                self.tapped = None
            case _ if name.startswith("deck-"):
                self.deck.act(name, args)

    def _take_picture(self) -> None:
        self.still, self.named = self._eyes.still(), []
        if self.still is None:
            self.said = "There is no picture yet. Is the camera plugged in?"
            return
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
            self.said = f"{hue.title} was shown already; every colour lies on top once. Turn that die, or take it off."
        elif len(self.named) == AT_ONCE:
            self.said = f"At most {AT_ONCE} dice in one picture: these are all, the others come in the next one."
        else:
            self.named.append(NamedDie(self.kind, hue, tapped))

    def _keep_lesson(self) -> None:
        if self.still is not None and self.named:
            lesson = Lesson(self.still.image, tuple(self.named), f"picture {len(self.lessons) + 1}")
            try:
                if self.mat:
                    prepare([lesson])
            except TeachingError as error:
                # Only this picture is taken again; what was shown before is kept.
                self.said, self.named = str(error), []
                self.still = self.still if error.code == "mistaken" else None
                return
            self.lessons.append(lesson)
            self.still, self.named = None, []
        if not self.missing():
            self._learn()

    def _learn(self) -> None:
        # Dice of the other kind that were begun and left are not all shown yet: they wait, and spoil nothing.
        ours = [lesson for lesson in self.lessons if all(die.kind == self.kind for die in lesson.dice)]
        self.learning = True
        self._acts += 1
        try:
            self._eyes.learn(ours, mat=self.mat)
        except TeachingError as error:
            self.said = f"{error} Let us do the {KINDS[self.kind]} once more."
        else:
            more = "" if self.mat else " Without a mat I ask more often."
            self.said, self.learned = f"Learned. From now on I know your {KINDS[self.kind]}.{more}", True
        finally:
            self.learning = False
        self.lessons = [lesson for lesson in self.lessons if any(die.kind != self.kind for die in lesson.dice)]

    @property
    def knows(self) -> bool:
        """Whether dice were taught here, now or before."""
        return self._eyes.taught()

    def missing(self) -> list[Hue]:
        """The hues of this kind that were not shown yet."""
        shown = {die.top for lesson in self.lessons for die in lesson.dice if die.kind == self.kind}
        return [hue for hue in (PRIMARIES if self.kind == "d6" else tuple(Hue)) if hue not in shown]

    def overlay(self) -> str:
        return palette(self.kind, "teach-name", "What does it show?") if self.tapped else ""

    def stage(self) -> str:
        """The picture being named, with a mark on every named die."""
        if self.still is None:
            return ""
        height, width = self.still.image.shape[:2]
        marks = "".join(
            f'<span class="tapmark" style="left:{100 * x / width:.2f}%;top:{100 * y / height:.2f}%">'
            f"{chip(die.top, shape=shape(die.kind))}</span>"
            for die in self.named
            for x, y in [die.center_px or (0.0, 0.0)]
        )
        picture = f'<img data-act="tap" src="data:image/jpeg;base64,{self._picture}" alt="tap each die">'
        return f'<div class="tapstage">{picture}{marks}</div>'


def _near(one: tuple[float, float] | None, other: tuple[float, float], width: int) -> bool:
    return one is not None and abs(one[0] - other[0]) + abs(one[1] - other[1]) < _SAME * width


def _without_mat(teaching: Teaching) -> str:
    """Where there is no mat: offered, with what it costs."""
    if teaching.mat:
        words = button("teach-mat", "I have no mat here", style="quiet")
        return f'<div class="row">{words}</div>'
    said = "Without a mat: lay the dice in the tray or on the bare table, always under this lamp and this camera. "
    said += "I will ask more often than with a mat."
    return f'<p class="said">{said}</p><div class="row">{button("teach-mat", "I have a mat", style="quiet")}</div>'


def _learned(teaching: Teaching, kinds: str) -> str:
    """All of a kind were shown: nothing is left to lay, and the way on comes first."""
    back = button("go", "Back to the table", style="go", to="/")
    again = button("teach-kind", "Teach them anew", style="quiet", kind=teaching.kind)
    return (
        f'<h2 role="status">{text(teaching.said)}</h2><div class="row">{back}{again}</div>'
        f'<div class="row">{kinds}</div>{_kept_dice(teaching)}'
    )


def _kept_dice(teaching: Teaching) -> str:
    return kept("/taught.json" if teaching.knows else "", "dice", ".json,application/json")


def teach_sections(teaching: Teaching | None, *, may_write: bool) -> str:
    """The page's body."""
    back = button("go", "Back to the table", style="quiet", to="/")
    if teaching is None:
        return f'<h1>There is no camera to teach.</h1><div class="row">{back}</div>'
    if not may_write:
        return f'<h1>Teaching needs the table\'s code.</h1><div class="row">{back}</div>'
    kinds = "".join(
        button("teach-kind", words, style="go" if kind == teaching.kind else "quiet", kind=kind)
        for kind, words in (*KINDS.items(), (CARDS, "the deck of cards"))
    )
    if teaching.kind == CARDS:
        return f'<h1>Teach the cards</h1><div class="row">{kinds}{back}</div>{teaching.deck.section()}'
    if teaching.learning:
        words = f"Learning your {KINDS[teaching.kind]}; it takes a moment …"
        return f'<h1>Teach the dice</h1><p class="said" role="status">{words}</p>'
    if teaching.learned:
        return f"<h1>Teach the dice</h1>{_learned(teaching, kinds)}"
    left = "".join(chip(hue, shape=shape(teaching.kind)) for hue in teaching.missing())
    if teaching.still is None:
        live = '<figure class="camera"><img src="/live.jpg" data-live="/live.jpg" alt="the table"></figure>'
        doing = f'{live}<div class="row">{button("teach-picture", "Take the picture", style="go")}{back}</div>'
        hint = (
            f"Lay one to five dice {'on the mat' if teaching.mat else 'down'}, apart from each other, "
            "each with another colour up, and take a picture."
        )
    else:
        ready = button("teach-next", "These are all", style="go", disabled=not teaching.named)
        doing = f'{teaching.stage()}<div class="row">{ready}{button("teach-drop", "Again", style="quiet")}{back}</div>'
        hint = "Tap the top of each die and say what it shows."
    said = f'<p class="refused" role="status">{text(teaching.said)}</p>' if teaching.said else ""
    return (
        f'<h1>Teach the dice</h1><p class="said">{hint}</p>{said}<div class="row">{kinds}</div>'
        f'<div class="row hues">Still to be shown: {left}</div>{doing}'
        f"{_without_mat(teaching) + _kept_dice(teaching) if teaching.still is None else ''}"
    )
