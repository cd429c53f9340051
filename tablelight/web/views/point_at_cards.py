"""Where the cards of a teaching picture lie, shown by a person: the middle of each is tapped, then any corner that is
off."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import htpy as h
import numpy as np
from htpy import Node

from engine.core.language import Deferred
from engine.texts.language import tr
from tablelight.web.components.html import button, polygon, rendered, styled, whole_in_sight
from vision.cards.deck_plan import AnyCard
from vision.cards.lessons import CardLesson, NamedCard, card_to_show
from vision.readings import Point


@dataclass(slots=True, eq=False)
class Pointing:
    """A picture (uint8 BGR) and its cards, to be pointed at. ``taps``: the middles (px) of the first so many.
    ``outlines``: their corners (4 x 2 px each) once all are known, to be set right. ``jpeg``: the picture as base64."""

    image: np.ndarray
    cards: Sequence[AnyCard | None]
    outlines: list[np.ndarray] = field(default_factory=list)
    taps: list[Point] = field(default_factory=list)
    jpeg: str = ""

    def __post_init__(self) -> None:
        coded = cv2.imencode(".jpg", self.image, [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
        self.jpeg = base64.b64encode(coded.tobytes()).decode()

    @property
    def lesson(self) -> CardLesson:
        """The picture as far as it was pointed at."""
        if self.outlines:
            named = [NamedCard.outlined(*each) for each in zip(self.cards, self.outlines, strict=True)]
        else:
            named = [NamedCard(*each) for each in zip(self.cards, self.taps, strict=False)]
        return CardLesson(self.image, tuple(named), Deferred("The picture"))

    @property
    def wanted(self) -> AnyCard | None:
        """The card to tap next. Raises IndexError where all were tapped."""
        return self.cards[len(self.taps)]

    def tap(self, x: float, y: float) -> bool:
        """A tap on the picture, in parts of its width and height: the next card's middle, or where the nearest corner
        is. Whether that was the last middle."""
        if not (0 <= x <= 1 and 0 <= y <= 1):
            return False
        height, width = self.image.shape[:2]
        at = (x * width, y * height)
        if self.outlines:
            self._set_corner(np.array(at))
            return False
        self.taps.append(at)
        return len(self.taps) == len(self.cards)

    def _set_corner(self, at: np.ndarray) -> None:
        away = np.linalg.norm(np.array(self.outlines) - at, axis=-1)
        card, corner = np.unravel_index(away.argmin(), away.shape)
        self.outlines[card] = self.outlines[card].copy()
        self.outlines[card][corner] = at


@rendered
def pointing_section(pointing: Pointing) -> Node:
    """The picture to tap, what to tap, and the buttons."""
    if pointing.outlines:
        hint = tr("Tap where a corner really is: the nearest one goes there.")
        done = button("deck-outlined", tr("There they lie"), style="go")
    else:
        hint, done = (
            tr("Show me where they lie: tap the middle of this one. {card}", card=card_to_show(pointing.wanted)),
            None,
        )
    return [
        h.p(".said")[hint],
        _stage(pointing),
        h.div(".row")[done, button("deck-again", tr("Another picture"), style="quiet")],
    ]


def _stage(pointing: Pointing) -> Node:
    height, width = pointing.image.shape[:2]
    shapes = [
        polygon(points=" ".join(f"{100 * x / width:.2f},{100 * y / height:.2f}" for x, y in corners))
        for corners in pointing.outlines
    ]
    marks = [
        h.span(".tapmark.asked", styled(left=f"{100 * x / width:.2f}%", top=f"{100 * y / height:.2f}%"))
        for x, y in pointing.taps
    ]
    return h.div(".tapstage", whole_in_sight(width, height))[
        h.img(data_act="tap", src=f"data:image/jpeg;base64,{pointing.jpeg}", alt=tr("tap each card")),
        shapes and h.svg(viewBox="0 0 100 100", preserveAspectRatio="none", aria_hidden="true")[shapes],
        marks,
    ]
