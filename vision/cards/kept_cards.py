"""Cards that lie as they lay: where nothing about a card has changed since it was read, it is not read again.

From one card laid to the next most of a table stays as it is, while a pile of backs may take longer to make out than
all else. A card in doubt is read anew: what was learned meanwhile may tell it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.hypothesis import CardHypothesis
from vision.cards.place import CardPlace
from vision.cards.readings import CardInSight
from vision.cards.table_plane import Plane
from vision.cards.visible_cells import inside
from vision.photometry.illumination import Illumination
from vision.photometry.srgb import LINEAR, encoded

# Constants: chosen by hand on 248 cards of two drawn decks that nobody had touched and 98 that were laid anew. Of those
# the most that had changed anywhere, smoothed so, was 13 grey levels, in pictures with little grain 8; of these at
# least 30.
_ABOUT_MM = 6.0
_SMOOTH = 7  # px
_GRAIN, _CHANGED = 6.0, (9.0, 15.0)  # times what is usual, grey levels: never less, never more


@dataclass(frozen=True, slots=True, eq=False)
class KeptCard:
    """A card that was read, and where it lies. ``shown``: the part of the picture about it then, H x W x 3 uint8, from
    the pixel ``corner`` on, in this ``light`` (3, linear BGR); ``about``: which of its pixels count, H x W uint8."""

    card: CardInSight
    hypothesis: CardHypothesis
    corner: tuple[int, int]
    shown: np.ndarray
    light: np.ndarray
    about: np.ndarray

    @property
    def place(self) -> CardPlace:
        return self.hypothesis.place

    @classmethod
    def of(
        cls, card: CardInSight, hypothesis: CardHypothesis, image: np.ndarray, plane: Plane, light: Illumination
    ) -> "KeptCard":
        """A card as a picture (uint8 BGR) shows it."""
        place = hypothesis.place
        width, height = place.size_mm
        around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * _ABOUT_MM
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) + around
        outline = plane.project(place.to_table(corners))
        limits = np.array(image.shape[1::-1])
        low = np.clip(np.floor(outline.min(0)), 0, limits - 1).astype(int)
        high = np.clip(np.ceil(outline.max(0)) + 1, low + 1, limits).astype(int)
        shown = image[low[1] : high[1], low[0] : high[0]].copy()
        about = cv2.fillConvexPoly(np.zeros(shown.shape[:2], np.uint8), np.rint(outline - low).astype(np.int32), 255)
        return cls(card, hypothesis, (int(low[0]), int(low[1])), shown, light.at(np.array([place.x, place.y])), about)

    def lies_in(self, image: np.ndarray, light: Illumination) -> bool:
        """Whether a picture by the same camera, in whatever light, shows the same about it."""
        left, top = self.corner
        height, width = self.about.shape
        brighter = light.at(np.array([self.place.x, self.place.y])) / self.light
        expected = cv2.LUT(self.shown, np.float32(255 * encoded(LINEAR[:, None] * brighter))[None])
        off = cv2.subtract(image[top : top + height, left : left + width], expected, dtype=cv2.CV_32F)
        changed = np.abs(cv2.blur(off, (_SMOOTH, _SMOOTH))).max(2)
        usual = float(np.median(changed[self.about > 0]))
        return bool(cv2.minMaxLoc(changed, self.about)[1] < np.clip(_GRAIN * usual, *_CHANGED))


class KeptCards:
    """The cards of the last picture that were surely read."""

    def __init__(self) -> None:
        self._cards: tuple[KeptCard, ...] = ()
        self._plane: Plane | None = None
        self._code = 0

    def still_in(self, image: np.ndarray, plane: Plane, light: Illumination, code: int) -> tuple[KeptCard, ...]:
        """Those that lie in a picture (uint8 BGR) as they lay. ``plane``: another one where the camera was moved;
        ``code``: what the mat says it is the mat of."""
        if plane is not self._plane or code != self._code:
            return ()
        return tuple(kept for kept in self._cards if kept.lies_in(image, light))

    def keep(
        self,
        image: np.ndarray,
        plane: Plane,
        light: Illumination,
        code: int,
        kept: Sequence[KeptCard],
        read: Iterable[tuple[CardInSight, CardHypothesis]],
    ) -> None:
        """Those that were ``kept``, and of those that were ``read`` in a picture those that are sure and lie free of
        what was only supposed."""
        sure = [one for one in read if one[0].status == "ok" and not one[1].under]
        self._cards = (*kept, *(KeptCard.of(*one, image, plane, light) for one in sure))
        self._plane, self._code = plane, code


def beside(places: list[CardPlace], kept: Sequence[KeptCard]) -> list[CardPlace]:
    """The places whose middle is not on a kept card: what is laid there would show."""
    if not places or not kept:
        return places
    middles = np.array([(place.x, place.y) for place in places])
    taken = inside(middles, [one.place for one in kept], 0).any(0)
    return [place for place, on_it in zip(places, taken, strict=True) if not on_it]
