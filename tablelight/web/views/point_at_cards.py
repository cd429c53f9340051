"""Where the cards of a teaching picture lie, shown by a person: the middle of each is tapped where they were not found,
and the corners of one that was found amiss are dragged."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import htpy as h
import numpy as np
from htpy import Node

from engine.core.language import Deferred
from engine.texts.language import tr
from tablelight.web.components.html import button, data, polygon, rendered, styled, whole_in_sight
from tablelight.web.views.confirm_cards import named_card
from vision.cards.deck_plan import AnyCard
from vision.cards.lessons import CardLesson, NamedCard, card_to_show
from vision.geometry.registration import Registrar
from vision.readings import Point

_BESIDE_MAT, _BESIDE_CARD = 0.04, 0.5  # of what is shown, so much around it is shown with it
_HIGH = 58  # percent of the screen: the deck's name, what to do and the buttons are in sight with it


@dataclass(frozen=True, slots=True, eq=False)
class PicturePart:
    """The part of a picture that is shown: its top left and its size in px, and it as base64 of a JPEG."""

    corner: np.ndarray
    size: np.ndarray
    jpeg: str

    @classmethod
    def around(cls, image: np.ndarray, points: np.ndarray, beside: float) -> "PicturePart":
        """What lies around some points (N x 2 px), and so much of their extent beside it."""
        room = beside * np.ptp(points, 0)
        first = np.maximum(np.floor(points.min(0) - room), 0).astype(int)
        last = np.minimum(np.ceil(points.max(0) + room), image.shape[1::-1]).astype(int)
        cut = image[first[1] : last[1], first[0] : last[0]]
        coded = cv2.imencode(".jpg", cut, [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
        return cls(first, last - first, base64.b64encode(coded.tobytes()).decode())

    @classmethod
    def of_mat(cls, image: np.ndarray) -> "PicturePart":
        """The mat; the whole picture where none is found."""
        registration, _ = Registrar().find(image)
        if registration is None:
            return cls.around(image, np.array([(0, 0), image.shape[1::-1]]), 0.0)
        x, y, width, height = registration.mat.play
        return cls.around(
            image,
            registration.view.project_flat(np.array([(x + width * a, y + height * b) for a in (0, 1) for b in (0, 1)])),
            _BESIDE_MAT,
        )

    def px(self, x: float, y: float) -> np.ndarray | None:
        """Where in the whole picture that is, given in parts of what is shown; None where that is nowhere."""
        return self.corner + np.array([x, y]) * self.size if 0 <= x <= 1 and 0 <= y <= 1 else None

    def shown(self, px: np.ndarray | Point) -> list[tuple[float, float]]:
        """Where points of the whole picture (N x 2) are shown, in parts of what is shown."""
        return [(float(x), float(y)) for x, y in (np.reshape(px, (-1, 2)) - self.corner) / self.size]


@dataclass(slots=True, eq=False)
class Pointing:
    """A picture (uint8 BGR) and its cards, whose middles are tapped one after the other. ``taps``: of the first so
    many, px. ``why``: they are to be tapped, in a sentence. ``part``: what of the picture is shown."""

    image: np.ndarray
    cards: Sequence[AnyCard | None]
    why: str
    taps: list[Point] = field(default_factory=list)
    part: PicturePart = field(init=False)

    def __post_init__(self) -> None:
        self.part = PicturePart.of_mat(self.image)

    @property
    def lesson(self) -> CardLesson:
        """The picture as far as it was pointed at."""
        named = (NamedCard(*each) for each in zip(self.cards, self.taps, strict=False))
        return CardLesson(self.image, tuple(named), Deferred("The picture"))

    @property
    def wanted(self) -> AnyCard | None:
        """The card to tap next. Raises IndexError where all were tapped."""
        return self.cards[len(self.taps)]

    def tap(self, x: float, y: float) -> bool:
        """A tap, in parts of what is shown: the next card's middle. Whether it was the last."""
        at = self.part.px(x, y)
        if at is None:
            return False
        self.taps.append((float(at[0]), float(at[1])))
        return len(self.taps) == len(self.cards)

    def untap(self) -> None:
        """The last tap was none."""
        self.taps = self.taps[:-1]


@dataclass(slots=True, eq=False)
class Corners:
    """A card of a picture whose corners are set right. ``number``: which of its cards; ``outline``: its corners, 4 x 2
    px. ``part``: what of the picture is shown. ``why``: they are asked for, in a sentence, if not by whoever tapped."""

    number: int
    card: AnyCard | None
    outline: np.ndarray
    part: PicturePart
    why: str

    @classmethod
    def of(cls, lesson: CardLesson, number: int, outline: np.ndarray, why: str = "") -> "Corners":
        part = PicturePart.around(lesson.image, outline, _BESIDE_CARD)
        return cls(number, lesson.cards[number].card, outline.copy(), part, why)

    def drag(self, corner: int, x: float, y: float) -> None:
        """A corner was dragged there, in parts of what is shown."""
        at = self.part.px(x, y)
        if at is not None and 0 <= corner < 4:
            self.outline[corner] = at

    def tap(self, x: float, y: float) -> None:
        """The nearest corner is there, in parts of what is shown."""
        at = self.part.px(x, y)
        if at is not None:
            self.drag(int(np.linalg.norm(self.outline - at, axis=1).argmin()), x, y)

    def corrected(self, lesson: CardLesson, outlines: Sequence[np.ndarray]) -> CardLesson:
        """The lesson with this card there; the others (``outlines``: as they were found) about where they were."""
        return lesson.corrected(self.number, self.outline, outlines)


@rendered
def pointing_section(pointing: Pointing) -> Node:
    """The picture to tap, which card to tap, and the buttons."""
    marks = [h.span(".tapmark.asked", _at(*where)) for tap in pointing.taps for where in pointing.part.shown(tap)]
    return [
        h.p(".refused", role="status")[str(pointing.why)],
        h.p(".said")[tr("Show me where they lie: tap the middle of this one.")],
        h.div(".row.hues")[h.span[named_card(pointing.wanted)]],
        _stage(pointing.part, tr("tap each card"), marks),
        h.div(".row")[
            pointing.taps and button("deck-untap", tr("The last tap was wrong"), style="quiet"),
            button("deck-again", tr("Another picture"), style="quiet"),
        ],
    ]


@rendered
def corners_section(corners: Corners) -> Node:
    """The card with its corners to drag, and the buttons."""
    card = str(card_to_show(corners.card))
    where = corners.part.shown(corners.outline)
    outline = polygon(id="outline", points=" ".join(f"{100 * x:.2f},{100 * y:.2f}" for x, y in where))
    handles = [
        h.button(
            ".corner",
            _at(x, y),
            data(act="deck-corner", corner=number),
            type="button",
            aria_label=tr("{card}: corner {number}", card=card, number=number + 1),
        )
        for number, (x, y) in enumerate(where)
    ]
    return [
        corners.why and h.p(".refused", role="status")[str(corners.why)],
        h.p(".said")[tr("{card}: drag every corner that is off to where it lies, or tap there.", card=card)],
        _stage(
            corners.part,
            card,
            [h.svg(viewBox="0 0 100 100", preserveAspectRatio="none", aria_hidden="true")[outline], handles],
        ),
        h.div(".row")[
            button("deck-outlined", tr("There it lies"), style="go"),
            button("deck-uncorner", tr("Leave it"), style="quiet"),
            button("deck-again", tr("Another picture"), style="quiet"),
        ],
    ]


def _stage(part: PicturePart, said: str, above: Node) -> Node:
    """A part of a picture to tap, and what is drawn above it."""
    image = h.img(data_act="tap", src=f"data:image/jpeg;base64,{part.jpeg}", alt=said)
    return h.div(".tapstage", whole_in_sight(*part.size.tolist(), percent=_HIGH))[image, above]


def _at(x: float, y: float) -> dict[str, str]:
    """There on what is shown, in parts of its width and height."""
    return styled(left=f"{100 * x:.2f}%", top=f"{100 * y:.2f}%")
